/*
 * counters.h - the counters of a page, value by value
 */
#ifndef REPORT_COUNTERS_H
#define REPORT_COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bridge/bridge.h"
#include "report/packed_blocks.h"
#include "report/table.h"

/* A counter of a process: its name is a text of the bridge. */
struct counter {
	uint32_t process, name;
};

struct counters {
	struct bridge *bridge; /* borrowed, as is blocks */
	struct packed_blocks *blocks;
	bool has_events;
	int64_t start_ns;
	struct pxt_map numbers; /* + 1 */
	struct counter *counter;
	char **unit; /* units, by counter */
	size_t count, room, units_room;
	struct report_table table;
};

void counters_init(struct counters *counters, struct bridge *bridge,
		   struct packed_blocks *blocks);
void counters_fini(struct counters *counters);

/* The calls are made as those of bars are. ENOMEM. */
int counters_begin(struct counters *counters, bool has_events,
		   int64_t start_ns);
int counters_meet(struct counters *counters, uint64_t event);
int counters_end(struct counters *counters);

#endif
