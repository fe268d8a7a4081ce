/*
 * view_table.c - items of a trace as rows of a table
 */
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/guess.h"
#include "common/talk.h"
#include "common/text.h"
#include "event/data.h"
#include "view/reason.h"
#include "view/view_table.h"

enum { WIDTH_MAX = 40 }; /* a longer cell moves only its own line */

static const struct columns usual = {
	.count = 8,
	.column = { { COLUMN_TS, "ts" },
		    { COLUMN_NAME, "name" },
		    { COLUMN_PID, "pid" },
		    { COLUMN_TID, "tid" },
		    { COLUMN_COMM, "comm" },
		    { COLUMN_ADDR, "addr" },
		    { COLUMN_DATA, "data" },
		    { COLUMN_LOST, "lost" } },
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

/* Numbers and times need no quotes. */
static bool is_number(enum column_kind kind)
{
	switch (kind) {
	case COLUMN_TIME:
	case COLUMN_DELTA:
	case COLUMN_TS:
	case COLUMN_PID:
	case COLUMN_TID:
	case COLUMN_ADDR:
	case COLUMN_LEN:
	case COLUMN_HEX:
	case COLUMN_LOST:
		return true;
	default:
		return false;
	}
}

static bool needs_quotes(const char *text, size_t len)
{
	return memchr(text, ',', len) || memchr(text, '"', len) ||
	       memchr(text, '\r', len) || memchr(text, '\n', len);
}

/* For cells larger than a block: quotes are always valid in CSV. */
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

static void begin_cell(struct grid *grid, struct out *out,
		       enum column_kind kind)
{
	grid->cell.out = out;
	grid->cell.passed = 0;
	grid->cell.is_number = is_number(kind);
}

static bool is_bare(const struct grid_cell *cell)
{
	if (cell->form != GRID_CSV)
		return true;
	return !cell->passed &&
	       (cell->is_number ||
		!needs_quotes(cell->text.block, cell->text.len));
}

/* Returns its length. */
static size_t end_cell(struct grid_cell *cell)
{
	struct out *text = &cell->text;
	size_t len = cell->passed + text->len;

	if (is_bare(cell)) {
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

/* Contents of cells */

static bool is_loss(const struct posix_trace_item_np *item)
{
	return item->kind == POSIX_TRACE_ITEM_LOSS_NP;
}

/* Events without a thread belong to their process. */
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

/* "lock() std_mutex.h:100 < work() lk.cpp:5", innermost first. */
static void put_inlined(struct out *out, const struct symbol *symbol)
{
	for (unsigned i = 0; i < symbol->frames; i++) {
		if (i)
			out_text(out, " < ");
		put_label(out, symbol->frame[i].function);
		if (symbol->frame[i].place.len)
			out_text(out, " ");
		put_label(out, symbol->frame[i].place);
	}
}

static void put_name(struct grid *grid, struct out *out,
		     const struct posix_trace_item_np *item)
{
	if (!is_loss(item)) {
		put_label(out, labels_event(&grid->labels,
					    item->info.posix_event_id));
		return;
	}
	if (item->lost)
		out_number(out, item->lost);
	if (item->lost)
		out_text(out, " ");
	out_text(out, item->lost == 1 ? "event lost" : "events lost");
}

static void put_address(struct out *out, const struct posix_trace_item_np *item)
{
	char *const at = out_room(out, TEXT_MAX);

	out_used(out, text_hex(at, (uintptr_t)item->info.posix_prog_address));
}

/* Empty if the event lacks the field. */
static void put_field(struct grid *grid, struct out *out, const char *name)
{
	const struct posix_trace_value_np *value =
		fields_find(&grid->fields, fields_bare(name));

	if (value)
		fields_put_bare(out, &grid->style.payload, &grid->fields,
				value);
}

/* For a loss, its reason. */
static void put_data(struct grid *grid, struct out *out,
		     const struct posix_trace_item_np *item)
{
	char why[REASON_SIZE];

	if (is_loss(item))
		out_text(out, reason_of(item, why));
	else
		data_put(out, &grid->style.payload, &grid->labels,
			 &grid->fields, item);
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

/* Unknown members of a loss stay empty. */
static bool has(const struct posix_trace_item_np *item, enum column_kind kind)
{
	switch (kind) {
	case COLUMN_PID:
	case COLUMN_COMM:
		return item->info.posix_pid;
	case COLUMN_TID:
		return thread_of(item);
	case COLUMN_ADDR:
	case COLUMN_LEN:
	case COLUMN_HEX:
	case COLUMN_ARGS:
	case COLUMN_FIELD:
		return !is_loss(item);
	case COLUMN_LOST:
		return is_loss(item);
	default:
		return true;
	}
}

static void put_column(struct grid *grid, struct out *out,
		       const struct column *column,
		       const struct posix_trace_item_np *item)
{
	switch (column->kind) {
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
		put_label(out,
			  labels_thread(&grid->labels, item->origin,
					item->info.posix_pid, thread_of(item),
					&item->info.posix_timestamp));
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
				       item->info.posix_pid,
				       &item->info.posix_timestamp));
		break;
	case COLUMN_TNAME:
		put_label(out, comm_thread(&grid->comm, item));
		break;
	case COLUMN_HOST:
		put_label(out, comm_host(&grid->comm, item->origin));
		break;
	case COLUMN_ADDR:
		put_address(out, item);
		break;
	case COLUMN_FUNCTION:
		put_label(
			out,
			symbols_of(grid->style.symbols, item)->shown.function);
		break;
	case COLUMN_PLACE:
		put_label(out,
			  symbols_of(grid->style.symbols, item)->shown.place);
		break;
	case COLUMN_MANGLED:
		put_label(out,
			  symbols_of(grid->style.symbols, item)->shown.mangled);
		break;
	case COLUMN_INLINED:
		put_inlined(out, symbols_of(grid->style.symbols, item));
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
	case COLUMN_ARGS:
		if (grid->fields.layout)
			fields_put(out, &grid->style.payload, &grid->fields);
		break;
	case COLUMN_LOST:
		out_number(out, item->lost);
		break;
	case COLUMN_FIELD:
		put_field(grid, out, column->name);
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
	fields_init(&grid->fields, source);
	grid->fields.no_symbols = style->no_symbols;
	grid->decodes = columns_have(columns_of(grid), COLUMN_DATA) ||
			columns_have(columns_of(grid), COLUMN_ARGS) ||
			columns_have(columns_of(grid), COLUMN_FIELD);
}

void grid_fini(struct grid *grid)
{
	labels_fini(&grid->labels);
	fields_fini(&grid->fields);
}

void grid_put_head(struct grid *grid, struct out *out)
{
	const struct columns *columns = columns_of(grid);

	if (grid->style.form == GRID_TEXT)
		return;
	for (size_t i = 0; i < columns->count; i++) {
		out_text(out, columns->column[i].name);
		put_separator(grid, out, i, 0);
	}
}

void grid_put(struct grid *grid, struct out *out,
	      const struct posix_trace_item_np *item)
{
	const struct columns *columns = columns_of(grid);

	stamp_move(&grid->stamp, &item->info.posix_timestamp);
	if (grid->decodes)
		fields_decode(&grid->fields, item);
	for (size_t i = 0; i < columns->count; i++) {
		const struct column *column = &columns->column[i];

		begin_cell(grid, out, column->kind);
		if (has(item, column->kind))
			put_column(grid, &grid->cell.text, column, item);
		put_separator(grid, out, i, end_cell(&grid->cell));
	}
}

/* A name similar to a column's is misuse, not the name of a field. */
static int tell_unknown(struct grid *grid, const struct column *column)
{
	const char *bare = fields_bare(column->name);
	struct guess guess;
	size_t slips;

	guess_begin(&guess, bare);
	if (bare == column->name)
		columns_guess(&guess);
	slips = *guess.best ? guess.least : 0;
	fields_guess(&grid->fields, &guess);
	talk("-O %s: no event has such a field%s", column->name,
	     guess_hint(&guess));
	return slips && slips == guess.least ? EXIT_MISUSE : EXIT_NOTHING;
}

int grid_tell(struct grid *grid)
{
	const struct columns *columns = columns_of(grid);
	int status = EXIT_SUCCESS;

	for (size_t i = 0; i < columns->count; i++) {
		const struct column *column = &columns->column[i];
		int told;

		if (column->kind != COLUMN_FIELD ||
		    fields_exist(&grid->fields, fields_bare(column->name)))
			continue;
		told = tell_unknown(grid, column);
		if (status != EXIT_MISUSE)
			status = told;
	}
	return status;
}
