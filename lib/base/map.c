/* map.c - a map from keys to numbers that only grows */
#include "base/map.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/array.h"

enum { FIRST_SLOTS = 64 };

/* The hash: products of 128 bits, folded, as in wyhash. Whoever does not know the
 * secret cannot find keys that meet, and it is short enough to be asked for
 * several times an event. */

static uint64_t fold(uint64_t a, uint64_t b)
{
	const unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t word_at(const uint8_t *at, size_t len)
{
	uint64_t word = 0;

	if (len)
		memcpy(&word, at, len);
	return word;
}

static uint64_t hash_of(const uint64_t secret[2], const uint8_t *key,
			size_t len)
{
	uint64_t hash = secret[0] ^ len;

	for (; len >= 8; key += 8, len -= 8)
		hash = fold(hash ^ word_at(key, 8), secret[1]) + secret[0];
	if (len)
		hash = fold(hash ^ word_at(key, len), secret[1]);
	return fold(hash, secret[0]);
}

static void find_secret(uint64_t secret[2])
{
	if (getrandom(secret, 2 * sizeof(*secret), GRND_NONBLOCK) !=
	    2 * (ssize_t)sizeof(*secret)) {
		secret[0] = UINT64_C(0x9e3779b97f4a7c15);
		secret[1] = UINT64_C(0xc2b2ae3d27d4eb4f);
	}
	/* A product by an odd number loses nothing. */
	secret[0] |= 1;
	secret[1] |= 1;
}

/* The table */

void pxt_map_fini(struct pxt_map *map)
{
	free(map->slot);
	free(map->keys);
	*map = (struct pxt_map){ 0 };
}

/* Clearing takes no longer than filling did: a large table with few entries is
 * allocated anew. */
void pxt_map_clear(struct pxt_map *map)
{
	if (8 * map->count < map->slots)
		pxt_map_fini(map);
	else if (map->slots)
		memset(map->slot, 0, map->slots * sizeof(*map->slot));
	map->count = map->keys_len = 0;
}

/* Most keys are numbers, for which a call is longer than the comparison. */
static bool are_equal(const uint8_t *a, const uint8_t *b, size_t len)
{
	return len == 8 ? word_at(a, 8) == word_at(b, 8) :
			  !len || !memcmp(a, b, len);
}

static bool is_same(const struct pxt_map *map, const struct pxt_map_slot *slot,
		    uint64_t hash, const void *key, size_t len)
{
	return slot->hash == hash && slot->len == len &&
	       are_equal(map->keys + slot->at, key, len);
}

/* Returns the slot of the key, or the free one for it. */
static struct pxt_map_slot *find(const struct pxt_map *map, uint64_t hash,
				 const void *key, size_t len)
{
	for (size_t at = hash;; at++) {
		struct pxt_map_slot *slot = &map->slot[at & (map->slots - 1)];

		if (!slot->value || is_same(map, slot, hash, key, len))
			return slot;
	}
}

static bool grow(struct pxt_map *map)
{
	const struct pxt_map old = *map;

	map->slots = old.slots ? 2 * old.slots : FIRST_SLOTS;
	map->slot = calloc(map->slots, sizeof(*map->slot));
	if (!map->slot) {
		*map = old;
		return false;
	}
	if (!old.slots)
		find_secret(map->secret);
	for (size_t i = 0; i < old.slots; i++) {
		const struct pxt_map_slot *slot = &old.slot[i];

		if (slot->value)
			*find(map, slot->hash, map->keys + slot->at,
			      slot->len) = *slot;
	}
	free(old.slot);
	return true;
}

static bool add(struct pxt_map *map, struct pxt_map_slot *slot, uint64_t hash,
		const void *key, size_t len)
{
	if (len > UINT32_MAX - map->keys_len ||
	    pxt_array_reserve(&map->keys, &map->keys_room, map->keys_len + len,
			      1))
		return false;
	*slot = (struct pxt_map_slot){
		.hash = hash,
		.at = (uint32_t)map->keys_len,
		.len = (uint32_t)len,
	};
	if (len)
		memcpy(map->keys + map->keys_len, key, len);
	map->keys_len += len;
	map->count++;
	return true;
}

size_t *pxt_map_at(struct pxt_map *map, const void *key, size_t len)
{
	struct pxt_map_slot *slot;
	uint64_t hash;

	if (2 * (map->count + 1) > map->slots && !grow(map))
		return NULL;
	hash = hash_of(map->secret, key, len);
	slot = find(map, hash, key, len);
	if (!slot->value && !add(map, slot, hash, key, len))
		return NULL;
	return &slot->value;
}

size_t pxt_map_get(const struct pxt_map *map, const void *key, size_t len)
{
	return map->slots ? find(map, hash_of(map->secret, key, len), key, len)
				    ->value :
			    0;
}
