/*
 * liteos_ring.h - the frames of a buffer of LiteOS, oldest first
 *
 * The index of what was written last is not in the buffer. A slot that is all
 * zero was never written. When all were, the oldest follows the largest step
 * back of the event counter, or of time: small ones are ordinary, as an
 * interrupt may come between the time of a frame and its place.
 */
#ifndef PXT_FORMAT_LITEOS_RING_H
#define PXT_FORMAT_LITEOS_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Told of all slots in their order. Zeroes at first. */
struct pxt_liteos_ring {
	size_t slots;
	size_t used;
	bool has_before;
	uint64_t time, count; /* of the frame before */
	uint64_t time_step, count_step; /* the largest back, */
	size_t after_time, after_count; /* ... and the slot behind it */
};

void pxt_liteos_ring_blank(struct pxt_liteos_ring *ring);
void pxt_liteos_ring_used(struct pxt_liteos_ring *ring, uint64_t time,
			  uint32_t count);

/* The slot of the oldest frame, counters: frames have them. */
size_t pxt_liteos_ring_oldest(const struct pxt_liteos_ring *ring,
			      bool counters);

#endif
