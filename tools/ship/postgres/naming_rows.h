/*
 * naming_rows.h - rows of what sections name: processes, threads, objects
 *
 * A name may come later than the events of what it names, which have none. So
 * names are in tables of their own, and the last one counts.
 */
#ifndef SHIP_POSTGRES_NAMING_ROWS_H
#define SHIP_POSTGRES_NAMING_ROWS_H

#include "ship/postgres/json_rows.h"
#include "source/section.h"

struct naming_rows {
	struct json_rows sections, processes, threads, objects;
};

/* Adds a section that names something; payload: section->len bytes. What is cut
 * off is left out. */
void naming_rows_add(struct naming_rows *rows, struct json_writer *writer,
		     const struct section *section,
		     const unsigned char *payload);
void naming_rows_clear(struct naming_rows *rows);
void naming_rows_fini(struct naming_rows *rows);

#endif
