/*
 * sheet_draw.h - the picture of tables that change
 */
#ifndef SCREEN_SHEET_DRAW_H
#define SCREEN_SHEET_DRAW_H

#include "common/table.h"
#include "screen/sheets_state.h"

/* The column of rates; the width of the table: none. */
size_t sheet_rate_column(const struct table *table);

/* The name by which a row is known again. Returns key. */
char *sheet_key(const struct table *table, size_t row, char key[SHEETS_KEY]);

/* The number of rows of all tables; and the row at which a table begins, or, if
 * it is empty, the next one that is not. */
size_t sheet_count(const struct sheets *sheets);
size_t sheet_first_of(const struct sheets *sheets, size_t table);

/* Selects a row by its place among all, as they are sorted. */
void sheet_select(struct sheets *sheets, size_t place);

void sheet_draw(struct sheets *sheets);

#endif
