/*
 * skew.h - offsets of clocks, by messages between them
 *
 * A message is received after it was sent. So the quickest message from A to B
 * bounds how much the clock of B may be behind, and those from B to A how much
 * it may be ahead: the offset lies between, and the middle is wrong by at most
 * half of the distance. Messages with a third clock add further bounds.
 *
 * Offsets are assumed to be constant. Drifting clocks contradict that after a
 * while; then the middle is the best estimate, which is reported.
 */
#ifndef SOURCE_CLOCKS_SKEW_H
#define SOURCE_CLOCKS_SKEW_H

#include <stddef.h>
#include <stdint.h>

struct skew {
	size_t clocks;
	int64_t *least;	    /* delay of the quickest message, by pair */
	uint64_t *messages; /* number of messages, by pair */
};

enum skew_kind {
	SKEW_UNKNOWN,	   /* no messages, not even indirectly */
	SKEW_AT_LEAST,	   /* lower bound in offset_ns; no messages back */
	SKEW_AT_MOST,	   /* upper bound in offset_ns */
	SKEW_KNOWN,	   /* offset_ns, to error_ns */
	SKEW_CONTRADICTED, /* like KNOWN; messages differ by twice error_ns */
};

struct skew_found {
	enum skew_kind kind;
	int64_t offset_ns; /* offset of the clock's times */
	uint64_t error_ns;
	uint64_t messages; /* messages sent or received */
};

/* ENOMEM. */
int skew_init(struct skew *skew, size_t clocks);
void skew_fini(struct skew *skew);

/* Adds a message between two clocks, each end in its own time. */
void skew_add(struct skew *skew, size_t from, int64_t sent_ns, size_t to,
	      int64_t received_ns);

/* After all messages: combines the bounds. ENOMEM. */
int skew_settle(struct skew *skew);

/* Compares a clock with the first. */
void skew_find(const struct skew *skew, size_t clock, struct skew_found *found);

#endif
