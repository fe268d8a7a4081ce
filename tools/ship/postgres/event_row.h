/*
 * event_row.h - rows of the table of events
 */
#ifndef SHIP_POSTGRES_EVENT_ROW_H
#define SHIP_POSTGRES_EVENT_ROW_H

#include "query/event_cells.h"
#include "ship/postgres/json_rows.h"

/* Places in a row: what shows the data, from its text on, comes last. */
enum { EVENT_ROW_DATA = 10, EVENT_ROW_TEXT = 11, EVENT_ROW_FIELDS = 14 };

/* Values that the rows of a section have in common. */
struct event_row {
	int32_t log;
	uint64_t section;
	struct event_cells *cells;
	struct json_writer *writer;
	struct json_rows aside; /* room */
	bool has_left_out;	/* the last row lacks a text, which is long */
};

extern const char event_row_copy[];

/* Puts the event that is set in cells. Returns an error number. */
int event_row_put(struct event_row *row, int32_t number, struct bytes *bytes);

#endif
