/*
 * shard_visit.h - a shard of a stream, read for a while
 */
#ifndef SHARD_VISIT_H
#define SHARD_VISIT_H

#include "gather/log_table.h"
#include "gather/nats_feed.h"

/* A shard, as it was met the last time */
struct shard {
	uint64_t pending; /* messages that were not read */
	/* The message behind which sections wait for others, and since when */
	uint64_t stuck;
	int64_t stuck_ns;
	/* The first message of a log that another process writes, since then; 0:
	 * none. All others up to `ahead` are stored. */
	uint64_t held;
	int64_t held_ns;
	uint64_t ahead;
};

struct shard_reader {
	struct log_intake intake;
	struct log_table table;
	struct nats_feed *feed;
	struct shard shards[FLEET_SHARDS];
	int64_t patience_ns; /* for sections that are missing */
};

/* Course of a visit */
struct shard_visit {
	unsigned shard;
	struct feed_state state;	    /* at its beginning */
	struct shard_checkpoint checkpoint; /* messages up to it are stored */
	struct shard_checkpoint last;	    /* the last message read */
	uint64_t evicted; /* the first one of what had no room; 0: none */
	uint64_t held;	  /* the first one of what another process writes */
	bool is_empty;	  /* all there was is read, and stored if not held */
	bool is_refused;  /* the sink is not to be had at all */
	int sink_error, feed_error;
};

/* Takes the shard, reads, stores, confirms, and gives it back. False: another has
 * it, or something failed. */
bool shard_visit_run(struct shard_reader *reader, struct shard_visit *visit);

/* The stream has other messages now. */
void shard_reader_forget(struct shard_reader *reader);

#endif
