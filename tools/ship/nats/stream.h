/*
 * stream.h - the stream that messages go to: what it has, and its making
 */
#ifndef SHIP_NATS_STREAM_H
#define SHIP_NATS_STREAM_H

#include "ship/nats/session.h"
#include "ship/store.h"

/* Finds out up to which section the stream has a log for sure, as the last
 * message of its subject says; 0: nothing is known. Makes the stream if it is
 * absent, and the user wants that. */
int stream_find_last(struct session *session, const char *subject,
		     const struct store_options *options, uint64_t *confirmed);

#endif
