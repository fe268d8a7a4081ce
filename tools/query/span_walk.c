/*
 * span_walk.c - rows of spans and of holds, as the events make them
 */
#include <string.h>

#include "common/stamp.h"
#include "query/hold_rows.h"
#include "query/span_rows.h"
#include "query/row_walk.h"

struct span_walk {
	struct row_walk walk;
	struct span_rows rows;
};

struct hold_walk {
	struct row_walk walk;
	struct hold_rows rows;
};

/* Spans */

static struct span_rows *spans_of(struct row_walk *walk)
{
	return &((struct span_walk *)walk)->rows;
}

static int open_spans(struct row_walk *walk)
{
	return span_rows_init(spans_of(walk), &walk->reader->cells);
}

static void close_spans(struct row_walk *walk)
{
	if (spans_of(walk)->cells)
		span_rows_fini(spans_of(walk));
}

static bool wants_span(const struct row_walk *walk,
		       const struct span_rows *rows)
{
	const char *name = span_rows_name(rows);
	const struct bounds *bounds = &walk->bounds;

	return bounds_allow_name(bounds, name, strlen(name)) &&
	       (!bounds->has_end || !rows->row.end.is_there ||
		rows->row.end.ns <= bounds->end_ns);
}

/* Behind the last end that is wanted all rows come that have none. */
static int read_span_item(struct row_walk *walk, bool *is_end)
{
	const struct bounds *bounds = &walk->bounds;
	bool ignored;
	int err;

	err = row_walk_read(walk, &ignored);
	if (err)
		return err;
	*is_end = walk->is_over;
	if (!*is_end && bounds->has_end)
		*is_end = stamp_ns(&walk->reader->item.info.posix_timestamp) >
			  bounds->end_ns;
	walk->is_over = false;
	return 0;
}

static int next_span(struct row_walk *walk)
{
	struct span_rows *rows = spans_of(walk);
	bool is_end = false;
	int err;

	for (;;) {
		while (span_rows_take(rows))
			if (wants_span(walk, rows))
				return 0;
		if (rows->has_ended) {
			walk->is_over = true;
			return 0;
		}
		err = read_span_item(walk, &is_end);
		rows->event = walk->reader->number;
		if (!err && is_end)
			span_rows_end(rows);
		else if (!err)
			err = span_rows_add(rows);
		if (err)
			return err;
	}
}

/* A beginning after a time is paired with no event before it: reading may begin
 * there. An upper bound of beginnings does not bound the ends. */
static int begin_spans(struct row_walk *walk)
{
	int err;

	walk->bounds.has_to = false;
	span_rows_fini(spans_of(walk));
	err = span_rows_init(spans_of(walk), &walk->reader->cells);
	if (!err)
		err = reader_begin(walk->reader, walk->bounds.has_from,
				   walk->bounds.from_ns);
	return err ? err : next_span(walk);
}

static int get_span(struct row_walk *walk, size_t column, struct cell *cell)
{
	span_rows_get(spans_of(walk), walk->table->column[column].which, cell);
	return 0;
}

/* An event may end a span and begin another one. */
static int get_span_number(struct row_walk *walk, uint64_t *number)
{
	uint64_t before = 0;
	const int err = row_walk_number(walk, &before);

	*number = spans_of(walk)->row.number + 2 * before;
	return err;
}

const struct row_walk_class row_walk_spans = {
	.size = sizeof(struct span_walk),
	.open = open_spans,
	.begin = begin_spans,
	.next = next_span,
	.get = get_span,
	.get_number = get_span_number,
	.close = close_spans,
};

/* Holds */

static struct hold_rows *holds_of(struct row_walk *walk)
{
	return &((struct hold_walk *)walk)->rows;
}

static int open_holds(struct row_walk *walk)
{
	return hold_rows_init(holds_of(walk), &walk->reader->cells);
}

static void close_holds(struct row_walk *walk)
{
	if (holds_of(walk)->cells)
		hold_rows_fini(holds_of(walk));
}

static int next_hold(struct row_walk *walk)
{
	struct hold_rows *rows = holds_of(walk);
	bool ignored;
	int err;

	for (;;) {
		if (hold_rows_take(rows))
			return 0;
		if (rows->has_ended) {
			walk->is_over = true;
			return 0;
		}
		err = row_walk_read(walk, &ignored);
		if (!err && walk->is_over)
			hold_rows_end(rows);
		else if (!err)
			err = hold_rows_add(rows);
		walk->is_over = false;
		if (err)
			return err;
	}
}

static int begin_holds(struct row_walk *walk)
{
	int err;

	hold_rows_fini(holds_of(walk));
	err = hold_rows_init(holds_of(walk), &walk->reader->cells);
	if (!err)
		err = reader_begin(walk->reader, false, 0);
	return err ? err : next_hold(walk);
}

static int get_hold(struct row_walk *walk, size_t column, struct cell *cell)
{
	hold_rows_get(holds_of(walk), walk->table->column[column].which, cell);
	return 0;
}

const struct row_walk_class row_walk_holds = {
	.size = sizeof(struct hold_walk),
	.open = open_holds,
	.begin = begin_holds,
	.next = next_hold,
	.get = get_hold,
	.close = close_holds,
};
