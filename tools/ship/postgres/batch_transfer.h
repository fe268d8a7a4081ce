/*
 * batch_transfer.h - a batch that is written while the next one is made
 */
#ifndef SHIP_POSTGRES_BATCH_TRANSFER_H
#define SHIP_POSTGRES_BATCH_TRANSFER_H

#include "ship/postgres/shared_link.h"

struct batch_transfer {
	struct shared_link *shared; /* borrowed */
	const char *log;	    /* its number there, in digits; borrowed */
	struct batch batch;
	struct json_writer writer;
	struct link_work work;
	bool is_under_way;
	bool is_volatile; /* the last batch may not be on the disk */
	int error; /* of a batch that was not written: nothing follows it */
	struct refused_rows refused; /* of all batches that were written */
};

/* Zero at first. ENOMEM. */
int batch_transfer_init(struct batch_transfer *transfer,
			struct shared_link *shared, const char *log);
void batch_transfer_fini(struct batch_transfer *transfer);

/* Takes a batch, and leaves an empty one, when those before are written. A batch that
 * is volatile may go with the server, and is there for good when a later one is. */
int batch_transfer_begin(struct batch_transfer *transfer, struct batch *batch);

/* Waits until all batches that were taken are there for good. Returns an error
 * number. */
int batch_transfer_confirm(struct batch_transfer *transfer);

#endif
