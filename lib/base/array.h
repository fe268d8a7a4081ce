/*
 * array.h - an array that grows
 *
 * Its owner has the pointer, NULL at first, and the number of elements that
 * have room; the owner counts and frees them.
 */
#ifndef PXT_BASE_ARRAY_H
#define PXT_BASE_ARRAY_H

#include <stddef.h>

int pxt_array_grow(void *array, size_t *room, size_t wanted, size_t size);

/* Makes room for `wanted` elements of `size` bytes in the array whose pointer
 * is at `array`. Elements may move. ENOMEM: nothing changes. */
static inline int pxt_array_reserve(void *array, size_t *room, size_t wanted,
				    size_t size)
{
	return wanted <= *room ? 0 : pxt_array_grow(array, room, wanted, size);
}

int pxt_array_grow_zeroed(void *array, size_t *room, size_t wanted,
			  size_t size);

/* Same for elements that are zero at first, all those that have room. */
static inline int pxt_array_reserve_zeroed(void *array, size_t *room,
					   size_t wanted, size_t size)
{
	return wanted <= *room ?
		       0 :
		       pxt_array_grow_zeroed(array, room, wanted, size);
}

#endif
