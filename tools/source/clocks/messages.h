/*
 * messages.h - messages between machines, found by both recordings
 *
 * A send event and a receive event have the same value in some field, which no
 * other message on the way has: what was sent again, or has a number that came
 * round, is counted, and tells nothing of clocks. The number of unmatched halves is limited, see
 * figures/waits.h.
 *
 * Fields of events are known above this layer: write/messages.c has the
 * function.
 */
#ifndef SOURCE_CLOCKS_MESSAGES_H
#define SOURCE_CLOCKS_MESSAGES_H

#include <stddef.h>

#include "source/clocks/skew.h"
#include "source/source.h"

enum { MESSAGES_RULES = 16 };

/* Names of events. */
struct message_rule {
	char *sent;
	char *received;
};

struct messages_found {
	uint64_t pairs;	   /* between two clocks */
	uint64_t repeated; /* pairs of a value that several had at once */
	uint64_t without;  /* events without the field */
};

/* Reads all of a source, from its position, for messages between its clocks.
 * by: the field, or NULL: the described key. clock_of: by origin. Returns an
 * error number. */
int messages_read(struct source *source, const struct message_rule *rules,
		  size_t count, const char *by, const size_t *clock_of,
		  struct skew *skew, struct messages_found *found);

#endif
