/*
 * lanes.c - lanes for what overlaps
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "bridge/lanes.h"

enum { BITS = 64 };

_Static_assert(sizeof(struct lanes_key) ==
		       2 * sizeof(uint32_t) + sizeof(uint64_t),
	       "a struct lanes_key has no holes");

void lanes_fini(struct lanes *lanes)
{
	for (size_t i = 0; i < lanes->sets; i++) {
		free(lanes->set[i].lane);
		free(lanes->set[i].taken);
	}
	free(lanes->set);
	free(lanes->lane);
	pxt_map_fini(&lanes->keys);
	*lanes = (struct lanes){ 0 };
}

static struct lane_set *find_set(struct lanes *lanes,
				 const struct lanes_key *key)
{
	const size_t number = pxt_map_get(&lanes->keys, key, sizeof(*key));
	size_t *value;

	if (number)
		return &lanes->set[number - 1];
	if (pxt_array_reserve(&lanes->set, &lanes->set_room, lanes->sets + 1,
			      sizeof(*lanes->set)))
		return NULL;
	value = pxt_map_at(&lanes->keys, key, sizeof(*key));
	if (!value)
		return NULL;
	lanes->set[lanes->sets] = (struct lane_set){ 0 };
	*value = ++lanes->sets;
	return &lanes->set[lanes->sets - 1];
}

/* Returns set->lanes or more if none is free. */
static size_t find_free(struct lane_set *set)
{
	while (set->full < set->lanes / BITS && !~set->taken[set->full])
		set->full++;
	if (set->full * BITS == set->lanes)
		return set->lanes;
	return set->full * BITS +
	       (size_t)__builtin_ctzll(~set->taken[set->full]);
}

static int add_lane(struct lanes *lanes, struct lane_set *set)
{
	if (pxt_array_reserve(&set->lane, &set->room, set->lanes + 1,
			      sizeof(*set->lane)) ||
	    pxt_array_reserve(&set->taken, &set->words, set->lanes / BITS + 1,
			      sizeof(*set->taken)) ||
	    pxt_array_reserve(&lanes->lane, &lanes->room, lanes->count + 1,
			      sizeof(*lanes->lane)))
		return ENOMEM;
	if (set->lanes % BITS == 0)
		set->taken[set->lanes / BITS] = 0;
	lanes->lane[lanes->count] = (struct lane){
		.set = (uint32_t)(set - lanes->set),
		.place = (uint32_t)set->lanes,
	};
	set->lane[set->lanes++] = (uint32_t)lanes->count++;
	return 0;
}

int lanes_take(struct lanes *lanes, const struct lanes_key *key, uint32_t *lane)
{
	struct lane_set *set = find_set(lanes, key);
	size_t place;

	if (!set)
		return ENOMEM;
	place = find_free(set);
	if (place >= set->lanes) {
		place = set->lanes;
		if (add_lane(lanes, set))
			return ENOMEM;
	}
	set->taken[place / BITS] |= 1ULL << place % BITS;
	*lane = set->lane[place];
	return 0;
}

void lanes_give(struct lanes *lanes, uint32_t lane)
{
	const struct lane *given = &lanes->lane[lane];
	struct lane_set *set = &lanes->set[given->set];
	const size_t word = given->place / BITS;

	set->taken[word] &= ~(1ULL << given->place % BITS);
	if (word < set->full)
		set->full = word;
}
