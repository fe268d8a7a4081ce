/*
 * ring.h - the frames of a buffer of LiteOS, oldest first
 *
 * The index of what was written last is not in the buffer. When each slot was
 * used, the oldest follows the largest step back of the event counter, or of
 * time: small ones are ordinary, as an interrupt may come between the time of a
 * frame and its place. From the newest frame to the oldest it is a step over all
 * of them: if there is none, the buffer was just filled, and begins with the
 * oldest.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_RING_H
#define PXT_FORMAT_LITEOS_IMPORT_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What goes up with each frame, but once: the event counter, where there is one,
 * else time. Told in the order of the slots. Zeroes at first. */
struct pxt_liteos_ring {
	bool any;
	size_t first;	 /* slot */
	uint64_t before; /* of the frame before */
	uint64_t least, most;
	uint64_t step; /* the largest one back, */
	size_t after;  /* ... and the slot behind it */
};

void pxt_liteos_ring_used(struct pxt_liteos_ring *ring, size_t slot,
			  uint64_t value);

/* The slot of the oldest frame. */
size_t pxt_liteos_ring_oldest(const struct pxt_liteos_ring *ring);

#endif
