/*
 * clocks.h - aligning the clocks of several logs
 *
 * Logs of one machine and boot have one clock. All others are compared with
 * that of the first log with real time: by the user's offset, else by messages
 * in both directions, else by the kernels' estimates at the begin of the logs.
 * The choice is reported in a line for each clock.
 *
 * A trace without real time, see own_time.h, is put at the start of the first
 * log with it, unless messages give an offset; the user's offset moves it from
 * there.
 */
#ifndef SOURCE_CLOCKS_CLOCKS_H
#define SOURCE_CLOCKS_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/clocks/clock_shift.h"
#include "source/clocks/skew.h"
#include "source/source.h"

/* Ways to find an offset. */
enum clock_way {
	CLOCK_UNKNOWN, /* not shifted */
	CLOCK_BASE,    /* the reference */
	CLOCK_HAND,
	CLOCK_MESSAGES,
	CLOCK_KERNEL,
	CLOCK_PLACED, /* has no real time */
};

/* A log whose clock is asked for. All is borrowed. */
struct clock_log {
	const char *name;
	const struct source_origin *origin; /* origin of its first items */
	bool has_times;
	struct timespec first, last; /* items */
};

struct clock {
	const char *name; /* name of its host, or of its first log; borrowed */
	const struct source_origin *origin; /* origin of its first log */
	struct clock_shift shift;	    /* offset of its times */
	enum clock_way way;
	bool is_contradicted;  /* messages say that the error is larger */
	uint64_t messages;     /* message pairs that were found */
	struct timespec first; /* item of its first log */
	bool is_own_time;      /* has no real time */
	int64_t placed_ns;     /* placement, if so */
};

struct clocks {
	const struct clock_log *log; /* borrowed */
	size_t logs;
	struct clock *clock;
	size_t count;
	size_t base;		   /* reference clock */
	size_t *of;		   /* clock of each log */
	struct clock_shift *shift; /* shift of each log, when settled */
	size_t silent_from;	   /* number of clocks that are reported; 0:
				    * all */
	bool is_silent;
};

/* The user's offset for a host or a log. */
struct clock_hand {
	const char *name;
	int64_t offset_ns;
};

/* Finds the clocks of logs. ENOMEM. */
int clocks_init(struct clocks *clocks, const struct clock_log *log,
		size_t logs);
void clocks_fini(struct clocks *clocks);

/* True if a clock or log has that name. */
bool clocks_know(const struct clocks *clocks, const char *name);

/* The times of a clock's logs. */
struct skew_range clocks_range(const struct clocks *clocks, size_t number);

/* Settles what is added to the times of each log, and reports how. skew: by the
 * numbers of clocks, or NULL. */
void clocks_settle(struct clocks *clocks, const struct skew *skew,
		   const struct clock_hand *hands, size_t count);

#endif
