/*
 * pieces.h - how much there is in pieces that the kernel has accepted
 *
 * It has read them, and found that their sum is no more than a ssize_t has
 * room for: nobody may ask before.
 */
#ifndef WRAP_PIECES_H
#define WRAP_PIECES_H

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
