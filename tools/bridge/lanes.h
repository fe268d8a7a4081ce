/*
 * lanes.h - lanes for what overlaps
 *
 * Spans of one name in a process that are connected by a key overlap each
 * other, as do those who hold an object. Each gets the lowest lane of their set
 * that is free, until its end: so there are as many lanes as were open at once.
 */
#ifndef BRIDGE_LANES_H
#define BRIDGE_LANES_H

#include <stdint.h>

#include "base/map.h"

/* The owner of a set of lanes, without holes. */
struct lanes_key {
	uint32_t kind;
	uint32_t owner;
	uint64_t name;
};

struct lane_set {
	uint32_t *lane;	 /* number, by place in the set */
	uint64_t *taken; /* a bit each */
	size_t full;	 /* least number of full words at the beginning */
	size_t lanes, room, words;
};

struct lane {
	uint32_t set, place;
};

/* Zero at first. */
struct lanes {
	struct pxt_map keys; /* sets + 1 */
	struct lane_set *set;
	struct lane *lane;
	size_t sets, set_room;
	size_t count, room; /* lanes of all sets */
};

void lanes_fini(struct lanes *lanes);

/* Takes the lowest free lane: its number among those of all sets, which count
 * from 0; a new one is lanes->count - 1. ENOMEM. */
int lanes_take(struct lanes *lanes, const struct lanes_key *key,
	       uint32_t *lane);

void lanes_give(struct lanes *lanes, uint32_t lane);

#endif
