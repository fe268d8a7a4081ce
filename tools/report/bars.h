/*
 * bars.h - spans and holds of a page
 *
 * They are written when they end; those that do not end, at the end of the
 * trace. A page with events has the numbers of the events at both ends, others
 * have times.
 */
#ifndef REPORT_BARS_H
#define REPORT_BARS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bridge/bridge.h"
#include "report/packed_blocks.h"
#include "report/table.h"
#include "report/bar_tracks.h"

/* A bar that goes on. */
struct bar {
	bool goes_on;
	uint64_t event; /* number of the event that begins it */
	int64_t from_ns;
	uint32_t track, name, thread;
	uint32_t depth; /* depth of a span that nests */
};

/* The name of a span: "lock mutex/jobs", of which "lock" has so many bytes. */
struct bar_name {
	uint32_t text; /* number in the bridge's list */
	size_t span_len;
};

/* Numbers in order of appearance for texts of the bridge. */
struct bar_numbers {
	uint32_t *number; /* numbers + 1, by text */
	size_t room;
};

struct bars {
	struct bridge *bridge; /* borrowed, as is blocks */
	struct packed_blocks *blocks;
	bool has_events;
	int64_t start_ns; /* zero point of times */
	struct bar_tracks tracks;
	struct texts lanes; /* names of lanes */
	struct bar_numbers of_name, of_object;
	struct bar_name *name;
	size_t names, names_room;
	uint32_t *object; /* texts of the bridge's list */
	size_t objects, objects_room;
	struct bar *span, *hold; /* indexed by number of the span, or claim */
	size_t spans, holds;	 /* room */
	struct report_table span_table, hold_table;
};

void bars_init(struct bars *bars, struct bridge *bridge,
	       struct packed_blocks *blocks);
void bars_fini(struct bars *bars);

/* Decides what the ends are. ENOMEM. */
int bars_begin(struct bars *bars, bool has_events, int64_t start_ns);

/* Meets the present item of the bridge. event: the number of the event.
 * ENOMEM. */
int bars_meet(struct bars *bars, uint64_t event);

/* Writes all that is left. ENOMEM. */
int bars_end(struct bars *bars);

#endif
