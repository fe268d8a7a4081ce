/*
 * receiver.h - frames from bytes that are put one by one
 *
 * Those of the framework, of which nothing else is seen, and those that a
 * program puts itself.
 */
#ifndef FIRMWARE_RKH_RECEIVER_H
#define FIRMWARE_RKH_RECEIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/rkh/frame.h"

enum { PXT_RKH_FRAME_MAX = 1 << 16 }; /* bytes of a frame without escapes */

/* Valid until the next byte. */
struct pxt_rkh_received {
	const uint8_t *data; /* NULL: cut, or too long */
	size_t size;
	uint64_t off, len; /* on the line */
	bool is_strange;   /* has unnecessary escapes */
};

/* The line. Unsynchronized programs may mix the bytes of several frames: counts
 * are checked where they are used. */
struct pxt_rkh_line {
	uint8_t byte[PXT_RKH_FRAME_MAX];
	unsigned size;	  /* beyond that: too long */
	unsigned escapes; /* bytes of the line that are none of the frame */
	bool is_escaped;
	bool is_strange;
	uint64_t off; /* offset of the frame */
};

extern struct pxt_rkh_line pxt_rkh_line;

/* Takes an escape, or the byte behind one. */
void pxt_rkh_receiver_escape(uint8_t byte);

/* Takes a flag. True: it ends a frame. */
bool pxt_rkh_receiver_end(struct pxt_rkh_received *received);

/* Takes a byte that is not a flag. */
static inline void pxt_rkh_receiver_collect(uint8_t byte)
{
	struct pxt_rkh_line *line = &pxt_rkh_line;
	const unsigned size = line->size;

	if (line->is_escaped || byte == PXT_RKH_ESCAPE) {
		pxt_rkh_receiver_escape(byte);
		return;
	}
	if (size < PXT_RKH_FRAME_MAX)
		line->byte[size] = byte;
	line->size = size + 1;
}

/* True between frames. */
static inline bool pxt_rkh_receiver_is_idle(void)
{
	return !pxt_rkh_line.size && !pxt_rkh_line.escapes;
}

/* Counts the bytes of a frame that did not come as bytes; returns its
 * offset. */
static inline uint64_t pxt_rkh_receiver_pass(uint64_t len)
{
	const uint64_t off = pxt_rkh_line.off;

	pxt_rkh_line.off += len;
	return off;
}

#endif
