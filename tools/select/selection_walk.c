/*
 * selection_walk.c - all selected items, one after the other
 */
#include "select/selection_walk.h"
#include "source/log_workers.h"
#include "source/source_log.h"

/* A walk over batches. */
struct batch_walk {
	struct selection *selection;
	const struct selection_walk *walk;
};

static int add_batch(const struct posix_trace_batch_np *batch, void *argument)
{
	const struct batch_walk *batches = argument;
	struct selection *selection = batches->selection;
	const struct selection_walk *walk = batches->walk;
	int err = 0;

	for (size_t i = 0; i < batch->count && !err; i++) {
		selection_count_item(selection, &batch->items[i]);
		err = walk->add(walk->argument, &batch->items[i]);
	}
	if (batch->count)
		selection->passed =
			batch->items[batch->count - 1].info.posix_timestamp;
	return err;
}

static int walk_batches(struct selection *selection,
			const struct selection_walk *walk,
			struct log_workers *workers)
{
	struct batch_walk batches = { selection, walk };

	return log_workers_walk(workers, add_batch, &batches);
}

static int walk_items(struct selection *selection,
		      const struct selection_walk *walk)
{
	struct posix_trace_item_np item;
	int unavailable, err;

	do {
		err = selection_next(selection, &item, &unavailable);
		if (!err && !unavailable)
			err = walk->add(walk->argument, &item);
	} while (!err &&
		 (!unavailable || (walk->wait && walk->wait(walk->argument))));
	return err;
}

int selection_walk(struct selection *selection,
		   const struct selection_walk *walk)
{
	struct log_workers *workers = source_log_workers(selection->source);

	return workers && !walk->wait && !selection_is_given(selection) ?
		       walk_batches(selection, walk, workers) :
		       walk_items(selection, walk);
}
