/*
 * percentile.h - percentiles as a function of SQL: percentile(x, 99)
 */
#ifndef QUERY_PERCENTILE_H
#define QUERY_PERCENTILE_H

#include <sqlite3.h>

/* Adds the aggregate functions percentile(x, p) and median(x). Returns an error
 * code of SQLite. */
int percentile_add(sqlite3 *database);

#endif
