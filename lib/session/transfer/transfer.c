/* transfer.c - writing a stream to its log */
#include <errno.h>
#include <stdlib.h>

#include "session/steer.h"
#include "session/transfer/fit.h"
#include "session/transfer/heading.h"
#include "session/transfer/transfer.h"
#include "session/transfer/transfer_state.h"
#include "session/unreached_losses.h"

enum { ENOUGH_NS = 1000000000 }; /* enough trying to be ahead of the writers */

/* T9: steering and status do not wait for a disk. */
void pxt_transfer_before_writing(const struct pxt_transfer *transfer)
{
	pxt_controller_unlock(transfer->controller);
}

void pxt_transfer_after_writing(struct pxt_transfer *transfer)
{
	pxt_controller_lock(transfer->controller);
	transfer->length = pxt_log_length(transfer->log);
}

bool pxt_transfer_takes_no_more(const struct pxt_transfer *transfer)
{
	return transfer->controller->attr.log_policy ==
		       POSIX_TRACE_UNTIL_FULL &&
	       pxt_log_is_full(transfer->log);
}

/* Looks at the stream */

static void stop_before(struct pxt_transfer *transfer, uint64_t ticks)
{
	transfer->limits.upto = ticks ? ticks - 1 : 0; /* T1 */
}

static bool all_fit(const struct pxt_transfer *transfer,
		    const struct pxt_live_piece *pieces, size_t count)
{
	size_t sum = 0;

	if (transfer->controller->attr.log_policy != POSIX_TRACE_UNTIL_FULL)
		return true;
	for (size_t i = 0; i < count; i++)
		sum += pieces[i].to - pieces[i].from;
	return sum <= pxt_log_rest(transfer->log, count);
}

/* Packed chunks took less than half of what there was room for: another look
 * fills more of it. */
static bool has_room_left(const struct pxt_transfer *transfer, uint64_t before)
{
	const uint64_t rest = pxt_log_rest(transfer->log, 1);

	return pxt_log_packs(transfer->log) && rest < before &&
	       rest > before / 2;
}

/* Only events before the floor are known to have nothing older behind them:
 * others wait for the next look. ESTALE: that look is to be at once. */
static int fill_up(struct pxt_transfer *transfer,
		   const struct pxt_live_piece *pieces, size_t count,
		   uint64_t floor)
{
	const uint64_t rest = pxt_log_rest(transfer->log, count);
	bool last;
	int err;

	err = pxt_fit_upto(transfer->controller->live, pieces, count,
			   (size_t)rest, transfer->buffer,
			   &transfer->limits.upto);
	last = transfer->limits.upto < floor;
	if (!last)
		stop_before(transfer, floor);
	else if (pxt_log_packs(transfer->log))
		floor = transfer->limits.upto + 1;
	for (size_t i = 0; i < count && !err; i++)
		err = pxt_transfer_put_piece(transfer, &pieces[i],
					     i + 1 < count ? 0 : floor);
	if (!err && last)
		err = has_room_left(transfer, rest) ?
			      ESTALE :
			      pxt_transfer_put_last(transfer);
	transfer->limits.upto = UINT64_MAX; /* T1 */
	return err;
}

/* Older events are counted: in the stream's file, a successor finds that. */
static void note_left_out(struct pxt_transfer *transfer, uint64_t floor)
{
	struct pxt_stream_shared *shared = transfer->controller->stream.shared;

	if (floor && atomic_load_explicit(&shared->cleared,
					  memory_order_relaxed) < floor - 1)
		atomic_store_explicit(&shared->cleared, floor - 1,
				      memory_order_relaxed);
}

/* A floor holds behind a section: only the last section of a look has it. */
static int write_pieces(struct pxt_transfer *transfer,
			const struct pxt_live_piece *pieces, size_t count,
			uint64_t floor)
{
	int err = 0;

	if (!pxt_transfer_takes_no_more(transfer) &&
	    !all_fit(transfer, pieces, count)) {
		err = fill_up(transfer, pieces, count, floor);
		if (err || !pxt_transfer_takes_no_more(transfer))
			return err;
		err = pxt_live_look(transfer->controller->live, &pieces, &count,
				    &floor);
	}
	for (size_t i = 0; i < count && !err; i++) {
		if (pxt_transfer_takes_no_more(transfer))
			pxt_transfer_throw_piece(transfer, &pieces[i]);
		else
			err = pxt_transfer_put_piece(transfer, &pieces[i],
						     i + 1 < count ? 0 : floor);
	}
	if (!err && pxt_transfer_takes_no_more(transfer))
		note_left_out(transfer, floor);
	return err;
}

/* The reader has events at hand that it did not deliver: they go to the log,
 * too. Of a stream that loops it has the only copy. */
static void give_back(struct pxt_controller *controller)
{
	if (controller->merge && !pxt_transfer_loops(controller))
		pxt_merge_reset(controller->merge);
}

/* True if the stream, or the log, may drop events. */
static bool may_miss(const struct pxt_controller *controller)
{
	return pxt_transfer_loops(controller) ||
	       controller->attr.log_policy == POSIX_TRACE_UNTIL_FULL;
}

/* Notes that the log has everything up to the floor of a look, or reports the
 * rest as missing. */
static void note_whole(struct pxt_transfer *transfer, uint64_t floor)
{
	if (!pxt_transfer_loops(transfer->controller))
		return;
	transfer->limits.gone_from = UINT64_MAX; /* T2 */
	pxt_live_has_all(transfer->controller->live, floor);
}

static int write_look(struct pxt_transfer *transfer)
{
	struct pxt_controller *controller = transfer->controller;
	/* Read before the look: events may have stopped since. */
	const bool runs =
		pxt_controller_gate_runs(pxt_controller_gate(controller));
	const struct pxt_live_piece *pieces;
	uint64_t floor;
	size_t count;
	int err;

	give_back(controller);
	err = pxt_live_look(controller->live, &pieces, &count, &floor);
	/* Behind the floor older events may be missing, and be overwritten some
	 * day, or not fit: a gap before the log's end. */
	if (!err &&
	    (transfer->limits.dividing || (runs && may_miss(controller))))
		stop_before(transfer, floor);
	if (!err)
		transfer->reach.floor = floor;
	if (!err)
		err = pxt_transfer_announce(transfer); /* T6 */
	if (!err && pxt_transfer_loops(controller))
		err = pxt_transfer_tell_gap(transfer, pieces, count);
	if (!err)
		err = write_pieces(transfer, pieces, count, floor);
	transfer->limits.upto = UINT64_MAX; /* T1 */
	if (!err)
		note_whole(transfer, floor);
	if (!err)
		err = pxt_transfer_vouch(transfer, floor);
	if (!err)
		err = pxt_transfer_announce_images(transfer);
	if (!err)
		pxt_steer_note_empty(controller);
	return err;
}

/* Looks follow each other, as what is overwritten during one is told before
 * anything behind it is written: until all is dealt with that was there at the
 * beginning, or writers overwrite for so long that there is no end to it. */
static int write_all(struct pxt_transfer *transfer)
{
	const uint64_t now =
		pxt_clock_ticks(transfer->controller->stream.clock);
	const int64_t end_ns = pxt_clock_ns(CLOCK_MONOTONIC) + ENOUGH_NS;
	int err;

	do
		err = write_look(transfer);
	while (err == ESTALE && transfer->limits.horizon < now &&
	       pxt_clock_ns(CLOCK_MONOTONIC) < end_ns);
	return err == ESTALE ? 0 : err;
}

/* Running */

/* Losses are for want of room: what was overwritten, a gap tells. */
static void put_losses(struct pxt_transfer *transfer, int64_t since_ns,
		       const struct pxt_clock_pair *now)
{
	if (transfer->taken_over)
		pxt_losses_put_rest(transfer->losses, since_ns, now);
	else
		pxt_losses_put(transfer->losses, since_ns, now);
}

/* Losses are counted when no writer finds the stream full any more. */
static void reopen(struct pxt_transfer *transfer)
{
	const int64_t since = pxt_losses_since(transfer->losses);
	struct pxt_clock_pair end;

	pxt_losses_count(transfer->losses);
	end = pxt_steer_reopen(transfer->controller);
	pxt_losses_count_on(transfer->losses);
	put_losses(transfer, since, &end);
}

/* A full stream has stopped by itself. With room again, this reports it with
 * the losses, and lets it go on. */
int pxt_transfer_run(struct pxt_transfer *transfer)
{
	struct pxt_controller *controller = transfer->controller;
	int err;

	if (transfer->fd >= 0)
		pxt_heading_tell_path(controller, transfer->fd);
	if (!transfer->taken_over)
		pxt_unreached_losses_tell(
			controller, pxt_controller_takes_events(controller));
	err = write_all(transfer);
	if (err || !(pxt_controller_gate(controller) & PXT_GATE_FULL))
		return err;
	pxt_steer_note_full(controller);
	reopen(transfer);
	return write_all(transfer);
}

/* Events that are missing since the stream was made. */
static uint64_t missed_in_all(const struct pxt_transfer *transfer)
{
	return pxt_ring_missed(&transfer->controller->stream.ring) +
	       transfer->dropped;
}

static uint64_t lost_so_far(const struct pxt_transfer *transfer)
{
	return missed_in_all(transfer) + transfer->earlier.thrown +
	       transfer->count.thrown;
}

/* Losses that were cleared, so that no log tells them, are not among the totals. */
static void note_forgotten(struct pxt_transfer *transfer)
{
	transfer->forgotten = lost_so_far(transfer) - transfer->earlier.lost -
			      transfer->count.lost;
}

void pxt_transfer_forget(struct pxt_transfer *transfer)
{
	pxt_losses_forget(transfer->losses);
	transfer->limits.cleared = 0;
	transfer->limits.gone_from = UINT64_MAX;
	pxt_transfer_note_overwritten(
		transfer,
		atomic_load_explicit(
			&transfer->controller->stream.ring.shared->overwritten,
			memory_order_relaxed));
	pxt_transfer_note_told_dropped(transfer, transfer->dropped);
	note_forgotten(transfer);
}

void pxt_transfer_count_anew(struct pxt_transfer *transfer)
{
	transfer->count.events = 0;
	transfer->count.lost = 0;
	transfer->count.thrown = 0;
	transfer->count.gone = 0;
	transfer->left_out = (struct pxt_transfer_rest){ .count = 0 };
	atomic_store_explicit(&transfer->controller->stream.shared->left_out, 0,
			      memory_order_relaxed);
	atomic_store_explicit(
		&transfer->controller->stream.shared->missed_before,
		missed_in_all(transfer), memory_order_relaxed);
	atomic_store_explicit(&transfer->overrun, false, memory_order_seq_cst);
	atomic_store_explicit(&transfer->full, false, memory_order_seq_cst);
	transfer->reach.last = 0;
	transfer->reach.vouched = 0;
}

int pxt_transfer_clear(struct pxt_transfer *transfer)
{
	int err;

	if (transfer->controller->attr.log_policy == POSIX_TRACE_APPEND)
		return 0;
	pxt_transfer_before_writing(transfer);
	err = pxt_log_clear(transfer->log);
	pxt_transfer_after_writing(transfer);
	if (err)
		return err;
	/* Losses since the stream was cleared go to the empty log. */
	transfer->forgotten += transfer->count.lost - transfer->count.thrown;
	pxt_transfer_count_anew(transfer);
	transfer->reach.newest = 0;
	transfer->reach.newest_type = 0;
	return 0;
}

/* Begin and end of the log */

static bool is_overrun(const struct pxt_controller *controller)
{
	return pxt_ring_missed(&controller->stream.ring) !=
	       atomic_load_explicit(&controller->missed, memory_order_seq_cst);
}

uint64_t pxt_transfer_lost(const struct pxt_transfer *transfer)
{
	const struct pxt_stream *stream = &transfer->controller->stream;
	const uint64_t before = atomic_load_explicit(
		&stream->shared->missed_before, memory_order_relaxed);
	const uint64_t all = missed_in_all(transfer);
	const uint64_t missed = all > before ? all - before : 0;

	if (!transfer->taken_over || transfer->count.lost >= missed ||
	    !pxt_log_has_overwritten(transfer->log))
		return transfer->count.lost;
	return missed;
}

static int write_end(struct pxt_transfer *transfer, int error)
{
	const struct pxt_log_end end = {
		.events = transfer->count.events + transfer->count.gone,
		.lost = pxt_transfer_lost(transfer),
		.stream_overrun = is_overrun(transfer->controller),
		.flush_error = (uint32_t)error,
		.log_overrun = atomic_load_explicit(&transfer->overrun,
						    memory_order_seq_cst),
		.log_full = atomic_load_explicit(&transfer->full,
						 memory_order_seq_cst),
	};
	int err;

	pxt_transfer_before_writing(transfer);
	err = pxt_log_put_end(transfer->log, &end);
	pxt_transfer_after_writing(transfer);
	return err;
}

/* A limit on the size of files does not count: the sections below it stay. */
static bool is_for_want_of_room(int err)
{
	return err == ENOSPC || err == EDQUOT;
}

int pxt_transfer_put_end(struct pxt_transfer *transfer, int error)
{
	int err;

	pxt_transfer_before_writing(transfer);
	/* The log is complete without that, too. */
	pxt_thread_names_write_last(transfer->announced.thread_names,
				    transfer->log);
	pxt_announced_objects_write_missed(transfer->announced.objects,
					   &transfer->controller->process.names,
					   transfer->log);
	pxt_transfer_after_writing(transfer);
	pxt_transfer_tell_rest(transfer);
	err = write_end(transfer, error);
	if (is_for_want_of_room(err) && pxt_transfer_retreat(transfer))
		err = write_end(transfer, error ? error : err);
	return err;
}

static int write_rest(struct pxt_transfer *transfer)
{
	const int64_t since = pxt_losses_since(transfer->losses);
	struct pxt_clock_pair now;
	int err;

	err = pxt_transfer_run(transfer);
	if (err)
		return err;
	pxt_losses_count(transfer->losses);
	now = pxt_clock_read(transfer->controller->stream.clock);
	put_losses(transfer, since, &now);
	return pxt_transfer_run(transfer);
}

int pxt_transfer_finish(struct pxt_transfer *transfer, int error)
{
	int err, end_err;

	err = write_rest(transfer);
	if (err && transfer->taken_over)
		return err;
	if (err)
		pxt_transfer_add_unwritten(transfer);
	end_err = pxt_transfer_put_end(transfer, error ? error : err);
	return err ? err : end_err;
}

int pxt_transfer_prepare(struct pxt_controller *controller,
			 struct pxt_transfer **out)
{
	const struct pxt_ring *ring = &controller->stream.ring;
	struct pxt_transfer *transfer = calloc(1, sizeof(*transfer));

	if (!transfer)
		return ENOMEM;
	transfer->controller = controller;
	transfer->fd = -1;
	transfer->announced.name = PXT_EVENT_USER_FIRST - 1;
	transfer->limits.upto = UINT64_MAX;
	transfer->limits.gone_from = UINT64_MAX;
	transfer->buffer = malloc(ring->geometry.chunk);
	if (!transfer->buffer ||
	    pxt_losses_create(controller, &transfer->losses) ||
	    pxt_images_create(controller->dir, controller->process.id.space,
			      &transfer->announced.images) ||
	    pxt_thread_names_create(transfer->announced.images,
				    &transfer->announced.thread_names) ||
	    pxt_announced_objects_create(controller->attr.created_ns,
					 &controller->process.names,
					 &transfer->announced.objects)) {
		pxt_transfer_close(transfer);
		return ENOMEM;
	}
	pxt_images_note(transfer->announced.images, controller->stream.family);
	*out = transfer;
	return 0;
}

int pxt_transfer_create(struct pxt_controller *controller, int fd,
			struct pxt_transfer **out)
{
	struct pxt_transfer *transfer;
	struct pxt_log_header header;
	int err;

	err = pxt_transfer_prepare(controller, &transfer);
	if (err)
		return err;
	pxt_heading_describe(controller, &header);
	err = pxt_log_create(fd, &header, &transfer->log);
	if (err) {
		pxt_transfer_close(transfer);
		return err;
	}
	transfer->length = pxt_log_length(transfer->log);
	transfer->fd = fd;
	pxt_heading_tell_where(controller, fd, header.uuid);
	*out = transfer;
	return 0;
}

void pxt_transfer_close(struct pxt_transfer *transfer)
{
	if (!transfer)
		return;
	pxt_log_writer_close(transfer->log);
	pxt_announced_objects_close(transfer->announced.objects);
	pxt_thread_names_close(transfer->announced.thread_names);
	pxt_images_close(transfer->announced.images);
	pxt_roster_fini(&transfer->threads);
	free(transfer->buffer);
	pxt_losses_close(transfer->losses);
	free(transfer);
}

/* Asking */

void pxt_transfer_status(struct pxt_transfer *transfer,
			 struct posix_trace_status_info *status)
{
	status->posix_log_overrun_status =
		atomic_exchange_explicit(&transfer->overrun, false,
					 memory_order_seq_cst) ?
			POSIX_TRACE_OVERRUN :
			POSIX_TRACE_NO_OVERRUN;
	status->posix_log_full_status =
		atomic_load_explicit(&transfer->full, memory_order_seq_cst) ?
			POSIX_TRACE_FULL :
			POSIX_TRACE_NOT_FULL;
}

static uint64_t count_unwritten(struct pxt_transfer *transfer)
{
	struct pxt_transfer_rest rest = { .since = UINT64_MAX };
	const struct pxt_live_piece *pieces;
	struct pxt_record_walk walk;
	uint64_t events = 0, gone = 0;
	uint64_t floor;
	size_t count;

	if (pxt_live_look(transfer->controller->live, &pieces, &count, &floor))
		return 0;
	for (size_t i = 0; i < count; i++) {
		if (pxt_live_copy(transfer->controller->live, &pieces[i],
				  transfer->buffer))
			continue;
		pxt_live_walk(transfer->controller->live, &pieces[i],
			      transfer->buffer, &walk);
		events +=
			pxt_transfer_count_rest(transfer, &walk, &rest, &gone);
	}
	return events + gone;
}

void pxt_transfer_totals(struct pxt_transfer *transfer, bool unwritten,
			 struct posix_trace_totals_np *totals)
{
	const struct pxt_ring *ring = &transfer->controller->stream.ring;

	*totals = (struct posix_trace_totals_np){
		.events = transfer->earlier.events + transfer->count.events,
		.lost = lost_so_far(transfer) - transfer->forgotten,
		.log_bytes = transfer->length,
		.threads = (unsigned)transfer->threads.count,
		.processes =
			pxt_images_count_recorded(transfer->announced.images),
	};
	if (!transfer->taken_over)
		totals->unreached = pxt_unreached_losses_count(
			transfer->controller, &totals->unreached_reason);
	totals->lost += totals->unreached;
	totals->unreached += pxt_ring_unreached(ring);
	if (!totals->unreached_reason && pxt_ring_cramped(ring))
		totals->unreached_reason = ENOMEM;
	if (unwritten)
		totals->lost += count_unwritten(transfer);
}
