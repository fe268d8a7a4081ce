/*
 * event_walk.c - rows of events, of a described type's table, and of losses
 */
#include <string.h>

#include "common/digest.h"
#include "common/stamp.h"
#include "query/row_walk.h"

struct event_walk {
	struct row_walk walk;
	bool chooses;		     /* not all types are wanted */
	uint8_t type[LABELS_EVENTS]; /* verdicts */
};

enum { UNKNOWN, WANTED, UNWANTED };

static struct event_walk *event_walk_of(struct row_walk *walk)
{
	return (struct event_walk *)walk;
}

static bool judge(struct event_walk *events, struct label name)
{
	const char *event = events->walk.table->event;

	if (event &&
	    (strlen(event) != name.len || memcmp(event, name.text, name.len)))
		return false;
	return bounds_allow_name(&events->walk.bounds, name.text, name.len);
}

/* A type without a name so far may get one. */
static bool wants_type(struct event_walk *events, trace_event_id_t type)
{
	struct labels *labels = &events->walk.reader->cells.labels;
	struct label name;
	bool is_wanted;

	if (type < LABELS_EVENTS && events->type[type])
		return events->type[type] == WANTED;
	name = labels_event(labels, type);
	is_wanted = judge(events, name);
	if (name.text != labels->unnamed)
		events->type[type] = is_wanted ? WANTED : UNWANTED;
	return is_wanted;
}

static int next_event(struct row_walk *walk)
{
	struct event_walk *events = event_walk_of(walk);
	const struct posix_trace_item_np *item = &walk->reader->item;
	bool is_within = false;
	int err;

	do
		err = row_walk_read(walk, &is_within);
	while (!err && !walk->is_over &&
	       (!is_within || item->kind != POSIX_TRACE_ITEM_EVENT_NP ||
		(events->chooses &&
		 !wants_type(events, item->info.posix_event_id))));
	return err;
}

static int begin_events(struct row_walk *walk)
{
	struct event_walk *events = event_walk_of(walk);
	const struct bounds *bounds = &walk->bounds;
	int err;

	events->chooses = walk->table->event || bounds->has_names;
	memset(events->type, UNKNOWN, sizeof(events->type));
	err = reader_begin(walk->reader, bounds->has_from, bounds->from_ns);
	return err ? err : next_event(walk);
}

static int get_event(struct row_walk *walk, size_t column, struct cell *cell)
{
	const struct schema_column *its = &walk->table->column[column];
	struct event_cells *cells = &walk->reader->cells;

	return its->aspect ?
		       event_cells_get_typed(cells, walk->table, column, cell) :
		       event_cells_get(cells, (enum event_column)its->which,
				       cell);
}

static int get_event_number(struct row_walk *walk, uint64_t *number)
{
	*number = walk->reader->number;
	return row_walk_number(walk, number);
}

const struct row_walk_class row_walk_events = {
	.size = sizeof(struct event_walk),
	.begin = begin_events,
	.next = next_event,
	.get = get_event,
	.get_number = get_event_number,
};

/* Losses */

static int next_loss(struct row_walk *walk)
{
	bool is_within = false;
	int err;

	do
		err = row_walk_read(walk, &is_within);
	while (!err && !walk->is_over &&
	       (!is_within ||
		walk->reader->item.kind != POSIX_TRACE_ITEM_LOSS_NP));
	return err;
}

/* Losses come in the order of their ends: seeking finds the first that ends at
 * a time, and any later one may have begun by then. */
static int begin_losses(struct row_walk *walk)
{
	int err;

	walk->bounds.has_to = false;
	err = reader_begin(walk->reader, walk->bounds.has_from,
			   walk->bounds.from_ns);
	return err ? err : next_loss(walk);
}

static int get_loss(struct row_walk *walk, size_t column, struct cell *cell)
{
	return event_cells_get_loss(&walk->reader->cells,
				    walk->table->column[column].which, cell);
}

/* Losses are not counted: a window begins with any of them. They are told apart
 * by what they are. */
static int get_loss_number(struct row_walk *walk, uint64_t *number)
{
	const struct posix_trace_item_np *item = &walk->reader->item;
	struct digest digest;

	digest_begin(&digest);
	digest_add_number(&digest, stamp_ns(&item->info.posix_timestamp));
	digest_add_number(&digest, stamp_ns(&item->lost_end));
	digest_add_number(&digest, (int64_t)item->lost);
	digest_add_number(&digest, item->info.posix_pid);
	digest_add_number(&digest, item->tid);
	digest_add_number(&digest, item->origin);
	digest_add(&digest, item->data, item->data_len);
	*number = digest.half[0];
	return 0;
}

const struct row_walk_class row_walk_losses = {
	.size = sizeof(struct row_walk),
	.begin = begin_losses,
	.next = next_loss,
	.get = get_loss,
	.get_number = get_loss_number,
};
