/*
 * sheet_draw.c - the picture of tables that change
 */
#include "screen/sheet_draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart/glyph.h"
#include "screen/terminal.h"

enum {
	BAR = 8,	/* columns of a bar */
	LINE = 16,	/* columns of a history */
	WIDE = 70,	/* columns of a screen that has room for these */
	CELL_LEAST = 4, /* columns of a narrow cell */
	KEYS = 2,	/* columns that name a row */
	COLUMNS = 32,	/* more are not drawn */
	ROWS = 1 << 14, /* rows of a table that are sorted */
	CELL = 512,
	RELATED_MOST = 64,
};

/* Rows */

size_t sheet_rate_column(const struct table *table)
{
	size_t i = 0;

	while (i < table->width &&
	       strcmp(table->columns[i].key, "events_per_s"))
		i++;
	return i;
}

char *sheet_key(const struct table *table, size_t row, char key[SHEETS_KEY])
{
	size_t len = (size_t)snprintf(key, SHEETS_KEY, "%s", table->name);

	for (size_t i = 0; i < table->width && i < KEYS; i++)
		if (len < SHEETS_KEY)
			len += (size_t)snprintf(
				key + len, SHEETS_KEY - len, " %s",
				table_cell(table, row, i)->shown);
	return key;
}

size_t sheet_count(const struct sheets *sheets)
{
	size_t count = 0;

	for (size_t i = 0; i < sheets->count; i++)
		count += table_rows(sheets->tables[i]);
	return count;
}

size_t sheet_first_of(const struct sheets *sheets, size_t table)
{
	size_t place = 0;

	for (size_t i = 0; i < table && i < sheets->count; i++)
		place += table_rows(sheets->tables[i]);
	return place < sheet_count(sheets) ? place : 0;
}

struct sorting {
	const struct table_cell *cell;
	size_t row;
	bool is_reversed;
};

/* Numbers by their values, texts by what people see. */
static int compare_cells(const struct table_cell *a, const struct table_cell *b)
{
	char *a_end, *b_end;
	const double first = strtod(a->value, &a_end);
	const double second = strtod(b->value, &b_end);

	if (a_end != a->value && b_end != b->value && !*a_end && !*b_end)
		return (first > second) - (first < second);
	return strcmp(a->shown, b->shown);
}

static int compare(const void *one, const void *other)
{
	const struct sorting *a = one, *b = other;
	const int order = compare_cells(a->cell, b->cell);

	if (order)
		return a->is_reversed ? -order : order;
	return (a->row > b->row) - (a->row < b->row);
}

/* The rows of a table in their order, to be freed; NULL: as they are. */
static struct sorting *sort(const struct sheets *sheets, size_t number)
{
	const struct sheet_order *order = &sheets->order[number];
	const struct table *table = sheets->tables[number];
	const size_t rows = table_rows(table);
	struct sorting *sorted;

	if (!order->column || order->column > table->width || rows > ROWS)
		return NULL;
	sorted = calloc(rows + 1, sizeof(*sorted));
	for (size_t i = 0; sorted && i < rows; i++)
		sorted[i] = (struct sorting){
			.cell = table_cell(table, i, order->column - 1),
			.row = i,
			.is_reversed = order->is_reversed,
		};
	if (sorted)
		qsort(sorted, rows, sizeof(*sorted), compare);
	return sorted;
}

static size_t row_at(const struct sorting *sorted, size_t place)
{
	return sorted ? sorted[place].row : place;
}

void sheet_select(struct sheets *sheets, size_t place)
{
	struct sorting *sorted;
	size_t rows;

	sheets->place = place;
	for (size_t i = 0; i < sheets->count; i++, place -= rows) {
		rows = table_rows(sheets->tables[i]);
		if (place >= rows)
			continue;
		sorted = sort(sheets, i);
		sheets->table = i;
		sheet_key(sheets->tables[i], row_at(sorted, place),
			  sheets->selected);
		free(sorted);
		return;
	}
}

/* Finds the selected row, wherever it is now; without it, whatever is in its
 * place is selected. */
static void find_selected(struct sheets *sheets)
{
	size_t place = 0;
	char key[SHEETS_KEY];

	for (size_t i = 0; i < sheets->count; i++) {
		struct sorting *sorted = sort(sheets, i);
		bool found = false;

		for (size_t j = 0; !found && j < table_rows(sheets->tables[i]);
		     j++, place++)
			found = !strcmp(sheet_key(sheets->tables[i],
						  row_at(sorted, j), key),
					sheets->selected);
		free(sorted);
		if (found) {
			sheets->place = place - 1;
			sheets->table = i;
			return;
		}
	}
	if (sheets->is_inside)
		return; /* the row is gone */
	*sheets->selected = '\0';
	place = sheet_count(sheets);
	if (place)
		sheet_select(sheets,
			     sheets->place < place ? sheets->place : place - 1);
}

/* Cells */

static unsigned style_of_state(const char *state)
{
	if (!strcmp(state, "running"))
		return STYLE_GREEN;
	return strcmp(state, "stopped") ? STYLE_RED : STYLE_YELLOW;
}

static unsigned style_of_fill(double percent)
{
	return percent < 70 ? STYLE_GREEN :
	       percent < 90 ? STYLE_YELLOW :
			      STYLE_RED;
}

static bool is_percent(const struct table_column *column)
{
	return strstr(column->key, "_percent") != NULL;
}

static unsigned style_of(const struct table_column *column,
			 const struct table_cell *cell)
{
	const double value = strtod(cell->value, NULL);

	if (!strcmp(column->key, "state"))
		return style_of_state(cell->shown);
	if (!strcmp(column->key, "fill_percent"))
		return style_of_fill(value);
	if (!strncmp(column->key, "lost", 4) && value > 0)
		return STYLE_RED | STYLE_BOLD;
	if (!strcmp(column->key, "command") || !strcmp(column->key, "object") ||
	    !strcmp(column->key, "tid") || !strcmp(column->key, "thread"))
		return STYLE_CYAN;
	return STYLE_PLAIN;
}

static void print_bar(double percent, bool ascii, char text[HISTORY_TEXT])
{
	const unsigned full = (unsigned)fmax(
		fmin(round(percent * BAR / 100), BAR), percent > 0);
	size_t len = 0;

	for (unsigned i = 0; i < BAR; i++)
		len += (size_t)snprintf(
			text + len, HISTORY_TEXT - len, "%s",
			i < full ? glyph_text(GLYPH_EIGHTHS, ascii) :
			ascii	 ? "." :
				   "░");
}

/* Widths of columns, and what they have besides their texts. */
struct layout {
	int widths[COLUMNS];
	unsigned bar, line;
	size_t out; /* number of columns behind the first that are out of view */
};

static bool is_out(const struct layout *layout, size_t column)
{
	return column && column <= layout->out;
}

static unsigned extra_of(const struct layout *layout, const struct table *table,
			 size_t column)
{
	if (is_percent(&table->columns[column]))
		return layout->bar;
	return column == sheet_rate_column(table) ? layout->line : 0;
}

/* True if the table has room beside its bars and histories. */
static bool fits(struct layout *layout, const struct table *table)
{
	unsigned extra = 0;
	unsigned total = TABLE_GAP * (unsigned)(table->width - 1 - layout->out);

	for (size_t i = 0; i < table->width; i++)
		extra += is_out(layout, i) ? 0 : extra_of(layout, table, i);
	if (extra >= terminal_columns())
		return false;
	table_fit(terminal_columns() - extra);
	table_measure(table, layout->widths);
	for (size_t i = 0; i < table->width; i++) {
		if (layout->widths[i] < CELL_LEAST)
			layout->widths[i] = CELL_LEAST;
		total += is_out(layout, i) ? 0 : (unsigned)layout->widths[i];
	}
	return total + extra <= terminal_columns();
}

/* Bars go first where there is too little room. */
static bool measure(const struct sheets *sheets, const struct table *table,
		    struct layout *layout)
{
	const size_t most = table->width > 2 ? table->width - 2 : 0;

	if (table->width > COLUMNS)
		return false;
	*layout = (struct layout){
		.out = sheets->left < most ? sheets->left : most,
		.bar = BAR + 1,
		.line = LINE + 1,
	};
	if (fits(layout, table))
		return true;
	layout->bar = 0;
	if (fits(layout, table))
		return true;
	layout->line = 0;
	fits(layout, table);
	return true;
}

static unsigned put_extra(const struct sheets *sheets,
			  const struct layout *layout,
			  const struct table *table, long row, size_t column,
			  unsigned line, unsigned at, unsigned style)
{
	const unsigned width = extra_of(layout, table, column);
	char text[HISTORY_TEXT] = "", key[SHEETS_KEY];

	if (!width)
		return 0;
	if (row < 0)
		*text = '\0';
	else if (is_percent(&table->columns[column]))
		print_bar(strtod(table_cell(table, (size_t)row, column)->value,
				 NULL),
			  sheets->ascii, text);
	else
		history_line(&sheets->history,
			     sheet_key(table, (size_t)row, key), LINE,
			     sheets->ascii, text);
	if (!(style & STYLE_REVERSE) && row >= 0 &&
	    !is_percent(&table->columns[column]))
		style = STYLE_CYAN;
	terminal_put_line(line, at, width - 1, text, style);
	return width;
}

/* row: -1 for the titles. */
static void draw_row(const struct sheets *sheets, const struct table *table,
		     const struct layout *layout, long row, unsigned line,
		     unsigned all)
{
	const size_t sorted = sheets->order[sheets->table].column;
	const bool is_its = table == sheets->tables[sheets->table];
	char cut[TABLE_CUT];
	unsigned at = 0;

	for (size_t i = 0; i < table->width; i++) {
		if (is_out(layout, i))
			continue;
		const struct table_column *column = &table->columns[i];
		const struct table_cell *cell =
			row < 0 ? NULL : table_cell(table, (size_t)row, i);
		const char *text =
			table_shorten(cell ? cell->shown : column->title,
				      layout->widths[i], cut);
		const int rest = layout->widths[i] - table_places(text);
		unsigned style = cell ? style_of(column, cell) : STYLE_BOLD;

		if (!cell && is_its && sorted == i + 1)
			style |= STYLE_YELLOW;
		if (all & STYLE_REVERSE)
			style = all;
		terminal_put(line, at + (column->right ? (unsigned)rest : 0),
			     (unsigned)layout->widths[i], text, style);
		at += (unsigned)layout->widths[i] + 1;
		at += put_extra(sheets, layout, table, row, i, line, at,
				style | all) +
		      TABLE_GAP - 1;
	}
}

/* The list */

/* A line of the list is drawn where it is on the screen. */
struct list {
	struct sheets *sheets;
	size_t line; /* next one */
	size_t place;
	bool is_dry; /* only the selected line is looked for */
	size_t selected;
};

static bool is_visible(const struct list *list, unsigned *row)
{
	const struct sheets *sheets = list->sheets;

	if (list->is_dry || list->line < sheets->top ||
	    list->line - sheets->top + 3 >= terminal_rows())
		return false;
	*row = (unsigned)(list->line - sheets->top) + 2;
	return true;
}

static void draw_table(struct list *list, size_t number)
{
	struct sheets *sheets = list->sheets;
	const struct table *table = sheets->tables[number];
	const size_t rows = table_rows(table);
	struct sorting *sorted = NULL;
	struct layout layout;
	unsigned row;

	if (!rows || !measure(sheets, table, &layout))
		return;
	if (!list->is_dry)
		sorted = sort(sheets, number);
	if (is_visible(list, &row))
		draw_row(sheets, table, &layout, -1, row, STYLE_BOLD);
	list->line++;
	for (size_t i = 0; i < rows; i++, list->line++, list->place++) {
		const bool is_it = list->place == sheets->place;

		if (is_it)
			list->selected = list->line;
		if (is_visible(list, &row))
			draw_row(sheets, table, &layout,
				 (long)row_at(sorted, i), row,
				 is_it ? STYLE_REVERSE : STYLE_PLAIN);
	}
	list->line++;
	free(sorted);
}

static void draw_remarks(struct list *list)
{
	const char *at = list->sheets->remarks;
	char text[CELL];
	unsigned row;

	while (at && *at) {
		const size_t len = strcspn(at, "\n");

		snprintf(text, sizeof(text), "%.*s", (int)len, at);
		if (is_visible(list, &row))
			terminal_put(row, 0, terminal_columns(), text,
				     STYLE_DIM);
		list->line++;
		at += len + (at[len] == '\n');
	}
}

static struct list draw_all(struct sheets *sheets, bool is_dry)
{
	struct list list = { .sheets = sheets, .is_dry = is_dry };

	for (size_t i = 0; i < sheets->count; i++)
		draw_table(&list, i);
	draw_remarks(&list);
	return list;
}

static void draw_list(struct sheets *sheets)
{
	const struct list list = draw_all(sheets, true);
	const size_t selected = list.selected;
	const unsigned rows = terminal_rows() > 4 ? terminal_rows() - 3 : 1;
	const size_t most = list.line > rows ? list.line - rows : 0;

	/* Rows that went leave no room below those that are left. */
	if (sheets->top > most)
		sheets->top = most;
	if (selected <= sheets->top + 1)
		sheets->top = selected ? selected - 1 : 0;
	if (selected >= sheets->top + rows)
		sheets->top = selected - rows + 1;
	draw_all(sheets, false);
}

/* A row as a whole */

/* Columns whose texts name things that other tables are about, too. */
static bool names(const struct table_column *column)
{
	static const char *const keys[] = { "pid",    "target", "by",
					    "stream", "tid",	"thread",
					    "object", "owner",	"most_for",
					    "process" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (!strcmp(column->key, keys[i]))
			return true;
	return false;
}

static bool is_related(const struct table *a, size_t a_row,
		       const struct table *b, size_t b_row)
{
	for (size_t i = 0; i < a->width; i++)
		for (size_t j = 0; names(&a->columns[i]) && j < b->width; j++)
			if (names(&b->columns[j]) &&
			    strlen(table_cell(a, a_row, i)->shown) > 1 &&
			    !strcmp(table_cell(a, a_row, i)->shown,
				    table_cell(b, b_row, j)->shown))
				return true;
	return false;
}

static void draw_related(const struct sheets *sheets, const struct table *its,
			 size_t its_row, unsigned line)
{
	unsigned drawn = 0;
	struct layout layout;

	for (size_t i = 0; i < sheets->count; i++) {
		const struct table *table = sheets->tables[i];
		bool has_head = false;

		if (table == its || !measure(sheets, table, &layout))
			continue;
		for (size_t j = 0; j < table_rows(table); j++) {
			if (!is_related(its, its_row, table, j) ||
			    drawn++ > RELATED_MOST)
				continue;
			if (!has_head)
				draw_row(sheets, table, &layout, -1, ++line,
					 STYLE_BOLD);
			has_head = true;
			draw_row(sheets, table, &layout, (long)j, ++line,
				 STYLE_PLAIN);
		}
		line += has_head;
	}
}

static unsigned draw_facts(const struct sheets *sheets,
			   const struct table *table, size_t row)
{
	char text[HISTORY_TEXT], key[SHEETS_KEY];
	unsigned line = 2;

	for (size_t i = 0; i < table->width; i++) {
		const struct table_cell *cell = table_cell(table, row, i);

		if (!*table->columns[i].title)
			continue;
		terminal_put(line, 0, terminal_columns(),
			     table->columns[i].title, STYLE_BOLD);
		terminal_put(line++, 16, terminal_columns(), cell->shown,
			     style_of(&table->columns[i], cell));
	}
	if (sheet_rate_column(table) == table->width)
		return line;
	terminal_put(line, 0, terminal_columns(), "HISTORY", STYLE_BOLD);
	terminal_put(line++, 16, terminal_columns(),
		     history_line(&sheets->history, sheet_key(table, row, key),
				  terminal_columns() > 18 ?
					  terminal_columns() - 17 :
					  1,
				  sheets->ascii, text),
		     STYLE_CYAN);
	return line;
}

static void draw_inside(const struct sheets *sheets)
{
	char key[SHEETS_KEY];

	for (size_t i = 0; i < sheets->count; i++) {
		const struct table *table = sheets->tables[i];

		for (size_t j = 0; j < table_rows(table); j++) {
			if (strcmp(sheet_key(table, j, key), sheets->selected))
				continue;
			draw_related(sheets, table, j,
				     draw_facts(sheets, table, j));
			return;
		}
	}
	terminal_put(2, 0, terminal_columns(), "it is gone", STYLE_RED);
}

/* The screen */

static const char *const help[] = {
	"up down        select a row",
	"PgUp PgDn      by half a screen",
	"Home End       the first one, the last one",
	"left right     columns that are out of view",
	"Tab            the next table",
	"Enter          all of the row, and what other tables have of it;",
	"               Enter again: back",
	"> <            sort by the next column, or the one before;",
	"               behind the last one as they come",
	"r              the other way round",
	"h ?            this",
	"q              quit",
};

static void draw_help(const struct sheets *sheets)
{
	char text[CELL];

	snprintf(text, sizeof(text), "keys of %s", sheets->title);
	terminal_put(0, 0, terminal_columns(), text, STYLE_BOLD);
	for (unsigned i = 0; i < sizeof(help) / sizeof(*help); i++)
		terminal_put(2 + i, 0, terminal_columns(), help[i],
			     STYLE_PLAIN);
}

static void draw_head(const struct sheets *sheets)
{
	char text[HISTORY_TEXT];
	unsigned at = terminal_put(0, 0, terminal_columns(), sheets->head,
				   STYLE_BOLD);

	if (at + 3 < terminal_columns())
		terminal_put(0, at + 2, terminal_columns() - at - 2,
			     history_line(&sheets->history, "",
					  terminal_columns() - at - 2,
					  sheets->ascii, text),
			     STYLE_CYAN);
}

static void draw_foot(const struct sheets *sheets)
{
	const char *message = terminal_message();

	terminal_put(terminal_rows() - 1, 0, terminal_columns(),
		     message	       ? message :
		     sheets->is_inside ? "Enter goes back  q quit" :
					 "h help  q quit  > < r sort  "
					 "Enter look into",
		     message ? STYLE_BOLD : STYLE_DIM);
}

void sheet_draw(struct sheets *sheets)
{
	terminal_clear();
	find_selected(sheets);
	if (sheets->helps) {
		draw_help(sheets);
	} else {
		draw_head(sheets);
		if (sheets->is_inside)
			draw_inside(sheets);
		else
			draw_list(sheets);
		draw_foot(sheets);
	}
	terminal_show();
}
