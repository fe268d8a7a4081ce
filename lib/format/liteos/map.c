/* map.c - numbers by numbers, in a hash table that only grows */
#include "format/liteos/map.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 }; /* a power of two */

void pxt_liteos_map_fini(struct pxt_liteos_map *map)
{
	free(map->pair);
	*map = (struct pxt_liteos_map){ 0 };
}

/* It takes no longer than filling it did: a large one that has few is begun
 * anew. */
void pxt_liteos_map_clear(struct pxt_liteos_map *map)
{
	if (8 * map->count < map->room)
		pxt_liteos_map_fini(map);
	else if (map->room)
		memset(map->pair, 0, map->room * sizeof(*map->pair));
	map->count = 0;
}

static struct pxt_liteos_pair *find(const struct pxt_liteos_map *map,
				    uint64_t key)
{
	uint64_t at = key * 0x9e3779b97f4a7c15ULL;

	for (at ^= at >> 32;; at++) {
		struct pxt_liteos_pair *pair =
			&map->pair[at & (map->room - 1)];

		if (!pair->value || pair->key == key)
			return pair;
	}
}

static int grow(struct pxt_liteos_map *map)
{
	const struct pxt_liteos_map old = *map;

	map->room = old.room ? 2 * old.room : FIRST_ROOM;
	map->pair = calloc(map->room, sizeof(*map->pair));
	if (!map->pair) {
		*map = old;
		return -1;
	}
	for (size_t i = 0; i < old.room; i++)
		if (old.pair[i].value)
			*find(map, old.pair[i].key) = old.pair[i];
	free(old.pair);
	return 0;
}

uint32_t *pxt_liteos_map_at(struct pxt_liteos_map *map, uint64_t key)
{
	struct pxt_liteos_pair *pair;

	if (2 * (map->count + 1) > map->room && grow(map))
		return NULL;
	pair = find(map, key);
	if (!pair->value) {
		pair->key = key;
		map->count++;
	}
	return &pair->value;
}

uint32_t pxt_liteos_map_get(const struct pxt_liteos_map *map, uint64_t key)
{
	return map->room ? find(map, key)->value : 0;
}
