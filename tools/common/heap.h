/*
 * heap.h - which of many comes first
 *
 * Each has a key and a number; of two with the same key the lower number comes
 * first.
 */
#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>
#include <stdint.h>

struct heap_entry {
	int64_t key;
	size_t number;
};

struct heap {
	struct heap_entry *entry; /* the first one is the least */
	size_t count, room;
};

/* Make room for so many entries, all told. ENOMEM. */
int heap_reserve(struct heap *heap, size_t room);
void heap_fini(struct heap *heap);

/* Add one that there is room for. */
void heap_add(struct heap *heap, int64_t key, size_t number);

/* Give the first one another key; or remove it. There is one. */
void heap_change_first(struct heap *heap, int64_t key);
void heap_remove_first(struct heap *heap);

#endif
