/*
 * early.h - memory for who looks for the allocator
 *
 * dlsym(), when it is asked for the malloc() behind ours, may allocate. That is
 * little, happens once, and is here. It is all zero, and never used again.
 */
#ifndef WRAP_EARLY_H
#define WRAP_EARLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WRAP_EARLY_ROOM = 16384 };

extern char wrap_early_room[WRAP_EARLY_ROOM];

/* align: a power of two. NULL: there is no more. */
void *wrap_early_alloc(size_t align, size_t size);

/* How much there is at most: some may be another's. */
size_t wrap_early_size(const void *memory);

static inline bool wrap_early_has(const void *memory)
{
	return (uintptr_t)memory - (uintptr_t)wrap_early_room <
	       WRAP_EARLY_ROOM;
}

#endif
