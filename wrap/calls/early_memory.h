/*
 * early_memory.h - memory for dlsym() while the allocator is being found
 *
 * dlsym() may allocate while it looks up the malloc() behind ours. That happens
 * once and takes little: this module provides it. The memory is zeroed, and
 * never reused.
 */
#ifndef WRAP_CALLS_EARLY_MEMORY_H
#define WRAP_CALLS_EARLY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wrap/calls/visibility.h"

enum { WRAP_EARLY_MEMORY_ROOM = 16384 };

extern WRAP_OWN char wrap_early_memory_room[WRAP_EARLY_MEMORY_ROOM];

/* align: a power of two. NULL: no memory is left. */
void *wrap_early_memory_alloc(size_t align, size_t size);

/* Upper bound of the block's size: some of it may belong to another block. */
size_t wrap_early_memory_size(const void *memory);

static inline bool wrap_early_memory_has(const void *memory)
{
	return (uintptr_t)memory - (uintptr_t)wrap_early_memory_room <
	       WRAP_EARLY_MEMORY_ROOM;
}

#endif
