/* array.c - an array that grows */
#include "base/array.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	FIRST_BYTES = 512,
	FIRST_ELEMENTS = 8, /* first size of an array */
};

static size_t next_room(size_t room, size_t size)
{
	if (room)
		return 2 * room;
	return size > FIRST_BYTES / FIRST_ELEMENTS ? FIRST_ELEMENTS :
						     FIRST_BYTES / size;
}

int pxt_array_grow(void *array, size_t *room, size_t wanted, size_t size)
{
	const size_t next = next_room(*room, size);
	const size_t grown = next < wanted ? wanted : next;
	struct {
		void *before, *after;
	} elements;

	/* The pointer may be of any type: an assignment would violate aliasing
	 * rules. */
	memcpy(&elements.before, array, sizeof(elements.before));
	elements.after = reallocarray(elements.before, grown, size);
	if (!elements.after)
		return ENOMEM;
	memcpy(array, &elements.after, sizeof(elements.after));
	*room = grown;
	return 0;
}

int pxt_array_grow_zeroed(void *array, size_t *room, size_t wanted, size_t size)
{
	const size_t before = *room;
	char *elements;

	if (pxt_array_grow(array, room, wanted, size))
		return ENOMEM;
	memcpy(&elements, array, sizeof(elements));
	memset(elements + before * size, 0, (*room - before) * size);
	return 0;
}
