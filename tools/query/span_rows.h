/*
 * span_rows.h - rows of the table spans
 *
 * Spans are those of stat, found by its code. A row comes when its span ends;
 * those that do not end come last. Memory is bounded by the spans that are open
 * at a time.
 */
#ifndef QUERY_SPAN_ROWS_H
#define QUERY_SPAN_ROWS_H

#include "figures/pairs.h"
#include "query/event_cells.h"

enum { SPAN_CELLS = 12, SPAN_TEXTS = 5, SPAN_ROWS = 2 * PAIR_STEPS };

/* A side of a span. */
struct span_side {
	bool is_there;
	int64_t ns;
	pid_t pid, tid;
	struct cell event; /* owned */
};

struct span_row {
	uint32_t pair;
	struct span_side begin, end;
	struct cell key, object; /* owned */
	uint64_t number;	 /* different for each row */
};

struct span_rows {
	struct event_cells *cells; /* borrowed; its item is the present one */
	uint64_t event;		   /* number of the present event, or 0 */
	struct pairs *pairs;
	struct span_row *open; /* indexed by the number of the span */
	size_t open_room;

	/* Rows that are made, and those of them that were taken. */
	struct span_row made[SPAN_ROWS];
	unsigned count, taken;
	struct span_row row; /* the one taken last */
	size_t rest;	     /* after the end: the next open span */
	bool has_ended;
};

/* cells: borrowed until fini. ENOMEM; fini is required nevertheless. */
int span_rows_init(struct span_rows *rows, struct event_cells *cells);
void span_rows_fini(struct span_rows *rows);

/* Adds the item of cells, after all rows were taken; NULL cells->item: the end.
 * ENOMEM. */
int span_rows_add(struct span_rows *rows);
void span_rows_end(struct span_rows *rows);

/* Takes a row. False: none, before the next item. */
bool span_rows_take(struct span_rows *rows);

/* The name of the span of the row that was taken, and its columns. */
const char *span_rows_name(const struct span_rows *rows);
void span_rows_get(const struct span_rows *rows, int column, struct cell *cell);

#endif
