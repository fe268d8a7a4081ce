/* liteos_ring.c - the frames of a buffer of LiteOS, oldest first */
#include "format/liteos_ring.h"

static void climb(struct pxt_liteos_ascent *ascent, uint64_t value,
		  size_t slot, bool is_first)
{
	if (is_first || value < ascent->least)
		ascent->least = value;
	if (value > ascent->most)
		ascent->most = value;
	if (!is_first && value < ascent->before &&
	    ascent->before - value > ascent->step) {
		ascent->step = ascent->before - value;
		ascent->after = slot;
	}
	ascent->before = value;
}

void pxt_liteos_ring_used(struct pxt_liteos_ring *ring, size_t slot,
			  uint64_t time, uint32_t count)
{
	if (!ring->any)
		ring->first = slot;
	climb(&ring->time, time, slot, !ring->any);
	climb(&ring->count, count, slot, !ring->any);
	ring->any = true;
}

static bool goes_over_half(const struct pxt_liteos_ascent *ascent)
{
	return ascent->step > (ascent->most - ascent->least) / 2;
}

size_t pxt_liteos_ring_oldest(const struct pxt_liteos_ring *ring,
			      bool counters)
{
	const struct pxt_liteos_ascent *ascent =
		counters ? &ring->count : &ring->time;

	return goes_over_half(ascent) ? ascent->after : ring->first;
}
