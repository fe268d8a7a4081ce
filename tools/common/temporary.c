/*
 * temporary.c - anonymous temporary files
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/temporary.h"

static const char *temporary_directory(void)
{
	const char *chosen = getenv("TMPDIR");

	return chosen && *chosen ? chosen : "/tmp";
}

int temporary_open(void)
{
	char *name;
	int fd;

	if (asprintf(&name, "%s/posixtrace.XXXXXX", temporary_directory()) <
	    0) {
		errno = ENOMEM;
		return -1;
	}
	fd = mkostemp(name, O_CLOEXEC);
	if (fd >= 0)
		unlink(name);
	free(name);
	return fd;
}
