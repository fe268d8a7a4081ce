/*
 * blocking.c - lines in blocking mode
 */
#include <errno.h>
#include <fcntl.h>

#include "source/device/blocking.h"

int device_make_blocking(int fd)
{
	const int flags = fcntl(fd, F_GETFL);

	return flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) ? errno : 0;
}
