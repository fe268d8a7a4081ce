/*
 * fleet_facts.h - facts about the logs of a fleet: hosts, programs, clocks
 */
#ifndef INFO_FLEET_FACTS_H
#define INFO_FLEET_FACTS_H

#include <stdbool.h>

#include "source/fleet/fleet_set.h"

/* The logs of a program on a host. */
struct fleet_program {
	const char *host, *program; /* borrowed from the set */
	size_t logs, growing, damaged;
	uint64_t events, lost;
	bool has_times;
	int64_t first_ns, last_ns; /* on the time line */
};

struct fleet_facts {
	const char *name;	     /* name that the user gave; borrowed */
	const struct fleet_set *set; /* borrowed */
	struct fleet_program *program;
	size_t programs, room;
	size_t hosts;
	size_t *clock_logs; /* logs of each clock */
	struct fleet_program total;
};

/* ENOMEM. */
int fleet_facts_gather(struct fleet_facts *facts, const char *name,
		       const struct fleet_set *set);
void fleet_facts_fini(struct fleet_facts *facts);

/* The way in which the offset of a clock was found, in words. */
const char *fleet_facts_way(enum clock_way way);

void fleet_facts_print(const struct fleet_facts *facts, bool all, bool utc);

/* An error number. */
int fleet_facts_print_json(const struct fleet_facts *facts);

#endif
