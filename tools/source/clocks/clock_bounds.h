/*
 * clock_bounds.h - what messages between two clocks tell of their offset
 *
 * A message is received after it was sent: it bounds how much one clock may be
 * behind the other at that time, and a message back bounds how much it may be
 * ahead. A constant that keeps all bounds is the offset, if there is one, as
 * messages do not prove a drift then; else it is a line that keeps them. If there
 * is none either, the messages contradict each other, as when a clock was set.
 *
 * Clocks drift in between, and before and after. These are the assumptions of the
 * error bound, which is that at the worst time of a range:
 *
 *	the rates of two clocks differ by at most CLOCK_BOUNDS_ASSUMED_PPM, if
 *	messages do not prove more;
 *	the difference stays within CLOCK_BOUNDS_WANDER_PPM of its mean, as NTP
 *	assumes of clocks (PHI of RFC 5905).
 *
 * Of messages that contradict each other, the difference may be
 * CLOCK_BOUNDS_MOST_PPM at any time, and the bound covers them.
 *
 * The tightest bounds of each part of the time are kept, in limited memory. Those
 * that are not kept could only make the error less.
 */
#ifndef CLOCK_BOUNDS_H
#define CLOCK_BOUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/clocks/clock_shift.h"

enum {
	CLOCK_BOUNDS_WANDER_PPM = 15,
	CLOCK_BOUNDS_ASSUMED_PPM = 100,
	CLOCK_BOUNDS_MOST_PPM = 1000,
};

/* A message, in the time of each of the two clocks. */
struct clock_bounds_message {
	int64_t ns[2];
};

/* Messages from one of the clocks. */
struct clock_bounds_way {
	struct clock_bounds_message *message;
	size_t count, room;
};

struct clock_bounds {
	struct clock_bounds_way way[2]; /* by the clock that sends */
};

struct clock_bounds_found {
	struct clock_shift shift;
	double slack_ppm; /* greatest difference from the rate of the shift */
	uint64_t lack_ns; /* messages contradict each other by that; or 0 */
};

void clock_bounds_fini(struct clock_bounds *bounds);

/* Adds a message that clock 0 or 1 sends. most: messages that are kept each way, at
 * least CLOCK_BOUNDS_LEAST. Times beyond the year 2116 tell nothing. ENOMEM. */
enum { CLOCK_BOUNDS_LEAST = 32 };
int clock_bounds_add(struct clock_bounds *bounds, unsigned sender,
		     const struct clock_bounds_message *message, size_t most);

/* True if there are messages both ways. */
bool clock_bounds_are_both(const struct clock_bounds *bounds);

/* Finds the shift of clock 0 or 1 to the other one, with its error between two
 * times of its own. There must be messages both ways. ENOMEM. */
int clock_bounds_find(const struct clock_bounds *bounds, unsigned clock,
		      int64_t first_ns, int64_t last_ns,
		      struct clock_bounds_found *found);

/* The error of what was found, between two other times. ENOMEM. */
int clock_bounds_find_error(const struct clock_bounds *bounds, unsigned clock,
			    const struct clock_bounds_found *found,
			    int64_t first_ns, int64_t last_ns,
			    uint64_t *error_ns);

#endif
