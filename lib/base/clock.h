/*
 * clock.h - the ticks of events, and their relation to time
 *
 * Ticks are the time stamp counter if the kernel itself keeps time by it, else
 * nanoseconds of CLOCK_MONOTONIC. A pair of readings and a rate convert them to
 * CLOCK_REALTIME.
 */
#ifndef PXT_BASE_CLOCK_H
#define PXT_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

enum pxt_clock {
	PXT_CLOCK_MONOTONIC = 1,
	PXT_CLOCK_TSC = 2,
	PXT_CLOCK_MADE = 3, /* not a clock: ticks give an order, contexts the
			     * times */
};

struct pxt_clock_pair {
	uint64_t ticks;
	int64_t realtime_ns;
};

static inline int64_t pxt_clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline uint64_t pxt_clock_ticks(enum pxt_clock clock)
{
#if defined(__x86_64__)
	if (clock == PXT_CLOCK_TSC)
		return __rdtsc();
#endif
	(void)clock;
	return (uint64_t)pxt_clock_ns(CLOCK_MONOTONIC);
}

/* The clock that is read without a call, and its reading. */
#if defined(__x86_64__)
#define PXT_CLOCK_QUICK PXT_CLOCK_TSC
static inline uint64_t pxt_clock_quick(void)
{
	return __rdtsc();
}
#else
#define PXT_CLOCK_QUICK PXT_CLOCK_MONOTONIC
static inline uint64_t pxt_clock_quick(void)
{
	return (uint64_t)pxt_clock_ns(CLOCK_MONOTONIC);
}
#endif

/* The clock for streams of this machine. POSIXTRACE_CLOCK=monotonic forbids the
 * time stamp counter. Reads a file the first time. */
enum pxt_clock pxt_clock_choose(void);

/* Reads both clocks together, to within some tens of nanoseconds. Safe in
 * signal handlers. */
struct pxt_clock_pair pxt_clock_read(enum pxt_clock clock);

/* Nanoseconds per tick, times 2^32, measured between two pairs; or fallback
 * (never 0) if they are too close, or the clock was set in between. */
uint64_t pxt_clock_rate(const struct pxt_clock_pair *from,
			const struct pxt_clock_pair *to, uint64_t fallback);

/* Takes the first of two readings for measuring the rate, when a program
 * begins, so that no wait for the second is needed. */
void pxt_clock_begin(void);

/* The rate of this machine's ticks; takes half a millisecond the first time,
 * unless that much has passed since the beginning. */
uint64_t pxt_clock_measure(enum pxt_clock clock);

#endif
