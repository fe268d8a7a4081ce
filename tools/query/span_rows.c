/*
 * span_rows.c - rows of the table spans
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "common/stamp.h"
#include "query/span_rows.h"

int span_rows_init(struct span_rows *rows, struct event_cells *cells)
{
	memset(rows, 0, sizeof(*rows));
	rows->cells = cells;
	rows->pairs = malloc(sizeof(*rows->pairs));
	return rows->pairs ? pairs_init(rows->pairs, &cells->fields,
					&cells->labels, NULL, 0) :
			     ENOMEM;
}

static void free_row(struct span_row *row)
{
	cell_fini(&row->begin.event);
	cell_fini(&row->end.event);
	cell_fini(&row->key);
	cell_fini(&row->object);
	memset(row, 0, sizeof(*row));
}

void span_rows_fini(struct span_rows *rows)
{
	if (rows->pairs)
		pairs_fini(rows->pairs);
	free(rows->pairs);
	for (size_t i = 0; i < rows->open_room; i++)
		free_row(&rows->open[i]);
	for (unsigned i = rows->taken; i < rows->count; i++)
		free_row(&rows->made[i]);
	free_row(&rows->row);
	free(rows->open);
}

/* Making rows */

static int set_side(struct span_rows *rows, struct span_side *side)
{
	const struct posix_trace_item_np *item = rows->cells->item;
	struct cell name;

	event_cells_get(rows->cells, EVENT_NAME, &name);
	side->is_there = true;
	side->ns = stamp_ns(&item->info.posix_timestamp);
	side->pid = item->info.posix_pid;
	side->tid = event_cells_tid(item);
	return cell_copy(&side->event, &name);
}

/* The key and the object of the present event. */
static int set_entity(struct span_rows *rows, const struct pair_step *step,
		      struct span_row *row)
{
	const struct posix_trace_value_np *key =
		step->is_keyed ? fields_key(&rows->cells->fields) : NULL;
	struct cell cell = { .kind = CELL_NULL };
	int err = 0;

	if (key)
		err = event_cells_get_value(rows->cells, key, ASPECT_VALUE,
					    &cell);
	if (!err)
		err = cell_copy(&row->key, &cell);
	if (!err)
		err = event_cells_get_object(rows->cells, &cell);
	return err ? err : cell_copy(&row->object, &cell);
}

static void make_row(struct span_rows *rows, struct span_row *row)
{
	rows->made[rows->count++] = *row;
	memset(row, 0, sizeof(*row));
}

static int begin_span(struct span_rows *rows, const struct pair_step *step)
{
	struct span_row *row;
	int err;

	if (pxt_array_reserve_zeroed(&rows->open, &rows->open_room,
				     (size_t)step->open + 1, sizeof(*row)))
		return ENOMEM;
	row = &rows->open[step->open];
	if (step->gave_up && row->begin.is_there)
		make_row(rows, row);
	free_row(row);
	row->pair = step->pair;
	row->number = 2 * rows->event;
	err = set_side(rows, &row->begin);
	return err ? err : set_entity(rows, step, row);
}

static int end_span(struct span_rows *rows, const struct pair_step *step)
{
	struct span_row *row = &rows->open[step->open];
	const int err = set_side(rows, &row->end);

	make_row(rows, row);
	return err;
}

static int end_unbegun(struct span_rows *rows, const struct pair_step *step)
{
	struct span_row row = {
		.pair = step->pair,
		.number = 2 * rows->event + 1,
	};
	int err;

	err = set_side(rows, &row.end);
	if (!err)
		err = set_entity(rows, step, &row);
	make_row(rows, &row);
	return err;
}

/* An end that needs no beginning, and had none, is no span; and spans replace no
 * other. */
static int do_step(struct span_rows *rows, const struct pair_step *step)
{
	switch (step->act) {
	case PAIR_BEGINS:
		return begin_span(rows, step);
	case PAIR_ENDS:
		return end_span(rows, step);
	case PAIR_UNMATCHED:
		return end_unbegun(rows, step);
	case PAIR_AT_ONCE:
	case PAIR_REPLACED:
		break;
	}
	return 0;
}

int span_rows_add(struct span_rows *rows)
{
	const struct posix_trace_item_np *item = rows->cells->item;
	const trace_event_id_t type = item->info.posix_event_id;
	const struct posix_trace_layout_np *layout;
	bool is_wanted = false;
	int err;

	rows->count = rows->taken = 0;
	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP)
		return 0;
	layout = fields_layout(&rows->cells->fields, type);
	err = layout ? pairs_want(rows->pairs, type, layout, &is_wanted) : 0;
	if (err || !is_wanted)
		return err;
	event_cells_decode(rows->cells);
	rows->pairs->steps = 0;
	err = pairs_add(rows->pairs, item);
	for (unsigned i = 0; i < rows->pairs->steps && !err; i++)
		err = do_step(rows, &rows->pairs->step[i]);
	return err;
}

void span_rows_end(struct span_rows *rows)
{
	rows->has_ended = true;
}

/* Taking rows */

static bool take_made(struct span_rows *rows)
{
	if (rows->taken == rows->count)
		return false;
	rows->row = rows->made[rows->taken];
	memset(&rows->made[rows->taken++], 0, sizeof(rows->row));
	return true;
}

static bool take_unended(struct span_rows *rows)
{
	while (rows->has_ended && rows->rest < rows->open_room) {
		struct span_row *row = &rows->open[rows->rest++];

		if (!row->begin.is_there)
			continue;
		rows->row = *row;
		memset(row, 0, sizeof(*row));
		return true;
	}
	return false;
}

bool span_rows_take(struct span_rows *rows)
{
	free_row(&rows->row);
	return take_made(rows) || take_unended(rows);
}

const char *span_rows_name(const struct span_rows *rows)
{
	return rows->pairs->pair[rows->row.pair].span;
}

/* Clocks of two machines differ a little. */
static int64_t duration(const struct span_row *row)
{
	return row->end.ns > row->begin.ns ? row->end.ns - row->begin.ns : 0;
}

static void get_side(const struct span_side *side, int64_t number,
		     struct cell *cell)
{
	if (side->is_there && number)
		cell_set_integer(cell, number);
}

void span_rows_get(const struct span_rows *rows, int column, struct cell *cell)
{
	const struct span_row *row = &rows->row;
	const struct span_side *begin = &row->begin, *end = &row->end;
	const char *name = span_rows_name(rows);

	cell->kind = CELL_NULL;
	switch (column) {
	case 0:
		event_cells_set_text(rows->cells, cell, name, strlen(name));
		break;
	case 1:
		*cell = row->key;
		break;
	case 2:
		if (begin->is_there)
			cell_set_integer(cell, begin->ns);
		break;
	case 3:
		if (begin->is_there && end->is_there)
			cell_set_integer(cell, duration(row));
		break;
	case 4:
		if (end->is_there)
			cell_set_integer(cell, end->ns);
		break;
	case 5:
		get_side(begin, begin->pid, cell);
		break;
	case 6:
		get_side(begin, begin->tid, cell);
		break;
	case 7:
		get_side(end, end->pid, cell);
		break;
	case 8:
		get_side(end, end->tid, cell);
		break;
	case 9:
		*cell = row->object;
		break;
	case 10:
		*cell = begin->event;
		break;
	case 11:
		*cell = end->event;
		break;
	}
}
