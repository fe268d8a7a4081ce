/*
 * origins.h - numbers of the origins of several sources
 *
 * Successive logs of a stream are one origin, and so is a log from which others
 * were made: processes are the same. All others are separate origins, since
 * process numbers recur, on another machine or later on the same.
 */
#ifndef ORIGINS_H
#define ORIGINS_H

#include <stdbool.h>
#include <stddef.h>

#include "source/clocks/clock_shift.h"
#include "source/source.h"

struct origins {
	struct source_origin *origin;
	bool *is_shifted;
	size_t count, room, shifted_room;
};

void origins_fini(struct origins *origins);

/* Finds or adds an origin; its number. ENOMEM. */
int origins_number(struct origins *origins, const struct source_origin *origin,
		   unsigned *number);

/* Adds a shift of its times. False: it has one, as the logs of one stream are
 * shifted alike. */
bool origins_shift(struct origins *origins, unsigned number,
		   const struct clock_shift *shift);

/* True if the two had the same clock. */
bool origins_share_clock(const struct source_origin *a,
			 const struct source_origin *b);

#endif
