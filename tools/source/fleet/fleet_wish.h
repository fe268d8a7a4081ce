/*
 * fleet_wish.h - what a command wants of a fleet
 *
 * The selection stands above this layer: it says which logs, of which time, and
 * the user's words for the clocks are kept here.
 */
#ifndef FLEET_WISH_H
#define FLEET_WISH_H

#include "source/clocks/clock_wishes.h"
#include "source/fleet/fleet_log.h"

struct fleet_set;
struct source_as;

/* A time that is wanted; where it has no bound, that of int64_t. */
struct fleet_range {
	int64_t from_ns, to_ns;
	bool is_relative; /* relative to the times of all logs, which must be
			   * exact */
};

struct fleet_wish {
	/* True if a log may hold what is wanted, but for the time. */
	bool (*wants)(const void *argument, const struct fleet_log *log);
	/* Resolves the time that is wanted: the logs have these. */
	void (*resolve)(const void *argument, const struct timespec *first,
			const struct timespec *last, struct fleet_range *range);
	const void *argument;

	struct clock_wishes clocks;
	/* Settles the clocks of logs. Returns the exit status, after reporting
	 * errors. */
	int (*align)(struct clocks *clocks, const struct source_as *as);

	/* The last set that was found, for further readers of it */
	struct fleet_set *set;
	char *const *given;
	size_t count;
};

#endif
