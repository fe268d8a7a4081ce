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

#include "source/source.h"
#include "source/clocks/skew.h"

struct clock {
	const char *name; /* name of its host, or of its first log; borrowed */
	struct source_origin origin; /* origin of its first log */
	int64_t offset_ns;	     /* offset of its times */
	uint64_t error_ns;	     /* error bound of the offset */
	struct timespec first;	     /* item of its first log */
	bool is_own_time;	     /* has no real time */
	int64_t placed_ns;	     /* placement, if so */
};

struct clocks {
	struct source *source; /* borrowed */
	struct clock *clock;
	size_t count;
	size_t base;	   /* reference clock */
	size_t *of;	   /* clock of each log */
	size_t *of_origin; /* clock of each origin */
};

/* The user's offset for a host or a log. */
struct clock_hand {
	const char *name;
	int64_t offset_ns;
};

/* Finds the clocks. source: of source_merge.h, borrowed until fini. ENOMEM. */
int clocks_init(struct clocks *clocks, struct source *source);
void clocks_fini(struct clocks *clocks);

/* True if a clock or log has that name. */
bool clocks_know(const struct clocks *clocks, const char *name);

/* Aligns the logs, and reports how. skew: by the numbers of clocks, or NULL.
 * Returns an error number of reading. */
int clocks_settle(struct clocks *clocks, const struct skew *skew,
		  const struct clock_hand *hands, size_t count);

#endif
