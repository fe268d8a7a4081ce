/*
 * temporary.c - anonymous temporary files
 */
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *pxt_temporary_directory(void)
{
	const char *chosen = getenv("TMPDIR");

	return chosen && *chosen ? chosen : "/tmp";
}

int pxt_temporary_open(int *fd)
{
	char *name;
	int err = 0;

	if (asprintf(&name, "%s/posixtrace.XXXXXX", pxt_temporary_directory()) <
	    0)
		return ENOMEM;
	*fd = mkostemp(name, O_CLOEXEC);
	if (*fd < 0)
		err = errno;
	else
		unlink(name);
	free(name);
	return err;
}
