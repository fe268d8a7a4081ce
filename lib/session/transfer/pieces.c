/* pieces.c - writing pieces of a stream as sections of a log */
#include <errno.h>
#include <string.h>

#include "base/sum.h"
#include "session/transfer/transfer.h"
#include "session/transfer/transfer_state.h"

int pxt_transfer_put_chunk(struct pxt_transfer *transfer,
			   const struct pxt_log_chunk *chunk,
			   const void *records, size_t len)
{
	int err;

	pxt_transfer_before_writing(transfer);
	err = pxt_log_put_chunk(transfer->log, chunk, records, len);
	pxt_transfer_after_writing(transfer);
	return err;
}

/* Reasons why a process could not map the stream, or not all of it; and those
 * of posix_trace_lose_np(). */
static const char *reason_of(int err)
{
	switch (err) {
	case EMFILE:
		return "the process had no descriptor left to map the stream";
	case ENFILE:
		return "the system had no descriptor left to map the stream";
	case ENOMEM:
		return "the process had no memory left to map the stream";
	case ENOBUFS:
		return "the process had no address space left for more of the stream";
	case ENOENT:
		return "the stream's file was gone";
	case EACCES:
	case EPERM:
		return "the process was not allowed to map the stream";
	case EBADMSG:
		return "data of the program could not be read as an event";
	case EOVERFLOW:
		return "the program's records came faster than they could be kept";
	}
	return "the process could not map the stream";
}

/* Stretches: adjacent records of a piece that go to the log */

struct stretch {
	struct pxt_log_chunk chunk;
	size_t from, to; /* in the buffer */
	bool more;	 /* the piece continues behind it */
	uint64_t gone;	 /* events left out before it, in a gap */
	uint32_t passed; /* records of the piece up to its end */
	char reasons[PXT_REASON_MAX + 8];
};

/* Logs of limited size have no room for reasons. */
static bool takes_reasons(const struct pxt_transfer *transfer)
{
	return transfer->controller->attr.log_policy == POSIX_TRACE_APPEND;
}

static size_t reason_size(const struct pxt_transfer *transfer,
			  const struct pxt_event *event)
{
	return event->type == PXT_RECORD_LOSS && event->address &&
			       takes_reasons(transfer) ?
		       PXT_REASON_MAX + 8 :
		       0;
}

/* A stretch has one reason. */
static bool has_other_reason(const struct pxt_transfer *transfer,
			     const struct pxt_event *event,
			     const struct stretch *stretch)
{
	return stretch->chunk.reasons && reason_size(transfer, event) &&
	       strcmp(stretch->reasons, reason_of((int)event->address)) != 0;
}

/* A record in the stream has a number for a reason (stream/unreached.h), one in
 * the log its offset in the section. */
static void note_reason(const struct pxt_transfer *transfer,
			const struct pxt_event *event, struct stretch *stretch)
{
	uint8_t *record = transfer->buffer +
			  ((const uint8_t *)event->data - transfer->buffer) -
			  PXT_RECORD_HEAD;
	struct pxt_log_chunk *chunk = &stretch->chunk;
	const char *reason = reason_size(transfer, event) ?
				     reason_of((int)event->address) :
				     NULL;

	if (!reason) {
		pxt_record_head(record, event->ticks, event->type, 0,
				event->len);
		return;
	}
	memset(stretch->reasons, 0, sizeof(stretch->reasons));
	memcpy(stretch->reasons, reason, strlen(reason));
	chunk->reasons = stretch->reasons;
	chunk->reasons_len = (uint32_t)(strlen(reason) / 8 + 1) * 8;
	pxt_record_head(record, event->ticks, event->type, PXT_LOG_CHUNK_SIZE,
			event->len);
}

static void note_event(struct pxt_transfer *transfer,
		       const struct pxt_event *event,
		       struct pxt_log_chunk *chunk, uint32_t *tid)
{
	struct pxt_loss loss;

	if (!chunk->first)
		chunk->first = event->ticks;
	chunk->last = event->ticks;
	if (event->type == PXT_RECORD_LOSS) {
		memcpy(&loss, event->data, sizeof(loss));
		chunk->lost += loss.count;
		return;
	}
	chunk->events++;
	if (event->ticks >= transfer->reach.newest) {
		transfer->reach.newest = event->ticks;
		transfer->reach.newest_type = event->type;
	}
	if (event->tid == *tid)
		return;
	*tid = event->tid;
	pxt_roster_note(&transfer->threads, event->tid);
	pxt_images_note(transfer->announced.images, event->pid);
	pxt_thread_names_note(transfer->announced.thread_names, event->pid,
			      event->tid);
}

/* T4: overwritten in a looping stream, or cleared. */
static bool is_gone(const struct pxt_transfer *transfer, uint64_t ticks)
{
	return ticks <= transfer->limits.cleared ||
	       (ticks >= transfer->limits.gone_from &&
		ticks <= transfer->limits.horizon);
}

/* The last ticks of a row of events that begins with these. */
static uint64_t row_end(const struct pxt_transfer *transfer, uint64_t ticks)
{
	if (ticks < transfer->limits.gone_from &&
	    transfer->limits.gone_from <= transfer->limits.upto)
		return transfer->limits.gone_from - 1;
	return transfer->limits.upto;
}

/* Ordinary events are not looked at one by one. */
static void note_row(struct pxt_transfer *transfer,
		     struct pxt_record_walk *walk, size_t room,
		     struct stretch *stretch)
{
	const uint8_t *begin = transfer->buffer + stretch->from;
	const size_t left = (size_t)(walk->in.end - begin);
	struct pxt_log_chunk *chunk = &stretch->chunk;
	uint32_t events, type;

	events = pxt_record_walk_pass(walk, begin + (room < left ? room : left),
				      row_end(transfer, walk->last), &type);
	if (!events)
		return;
	stretch->passed += events;
	chunk->events += events;
	chunk->last = walk->last;
	if (walk->last >= transfer->reach.newest) {
		transfer->reach.newest = walk->last;
		transfer->reach.newest_type = type;
	}
}

static void begin_stretch(const struct pxt_transfer *transfer,
			  const struct pxt_record_walk *walk,
			  struct stretch *stretch)
{
	stretch->from = (size_t)(walk->in.at - transfer->buffer);
	stretch->chunk.context = walk->context;
	stretch->chunk.context_ticks = walk->context_ticks;
}

/* Continues a walk while records are for the log and fit. It ends at an invalid
 * record. */
static void measure(struct pxt_transfer *transfer, struct pxt_record_walk *walk,
		    size_t room, struct stretch *stretch)
{
	struct pxt_record_walk before = *walk;
	struct pxt_event event;
	uint32_t tid = 0;

	*stretch = (struct stretch){ .passed = stretch->passed };
	begin_stretch(transfer, walk, stretch);
	while (!pxt_record_walk_next(walk, &event)) {
		size_t end = (size_t)(walk->in.at - transfer->buffer);
		bool gone = is_gone(transfer, event.ticks);
		size_t reason = reason_size(transfer, &event);

		if (gone && !stretch->chunk.first) {
			stretch->gone += pxt_transfer_misses(transfer, &event);
			begin_stretch(transfer, walk, stretch);
		} else if (gone || event.ticks > transfer->limits.upto ||
			   end - stretch->from + reason > room ||
			   has_other_reason(transfer, &event, stretch)) {
			*walk = before;
			stretch->more = true;
			break;
		} else {
			note_event(transfer, &event, &stretch->chunk, &tid);
			if (event.type == PXT_RECORD_LOSS)
				note_reason(transfer, &event, stretch);
			room -= reason;
			note_row(transfer, walk, room, stretch);
		}
		stretch->passed++;
		before.in.at = walk->in.at;
		before.last = walk->last;
		if (before.context_ticks != walk->context_ticks) {
			before.context = walk->context;
			before.context_ticks = walk->context_ticks;
		}
	}
	stretch->to = (size_t)(walk->in.at - transfer->buffer);
}

/* Pieces */

void pxt_transfer_note_overwritten(struct pxt_transfer *transfer,
				   uint64_t overwritten)
{
	transfer->overwritten = overwritten; /* T3 */
	atomic_store_explicit(
		&transfer->controller->stream.shared->told_overwritten,
		overwritten, memory_order_relaxed);
}

void pxt_transfer_note_told_dropped(struct pxt_transfer *transfer,
				    uint64_t told)
{
	transfer->told_dropped = told; /* T3 */
	atomic_store_explicit(
		&transfer->controller->stream.shared->told_dropped, told,
		memory_order_relaxed);
}

bool pxt_transfer_took(struct pxt_transfer *transfer,
		       const struct pxt_live_piece *piece, size_t len,
		       uint32_t records, uint64_t known,
		       const struct pxt_record_walk *walk)
{
	struct pxt_live_piece taken = *piece;

	taken.to = piece->from + (uint32_t)len;
	if (walk->context.rate)
		pxt_losses_note_owner(transfer->losses, piece->slot,
				      &walk->context);
	if (!pxt_live_took(transfer->controller->live, &taken, records,
			   &walk->context, walk->context_ticks))
		return true;
	pxt_transfer_note_overwritten(transfer, transfer->overwritten + known);
	return false;
}

void pxt_transfer_note_ticks(struct pxt_transfer *transfer,
			     const struct pxt_log_chunk *chunk)
{
	if (chunk->last > transfer->reach.last)
		transfer->reach.last = chunk->last;
	if (chunk->floor > transfer->reach.last)
		transfer->reach.vouched = transfer->reach.last; /* T7 */
}

void pxt_transfer_note_put(struct pxt_transfer *transfer,
			   const struct pxt_log_chunk *chunk)
{
	pxt_transfer_note_ticks(transfer, chunk);
	transfer->count.events += chunk->events; /* T5 */
	transfer->count.lost += chunk->lost;
	atomic_store_explicit(&transfer->full, pxt_log_is_full(transfer->log),
			      memory_order_seq_cst);
	if (pxt_log_has_overwritten(transfer->log))
		atomic_store_explicit(&transfer->overrun, true,
				      memory_order_seq_cst);
}

static int write_stretch(struct pxt_transfer *transfer,
			 const struct pxt_live_piece *piece,
			 struct stretch *stretch, uint64_t floor)
{
	struct pxt_log_chunk *chunk = &stretch->chunk;
	int err;

	if (!chunk->first)
		return 0;
	chunk->sequence = piece->sequence;
	chunk->offset = piece->from + (uint32_t)stretch->from;
	chunk->floor = floor;
	err = pxt_transfer_put_chunk(transfer, chunk,
				     transfer->buffer + stretch->from,
				     stretch->to - stretch->from);
	if (!err)
		pxt_transfer_note_put(transfer, chunk);
	return err;
}

static void took_stretch(struct pxt_transfer *transfer,
			 const struct pxt_live_piece *piece,
			 const struct stretch *stretch, size_t len,
			 bool counted, const struct pxt_record_walk *walk)
{
	if (pxt_transfer_took(transfer, piece, len, stretch->passed,
			      counted ? stretch->chunk.events : 0, walk))
		transfer->dropped += stretch->gone;
}

int pxt_transfer_put_piece(struct pxt_transfer *transfer,
			   const struct pxt_live_piece *piece, uint64_t floor)
{
	struct pxt_record_walk walk;
	struct stretch stretch = { .more = true };
	bool counted;
	int err;

	/* Overwritten since the look: later events have to wait until the gap
	 * is reported. */
	if (pxt_live_copy(transfer->controller->live, piece, transfer->buffer))
		return pxt_transfer_loops(transfer->controller) ? ESTALE : 0;
	counted = pxt_live_is_counted(transfer->controller->live, piece);
	pxt_live_walk(transfer->controller->live, piece, transfer->buffer,
		      &walk);
	while (stretch.more) {
		measure(transfer, &walk, pxt_log_room(transfer->log), &stretch);
		if (stretch.more && stretch.from == stretch.to)
			return transfer->limits.upto == UINT64_MAX ? EFBIG : 0;
		err = write_stretch(transfer, piece, &stretch,
				    stretch.more ? 0 : floor);
		if (err)
			return err;
		if (stretch.more)
			took_stretch(transfer, piece, &stretch, stretch.to,
				     counted, &walk);
	}
	took_stretch(transfer, piece, &stretch, piece->to - piece->from,
		     counted, &walk);
	return 0;
}

/* Events that a full log leaves out */

bool pxt_transfer_misses(const struct pxt_transfer *transfer,
			 const struct pxt_event *event)
{
	return event->ticks > transfer->limits.cleared &&
	       event->type != PXT_RECORD_LOSS;
}

uint64_t pxt_transfer_count_rest(const struct pxt_transfer *transfer,
				 struct pxt_record_walk *walk,
				 struct pxt_transfer_rest *rest, uint64_t *gone)
{
	struct pxt_event event;
	struct pxt_loss loss;
	uint64_t events = 0;

	while (!pxt_record_walk_next(walk, &event)) {
		if (is_gone(transfer, event.ticks)) {
			*gone += pxt_transfer_misses(transfer, &event);
			continue;
		}
		loss.count = 1;
		if (event.type == PXT_RECORD_LOSS)
			memcpy(&loss, event.data, sizeof(loss));
		else
			events++;
		rest->count = pxt_sum(rest->count, loss.count);
		if (event.ticks < rest->since)
			rest->since = event.ticks;
	}
	return events;
}

void pxt_transfer_add_rest(struct pxt_transfer *transfer,
			   const struct pxt_transfer_rest *more)
{
	struct pxt_transfer_rest *sum = &transfer->left_out;

	if (!sum->count || more->since < sum->since)
		sum->since = more->since;
	sum->count = pxt_sum(sum->count, more->count);
}

/* Left out before the stream forgets it: a successor may tell some of this once
 * more. */
void pxt_transfer_leave_out(struct pxt_transfer *transfer,
			    const struct pxt_transfer_rest *more)
{
	struct pxt_stream_shared *shared = transfer->controller->stream.shared;

	pxt_transfer_add_rest(transfer, more);
	atomic_store_explicit(&shared->left_out_since, transfer->left_out.since,
			      memory_order_relaxed);
	atomic_store_explicit(
		&shared->left_out,
		pxt_sum(atomic_load_explicit(&shared->left_out,
					     memory_order_relaxed),
			more->count),
		memory_order_relaxed);
}

void pxt_transfer_throw_piece(struct pxt_transfer *transfer,
			      const struct pxt_live_piece *piece)
{
	struct pxt_transfer_rest rest = { .since = UINT64_MAX };
	struct pxt_record_walk walk;
	uint64_t events, gone = 0;

	if (pxt_live_copy(transfer->controller->live, piece, transfer->buffer))
		return;
	pxt_live_walk(transfer->controller->live, piece, transfer->buffer,
		      &walk);
	events = pxt_transfer_count_rest(transfer, &walk, &rest, &gone);
	transfer->count.thrown += events; /* T5 */
	pxt_transfer_leave_out(transfer, &rest);
	atomic_store_explicit(&transfer->overrun, true, memory_order_seq_cst);
	if (pxt_transfer_took(transfer, piece, piece->to - piece->from, 0,
			      events, &walk))
		transfer->dropped += gone;
}
