/*
 * census.h - what a trace consists of: threads, processes, types, logs
 *
 * One pass counts the events and losses of each; then the rows of the small
 * tables are made of that, and of what the source knows.
 */
#ifndef QUERY_CENSUS_H
#define QUERY_CENSUS_H

#include "figures/entities.h"
#include "query/event_cells.h"

/* The part of a trace that is of one entity. */
struct census_count {
	uint64_t events, lost;
	int64_t first_ns, last_ns;
	bool is_met;
};

enum { CENSUS_RECENT = 32 };

/* Entities of one kind, and their counts by number. */
struct census_list {
	struct entities entities;
	struct census_count *count;
	size_t room;
	uint32_t recent[CENSUS_RECENT]; /* numbers + 1 */
};

struct census {
	struct event_cells *cells; /* borrowed; its item is the present one */
	struct census_list threads, processes, types, origins;
};

/* Rows of a table, cell by cell; texts are owned. */
struct census_rows {
	size_t columns;
	struct cell *cell;
	size_t count, room; /* cells */
};

/* cells: borrowed until fini. */
void census_init(struct census *census, struct event_cells *cells);
void census_fini(struct census *census);

/* Adds the item of cells. ENOMEM. */
int census_add(struct census *census);

/* Adds the log itself, with nothing counted. ENOMEM. */
int census_add_log(struct census *census);

/* Makes the rows of a table: THREADS, PROCESSES, OBJECTS, TYPES, LOGS. rows:
 * zero at first. ENOMEM, or an error of the source. */
int census_make(struct census *census, const struct schema_table *table,
		struct census_rows *rows);

/* Appends a cell to the last row, or to a new one; copied. ENOMEM. */
int census_rows_add(struct census_rows *rows, const struct cell *cell);
void census_rows_fini(struct census_rows *rows);

static inline size_t census_rows_count(const struct census_rows *rows)
{
	return rows->columns ? rows->count / rows->columns : 0;
}

#endif
