/*
 * view_table.h - one item of a trace is one row of a table
 *
 * As CSV (RFC 4180) and TSV a line with the names of the columns stands first.
 * As text the columns are aligned, and there is none.
 *
 * Data is as it is in a line of text, with controls and backslashes escaped:
 * no cell has a line feed or a tab. So is a single field, but without a unit
 * or quotation marks; it is empty where an event has none.
 */
#ifndef VIEW_TABLE_H
#define VIEW_TABLE_H

#include <trace_np.h>

#include "common/out.h"
#include "common/stamp.h"
#include "event/columns.h"
#include "event/comm.h"
#include "event/fields.h"
#include "event/labels.h"
#include "event/payload.h"
#include "event/symbols.h"

enum grid_form { GRID_TEXT, GRID_CSV, GRID_TSV };

struct grid_style {
	enum grid_form form;
	enum stamp_form time;
	struct payload_style payload;
	struct symbols *symbols; /* borrowed, or NULL */
	bool no_symbols;	 /* variables have no names, either */
	struct columns columns; /* none: those of the form */
};

/* A cell while it is put: long ones go to out piece by piece. */
struct grid_cell {
	struct out text;
	struct out *out;
	enum grid_form form;
	size_t passed; /* bytes that went to out */
};

struct grid {
	struct grid_style style;
	struct stamp stamp;
	struct labels labels;
	struct comm comm;
	struct fields fields;
	bool decodes; /* some column is made of fields */
	struct grid_cell cell;
	size_t width[COLUMNS_MAX];
};

/* source: borrowed until fini. */
void grid_init(struct grid *grid, struct source *source,
	       const struct grid_style *style);
void grid_fini(struct grid *grid);

/* The line before all others, if there is one. */
void grid_put_head(struct grid *grid, struct out *out);

void grid_put(struct grid *grid, struct out *out,
	      const struct posix_trace_item_np *item);

/* Tell which columns are fields that no event has that was described so far.
 * Gives the exit status: misuse if a column's name was meant. */
int grid_tell(struct grid *grid);

#endif
