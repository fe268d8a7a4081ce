/*
 * view_table.c - one item of a trace is one row of a table
 */
#include <stdio.h>
#include <string.h>

#include "sysevent.h"
#include "view_table.h"

enum { WIDTH_MAX = 40 }; /* a longer cell moves only its own line */

static const struct columns usual = {
	.count = 8,
	.column = { COLUMN_TS, COLUMN_NAME, COLUMN_PID, COLUMN_TID, COLUMN_COMM,
		    COLUMN_ADDR, COLUMN_DATA, COLUMN_LOST },
};

/* Cells */

static void put_quoted(struct out *out, const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		const char *quote = memchr(text, '"', (size_t)(end - text));
		const char *to = quote ? quote + 1 : end;

		out_bytes(out, text, (size_t)(to - text));
		if (quote)
			out_text(out, "\"");
		text = to;
	}
}

static bool needs_quotes(const char *text, size_t len)
{
	return memchr(text, ',', len) || memchr(text, '"', len) ||
	       memchr(text, '\r', len) || memchr(text, '\n', len);
}

/* More than fits a block: of CSV, quotes are never wrong. */
static int pass(void *arg, const char *text, size_t len)
{
	struct grid_cell *cell = arg;

	if (cell->form == GRID_CSV) {
		if (!cell->passed)
			out_text(cell->out, "\"");
		put_quoted(cell->out, text, len);
	} else {
		out_bytes(cell->out, text, len);
	}
	cell->passed += len;
	return 0;
}

static void begin_cell(struct grid *grid, struct out *out)
{
	grid->cell.out = out;
	grid->cell.passed = 0;
}

/* Gives its length. */
static size_t end_cell(struct grid_cell *cell)
{
	struct out *text = &cell->text;
	size_t len = cell->passed + text->len;

	if (cell->form != GRID_CSV ||
	    (!cell->passed && !needs_quotes(text->block, text->len))) {
		out_bytes(cell->out, text->block, text->len);
		text->len = 0;
		return len;
	}
	if (!cell->passed)
		out_text(cell->out, "\"");
	put_quoted(cell->out, text->block, text->len);
	out_text(cell->out, "\"");
	text->len = 0;
	return len;
}

/* What is in them */

static bool is_loss(const struct posix_trace_item_np *item)
{
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP;
}

/* An event of no thread is its process's. */
static pid_t thread_of(const struct posix_trace_item_np *item)
{
	return item->tid || is_loss(item) ? item->tid : item->info.posix_pid;
}

static void put_signed(struct out *out, int64_t number)
{
	if (number < 0)
		out_text(out, "-");
	out_number(out, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

static void put_label(struct out *out, struct label label)
{
	out_bytes(out, label.text, label.len);
}

static void put_name(struct grid *grid, struct out *out,
		     const struct posix_trace_item_np *item)
{
	if (!is_loss(item)) {
		put_label(out, labels_event(&grid->labels,
					    item->info.posix_event_id));
		return;
	}
	out_number(out, item->lost);
	out_text(out, item->lost == 1 ? " event lost" : " events lost");
}

static void put_address(struct out *out, const struct posix_trace_item_np *item)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%llx",
		 (unsigned long long)(uintptr_t)item->info.posix_prog_address);
	out_text(out, text);
}

static void put_data(struct grid *grid, struct out *out,
		     const struct posix_trace_item_np *item)
{
	const bool cut =
		item->info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED;

	if (!item->data_len)
		return;
	if (!sysevent_put(out, &grid->labels, item))
		payload_put(out, &grid->style.payload, item->data,
			    item->data_len, cut);
	if (cut)
		out_text(out, " (cut when recorded)");
}

static void put_hex(struct out *out, const struct posix_trace_item_np *item)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *data = item->data;

	for (size_t i = 0; i < item->data_len; i++) {
		char *at = out_room(out, 2);

		at[0] = digits[data[i] >> 4];
		at[1] = digits[data[i] & 15];
		out_used(out, 2);
	}
}

/* Of what a loss is not known to have, nothing is put. */
static bool has(const struct posix_trace_item_np *item, enum column column)
{
	switch (column) {
	case COLUMN_PID:
	case COLUMN_COMM:
		return item->info.posix_pid;
	case COLUMN_TID:
		return thread_of(item);
	case COLUMN_ADDR:
	case COLUMN_LEN:
	case COLUMN_DATA:
	case COLUMN_HEX:
		return !is_loss(item);
	case COLUMN_LOST:
		return is_loss(item);
	default:
		return true;
	}
}

static void put_column(struct grid *grid, struct out *out, enum column column,
		       const struct posix_trace_item_np *item)
{
	switch (column) {
	case COLUMN_TIME:
		stamp_put_time(&grid->stamp, out);
		break;
	case COLUMN_DELTA:
		stamp_put_delta(&grid->stamp, out);
		break;
	case COLUMN_TS:
		put_signed(out, grid->stamp.now);
		break;
	case COLUMN_THREAD:
		put_label(out, labels_thread(&grid->labels, item->origin,
					     item->info.posix_pid,
					     thread_of(item)));
		break;
	case COLUMN_NAME:
		put_name(grid, out, item);
		break;
	case COLUMN_PID:
		put_signed(out, item->info.posix_pid);
		break;
	case COLUMN_TID:
		put_signed(out, thread_of(item));
		break;
	case COLUMN_COMM:
		put_label(out, comm_of(&grid->comm, item->origin,
				       item->info.posix_pid));
		break;
	case COLUMN_HOST:
		put_label(out, comm_host(&grid->comm, item->origin));
		break;
	case COLUMN_ADDR:
		put_address(out, item);
		break;
	case COLUMN_LEN:
		out_number(out, item->data_len);
		break;
	case COLUMN_DATA:
		put_data(grid, out, item);
		break;
	case COLUMN_HEX:
		put_hex(out, item);
		break;
	case COLUMN_LOST:
		out_number(out, item->lost);
		break;
	case COLUMNS_MAX:
		break;
	}
}

/* Rows */

static const struct columns *columns_of(const struct grid *grid)
{
	return grid->style.columns.count ? &grid->style.columns : &usual;
}

static void put_separator(struct grid *grid, struct out *out, size_t i,
			  size_t len)
{
	size_t *width;

	if (i + 1 == columns_of(grid)->count)
		out_text(out, grid->style.form == GRID_CSV ? "\r\n" : "\n");
	else if (grid->style.form == GRID_CSV)
		out_text(out, ",");
	else if (grid->style.form == GRID_TSV)
		out_text(out, "\t");
	else {
		width = &grid->width[i];
		if (*width < len && len <= WIDTH_MAX)
			*width = len;
		out_repeat(out, ' ', 2 + (*width > len ? *width - len : 0));
	}
}

void grid_init(struct grid *grid, struct source *source,
	       const struct grid_style *style)
{
	grid->style = *style;
	grid->cell.form = style->form;
	out_init_taker(&grid->cell.text, pass, &grid->cell);
	memset(grid->width, 0, sizeof(grid->width));
	stamp_init(&grid->stamp, style->time);
	labels_init(&grid->labels, source, style->payload.ascii);
	comm_init(&grid->comm, source);
}

void grid_fini(struct grid *grid)
{
	labels_fini(&grid->labels);
}

void grid_put_head(struct grid *grid, struct out *out)
{
	const struct columns *columns = columns_of(grid);

	if (grid->style.form == GRID_TEXT)
		return;
	for (size_t i = 0; i < columns->count; i++) {
		out_text(out, column_name(columns->column[i]));
		put_separator(grid, out, i, 0);
	}
}

void grid_put(struct grid *grid, struct out *out,
	       const struct posix_trace_item_np *item)
{
	const struct columns *columns = columns_of(grid);

	stamp_move(&grid->stamp, &item->info.posix_timestamp);
	for (size_t i = 0; i < columns->count; i++) {
		begin_cell(grid, out);
		if (has(item, columns->column[i]))
			put_column(grid, &grid->cell.text, columns->column[i],
				   item);
		put_separator(grid, out, i, end_cell(&grid->cell));
	}
}
