/*
 * arrivals.h - sections of a log that came, and wait for those before them
 *
 * Messages may come in another order than they were sent in, when a server was
 * killed, and a long section comes in fragments.
 */
#ifndef ARRIVALS_H
#define ARRIVALS_H

#include "gather/message.h"

struct arrival {
	uint64_t number;
	uint64_t sequence; /* number of its first message in the stream */
	int64_t ns;	   /* time of that */
	uint64_t at;
	unsigned fragments,
		count; /* fragments that it has, and those that came */
	unsigned char **fragment;
	size_t *len;
	size_t size;	  /* sum of these */
	uint64_t dispute; /* the message that has other bytes; 0: none */
};

struct arrivals {
	struct arrival *list; /* sorted by number */
	size_t count, room;
	size_t bytes;
};

/* Adds a section, or a fragment of one. ENOMEM; EBADMSG: it does not fit those that
 * came; EEXIST: it came before, with other bytes. */
int arrivals_add(struct arrivals *arrivals, const struct message *message,
		 uint64_t sequence, int64_t ns);

/* Notes that a section of that number came with other bytes, in that message of the
 * stream. */
void arrivals_dispute(struct arrivals *arrivals, uint64_t number,
		      uint64_t sequence);

static inline bool arrival_is_whole(const struct arrival *arrival)
{
	return arrival->count == arrival->fragments;
}

/* The bytes of one that is whole, arrival->size of them. NULL: no memory. */
const unsigned char *arrival_join(struct arrival *arrival);

void arrivals_drop_first(struct arrivals *arrivals);
void arrivals_clear(struct arrivals *arrivals);

/* The first one in the order of the stream; NULL: there is none. */
const struct arrival *arrivals_oldest(const struct arrivals *arrivals);

#endif
