/* buffer_write.c - writes of a stream's buffer during a call */
#include "wrap/stream/buffer_write.h"

#include <errno.h>
#include <stdio_ext.h>

bool wrap_emptying_enter(FILE *file, bool lock)
{
	if (!wrap_stream_has_fd(file))
		return false;
	if (lock)
		flockfile(file);
	return true;
}

bool wrap_emptying_must(FILE *file, const char *from, size_t size)
{
	return size >= wrap_stream_room(file) ||
	       (__flbf(file) && memchr(from, '\n', size));
}

static void tell(const struct wrap_emptying *emptying)
{
	const struct wrap_transfer_wait data = {
		.fd = emptying->data.fd,
		.size = emptying->data.size,
	};

	RECORD(file_write_wait, data, emptying->caller);
}

/* A stream gets its buffer at its first write, and usually holds then what it
 * was given. A stream without a buffer counts as empty until then. */
static bool is_sure(const FILE *file, size_t size)
{
	return file->_IO_buf_base || size >= BUFSIZ;
}

struct wrap_emptying wrap_emptying_begin(FILE *file, bool locked, size_t size,
					 bool told, const void *caller)
{
	const size_t pending = wrap_stream_pending(file);
	const struct wrap_emptying emptying = {
		.file = file,
		.locked = locked,
		.told = told && is_sure(file, size),
		.failed = ferror_unlocked(file) != 0,
		.pending = pending,
		.data = { file->_fileno, ECANCELED, pending + size, -1 },
		.caller = caller,
	};

	if (emptying.told)
		tell(&emptying);
	return emptying;
}

void wrap_emptying_finish(struct wrap_emptying *emptying, size_t given)
{
	FILE *file = emptying->file;
	const size_t all = emptying->pending + given;
	const size_t left = wrap_stream_pending(file);
	const bool failed = !emptying->failed && ferror_unlocked(file);

	emptying->data.error = failed ? errno : 0;
	emptying->data.result = failed	   ? -1 :
				all > left ? (int64_t)(all - left) :
					     0;
}

void wrap_emptying_closed(struct wrap_emptying *emptying, int error)
{
	emptying->data.error = error;
	emptying->data.result = error ? -1 : (int64_t)emptying->pending;
}

void wrap_emptying_end(void *arg)
{
	struct wrap_emptying *emptying = arg;

	if (!emptying->told && emptying->data.result > 0) {
		tell(emptying);
		emptying->told = true;
	}
	if (emptying->told)
		RECORD(file_write, emptying->data, emptying->caller);
	if (emptying->locked)
		funlockfile(emptying->file);
}
