/*
 * arena.c - memory that is given back as a whole
 */
#include <stdlib.h>

#include "bridge/arena.h"

enum { BLOCK = 1 << 16, ALIGNMENT = _Alignof(max_align_t) };

struct arena_block {
	struct arena_block *next;
	size_t size;
	_Alignas(max_align_t) char bytes[];
};

void arena_fini(struct arena *arena)
{
	struct arena_block *next;

	for (struct arena_block *block = arena->first; block; block = next) {
		next = block->next;
		free(block);
	}
	*arena = (struct arena){ 0 };
}

/* Goes on in the next block that has room. */
static struct arena_block *find_block(struct arena *arena, size_t len)
{
	struct arena_block **at =
		arena->now ? &arena->now->next : &arena->first;
	const size_t size = len > BLOCK ? len : BLOCK;

	while (*at && (*at)->size < len)
		at = &(*at)->next;
	if (!*at) {
		*at = malloc(sizeof(**at) + size);
		if (!*at)
			return NULL;
		**at = (struct arena_block){ .size = size };
	}
	arena->now = *at;
	arena->used = 0;
	return *at;
}

void *arena_take(struct arena *arena, size_t len)
{
	struct arena_block *block = arena->now;
	void *taken;

	len = (len + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
	if (!block || block->size - arena->used < len)
		block = find_block(arena, len);
	if (!block)
		return NULL;
	taken = block->bytes + arena->used;
	arena->used += len;
	return taken;
}

void arena_clear(struct arena *arena)
{
	arena->now = arena->first;
	arena->used = 0;
}
