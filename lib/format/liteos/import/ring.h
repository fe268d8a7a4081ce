/*
 * ring.h - frames of LiteOS's buffer, oldest first
 *
 * The buffer does not contain its write index. In a full one the oldest frame
 * follows the largest step back of the event counter, or of time; small steps
 * are ordinary, as an interrupt may come between a frame's time and its slot.
 * The step from newest to oldest spans all frames: without such a step the
 * buffer was just filled, and begins with the oldest.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_RING_H
#define PXT_FORMAT_LITEOS_IMPORT_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value that increases with each frame, with one exception: the event
 * counter, or else time. Added in the order of slots. Zero at first. */
struct pxt_liteos_ring {
	bool any;
	size_t first;	 /* slot */
	uint64_t before; /* value of the previous frame */
	uint64_t least, most;
	uint64_t step; /* largest step back */
	size_t after;  /* slot behind that step */
};

void pxt_liteos_ring_used(struct pxt_liteos_ring *ring, size_t slot,
			  uint64_t value);

/* The slot of the oldest frame. */
size_t pxt_liteos_ring_oldest(const struct pxt_liteos_ring *ring);

#endif
