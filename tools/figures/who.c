/*
 * who.c - numbers of threads, processes and event types
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "figures/who.h"

/* The bytes of a struct are a key: no hole is in it. */
_Static_assert(sizeof(struct who) == 4 * sizeof(unsigned) + sizeof(int64_t),
	       "a struct who has no holes");

void whos_init(struct whos *whos, uint32_t most)
{
	*whos = (struct whos){ .most = most };
}

void whos_fini(struct whos *whos)
{
	pxt_map_fini(&whos->numbers);
	free(whos->who);
	whos_init(whos, whos->most);
}

static int add(struct whos *whos, const struct who *who)
{
	size_t *value;

	if (pxt_array_reserve(&whos->who, &whos->room, whos->count + 1,
			      sizeof(*whos->who)))
		return ENOMEM;
	if (whos->count + 1 == whos->most) {
		whos->who[whos->count++] = (struct who){ 0 };
		return 0;
	}
	value = pxt_map_at(&whos->numbers, who, sizeof(*who));
	if (!value)
		return ENOMEM;
	whos->who[whos->count++] = *who;
	*value = whos->count;
	return 0;
}

int whos_find(struct whos *whos, const struct who *who, uint32_t *number)
{
	const size_t value = pxt_map_get(&whos->numbers, who, sizeof(*who));
	int err = 0;

	if (!value && whos->count < whos->most)
		err = add(whos, who);
	*number = value ? (uint32_t)value - 1 : whos->count - 1;
	return err;
}

int whos_reserve(const struct whos *whos, void *rows, size_t *room, size_t size)
{
	const size_t before = *room;
	char *row;

	if (pxt_array_reserve(rows, room, whos->count, size))
		return ENOMEM;
	memcpy(&row, rows, sizeof(row));
	memset(row + before * size, 0, (*room - before) * size);
	return 0;
}
