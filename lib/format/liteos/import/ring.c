/* ring.c - frames of LiteOS's buffer, oldest first */
#include "format/liteos/import/ring.h"

static void begin(struct pxt_liteos_ring *ring, size_t slot, uint64_t value)
{
	ring->any = true;
	ring->first = slot;
	ring->least = ring->most = ring->before = value;
}

void pxt_liteos_ring_used(struct pxt_liteos_ring *ring, size_t slot,
			  uint64_t value)
{
	if (!ring->any)
		begin(ring, slot, value);
	if (value < ring->least)
		ring->least = value;
	if (value > ring->most)
		ring->most = value;
	if (value < ring->before && ring->before - value > ring->step) {
		ring->step = ring->before - value;
		ring->after = slot;
	}
	ring->before = value;
}

size_t pxt_liteos_ring_oldest(const struct pxt_liteos_ring *ring)
{
	return ring->step > (ring->most - ring->least) / 2 ? ring->after :
							     ring->first;
}
