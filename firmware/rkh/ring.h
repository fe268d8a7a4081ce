/*
 * ring.h - the target's stream: a ring of bytes, the oldest of which are
 * overwritten
 *
 * Callers are in the critical section.
 */
#ifndef FIRMWARE_RKH_RING_H
#define FIRMWARE_RKH_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { PXT_RKH_RING_MAX = 2048 };

struct pxt_rkh_ring {
	uint8_t byte[PXT_RKH_RING_MAX];
	unsigned size, head, count; /* head: of the next byte */
};

extern struct pxt_rkh_ring pxt_rkh_ring;

/* Empties it. */
void pxt_rkh_ring_resize(unsigned size);

/* Takes the oldest bytes, of one run, at most `most`; *most: how many. NULL:
 * none. */
uint8_t *pxt_rkh_ring_take(unsigned *most);

static inline void pxt_rkh_ring_put(uint8_t byte)
{
	struct pxt_rkh_ring *ring = &pxt_rkh_ring;

	ring->byte[ring->head] = byte;
	ring->head = ring->head + 1 < ring->size ? ring->head + 1 : 0;
	ring->count += ring->count < ring->size;
}

/* The place of a run of bytes, at most len, that does not reach the ring's end;
 * they count when pxt_rkh_ring_ran() tells how many came. NULL: it would. */
static inline uint8_t *pxt_rkh_ring_run(unsigned len)
{
	struct pxt_rkh_ring *ring = &pxt_rkh_ring;

	return len < ring->size - ring->head ? &ring->byte[ring->head] : NULL;
}

static inline void pxt_rkh_ring_ran(unsigned len)
{
	struct pxt_rkh_ring *ring = &pxt_rkh_ring;

	ring->head += len;
	ring->count += len;
	if (ring->count > ring->size)
		ring->count = ring->size;
}

#endif
