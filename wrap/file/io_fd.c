/* io_fd.c - duplicates of descriptors, and operations on descriptors */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

#include "wrap/event/span.h"
#include "wrap/file/descriptor.h"

/* Further descriptors */

static int tell_dup(int fd, int from, const void *caller)
{
	const struct wrap_dup data = { fd, from };

	if (fd < 0) {
		wrap_descriptor_failed(WRAP_FILE_DUP, from, caller);
		return fd;
	}
	if (fd != from)
		wrap_descriptor_renew(fd);
	RECORD(file_dup, data, caller);
	return fd;
}

#define DUP(name, parameters, ...)                      \
	WRAPPER int name parameters                     \
	{                                               \
		const int fd = NEXT(name)(__VA_ARGS__); \
                                                        \
		if (!wrap_wants(WRAP_IO, CALLER))       \
			return fd;                      \
		return tell_dup(fd, from, CALLER);      \
	}

DUP(dup, (int from), from)
DUP(dup2, (int from, int to), from, to)
DUP(dup3, (int from, int to, int flags), from, to, flags)

static bool makes_fd(int order)
{
	return order == F_DUPFD || order == F_DUPFD_CLOEXEC;
}

/* True if a command of fcntl() has an event. A lock that another process holds
 * is not a failure. */
static bool tells(int order, int result)
{
	return makes_fd(order) || (result == -1 && order != F_GETOWN &&
				   errno != EAGAIN && errno != EACCES);
}

static void tell_refusal(int fd, int order, const void *caller)
{
	const struct wrap_control_failure data = { errno, fd, order };

	RECORD(file_control_fail, data, caller);
}

static int tell_order(int from, int order, int result, const void *caller)
{
	if (makes_fd(order))
		return tell_dup(result, from, caller);
	tell_refusal(from, order, caller);
	return result;
}

/* Every third argument of fcntl() fits into a pointer. */
#define FCNTL(name)                                                        \
	WRAPPER int name(int from, int order, ...)                         \
	{                                                                  \
		va_list rest;                                              \
		void *arg;                                                 \
		int result;                                                \
                                                                           \
		va_start(rest, order);                                     \
		arg = va_arg(rest, void *);                                \
		va_end(rest);                                              \
		result = NEXT(name)(from, order, arg);                     \
		if (!tells(order, result) || !wrap_wants(WRAP_IO, CALLER)) \
			return result;                                     \
		return tell_order(from, order, result, CALLER);            \
	}

FCNTL(fcntl)
FCNTL(fcntl64)

static void tell_no_pipe(const void *caller)
{
	const struct {
		int32_t call, error;
	} data = { WRAP_FILE_PIPE, errno };

	RECORD(file_fail, data, caller);
}

static int tell_pipe(const int ends[2], int result, const void *caller)
{
	struct wrap_pipe data;

	if (result) {
		tell_no_pipe(caller);
		return result;
	}
	data.in = ends[0];
	data.out = ends[1];
	wrap_descriptor_renew(data.in);
	wrap_descriptor_renew(data.out);
	RECORD(file_pipe, data, caller);
	return 0;
}

WRAPPER int pipe(int ends[2])
{
	const int result = NEXT(pipe)(ends);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_pipe(ends, result, CALLER);
}

WRAPPER int pipe2(int ends[2], int flags)
{
	const int result = NEXT(pipe2)(ends, flags);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_pipe(ends, result, CALLER);
}

/* Places and sizes */

static off64_t tell_seek(int fd, off64_t offset, int whence, off64_t result,
			 const void *caller)
{
	const struct wrap_seek data = {
		fd, whence, offset, result, result == -1 ? errno : 0,
	};

	RECORD_PART(file_seek, data, error,
		    result == -1 ? sizeof(data.error) : 0, caller);
	return result;
}

WRAPPER off_t lseek(int fd, off_t offset, int whence)
{
	const off_t result = NEXT(lseek)(fd, offset, whence);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_seek(fd, offset, whence, result, CALLER);
}

WRAPPER off64_t lseek64(int fd, off64_t offset, int whence)
{
	const off64_t result = NEXT(lseek64)(fd, offset, whence);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_seek(fd, offset, whence, result, CALLER);
}

static int tell_size(int fd, off64_t size, int result, const void *caller)
{
	const struct wrap_transfer_wait data = {
		.fd = fd,
		.size = (uint64_t)size,
	};

	if (result)
		wrap_descriptor_failed(WRAP_FILE_TRUNCATE, fd, caller);
	else
		RECORD(file_truncate, data, caller);
	return result;
}

WRAPPER int ftruncate(int fd, off_t size)
{
	const int result = NEXT(ftruncate)(fd, size);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_size(fd, size, result, CALLER);
}

WRAPPER int ftruncate64(int fd, off64_t size)
{
	const int result = NEXT(ftruncate64)(fd, size);

	if (!wrap_wants(WRAP_IO, CALLER))
		return result;
	return tell_size(fd, size, result, CALLER);
}

/* Synchronization with the device */

#define SYNC(name)                                                  \
	WRAPPER int name(int fd)                                    \
	{                                                           \
		struct wrap_fd_value data = { fd, ECANCELED };      \
		struct wrap_span span = WRAP_SPAN(file_sync, data); \
		const int32_t number = fd;                          \
		int result;                                         \
                                                                    \
		if (!wrap_wants(WRAP_IO, CALLER))                   \
			return NEXT(name)(fd);                      \
		RECORD(file_sync_wait, number, CALLER);             \
		WRAP_DURING(&span, result = NEXT(name)(fd);         \
			    data.value = result ? errno : 0);       \
		return result;                                      \
	}

SYNC(fsync)
SYNC(fdatasync)
SYNC(syncfs)
