/*
 * run_periods.h - the figures of a run, in a bounded number of equal periods
 *
 * As nothing says how long a run will take, the periods are short at first. When
 * there are too many, each two are made one, and those that follow are twice as
 * long.
 */
#ifndef RUN_PERIODS_H
#define RUN_PERIODS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "figures/periods.h"
#include "figures/spread.h"

enum {
	RUN_PERIODS_MOST = 32, /* at least half of them, but for short runs */
	RUN_PERIODS_FIRST_NS = 1000,
};

struct run_period {
	uint64_t *count; /* counts by row of the tally */
	size_t counts;
	struct spread *span; /* durations by number of the pair */
	size_t spans;
};

struct run_periods {
	struct periods periods;
	bool is_whole; /* the run is a single period */
	struct run_period period[RUN_PERIODS_MOST];
	size_t count;
	bool is_cut; /* the last one is shorter */
	uint64_t lost;
};

/* figures: borrowed until fini. is_whole: the run is not divided. */
void run_periods_init(struct run_periods *run, struct figures *figures,
		      bool is_whole);
void run_periods_fini(struct run_periods *run);

/* Adds an item to run and figures. ENOMEM, EOVERFLOW. */
int run_periods_add(struct run_periods *run,
		    const struct posix_trace_item_np *item);

/* Closes the last period. ENOMEM. */
int run_periods_end(struct run_periods *run);

/* The number of whole periods, and the length of each in seconds. */
size_t run_periods_whole(const struct run_periods *run);
double run_periods_seconds(const struct run_periods *run);

#endif
