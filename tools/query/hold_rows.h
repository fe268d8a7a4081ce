/*
 * hold_rows.h - rows of the table holds: who had which object, and when
 *
 * Found by the code of stat's table of locks. A row comes when the object is
 * released, or when that can no longer be known; those that are still held come
 * last.
 */
#ifndef QUERY_HOLD_ROWS_H
#define QUERY_HOLD_ROWS_H

#include "figures/locks/locks.h"
#include "query/event_cells.h"

struct hold_row {
	bool is_open, is_new, has_end;
	uint32_t claim; /* number in struct locks */
	int64_t from_ns, to_ns;
	pid_t pid, tid;
	uint64_t cost; /* waiting of others: before the hold, then during it */
	char *object;  /* owned */
};

struct hold_rows {
	struct event_cells *cells; /* borrowed; its item is the present one */
	struct locks *locks;
	struct hold_row *open; /* indexed by claim */
	size_t open_room;
	struct hold_row *made;
	size_t count, taken, made_room;
	uint32_t *fresh; /* claims whose hold began with the present item */
	size_t fresh_count, fresh_room;
	struct hold_row row; /* the one taken last */
	size_t rest;	     /* after the end: the next open hold */
	bool has_ended;
	int error; /* error of the listener */
};

/* cells: borrowed until fini. ENOMEM; fini is required nevertheless. */
int hold_rows_init(struct hold_rows *rows, struct event_cells *cells);
void hold_rows_fini(struct hold_rows *rows);

/* Adds the item of cells, after all rows were taken. ENOMEM. */
int hold_rows_add(struct hold_rows *rows);
void hold_rows_end(struct hold_rows *rows);

/* Takes a row. False: none, before the next item. */
bool hold_rows_take(struct hold_rows *rows);
void hold_rows_get(const struct hold_rows *rows, int column, struct cell *cell);

#endif
