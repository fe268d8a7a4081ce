/*
 * row_walk.h - rows of a table, one after the other
 *
 * A walk is a cursor: it begins, as often as a statement wants, within bounds,
 * and stands at a row until it is at its end. Functions return error numbers,
 * with a reason in query->why.
 */
#ifndef QUERY_ROW_WALK_H
#define QUERY_ROW_WALK_H

#include "query/plan.h"

struct row_walk;

struct row_walk_class {
	size_t size; /* size of a struct that begins with struct row_walk */
	/* Prepares; what it left is undone by end. NULL: nothing to do. */
	int (*open)(struct row_walk *walk);
	int (*begin)(struct row_walk *walk);
	int (*next)(struct row_walk *walk);
	int (*get)(struct row_walk *walk, size_t column, struct cell *cell);
	/* A row has one number within all bounds, as SQLite tells by it which
	 * rows it has found already. NULL: bounds leave out no row, and it is
	 * that in this walk. */
	int (*get_number)(struct row_walk *walk, uint64_t *number);
	void (*close)(struct row_walk *walk);
};

struct row_walk {
	const struct row_walk_class *class;
	struct query *query;		  /* borrowed */
	const struct schema_table *table; /* borrowed */
	struct reader *reader;		  /* NULL: needs none */
	struct bounds bounds;
	bool is_over;
	uint64_t number; /* rows so far */
	bool is_counted; /* before is known */
	uint64_t before; /* events before the first one that was read */
};

/* Opens a walk over a table. */
int row_walk_open(struct query *query, const struct schema_table *table,
		  struct row_walk **walk);
void row_walk_close(struct row_walk *walk);

/* Begins at the first row within walk->bounds. */
int row_walk_begin(struct row_walk *walk);
int row_walk_next(struct row_walk *walk);

int row_walk_get(struct row_walk *walk, size_t column, struct cell *cell);
int row_walk_get_number(struct row_walk *walk, uint64_t *number);

/* Reads the next item, and tells whether it is within the bounds of time, and
 * of processes and threads. EINTR: the query was interrupted. */
int row_walk_read(struct row_walk *walk, bool *is_within);

/* Adds the events before the first one that was read to the number of an event
 * within the walk: an event has one number in whichever way it is found. */
int row_walk_number(struct row_walk *walk, uint64_t *number);

extern const struct row_walk_class row_walk_events, row_walk_losses,
	row_walk_spans, row_walk_holds, row_walk_census, row_walk_damage;

#endif
