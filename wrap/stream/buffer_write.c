/* buffer_write.c - writes of a stream's buffer during a call */
#include "wrap/stream/buffer_write.h"

#include <errno.h>
#include <stdio_ext.h>

bool wrap_buffer_write_enter(FILE *file, bool lock)
{
	if (!wrap_stream_has_fd(file))
		return false;
	if (lock)
		flockfile(file);
	return true;
}

bool wrap_buffer_write_must(FILE *file, const char *from, size_t size)
{
	return size >= wrap_stream_room(file) ||
	       (__flbf(file) && memchr(from, '\n', size));
}

static void record_begin(const struct wrap_buffer_write *span)
{
	const struct wrap_transfer_wait data = {
		.fd = span->data.fd,
		.size = span->data.size,
	};

	RECORD(file_write_wait, data, span->caller);
}

/* A stream gets its buffer at its first write, and usually holds then what it
 * was given. A stream without a buffer counts as empty until then. */
static bool is_sure(const FILE *file, size_t size)
{
	return file->_IO_buf_base || size >= BUFSIZ;
}

struct wrap_buffer_write wrap_buffer_write_begin(FILE *file, bool locked,
						 size_t size, bool has_begun,
						 const void *caller)
{
	const size_t pending = wrap_stream_pending(file);
	const struct wrap_buffer_write span = {
		.file = file,
		.locked = locked,
		.has_begun = has_begun && is_sure(file, size),
		.failed = ferror_unlocked(file) != 0,
		.pending = pending,
		.data = { file->_fileno, ECANCELED, pending + size, -1 },
		.caller = caller,
	};

	if (span.has_begun)
		record_begin(&span);
	return span;
}

void wrap_buffer_write_finish(struct wrap_buffer_write *span, size_t accepted)
{
	FILE *file = span->file;
	const size_t all = span->pending + accepted;
	const size_t left = wrap_stream_pending(file);
	const bool failed = !span->failed && ferror_unlocked(file);

	span->data.error = failed ? errno : 0;
	span->data.result = failed     ? -1 :
			    all > left ? (int64_t)(all - left) :
					 0;
}

void wrap_buffer_write_close(struct wrap_buffer_write *span, int error)
{
	span->data.error = error;
	span->data.result = error ? -1 : (int64_t)span->pending;
}

void wrap_buffer_write_end(void *arg)
{
	struct wrap_buffer_write *span = arg;

	if (!span->has_begun && span->data.result > 0) {
		record_begin(span);
		span->has_begun = true;
	}
	if (span->has_begun)
		RECORD(file_write, span->data, span->caller);
	if (span->locked)
		funlockfile(span->file);
}
