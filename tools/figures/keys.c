/*
 * keys.c - a number for each key
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "figures/keys.h"

enum { ROOM_LEAST = 64 };

void keys_init(struct keys *keys, const struct key_seed *seed, uint32_t most,
	       size_t size)
{
	*keys = (struct keys){ .seed = *seed, .most = most, .size = size };
}

void keys_fini(struct keys *keys)
{
	free(keys->key);
	free(keys->slot);
	free(keys->record);
	keys_init(keys, &keys->seed, keys->most, keys->size);
}

/* There are twice as many slots as keys may be. */
static uint32_t *slot_of(const struct keys *keys, const struct key *key)
{
	uint64_t at = key_hash(&keys->seed, key);

	for (;; at++) {
		uint32_t *slot = &keys->slot[at & (2 * (uint64_t)keys->room - 1)];

		if (!*slot || key_is_same(&keys->key[*slot - 1], key))
			return slot;
	}
}

static int grow_arrays(struct keys *keys, uint32_t room)
{
	struct key *key = reallocarray(keys->key, room, sizeof(*key));
	char *record;

	if (key)
		keys->key = key;
	record = reallocarray(keys->record, room, keys->size);
	if (record)
		keys->record = record;
	return key && record ? 0 : ENOMEM;
}

static int grow(struct keys *keys)
{
	const uint32_t room = keys->room ? 2 * keys->room : ROOM_LEAST;
	uint32_t *slot;

	if (grow_arrays(keys, room))
		return ENOMEM;
	slot = calloc(2 * (size_t)room, sizeof(*slot));
	if (!slot)
		return ENOMEM;
	free(keys->slot);
	keys->slot = slot;
	keys->room = room;
	for (uint32_t i = 0; i < keys->count; i++)
		*slot_of(keys, &keys->key[i]) = i + 1;
	return 0;
}

static int add_key(struct keys *keys, const struct key *key, uint32_t *number)
{
	if (keys->count == keys->most) {
		keys->refused++;
		return 0;
	}
	if (keys->count == keys->room && grow(keys))
		return ENOMEM;
	*number = keys->count++;
	keys->key[*number] = *key;
	*slot_of(keys, key) = *number + 1;
	memset(keys_record(keys, *number), 0, keys->size);
	return 0;
}

int keys_find(struct keys *keys, const struct key *key, bool add,
	      uint32_t *number)
{
	const uint32_t *slot = keys->room ? slot_of(keys, key) : NULL;

	*number = KEYS_NONE;
	if (slot && *slot)
		*number = *slot - 1;
	else if (add)
		return add_key(keys, key, number);
	return 0;
}
