/*
 * linker_blocks.h - blocks of the dynamic linker that the C library frees
 *
 * Allocations of the dynamic linker are nobody's events, and neither are their
 * ends; but it leaves the texts of dlerror() to the C library to free. The
 * table is of fixed size: a block that finds no room has an event when it ends.
 * These functions do not allocate or wait.
 */
#ifndef WRAP_MEMORY_LINKER_BLOCKS_H
#define WRAP_MEMORY_LINKER_BLOCKS_H

#include <stdbool.h>

/* Adds a block that the dynamic linker has allocated. */
void wrap_linker_blocks_add(const void *block);

/* Removes a block that is about to be freed. True if it was the dynamic
 * linker's. */
bool wrap_linker_blocks_remove(const void *block);

#endif
