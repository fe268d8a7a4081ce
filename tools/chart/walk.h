/*
 * walk.h - the items of a time, as they fill cells
 *
 * A walk goes on by small steps, so that keys are answered meanwhile. Spans, and
 * who has an object, are found by the code of `stat'. A walk that begins in the
 * middle of a trace takes what goes on there from cells that were filled before
 * (they have the depths), or else finds it out by the ends that it meets.
 */
#ifndef CHART_WALK_H
#define CHART_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "bridge/nesting.h"
#include "chart/cells.h"
#include "chart/strips.h"
#include "event/fields.h"
#include "figures/locks/locks.h"
#include "figures/pairs.h"
#include "select/selection.h"

/* The state of a strip in a walk. */
struct walk_strip {
	unsigned depth;
	unsigned inherited; /* open since before the walk */
	uint32_t inherited_label;
	uint32_t label;
	int64_t since_ns;
};

/* A span that has begun. */
struct walk_span {
	uint32_t strip, label;
	bool is_nested; /* in other spans of its thread */
};

/* Hears of each item that is selected. */
typedef void walk_listener(void *context,
			   const struct posix_trace_item_np *item);

struct walk {
	struct selection *selection; /* borrowed */
	struct strips *strips;	     /* borrowed */
	struct cells *cells;	     /* borrowed */
	struct fields fields;
	struct pairs pairs;
	struct locks locks;
	struct nesting nesting;
	bool counts_system; /* system events are counted */
	struct walk_strip *strip;
	size_t strip_room;
	struct walk_span *open; /* spans by number */
	size_t open_room;
	uint32_t *object; /* strips of objects by number, + 1 */
	size_t object_room;
	int64_t from_ns; /* beginning */
	bool knows_past; /* spans that were open there are known */
	bool is_done;
	bool rolls;		 /* the cells scroll to later items */
	walk_listener *listener; /* NULL: nobody */
	void *listening;
	int error; /* error of a listener */
	const struct posix_trace_item_np *item;
	uint32_t thread; /* strip of the item */
	int64_t ns;
};

/* Prepares a walk of the items of a selection that has begun; they are added to
 * strips, and to cells. */
int walk_init(struct walk *walk, struct selection *selection,
	      struct strips *strips, struct cells *cells);
void walk_fini(struct walk *walk);

/* Begins anew where the selection is. past: cells with this time, or NULL.
 * knows_past: all that goes on then is in it, or begins here. ENOMEM. */
int walk_begin(struct walk *walk, int64_t from_ns, const struct cells *past,
	       bool knows_past);

/* Adds items for about so many nanoseconds, as far as the cells go. *is_waiting:
 * the trace has no more, now. */
int walk_step(struct walk *walk, int64_t budget_ns, bool *is_waiting);

/* Adds what goes on on all strips, up to a time before which all is known; the
 * second one ends the walk there, or at the end of the cells. */
int walk_settle(struct walk *walk, int64_t ns);
int walk_finish(struct walk *walk, int64_t ns);

#endif
