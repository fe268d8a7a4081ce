/* resume.c - continuing a dead controller's transfer */
#include <errno.h>
#include <stdlib.h>

#include "base/sum.h"
#include "session/transfer/transfer.h"
#include "session/transfer/transfer_state.h"

/* The dead controller has processed a part of the stream (T3). */
static void succeed(struct pxt_transfer *transfer)
{
	const struct pxt_stream_shared *shared =
		transfer->controller->stream.shared;

	transfer->taken_over = true;
	transfer->fd = -1;
	transfer->limits.cleared =
		atomic_load_explicit(&shared->cleared, memory_order_relaxed);
	transfer->overwritten = atomic_load_explicit(&shared->told_overwritten,
						     memory_order_relaxed);
	transfer->told_dropped = atomic_load_explicit(&shared->told_dropped,
						      memory_order_relaxed);
	transfer->dropped = transfer->told_dropped;
}

int pxt_transfer_salvage(struct pxt_controller *controller, int fd,
			 struct pxt_transfer **out)
{
	int err;

	err = pxt_transfer_create(controller, fd, out);
	if (!err)
		succeed(*out);
	return err;
}

/* Progress: how far chunks that are still in the stream went to the log, and
 * what of the gaps is told there. */
struct progress {
	struct pxt_transfer *transfer;
	uint64_t gaps;
	uint64_t rest; /* left out, and told behind the last chunk (T5) */
	const struct pxt_live_piece *pieces; /* each from its beginning */
	uint32_t *end;
	size_t count;
};

static void note_chunk(void *argument, const struct pxt_log_chunk *chunk,
		       size_t len)
{
	struct progress *progress = argument;
	struct pxt_transfer *transfer = progress->transfer;
	uint32_t end = chunk->offset + (uint32_t)len;

	transfer->count.events += chunk->events;
	transfer->count.lost += chunk->lost;
	if (chunk->last > transfer->reach.newest)
		transfer->reach.newest = chunk->last;
	pxt_transfer_note_ticks(transfer, chunk);
	if (!chunk->sequence) {
		progress->gaps += chunk->lost;
		transfer->reach.synthetic = end; /* T8 */
		return;
	}
	if (chunk->sequence == UINT32_MAX)
		progress->rest = pxt_sum(progress->rest, chunk->lost);
	for (size_t i = 0; i < progress->count; i++)
		if (progress->pieces[i].sequence == chunk->sequence &&
		    progress->end[i] < end)
			progress->end[i] = end;
}

static void take_chunk(struct pxt_transfer *transfer,
		       const struct pxt_live_piece *piece, uint32_t end)
{
	struct pxt_record_walk walk;
	struct pxt_event event;
	uint32_t records = 0;

	if (!end || end > piece->to ||
	    pxt_live_copy(transfer->controller->live, piece, transfer->buffer))
		return;
	pxt_record_walk_init(&walk, transfer->buffer, end, NULL, 0);
	while (!pxt_record_walk_next(&walk, &event))
		records++;
	pxt_transfer_took(transfer, piece, end, records, 0, &walk);
}

/* The controller may have been killed before END, and behind the rest. */
static void leave_out_untold(struct pxt_transfer *transfer, uint64_t told)
{
	const struct pxt_stream_shared *shared =
		transfer->controller->stream.shared;
	struct pxt_transfer_rest rest = {
		.count = atomic_load_explicit(&shared->left_out,
					      memory_order_relaxed),
		.since = atomic_load_explicit(&shared->left_out_since,
					      memory_order_relaxed),
	};

	rest.count -= told < rest.count ? told : rest.count;
	if (rest.count)
		pxt_transfer_add_rest(transfer, &rest);
}

static int resume(struct pxt_transfer *transfer, int fd, uint64_t *budget)
{
	struct progress progress = { .transfer = transfer };
	struct pxt_live *live = transfer->controller->live;
	uint64_t floor;
	int err;

	err = pxt_live_look(live, &progress.pieces, &progress.count, &floor);
	if (err)
		return err;
	progress.end = calloc(progress.count + 1, sizeof(*progress.end));
	if (!progress.end)
		return ENOMEM;
	err = pxt_log_resume_within(fd, budget, note_chunk, &progress,
				    &transfer->log);
	/* T3: the controller may have been killed before noting what it
	 * reported. */
	progress.gaps -= transfer->told_dropped < progress.gaps ?
				 transfer->told_dropped :
				 progress.gaps;
	if (transfer->overwritten < progress.gaps)
		transfer->overwritten = progress.gaps;
	for (size_t i = 0; i < progress.count && !err; i++)
		take_chunk(transfer, &progress.pieces[i], progress.end[i]);
	if (!err)
		leave_out_untold(transfer, progress.rest);
	free(progress.end);
	return err;
}

/* Events that the log had to get then, or that were as good as overwritten. */
static void leave_out_written(struct pxt_transfer *transfer)
{
	const uint64_t upto = atomic_load_explicit(
		&transfer->controller->stream.ring.shared->taken_upto,
		memory_order_relaxed);

	if (upto && transfer->limits.cleared < upto - 1)
		transfer->limits.cleared = upto - 1;
}

/* A log that was overwritten has only the rest of its events. */
static void note_gone(struct pxt_transfer *transfer)
{
	const uint64_t all = pxt_log_events_in_all(transfer->log);

	if (pxt_log_has_overwritten(transfer->log) &&
	    all > transfer->count.events)
		transfer->count.gone = all - transfer->count.events;
}

int pxt_transfer_resume(struct pxt_controller *controller, int fd,
			uint64_t *budget, struct pxt_transfer **out)
{
	struct pxt_transfer *transfer;
	int err;

	err = pxt_transfer_prepare(controller, &transfer);
	if (err)
		return err;
	succeed(transfer);
	leave_out_written(transfer);
	err = pxt_transfer_note_announced(transfer, fd);
	if (!err)
		err = resume(transfer, fd, budget);
	if (err) {
		pxt_transfer_close(transfer);
		return err;
	}
	atomic_store_explicit(&transfer->full, pxt_log_is_full(transfer->log),
			      memory_order_seq_cst);
	atomic_store_explicit(&transfer->overrun,
			      pxt_log_has_overwritten(transfer->log),
			      memory_order_seq_cst);
	note_gone(transfer);
	transfer->length = pxt_log_length(transfer->log);
	*out = transfer;
	return 0;
}
