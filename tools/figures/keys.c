/*
 * keys.c - a number for each key
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "figures/keys.h"

void keys_init(struct keys *keys, uint32_t most, size_t size)
{
	*keys = (struct keys){ .most = most, .size = size };
}

void keys_fini(struct keys *keys)
{
	pxt_map_fini(&keys->numbers);
	free(keys->record);
	keys_init(keys, keys->most, keys->size);
}

/* Looks for a key and adds it in one go. */
static int find_or_add(struct keys *keys, const struct key *key,
		       uint32_t *number)
{
	size_t *value;

	if (pxt_array_reserve(&keys->record, &keys->room, keys->count + 1,
			      keys->size))
		return ENOMEM;
	value = pxt_map_at(&keys->numbers, key, sizeof(*key));
	if (!value)
		return ENOMEM;
	if (*value) {
		*number = (uint32_t)*value - 1;
		return 0;
	}
	*number = keys->count++;
	*value = keys->count;
	memset(keys_record(keys, *number), 0, keys->size);
	return 0;
}

int keys_find(struct keys *keys, const struct key *key, bool add,
	      uint32_t *number)
{
	size_t value;

	if (add && keys->count < keys->most)
		return find_or_add(keys, key, number);
	value = pxt_map_get(&keys->numbers, key, sizeof(*key));
	*number = value ? (uint32_t)value - 1 : KEYS_NONE;
	keys->refused += add && !value;
	return 0;
}
