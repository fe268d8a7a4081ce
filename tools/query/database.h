/*
 * database.h - the database that statements see
 *
 * It is in memory, has the tables of a trace, and the function percentile().
 * Statements write neither to files nor to the trace: they may make tables of
 * their own, which are gone with the database.
 */
#ifndef QUERY_DATABASE_H
#define QUERY_DATABASE_H

#include <sqlite3.h>

#include "query/reader.h"

/* query: borrowed until close. Returns an error code of SQLite; *database may be
 * set nevertheless. */
int database_open(struct query *query, sqlite3 **database);
void database_close(sqlite3 *database);

#endif
