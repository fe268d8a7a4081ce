/*
 * waits.h - events that wait for another one
 *
 * So many wait at most: then the one that has waited longest gives up. What
 * waits has an owner, a number of its own, a key, and who it is of, which is the
 * caller's to know.
 */
#ifndef WAITS_H
#define WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "figures/key.h"

enum {
	WAITS_MOST = 1 << 20, /* 64 MiB, if as many wait */
	WAITS_NOBODY = UINT32_MAX,
};

struct wait {
	struct key key;
	int64_t ns; /* since when */
	uint64_t whose;
	uint32_t owner;
	uint32_t next;	       /* of the same bucket, or free */
	uint32_t older, newer; /* of all that wait */
};

struct waits {
	struct key_seed seed;
	struct wait *wait; /* places, counted from 1 */
	uint32_t *bucket;  /* places, by key */
	size_t room;	   /* ROOM_LEAST times a power of two */
	uint32_t used, most;
	uint32_t free;	   /* places that were used before */
	uint32_t oldest, newest;
};

/* most: a power of two, 64 at least. */
void waits_init(struct waits *waits, const struct key_seed *seed,
		uint32_t most);
void waits_fini(struct waits *waits);

/* Have one wait. *gave_up: whose waits no longer, or WAITS_NOBODY. ENOMEM. */
int waits_put(struct waits *waits, uint32_t owner, const struct key *key,
	      int64_t ns, uint64_t whose, uint32_t *gave_up);

/* Take the one with that key away that has come last. False: there is none. */
bool waits_take(struct waits *waits, uint32_t owner, const struct key *key,
		int64_t *ns);

/* Visit all that wait, the one that came first before the others. */
typedef void waits_visit(uint32_t owner, int64_t ns, uint64_t whose,
			 void *argument);
void waits_for_each(const struct waits *waits, waits_visit *visit,
		    void *argument);

#endif
