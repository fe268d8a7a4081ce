/*
 * plan.h - what of a statement's conditions a table takes upon itself
 *
 * SQLite offers conditions on columns; a plan names those that the table uses,
 * and bounds are their values when the statement runs. Times bound what is
 * read; names, processes and threads are compared before an event is decoded.
 */
#ifndef QUERY_PLAN_H
#define QUERY_PLAN_H

#include <sqlite3.h>

#include "query/reader.h"

/* A number that a column has to be equal to. */
struct bounds_number {
	bool is_given, is_real;
	int64_t integer;
	double real;
};

struct bounds {
	bool is_empty; /* no row can match */
	bool has_from, has_to;
	int64_t from_ns, to_ns; /* inclusive */
	bool has_end;
	int64_t end_ns; /* spans: they end not after it */
	struct bounds_number pid, tid, origin;
	bool has_names;
	char **name; /* owned */
	size_t names, room;
};

/* Chooses conditions, as xBestIndex. Returns an error code of SQLite. */
int plan_make(const struct query *query, const struct schema_table *table,
	      sqlite3_index_info *info);

/* Reads the values of the conditions of a plan. Returns an error code of
 * SQLite; bounds_fini() is required nevertheless. */
int bounds_read(struct bounds *bounds, int64_t base_ns, const char *plan,
		int count, sqlite3_value **value);
void bounds_fini(struct bounds *bounds);

/* True if the number of a column is as wanted. */
static inline bool bounds_allow(const struct bounds_number *wanted,
				int64_t number)
{
	if (!wanted->is_given)
		return true;
	return wanted->is_real ? (double)number == wanted->real :
				 number == wanted->integer;
}

bool bounds_allow_name(const struct bounds *bounds, const char *name,
		       size_t len);

#endif
