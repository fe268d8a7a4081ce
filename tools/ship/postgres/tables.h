/*
 * tables.h - the tables of a database, and the rows of a batch of sections
 */
#ifndef SHIP_POSTGRES_TABLES_H
#define SHIP_POSTGRES_TABLES_H

#include "ship/postgres/link.h"
#include "ship/postgres/naming_rows.h"
#include "ship/postgres/counts.h"
#include "ship/postgres/refused_rows.h"

enum { TABLES_DAYS = 64 };

/* The tables of a database */
struct tables_kind {
	bool by_day;
	bool has_places; /* earlier versions made none for them */
	bool has_sums;	 /* of sections; nor for these */
};

/* The rows of sections that are confirmed together. */
struct batch {
	struct bytes events; /* rows in the form of COPY */
	struct json_rows sections, losses, origins, types, places;
	struct naming_rows naming;
	struct counts counts;
	size_t count;		   /* sections */
	uint64_t bytes;		   /* bytes of the sections */
	bool has_ended;		   /* END is one of them */
	bool has_new_types;	   /* views have to be made */
	bool is_volatile;	   /* its commit does not wait for the disk */
	int64_t days[TABLES_DAYS]; /* since 1970, on which events were */
	unsigned day_count;
	struct refused_rows refused; /* when it was written */
};

void batch_clear(struct batch *batch);
void batch_fini(struct batch *batch);

/* Makes the tables where they are wanted and absent, and checks them. */
int tables_prepare(struct link *link, const struct store_options *options,
		   struct tables_kind *kind);

/* Writes a batch in a transaction, whatever of it the server refuses. log: number of the log, in digits. EBUSY:
 * another has written one of its sections meanwhile. */
int tables_write(struct link *link, const char *log, struct batch *batch,
		 struct json_writer *writer, const struct tables_kind *kind);

/* Makes the views of types, if the user may. */
void tables_make_views(struct link *link);

#endif
