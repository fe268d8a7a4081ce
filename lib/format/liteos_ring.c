/* liteos_ring.c - the frames of a buffer of LiteOS, oldest first */
#include "format/liteos_ring.h"

void pxt_liteos_ring_blank(struct pxt_liteos_ring *ring)
{
	ring->slots++;
}

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

void pxt_liteos_ring_used(struct pxt_liteos_ring *ring, uint64_t time,
			  uint32_t count)
{
	climb(&ring->time, time, ring->slots, !ring->used);
	climb(&ring->count, count, ring->slots, !ring->used);
	ring->slots++;
	ring->used++;
	ring->end = ring->slots;
}

static size_t oldest(const struct pxt_liteos_ascent *ascent)
{
	const uint64_t span = ascent->most - ascent->least;

	return ascent->step > span / 2 ? ascent->after : 0;
}

size_t pxt_liteos_ring_oldest(const struct pxt_liteos_ring *ring,
			      bool counters)
{
	if (ring->end < ring->slots)
		return 0;
	return oldest(counters ? &ring->count : &ring->time);
}
