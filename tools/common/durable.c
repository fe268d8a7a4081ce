/*
 * durable.c - what is on the disk when a machine loses its power
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "common/durable.h"

int durable_write(int fd, const void *data, size_t len, uint64_t at)
{
	const char *bytes = data;

	while (len) {
		const ssize_t n = pwrite(fd, bytes, len, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? errno : EIO;
		bytes += n;
		len -= (size_t)n;
		at += (uint64_t)n;
	}
	return 0;
}

int durable_folder(const char *folder)
{
	const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int err = 0;

	if (fd < 0)
		return errno;
	if (fsync(fd))
		err = errno;
	close(fd);
	return err;
}
