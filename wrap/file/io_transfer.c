/*
 * io_transfer.c - reading and writing by descriptor
 *
 * Every transfer is a span, as it may wait.
 */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

#include "wrap/calls/next.h"
#include "wrap/event/pieces.h"
#include "wrap/event/span.h"

static void begin(enum wrap_event wait, int fd, size_t size, const void *caller)
{
	const struct wrap_transfer_wait data = { .fd = fd, .size = size };

	wrap_record(wait, &data, sizeof(data), caller);
}

static void finish(struct wrap_transfer *data, ssize_t result)
{
	data->result = result;
	data->error = result < 0 ? errno : 0;
}

/* behind: members that follow the result. */
#define MOVE(kind, size, behind, name, ...)                              \
	do {                                                             \
		struct wrap_transfer data = { fd, ECANCELED, size, -1 }; \
		struct wrap_span span = WRAP_SPAN(file_##kind, data);    \
		ssize_t result;                                          \
                                                                         \
		if (!wrap_wants(WRAP_IO, CALLER))                        \
			return NEXT(name)(__VA_ARGS__);                  \
		begin(WRAP_EVENT_file_##kind##_wait, fd, size, CALLER);  \
		WRAP_DURING(&span, result = NEXT(name)(__VA_ARGS__);     \
			    finish(&data, result); behind);              \
		return result;                                           \
	} while (0)

#define TRANSFER(kind, fd, size, ...) MOVE(kind, size, (void)0, __VA_ARGS__)

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

/* Vectors are the kernel's to check: their size is computed after the call. */
#define PIECES(kind, ...)                                     \
	MOVE(kind, 0,                                         \
	     if (result >= 0) data.size =                     \
		     wrap_pieces_size(pieces, (size_t)count), \
	     __VA_ARGS__)

WRAPPER ssize_t readv(int fd, const struct iovec *pieces, int count)
{
	PIECES(read, readv, fd, pieces, count);
}

WRAPPER ssize_t writev(int fd, const struct iovec *pieces, int count)
{
	PIECES(write, writev, fd, pieces, count);
}

WRAPPER ssize_t preadv(int fd, const struct iovec *pieces, int count, off_t at)
{
	PIECES(read, preadv, fd, pieces, count, at);
}

WRAPPER ssize_t preadv64(int fd, const struct iovec *pieces, int count,
			 off64_t at)
{
	PIECES(read, preadv64, fd, pieces, count, at);
}

WRAPPER ssize_t preadv2(int fd, const struct iovec *pieces, int count, off_t at,
			int flags)
{
	PIECES(read, preadv2, fd, pieces, count, at, flags);
}

WRAPPER ssize_t preadv64v2(int fd, const struct iovec *pieces, int count,
			   off64_t at, int flags)
{
	PIECES(read, preadv64v2, fd, pieces, count, at, flags);
}

WRAPPER ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t at)
{
	PIECES(write, pwritev, fd, pieces, count, at);
}

WRAPPER ssize_t pwritev64(int fd, const struct iovec *pieces, int count,
			  off64_t at)
{
	PIECES(write, pwritev64, fd, pieces, count, at);
}

WRAPPER ssize_t pwritev2(int fd, const struct iovec *pieces, int count,
			 off_t at, int flags)
{
	PIECES(write, pwritev2, fd, pieces, count, at, flags);
}

WRAPPER ssize_t pwritev64v2(int fd, const struct iovec *pieces, int count,
			    off64_t at, int flags)
{
	PIECES(write, pwritev64v2, fd, pieces, count, at, flags);
}

/* Transfers between two descriptors */

/* SIZE_MAX and the like mean everything: no call moves more than 2 GiB. */
static uint64_t limit(size_t size)
{
	return (uint64_t)size >> 62 ? UINT64_MAX : size;
}

static void tell_copy(int from, int fd, size_t size, const void *caller)
{
	const struct wrap_copy_wait data = { from, fd, limit(size) };

	RECORD(file_copy_wait, data, caller);
}

#define COPY(from, to, size, name, ...)                              \
	do {                                                         \
		struct wrap_copy data = {                            \
			from, to, ECANCELED, limit(size), -1,        \
		};                                                   \
		struct wrap_span span = WRAP_SPAN(file_copy, data);  \
		ssize_t result;                                      \
                                                                     \
		if (!wrap_wants(WRAP_IO, CALLER))                    \
			return NEXT(name)(__VA_ARGS__);              \
		tell_copy(from, to, size, CALLER);                   \
		WRAP_DURING(&span, result = NEXT(name)(__VA_ARGS__); \
			    data.result = result;                    \
			    data.error = result < 0 ? errno : 0);    \
		return result;                                       \
	} while (0)

WRAPPER ssize_t sendfile(int to, int from, off_t *at, size_t size)
{
	COPY(from, to, size, sendfile, to, from, at, size);
}

WRAPPER ssize_t sendfile64(int to, int from, off64_t *at, size_t size)
{
	COPY(from, to, size, sendfile64, to, from, at, size);
}

WRAPPER ssize_t copy_file_range(int from, off64_t *from_at, int to,
				off64_t *to_at, size_t size, unsigned flags)
{
	COPY(from, to, size, copy_file_range, from, from_at, to, to_at, size,
	     flags);
}

WRAPPER ssize_t splice(int from, off64_t *from_at, int to, off64_t *to_at,
		       size_t size, unsigned flags)
{
	COPY(from, to, size, splice, from, from_at, to, to_at, size, flags);
}

/* Called by programs compiled with _FORTIFY_SOURCE; no header has
 * prototypes. */

ssize_t __read_chk(int fd, void *to, size_t size, size_t room);
ssize_t __pread_chk(int fd, void *to, size_t size, off_t at, size_t room);
ssize_t __pread64_chk(int fd, void *to, size_t size, off64_t at, size_t room);

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
