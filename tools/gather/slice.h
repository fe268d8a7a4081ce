/*
 * slice.h - a part of a stream, read for a while
 */
#ifndef SLICE_H
#define SLICE_H

#include "gather/log_table.h"
#include "gather/nats_feed.h"

/* A part, as it was met the last time */
struct stream_part {
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

struct slicer {
	struct log_intake intake;
	struct log_table table;
	struct nats_feed *feed;
	struct stream_part parts[FLEET_PARTS];
	int64_t patience_ns; /* for sections that are missing */
};

/* Course of a slice */
struct slice {
	unsigned part;
	struct feed_state state;     /* at its beginning */
	struct stream_cursor cursor; /* messages up to it are stored */
	struct stream_cursor last;   /* the last message read */
	uint64_t evicted; /* the first one of what had no room; 0: none */
	uint64_t held;	  /* the first one of what another process writes */
	bool is_empty;	  /* all there was is read, and stored if not held */
	bool is_refused;  /* the sink is not to be had at all */
	int sink_error, feed_error;
};

/* Takes the part, reads, stores, confirms, and gives it back. False: another has
 * it, or something failed. */
bool slice_run(struct slicer *slicer, struct slice *slice);

#endif
