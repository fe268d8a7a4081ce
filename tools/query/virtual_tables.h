/*
 * virtual_tables.h - the tables of a trace in SQLite
 */
#ifndef QUERY_VIRTUAL_TABLES_H
#define QUERY_VIRTUAL_TABLES_H

#include "query/reader.h"

/* Makes a table for each of the schema in a database. query: borrowed until the
 * database is closed. Returns an error code of SQLite. */
int virtual_tables_make(sqlite3 *database, struct query *query);

#endif
