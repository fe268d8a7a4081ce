/*
 * row_batch.h - rows of a table that wait to be inserted
 *
 * Values are copied, except for lasting texts.
 */
#ifndef QUERY_ROW_BATCH_H
#define QUERY_ROW_BATCH_H

#include <sqlite3.h>

#include "query/cell.h"

/* A value; one with a place in the batch's texts has an offset there. */
struct row_batch_cell {
	uint8_t kind; /* enum cell_kind */
	bool is_copied;
	union {
		int64_t integer;
		double real;
		const void *lasting;
		size_t copied;
	} as;
	size_t len;
};

struct row_batch {
	size_t table; /* number of the table, for its owner */
	struct row_batch_cell *cell;
	size_t count, room; /* cells */
	char *text;
	size_t text_len, text_room;
};

/* Appends a value. ENOMEM. */
int row_batch_add(struct row_batch *batch, const struct cell *cell);

/* True if rows should be inserted before more come. */
bool row_batch_is_full(const struct row_batch *batch);

/* Gives a value to SQLite as the result of a function; it stays borrowed until
 * the batch changes. */
void row_batch_result(const struct row_batch *batch, size_t cell,
		      sqlite3_context *context);
void row_batch_clear(struct row_batch *batch);
void row_batch_fini(struct row_batch *batch);

#endif
