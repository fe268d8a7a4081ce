/*
 * timers.h - how long it took from one event to another
 *
 * A pair of numbers tells which, by custom the ids of the two. There is room
 * for so many: whoever starts more loses others.
 */
#ifndef PXT_TEMPLATE_TIMERS_H
#define PXT_TEMPLATE_TIMERS_H

#include <stdbool.h>
#include <stdint.h>

enum { PXT_TIMERS_MAX = 1024 };

/* Zeroes at first. */
struct pxt_timers {
	struct pxt_timer {
		uint64_t first, last;
		uint64_t start; /* in nanoseconds */
		bool runs;
	} timer[PXT_TIMERS_MAX];
};

void pxt_timers_start(struct pxt_timers *timers, uint64_t first, uint64_t last,
		      uint64_t now);

/* False: it does not run. */
bool pxt_timers_end(struct pxt_timers *timers, uint64_t first, uint64_t last,
		    uint64_t now, uint64_t *elapsed);

#endif
