/*
 * view_table.h - one item of a trace is one row of a table
 *
 * As CSV (RFC 4180) and TSV a line with the names of the columns stands first.
 * As text the columns are aligned, and there is none.
 *
 * Data is as it is in a line of text, with controls and backslashes escaped:
 * no cell has a line feed or a tab.
 */
#ifndef VIEW_TABLE_H
#define VIEW_TABLE_H

#include <trace_np.h>

#include "columns.h"
#include "comm.h"
#include "labels.h"
#include "out.h"
#include "payload.h"
#include "stamp.h"

enum table_form { TABLE_TEXT, TABLE_CSV, TABLE_TSV };

struct table_style {
	enum table_form form;
	enum stamp_form time;
	struct payload_style payload;
	struct columns columns; /* none: those of the form */
};

/* A cell while it is put: long ones go to out piece by piece. */
struct table_cell {
	struct out text;
	struct out *out;
	enum table_form form;
	size_t passed; /* bytes that went to out */
};

struct table {
	struct table_style style;
	struct stamp stamp;
	struct labels labels;
	struct comm comm;
	struct table_cell cell;
	size_t width[COLUMNS_MAX];
	char host[65];
};

/* trid: a pre-recorded stream, borrowed until fini. */
void table_init(struct table *table, trace_id_t trid,
		const struct table_style *style);
void table_fini(struct table *table);

/* The line before all others, if there is one. */
void table_put_head(struct table *table, struct out *out);

void table_put(struct table *table, struct out *out,
	       const struct posix_trace_item_np *item);

#endif
