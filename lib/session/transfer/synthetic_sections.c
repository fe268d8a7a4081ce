/* synthetic_sections.c - sections of a log of which the stream has none */
#include <errno.h>
#include <string.h>

#include "session/steer.h"
#include "session/transfer/synthetic_section.h"
#include "session/transfer/transfer.h"
#include "session/transfer/transfer_state.h"

/* For what is made up, and may lie long before: a writer's own clock was
 * measured over 10 ms, and is right for as long. */
static struct pxt_context present_clock(const struct pxt_stream *stream,
					uint64_t *ticks)
{
	const struct pxt_clock_pair now = pxt_clock_read(stream->clock);

	*ticks = now.ticks;
	return (struct pxt_context){
		.realtime_ns = (uint64_t)now.realtime_ns,
		.rate = pxt_clock_rate(&stream->origin, &now, stream->rate),
	};
}

/* The end of a log that is full */

int pxt_transfer_put_last(struct pxt_transfer *transfer)
{
	const struct pxt_stream *stream = &transfer->controller->stream;
	uint64_t ticks;
	const struct pxt_context clock = present_clock(stream, &ticks);
	const int by_itself = 1;
	struct pxt_made_up made_up;
	int err;

	pxt_made_up_init(&made_up, stream->family, stream->family, &clock,
			 ticks);
	if (transfer->newest_type != POSIX_TRACE_STOP)
		pxt_made_up_add(&made_up, transfer->newest, POSIX_TRACE_STOP,
				&by_itself, sizeof(by_itself));
	/* Behind all others of the same ticks. */
	made_up.chunk.sequence = UINT32_MAX;
	pxt_transfer_before_writing(transfer);
	err = pxt_log_put_last(transfer->log, &made_up.chunk, made_up.records,
			       made_up.len);
	pxt_transfer_after_writing(transfer);
	if (!err)
		pxt_transfer_note_put(transfer, &made_up.chunk);
	return err;
}

/* A looping stream that was overwritten: OVERFLOW, and RESUME where what is
 * left of it begins. */

/* The first event that is left, with the clock by which its time is told. */
struct resume {
	uint64_t ticks;
	const struct pxt_live_piece *piece;
	struct pxt_context clock;
	uint64_t clock_ticks;
};

static void look_beyond(struct pxt_transfer *transfer,
			const struct pxt_live_piece *piece, uint64_t horizon,
			struct resume *resume)
{
	struct pxt_record_walk walk;
	struct pxt_event event;

	if (pxt_live_copy(transfer->controller->live, piece, transfer->buffer))
		return;
	pxt_live_walk(transfer->controller->live, piece, transfer->buffer,
		      &walk);
	while (!pxt_record_walk_next(&walk, &event) &&
	       event.ticks < resume->ticks) {
		if (event.ticks <= horizon)
			continue;
		*resume = (struct resume){
			.ticks = event.ticks,
			.piece = piece,
			.clock = walk.context,
			.clock_ticks = walk.context_ticks,
		};
	}
}

/* Whatever memory says, when the stream was there. */
static uint64_t overflow_ticks(const struct pxt_transfer *transfer,
			       const struct pxt_live_gap *gap,
			       const struct resume *resume)
{
	const uint64_t origin = transfer->controller->stream.origin.ticks;
	uint64_t ticks = gap->from > origin ? gap->from : origin;

	return ticks < resume->ticks ? ticks : resume->ticks;
}

static int put_gap(struct pxt_transfer *transfer,
		   const struct pxt_live_gap *gap, const struct resume *resume)
{
	struct pxt_controller *controller = transfer->controller;
	uint64_t since = overflow_ticks(transfer, gap, resume);
	uint64_t ticks;
	const struct pxt_context clock =
		present_clock(&controller->stream, &ticks);
	const struct pxt_loss loss = {
		.count = gap->records - transfer->overwritten,
		.since_ns = (uint64_t)pxt_context_time(&clock, ticks, since),
	};
	struct pxt_made_up made_up;
	int err;

	/* Of the sequence before all others: at equal ticks it goes first. */
	pxt_made_up_init(&made_up, 0, controller->stream.family, &clock, ticks);
	made_up.chunk.offset = transfer->made_up;
	if (pxt_steer_wants(controller, POSIX_TRACE_OVERFLOW))
		pxt_made_up_add(&made_up, since, POSIX_TRACE_OVERFLOW, NULL, 0);
	pxt_made_up_clock(&made_up, &resume->clock, resume->clock_ticks);
	pxt_made_up_add(&made_up, resume->ticks, PXT_RECORD_LOSS, &loss,
			sizeof(loss));
	if (pxt_steer_wants(controller, POSIX_TRACE_RESUME))
		pxt_made_up_add(&made_up, resume->ticks, POSIX_TRACE_RESUME,
				NULL, 0);
	made_up.chunk.lost = loss.count;
	/* A log that has no room for this is full. */
	if (pxt_log_room(transfer->log) < made_up.len)
		return pxt_transfer_takes_no_more(transfer) ?
			       0 :
			       pxt_transfer_put_last(transfer);
	err = pxt_transfer_put_chunk(transfer, &made_up.chunk, made_up.records,
				     made_up.len);
	if (!err) {
		transfer->made_up += (uint32_t)made_up.len;
		pxt_transfer_note_put(transfer, &made_up.chunk);
	}
	if (!err && resume->ticks > transfer->newest) {
		transfer->newest = resume->ticks;
		transfer->newest_type = POSIX_TRACE_RESUME;
	}
	return err;
}

/* What is left of the time in which events were overwritten is not whole. What
 * is older is: the rest of a look of which some was overwritten when its turn
 * came may be older than what is in the log. */
static void leave_out(struct pxt_transfer *transfer,
		      const struct pxt_live_gap *gap)
{
	if (transfer->gone_from > gap->from)
		transfer->gone_from = gap->from;
	if (transfer->horizon < gap->horizon)
		transfer->horizon = gap->horizon;
}

/* What is overwritten since the look has passed may reach beyond what of the
 * look is known to be whole: then what is left begins somewhere in the next. */
int pxt_transfer_tell_gap(struct pxt_transfer *transfer,
			  const struct pxt_live_piece *pieces, size_t count)
{
	struct pxt_live *live = transfer->controller->live;
	const struct pxt_live_gap gap = *pxt_live_gap(live);
	struct resume resume = { .ticks = UINT64_MAX };
	bool told;
	int err;

	if (!gap.horizon)
		return 0;
	/* What nobody wants any more is no gap. */
	if (transfer->dividing && gap.horizon <= transfer->cleared &&
	    gap.records > transfer->overwritten)
		pxt_transfer_note_told(transfer, gap.records);
	told = gap.records <= transfer->overwritten;
	if (!told || transfer->taken_over)
		leave_out(transfer, &gap);
	/* By who had the stream before; or it is in the log after all. */
	if (told) {
		pxt_live_pass_gap(live);
		return 0;
	}
	for (size_t i = 0; i < count; i++)
		look_beyond(transfer, &pieces[i], transfer->horizon, &resume);
	if (!resume.piece || resume.ticks > transfer->upto)
		return 0;
	/* Gone already: then the gap is larger, and there is nothing behind
	 * this one to resume with. */
	if (pxt_live_copy(live, resume.piece, transfer->buffer))
		return ESTALE;
	err = put_gap(transfer, &gap, &resume);
	if (err)
		return err;
	pxt_transfer_note_told(transfer, gap.records);
	pxt_live_pass_gap(live);
	return 0;
}

/* A floor alone */

/* Who follows the log waits for a floor behind each event. That of the look in
 * which the event was written may have been before it; or came with a piece of
 * which nothing was for the log. */
int pxt_transfer_vouch(struct pxt_transfer *transfer, uint64_t floor)
{
	const struct pxt_stream *stream = &transfer->controller->stream;
	struct pxt_made_up made_up;
	struct pxt_context clock;
	uint64_t now;
	int err;

	if (transfer->vouched == transfer->last || floor <= transfer->last ||
	    pxt_transfer_takes_no_more(transfer))
		return 0;
	clock = present_clock(stream, &now);
	pxt_made_up_init(&made_up, 0, stream->family, &clock, now);
	made_up.chunk.offset = transfer->made_up;
	made_up.chunk.first = transfer->last;
	made_up.chunk.last = transfer->last;
	made_up.chunk.floor = floor;
	if (pxt_log_room(transfer->log) < made_up.len)
		return 0;
	err = pxt_transfer_put_chunk(transfer, &made_up.chunk, made_up.records,
				     made_up.len);
	if (err)
		return err;
	transfer->made_up += (uint32_t)made_up.len;
	pxt_transfer_note_put(transfer, &made_up.chunk);
	return 0;
}

/* What could not be written */

/* What could not be written, events and losses. */
struct rest {
	uint64_t count;
	uint64_t since; /* ticks of the first of them */
};

static void count_record(struct rest *rest, const struct pxt_event *event)
{
	struct pxt_loss loss = { .count = 1 };

	if (event->type == PXT_RECORD_LOSS)
		memcpy(&loss, event->data, sizeof(loss));
	rest->count += loss.count;
	if (event->ticks < rest->since)
		rest->since = event->ticks;
}

static void count_rest(struct pxt_transfer *transfer, struct rest *rest)
{
	struct pxt_live *live = transfer->controller->live;
	const struct pxt_live_piece *pieces;
	struct pxt_record_walk walk;
	struct pxt_event event;
	uint64_t floor;
	size_t count;

	if (pxt_live_look(live, &pieces, &count, &floor))
		return;
	for (size_t i = 0; i < count; i++) {
		if (pxt_live_copy(live, &pieces[i], transfer->buffer))
			continue;
		pxt_live_walk(live, &pieces[i], transfer->buffer, &walk);
		while (!pxt_record_walk_next(&walk, &event))
			count_record(rest, &event);
	}
	/* None, unless the stream loops. */
	if (pxt_live_gap(live)->records > transfer->overwritten)
		rest->count +=
			pxt_live_gap(live)->records - transfer->overwritten;
}

/* There is still a little room, perhaps, where a chunk had none: the log is to
 * tell that events are missing, and how many. */
void pxt_transfer_tell_rest(struct pxt_transfer *transfer)
{
	const struct pxt_stream *stream = &transfer->controller->stream;
	struct rest rest = { .since = UINT64_MAX };
	struct pxt_made_up made_up;
	struct pxt_context clock;
	struct pxt_loss loss;
	uint64_t now;

	rest.count = pxt_losses_untold(transfer->losses);
	count_rest(transfer, &rest);
	clock = present_clock(stream, &now);
	if (rest.since > now)
		rest.since = now;
	loss.count = rest.count;
	loss.since_ns = (uint64_t)pxt_context_time(&clock, now, rest.since);
	pxt_made_up_init(&made_up, 0, stream->family, &clock, now);
	pxt_made_up_add(&made_up, now, PXT_RECORD_LOSS, &loss, sizeof(loss));
	made_up.chunk.sequence = UINT32_MAX;
	made_up.chunk.lost = loss.count;
	if (pxt_log_room(transfer->log) >= made_up.len &&
	    !pxt_transfer_put_chunk(transfer, &made_up.chunk, made_up.records,
				    made_up.len))
		pxt_transfer_note_put(transfer, &made_up.chunk);
	else
		transfer->lost += loss.count;
}
