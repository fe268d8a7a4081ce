/*
 * messages.h - messages between machines, found in what both have recorded
 *
 * One event tells that a message was sent, another one that it was received;
 * both have the same value in some field, which no other message has. So many
 * wait for their other half at most, see waits.h.
 */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stddef.h>

#include "source/source.h"
#include "write/skew.h"

enum { MESSAGES_RULES = 16 };

/* Names of events. */
struct message_rule {
	char *sent;
	char *received;
};

struct messages_found {
	uint64_t pairs;	  /* between two clocks */
	uint64_t without; /* events that lack the field */
};

/* Read all of a source, from where it is, for the messages between its clocks.
 * by: the field, or NULL: the key that descriptions mark. clock_of: of each
 * origin. An error number. */
int messages_read(struct source *source, const struct message_rule *rules,
		  size_t count, const char *by, const size_t *clock_of,
		  struct skew *skew, struct messages_found *found);

#endif
