/*
 * sqlite_error.h - errors of SQLite as error numbers
 */
#ifndef QUERY_SQLITE_ERROR_H
#define QUERY_SQLITE_ERROR_H

#include <sqlite3.h>

/* The number of an error that SQLite has just returned; 0: it is none. What a file
 * could not do has the system's number. EIO: sqlite3_errmsg() has the reason. */
int sqlite_error_of(sqlite3 *database, int code);

#endif
