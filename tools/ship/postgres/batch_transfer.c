/*
 * batch_transfer.c - a batch that is written while the next one is made
 */
#include "ship/postgres/batch_transfer.h"

int batch_transfer_init(struct batch_transfer *transfer,
			struct shared_link *shared, const char *log)
{
	transfer->shared = shared;
	transfer->log = log;
	return json_writer_init(&transfer->writer);
}

static void add_refused(struct refused_rows *sum,
			const struct refused_rows *refused)
{
	sum->bare += refused->bare;
	sum->left_out += refused->left_out;
	sum->others += refused->others;
}

/* Waits until all batches that were taken are written. */
static int finish(struct batch_transfer *transfer)
{
	if (!transfer->is_under_way)
		return transfer->error;
	transfer->is_under_way = false;
	transfer->error = link_finish(&transfer->shared->link, &transfer->work);
	if (!transfer->error)
		add_refused(&transfer->refused, &transfer->batch.refused);
	transfer->is_volatile = transfer->batch.is_volatile;
	batch_clear(&transfer->batch);
	return transfer->error;
}

void batch_transfer_fini(struct batch_transfer *transfer)
{
	finish(transfer);
	batch_fini(&transfer->batch);
	json_writer_fini(&transfer->writer);
}

/* Runs in a thread, which has the batch and its writer. */
static int write_batch(struct link *link, void *argument)
{
	struct batch_transfer *transfer = argument;
	const int err =
		tables_write(link, transfer->log, &transfer->batch,
			     &transfer->writer, &transfer->shared->kind);

	if (!err && transfer->batch.has_new_types)
		tables_make_views(link);
	return err;
}

int batch_transfer_begin(struct batch_transfer *transfer, struct batch *batch)
{
	const int err = finish(transfer);
	const struct batch empty = transfer->batch;

	if (err)
		return err;
	transfer->batch = *batch;
	*batch = empty;
	transfer->work =
		(struct link_work){ .run = write_batch, .argument = transfer };
	transfer->is_under_way = true;
	link_begin(&transfer->shared->link, &transfer->work);
	return 0;
}

/* A commit that waits for the disk takes all earlier ones there. */
int batch_transfer_confirm(struct batch_transfer *transfer)
{
	static const char text[] =
		"update posixtrace.log set has_ended = has_ended "
		"where id = $1::int";
	int err = finish(transfer);

	if (err || !transfer->is_volatile)
		return err;
	PQclear(link_ask(&transfer->shared->link, text, 1, &transfer->log,
			 &err));
	transfer->is_volatile = err;
	return err;
}
