/*
 * view_table.c - one item of a trace is one row of a table
 */
#include <stdio.h>
#include <string.h>

#include "sysevent.h"
#include "text.h"
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
	struct table_cell *cell = arg;

	if (cell->form == TABLE_CSV) {
		if (!cell->passed)
			out_text(cell->out, "\"");
		put_quoted(cell->out, text, len);
	} else {
		out_bytes(cell->out, text, len);
	}
	cell->passed += len;
	return 0;
}

static void begin_cell(struct table *table, struct out *out)
{
	table->cell.out = out;
	table->cell.passed = 0;
}

/* Gives its length. */
static size_t end_cell(struct table_cell *cell)
{
	struct out *text = &cell->text;
	size_t len = cell->passed + text->len;

	if (cell->form != TABLE_CSV ||
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

static void put_name(struct table *table, struct out *out,
		     const struct posix_trace_item_np *item)
{
	if (!is_loss(item)) {
		put_label(out, labels_event(&table->labels,
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

static void put_data(struct table *table, struct out *out,
		     const struct posix_trace_item_np *item)
{
	const bool cut =
		item->info.posix_truncation_status != POSIX_TRACE_NOT_TRUNCATED;

	if (!item->data_len)
		return;
	if (!sysevent_put(out, &table->labels, item))
		payload_put(out, &table->style.payload, item->data,
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

static void put_column(struct table *table, struct out *out, enum column column,
		       const struct posix_trace_item_np *item)
{
	switch (column) {
	case COLUMN_TIME:
		stamp_put_time(&table->stamp, out);
		break;
	case COLUMN_DELTA:
		stamp_put_delta(&table->stamp, out);
		break;
	case COLUMN_TS:
		put_signed(out, table->stamp.now);
		break;
	case COLUMN_THREAD:
		put_label(out,
			  labels_thread(&table->labels, item->info.posix_pid,
					thread_of(item)));
		break;
	case COLUMN_NAME:
		put_name(table, out, item);
		break;
	case COLUMN_PID:
		put_signed(out, item->info.posix_pid);
		break;
	case COLUMN_TID:
		put_signed(out, thread_of(item));
		break;
	case COLUMN_COMM:
		put_label(out, comm_of(&table->comm, item->info.posix_pid));
		break;
	case COLUMN_HOST:
		out_text(out, table->host);
		break;
	case COLUMN_ADDR:
		put_address(out, item);
		break;
	case COLUMN_LEN:
		out_number(out, item->data_len);
		break;
	case COLUMN_DATA:
		put_data(table, out, item);
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

static const struct columns *columns_of(const struct table *table)
{
	return table->style.columns.count ? &table->style.columns : &usual;
}

static void put_separator(struct table *table, struct out *out, size_t i,
			  size_t len)
{
	size_t *width;

	if (i + 1 == columns_of(table)->count)
		out_text(out, table->style.form == TABLE_CSV ? "\r\n" : "\n");
	else if (table->style.form == TABLE_CSV)
		out_text(out, ",");
	else if (table->style.form == TABLE_TSV)
		out_text(out, "\t");
	else {
		width = &table->width[i];
		if (*width < len && len <= WIDTH_MAX)
			*width = len;
		out_repeat(out, ' ', 2 + (*width > len ? *width - len : 0));
	}
}

void table_init(struct table *table, trace_id_t trid,
		const struct table_style *style)
{
	struct posix_trace_log_np log;

	table->style = *style;
	table->cell.form = style->form;
	out_init_taker(&table->cell.text, pass, &table->cell);
	memset(table->width, 0, sizeof(table->width));
	stamp_init(&table->stamp, style->time);
	labels_init(&table->labels, trid, style->payload.ascii);
	comm_init(&table->comm, trid);
	table->host[0] = '\0';
	if (!posix_trace_get_log_np(trid, &log))
		text_tame(table->host, sizeof(table->host), log.host);
}

void table_fini(struct table *table)
{
	labels_fini(&table->labels);
}

void table_put_head(struct table *table, struct out *out)
{
	const struct columns *columns = columns_of(table);

	if (table->style.form == TABLE_TEXT)
		return;
	for (size_t i = 0; i < columns->count; i++) {
		out_text(out, column_name(columns->column[i]));
		put_separator(table, out, i, 0);
	}
}

void table_put(struct table *table, struct out *out,
	       const struct posix_trace_item_np *item)
{
	const struct columns *columns = columns_of(table);

	stamp_move(&table->stamp, &item->info.posix_timestamp);
	for (size_t i = 0; i < columns->count; i++) {
		begin_cell(table, out);
		if (has(item, columns->column[i]))
			put_column(table, &table->cell.text, columns->column[i],
				   item);
		put_separator(table, out, i, end_cell(&table->cell));
	}
}
