/*
 * skew.h - how far apart clocks are, by the messages between them
 *
 * A message is not received before it was sent. So of all that went from A to
 * B the quickest says how much the clock of B may be behind at most, and of
 * those from B to A how much it may be ahead: the truth lies between the two,
 * and the middle is wrong by half of what is between them. Where three have
 * sent to each other, what A and C know of B bounds them, too.
 *
 * All differences are taken for constant. Clocks that drift apart contradict
 * them after a while; then the middle is the best there is, and that is told.
 */
#ifndef SKEW_H
#define SKEW_H

#include <stddef.h>
#include <stdint.h>

struct skew {
	size_t clocks;
	int64_t *least;	    /* from one to another: of the quickest message */
	uint64_t *messages; /* likewise: how many */
};

enum skew_kind {
	SKEW_UNKNOWN,	   /* no messages, whatever the way */
	SKEW_AT_LEAST,	   /* offset_ns; none came back */
	SKEW_AT_MOST,	   /* likewise */
	SKEW_KNOWN,	   /* offset_ns, to error_ns */
	SKEW_CONTRADICTED, /* likewise; messages differ by twice error_ns */
};

struct skew_found {
	enum skew_kind kind;
	int64_t offset_ns; /* to be added to the times of the clock */
	uint64_t error_ns;
	uint64_t messages; /* that it sent or received */
};

/* ENOMEM. */
int skew_init(struct skew *skew, size_t clocks);
void skew_fini(struct skew *skew);

/* A message between two clocks, each end by its own. */
void skew_add(struct skew *skew, size_t from, int64_t sent_ns, size_t to,
	      int64_t received_ns);

/* When all messages were added: use what is known of others. ENOMEM. */
int skew_settle(struct skew *skew);

/* A clock, compared with the first. */
void skew_find(const struct skew *skew, size_t clock, struct skew_found *found);

#endif
