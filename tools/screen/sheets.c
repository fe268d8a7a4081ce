/*
 * sheets.c - tables on a terminal, that change, and whose rows are looked into
 */
#include "screen/sheets.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/monotonic_clock.h"
#include "screen/sheet_draw.h"
#include "screen/terminal.h"
#include "source/follow.h"

#define SECOND 1000000000LL
#define MOMENT 1000000LL

void sheets_fini(struct sheets *sheets)
{
	history_fini(&sheets->history);
}

/* Rates are those of columns called so. */
static int add_rates(struct sheets *sheets, const struct table *table)
{
	const size_t column = sheet_rate_column(table);
	char key[SHEETS_KEY];
	int err = 0;

	for (size_t i = 0;
	     column < table->width && !err && i < table_rows(table); i++)
		err = history_add(
			&sheets->history, sheet_key(table, i, key),
			strtod(table_cell(table, i, column)->value, NULL));
	return err;
}

int sheets_show(struct sheets *sheets, const struct table *const *tables,
		size_t count, const char *head, double rate,
		const char *remarks)
{
	int err = 0;

	sheets->tables = tables;
	sheets->count = count < SHEETS_MOST ? count : SHEETS_MOST;
	sheets->remarks = remarks;
	strncpy(sheets->head, head, sizeof(sheets->head) - 1);
	if (rate >= 0)
		err = history_add(&sheets->history, "", rate);
	for (size_t i = 0; i < sheets->count; i++) {
		if (!err && tables[i]->failed)
			err = ENOMEM;
		if (!err)
			err = add_rates(sheets, tables[i]);
	}
	if (!err)
		sheet_draw(sheets);
	return err;
}

/* Keys */

/* Selects the row that is so many rows away from the selected one. */
static void move(struct sheets *sheets, long rows)
{
	const size_t most = sheet_count(sheets);
	long place = (long)sheets->place + rows;

	if (!most)
		return;
	if (place >= (long)most)
		place = (long)most - 1;
	sheet_select(sheets, (size_t)(place < 0 ? 0 : place));
}

static struct sheet_order *order_of(struct sheets *sheets)
{
	return &sheets->order[sheets->table];
}

/* The next column that has a title. */
static void sort_by(struct sheets *sheets, long step)
{
	struct sheet_order *order = order_of(sheets);
	long column = (long)order->column, columns;
	const struct table *table;

	assert(sheets->tables);
	table = sheets->tables[sheets->table];
	columns = (long)table->width + 1;
	do
		column = (column + step + columns) % columns;
	while (column && !*table->columns[column - 1].title);
	order->column = (size_t)column;
	order->is_reversed = column && table->columns[column - 1].right;
}

static void reverse(struct sheets *sheets)
{
	order_of(sheets)->is_reversed = !order_of(sheets)->is_reversed;
}

/* The first row of the next table that has any. */
static void next_table(struct sheets *sheets)
{
	sheet_select(sheets, sheet_first_of(sheets, sheets->table + 1));
}

/* The first column remains, and one more. */
static void move_columns(struct sheets *sheets, int step)
{
	size_t most = 0;

	for (size_t i = 0; i < sheets->count; i++)
		if (table_rows(sheets->tables[i]) &&
		    sheets->tables[i]->width > most + 2)
			most = sheets->tables[i]->width - 2;
	if (step > 0 && sheets->left < most)
		sheets->left++;
	else if (step < 0 && sheets->left)
		sheets->left--;
}

/* False: the user quits. */
static bool press(struct sheets *sheets, int key)
{
	if (key == 'q' || key == 'Q')
		return false;
	if (sheets->helps) {
		sheets->helps = key == KEY_OF_SIZE;
	} else if (sheets->is_inside && key != KEY_OF_UP &&
		   key != KEY_OF_DOWN && key != KEY_OF_SIZE && key != 'h') {
		sheets->is_inside = false;
	} else if (key == KEY_OF_UP) {
		move(sheets, -1);
	} else if (key == KEY_OF_DOWN) {
		move(sheets, 1);
	} else if (key == KEY_OF_PAGE_UP) {
		move(sheets, -(long)terminal_rows() / 2);
	} else if (key == KEY_OF_PAGE_DOWN) {
		move(sheets, (long)terminal_rows() / 2);
	} else if (key == KEY_OF_HOME || key == KEY_OF_END) {
		sheet_select(sheets, key == KEY_OF_HOME || !sheets->count ?
					     0 :
					     sheet_count(sheets) - 1);
	} else if (key == KEY_OF_LEFT || key == KEY_OF_RIGHT) {
		move_columns(sheets, key == KEY_OF_LEFT ? -1 : 1);
	} else if (key == KEY_OF_TAB && sheets->count) {
		next_table(sheets);
	} else if (key == '>' && sheets->count) {
		sort_by(sheets, 1);
	} else if (key == '<' && sheets->count) {
		sort_by(sheets, -1);
	} else if (key == 'r' && sheets->count) {
		reverse(sheets);
	} else if (key == KEY_OF_ENTER) {
		sheets->is_inside = *sheets->selected;
	} else if (key == 'h' || key == '?') {
		sheets->helps = true;
	}
	return true;
}

bool sheets_wait(struct sheets *sheets, double seconds)
{
	const int64_t until = now_ns() + (int64_t)(seconds * SECOND);
	int64_t left;
	int key;

	while ((left = until - now_ns()) > 0 && follow_is_wanted()) {
		key = terminal_key((int)(left / MOMENT) + 1);
		if (key == KEY_NOTHING)
			continue;
		if (!press(sheets, key))
			return false;
		if (sheets->count)
			sheet_draw(sheets);
	}
	return follow_is_wanted();
}
