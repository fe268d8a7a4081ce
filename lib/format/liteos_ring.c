/* liteos_ring.c - the frames of a buffer of LiteOS, oldest first */
#include "format/liteos_ring.h"

void pxt_liteos_ring_blank(struct pxt_liteos_ring *ring)
{
	ring->slots++;
}

void pxt_liteos_ring_used(struct pxt_liteos_ring *ring, uint64_t time,
			  uint32_t count)
{
	if (ring->has_before && time < ring->time &&
	    ring->time - time > ring->time_step) {
		ring->time_step = ring->time - time;
		ring->after_time = ring->slots;
	}
	if (ring->has_before && count < ring->count &&
	    ring->count - count > ring->count_step) {
		ring->count_step = ring->count - count;
		ring->after_count = ring->slots;
	}
	ring->has_before = true;
	ring->time = time;
	ring->count = count;
	ring->slots++;
	ring->used++;
}

size_t pxt_liteos_ring_oldest(const struct pxt_liteos_ring *ring,
			      bool counters)
{
	if (ring->used < ring->slots)
		return 0;
	return counters ? ring->after_count : ring->after_time;
}
