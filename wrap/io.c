/*
 * io.c - files that are opened, read, written and closed by their descriptors
 *
 * Reading and writing are spans, whatever it is that is read: it may be waited
 * for. A descriptor's closing is told before it happens, as another thread may
 * have the number right behind it.
 */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "wrap/events.h"
#include "wrap/next.h"

/* Opening */

/* A handler's stack may be small: what is longer is cut. */
enum { PATH_ROOM = 512 };

static int tell_open(int fd, int flags, const char *path, const void *caller)
{
	struct {
		int32_t fd;
		uint32_t flags;
		char path[PATH_ROOM];
	} data;
	const int saved_errno = errno;
	size_t len;

	if (fd < 0)
		return fd;
	len = strnlen(path, sizeof(data.path) - 1);
	data.fd = fd;
	data.flags = (uint32_t)flags;
	memcpy(data.path, path, len);
	data.path[len] = '\0';
	posix_trace_event_at_np(wrap_event_id[WRAP_EVENT_file_open], &data,
				offsetof(__typeof__(data), path) + len + 1,
				caller);
	errno = saved_errno;
	return fd;
}

#define MODE(flags, mode)                                             \
	do {                                                          \
		va_list rest_;                                        \
                                                                      \
		if ((flags) & O_CREAT ||                              \
		    ((flags) & O_TMPFILE) == O_TMPFILE) {             \
			va_start(rest_, flags);                       \
			(mode) = va_arg(rest_, mode_t);               \
			va_end(rest_);                                \
		}                                                     \
	} while (0)

#define OPEN(name)                                                    \
	WRAPPER int name(const char *path, int flags, ...)            \
	{                                                             \
		mode_t mode = 0;                                      \
		int fd;                                               \
                                                                      \
		MODE(flags, mode);                                    \
		fd = NEXT(name)(path, flags, mode);                   \
		if (!wrap_wants(WRAP_IO, CALLER))                     \
			return fd;                                    \
		return tell_open(fd, flags, path, CALLER);            \
	}

#define OPENAT(name)                                                  \
	WRAPPER int name(int at, const char *path, int flags, ...)    \
	{                                                             \
		mode_t mode = 0;                                      \
		int fd;                                               \
                                                                      \
		MODE(flags, mode);                                    \
		fd = NEXT(name)(at, path, flags, mode);               \
		if (!wrap_wants(WRAP_IO, CALLER))                     \
			return fd;                                    \
		return tell_open(fd, flags, path, CALLER);            \
	}

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

/* Closing */

WRAPPER int close(int fd)
{
	const int32_t number = fd;

	if (wrap_wants(WRAP_IO, CALLER))
		RECORD(file_close, number, CALLER);
	return NEXT(close)(fd);
}

/* Transfers */

struct transfer {
	struct wrap_transfer data;
	enum wrap_event end;
	const void *caller;
};

/* Also on the way out of a thread that is cancelled. */
static void end(void *arg)
{
	const struct transfer *transfer = arg;

	posix_trace_event_at_np(wrap_event_id[transfer->end], &transfer->data,
				sizeof(transfer->data), transfer->caller);
}

static struct transfer begin(enum wrap_event wait, enum wrap_event ends,
			     int fd, size_t size, const void *caller)
{
	const struct wrap_transfer_wait data = { .fd = fd, .size = size };

	posix_trace_event_at_np(wrap_event_id[wait], &data, sizeof(data),
				caller);
	return (struct transfer){
		.data = { fd, ECANCELED, size, -1 },
		.end = ends,
		.caller = caller,
	};
}

#define TRANSFER(kind, fd, size, name, ...)                           \
	do {                                                          \
		struct transfer transfer;                             \
                                                                      \
		if (!wrap_wants(WRAP_IO, CALLER))                     \
			return NEXT(name)(__VA_ARGS__);               \
		transfer = begin(WRAP_EVENT_file_##kind##_wait,       \
				 WRAP_EVENT_file_##kind, fd, size,    \
				 CALLER);                             \
		pthread_cleanup_push(end, &transfer);                 \
		transfer.data.result = NEXT(name)(__VA_ARGS__);       \
		transfer.data.error =                                 \
			transfer.data.result < 0 ? errno : 0;         \
		pthread_cleanup_pop(1);                               \
		return transfer.data.result;                          \
	} while (0)

WRAPPER ssize_t read(int fd, void *to, size_t size)
{
	TRANSFER(read, fd, size, read, fd, to, size);
}

WRAPPER ssize_t pread(int fd, void *to, size_t size, off_t at)
{
	TRANSFER(read, fd, size, pread, fd, to, size, at);
}

WRAPPER ssize_t pread64(int fd, void *to, size_t size, off64_t at)
{
	TRANSFER(read, fd, size, pread64, fd, to, size, at);
}

WRAPPER ssize_t write(int fd, const void *from, size_t size)
{
	TRANSFER(write, fd, size, write, fd, from, size);
}

WRAPPER ssize_t pwrite(int fd, const void *from, size_t size, off_t at)
{
	TRANSFER(write, fd, size, pwrite, fd, from, size, at);
}

WRAPPER ssize_t pwrite64(int fd, const void *from, size_t size, off64_t at)
{
	TRANSFER(write, fd, size, pwrite64, fd, from, size, at);
}

/* The pieces are the kernel's to check, and nobody adds them up: size is 0. */
WRAPPER ssize_t readv(int fd, const struct iovec *pieces, int count)
{
	TRANSFER(read, fd, 0, readv, fd, pieces, count);
}

WRAPPER ssize_t writev(int fd, const struct iovec *pieces, int count)
{
	TRANSFER(write, fd, 0, writev, fd, pieces, count);
}

/* What programs call that were compiled with _FORTIFY_SOURCE: no header has
 * prototypes for all. */

ssize_t __read_chk(int fd, void *to, size_t size, size_t room);
ssize_t __pread_chk(int fd, void *to, size_t size, off_t at, size_t room);
ssize_t __pread64_chk(int fd, void *to, size_t size, off64_t at, size_t room);
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int at, const char *path, int flags);
int __openat64_2(int at, const char *path, int flags);

WRAPPER ssize_t __read_chk(int fd, void *to, size_t size, size_t room)
{
	TRANSFER(read, fd, size, __read_chk, fd, to, size, room);
}

WRAPPER ssize_t __pread_chk(int fd, void *to, size_t size, off_t at,
			    size_t room)
{
	TRANSFER(read, fd, size, __pread_chk, fd, to, size, at, room);
}

WRAPPER ssize_t __pread64_chk(int fd, void *to, size_t size, off64_t at,
			      size_t room)
{
	TRANSFER(read, fd, size, __pread64_chk, fd, to, size, at, room);
}

WRAPPER int __open_2(const char *path, int flags)
{
	int fd = NEXT(__open_2)(path, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return tell_open(fd, flags, path, CALLER);
}

WRAPPER int __open64_2(const char *path, int flags)
{
	int fd = NEXT(__open64_2)(path, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return tell_open(fd, flags, path, CALLER);
}

WRAPPER int __openat_2(int at, const char *path, int flags)
{
	int fd = NEXT(__openat_2)(at, path, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return tell_open(fd, flags, path, CALLER);
}

WRAPPER int __openat64_2(int at, const char *path, int flags)
{
	int fd = NEXT(__openat64_2)(at, path, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return fd;
	return tell_open(fd, flags, path, CALLER);
}
