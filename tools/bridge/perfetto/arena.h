/*
 * arena.h - memory until a packet is written
 *
 * What is taken lies still, and is given back as a whole; the memory stays for
 * the next packet.
 */
#ifndef BRIDGE_PERFETTO_ARENA_H
#define BRIDGE_PERFETTO_ARENA_H

#include <stddef.h>

struct arena_block;

/* Zero at first. */
struct arena {
	struct arena_block *first, *now;
	size_t used; /* bytes of the present block */
};

void arena_fini(struct arena *arena);

/* Takes `len` bytes, aligned for anything. NULL: no memory. */
void *arena_take(struct arena *arena, size_t len);

/* Gives everything back. */
void arena_clear(struct arena *arena);

#endif
