/*
 * view_table.h - items of a trace as rows of a table
 *
 * CSV (RFC 4180) and TSV have a first line with the names of columns. Text has
 * aligned columns, and no such line.
 *
 * Data is formatted as in a line of text, with controls and backslashes
 * escaped: no cell has a line feed or a tab. A single field has no unit or
 * quotation marks, and is empty if an event lacks it.
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
	struct columns columns;	 /* empty: those of the format */
};

/* A cell under construction: long ones go to out piece by piece. */
struct grid_cell {
	struct out text;
	struct out *out;
	enum grid_form form;
	size_t passed; /* bytes that went to out */
	bool is_number;
};

struct grid {
	struct grid_style style;
	struct stamp stamp;
	struct labels labels;
	struct comm comm;
	struct fields fields;
	bool decodes; /* true if some columns are fields */
	struct grid_cell cell;
	size_t width[COLUMNS_MAX];
};

/* source: borrowed until fini. */
void grid_init(struct grid *grid, struct source *source,
	       const struct grid_style *style);
void grid_fini(struct grid *grid);

/* Puts the line before all others, if there is one. */
void grid_put_head(struct grid *grid, struct out *out);

void grid_put(struct grid *grid, struct out *out,
	      const struct posix_trace_item_np *item);

/* Reports columns that are fields which no event described so far has. Returns
 * the exit status: misuse if a column's name was meant. */
int grid_tell(struct grid *grid);

#endif
