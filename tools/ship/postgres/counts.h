/*
 * counts.h - how many events a batch has, of each thread, process and type
 */
#ifndef SHIP_POSTGRES_COUNTS_H
#define SHIP_POSTGRES_COUNTS_H

#include "query/event_cells.h"
#include "ship/postgres/json_rows.h"

/* The part of a batch that is of one entity. */
struct counts_row {
	unsigned origin;
	pid_t pid, tid;
	char *name; /* owned; for types only */
	uint64_t events, lost;
	int64_t first_ns, last_ns;
};

struct counts_list {
	struct counts_row *count;
	size_t used, room, last;
};

struct counts {
	struct counts_list origins, processes, threads, types;
};

/* Adds the item of cells. ENOMEM. */
int counts_add(struct counts *counts, struct event_cells *cells);
void counts_clear(struct counts *counts);
void counts_fini(struct counts *counts);

/* Adds a name to a list of names. ENOMEM. */
int counts_note(struct counts_list *list, const char *name, bool *is_new);
void counts_list_fini(struct counts_list *list);

/* Puts a row for each. */
void counts_put(const struct counts_list *list, struct json_rows *rows,
		struct json_writer *writer);

#endif
