/*
 * buffer_write.h - writes of a stream's buffer during a call
 */
#ifndef WRAP_STREAM_BUFFER_WRITE_H
#define WRAP_STREAM_BUFFER_WRITE_H

#include <pthread.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"
#include "wrap/stream/stream.h"

struct wrap_buffer_write {
	FILE *file;
	bool locked, has_begun, failed;
	size_t pending;
	struct wrap_transfer data;
	const void *caller;
};

/* True if the stream has a descriptor; with lock, it is locked then. */
bool wrap_buffer_write_enter(FILE *file, bool lock);

/* True if the buffer has no room for size bytes, as far as visible without the
 * lock. */
bool wrap_buffer_write_must(FILE *file, const char *from, size_t size);

/* has_begun: record the begin event now, as a write is certain; otherwise both
 * events follow the call, if there was a write. size: bytes to be added to the
 * buffer. */
struct wrap_buffer_write wrap_buffer_write_begin(FILE *file, bool locked,
						 size_t size, bool has_begun,
						 const void *caller);

/* accepted: bytes that the stream has accepted, of which it may still hold
 * some. */
void wrap_buffer_write_finish(struct wrap_buffer_write *span, size_t accepted);

/* Ends the span of a closed stream: its buffer was written, or lost. */
void wrap_buffer_write_close(struct wrap_buffer_write *span, int error);

/* Cleanup handler for pthread_cleanup_push(). */
void wrap_buffer_write_end(void *span);

/* Runs the statement within the span. Labels and returns are not allowed in
 * it. */
#define WRAP_BUFFER_WRITE(span, ...)                               \
	do {                                                       \
		pthread_cleanup_push(wrap_buffer_write_end, span); \
		__VA_ARGS__;                                       \
		pthread_cleanup_pop(1);                            \
	} while (0)

#endif
