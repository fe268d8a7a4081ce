/*
 * io.c - files that are opened and closed by descriptor
 *
 * The event of closing precedes the call: another thread may get the number
 * right after it.
 */
#undef _FORTIFY_SOURCE

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/file/descriptor.h"

/* Opening */

#define MODE(flags, mode)                                                  \
	do {                                                               \
		va_list rest_;                                             \
                                                                           \
		if ((flags)&O_CREAT || ((flags)&O_TMPFILE) == O_TMPFILE) { \
			va_start(rest_, flags);                            \
			(mode) = va_arg(rest_, mode_t);                    \
			va_end(rest_);                                     \
		}                                                          \
	} while (0)

#define OPEN(name)                                                             \
	WRAPPER int name(const char *path, int flags, ...)                     \
	{                                                                      \
		mode_t mode = 0;                                               \
		int fd;                                                        \
                                                                               \
		MODE(flags, mode);                                             \
		fd = NEXT(name)(path, flags, mode);                            \
		if (!wrap_wants(WRAP_IO, CALLER))                              \
			return fd;                                             \
		return WRAP_DESCRIPTOR_OPENED(fd, AT_FDCWD, flags, mode, path, \
					      CALLER);                         \
	}

#define OPENAT(name)                                                     \
	WRAPPER int name(int at, const char *path, int flags, ...)       \
	{                                                                \
		mode_t mode = 0;                                         \
		int fd;                                                  \
                                                                         \
		MODE(flags, mode);                                       \
		fd = NEXT(name)(at, path, flags, mode);                  \
		if (!wrap_wants(WRAP_IO, CALLER))                        \
			return fd;                                       \
		return WRAP_DESCRIPTOR_OPENED(fd, at, flags, mode, path, \
					      CALLER);                   \
	}

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

#define CREAT(name)                                                         \
	WRAPPER int name(const char *path, mode_t mode)                     \
	{                                                                   \
		const int fd = NEXT(name)(path, mode);                      \
                                                                            \
		if (!wrap_wants(WRAP_IO, CALLER))                           \
			return fd;                                          \
		return WRAP_DESCRIPTOR_OPENED(fd, AT_FDCWD,                 \
					      O_CREAT | O_WRONLY | O_TRUNC, \
					      mode, path, CALLER);          \
	}

CREAT(creat)
CREAT(creat64)

/* Made-up names: the C library has written them into the program's memory. */
#define MADE_UP(name, more, parameters, ...)                              \
	WRAPPER int name parameters                                       \
	{                                                                 \
		const int fd = NEXT(name)(__VA_ARGS__);                   \
                                                                          \
		if (!wrap_wants(WRAP_IO, CALLER))                         \
			return fd;                                        \
		return WRAP_DESCRIPTOR_OPENED(                            \
			fd, AT_FDCWD, O_CREAT | O_EXCL | O_RDWR | (more), \
			S_IRUSR | S_IWUSR, path, CALLER);                 \
	}

MADE_UP(mkstemp, 0, (char *path), path)
MADE_UP(mkstemp64, 0, (char *path), path)
MADE_UP(mkostemp, flags, (char *path, int flags), path, flags)
MADE_UP(mkostemp64, flags, (char *path, int flags), path, flags)
MADE_UP(mkstemps, 0, (char *path, int end), path, end)
MADE_UP(mkstemps64, 0, (char *path, int end), path, end)
MADE_UP(mkostemps, flags, (char *path, int end, int flags), path, end, flags)
MADE_UP(mkostemps64, flags, (char *path, int end, int flags), path, end, flags)

/* Closing */

WRAPPER int close(int fd)
{
	int result;

	if (!wrap_wants((enum wrap_group)WRAP_DESCRIPTOR_GROUPS, CALLER))
		return NEXT(close)(fd);
	wrap_descriptor_close(fd, CALLER);
	result = NEXT(close)(fd);
	if (result && wrap_wants(WRAP_IO, CALLER))
		wrap_descriptor_failed(WRAP_FILE_CLOSE, fd, CALLER);
	return result;
}

/* Older headers have no prototypes. */
int close_range(unsigned first, unsigned last, int flags);
void closefrom(int first);

WRAPPER int close_range(unsigned first, unsigned last, int flags)
{
	int result;

	if (!wrap_wants((enum wrap_group)WRAP_DESCRIPTOR_GROUPS, CALLER))
		return NEXT(close_range)(first, last, flags);
	wrap_descriptor_close_range(first, last, flags, CALLER);
	result = NEXT(close_range)(first, last, flags);
	if (result && wrap_wants(WRAP_IO, CALLER))
		wrap_descriptor_failed(WRAP_FILE_CLOSE_RANGE, (int)first,
				       CALLER);
	return result;
}

WRAPPER void closefrom(int first)
{
	if (wrap_wants((enum wrap_group)WRAP_DESCRIPTOR_GROUPS, CALLER))
		wrap_descriptor_close_range(first < 0 ? 0 : (unsigned)first,
					    UINT32_MAX, 0, CALLER);
	NEXT(closefrom)(first);
}

/* Called by programs compiled with _FORTIFY_SOURCE; no header has prototypes
 * for all of them. */

int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int at, const char *path, int flags);
int __openat64_2(int at, const char *path, int flags);

WRAPPER int __open_2(const char *path, int flags)
{
	int fd = NEXT(__open_2)(path, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return WRAP_DESCRIPTOR_OPENED(fd, AT_FDCWD, flags, 0, path, CALLER);
}

WRAPPER int __open64_2(const char *path, int flags)
{
	int fd = NEXT(__open64_2)(path, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return WRAP_DESCRIPTOR_OPENED(fd, AT_FDCWD, flags, 0, path, CALLER);
}

WRAPPER int __openat_2(int at, const char *path, int flags)
{
	int fd = NEXT(__openat_2)(at, path, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return WRAP_DESCRIPTOR_OPENED(fd, at, flags, 0, path, CALLER);
}

WRAPPER int __openat64_2(int at, const char *path, int flags)
{
	int fd = NEXT(__openat64_2)(at, path, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return WRAP_DESCRIPTOR_OPENED(fd, at, flags, 0, path, CALLER);
}
