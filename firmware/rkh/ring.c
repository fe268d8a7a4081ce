/* ring.c - the target's stream */
#include "firmware/rkh/ring.h"

struct pxt_rkh_ring pxt_rkh_ring = { .size = PXT_RKH_RING_MAX };

void pxt_rkh_ring_resize(unsigned size)
{
	if (size && size <= PXT_RKH_RING_MAX)
		pxt_rkh_ring.size = size;
	pxt_rkh_ring.head = pxt_rkh_ring.count = 0;
}

static unsigned tail_of(const struct pxt_rkh_ring *ring)
{
	return (ring->head + ring->size - ring->count) % ring->size;
}

uint8_t *pxt_rkh_ring_take(unsigned *most)
{
	struct pxt_rkh_ring *ring = &pxt_rkh_ring;
	const unsigned tail = tail_of(ring);
	unsigned len = ring->count;

	if (len > ring->size - tail)
		len = ring->size - tail;
	if (len > *most)
		len = *most;
	*most = len;
	ring->count -= len;
	return len ? &ring->byte[tail] : NULL;
}
