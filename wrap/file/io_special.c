/* io_special.c - directories, and memory, that are opened as files */
#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "wrap/file/descriptor.h"

WRAPPER DIR *opendir(const char *path)
{
	DIR *directory = NEXT(opendir)(path);

	if (wrap_wants(WRAP_IO, CALLER))
		WRAP_DESCRIPTOR_OPENED(directory ? dirfd(directory) : -1,
				       AT_FDCWD, O_RDONLY | O_DIRECTORY, 0,
				       path, CALLER);
	return directory;
}

/* The prototype declares the argument nonnull, but the C library returns
 * EINVAL. */
WRAPPER int closedir(DIR *directory)
{
	DIR *volatile given = directory;

	if (wrap_wants(WRAP_IO, CALLER) && given)
		wrap_descriptor_close(dirfd(directory), CALLER);
	return NEXT(closedir)(directory);
}

WRAPPER int shm_open(const char *name, int flags, mode_t mode)
{
	const int fd = NEXT(shm_open)(name, flags, mode);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return WRAP_DESCRIPTOR_OPENED(fd, AT_FDCWD, flags, mode, name, CALLER);
}

WRAPPER int memfd_create(const char *name, unsigned flags)
{
	const int fd = NEXT(memfd_create)(name, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return WRAP_DESCRIPTOR_OPENED(fd, AT_FDCWD, O_CREAT | O_RDWR,
				      S_IRWXU | S_IRWXG | S_IRWXO, name,
				      CALLER);
}
