/*
 * map.h - numbers by numbers, in a hash table that only grows
 */
#ifndef PXT_FORMAT_LITEOS_MAP_H
#define PXT_FORMAT_LITEOS_MAP_H

#include <stddef.h>
#include <stdint.h>

/* Zeroes at first. */
struct pxt_liteos_map {
	struct pxt_liteos_pair {
		uint64_t key;
		uint32_t value; /* 0: the place is free */
	} *pair;
	size_t room, count;
};

void pxt_liteos_map_fini(struct pxt_liteos_map *map);

/* Forget all. */
void pxt_liteos_map_clear(struct pxt_liteos_map *map);

/* The value of a key, which is made with a value of 0 if there is none: then
 * set it to another one before the next call. NULL: no memory. */
uint32_t *pxt_liteos_map_at(struct pxt_liteos_map *map, uint64_t key);

/* The value of a key; 0: there is none. */
uint32_t pxt_liteos_map_get(const struct pxt_liteos_map *map, uint64_t key);

#endif
