/*
 * heap.c - a priority queue
 */
#include <stdbool.h>
#include <stdlib.h>

#include "base/array.h"
#include "source/merge/heap.h"

int heap_reserve(struct heap *heap, size_t room)
{
	return pxt_array_reserve(&heap->entry, &heap->room, room,
				 sizeof(*heap->entry));
}

void heap_fini(struct heap *heap)
{
	free(heap->entry);
	*heap = (struct heap){ 0 };
}

static bool is_less(const struct heap_entry *a, const struct heap_entry *b)
{
	return a->key != b->key ? a->key < b->key : a->number < b->number;
}

void heap_add(struct heap *heap, int64_t key, size_t number)
{
	const struct heap_entry added = { key, number };
	size_t at = heap->count++;

	while (at) {
		const size_t parent = (at - 1) / 2;

		if (!is_less(&added, &heap->entry[parent]))
			break;
		heap->entry[at] = heap->entry[parent];
		at = parent;
	}
	heap->entry[at] = added;
}

static void sift_down(struct heap *heap, struct heap_entry entry)
{
	size_t at = 0;

	for (;;) {
		size_t child = 2 * at + 1;

		if (child >= heap->count)
			break;
		if (child + 1 < heap->count &&
		    is_less(&heap->entry[child + 1], &heap->entry[child]))
			child++;
		if (!is_less(&heap->entry[child], &entry))
			break;
		heap->entry[at] = heap->entry[child];
		at = child;
	}
	heap->entry[at] = entry;
}

void heap_change_first(struct heap *heap, int64_t key)
{
	sift_down(heap, (struct heap_entry){ key, heap->entry[0].number });
}

void heap_remove_first(struct heap *heap)
{
	heap->count--;
	if (heap->count)
		sift_down(heap, heap->entry[heap->count]);
}
