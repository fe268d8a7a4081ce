/*
 * refused_rows.h - rows of events of which the server refuses some
 *
 * One row that is refused makes the server refuse all that were sent with it. So
 * they are sent again in halves, and a row alone without its fields.
 */
#ifndef SHIP_POSTGRES_REFUSED_ROWS_H
#define SHIP_POSTGRES_REFUSED_ROWS_H

#include "ship/postgres/link.h"

struct refused_rows {
	uint64_t bare;	   /* events that are there without their fields */
	uint64_t left_out; /* events that are not there */
	uint64_t others;   /* rows of other tables */
};

/* Copies what the server takes of rows in the form of COPY, in a transaction that
 * has begun, and counts the others. */
int refused_rows_copy(struct link *link, const struct bytes *rows,
		      struct refused_rows *refused);

#endif
