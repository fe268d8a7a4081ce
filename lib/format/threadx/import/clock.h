/*
 * clock.h - the time stamps of a ThreadX event trace
 *
 * A stamp is a raw reading of whatever the port reads: some bits of it, up or
 * down, at a rate that the trace does not tell. Which way it counts is found as
 * TraceX finds it, by the majority of the steps from one event to the next in
 * the order of the file, without the first of each part; a tie means down.
 *
 * Ticks are counted from the first event on. Times begin with its stamp, so that
 * several buffers of one run follow each other, or with 0 if that is more than a
 * century.
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_CLOCK_H
#define PXT_FORMAT_THREADX_IMPORT_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "format/settings.h"
#include "format/threadx/image.h"

struct pxt_threadx_clock {
	uint64_t mask;
	uint64_t modulus; /* 0: a whole word of 64 bits */
	bool down;
	uint64_t increases, decreases; /* by which it was found */

	uint64_t hz;	   /* ticks in a second */
	uint64_t start;	   /* ticks at the first event, if has_start */
	bool has_start;

	bool is_running; /* an event was met */
	uint64_t before; /* its stamp */
	uint64_t ticks;	 /* since the first event */
};

/* Look at all stamps, and at what the user says. EINVAL: that is wrong, which
 * is told with pxt_trace_refuse(). */
int pxt_threadx_clock_init(struct pxt_threadx_clock *clock,
			   const struct pxt_threadx_image *image,
			   const struct pxt_settings *settings,
			   struct pxt_trace *trace);

/* Go on to the next event, by its raw stamp. Gives the ticks since the first. */
uint64_t pxt_threadx_clock_advance(struct pxt_threadx_clock *clock,
				   uint64_t stamp);

/* When that was, in nanoseconds. */
uint64_t pxt_threadx_clock_ns(const struct pxt_threadx_clock *clock);

#endif
