/*
 * clock.h - time stamps of events
 *
 * The program's own source, if a file of it defines TX_TRACE_TIME_SOURCE; else
 * the nanoseconds of CLOCK_MONOTONIC, of which a word has the low half. Where
 * the kernel keeps that clock by the time stamp counter, each thread continues
 * its last reading by the counter for a millisecond.
 */
#ifndef FIRMWARE_THREADX_CLOCK_H
#define FIRMWARE_THREADX_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/clock.h"
#include "firmware/threadx/kernel.h"

/* The program's source: returns a stamp, or gives its mask alone. */
THREADX_VISIBLE unsigned long pxt_threadx_time(unsigned long *mask)
	__attribute__((weak));

/* A thread's last reading of the clock: nanoseconds are the counter by the rate
 * and the offset, as long as the counter is in the span from its beginning on.
 * A span of 0 has none. A handler may take a reading between any two looks at
 * these: the rate never changes, so that each offset goes with each
 * beginning. */
struct threadx_clock_reading {
	_Atomic uint64_t begin, span, offset;
};

extern __thread struct threadx_clock_reading threadx_clock_reading;

/* Nanoseconds per tick, times 2^32; 0: not known. */
extern _Atomic uint64_t threadx_clock_rate;

static inline uint64_t threadx_clock_scale(uint64_t ticks, uint64_t rate)
{
	return (uint64_t)((unsigned __int128)ticks * rate >> 32);
}

/* Returns what the thread's last reading says of the counter. */
static inline uint64_t threadx_clock_continue(uint64_t ticks)
{
	return threadx_clock_scale(ticks,
				   atomic_load_explicit(&threadx_clock_rate,
							memory_order_relaxed)) +
	       atomic_load_explicit(&threadx_clock_reading.offset,
				    memory_order_relaxed);
}

/* Reads the clock itself. */
uint64_t threadx_clock_renew(void);

/* Reads the program's source. */
uint32_t threadx_clock_source(uint64_t *ticks);

/* Returns the ticks of a stamp since the first one. */
uint64_t threadx_clock_ticks(uint32_t stamp);

static inline uint64_t threadx_clock_now(void)
{
#if defined(__x86_64__)
	const uint64_t ticks = pxt_clock_quick();
	struct threadx_clock_reading *reading = &threadx_clock_reading;

	if (__builtin_expect(
		    ticks - atomic_load_explicit(&reading->begin,
						 memory_order_relaxed) <
			    atomic_load_explicit(&reading->span,
						 memory_order_relaxed),
		    1))
		return threadx_clock_continue(ticks);
#endif
	return threadx_clock_renew();
}

/* Of the default source: the first time since the restart, 0 for none so far,
 * and the last one in the buffer. */
extern _Atomic uint64_t threadx_clock_first, threadx_clock_last;

static inline uint64_t threadx_clock_since_first(uint64_t now)
{
	uint64_t first = atomic_load_explicit(&threadx_clock_first,
					      memory_order_relaxed);

	if (__builtin_expect(!first, 0) &&
	    atomic_compare_exchange_strong_explicit(
		    &threadx_clock_first, &first, now, memory_order_relaxed,
		    memory_order_relaxed))
		return 0;
	/* Threads may come in another order than their times. */
	return now < first ? 0 : now - first;
}

/* Returns a stamp, and the ticks since the first one. */
static inline uint32_t threadx_clock_read(uint64_t *ticks)
{
	uint64_t now;

	if (__builtin_expect(pxt_threadx_time != NULL, 0))
		return threadx_clock_source(ticks);
	now = threadx_clock_now();
	*ticks = threadx_clock_since_first(now);
	return (uint32_t)now;
}

/* Returns a stamp that is not before the last one of the buffer: readings of
 * several threads differ by some tens of nanoseconds. For the owner of the
 * exclusion, and for a handler in the middle. */
static inline uint32_t threadx_clock_read_in_order(uint64_t *ticks)
{
	uint64_t now, last;

	if (__builtin_expect(pxt_threadx_time != NULL, 0))
		return threadx_clock_source(ticks);
	now = threadx_clock_now();
	last = atomic_load_explicit(&threadx_clock_last, memory_order_relaxed);
	if (__builtin_expect(now < last, 0))
		now = last;
	else
		atomic_store_explicit(&threadx_clock_last, now,
				      memory_order_relaxed);
	*ticks = threadx_clock_since_first(now);
	return (uint32_t)now;
}

/* Counts ticks from the next event on. */
void threadx_clock_restart(void);

/* The bits of a stamp that count. */
uint32_t threadx_clock_mask(void);

#endif
