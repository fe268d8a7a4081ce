/*
 * sqlite_file.h - a database of SQLite with the tables of a query
 */
#ifndef QUERY_SQLITE_FILE_H
#define QUERY_SQLITE_FILE_H

#include "format/format.h"

extern const struct pxt_format query_sqlite;

#endif
