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

static int add_key(struct keys *keys, const struct key *key, uint32_t *number)
{
	size_t *value;

	if (keys->count == keys->most) {
		keys->refused++;
		return 0;
	}
	if (pxt_array_reserve(&keys->record, &keys->room, keys->count + 1,
			      keys->size))
		return ENOMEM;
	value = pxt_map_at(&keys->numbers, key, sizeof(*key));
	if (!value)
		return ENOMEM;
	*number = keys->count++;
	*value = keys->count;
	memset(keys_record(keys, *number), 0, keys->size);
	return 0;
}

int keys_find(struct keys *keys, const struct key *key, bool add,
	      uint32_t *number)
{
	const size_t value = pxt_map_get(&keys->numbers, key, sizeof(*key));

	*number = value ? (uint32_t)value - 1 : KEYS_NONE;
	return value || !add ? 0 : add_key(keys, key, number);
}
