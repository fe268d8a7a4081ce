/*
 * profile.h - what is compared of a run
 *
 * A profile is filled from passing items, in memory that does not grow with
 * their number, and then delivered to a sheet by name.
 */
#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h>

#include "diff/failures.h"
#include "diff/places.h"
#include "diff/run_periods.h"
#include "diff/sheet.h"
#include "diff/successions.h"
#include "figures/figures.h"

struct profile {
	unsigned kinds; /* bits 1 << SHEET_... of what is compared */
	struct figures figures;
	struct run_periods periods;
	struct successions successions;
	struct failures failures;
	struct places places;
};

/* source: borrowed until fini. is_whole: the run has a single period. ENOMEM. */
int profile_init(struct profile *profile, struct source *source,
		 const struct figures_options *options, unsigned kinds,
		 bool is_whole);
void profile_fini(struct profile *profile);

/* Adds an item. ENOMEM, EOVERFLOW. */
int profile_add(struct profile *profile,
		const struct posix_trace_item_np *item);

/* Adds the run to a side of the sheet, at the end. ENOMEM. */
int profile_deliver(struct profile *profile, struct sheet *sheet,
		    unsigned side);

/* Events whose succession, error or place was not counted, as there were too
 * many. */
uint64_t profile_left_out(const struct profile *profile);

#endif
