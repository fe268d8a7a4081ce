/*
 * map.h - numbers by keys, in a hash table that only grows
 *
 * A key is bytes of any length, of which the map has a copy. Each map has a
 * secret, so that nobody who writes the keys can make them meet in one place,
 * and a key that is found was compared.
 */
#ifndef PXT_BASE_MAP_H
#define PXT_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct pxt_map_slot {
	uint64_t hash;
	size_t value; /* 0: the slot is free */
	uint32_t at;  /* of the key, in keys */
	uint32_t len;
};

/* Zeroes at first. */
struct pxt_map {
	struct pxt_map_slot *slot;
	size_t slots; /* a power of two, twice as many as keys at least */
	size_t count;
	uint8_t *keys; /* one behind the other */
	size_t keys_len, keys_room;
	uint64_t secret[2];
};

void pxt_map_fini(struct pxt_map *map);

/* Forget all keys. */
void pxt_map_clear(struct pxt_map *map);

/* The value of a key, which is made with a value of 0 if there is none: then
 * set it to another one before the next call. NULL: no memory. */
size_t *pxt_map_at(struct pxt_map *map, const void *key, size_t len);

/* The value of a key; 0: there is none. */
size_t pxt_map_get(const struct pxt_map *map, const void *key, size_t len);

/* The same of keys that are numbers. */
static inline size_t *pxt_map_at_number(struct pxt_map *map, uint64_t number)
{
	return pxt_map_at(map, &number, sizeof(number));
}

static inline size_t pxt_map_get_number(const struct pxt_map *map,
					uint64_t number)
{
	return pxt_map_get(map, &number, sizeof(number));
}

#endif
