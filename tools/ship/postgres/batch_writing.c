/*
 * batch_writing.c - a batch that is written while the next one is made
 */
#include "ship/postgres/batch_writing.h"

int batch_writing_init(struct batch_writing *writing,
		       struct shared_link *shared, const char *log)
{
	writing->shared = shared;
	writing->log = log;
	return json_writer_init(&writing->writer);
}

static void add_refused(struct refused_rows *sum,
			const struct refused_rows *refused)
{
	sum->bare += refused->bare;
	sum->left_out += refused->left_out;
	sum->others += refused->others;
}

/* Waits until all batches that were taken are written. */
static int finish(struct batch_writing *writing)
{
	if (!writing->is_under_way)
		return writing->error;
	writing->is_under_way = false;
	writing->error = link_finish(&writing->shared->link, &writing->work);
	if (!writing->error)
		add_refused(&writing->refused, &writing->batch.refused);
	writing->is_volatile = writing->batch.is_volatile;
	batch_clear(&writing->batch);
	return writing->error;
}

void batch_writing_fini(struct batch_writing *writing)
{
	finish(writing);
	batch_fini(&writing->batch);
	json_writer_fini(&writing->writer);
}

/* Runs in a thread, which has the batch and its writer. */
static int write_batch(struct link *link, void *argument)
{
	struct batch_writing *writing = argument;
	const int err = tables_write(link, writing->log, &writing->batch,
				     &writing->writer, &writing->shared->kind);

	if (!err && writing->batch.has_new_types)
		tables_make_views(link);
	return err;
}

int batch_writing_begin(struct batch_writing *writing, struct batch *batch)
{
	const int err = finish(writing);
	const struct batch empty = writing->batch;

	if (err)
		return err;
	writing->batch = *batch;
	*batch = empty;
	writing->work =
		(struct link_work){ .run = write_batch, .argument = writing };
	writing->is_under_way = true;
	link_begin(&writing->shared->link, &writing->work);
	return 0;
}

/* What is committed goes to the disk with all that was committed before. */
int batch_writing_confirm(struct batch_writing *writing)
{
	static const char text[] =
		"update posixtrace.log set has_ended = has_ended "
		"where id = $1::int";
	int err = finish(writing);

	if (err || !writing->is_volatile)
		return err;
	PQclear(link_ask(&writing->shared->link, text, 1, &writing->log, &err));
	writing->is_volatile = err;
	return err;
}
