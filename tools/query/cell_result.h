/*
 * cell_result.h - a value of a row, given to SQLite
 */
#ifndef QUERY_CELL_RESULT_H
#define QUERY_CELL_RESULT_H

#include <sqlite3.h>

#include "query/cell.h"

/* Gives a value to SQLite as the result of a function. */
void cell_result(sqlite3_context *context, const struct cell *cell);

#endif
