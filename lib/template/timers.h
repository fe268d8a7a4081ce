/*
 * timers.h - times from one event to another
 *
 * A timer belongs to a pair of numbers, by custom the ids of the two events.
 * The table has a fixed size: a new timer may replace an old one.
 */
#ifndef PXT_TEMPLATE_TIMERS_H
#define PXT_TEMPLATE_TIMERS_H

#include <stdbool.h>
#include <stdint.h>

enum { PXT_TIMERS_MAX = 1024 };

/* Zero at first. */
struct pxt_timers {
	struct pxt_timer {
		uint64_t first, last;
		uint64_t start; /* in nanoseconds */
		bool runs;
	} timer[PXT_TIMERS_MAX];
};

void pxt_timers_start(struct pxt_timers *timers, uint64_t first, uint64_t last,
		      uint64_t now);

/* False: the timer is not running. */
bool pxt_timers_end(struct pxt_timers *timers, uint64_t first, uint64_t last,
		    uint64_t now, uint64_t *elapsed);

#endif
