/* synthetic_sections.c - sections of a log without a counterpart in the
 * stream */
#include <errno.h>
#include <string.h>

#include "session/steer.h"
#include "session/transfer/transfer.h"
#include "session/transfer/transfer_state.h"

/* Synthetic records */

struct section {
	struct pxt_log_chunk chunk;
	uint32_t pid, family;
	size_t len; /* bytes of records */
	uint8_t records[256];
	char reasons[32]; /* null-terminated */
};

/* Appends a record; they are few, and short. */
static void put_record(struct section *section, uint64_t ticks, uint32_t type,
		       const void *data, size_t len)
{
	uint8_t *at = section->records + section->len;

	pxt_record_head(at, ticks, type, 0, (uint32_t)len);
	if (len)
		memcpy(at + PXT_RECORD_HEAD, data, len);
	section->len += pxt_record_span(len);
	if (type == PXT_RECORD_CONTEXT)
		return;
	if (!section->chunk.first)
		section->chunk.first = ticks;
	section->chunk.last = ticks;
	section->chunk.events += type != PXT_RECORD_LOSS;
}

/* The clock of the records that follow. */
static void put_clock(struct section *section, const struct pxt_context *clock,
		      uint64_t clock_ticks)
{
	const struct pxt_context context = {
		.pid = section->pid,
		.realtime_ns = clock->realtime_ns,
		.rate = clock->rate,
		.family = section->family,
	};

	put_record(section, clock_ticks, PXT_RECORD_CONTEXT, &context,
		   sizeof(context));
}

/* Records without a thread, whose times are relative to a clock pair. */
static void begin_section(struct section *section, uint32_t pid,
			  uint32_t family, const struct pxt_context *clock,
			  uint64_t clock_ticks)
{
	memset(section, 0, sizeof(*section));
	section->pid = pid;
	section->family = family;
	put_clock(section, clock, clock_ticks);
}

/* A clock for synthetic records, which may lie long before: a writer's own
 * clock was measured over 10 ms, and is exact for as long. */
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

/* The end of a full log */

int pxt_transfer_put_last(struct pxt_transfer *transfer)
{
	const struct pxt_stream *stream = &transfer->controller->stream;
	uint64_t ticks;
	const struct pxt_context clock = present_clock(stream, &ticks);
	const int by_itself = 1;
	struct section section;
	int err;

	begin_section(&section, stream->family, stream->family, &clock, ticks);
	if (transfer->reach.newest_type != POSIX_TRACE_STOP)
		put_record(&section, transfer->reach.newest, POSIX_TRACE_STOP,
			   &by_itself, sizeof(by_itself));
	/* Ordered behind all others of the same ticks (T8). */
	section.chunk.sequence = UINT32_MAX;
	pxt_transfer_before_writing(transfer);
	err = pxt_log_put_last(transfer->log, &section.chunk, section.records,
			       section.len);
	pxt_transfer_after_writing(transfer);
	if (!err)
		pxt_transfer_note_put(transfer, &section.chunk);
	return err;
}

/* An overwritten looping stream: OVERFLOW, and RESUME at the beginning of the
 * rest. */

/* The first remaining event, with its clock, and the events that are left of the
 * gap. */
struct resume {
	uint64_t gone;
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
		if (event.ticks <= horizon) {
			if (event.ticks >= transfer->limits.gone_from)
				resume->gone +=
					pxt_transfer_misses(transfer, &event);
			continue;
		}
		*resume = (struct resume){
			.gone = resume->gone,
			.ticks = event.ticks,
			.piece = piece,
			.clock = walk.context,
			.clock_ticks = walk.context_ticks,
		};
	}
}

/* The stream was there then, whatever memory says. */
static uint64_t overflow_ticks(const struct pxt_transfer *transfer,
			       const struct pxt_live_gap *gap,
			       const struct resume *resume)
{
	const uint64_t origin = transfer->controller->stream.origin.ticks;
	uint64_t ticks = gap->from > origin ? gap->from : origin;

	return ticks < resume->ticks ? ticks : resume->ticks;
}

/* A log without room for a gap is full. */
static int leave_out_gap(struct pxt_transfer *transfer,
			 const struct pxt_log_chunk *gap)
{
	const struct pxt_transfer_rest rest = { gap->lost, gap->first };
	int err = 0;

	if (!pxt_transfer_takes_no_more(transfer))
		err = pxt_transfer_put_last(transfer);
	if (!err)
		pxt_transfer_leave_out(transfer, &rest);
	return err;
}

/* How many events are missing in the log that no gap told: overwritten ones, and
 * what is left of the time in which they were. */
static uint64_t count_missing(const struct pxt_transfer *transfer,
			      const struct pxt_live_gap *gap, uint64_t gone)
{
	const uint64_t missing =
		gap->records - transfer->overwritten + transfer->dropped + gone;

	return missing > transfer->told_dropped ?
		       missing - transfer->told_dropped :
		       0;
}

static int put_gap(struct pxt_transfer *transfer,
		   const struct pxt_live_gap *gap, const struct resume *resume)
{
	struct pxt_controller *controller = transfer->controller;
	const uint64_t told_dropped = transfer->told_dropped;
	uint64_t since = overflow_ticks(transfer, gap, resume);
	uint64_t ticks;
	const struct pxt_context clock =
		present_clock(&controller->stream, &ticks);
	const struct pxt_loss loss = {
		.count = count_missing(transfer, gap, resume->gone),
		.since_ns = (uint64_t)pxt_context_time(&clock, ticks, since),
	};
	struct section section;
	int err;

	/* The sequence is before all others: at equal ticks it goes first (T8). */
	begin_section(&section, 0, controller->stream.family, &clock, ticks);
	section.chunk.offset = transfer->reach.synthetic;
	if (pxt_steer_wants(controller, POSIX_TRACE_OVERFLOW))
		put_record(&section, since, POSIX_TRACE_OVERFLOW, NULL, 0);
	put_clock(&section, &resume->clock, resume->clock_ticks);
	put_record(&section, resume->ticks, PXT_RECORD_LOSS, &loss,
		   sizeof(loss));
	if (pxt_steer_wants(controller, POSIX_TRACE_RESUME))
		put_record(&section, resume->ticks, POSIX_TRACE_RESUME, NULL,
			   0);
	section.chunk.lost = loss.count;
	pxt_transfer_note_told_dropped(transfer,
				       transfer->dropped + resume->gone);
	if (pxt_log_room(transfer->log) < section.len)
		return leave_out_gap(transfer, &section.chunk);
	err = pxt_transfer_put_chunk(transfer, &section.chunk, section.records,
				     section.len);
	if (!err) {
		transfer->reach.synthetic += (uint32_t)section.len; /* T8 */
		pxt_transfer_note_put(transfer, &section.chunk);
	} else {
		pxt_transfer_note_told_dropped(transfer, told_dropped);
	}
	if (!err && resume->ticks > transfer->reach.newest) {
		transfer->reach.newest = resume->ticks;
		transfer->reach.newest_type = POSIX_TRACE_RESUME;
	}
	return err;
}

/* Events that are left of the time in which others were overwritten are not
 * whole, older ones are: the rest of a look of which some was overwritten when
 * its turn came may be older than what is in the log. */
static void leave_out(struct pxt_transfer *transfer,
		      const struct pxt_live_gap *gap)
{
	if (transfer->limits.gone_from > gap->from)
		transfer->limits.gone_from = gap->from;
	if (transfer->limits.horizon < gap->horizon)
		transfer->limits.horizon = gap->horizon; /* T2 */
}

/* The gap may reach beyond what of the look is known to be whole, if more was
 * overwritten since: then what is left begins somewhere in the next look. */
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
	/* Events that nobody wants any more are no gap. */
	if (transfer->limits.dividing &&
	    gap.horizon <= transfer->limits.cleared &&
	    gap.records > transfer->overwritten)
		pxt_transfer_note_overwritten(transfer, gap.records);
	told = gap.records <= transfer->overwritten;
	if (!told || transfer->taken_over)
		leave_out(transfer, &gap);
	/* The controller that died told it; or it is in the log after all. */
	if (told) {
		pxt_live_pass_gap(live);
		return 0;
	}
	for (size_t i = 0; i < count; i++)
		look_beyond(transfer, &pieces[i], transfer->limits.horizon,
			    &resume);
	if (!resume.piece || resume.ticks > transfer->limits.upto)
		return 0;
	/* Overwritten already: then the gap is larger, and there is nothing to
	 * resume with. */
	if (pxt_live_copy(live, resume.piece, transfer->buffer))
		return ESTALE;
	err = put_gap(transfer, &gap, &resume);
	if (err)
		return err;
	pxt_transfer_note_overwritten(transfer, gap.records);
	pxt_live_pass_gap(live);
	return 0;
}

/* Single floors */

/* T7: followers of the log wait for a floor behind each event. The floor of the
 * look in which the event was written may have been before it; or came with a
 * piece without records for the log. */
int pxt_transfer_vouch(struct pxt_transfer *transfer, uint64_t floor)
{
	const struct pxt_stream *stream = &transfer->controller->stream;
	struct section section;
	struct pxt_context clock;
	uint64_t now;
	int err;

	if (transfer->reach.vouched == transfer->reach.last ||
	    floor <= transfer->reach.last ||
	    pxt_transfer_takes_no_more(transfer))
		return 0;
	clock = present_clock(stream, &now);
	begin_section(&section, 0, stream->family, &clock, now);
	section.chunk.offset = transfer->reach.synthetic;
	section.chunk.first = transfer->reach.last;
	section.chunk.last = transfer->reach.last;
	section.chunk.floor = floor;
	if (pxt_log_room(transfer->log) < section.len)
		return 0;
	err = pxt_transfer_put_chunk(transfer, &section.chunk, section.records,
				     section.len);
	if (err)
		return err;
	transfer->reach.synthetic += (uint32_t)section.len; /* T8 */
	pxt_transfer_note_put(transfer, &section.chunk);
	return 0;
}

/* The rest */

static void count_unwritten(struct pxt_transfer *transfer,
			    struct pxt_transfer_rest *rest)
{
	struct pxt_live *live = transfer->controller->live;
	const struct pxt_live_piece *pieces;
	struct pxt_record_walk walk;
	uint64_t floor, gone = 0;
	size_t count;

	if (pxt_live_look(live, &pieces, &count, &floor))
		return;
	for (size_t i = 0; i < count; i++) {
		if (pxt_live_copy(live, &pieces[i], transfer->buffer))
			continue;
		pxt_live_walk(live, &pieces[i], transfer->buffer, &walk);
		pxt_transfer_count_rest(transfer, &walk, rest, &gone);
	}
	/* Only a stream that loops has a gap. */
	if (pxt_live_gap(live)->records > transfer->overwritten)
		rest->count +=
			count_missing(transfer, pxt_live_gap(live), gone);
}

/* A log of limited size has room for a reason when it has nothing else to take. */
static const char *reason_of_rest(const struct pxt_transfer *transfer)
{
	if (pxt_transfer_takes_no_more(transfer))
		return "the log was full";
	if (transfer->controller->attr.log_policy == POSIX_TRACE_APPEND)
		return "the log could not be written";
	return NULL;
}

/* The reason of the last record, a LOSS of these ticks. */
static void put_reason(struct section *section, uint64_t ticks,
		       const char *reason)
{
	const size_t len = strlen(reason);

	pxt_record_head(section->records + section->len -
				pxt_record_span(sizeof(struct pxt_loss)),
			ticks, PXT_RECORD_LOSS, PXT_LOG_CHUNK_SIZE,
			sizeof(struct pxt_loss));
	memcpy(section->reasons, reason, len);
	section->chunk.reasons = section->reasons;
	section->chunk.reasons_len = (uint32_t)(len / 8 + 1) * 8;
}

/* Writes a section about them, behind all others; if there is no room for that,
 * END has the number alone. */
static void tell_rest(struct pxt_transfer *transfer,
		      const struct pxt_transfer_rest *rest)
{
	const struct pxt_stream *stream = &transfer->controller->stream;
	const char *reason = reason_of_rest(transfer);
	struct section section;
	struct pxt_context clock;
	struct pxt_loss loss = { .count = rest->count };
	uint64_t now;
	int err;

	clock = present_clock(stream, &now);
	loss.since_ns = (uint64_t)pxt_context_time(
		&clock, now, rest->since < now ? rest->since : now);
	begin_section(&section, 0, stream->family, &clock, now);
	put_record(&section, now, PXT_RECORD_LOSS, &loss, sizeof(loss));
	if (reason)
		put_reason(&section, now, reason);
	section.chunk.sequence = UINT32_MAX;
	section.chunk.lost = loss.count;
	pxt_transfer_before_writing(transfer);
	err = pxt_log_put_rest(transfer->log, &section.chunk, section.records,
			       section.len);
	pxt_transfer_after_writing(transfer);
	if (!err) {
		pxt_transfer_note_put(transfer, &section.chunk);
		return;
	}
	transfer->untold = *rest;
	transfer->count.lost += rest->count;
}

void pxt_transfer_add_unwritten(struct pxt_transfer *transfer)
{
	struct pxt_transfer_rest rest = { .since = UINT64_MAX };

	rest.count = pxt_losses_untold(transfer->losses);
	count_unwritten(transfer, &rest);
	pxt_transfer_add_rest(transfer, &rest);
}

/* A log that has no room for a chunk may have a little, to tell that events are
 * missing, and how many. */
void pxt_transfer_tell_rest(struct pxt_transfer *transfer)
{
	if (transfer->left_out.count)
		tell_rest(transfer, &transfer->left_out);
}

bool pxt_transfer_retreat(struct pxt_transfer *transfer)
{
	struct pxt_transfer_rest rest = transfer->untold;
	struct pxt_log_dropped dropped;

	if (!pxt_log_retreat(transfer->log, &dropped))
		return false;
	transfer->count.events -= dropped.events;
	transfer->count.lost -= dropped.lost + rest.count;
	transfer->untold.count = 0;
	if (!rest.count || dropped.first < rest.since)
		rest.since = dropped.first;
	rest.count += dropped.events + dropped.lost;
	if (rest.count)
		tell_rest(transfer, &rest);
	return true;
}
