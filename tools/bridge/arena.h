/*
 * arena.h - memory that is given back as a whole
 *
 * What is taken lies still until then; the memory stays for what comes next.
 */
#ifndef BRIDGE_ARENA_H
#define BRIDGE_ARENA_H

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
