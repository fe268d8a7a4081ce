/*
 * shard_visit.c - a shard of a stream, read for a while
 *
 * The checkpoint moves when what came up to it is confirmed. What waits for missing
 * sections holds it: it is read again the next time.
 */
#include <errno.h>
#include <inttypes.h>
#include <time.h>

#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "gather/shard_visit.h"
#include "source/follow.h"

enum { ARRIVALS_MOST = 128 << 20, OPEN_MOST = 256, STEP = 1000 };

#define VISIT_NS INT64_C(1000000000)
#define MORE_NS INT64_C(10000000000)

static int64_t wall_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void refuse(struct shard_reader *reader,
		   const struct feed_message *message, const char *why)
{
	struct gatherer *gatherer = reader->intake.gatherer;

	if (!log_intake_may_tell(&reader->intake, message->sequence))
		return;
	gatherer->totals.refused++;
	if (gatherer_may_tell(gatherer))
		talk("message %" PRIu64 " (%.99s) is not sound: %s",
		     message->sequence, message->raw.subject, why);
}

/* Confirms, and closes, all logs. */
static int close_logs(struct shard_reader *reader)
{
	int first = 0;

	for (size_t i = 0; i < reader->table.touched_count; i++) {
		const int err = gathered_log_close(&reader->intake,
						   reader->table.touched[i]);

		if (!first)
			first = err;
	}
	return first;
}

static size_t bytes_waiting(const struct shard_reader *reader)
{
	size_t bytes = 0;

	for (size_t i = 0; i < reader->table.touched_count; i++)
		bytes += reader->table.touched[i]->arrivals.bytes;
	return bytes;
}

/* Makes room: what came last is read again the next time. */
static void evict(struct shard_reader *reader, struct shard_visit *visit)
{
	struct gathered_log *newest = NULL;
	uint64_t sequence = 0;

	for (size_t i = 0; i < reader->table.touched_count; i++) {
		struct gathered_log *log = reader->table.touched[i];
		const struct arrival *oldest = arrivals_oldest(&log->arrivals);

		if (oldest && oldest->sequence > sequence) {
			newest = log;
			sequence = oldest->sequence;
		}
	}
	if (!newest)
		return;
	if (!visit->evicted || sequence < visit->evicted)
		visit->evicted = sequence;
	arrivals_clear(&newest->arrivals);
	newest->is_evicted = true;
}

/* Notes what waits for a log that another process writes. */
static void note_held(struct shard_visit *visit, struct gathered_log *log,
		      uint64_t sequence)
{
	const struct arrival *oldest = arrivals_oldest(&log->arrivals);

	if (oldest && oldest->sequence < sequence)
		sequence = oldest->sequence;
	if (!visit->held || sequence < visit->held)
		visit->held = sequence;
	arrivals_clear(&log->arrivals);
}

static int take(struct shard_reader *reader, struct shard_visit *visit,
		const struct feed_message *from)
{
	struct gathered_log *log;
	struct message message;
	const char *wrong = message_parse(
		&message, reader->feed->address->stream, &from->raw);
	int err;

	if (wrong) {
		refuse(reader, from, wrong);
		return 0;
	}
	log = log_table_find(&reader->table, &message.log);
	if (!log)
		return ENOMEM;
	err = gathered_log_take(&reader->intake, log, &message, from->sequence,
				from->ns);
	if (log->is_held)
		note_held(visit, log, from->sequence);
	if (!err && reader->intake.open > OPEN_MOST)
		err = close_logs(reader);
	if (log->arrivals.count && bytes_waiting(reader) > ARRIVALS_MOST)
		evict(reader, visit);
	return err;
}

/* True if a log has no beginning yet: it may come soon. */
static bool waits_for_preface(const struct shard_reader *reader)
{
	for (size_t i = 0; i < reader->table.touched_count; i++) {
		const struct gathered_log *log = reader->table.touched[i];

		if ((log->is_absent || log->names) && log->arrivals.count)
			return true;
	}
	return false;
}

/* True if the time of the visit is over, that for a beginning that may come
 * included. */
static bool is_late(const struct shard_reader *reader, int64_t end)
{
	const int64_t now = now_ns();

	return now >= end &&
	       (now >= end + MORE_NS || !waits_for_preface(reader));
}

static void read_messages(struct shard_reader *reader,
			  struct shard_visit *visit)
{
	struct shard *shard = &reader->shards[visit->shard];
	const int64_t end = now_ns() + VISIT_NS;
	struct feed_message message;
	int err;

	do {
		err = nats_feed_next(reader->feed, &message);
		if (err)
			break;
		visit->sink_error = take(reader, visit, &message);
		shard->pending = message.pending + (visit->sink_error != 0);
		if (visit->sink_error)
			return;
		visit->last = (struct shard_checkpoint){ message.sequence,
							 message.ns };
		gatherer_report(reader->intake.gatherer);
	} while (shard->pending && !is_late(reader, end) && follow_is_wanted());
	visit->is_empty = !err && !shard->pending;
	if (err != EAGAIN)
		visit->feed_error = err;
}

/* The first message of the stream that waits, or 0. */
static uint64_t find_oldest(const struct shard_reader *reader)
{
	uint64_t sequence = 0;

	for (size_t i = 0; i < reader->table.touched_count; i++) {
		const struct arrival *oldest =
			arrivals_oldest(&reader->table.touched[i]->arrivals);

		if (oldest && (!sequence || oldest->sequence < sequence))
			sequence = oldest->sequence;
	}
	return sequence;
}

/* Patience ends by the clock of the server, or, should that be another, when the
 * same message has waited as long here. */
static bool is_over(struct shard_reader *reader,
		    const struct shard_visit *visit,
		    const struct arrival *oldest)
{
	const struct shard *shard = &reader->shards[visit->shard];

	return wall_ns() - oldest->ns > reader->patience_ns ||
	       (shard->stuck == oldest->sequence &&
		now_ns() - shard->stuck_ns > reader->patience_ns);
}

static int settle(struct shard_reader *reader, struct shard_visit *visit)
{
	struct shard *shard = &reader->shards[visit->shard];
	uint64_t oldest_sequence;
	int err = 0;

	for (size_t i = 0; !err && i < reader->table.touched_count; i++) {
		struct gathered_log *log = reader->table.touched[i];
		const struct arrival *oldest = arrivals_oldest(&log->arrivals);

		if (oldest && is_over(reader, visit, oldest))
			err = gathered_log_settle(&reader->intake, log);
		if (log->is_held && log->arrivals.count)
			note_held(visit, log, UINT64_MAX);
	}
	oldest_sequence = find_oldest(reader);
	if (oldest_sequence != shard->stuck) {
		shard->stuck = oldest_sequence;
		shard->stuck_ns = now_ns();
	}
	return err;
}

/* The last message up to which all is stored. */
static uint64_t find_checkpoint(const struct shard_reader *reader,
				const struct shard_visit *visit)
{
	const uint64_t oldest = find_oldest(reader);
	uint64_t checkpoint = visit->last.last;

	if (oldest && oldest <= checkpoint)
		checkpoint = oldest - 1;
	if (visit->evicted && visit->evicted <= checkpoint)
		checkpoint = visit->evicted - 1;
	return checkpoint;
}

/* Returns what is stored before messages that are held. */
static uint64_t find_held(struct shard_reader *reader,
			  const struct shard_visit *visit, uint64_t checkpoint)
{
	struct shard *shard = &reader->shards[visit->shard];

	if (visit->held && !shard->held)
		shard->held_ns = now_ns();
	if (visit->held && (!shard->held || visit->held < shard->held))
		shard->held = visit->held;
	return shard->held && shard->held <= checkpoint ? shard->held - 1 :
							  checkpoint;
}

/* The time of a message, or 0. */
static int64_t find_time(struct shard_reader *reader,
			 const struct shard_visit *visit, uint64_t sequence)
{
	int64_t ns = 0;

	if (sequence == visit->last.last)
		return visit->last.ns;
	if (sequence == visit->state.last)
		return visit->state.last_ns;
	if (sequence <= visit->checkpoint.last || visit->feed_error ||
	    nats_feed_time(reader->feed, sequence, &ns))
		return 0;
	return ns;
}

static void store(struct shard_reader *reader, struct shard_visit *visit)
{
	const struct sink_class *class = reader->intake.sink->class;
	struct shard_checkpoint checkpoint;
	uint64_t ahead;
	int err = 0;

	if (!visit->sink_error)
		visit->sink_error = settle(reader, visit);
	ahead = find_checkpoint(reader, visit);
	visit->is_empty &= ahead == visit->last.last;
	if (visit->is_empty && visit->state.last > ahead)
		ahead = visit->state.last;
	checkpoint.last = find_held(reader, visit, ahead);
	checkpoint.ns = find_time(reader, visit, checkpoint.last);
	err = close_logs(reader);
	if (!err && checkpoint.last > visit->checkpoint.last)
		err = class->move(reader->intake.sink, checkpoint);
	if (!err) {
		visit->checkpoint = checkpoint;
		reader->shards[visit->shard].ahead = ahead;
	}
	if (!visit->sink_error)
		visit->sink_error = err;
}

/* Moves over what other shards have, now and then: servers need not look through
 * it again. */
static void pass(struct shard_reader *reader, struct shard_visit *visit)
{
	struct sink *sink = reader->intake.sink;

	reader->shards[visit->shard].pending = 0;
	visit->is_empty = true;
	if (reader->shards[visit->shard].held)
		return;
	if (visit->state.last - visit->checkpoint.last >= STEP)
		visit->sink_error = sink->class->move(
			sink,
			(struct shard_checkpoint){ visit->state.last,
						   visit->state.last_ns });
}

static bool are_still_held(struct shard_reader *reader, unsigned shard)
{
	bool some = false, freed = false;

	for (size_t i = 0; i < reader->table.count; i++) {
		struct gathered_log *log = reader->table.logs[i];

		if (!log->is_held || fleet_shard(log->there.name.uuid) != shard)
			continue;
		if (gathered_log_is_still_held(&reader->intake, log))
			some = true;
		else
			freed = true;
	}
	return some && !freed;
}

/* Logs that are held are met again when the shard is read again. */
static void forget_held(struct shard_reader *reader, unsigned shard)
{
	for (size_t i = 0; i < reader->table.count; i++) {
		struct gathered_log *log = reader->table.logs[i];

		if (fleet_shard(log->there.name.uuid) == shard)
			log->is_held = false;
	}
	reader->shards[shard].held = 0;
}

void shard_reader_forget(struct shard_reader *reader)
{
	log_intake_forget(&reader->intake);
	for (size_t i = 0; i < reader->table.count; i++)
		reader->table.logs[i]->taken = 0;
}

/* The message behind which reading begins. */
static struct shard_checkpoint find_start(struct shard_reader *reader,
					  const struct shard_visit *visit)
{
	struct shard *shard = &reader->shards[visit->shard];

	if (shard->held && (visit->checkpoint.last >= shard->held ||
			    !are_still_held(reader, visit->shard)))
		forget_held(reader, visit->shard);
	if (!shard->held || shard->ahead <= visit->checkpoint.last)
		return visit->checkpoint;
	return (struct shard_checkpoint){ .last = shard->ahead };
}

/* A stream that was made from a copy has less than it had, or, if more came since,
 * other messages: one that was read has another time then. */
static int check_checkpoint(struct shard_reader *reader,
			    struct shard_visit *visit)
{
	const char *what = "ends before what was gathered";
	int64_t ns = visit->checkpoint.ns;
	int err = 0;

	if (visit->checkpoint.last &&
	    visit->checkpoint.last <= visit->state.last) {
		what = "has other messages than those gathered";
		if (ns)
			err = nats_feed_time(reader->feed,
					     visit->checkpoint.last, &ns);
	}
	if (err && err != ENODATA)
		return err;
	if (visit->checkpoint.last <= visit->state.last &&
	    ns == visit->checkpoint.ns)
		return 0;
	if (gatherer_may_tell(reader->intake.gatherer))
		talk("part %02u of the stream %s: it was set back, and is read "
		     "again",
		     visit->shard, what);
	reader->intake.gatherer->totals.rewound++;
	visit->checkpoint = (struct shard_checkpoint){ .last = 0 };
	forget_held(reader, visit->shard);
	shard_reader_forget(reader);
	visit->sink_error = reader->intake.sink->class->move(
		reader->intake.sink, visit->checkpoint);
	return 0;
}

static int begin(struct shard_reader *reader, struct shard_visit *visit)
{
	visit->last = find_start(reader, visit);
	reader->intake.is_lossy = visit->last.last + 1 < visit->state.first;
	return nats_feed_begin(reader->feed, visit->shard,
			       visit->last.last + 1);
}

static void run(struct shard_reader *reader, struct shard_visit *visit)
{
	int err = check_checkpoint(reader, visit);

	if (visit->sink_error)
		return;
	if (!err)
		err = begin(reader, visit);
	if (!err) {
		read_messages(reader, visit);
		nats_feed_end(reader->feed);
		store(reader, visit);
		log_table_rest(&reader->table);
	} else if (err == ENODATA) {
		pass(reader, visit);
	} else {
		visit->feed_error = err;
	}
}

bool shard_visit_run(struct shard_reader *reader, struct shard_visit *visit)
{
	struct sink *sink = reader->intake.sink;
	const int err =
		sink->class->take(sink, visit->shard, &visit->checkpoint);

	if (err == EBUSY)
		return false;
	visit->sink_error = err;
	visit->is_refused = err;
	if (err)
		return false;
	run(reader, visit);
	sink->class->give(sink);
	return !visit->sink_error && !visit->feed_error;
}
