/*
 * relations.h - rules about events of one key: which come before, and which
 * never between others
 */
#ifndef CHECK_RELATIONS_H
#define CHECK_RELATIONS_H

#include "check/key_set.h"
#include "check/position.h"
#include "check/rule.h"
#include "figures/key_place.h"
#include "figures/waits.h"

enum { RELATIONS_KEYS = 1 << 20 }; /* limit of a rule */

struct relations {
	struct position *position; /* borrowed */
	struct key_seed seed;
	struct waits open;    /* open intervals of rules */
	struct key_set *seen; /* keys of first events, by rule */
	size_t rules;
};

/* rules: their number. ENOMEM. */
int relations_init(struct relations *relations, struct position *position,
		   size_t rules);
void relations_fini(struct relations *relations);

/* Adds the present event, which is of a term of a rule with that number.
 * ENOMEM. */
int relations_add(struct relations *relations, struct rule *rule,
		  uint32_t number, unsigned term,
		  const struct key_place *place);

#endif
