/*
 * heap.h - a priority queue
 *
 * An entry has a key and a number; among equal keys the lower number comes
 * first.
 */
#ifndef SOURCE_MERGE_HEAP_H
#define SOURCE_MERGE_HEAP_H

#include <stddef.h>
#include <stdint.h>

struct heap_entry {
	int64_t key;
	size_t number;
};

struct heap {
	struct heap_entry *entry; /* least entry first */
	size_t count, room;
};

/* Make room for so many entries, all told. ENOMEM. */
int heap_reserve(struct heap *heap, size_t room);
void heap_fini(struct heap *heap);

/* Adds an entry, for which there is room. */
void heap_add(struct heap *heap, int64_t key, size_t number);

/* Changes the key of the first entry; or removes it. There must be one. */
void heap_change_first(struct heap *heap, int64_t key);
void heap_remove_first(struct heap *heap);

#endif
