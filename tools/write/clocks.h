/*
 * clocks.h - the clocks of several logs, and what puts them on one time line
 *
 * Logs of one machine, from one boot to the next, have one clock. All others
 * are compared with that of the first log that knows the time: as a user says
 * by hand, else by messages that went both ways, else by what the kernels knew
 * when the logs were begun. What is taken, and what is not, is told, a line for
 * each clock.
 *
 * A system that does not know what time it is, see own_time.h, has its trace
 * put at the start of the first log of one that does, unless messages say
 * better; what is said by hand moves it from there.
 */
#ifndef CLOCKS_H
#define CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "source/source.h"
#include "write/skew.h"

struct clock {
	const char *name; /* of its host, or of its first log; borrowed */
	struct source_origin origin; /* of its first log */
	int64_t offset_ns; /* to be added to its times, ... */
	uint64_t error_ns; /* ... which is right to that much */
	struct timespec first; /* item of its first log */
	bool is_own_time;      /* which does not know the time */
	int64_t placed_ns;     /* by what it is put where it is, if so */
};

struct clocks {
	struct source *source; /* borrowed */
	struct clock *clock;
	size_t count;
	size_t base; /* the one that others are compared with */
	size_t *of; /* of each log: its clock */
	size_t *of_origin; /* of each origin likewise */
};

/* What a user says: of a host or of one log. */
struct clock_hand {
	const char *name;
	int64_t offset_ns;
};

/* Find out which there are. source: of source_merge.h, borrowed until fini.
 * ENOMEM. */
int clocks_init(struct clocks *clocks, struct source *source);
void clocks_fini(struct clocks *clocks);

/* Whether anything has that name. */
bool clocks_know(const struct clocks *clocks, const char *name);

/* Put the logs on one time line, and tell how. skew: by the numbers of clocks,
 * or NULL. An error number of reading. */
int clocks_settle(struct clocks *clocks, const struct skew *skew,
		  const struct clock_hand *hands, size_t count);

#endif
