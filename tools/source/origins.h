/*
 * origins.h - where the items of several sources come from, each place once
 *
 * The logs that one stream went on in are one origin, and so is a log that
 * several others were made of: processes are the same there. All else is an
 * origin of its own, since numbers of processes come again, on another machine
 * or later on the same.
 */
#ifndef ORIGINS_H
#define ORIGINS_H

#include <stdbool.h>
#include <stddef.h>

#include "source/source.h"

struct origins {
	struct source_origin *origin;
	bool *is_shifted;
	size_t count, room, shifted_room;
};

void origins_fini(struct origins *origins);

/* The number of an origin, which is added if it is not there. ENOMEM. */
int origins_number(struct origins *origins, const struct source_origin *origin,
		   unsigned *number);

/* So much was added to its times besides, which is right to error_ns. The first
 * time counts: the logs of one stream are shifted alike. */
void origins_shift(struct origins *origins, unsigned number, int64_t ns,
		   uint64_t error_ns);

/* Had the two one clock? */
bool origins_share_clock(const struct source_origin *a,
			 const struct source_origin *b);

#endif
