/*
 * event_cells.h - the columns of an event
 *
 * A value is made when its column is asked for: no description is decoded, no
 * symbol looked up, that no statement names.
 */
#ifndef QUERY_EVENT_CELLS_H
#define QUERY_EVENT_CELLS_H

#include "common/jsonl.h"
#include "event/comm.h"
#include "event/fields.h"
#include "event/labels.h"
#include "event/symbols.h"
#include "query/cell.h"
#include "query/schema.h"

/* Bytes of a text under construction. */
struct event_text {
	char *text;
	size_t len, room;
};

struct event_cells {
	struct source *source; /* borrowed */
	struct fields fields;
	struct labels labels;
	struct comm comm;
	struct symbols *symbols; /* made at the first request */
	struct jsonl json;
	struct out out; /* goes to made */
	struct event_text made, valid;
	int64_t base_ns; /* beginning of the trace */
	bool has_json;
	const struct posix_trace_item_np *item;
	bool is_decoded;
	uint64_t replaced; /* texts with bytes that are not UTF-8 */

	/* Places of the fields of a table's columns in the last layout. */
	const struct schema_table *mapped_table;
	const struct posix_trace_layout_np *mapped;
	int *place; /* index in the layout, or -1 */
	size_t place_room;
};

/* source: borrowed until fini. ENOMEM. */
int event_cells_init(struct event_cells *cells, struct source *source,
		     int64_t base_ns);
void event_cells_fini(struct event_cells *cells);

/* Sets the item whose columns are asked for; borrowed until the next. */
static inline void event_cells_set(struct event_cells *cells,
				   const struct posix_trace_item_np *item)
{
	cells->item = item;
	cells->is_decoded = false;
}

/* Decodes the fields of the item, unless they are. */
void event_cells_decode(struct event_cells *cells);

/* The number of an event's thread: one without belongs to its process. */
static inline pid_t event_cells_tid(const struct posix_trace_item_np *item)
{
	return item->tid ? item->tid : item->info.posix_pid;
}

/* The value of a column, borrowed until the next call. ENOMEM. */
int event_cells_get(struct event_cells *cells, enum event_column column,
		    struct cell *cell);

/* The value of a column of losses, whose item is one. ENOMEM. */
int event_cells_get_loss(struct event_cells *cells, int column,
			 struct cell *cell);

/* The value of a column of a described type's table. ENOMEM. */
int event_cells_get_typed(struct event_cells *cells,
			  const struct schema_table *table, size_t column,
			  struct cell *cell);

/* A value of the decoded item. ENOMEM. */
int event_cells_get_value(struct event_cells *cells,
			  const struct posix_trace_value_np *value,
			  enum schema_aspect aspect, struct cell *cell);

/* The object that the decoded event is about, as "mutex/jobs", or null. ENOMEM. */
int event_cells_get_object(struct event_cells *cells, struct cell *cell);

/* Bytes as a text: those that are no UTF-8 are replaced, and counted. ENOMEM. */
int event_cells_set_text(struct event_cells *cells, struct cell *cell,
			 const void *data, size_t len);

#endif
