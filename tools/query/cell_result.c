/*
 * cell_result.c - a value of a row, given to SQLite
 */
#include "query/cell_result.h"

void cell_result(sqlite3_context *context, const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_NULL:
		sqlite3_result_null(context);
		break;
	case CELL_INTEGER:
		sqlite3_result_int64(context, cell->integer);
		break;
	case CELL_REAL:
		sqlite3_result_double(context, cell->real);
		break;
	case CELL_TEXT:
		sqlite3_result_text64(context, cell->data, cell->len,
				      cell->is_lasting ? SQLITE_STATIC :
							 SQLITE_TRANSIENT,
				      SQLITE_UTF8);
		break;
	case CELL_BLOB:
		sqlite3_result_blob64(context, cell->data, cell->len,
				      SQLITE_TRANSIENT);
		break;
	}
}
