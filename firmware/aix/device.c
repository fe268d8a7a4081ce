/*
 * device.c - the control device of the trace
 *
 * Linux has no /dev/systrctl, so this stands in front of the C library's open()
 * and ioctl(). A descriptor of the device is a file in memory, which is nothing to
 * be closed in a special way; on one of these the three requests of the trace are
 * its functions, and any other is refused. All else is the C
 * library's.
 */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <asm/ioctls.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "firmware/aix/public.h"

#include "base/text.h"

typedef int open_function(const char *path, int flags, ...);
typedef int checked_open_function(const char *path, int flags);
typedef int ioctl_function(int fd, unsigned long request, ...);

#pragma GCC visibility push(default)
open_function open, open64;
checked_open_function __open_2, __open64_2;
ioctl_function ioctl;
#pragma GCC visibility pop

enum next { NEXT_OPEN, NEXT_OPEN64, NEXT_OPEN_2, NEXT_OPEN64_2, NEXT_IOCTL };

/* The function behind one of these. */
static void *next(enum next which)
{
	static const char *const name[] = {
		[NEXT_OPEN] = "open",	    [NEXT_OPEN64] = "open64",
		[NEXT_OPEN_2] = "__open_2", [NEXT_OPEN64_2] = "__open64_2",
		[NEXT_IOCTL] = "ioctl",
	};
	static _Atomic(void *) known[sizeof(name) / sizeof(*name)];
	void *found = atomic_load_explicit(&known[which], memory_order_relaxed);

	if (!found) {
		found = dlsym(RTLD_NEXT, name[which]);
		atomic_store_explicit(&known[which], found,
				      memory_order_relaxed);
	}
	return found;
}

/* Handlers, which may open files, find the functions known. */
__attribute__((constructor)) static void find_functions(void)
{
	for (enum next which = NEXT_OPEN; which <= NEXT_IOCTL; which++)
		next(which);
}

/* /dev/systrctl, or that of a channel */
static bool is_device(const char *path)
{
	static const char device[] = "/dev/systrctl";
	const size_t len = sizeof(device) - 1;

	if (!path || strncmp(path, device, len))
		return false;
	path += len;
	return !*path ||
	       (*path == '-' && path[1] >= '0' && path[1] <= '7' && !path[2]);
}

#define MEMORY "systrctl"

/* A file in memory, whose name a descriptor keeps in children, and programs that
 * they execute. */
static int open_device(int flags)
{
	return memfd_create(MEMORY, flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
}

static bool has_name(int fd)
{
	static const char wanted[] = "/memfd:" MEMORY " (deleted)";
	char path[40], name[sizeof(wanted)];
	ssize_t len;

	pxt_text_decimal(pxt_text_copy(path, "/proc/self/fd/"), (uint64_t)fd);
	len = readlink(path, name, sizeof(name));
	return len == sizeof(wanted) - 1 &&
	       !memcmp(name, wanted, sizeof(wanted) - 1);
}

static bool is_device_open(int fd)
{
	const int saved = errno;
	struct stat about;
	const bool is = fd >= 0 && !fstat(fd, &about) &&
			S_ISREG(about.st_mode) && !about.st_nlink &&
			has_name(fd);

	errno = saved;
	return is;
}

static bool has_mode(int flags)
{
	return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
}

#define OPEN(which)                                                       \
	do {                                                              \
		unsigned mode = 0;                                        \
                                                                          \
		if (is_device(path))                                      \
			return open_device(flags);                        \
		if (has_mode(flags)) {                                    \
			va_list list;                                     \
                                                                          \
			va_start(list, flags);                            \
			mode = va_arg(list, unsigned);                    \
			va_end(list);                                     \
		}                                                         \
		return ((open_function *)next(which))(path, flags, mode); \
	} while (0)

int open(const char *path, int flags, ...)
{
	OPEN(NEXT_OPEN);
}

int open64(const char *path, int flags, ...)
{
	OPEN(NEXT_OPEN64);
}

int __open_2(const char *path, int flags)
{
	return is_device(path) ? open_device(flags) :
				 ((checked_open_function *)next(NEXT_OPEN_2))(
					 path, flags);
}

int __open64_2(const char *path, int flags)
{
	return is_device(path) ? open_device(flags) :
				 ((checked_open_function *)next(NEXT_OPEN64_2))(
					 path, flags);
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list list;
	void *argument;

	va_start(list, request);
	argument = va_arg(list, void *);
	va_end(list);
	switch (request) {
	case TRCON:
		if (is_device_open(fd))
			return trcon((int)(intptr_t)argument);
		break;
	case TRCOFF:
		if (is_device_open(fd))
			return trcoff((int)(intptr_t)argument);
		break;
	case TRCSTOP:
		if (is_device_open(fd))
			return trcstop((int)(intptr_t)argument);
		break;
	case FIONREAD: /* a file in memory would tell its size */
		if (is_device_open(fd)) {
			errno = ENOTTY;
			return -1;
		}
		break;
	}
	return ((ioctl_function *)next(NEXT_IOCTL))(fd, request, argument);
}
