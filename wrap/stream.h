/*
 * stream.h - what lies in the buffers of the C library's streams
 *
 * The C library reads and writes for a stream inside, where no call can be
 * wrapped. How much, is what came out at one end, and what its buffer has more
 * or less at the other. The members are those that <stdio.h> shows to its own
 * macros, which have kept their places since there is one.
 *
 * Who looks has the stream's lock, or was promised that nobody else uses it.
 */
#ifndef WRAP_STREAM_H
#define WRAP_STREAM_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A character that was put back is read, not what was behind it. */
enum { WRAP_STREAM_BACKUP = 0x100 };

/* Streams of memory, and of functions, have none. */
static inline bool wrap_stream_has_fd(const FILE *file)
{
	return file->_fileno >= 0;
}

static inline bool wrap_stream_is_back(const FILE *file)
{
	return file->_flags & WRAP_STREAM_BACKUP;
}

/* What was read from the file, and by nobody from the stream. */
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

/* Whether up to a delimiter, or a limit, all is there. */
static inline bool wrap_stream_has(const FILE *file, int delimiter,
				   size_t limit)
{
	return wrap_stream_part_has(file->_IO_read_ptr, file->_IO_read_end,
				    delimiter, &limit) ||
	       (wrap_stream_is_back(file) &&
		wrap_stream_part_has(file->_IO_save_base, file->_IO_save_end,
				     delimiter, &limit));
}

/* What was written to the stream, and not yet to the file. */
static inline size_t wrap_stream_pending(const FILE *file)
{
	return file->_IO_write_ptr > file->_IO_write_base ?
		       (size_t)(file->_IO_write_ptr - file->_IO_write_base) :
		       0;
}

/* Smaller ones are not worth to be filled, the C library finds, when something
 * is written that finds them empty. */
enum { WRAP_STREAM_BLOCK = 128 };

/* What may be written to the stream, and not to the file. None if there is no
 * buffer yet. */
static inline size_t wrap_stream_room(const FILE *file)
{
	const char *at = file->_IO_write_ptr;

	if (!at || (file->_IO_write_end <= at &&
		    file->_IO_buf_end - file->_IO_buf_base <
			    WRAP_STREAM_BLOCK))
		return 0;
	return (size_t)(file->_IO_buf_end - at);
}

#endif
