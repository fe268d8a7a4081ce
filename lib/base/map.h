/*
 * map.h - a map from keys to numbers that only grows
 *
 * Keys are bytes of any length, which the map copies. Each map has a secret, so
 * that hostile keys cannot be made to collide, and found keys have been
 * compared.
 */
#ifndef PXT_BASE_MAP_H
#define PXT_BASE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct pxt_map_slot {
	uint64_t hash;
	size_t value; /* 0: slot is free */
	uint32_t at;  /* offset of the key in keys */
	uint32_t len;
};

/* Zero at first. */
struct pxt_map {
	struct pxt_map_slot *slot;
	size_t slots; /* a power of two, at least twice the number of keys */
	size_t count;
	uint8_t *keys; /* all keys in a row */
	size_t keys_len, keys_room;
	uint64_t secret[2];
};

void pxt_map_fini(struct pxt_map *map);

/* Removes all keys. */
void pxt_map_clear(struct pxt_map *map);

/* Returns the value of a key, adding it with value 0, which the caller then has
 * to change before the next call. NULL: no memory. */
size_t *pxt_map_at(struct pxt_map *map, const void *key, size_t len);

/* Returns the value of a key; 0: none. */
size_t pxt_map_get(const struct pxt_map *map, const void *key, size_t len);

/* Same for numeric keys. */
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
