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

int pxt_temporary_write(int fd, const void *data, size_t len, uint64_t offset)
{
	const char *at = data;

	while (len) {
		const ssize_t done = pwrite(fd, at, len, (off_t)offset);

		if (done < 0 && errno != EINTR)
			return errno;
		if (done > 0) {
			at += done;
			len -= (size_t)done;
			offset += (uint64_t)done;
		}
	}
	return 0;
}

int pxt_temporary_read(int fd, void *data, size_t len, uint64_t offset)
{
	char *at = data;

	while (len) {
		const ssize_t done = pread(fd, at, len, (off_t)offset);

		if (!done)
			return EIO;
		if (done < 0 && errno != EINTR)
			return errno;
		if (done > 0) {
			at += done;
			len -= (size_t)done;
			offset += (uint64_t)done;
		}
	}
	return 0;
}
