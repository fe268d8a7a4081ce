/*
 * inserter.h - rows that SQLite inserts into tables of a database
 *
 * The rows of a batch are a virtual table, and one statement inserts them: a
 * statement a row would take half as long again. A thread does it, while rows
 * of the next batches are made; nobody else uses the database then.
 */
#ifndef QUERY_INSERTER_H
#define QUERY_INSERTER_H

#include <pthread.h>

#include <sqlite3.h>

#include "query/row_batch.h"
#include "query/schema.h"

enum { INSERTER_QUEUE = 4 };

struct inserter {
	sqlite3 *database;	     /* borrowed */
	const struct schema *schema; /* borrowed */
	struct row_batch *batch;     /* batches to fill, by table */
	sqlite3_stmt **statement;
	const struct row_batch *present; /* the batch that is inserted */

	/* Between the threads */
	pthread_t thread;
	bool has_thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct row_batch queue[INSERTER_QUEUE]; /* a ring */
	unsigned first, waiting;
	bool is_ending;
	int err; /* the first error */
};

/* Makes the tables of a schema, and prepares for their rows. Error numbers; EIO:
 * sqlite3_errmsg() has the reason. inserter_fini() is required if, and only if,
 * this was called. */
int inserter_init(struct inserter *inserter, sqlite3 *database,
		  const struct schema *schema);

/* Begins to insert. Error numbers. */
int inserter_start(struct inserter *inserter);

/* Adds a value to the last row of a table. ENOMEM. */
static inline int inserter_add(struct inserter *inserter, size_t table,
			       const struct cell *cell)
{
	return row_batch_add(&inserter->batch[table], cell);
}

/* Ends a row, which is inserted at some time. As inserter_init(). */
int inserter_end_row(struct inserter *inserter, size_t table);

/* Inserts all rows, and stops. As inserter_init(). */
int inserter_finish(struct inserter *inserter);

/* Ends everything that keeps the database open. */
void inserter_fini(struct inserter *inserter);

#endif
