/*
 * record.h - a row as a file of SQLite has it
 */
#ifndef QUERY_RECORD_H
#define QUERY_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "query/cell.h"

/* The types of the values, behind their length; then the values. */
struct record {
	uint8_t *types, *body, *whole; /* owned */
	size_t types_len, types_room, len, room, whole_room;
};

static inline void record_begin(struct record *record)
{
	record->types_len = 0;
	record->len = 0;
}

/* Adds a value to a column, whose type converts it as SQLite does. ENOMEM. */
int record_add(struct record *record, const char *type,
	       const struct cell *cell);

/* The bytes of a record, borrowed until the next; NULL: no memory. */
const uint8_t *record_end(struct record *record, size_t *len);

/* Frees what a record has, which is zero at first. */
void record_fini(struct record *record);

#endif
