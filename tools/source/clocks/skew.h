/*
 * skew.h - shifts of clocks, by messages between them
 *
 * Each clock is compared with a base: by way of the clocks that have messages
 * both ways with each other, clock_bounds.h, the way with the least sum of errors.
 *
 * A clock that no such way reaches may have bounds by messages that go round, or
 * one way: the quickest messages, as if offsets were constant. The error of those
 * that go round allows for drift.
 */
#ifndef SOURCE_CLOCKS_SKEW_H
#define SOURCE_CLOCKS_SKEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/clocks/clock_shift.h"

struct clock_bounds;
struct skew_way;

struct skew {
	size_t clocks;
	int64_t *least;	    /* delay of the quickest message, by pair */
	uint64_t *messages; /* number of messages, by pair */
	struct clock_bounds **bounds; /* by pair, the lower clock first; or
				       * NULL */
	struct skew_way *way;	      /* to each clock, when settled */
	size_t base;
	bool is_short; /* of memory */
};

enum skew_kind {
	SKEW_UNKNOWN,	   /* no messages, not even indirectly */
	SKEW_AT_LEAST,	   /* lower bound in shift.ns; no messages back */
	SKEW_AT_MOST,	   /* upper bound in shift.ns */
	SKEW_KNOWN,	   /* shift */
	SKEW_CONTRADICTED, /* like KNOWN; messages contradict each other */
};

struct skew_found {
	enum skew_kind kind;
	struct clock_shift shift;
	uint64_t lack_ns;  /* messages contradict each other by that */
	uint64_t messages; /* messages sent or received */
};

/* The times of a clock's logs. */
struct skew_range {
	int64_t first_ns, last_ns;
};

/* ENOMEM. */
int skew_init(struct skew *skew, size_t clocks);
void skew_fini(struct skew *skew);

/* Adds a message between two clocks, each end in its own time. */
void skew_add(struct skew *skew, size_t from, int64_t sent_ns, size_t to,
	      int64_t received_ns);

/* After all messages: finds the shifts to the time of a base, by the range of each
 * clock. ENOMEM. */
int skew_settle(struct skew *skew, size_t base,
		const struct skew_range *ranges);

/* Compares a clock with the base. */
void skew_find(const struct skew *skew, size_t clock, struct skew_found *found);

#endif
