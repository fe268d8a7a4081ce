/*
 * stream.h - the buffers of the C library's streams
 *
 * The C library fills and empties buffers internally, where no call can be
 * wrapped. The amount is computed from what the program moved and how the
 * buffer changed. The members of FILE used here are those of <stdio.h>'s own
 * macros, whose places have never changed.
 *
 * The caller holds the stream's lock, or was promised that no other thread uses
 * the stream.
 */
#ifndef WRAP_STREAM_STREAM_H
#define WRAP_STREAM_STREAM_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* After ungetc() the members describe the put-back characters, not the
 * buffer. */
enum { WRAP_STREAM_BACKUP = 0x100 };

/* Streams in memory, and of functions, have no descriptor. */
static inline bool wrap_stream_has_fd(const FILE *file)
{
	return file->_fileno >= 0;
}

static inline bool wrap_stream_is_back(const FILE *file)
{
	return file->_flags & WRAP_STREAM_BACKUP;
}

/* Bytes read from the file and not yet by the program. */
static inline size_t wrap_stream_held(const FILE *file)
{
	size_t held = (size_t)(file->_IO_read_end - file->_IO_read_ptr);

	if (wrap_stream_is_back(file))
		held += (size_t)(file->_IO_save_end - file->_IO_save_base);
	return held;
}

static inline bool wrap_stream_part_has(const char *from, const char *end,
					int delimiter, size_t *limit)
{
	const size_t len = (size_t)(end - from);

	if (*limit <= len || memchr(from, delimiter, len))
		return true;
	*limit -= len;
	return false;
}

/* True if the buffer holds everything up to a delimiter or the limit. */
static inline bool wrap_stream_has(const FILE *file, int delimiter,
				   size_t limit)
{
	return wrap_stream_part_has(file->_IO_read_ptr, file->_IO_read_end,
				    delimiter, &limit) ||
	       (wrap_stream_is_back(file) &&
		wrap_stream_part_has(file->_IO_save_base, file->_IO_save_end,
				     delimiter, &limit));
}

/* Bytes written by the program and not yet to the file. */
static inline size_t wrap_stream_pending(const FILE *file)
{
	return file->_IO_write_ptr > file->_IO_write_base ?
		       (size_t)(file->_IO_write_ptr - file->_IO_write_base) :
		       0;
}

/* The C library does not fill an empty buffer with less than a block: it writes
 * smaller ones directly. */
enum { WRAP_STREAM_BLOCK = 128 };

/* Bytes that fit into the buffer without a write; 0 while there is no
 * buffer. */
static inline size_t wrap_stream_room(const FILE *file)
{
	const char *at = file->_IO_write_ptr;

	if (!at || (file->_IO_write_end <= at &&
		    file->_IO_buf_end - file->_IO_buf_base < WRAP_STREAM_BLOCK))
		return 0;
	return (size_t)(file->_IO_buf_end - at);
}

#endif
