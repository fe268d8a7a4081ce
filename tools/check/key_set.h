/*
 * key_set.h - which keys have been seen
 *
 * Numbers are often close to each other: 64 that follow one another share a slot,
 * with a bit each. Other keys have a slot of their own. A map of base/map.h, with a
 * value and a copy of each key, takes twice the memory.
 *
 * The slots of many keys are far from the processor. So the latest keys wait for
 * theirs, which is fetched meanwhile; and a key is often asked for while it waits.
 */
#ifndef CHECK_KEY_SET_H
#define CHECK_KEY_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figures/key.h"

/* Slots that are found by a hash. */
struct key_table {
	struct key *slot; /* the first word is 0: it is free */
	size_t slots; /* a power of two, at least twice those in use; or 0 */
	size_t used;
};

enum { KEY_SET_LATEST = 16 };

struct key_set {
	const struct key_seed *seed; /* borrowed */
	struct key_table blocks, others;
	uint32_t count, most;		   /* keys in slots */
	struct key latest[KEY_SET_LATEST]; /* keys on their way to a slot */
	uint32_t waiting, oldest; /* their number, and the next to go */
};

void key_set_init(struct key_set *set, const struct key_seed *seed,
		  uint32_t most);
void key_set_fini(struct key_set *set);

/* Adds a key, unless there are as many as may be. ENOMEM. */
int key_set_add(struct key_set *set, const struct key *key);
bool key_set_has(const struct key_set *set, const struct key *key);
uint32_t key_set_count(const struct key_set *set);

/* True if further keys are not added. */
bool key_set_is_full(const struct key_set *set);

#endif
