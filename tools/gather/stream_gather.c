/*
 * stream_gather.c - sections of many logs that come from a stream
 *
 * Shards of the stream are taken in turn, each for a while: several gatherers
 * share them, and any may end. Each begins at a shard of its own. What is not to be
 * had, servers or disk, is tried again after one second, then two, up to a
 * minute.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/command.h"
#include "common/monotonic_clock.h"
#include "common/talk.h"
#include "gather/shard_visit.h"
#include "gather/stream_gather.h"
#include "nats/nats_link.h"
#include "source/follow.h"

enum { MOMENT_MS = 200, DELAY_MOST_S = 60, STREAM_NAME = NATS_STREAM + 20 };

#define PATIENCE_NS INT64_C(30000000000)
#define PATIENCE_ONCE_NS INT64_C(5000000000)

struct stream_gatherer {
	struct gatherer *gatherer;
	const struct sink_class *class;
	const struct store_options *options;
	struct nats_address *address;
	struct nats_feed feed;
	struct shard_reader reader;
	bool is_open; /* the feed */
	char stream[STREAM_NAME];
	struct feed_state state;
	uint64_t end; /* end of what is to be read once */
	/* A shard was read up to here; UINT64_MAX: never */
	uint64_t reached[FLEET_SHARDS];
	unsigned first;	  /* shard to begin with */
	unsigned delay_s; /* after a failure; 0: none */
	bool is_told;	  /* the failure */
	int error;	  /* the last failure */
	int left;	  /* error that kept it from the end */
};

static void fail(struct stream_gatherer *stream, const char *what,
		 const char *why, int err)
{
	const bool once = stream->gatherer->once;

	stream->gatherer->totals.failures++;
	stream->error = err;
	if (!stream->delay_s)
		talk("%s: %s%s", what, why,
		     once ? "" : "; it is tried again until it succeeds");
	stream->delay_s = stream->delay_s ? 2 * stream->delay_s : 1;
	if (stream->delay_s > DELAY_MOST_S)
		stream->delay_s = DELAY_MOST_S;
}

static void close_feed(struct stream_gatherer *stream)
{
	if (stream->is_open)
		nats_feed_close(&stream->feed);
	stream->is_open = false;
}

static void fail_feed(struct stream_gatherer *stream, int err)
{
	close_feed(stream);
	stream->gatherer->totals.is_unknown = true;
	fail(stream, stream->address->servers[0], stream->feed.why, err);
}

static void fail_sink(struct stream_gatherer *stream, int err)
{
	const char *why = stream->class->why ? stream->class->why() : NULL;

	if (err == EBUSY)
		why = "another writes one of these logs";
	fail(stream, stream->gatherer->where, why ? why : strerror(err), err);
}

static void succeed(struct stream_gatherer *stream)
{
	if (stream->delay_s)
		talk("%s: it goes on", stream->gatherer->where);
	stream->delay_s = 0;
	stream->error = 0;
}

static int open_sink(struct stream_gatherer *stream)
{
	char name[STREAM_NAME];
	struct sink **sink = &stream->reader.intake.sink;

	snprintf(name, sizeof(name), "%s.%" PRIx64, stream->address->stream,
		 (uint64_t)stream->state.created);
	if (*sink && !strcmp(name, stream->stream))
		return 0;
	if (*sink) {
		talk("%s: the stream is another now", stream->address->stream);
		(*sink)->class->close(*sink);
		*sink = NULL;
		shard_reader_forget(&stream->reader);
	}
	strcpy(stream->stream, name);
	memset(stream->reached, 0xff, sizeof(stream->reached));
	return stream->class->open(sink, stream->gatherer->where, name,
				   stream->options);
}

/* Shards are read again where the stream has not what it had. */
static int compare(struct stream_gatherer *stream,
		   const struct feed_state *before)
{
	const struct feed_state *now = &stream->state;
	int64_t ns = before->last_ns;
	int err = 0;

	if (now->last > before->last && before->last && before->last_ns)
		err = nats_feed_time(&stream->feed, before->last, &ns);
	if (err && err != ENODATA)
		return err;
	if (now->last < before->last || ns != before->last_ns)
		memset(stream->reached, 0xff, sizeof(stream->reached));
	return 0;
}

/* Learns how far the stream goes. */
static bool look(struct stream_gatherer *stream)
{
	const struct feed_state before = stream->state;
	int err;

	if (stream->is_open)
		err = nats_feed_look(&stream->feed, &stream->state);
	else
		err = nats_feed_open(&stream->feed, stream->address,
				     &stream->options->remote, &stream->state);
	stream->is_open |= !err;
	if (!err)
		err = compare(stream, &before);
	if (err) {
		fail_feed(stream, err);
		return false;
	}
	err = open_sink(stream);
	if (err)
		fail_sink(stream, err);
	return !err;
}

static bool is_reached(const struct stream_gatherer *stream, unsigned shard,
		       uint64_t end)
{
	return stream->reached[shard] != UINT64_MAX &&
	       stream->reached[shard] >= end;
}

static void sum_pending(struct stream_gatherer *stream)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < FLEET_SHARDS; i++)
		sum += stream->reader.shards[i].pending;
	stream->gatherer->totals.pending = sum;
}

static void count_held(struct stream_gatherer *stream)
{
	const struct log_table *table = &stream->reader.table;
	uint64_t held = 0;

	for (size_t i = 0; i < table->count; i++)
		held += table->logs[i]->is_held;
	stream->gatherer->totals.held = held;
}

/* True if a shard will not be had as a whole before the end. */
static bool gives_up(const struct stream_gatherer *stream,
		     const struct shard *shard)
{
	return stream->gatherer->once &&
	       now_ns() - shard->held_ns > stream->reader.patience_ns;
}

static void note_reached(struct stream_gatherer *stream, unsigned shard)
{
	const bool is_held = stream->reader.shards[shard].held;

	if (is_held && !gives_up(stream, &stream->reader.shards[shard]))
		return;
	stream->reached[shard] = stream->state.last;
	if (is_held)
		stream->left = EBUSY;
}

/* A round over the shards */
struct round {
	bool more;	  /* more may follow */
	bool is_over;	  /* a side is not to be had */
	bool has_run;	  /* a shard was read without failure */
	int sink_error;	  /* the first one */
	unsigned skipped; /* shards that others have */
};

static bool has_more(const struct shard_visit *visit, const struct shard *shard)
{
	if (shard->held)
		return !visit->is_empty && !shard->stuck;
	return visit->is_empty || visit->evicted || !shard->stuck;
}

static void visit_shard(struct stream_gatherer *stream, struct round *round,
			unsigned shard)
{
	struct shard_visit visit = { .shard = shard, .state = stream->state };
	const struct shard *there = &stream->reader.shards[shard];
	const bool was_held = there->held;
	const bool ran = shard_visit_run(&stream->reader, &visit);

	sum_pending(stream);
	stream->gatherer->totals.is_unknown = false;
	if (was_held || there->held)
		count_held(stream);
	if (visit.feed_error)
		fail_feed(stream, visit.feed_error);
	round->is_over = visit.feed_error || visit.is_refused;
	if (!round->sink_error)
		round->sink_error = visit.sink_error;
	round->has_run |= ran;
	round->skipped += !ran && !visit.feed_error && !visit.sink_error;
	if (ran && visit.is_empty)
		note_reached(stream, shard);
	round->more |= ran && has_more(&visit, there);
}

/* A round over all shards that may have something. What cannot be stored of a shard
 * does not keep others. True: there may be more. */
static bool go_round(struct stream_gatherer *stream)
{
	struct round round = { .more = false };

	for (unsigned i = 0; i < FLEET_SHARDS && follow_is_wanted(); i++) {
		const unsigned shard = (stream->first + i) % FLEET_SHARDS;

		if (is_reached(stream, shard, stream->state.last))
			continue;
		visit_shard(stream, &round, shard);
		if (round.is_over)
			break;
		gatherer_report(stream->gatherer);
	}
	if (round.sink_error && stream->is_open) {
		fail_sink(stream, round.sink_error);
		if (round.has_run)
			stream->delay_s = 1;
	} else if (stream->is_open && (round.has_run || !round.skipped)) {
		succeed(stream);
	}
	return round.more;
}

static bool is_done(const struct stream_gatherer *stream)
{
	for (unsigned i = 0; i < FLEET_SHARDS; i++)
		if (!is_reached(stream, i, stream->end))
			return false;
	return true;
}

/* Waits after a failure. */
static void rest(struct stream_gatherer *stream)
{
	const int64_t end = now_ns() + (int64_t)stream->delay_s * 1000000000;

	while (now_ns() < end && follow_pause(MOMENT_MS))
		gatherer_report(stream->gatherer);
}

static void go(struct stream_gatherer *stream)
{
	const bool once = stream->gatherer->once;
	bool begun = false;

	while (follow_is_wanted()) {
		if (look(stream)) {
			if (!begun)
				stream->end = stream->state.last;
			begun = true;
			if (!go_round(stream) && !stream->delay_s &&
			    !(once && is_done(stream)))
				follow_pause(MOMENT_MS);
		}
		if (once && (stream->delay_s || (begun && is_done(stream))))
			return;
		if (stream->delay_s)
			rest(stream);
		gatherer_report(stream->gatherer);
	}
}

int stream_gather(struct gatherer *gatherer, const struct sink_class *class,
		  struct nats_address *address,
		  const struct store_options *options)
{
	struct stream_gatherer stream = {
		.gatherer = gatherer,
		.class = class,
		.options = options,
		.address = address,
		.reader.intake.gatherer = gatherer,
		.reader.patience_ns =
			gatherer->once ? PATIENCE_ONCE_NS : PATIENCE_NS,
		.first = (unsigned)getpid() * 23,
	};
	struct sink *sink;
	int status;

	stream.reader.feed = &stream.feed;
	gatherer->totals.is_unknown = true;
	follow_begin();
	go(&stream);
	close_feed(&stream);
	log_table_fini(&stream.reader.table);
	log_intake_fini(&stream.reader.intake);
	sink = stream.reader.intake.sink;
	if (sink)
		sink->class->close(sink);
	status = gatherer_finish(gatherer);
	if (stream.error == ENOTSUP)
		return EXIT_MISUSE;
	if (!stream.error)
		stream.error = stream.left;
	return stream.error ? command_error_status(stream.error) : status;
}
