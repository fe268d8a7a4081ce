/* transfer.c - pieces of a stream become sections of a log */
#include "session/transfer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log/log_writer.h"
#include "session/fit.h"
#include "session/heading.h"
#include "session/losses.h"
#include "session/made_up.h"
#include "session/portraits.h"
#include "session/roster.h"
#include "session/steer.h"
#include "session/threads.h"
#include "session/told_objects.h"

enum { ENOUGH_NS = 1000000000 }; /* of trying to be ahead of the writers */

struct pxt_transfer {
	struct pxt_session *session; /* it owns us */
	struct pxt_log_writer *log;
	int fd; /* the log's, borrowed; -1: it is not told to the stream */
	struct pxt_portraits *portraits;
	struct pxt_threads *names; /* of threads */
	struct pxt_told_objects *objects;
	uint32_t named; /* the last type whose name is in the log */
	uint32_t described; /* where the last description is that is in it */
	uint64_t has_description[PXT_EVENT_END / 64]; /* types, in it */
	struct pxt_losses *losses;
	uint64_t overwritten;
	uint64_t cleared; /* ticks: what is older is not for the log, ... */
	uint64_t gone_from, horizon; /* ... nor is what is in a gap */
	uint64_t upto;	  /* ticks of the last event that goes to the log */
	bool dividing;	  /* what is not before the next floor is another's */
	uint64_t floor;	  /* of the last look */
	uint32_t made_up; /* bytes of sections that are of no chunk */
	uint64_t newest;  /* ticks of the newest event, and its type */
	uint32_t newest_type;
	uint64_t last;	  /* ticks of the newest record in the log, ... */
	uint64_t vouched; /* ... and when a floor in it was behind that */
	uint64_t events, lost;
	uint64_t thrown;      /* events that a full log did not take */
	uint64_t earlier;     /* events in logs that were left */
	uint64_t thrown_earlier;
	_Atomic bool overrun; /* of the log, since somebody asked */
	_Atomic bool full;    /* the log */
	bool taken_over;      /* somebody else had the stream before */
	struct pxt_roster threads;
	uint64_t length; /* of the log, as it was last written */
	uint8_t *buffer; /* one chunk */
};

/* Who steers the stream, or asks how it is, does not wait for a disk. A stream
 * that was taken over is nobody else's, and its lock is not held. */
static void before_writing(const struct pxt_transfer *transfer)
{
	if (!transfer->taken_over)
		pthread_mutex_unlock(&transfer->session->lock);
}

static void after_writing(struct pxt_transfer *transfer)
{
	if (!transfer->taken_over)
		pthread_mutex_lock(&transfer->session->lock);
	transfer->length = pxt_log_length(transfer->log);
}

static int put_chunk(struct pxt_transfer *transfer,
		     const struct pxt_log_chunk *chunk, const void *records,
		     size_t len)
{
	int err;

	before_writing(transfer);
	err = pxt_log_put_chunk(transfer->log, chunk, records, len);
	after_writing(transfer);
	return err;
}

static bool loops(const struct pxt_session *session)
{
	return session->stream.ring.geometry.loop;
}

/* Names go to the log before the events that need them. */
static int write_names(struct pxt_transfer *transfer)
{
	struct pxt_session *session = transfer->session;
	char name[TRACE_EVENT_NAME_MAX + 1];
	int err;

	while (!pxt_process_name(&session->process, transfer->named + 1,
				 name)) {
		before_writing(transfer);
		err = pxt_log_put_name(transfer->log, session->stream.family,
				       transfer->named + 1, name);
		after_writing(transfer);
		/* What a process calls its events may be no name. */
		if (err && err != EINVAL && err != EMSGSIZE)
			return err;
		transfer->named++;
	}
	return 0;
}

/* What is no type needs none. */
static bool wants_description(const struct pxt_transfer *transfer,
			      uint32_t type)
{
	return type < PXT_EVENT_END &&
	       !(transfer->has_description[type / 64] >> type % 64 & 1);
}

static void note_description(struct pxt_transfer *transfer, uint32_t type)
{
	transfer->has_description[type / 64] |= UINT64_C(1) << type % 64;
}

static int write_description(struct pxt_transfer *transfer, uint32_t type,
			     const char *text)
{
	int err;

	before_writing(transfer);
	err = pxt_log_put_description(transfer->log,
				      transfer->session->stream.family, type,
				      text);
	after_writing(transfer);
	/* As with names. */
	if (err && err != EINVAL && err != EMSGSIZE)
		return err;
	note_description(transfer, type);
	return 0;
}

/* So do descriptions, in the order of their list; each once, and not for ever,
 * whoever scribbles over that. */
static int write_descriptions(struct pxt_transfer *transfer)
{
	struct pxt_session *session = transfer->session;
	char text[PXT_DESCRIPTION_MAX + 1];
	uint32_t at = transfer->described, type;
	int err = 0;

	for (unsigned i = 0; i < PXT_NAMES_MAX && !err; i++) {
		if (pxt_process_next_description(&session->process, &at, &type,
						 text))
			break;
		if (wants_description(transfer, type))
			err = write_description(transfer, type, text);
		if (!err)
			transfer->described = at;
	}
	return err;
}

/* The table of the family that the process has by now. */
static int write_objects(struct pxt_transfer *transfer)
{
	int err;

	before_writing(transfer);
	err = pxt_told_objects_write(transfer->objects,
				     &transfer->session->process.names,
				     transfer->log);
	after_writing(transfer);
	return err;
}

int pxt_transfer_note(struct pxt_transfer *transfer, const char *key,
		      const char *value)
{
	const struct pxt_log_note note = { 0, key, value };
	int err;

	before_writing(transfer);
	err = pxt_log_put_note(transfer->log, &note);
	after_writing(transfer);
	return err;
}

static int write_portraits(struct pxt_transfer *transfer)
{
	int err;

	before_writing(transfer);
	err = pxt_portraits_write(transfer->portraits, transfer->log);
	if (!err)
		err = pxt_threads_write(transfer->names, transfer->log);
	after_writing(transfer);
	return err;
}

/* The log is full, and has its last event. */
static bool takes_no_more(const struct pxt_transfer *transfer)
{
	return transfer->session->attr.log_policy == POSIX_TRACE_UNTIL_FULL &&
	       pxt_log_is_full(transfer->log);
}

/* Stretches: records of one piece that lie together and go to the log */

struct stretch {
	struct pxt_log_chunk chunk;
	size_t from, to; /* in the buffer */
	bool more;	 /* the piece goes on behind it */
};

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
	if (event->ticks >= transfer->newest) {
		transfer->newest = event->ticks;
		transfer->newest_type = event->type;
	}
	if (event->tid == *tid)
		return;
	*tid = event->tid;
	pxt_roster_note(&transfer->threads, event->tid);
	pxt_portraits_note(transfer->portraits, event->pid);
	pxt_threads_note(transfer->names, event->pid, event->tid);
}

/* Of a stream that loops, or was cleared. */
static bool is_gone(const struct pxt_transfer *transfer, uint64_t ticks)
{
	return ticks <= transfer->cleared || (ticks >= transfer->gone_from &&
					      ticks <= transfer->horizon);
}

/* The last ticks of a row of events that begins with these. */
static uint64_t row_end(const struct pxt_transfer *transfer, uint64_t ticks)
{
	if (ticks < transfer->gone_from &&
	    transfer->gone_from <= transfer->upto)
		return transfer->gone_from - 1;
	return transfer->upto;
}

/* The events that most pieces are made of need no look at each. */
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
	chunk->events += events;
	chunk->last = walk->last;
	if (walk->last >= transfer->newest) {
		transfer->newest = walk->last;
		transfer->newest_type = type;
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

/* Go on with a walk as far as there is something for the log and room for it.
 * What is no record is not for the log: the walk ends there. */
static void measure(struct pxt_transfer *transfer, struct pxt_record_walk *walk,
		    size_t room, struct stretch *stretch)
{
	struct pxt_record_walk before = *walk;
	struct pxt_event event;
	uint32_t tid = 0;

	*stretch = (struct stretch){ .more = false };
	begin_stretch(transfer, walk, stretch);
	while (!pxt_record_walk_next(walk, &event)) {
		size_t end = (size_t)(walk->in.at - transfer->buffer);
		bool gone = is_gone(transfer, event.ticks);

		if (gone && !stretch->chunk.first) {
			begin_stretch(transfer, walk, stretch);
		} else if (gone || event.ticks > transfer->upto ||
			   end - stretch->from > room) {
			*walk = before;
			stretch->more = true;
			break;
		} else {
			note_event(transfer, &event, &stretch->chunk, &tid);
			note_row(transfer, walk, room, stretch);
		}
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

static void note_told(struct pxt_transfer *transfer, uint64_t overwritten)
{
	transfer->overwritten = overwritten;
	atomic_store_explicit(
		&transfer->session->stream.shared->told_overwritten,
		overwritten, memory_order_relaxed);
}

/* known: events of it that are in the log, or known to be lost, if a writer that
 * came for the chunk while the disk took its time has counted them: rather too
 * many are told as lost than none. */
static void took(struct pxt_transfer *transfer,
		 const struct pxt_live_piece *piece, size_t len, uint64_t known,
		 const struct pxt_record_walk *walk)
{
	struct pxt_live_piece taken = *piece;

	taken.to = piece->from + (uint32_t)len;
	if (walk->context.rate)
		pxt_losses_note_owner(transfer->losses, piece->slot,
				      &walk->context);
	if (pxt_live_took(transfer->session->live, &taken, &walk->context,
			  walk->context_ticks))
		note_told(transfer, transfer->overwritten + known);
}

static void note_ticks(struct pxt_transfer *transfer,
		       const struct pxt_log_chunk *chunk)
{
	if (chunk->last > transfer->last)
		transfer->last = chunk->last;
	if (chunk->floor > transfer->last)
		transfer->vouched = transfer->last;
}

static void note_put(struct pxt_transfer *transfer,
		     const struct pxt_log_chunk *chunk)
{
	note_ticks(transfer, chunk);
	transfer->events += chunk->events;
	transfer->lost += chunk->lost;
	transfer->full = pxt_log_is_full(transfer->log);
	if (pxt_log_has_overwritten(transfer->log))
		transfer->overrun = true;
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
	err = put_chunk(transfer, chunk, transfer->buffer + stretch->from,
			stretch->to - stretch->from);
	if (!err)
		note_put(transfer, chunk);
	return err;
}

/* floor: of the look, for the last of its pieces; 0 for the others. */
static int write_piece(struct pxt_transfer *transfer,
		       const struct pxt_live_piece *piece, uint64_t floor)
{
	struct pxt_record_walk walk;
	struct stretch stretch = { .more = true };
	bool counted;
	int err;

	/* Overwritten since we looked: what comes behind it has to wait until
	 * the gap is told. */
	if (pxt_live_copy(transfer->session->live, piece, transfer->buffer))
		return loops(transfer->session) ? ESTALE : 0;
	counted = pxt_live_is_counted(transfer->session->live, piece);
	pxt_live_walk(transfer->session->live, piece, transfer->buffer, &walk);
	while (stretch.more) {
		measure(transfer, &walk, pxt_log_room(transfer->log), &stretch);
		if (stretch.more && stretch.from == stretch.to)
			return transfer->upto == UINT64_MAX ? EFBIG : 0;
		err = write_stretch(transfer, piece, &stretch,
				    stretch.more ? 0 : floor);
		if (err)
			return err;
		if (stretch.more)
			took(transfer, piece, stretch.to,
			     counted ? stretch.chunk.events : 0, &walk);
	}
	took(transfer, piece, piece->to - piece->from,
	     counted ? stretch.chunk.events : 0, &walk);
	return 0;
}

static uint64_t count_events(struct pxt_record_walk *walk)
{
	struct pxt_event event;
	uint64_t events = 0;

	while (!pxt_record_walk_next(walk, &event))
		events += event.type != PXT_RECORD_LOSS;
	return events;
}

static void throw_piece(struct pxt_transfer *transfer,
			const struct pxt_live_piece *piece)
{
	struct pxt_record_walk walk;
	uint64_t events;

	if (pxt_live_copy(transfer->session->live, piece, transfer->buffer))
		return;
	pxt_live_walk(transfer->session->live, piece, transfer->buffer, &walk);
	events = count_events(&walk);
	transfer->thrown += events;
	transfer->overrun = true;
	took(transfer, piece, piece->to - piece->from, events, &walk);
}

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

/* A full log ends with STOP. */
static int put_last(struct pxt_transfer *transfer)
{
	const struct pxt_stream *stream = &transfer->session->stream;
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
	before_writing(transfer);
	err = pxt_log_put_last(transfer->log, &made_up.chunk, made_up.records,
			       made_up.len);
	after_writing(transfer);
	if (!err)
		note_put(transfer, &made_up.chunk);
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

	if (pxt_live_copy(transfer->session->live, piece, transfer->buffer))
		return;
	pxt_live_walk(transfer->session->live, piece, transfer->buffer, &walk);
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
	const uint64_t origin = transfer->session->stream.origin.ticks;
	uint64_t ticks = gap->from > origin ? gap->from : origin;

	return ticks < resume->ticks ? ticks : resume->ticks;
}

static int put_gap(struct pxt_transfer *transfer,
		   const struct pxt_live_gap *gap, const struct resume *resume)
{
	struct pxt_session *session = transfer->session;
	uint64_t since = overflow_ticks(transfer, gap, resume);
	uint64_t ticks;
	const struct pxt_context clock =
		present_clock(&session->stream, &ticks);
	const struct pxt_loss loss = {
		.count = gap->records - transfer->overwritten,
		.since_ns = (uint64_t)pxt_context_time(&clock, ticks, since),
	};
	struct pxt_made_up made_up;
	int err;

	/* Of the sequence before all others: at equal ticks it goes first. */
	pxt_made_up_init(&made_up, 0, session->stream.family, &clock, ticks);
	made_up.chunk.offset = transfer->made_up;
	if (pxt_steer_wants(session, POSIX_TRACE_OVERFLOW))
		pxt_made_up_add(&made_up, since, POSIX_TRACE_OVERFLOW, NULL, 0);
	pxt_made_up_clock(&made_up, &resume->clock, resume->clock_ticks);
	pxt_made_up_add(&made_up, resume->ticks, PXT_RECORD_LOSS, &loss,
			sizeof(loss));
	if (pxt_steer_wants(session, POSIX_TRACE_RESUME))
		pxt_made_up_add(&made_up, resume->ticks, POSIX_TRACE_RESUME,
				NULL, 0);
	made_up.chunk.lost = loss.count;
	/* A log that has no room for this is full. */
	if (pxt_log_room(transfer->log) < made_up.len)
		return takes_no_more(transfer) ? 0 : put_last(transfer);
	err = put_chunk(transfer, &made_up.chunk, made_up.records,
			made_up.len);
	if (!err) {
		transfer->made_up += (uint32_t)made_up.len;
		note_put(transfer, &made_up.chunk);
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

/* The log has everything up to the floor of a look, or tells that it has not. */
static void note_whole(struct pxt_transfer *transfer, uint64_t floor)
{
	if (!loops(transfer->session))
		return;
	transfer->gone_from = UINT64_MAX;
	pxt_live_has_all(transfer->session->live, floor);
}

/* What is overwritten since the look has passed may reach beyond what of the
 * look is known to be whole: then what is left begins somewhere in the next. */
static int tell_gap(struct pxt_transfer *transfer,
		    const struct pxt_live_piece *pieces, size_t count)
{
	struct pxt_live *live = transfer->session->live;
	const struct pxt_live_gap gap = *pxt_live_gap(live);
	struct resume resume = { .ticks = UINT64_MAX };
	bool told;
	int err;

	if (!gap.horizon)
		return 0;
	/* What nobody wants any more is no gap. */
	if (transfer->dividing && gap.horizon <= transfer->cleared &&
	    gap.records > transfer->overwritten)
		note_told(transfer, gap.records);
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
	note_told(transfer, gap.records);
	pxt_live_pass_gap(live);
	return 0;
}

static void stop_before(struct pxt_transfer *transfer, uint64_t ticks)
{
	transfer->upto = ticks ? ticks - 1 : 0;
}

static bool all_fit(const struct pxt_transfer *transfer,
		    const struct pxt_live_piece *pieces, size_t count)
{
	size_t sum = 0;

	if (transfer->session->attr.log_policy != POSIX_TRACE_UNTIL_FULL)
		return true;
	for (size_t i = 0; i < count; i++)
		sum += pieces[i].to - pieces[i].from;
	return sum <= pxt_log_rest(transfer->log, count);
}

/* Only what is before the floor is known to have nothing older behind it:
 * what is not waits for the next look. */
static int fill_up(struct pxt_transfer *transfer,
		   const struct pxt_live_piece *pieces, size_t count,
		   uint64_t floor)
{
	bool last;
	int err;

	err = pxt_fit_upto(transfer->session->live, pieces, count,
			   (size_t)pxt_log_rest(transfer->log, count),
			   transfer->buffer, &transfer->upto);
	last = transfer->upto < floor;
	if (!last)
		stop_before(transfer, floor);
	for (size_t i = 0; i < count && !err; i++)
		err = write_piece(transfer, &pieces[i],
				  i + 1 < count ? 0 : floor);
	if (!err && last)
		err = put_last(transfer);
	transfer->upto = UINT64_MAX;
	return err;
}

/* Does the stream, or the log, let go of the oldest, or of the rest? */
static bool may_miss(const struct pxt_session *session)
{
	return loops(session) ||
	       session->attr.log_policy == POSIX_TRACE_UNTIL_FULL;
}

/* Who follows the log waits for a floor behind each event. That of the look in
 * which the event was written may have been before it; or came with a piece of
 * which nothing was for the log. */
static int vouch(struct pxt_transfer *transfer, uint64_t floor)
{
	const struct pxt_stream *stream = &transfer->session->stream;
	struct pxt_made_up made_up;
	struct pxt_context clock;
	uint64_t now;
	int err;

	if (transfer->vouched == transfer->last || floor <= transfer->last ||
	    takes_no_more(transfer))
		return 0;
	clock = present_clock(stream, &now);
	pxt_made_up_init(&made_up, 0, stream->family, &clock, now);
	made_up.chunk.offset = transfer->made_up;
	made_up.chunk.first = transfer->last;
	made_up.chunk.last = transfer->last;
	made_up.chunk.floor = floor;
	if (pxt_log_room(transfer->log) < made_up.len)
		return 0;
	err = put_chunk(transfer, &made_up.chunk, made_up.records,
			made_up.len);
	if (err)
		return err;
	transfer->made_up += (uint32_t)made_up.len;
	note_put(transfer, &made_up.chunk);
	return 0;
}

/* Running */

/* A floor holds for what comes after a section: all but the last of one look
 * have their fellows still to come. */
static int write_pieces(struct pxt_transfer *transfer,
			const struct pxt_live_piece *pieces, size_t count,
			uint64_t floor)
{
	int err = 0;

	if (!takes_no_more(transfer) && !all_fit(transfer, pieces, count)) {
		err = fill_up(transfer, pieces, count, floor);
		if (err || !takes_no_more(transfer))
			return err;
		err = pxt_live_look(transfer->session->live, &pieces, &count,
				    &floor);
	}
	for (size_t i = 0; i < count && !err; i++) {
		if (takes_no_more(transfer))
			throw_piece(transfer, &pieces[i]);
		else
			err = write_piece(transfer, &pieces[i],
					  i + 1 < count ? 0 : floor);
	}
	return err;
}

/* What a reader of the stream has at hand and did not deliver. Of a stream
 * that loops it has the only copy. */
static void give_back(struct pxt_session *session)
{
	if (session->merge && !loops(session))
		pxt_merge_reset(session->merge);
}

static int write_look(struct pxt_transfer *transfer)
{
	struct pxt_session *session = transfer->session;
	/* Before the look: what was running then may have stopped since. */
	const bool runs = pxt_steer_is_running(pxt_steer_gate(session));
	const struct pxt_live_piece *pieces;
	uint64_t floor;
	size_t count;
	int err;

	give_back(session);
	err = pxt_live_look(session->live, &pieces, &count, &floor);
	/* Behind the floor older events may be missing, and some day be
	 * overwritten, or not fit: a gap before what the log has. */
	if (!err && (transfer->dividing || (runs && may_miss(session))))
		stop_before(transfer, floor);
	if (!err)
		transfer->floor = floor;
	if (!err)
		err = write_names(transfer);
	if (!err)
		err = write_descriptions(transfer);
	if (!err)
		err = write_objects(transfer);
	if (!err)
		err = write_portraits(transfer);
	if (!err && loops(session))
		err = tell_gap(transfer, pieces, count);
	if (!err)
		err = write_pieces(transfer, pieces, count, floor);
	transfer->upto = UINT64_MAX;
	if (!err)
		note_whole(transfer, floor);
	if (!err)
		err = vouch(transfer, floor);
	if (!err)
		err = write_portraits(transfer);
	if (!err)
		pxt_steer_note_empty(session);
	return err;
}

/* What of it is overwritten meanwhile is told before anything behind it is
 * written: until all is dealt with that was there at the beginning, or was
 * overwritten for so long that there is no end to it. */
static int write_all(struct pxt_transfer *transfer)
{
	const uint64_t now = pxt_clock_ticks(transfer->session->stream.clock);
	const int64_t end_ns = pxt_clock_ns(CLOCK_MONOTONIC) + ENOUGH_NS;
	int err;

	do
		err = write_look(transfer);
	while (err == ESTALE && transfer->horizon < now &&
	       pxt_clock_ns(CLOCK_MONOTONIC) < end_ns);
	return err == ESTALE ? 0 : err;
}

/* What was overwritten, a gap tells. */
static void put_losses(struct pxt_transfer *transfer, int64_t since_ns,
		       const struct pxt_clock_pair *now)
{
	if (transfer->taken_over)
		pxt_losses_put_rest(transfer->losses, since_ns, now);
	else
		pxt_losses_put(transfer->losses, since_ns, now);
}

/* How much was lost is known when no writer finds the stream full any more. */
static void reopen(struct pxt_transfer *transfer)
{
	const int64_t since = pxt_losses_since(transfer->losses);
	struct pxt_clock_pair end;

	pxt_losses_count(transfer->losses);
	end = pxt_steer_reopen(transfer->session);
	pxt_losses_count_on(transfer->losses);
	put_losses(transfer, since, &end);
}

/* A full stream stopped by itself. Now that there is room, say so, say what
 * was lost, and let it go on. */
int pxt_transfer_run(struct pxt_transfer *transfer)
{
	struct pxt_session *session = transfer->session;
	int err;

	if (transfer->fd >= 0)
		pxt_heading_tell_path(session, transfer->fd);
	err = write_all(transfer);
	if (err || !(pxt_steer_gate(session) & PXT_GATE_FULL))
		return err;
	pxt_steer_note_full(session);
	reopen(transfer);
	return write_all(transfer);
}

void pxt_transfer_forget(struct pxt_transfer *transfer)
{
	pxt_losses_forget(transfer->losses);
	transfer->cleared = 0;
	transfer->gone_from = UINT64_MAX;
	note_told(transfer,
		  atomic_load_explicit(
			  &transfer->session->stream.ring.shared->overwritten,
			  memory_order_relaxed));
}

int pxt_transfer_clear(struct pxt_transfer *transfer)
{
	int err;

	if (transfer->session->attr.log_policy == POSIX_TRACE_APPEND)
		return 0;
	before_writing(transfer);
	err = pxt_log_clear(transfer->log);
	after_writing(transfer);
	if (err)
		return err;
	transfer->events = 0;
	transfer->lost = 0;
	transfer->thrown = 0;
	transfer->overrun = false;
	transfer->full = false;
	transfer->newest = 0;
	transfer->newest_type = 0;
	transfer->last = 0;
	transfer->vouched = 0;
	return 0;
}

/* The log's two ends */

static bool is_overrun(const struct pxt_session *session)
{
	return pxt_ring_missed(&session->stream.ring) != session->missed;
}

static int put_end(struct pxt_transfer *transfer, int error)
{
	const struct pxt_log_end end = {
		.events = transfer->events,
		.lost = transfer->lost + transfer->thrown,
		.stream_overrun = is_overrun(transfer->session),
		.flush_error = (uint32_t)error,
		.log_overrun = transfer->overrun,
		.log_full = transfer->full,
	};

	int err;

	before_writing(transfer);
	/* Without that the log is whole, too. */
	pxt_threads_write_last(transfer->names, transfer->log);
	pxt_told_objects_write_missed(transfer->objects,
				      &transfer->session->process.names,
				      transfer->log);
	err = pxt_log_put_end(transfer->log, &end);
	after_writing(transfer);
	return err;
}

/* Another log */

/* The reading of the clock at a time, as near as the stream's clock goes. */
static uint64_t ticks_at(const struct pxt_stream *stream, int64_t ns)
{
	uint64_t low = stream->origin.ticks;
	uint64_t high = pxt_clock_ticks(stream->clock);

	if (ns <= pxt_stream_time(stream, low))
		return 0;
	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;

		if (pxt_stream_time(stream, middle) < ns)
			low = middle + 1;
		else
			high = middle;
	}
	return low - 1;
}

static int begin_other(struct pxt_transfer *transfer, int fd,
		       struct pxt_log_header *header,
		       struct pxt_log_writer **out)
{
	int err;

	pxt_heading_describe(transfer->session, header);
	before_writing(transfer);
	err = pxt_log_create(fd, header, out);
	after_writing(transfer);
	return err;
}

/* All that is before some floor, and nothing else. */
static int write_first_part(struct pxt_transfer *transfer, int64_t since_ns)
{
	const struct pxt_stream *stream = &transfer->session->stream;
	int err;

	if (since_ns != INT64_MIN)
		transfer->cleared = ticks_at(stream, since_ns);
	transfer->dividing = true;
	err = pxt_transfer_run(transfer);
	transfer->dividing = false;
	transfer->cleared = 0;
	return err;
}

/* Should we die, then what goes to the log that is told of now begins with the
 * floor, and the other one has the rest. */
static void tell_other(struct pxt_transfer *transfer, int fd,
		       const struct pxt_log_header *header)
{
	struct pxt_session *session = transfer->session;

	atomic_store_explicit(&session->stream.shared->cleared,
			      transfer->floor ? transfer->floor - 1 : 0,
			      memory_order_relaxed);
	pxt_heading_tell_where(session, fd, header->uuid);
	transfer->fd = fd;
}

static void begin_counting(struct pxt_transfer *transfer)
{
	transfer->earlier += transfer->events;
	transfer->thrown_earlier += transfer->thrown;
	transfer->events = 0;
	transfer->lost = 0;
	transfer->thrown = 0;
	transfer->overrun = false;
	transfer->full = false;
	transfer->last = 0;
	transfer->vouched = 0;
	transfer->named = PXT_EVENT_USER_FIRST - 1;
	transfer->described = 0;
	memset(transfer->has_description, 0,
	       sizeof(transfer->has_description));
	transfer->length = pxt_log_length(transfer->log);
	pxt_portraits_again(transfer->portraits);
	pxt_threads_again(transfer->names);
	pxt_told_objects_again(transfer->objects);
}

int pxt_transfer_switch(struct pxt_transfer *transfer, int fd,
			int64_t since_ns)
{
	struct pxt_log_writer *other;
	struct pxt_log_header header;
	int err;

	err = begin_other(transfer, fd, &header, &other);
	if (err)
		return err;
	err = write_first_part(transfer, since_ns);
	if (err) {
		pxt_log_writer_close(other);
		return err;
	}
	tell_other(transfer, fd, &header);
	err = put_end(transfer, 0);
	pxt_log_writer_close(transfer->log);
	transfer->log = other;
	begin_counting(transfer);
	return err;
}

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
	struct pxt_live *live = transfer->session->live;
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
static void tell_rest(struct pxt_transfer *transfer)
{
	const struct pxt_stream *stream = &transfer->session->stream;
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
	    !put_chunk(transfer, &made_up.chunk, made_up.records, made_up.len))
		note_put(transfer, &made_up.chunk);
	else
		transfer->lost += loss.count;
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
	now = pxt_clock_read(transfer->session->stream.clock);
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
		tell_rest(transfer);
	end_err = put_end(transfer, error ? error : err);
	return err ? err : end_err;
}

void pxt_transfer_status(struct pxt_transfer *transfer,
			 struct posix_trace_status_info *status)
{
	status->posix_log_overrun_status =
		atomic_exchange(&transfer->overrun, false) ?
			POSIX_TRACE_OVERRUN :
			POSIX_TRACE_NO_OVERRUN;
	status->posix_log_full_status =
		transfer->full ? POSIX_TRACE_FULL : POSIX_TRACE_NOT_FULL;
}

static uint64_t count_unwritten(struct pxt_transfer *transfer)
{
	const struct pxt_live_piece *pieces;
	struct pxt_record_walk walk;
	uint64_t events = 0;
	uint64_t floor;
	size_t count;

	if (pxt_live_look(transfer->session->live, &pieces, &count, &floor))
		return 0;
	for (size_t i = 0; i < count; i++) {
		if (pxt_live_copy(transfer->session->live, &pieces[i],
				  transfer->buffer))
			continue;
		pxt_live_walk(transfer->session->live, &pieces[i],
			      transfer->buffer, &walk);
		events += count_events(&walk);
	}
	return events;
}

void pxt_transfer_totals(struct pxt_transfer *transfer, bool unwritten,
			 struct posix_trace_totals_np *totals)
{
	*totals = (struct posix_trace_totals_np){
		.events = transfer->earlier + transfer->events,
		.lost = pxt_ring_missed(&transfer->session->stream.ring) +
			transfer->thrown_earlier + transfer->thrown,
		.log_bytes = transfer->length,
		.threads = (unsigned)transfer->threads.count,
	};
	if (unwritten)
		totals->lost += count_unwritten(transfer);
}

static int prepare(struct pxt_session *session, struct pxt_transfer **out)
{
	const struct pxt_ring *ring = &session->stream.ring;
	struct pxt_transfer *transfer = calloc(1, sizeof(*transfer));

	if (!transfer)
		return ENOMEM;
	transfer->session = session;
	transfer->fd = -1;
	transfer->named = PXT_EVENT_USER_FIRST - 1;
	transfer->upto = UINT64_MAX;
	transfer->gone_from = UINT64_MAX;
	transfer->buffer = malloc(ring->geometry.chunk);
	if (!transfer->buffer ||
	    pxt_losses_create(session, &transfer->losses) ||
	    pxt_portraits_create(session->dir, &transfer->portraits) ||
	    pxt_threads_create(transfer->portraits, &transfer->names) ||
	    pxt_told_objects_create(session->attr.created_ns,
				    &transfer->objects)) {
		pxt_transfer_close(transfer);
		return ENOMEM;
	}
	pxt_portraits_note(transfer->portraits, session->stream.family);
	*out = transfer;
	return 0;
}

int pxt_transfer_create(struct pxt_session *session, int fd,
			struct pxt_transfer **out)
{
	struct pxt_transfer *transfer;
	struct pxt_log_header header;
	int err;

	err = prepare(session, &transfer);
	if (err)
		return err;
	pxt_heading_describe(session, &header);
	err = pxt_log_create(fd, &header, &transfer->log);
	if (err) {
		pxt_transfer_close(transfer);
		return err;
	}
	transfer->length = pxt_log_length(transfer->log);
	transfer->fd = fd;
	pxt_heading_tell_where(session, fd, header.uuid);
	*out = transfer;
	return 0;
}

/* Somebody else had the stream before, and dealt with some of it. */
static void succeed(struct pxt_transfer *transfer)
{
	const struct pxt_stream_shared *shared =
		transfer->session->stream.shared;

	transfer->taken_over = true;
	transfer->fd = -1;
	transfer->cleared = atomic_load_explicit(&shared->cleared,
						 memory_order_relaxed);
	transfer->overwritten = atomic_load_explicit(&shared->told_overwritten,
						     memory_order_relaxed);
}

int pxt_transfer_salvage(struct pxt_session *session, int fd,
			 struct pxt_transfer **out)
{
	int err;

	err = pxt_transfer_create(session, fd, out);
	if (!err)
		succeed(*out);
	return err;
}

/* How far chunks that are still in the stream went to the log, and what of
 * the gaps is told there. */
struct progress {
	struct pxt_transfer *transfer;
	uint64_t gaps;
	const struct pxt_live_piece *pieces; /* each from its beginning */
	uint32_t *end;
	size_t count;
};

static void note_seen(void *argument, const struct pxt_log_chunk *chunk,
		      size_t len)
{
	struct progress *progress = argument;
	struct pxt_transfer *transfer = progress->transfer;
	uint32_t end = chunk->offset + (uint32_t)len;

	transfer->events += chunk->events;
	transfer->lost += chunk->lost;
	if (chunk->last > transfer->newest)
		transfer->newest = chunk->last;
	note_ticks(transfer, chunk);
	if (!chunk->sequence) {
		progress->gaps += chunk->lost;
		transfer->made_up = end;
		return;
	}
	for (size_t i = 0; i < progress->count; i++)
		if (progress->pieces[i].sequence == chunk->sequence &&
		    progress->end[i] < end)
			progress->end[i] = end;
}

static void take_seen(struct pxt_transfer *transfer,
		      const struct pxt_live_piece *piece, uint32_t end)
{
	struct pxt_record_walk walk;
	struct pxt_event event;

	if (!end || end > piece->to ||
	    pxt_live_copy(transfer->session->live, piece, transfer->buffer))
		return;
	pxt_record_walk_init(&walk, transfer->buffer, end, NULL, 0);
	while (!pxt_record_walk_next(&walk, &event))
		;
	took(transfer, piece, end, 0, &walk);
}

static void note_described(struct pxt_transfer *transfer,
			   const struct pxt_log_reader *reader)
{
	const uint32_t family = transfer->session->stream.family;

	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (pxt_log_reader_description(reader, family, type))
			note_description(transfer, type);
}

static int note_named(struct pxt_transfer *transfer, int fd)
{
	struct pxt_log_reader *reader;
	int err;

	err = pxt_log_open(fd, &reader);
	if (err)
		return err;
	while (pxt_log_reader_name(reader, transfer->session->stream.family,
				   transfer->named + 1))
		transfer->named++;
	note_described(transfer, reader);
	pxt_log_reader_close(reader);
	return 0;
}

static int resume(struct pxt_transfer *transfer, int fd)
{
	struct progress progress = { .transfer = transfer };
	struct pxt_live *live = transfer->session->live;
	uint64_t floor;
	int err;

	err = pxt_live_look(live, &progress.pieces, &progress.count, &floor);
	if (err)
		return err;
	progress.end = calloc(progress.count + 1, sizeof(*progress.end));
	if (!progress.end)
		return ENOMEM;
	err = pxt_log_resume(fd, note_seen, &progress, &transfer->log);
	/* Who told of it may have been killed before noting that. */
	if (transfer->overwritten < progress.gaps)
		transfer->overwritten = progress.gaps;
	for (size_t i = 0; i < progress.count && !err; i++)
		take_seen(transfer, &progress.pieces[i], progress.end[i]);
	free(progress.end);
	return err;
}

/* What the log had to get, and what was as good as overwritten then. */
static void leave_out_known(struct pxt_transfer *transfer)
{
	const uint64_t upto = atomic_load_explicit(
		&transfer->session->stream.ring.shared->taken_upto,
		memory_order_relaxed);

	if (upto && transfer->cleared < upto - 1)
		transfer->cleared = upto - 1;
}

int pxt_transfer_resume(struct pxt_session *session, int fd,
			struct pxt_transfer **out)
{
	struct pxt_transfer *transfer;
	int err;

	err = prepare(session, &transfer);
	if (err)
		return err;
	succeed(transfer);
	leave_out_known(transfer);
	err = note_named(transfer, fd);
	if (!err)
		err = resume(transfer, fd);
	if (err) {
		pxt_transfer_close(transfer);
		return err;
	}
	transfer->full = pxt_log_is_full(transfer->log);
	transfer->overrun = pxt_log_has_overwritten(transfer->log);
	transfer->length = pxt_log_length(transfer->log);
	*out = transfer;
	return 0;
}

void pxt_transfer_close(struct pxt_transfer *transfer)
{
	if (!transfer)
		return;
	pxt_log_writer_close(transfer->log);
	pxt_told_objects_close(transfer->objects);
	pxt_threads_close(transfer->names);
	pxt_portraits_close(transfer->portraits);
	pxt_roster_fini(&transfer->threads);
	free(transfer->buffer);
	pxt_losses_close(transfer->losses);
	free(transfer);
}
