/*
 * slice.c - a part of a stream, read for a while
 *
 * The cursor moves when what came up to it is confirmed. What waits for missing
 * sections holds it: it is read again the next time.
 */
#include <errno.h>
#include <inttypes.h>
#include <time.h>

#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "gather/slice.h"
#include "source/follow.h"

enum { ARRIVALS_MOST = 128 << 20, OPEN_MOST = 256, STEP = 1000 };

#define SLICE_NS INT64_C(1000000000)
#define MORE_NS INT64_C(10000000000)

static int64_t wall_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void refuse(struct slicer *slicer, const struct feed_message *message,
		   const char *why)
{
	struct gatherer *gatherer = slicer->intake.gatherer;

	gatherer->totals.refused++;
	if (gatherer_may_tell(gatherer))
		talk("message %" PRIu64 " (%.99s) is not sound: %s",
		     message->sequence, message->raw.subject, why);
}

/* Confirms, and closes, all logs. */
static int close_logs(struct slicer *slicer)
{
	int first = 0;

	for (size_t i = 0; i < slicer->table.touched_count; i++) {
		const int err = gathered_log_close(&slicer->intake,
						   slicer->table.touched[i]);

		if (!first)
			first = err;
	}
	return first;
}

static size_t bytes_waiting(const struct slicer *slicer)
{
	size_t bytes = 0;

	for (size_t i = 0; i < slicer->table.touched_count; i++)
		bytes += slicer->table.touched[i]->arrivals.bytes;
	return bytes;
}

/* Makes room: what came last is read again the next time. */
static void evict(struct slicer *slicer, struct slice *slice)
{
	struct gathered_log *newest = NULL;
	uint64_t sequence = 0;

	for (size_t i = 0; i < slicer->table.touched_count; i++) {
		struct gathered_log *log = slicer->table.touched[i];
		const struct arrival *oldest = arrivals_oldest(&log->arrivals);

		if (oldest && oldest->sequence > sequence) {
			newest = log;
			sequence = oldest->sequence;
		}
	}
	if (!newest)
		return;
	if (!slice->evicted || sequence < slice->evicted)
		slice->evicted = sequence;
	arrivals_clear(&newest->arrivals);
	newest->is_evicted = true;
}

/* Notes what waits for a log that another process writes. */
static void note_held(struct slice *slice, struct gathered_log *log,
		      uint64_t sequence)
{
	const struct arrival *oldest = arrivals_oldest(&log->arrivals);

	if (oldest && oldest->sequence < sequence)
		sequence = oldest->sequence;
	if (!slice->held || sequence < slice->held)
		slice->held = sequence;
	arrivals_clear(&log->arrivals);
}

static int take(struct slicer *slicer, struct slice *slice,
		const struct feed_message *from)
{
	struct gathered_log *log;
	struct message message;
	const char *wrong = message_parse(&message, slicer->feed->place->stream,
					  &from->raw);
	int err;

	if (wrong) {
		refuse(slicer, from, wrong);
		return 0;
	}
	log = log_table_find(&slicer->table, &message.log);
	if (!log)
		return ENOMEM;
	err = gathered_log_take(&slicer->intake, log, &message, from->sequence,
				from->ns);
	if (log->is_held)
		note_held(slice, log, from->sequence);
	if (!err && slicer->intake.open > OPEN_MOST)
		err = close_logs(slicer);
	if (log->arrivals.count && bytes_waiting(slicer) > ARRIVALS_MOST)
		evict(slicer, slice);
	return err;
}

/* True if a log has no beginning yet: it may come soon. */
static bool waits_for_preface(const struct slicer *slicer)
{
	for (size_t i = 0; i < slicer->table.touched_count; i++) {
		const struct gathered_log *log = slicer->table.touched[i];

		if ((log->is_absent || log->names) && log->arrivals.count)
			return true;
	}
	return false;
}

/* True if the time of the slice is over, that for a beginning that may come
 * included. */
static bool is_late(const struct slicer *slicer, int64_t end)
{
	const int64_t now = now_ns();

	return now >= end &&
	       (now >= end + MORE_NS || !waits_for_preface(slicer));
}

static void read_messages(struct slicer *slicer, struct slice *slice)
{
	struct stream_part *part = &slicer->parts[slice->part];
	const int64_t end = now_ns() + SLICE_NS;
	struct feed_message message;
	int err;

	do {
		err = nats_feed_next(slicer->feed, &message);
		if (err)
			break;
		slice->sink_error = take(slicer, slice, &message);
		if (slice->sink_error)
			return;
		slice->last =
			(struct stream_cursor){ message.sequence, message.ns };
		part->pending = message.pending;
		gatherer_report(slicer->intake.gatherer);
	} while (part->pending && !is_late(slicer, end) && follow_is_wanted());
	slice->is_empty = !err && !part->pending;
	if (err != EAGAIN)
		slice->feed_error = err;
}

/* The first message of the stream that waits, or 0. */
static uint64_t find_oldest(const struct slicer *slicer)
{
	uint64_t sequence = 0;

	for (size_t i = 0; i < slicer->table.touched_count; i++) {
		const struct arrival *oldest =
			arrivals_oldest(&slicer->table.touched[i]->arrivals);

		if (oldest && (!sequence || oldest->sequence < sequence))
			sequence = oldest->sequence;
	}
	return sequence;
}

/* Patience ends by the clock of the server, or, should that be another, when the
 * same message has waited as long here. */
static bool is_over(struct slicer *slicer, const struct slice *slice,
		    const struct arrival *oldest)
{
	const struct stream_part *part = &slicer->parts[slice->part];

	return wall_ns() - oldest->ns > slicer->patience_ns ||
	       (part->stuck == oldest->sequence &&
		now_ns() - part->stuck_ns > slicer->patience_ns);
}

static int settle(struct slicer *slicer, struct slice *slice)
{
	struct stream_part *part = &slicer->parts[slice->part];
	uint64_t oldest_sequence;
	int err = 0;

	for (size_t i = 0; !err && i < slicer->table.touched_count; i++) {
		struct gathered_log *log = slicer->table.touched[i];
		const struct arrival *oldest = arrivals_oldest(&log->arrivals);

		if (oldest && is_over(slicer, slice, oldest))
			err = gathered_log_settle(&slicer->intake, log);
		if (log->is_held && log->arrivals.count)
			note_held(slice, log, UINT64_MAX);
	}
	oldest_sequence = find_oldest(slicer);
	if (oldest_sequence != part->stuck) {
		part->stuck = oldest_sequence;
		part->stuck_ns = now_ns();
	}
	return err;
}

/* The last message up to which all is stored. */
static uint64_t find_cursor(const struct slicer *slicer,
			    const struct slice *slice)
{
	const uint64_t oldest = find_oldest(slicer);
	uint64_t cursor = slice->last.last;

	if (oldest && oldest <= cursor)
		cursor = oldest - 1;
	if (slice->evicted && slice->evicted <= cursor)
		cursor = slice->evicted - 1;
	return cursor;
}

/* Returns what is stored before messages that are held. */
static uint64_t find_held(struct slicer *slicer, const struct slice *slice,
			  uint64_t cursor)
{
	struct stream_part *part = &slicer->parts[slice->part];

	if (slice->held && !part->held)
		part->held_ns = now_ns();
	if (slice->held && (!part->held || slice->held < part->held))
		part->held = slice->held;
	return part->held && part->held <= cursor ? part->held - 1 : cursor;
}

/* The time of a message, or 0. */
static int64_t find_time(struct slicer *slicer, const struct slice *slice,
			 uint64_t sequence)
{
	int64_t ns = 0;

	if (sequence == slice->last.last)
		return slice->last.ns;
	if (sequence == slice->state.last)
		return slice->state.last_ns;
	if (sequence <= slice->cursor.last || slice->feed_error ||
	    nats_feed_time(slicer->feed, sequence, &ns))
		return 0;
	return ns;
}

static void store(struct slicer *slicer, struct slice *slice)
{
	const struct sink_class *class = slicer->intake.sink->class;
	struct stream_cursor cursor;
	uint64_t ahead;
	int err = 0;

	if (!slice->sink_error)
		slice->sink_error = settle(slicer, slice);
	ahead = find_cursor(slicer, slice);
	slice->is_empty &= ahead == slice->last.last;
	if (slice->is_empty && slice->state.last > ahead)
		ahead = slice->state.last;
	cursor.last = find_held(slicer, slice, ahead);
	cursor.ns = find_time(slicer, slice, cursor.last);
	err = close_logs(slicer);
	if (!err && cursor.last > slice->cursor.last)
		err = class->move(slicer->intake.sink, cursor);
	if (!err) {
		slice->cursor = cursor;
		slicer->parts[slice->part].ahead = ahead;
	}
	if (!slice->sink_error)
		slice->sink_error = err;
}

/* Moves over what other parts have, now and then: servers need not look through
 * it again. */
static void pass(struct slicer *slicer, struct slice *slice)
{
	struct sink *sink = slicer->intake.sink;

	slicer->parts[slice->part].pending = 0;
	slice->is_empty = true;
	if (slicer->parts[slice->part].held)
		return;
	if (slice->state.last - slice->cursor.last >= STEP)
		slice->sink_error = sink->class->move(
			sink, (struct stream_cursor){ slice->state.last,
						      slice->state.last_ns });
}

static bool are_still_held(struct slicer *slicer, unsigned part)
{
	bool some = false, freed = false;

	for (size_t i = 0; i < slicer->table.count; i++) {
		struct gathered_log *log = slicer->table.logs[i];

		if (!log->is_held || fleet_part(log->there.name.uuid) != part)
			continue;
		if (gathered_log_is_still_held(&slicer->intake, log))
			some = true;
		else
			freed = true;
	}
	return some && !freed;
}

/* Logs that are held are met again when the part is read again. */
static void forget_held(struct slicer *slicer, unsigned part)
{
	for (size_t i = 0; i < slicer->table.count; i++) {
		struct gathered_log *log = slicer->table.logs[i];

		if (fleet_part(log->there.name.uuid) == part)
			log->is_held = false;
	}
	slicer->parts[part].held = 0;
}

/* The message behind which reading begins. */
static struct stream_cursor find_start(struct slicer *slicer,
				       const struct slice *slice)
{
	struct stream_part *part = &slicer->parts[slice->part];

	if (part->held && (slice->cursor.last >= part->held ||
			   !are_still_held(slicer, slice->part)))
		forget_held(slicer, slice->part);
	if (!part->held || part->ahead <= slice->cursor.last)
		return slice->cursor;
	return (struct stream_cursor){ .last = part->ahead };
}

/* A stream that was made from a copy has less than it had, or, if more came since,
 * other messages: one that was read has another time then. */
static int check_cursor(struct slicer *slicer, struct slice *slice)
{
	const char *what = "ends before what was gathered";
	int64_t ns = slice->cursor.ns;
	int err = 0;

	if (slice->cursor.last && slice->cursor.last <= slice->state.last) {
		what = "has other messages than those gathered";
		if (ns)
			err = nats_feed_time(slicer->feed, slice->cursor.last,
					     &ns);
	}
	if (err && err != ENODATA)
		return err;
	if (slice->cursor.last <= slice->state.last && ns == slice->cursor.ns)
		return 0;
	if (gatherer_may_tell(slicer->intake.gatherer))
		talk("part %02u of the stream %s: it was set back, and is read "
		     "again",
		     slice->part, what);
	slicer->intake.gatherer->totals.rewound++;
	slice->cursor = (struct stream_cursor){ .last = 0 };
	forget_held(slicer, slice->part);
	slice->sink_error = slicer->intake.sink->class->move(
		slicer->intake.sink, slice->cursor);
	return 0;
}

static int begin(struct slicer *slicer, struct slice *slice)
{
	slice->last = find_start(slicer, slice);
	slicer->intake.is_lossy = slice->last.last + 1 < slice->state.first;
	return nats_feed_begin(slicer->feed, slice->part, slice->last.last + 1);
}

static void run(struct slicer *slicer, struct slice *slice)
{
	int err = check_cursor(slicer, slice);

	if (slice->sink_error)
		return;
	if (!err)
		err = begin(slicer, slice);
	if (!err) {
		read_messages(slicer, slice);
		nats_feed_end(slicer->feed);
		store(slicer, slice);
		log_table_rest(&slicer->table);
	} else if (err == ENODATA) {
		pass(slicer, slice);
	} else {
		slice->feed_error = err;
	}
}

bool slice_run(struct slicer *slicer, struct slice *slice)
{
	struct sink *sink = slicer->intake.sink;
	const int err = sink->class->take(sink, slice->part, &slice->cursor);

	if (err == EBUSY)
		return false;
	slice->sink_error = err;
	slice->is_refused = err;
	if (err)
		return false;
	run(slicer, slice);
	sink->class->give(sink);
	return !slice->sink_error && !slice->feed_error;
}
