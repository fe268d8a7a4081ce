/*
 * array.h - an array that grows
 *
 * Its owner has the pointer, zero at first, and for how many elements there is
 * room; the owner counts and frees them.
 */
#ifndef PXT_BASE_ARRAY_H
#define PXT_BASE_ARRAY_H

#include <stddef.h>

int pxt_array_grow(void *array, size_t *room, size_t wanted, size_t size);

/* Make room for `wanted` elements of `size` bytes in the array whose pointer is
 * at `array`. Elements may move. ENOMEM: it is as it was. */
static inline int pxt_array_reserve(void *array, size_t *room, size_t wanted,
				    size_t size)
{
	return wanted <= *room ? 0 : pxt_array_grow(array, room, wanted, size);
}

#endif
