/*
 * pieces.h - sizes of vectors that the kernel has accepted
 *
 * The kernel has read the vector and found that its sum fits into a ssize_t:
 * only after the call is it safe to add it up.
 */
#ifndef WRAP_EVENT_PIECES_H
#define WRAP_EVENT_PIECES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

static inline uint64_t wrap_pieces_size(const struct iovec *pieces,
					size_t count)
{
	uint64_t size = 0;

	for (size_t i = 0; i < count; i++)
		size += pieces[i].iov_len;
	return size;
}

#endif
