/* framework_ring.c - the ring of a framework */
#include "framework.h"

static uint8_t ring[512];
static unsigned head, count;

void rkh_trc_put(uint8_t byte)
{
	ring[head] = byte;
	head = (head + 1) % sizeof(ring);
	if (count < sizeof(ring))
		count++;
}

void rkh_trc_init(void)
{
	head = count = 0;
	rkh_trc_put(0x7e);
}

uint8_t *rkh_trc_get_block(uint16_t *n)
{
	const unsigned tail = (head + sizeof(ring) - count) % sizeof(ring);
	unsigned len = count;

	if (len > sizeof(ring) - tail)
		len = sizeof(ring) - tail;
	if (len > *n)
		len = *n;
	count -= len;
	*n = (uint16_t)len;
	return len ? &ring[tail] : NULL;
}
