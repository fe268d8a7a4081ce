/* map.c - a map from keys to numbers that only grows */
#include "base/map.h"

#include <endian.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/array.h"

enum { FIRST_SLOTS = 64 };

/* The hash: SipHash-1-3 of Aumasson and Bernstein */

struct sip {
	uint64_t v0, v1, v2, v3;
};

static uint64_t rotate(uint64_t word, unsigned bits)
{
	return word << bits | word >> (64 - bits);
}

static void mix(struct sip *sip)
{
	sip->v0 += sip->v1;
	sip->v1 = rotate(sip->v1, 13) ^ sip->v0;
	sip->v0 = rotate(sip->v0, 32);
	sip->v2 += sip->v3;
	sip->v3 = rotate(sip->v3, 16) ^ sip->v2;
	sip->v0 += sip->v3;
	sip->v3 = rotate(sip->v3, 21) ^ sip->v0;
	sip->v2 += sip->v1;
	sip->v1 = rotate(sip->v1, 17) ^ sip->v2;
	sip->v2 = rotate(sip->v2, 32);
}

static void add_word(struct sip *sip, uint64_t word)
{
	sip->v3 ^= word;
	mix(sip);
	sip->v0 ^= word;
}

static uint64_t word_at(const uint8_t *at, size_t len)
{
	uint64_t word = 0;

	if (len)
		memcpy(&word, at, len);
	return le64toh(word);
}

static uint64_t hash_of(const uint64_t secret[2], const uint8_t *key,
			size_t len)
{
	struct sip sip = {
		secret[0] ^ UINT64_C(0x736f6d6570736575),
		secret[1] ^ UINT64_C(0x646f72616e646f6d),
		secret[0] ^ UINT64_C(0x6c7967656e657261),
		secret[1] ^ UINT64_C(0x7465646279746573),
	};
	const size_t whole = len & ~(size_t)7;

	for (size_t at = 0; at < whole; at += 8)
		add_word(&sip, word_at(key + at, 8));
	add_word(&sip, (uint64_t)len << 56 | word_at(key + whole, len - whole));
	sip.v2 ^= 0xff;
	for (int i = 0; i < 3; i++)
		mix(&sip);
	return sip.v0 ^ sip.v1 ^ sip.v2 ^ sip.v3;
}

/* Odd numbers serve as a secret if there is no random source. */
static void find_secret(uint64_t secret[2])
{
	if (getrandom(secret, 2 * sizeof(*secret), GRND_NONBLOCK) !=
	    2 * (ssize_t)sizeof(*secret)) {
		secret[0] = UINT64_C(0x9e3779b97f4a7c15);
		secret[1] = UINT64_C(0xc2b2ae3d27d4eb4f);
	}
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

static bool is_same(const struct pxt_map *map, const struct pxt_map_slot *slot,
		    uint64_t hash, const void *key, size_t len)
{
	return slot->hash == hash && slot->len == len &&
	       (!len || !memcmp(map->keys + slot->at, key, len));
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
