/*
 * event_walk.c - rows of events, of a described type's table, and of losses
 */
#include <string.h>

#include "query/row_walk.h"

struct event_walk {
	struct row_walk walk;
	bool chooses;		     /* not all types are wanted */
	uint8_t type[LABELS_EVENTS]; /* verdicts */
	bool is_counted;	     /* number of the first event is known */
	uint64_t before; /* events before the first one that was read */
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
	events->is_counted = !bounds->has_from;
	events->before = 0;
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

/* Numbers are those of all selected events, so that a row has one number in
 * whichever way it is found. Within a window those before have to be
 * counted. */
static int get_event_number(struct row_walk *walk, uint64_t *number)
{
	struct event_walk *events = event_walk_of(walk);
	int err = 0;

	if (!events->is_counted)
		err = query_count_before(walk->query, walk->bounds.from_ns,
					 &events->before);
	events->is_counted |= !err;
	*number = events->before + walk->reader->number;
	return err;
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

const struct row_walk_class row_walk_losses = {
	.size = sizeof(struct row_walk),
	.begin = begin_losses,
	.next = next_loss,
	.get = get_loss,
};
