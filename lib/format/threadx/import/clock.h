/*
 * clock.h - time stamps of a ThreadX trace
 *
 * A stamp is a raw counter: some bits, up or down, at an unknown rate. The
 * direction is found as in TraceX, by the majority of steps between adjacent
 * events in file order, without the first of each part; a tie means down.
 *
 * Ticks count from the first event. Times begin with its stamp, so that several
 * buffers of one run follow each other, or with 0 if that is more than a
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
	uint64_t modulus; /* 0: all 64 bits */
	bool down;
	uint64_t increases, decreases; /* steps in either direction */

	uint64_t hz;	/* ticks per second */
	uint64_t start; /* ticks at the first event, if has_start */
	bool has_start;

	bool is_running; /* false before the first event */
	uint64_t before; /* last stamp */
	uint64_t ticks;	 /* ticks since the first event */
};

/* Examines all stamps and the settings. EINVAL: a setting is wrong, reported by
 * pxt_trace_refuse(). */
int pxt_threadx_clock_init(struct pxt_threadx_clock *clock,
			   const struct pxt_threadx_image *image,
			   const struct pxt_settings *settings,
			   struct pxt_trace *trace);

/* Advances to the next event's raw stamp. Returns the ticks since the first. */
uint64_t pxt_threadx_clock_advance(struct pxt_threadx_clock *clock,
				   uint64_t stamp);

/* The current time in nanoseconds. */
uint64_t pxt_threadx_clock_ns(const struct pxt_threadx_clock *clock);

#endif
