/*
 * nats_feed.h - the messages of a stream of NATS JetStream, shard by shard
 *
 * Functions return error numbers; feed->why is a sentence then.
 */
#ifndef NATS_FEED_H
#define NATS_FEED_H

#include "gather/message.h"
#include "nats/nats_address.h"

struct nats_link;
struct remote_options;

struct nats_feed {
	struct nats_address *address;
	struct nats_link *link;
	void *jetstream, *subscription, *message; /* objects of libnats */
	char why[NATS_WHY];
};

struct feed_state {
	uint64_t first, last; /* sequence numbers of messages */
	int64_t last_ns;      /* time of the last one */
	int64_t created;      /* tells it from a stream of the same name */
};

/* A message; it is there until the next call */
struct feed_message {
	struct raw_message raw;
	uint64_t sequence;
	int64_t ns;	  /* when it was sent */
	uint64_t pending; /* messages behind it */
};

/* ENOTSUP: built without libnats. ENOENT: there is no such stream. */
int nats_feed_open(struct nats_feed *feed, struct nats_address *address,
		   const struct remote_options *options,
		   struct feed_state *state);
void nats_feed_close(struct nats_feed *feed);
int nats_feed_look(struct nats_feed *feed, struct feed_state *state);

/* The time of a message. ENODATA: it is not there any more. */
int nats_feed_time(struct nats_feed *feed, uint64_t sequence, int64_t *ns);

/* Begins with the first message from a sequence number on, in a shard. ENODATA:
 * there is none. */
int nats_feed_begin(struct nats_feed *feed, unsigned shard, uint64_t from);
/* The next message. EAGAIN: none came for a while. */
int nats_feed_next(struct nats_feed *feed, struct feed_message *message);
void nats_feed_end(struct nats_feed *feed);

#endif
