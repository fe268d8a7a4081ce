/*
 * row_walk.c - rows of a table, one after the other
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/stamp.h"
#include "query/row_walk.h"

static const struct row_walk_class *const classes[SCHEMA_KINDS] = {
	[SCHEMA_EVENTS] = &row_walk_events,
	[SCHEMA_TYPED] = &row_walk_events,
	[SCHEMA_SPANS] = &row_walk_spans,
	[SCHEMA_HOLDS] = &row_walk_holds,
	[SCHEMA_LOSSES] = &row_walk_losses,
	[SCHEMA_THREADS] = &row_walk_census,
	[SCHEMA_PROCESSES] = &row_walk_census,
	[SCHEMA_OBJECTS] = &row_walk_census,
	[SCHEMA_TYPES] = &row_walk_census,
	[SCHEMA_LOGS] = &row_walk_census,
	[SCHEMA_DAMAGE] = &row_walk_damage,
};

int row_walk_open(struct query *query, const struct schema_table *table,
		  struct row_walk **opened)
{
	const struct row_walk_class *class = classes[table->kind];
	struct row_walk *walk = calloc(1, class->size);
	int err;

	if (!walk)
		return ENOMEM;
	walk->class = class;
	walk->query = query;
	walk->table = table;
	err = reader_take(query, &walk->reader);
	if (!err && class->open)
		err = class->open(walk);
	if (err) {
		row_walk_close(walk);
		return err;
	}
	*opened = walk;
	return 0;
}

void row_walk_close(struct row_walk *walk)
{
	if (!walk)
		return;
	if (walk->class->close)
		walk->class->close(walk);
	reader_give(walk->reader);
	bounds_fini(&walk->bounds);
	free(walk);
}

static int note_error(struct row_walk *walk, int err)
{
	if (err && !*walk->query->why)
		snprintf(walk->query->why, sizeof(walk->query->why), "%s: %s",
			 walk->reader->source->name, strerror(err));
	return err;
}

int row_walk_begin(struct row_walk *walk)
{
	*walk->query->why = '\0';
	walk->number = 0;
	walk->is_counted = false;
	walk->before = 0;
	walk->is_over = walk->bounds.is_empty;
	return walk->is_over ? 0 : note_error(walk, walk->class->begin(walk));
}

int row_walk_next(struct row_walk *walk)
{
	walk->number++;
	return note_error(walk, walk->class->next(walk));
}

int row_walk_get(struct row_walk *walk, size_t column, struct cell *cell)
{
	cell->is_lasting = false;
	return walk->class->get(walk, column, cell);
}

int row_walk_get_number(struct row_walk *walk, uint64_t *number)
{
	*number = walk->number + 1;
	return walk->class->get_number ? walk->class->get_number(walk, number) :
					 0;
}

int row_walk_number(struct row_walk *walk, uint64_t *number)
{
	int err = 0;

	if (!walk->is_counted && walk->bounds.has_from)
		err = query_count_before(walk->query, walk->bounds.from_ns,
					 &walk->before);
	walk->is_counted |= !err;
	*number += walk->before;
	return err;
}

static bool allows(const struct bounds *bounds,
		   const struct posix_trace_item_np *item)
{
	const pid_t pid = item->info.posix_pid;

	/* Null is equal to nothing. */
	if (bounds->pid.is_given && (!pid || !bounds_allow(&bounds->pid, pid)))
		return false;
	if (bounds->tid.is_given) {
		const pid_t tid = item->kind == POSIX_TRACE_ITEM_EVENT_NP ?
					  event_cells_tid(item) :
					  item->tid;

		if (!tid || !bounds_allow(&bounds->tid, tid))
			return false;
	}
	return bounds_allow(&bounds->origin, item->origin);
}

int row_walk_read(struct row_walk *walk, bool *is_within)
{
	const struct bounds *bounds = &walk->bounds;
	const struct posix_trace_item_np *item = &walk->reader->item;
	int64_t ns;
	int err;

	if (walk->query->is_interrupted)
		return EINTR;
	err = reader_next(walk->reader, &walk->is_over);
	if (err || walk->is_over)
		return err;
	*is_within = allows(bounds, item);
	if (!bounds->has_to && !bounds->has_from)
		return 0;
	ns = stamp_ns(&item->info.posix_timestamp);
	if (bounds->has_to && ns > bounds->to_ns)
		walk->is_over = true;
	*is_within &= !bounds->has_from || ns >= bounds->from_ns;
	return 0;
}
