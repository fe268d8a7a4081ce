/*
 * waits.h - events that wait for another one
 *
 * The number is limited: beyond, the one that has waited longest is given up. A
 * waiting event has an owner, a number of its own, a key, and a value for the
 * caller.
 *
 * The table is no map of base/map.h, which only grows: here a key goes when its event
 * is taken, and long traces have more keys than fit into memory.
 */
#ifndef WAITS_H
#define WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/key.h"

enum {
	WAITS_MOST = 1 << 20, /* 64 MiB when full */
	WAITS_NOBODY = UINT32_MAX,
};

struct wait {
	struct key key;
	int64_t ns; /* time of its beginning */
	uint64_t whose;
	uint32_t owner;
	uint32_t next;	       /* next in the bucket, or free */
	uint32_t older, newer; /* list of all waiting */
};

struct waits {
	struct key_seed seed;
	struct wait *wait; /* elements, counted from 1 */
	uint32_t *bucket;  /* first element, by key */
	size_t room;	   /* ROOM_LEAST times a power of two */
	uint32_t used, most;
	uint32_t latest; /* element put or taken last */
	uint32_t free;	 /* list of free elements */
	uint32_t oldest, newest;
};

/* most: a power of two, at least 64. */
void waits_init(struct waits *waits, const struct key_seed *seed,
		uint32_t most);
void waits_fini(struct waits *waits);

/* Adds a waiting event. *gave_up: owner of the one that was given up, whose
 * element the new one has, or WAITS_NOBODY. ENOMEM. */
int waits_put(struct waits *waits, uint32_t owner, const struct key *key,
	      int64_t ns, uint64_t whose, uint32_t *gave_up);

/* Copies the latest one with that key, which goes on. False: none. */
bool waits_find(const struct waits *waits, uint32_t owner,
		const struct key *key, struct wait *found);

/* Removes the latest one with that key. False: none. */
bool waits_take(struct waits *waits, uint32_t owner, const struct key *key,
		int64_t *ns);

/* Visits all waiting events, oldest first. */
typedef void waits_visit(uint32_t owner, int64_t ns, uint64_t whose,
			 void *argument);
void waits_for_each(const struct waits *waits, waits_visit *visit,
		    void *argument);

#endif
