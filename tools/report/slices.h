/*
 * slices.h - spans and holds of a page
 *
 * They are written when they end; those that do not end, at the end of the
 * trace. A page with events has the numbers of the events at both ends, others
 * have times.
 */
#ifndef REPORT_SLICES_H
#define REPORT_SLICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bridge/bridge.h"
#include "report/parts.h"
#include "report/table.h"
#include "report/slice_tracks.h"

/* A slice that goes on. */
struct slice {
	bool goes_on;
	uint64_t event; /* number of the event that begins it */
	int64_t from_ns;
	uint32_t track, name, thread;
	uint32_t depth; /* of a span that nests */
};

/* The name of a span: "lock mutex/jobs", of which "lock" has so many bytes. */
struct slice_name {
	uint32_t text; /* number in the bridge's list */
	size_t span_len;
};

/* Numbers in order of appearance for texts of the bridge. */
struct slice_numbers {
	uint32_t *number; /* + 1, by text */
	size_t room;
};

struct slices {
	struct bridge *bridge; /* borrowed, as is parts */
	struct parts *parts;
	bool has_events;
	int64_t start_ns; /* zero point of times */
	struct slice_tracks tracks;
	struct texts lanes; /* names of lanes */
	struct slice_numbers of_name, of_object;
	struct slice_name *name;
	size_t names, names_room;
	uint32_t *object; /* texts of the bridge's list */
	size_t objects, objects_room;
	struct slice *span, *hold; /* by number of the span, or part */
	size_t spans, holds;	   /* room */
	struct report_table span_table, hold_table;
};

void slices_init(struct slices *slices, struct bridge *bridge,
		 struct parts *parts);
void slices_fini(struct slices *slices);

/* Decides what the ends are. ENOMEM. */
int slices_begin(struct slices *slices, bool has_events, int64_t start_ns);

/* Meets the present item of the bridge. event: the number of the event.
 * ENOMEM. */
int slices_meet(struct slices *slices, uint64_t event);

/* Writes all that is left. ENOMEM. */
int slices_end(struct slices *slices);

#endif
