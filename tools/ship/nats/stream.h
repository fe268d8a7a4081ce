/*
 * stream.h - the stream that messages go to: what it has, and its making
 */
#ifndef SHIP_NATS_STREAM_H
#define SHIP_NATS_STREAM_H

#include "ship/nats/session.h"
#include "ship/store.h"

/* What the stream has of a log */
struct stream_last {
	uint64_t
		confirmed; /* all sections up to that one, for sure; 0: not known */
	bool is_none;	   /* it never had any, says one of its servers */
};

/* Finds that out by the last message of the log's subject. Makes the stream if it
 * is absent, and the user wants that. */
int stream_find_last(struct session *session, const char *subject,
		     const struct store_options *options,
		     struct stream_last *last);

/* True if the stream's leader has no message of the subject either: other servers
 * may be late. It takes some seconds where this side may not ask that. */
bool stream_leader_lacks(struct session *session, const char *subject);

#endif
