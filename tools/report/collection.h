/*
 * collection.h - what a page has of a trace
 */
#ifndef REPORT_COLLECTION_H
#define REPORT_COLLECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bridge/bridge.h"
#include "report/counters.h"
#include "report/event_types.h"
#include "report/losses.h"
#include "report/packed_blocks.h"
#include "report/places.h"
#include "report/settings.h"
#include "report/bars.h"
#include "report/words.h"

struct collection {
	const struct report_settings *wanted; /* borrowed */
	struct bridge bridge;
	struct packed_blocks blocks;
	struct report_words words;
	struct figures *figures;
	struct bars bars;
	struct counters counters;
	struct losses losses;
	struct event_types types;
	struct report_places places;
	struct report_table log;
	uint64_t surveyed;   /* events in the survey */
	uint64_t events;     /* events so far */
	uint64_t *of_thread; /* the same, by thread */
	size_t threads_room;
	bool has_events; /* events are written */
	bool has_items;
	bool is_of_own_time;	   /* the time of the day is unknown */
	int64_t first_ns, last_ns; /* times of all items */
	int64_t event_ns;	   /* time of the last event */
	int64_t gap_from, gap_to;  /* longest time between two events */
};

/* out: for the blocks; borrowed until fini, as is export. ENOMEM, ENOTSUP. */
int collection_init(struct collection *collection, struct pxt_export *export,
		    struct out *out);
void collection_fini(struct collection *collection);

/* Contracts of the exporter's survey(), and put(). */
int collection_survey(struct collection *collection,
		      const struct posix_trace_item_np *item);
int collection_put(struct collection *collection,
		   const struct posix_trace_item_np *item);

/* Writes the blocks that are left. ENOMEM. */
int collection_end(struct collection *collection);

#endif
