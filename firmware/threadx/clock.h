/*
 * clock.h - time stamps of events
 *
 * The program's own source, if a file of it defines TX_TRACE_TIME_SOURCE; else
 * the nanoseconds of CLOCK_MONOTONIC, of which a word has the low half.
 */
#ifndef FIRMWARE_THREADX_CLOCK_H
#define FIRMWARE_THREADX_CLOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "firmware/common/clock.h"
#include "firmware/threadx/kernel.h"

/* The program's source: returns a stamp, or gives its mask alone. */
THREADX_VISIBLE unsigned long pxt_threadx_time(unsigned long *mask)
	__attribute__((weak));

/* Reads the program's source. */
uint32_t threadx_clock_source(uint64_t *ticks);

/* Returns the ticks of a stamp since the first one. */
uint64_t threadx_clock_ticks(uint32_t stamp);

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

/* Returns a stamp, and the ticks since the first one. read: as for
 * firmware_clock_now(). */
static inline uint32_t
threadx_clock_read(const struct posix_trace_stamp_np *read, uint64_t *ticks)
{
	uint64_t now;

	if (__builtin_expect(pxt_threadx_time != NULL, 0))
		return threadx_clock_source(ticks);
	now = firmware_clock_now(read);
	*ticks = threadx_clock_since_first(now);
	return (uint32_t)now;
}

/* Returns the time, not before the last one of the buffer: readings of several
 * threads differ by some tens of nanoseconds. *last: that one, 0 for none. */
static inline uint64_t
threadx_clock_now_in_order(const struct posix_trace_stamp_np *read,
			   uint64_t *last)
{
	const uint64_t now = firmware_clock_now(read);

	*last = atomic_load_explicit(&threadx_clock_last, memory_order_relaxed);
	if (__builtin_expect(now < *last, 0))
		return *last;
	atomic_store_explicit(&threadx_clock_last, now, memory_order_relaxed);
	return now;
}

/* Returns a stamp, and the ticks, in this order. For the owner of the exclusion,
 * and for a handler in the middle. */
static inline uint32_t
threadx_clock_read_in_order(const struct posix_trace_stamp_np *read,
			    uint64_t *ticks)
{
	uint64_t now, last;

	if (__builtin_expect(pxt_threadx_time != NULL, 0))
		return threadx_clock_source(ticks);
	now = threadx_clock_now_in_order(read, &last);
	*ticks = threadx_clock_since_first(now);
	return (uint32_t)now;
}

/* The same without ticks, of the default source. */
static inline uint32_t threadx_clock_stamp_in_order(void)
{
	uint64_t last;
	const uint64_t now = threadx_clock_now_in_order(NULL, &last);

	if (__builtin_expect(!last, 0))
		threadx_clock_since_first(now);
	return (uint32_t)now;
}

/* Counts ticks from the next event on. */
void threadx_clock_restart(void);

/* The bits of a stamp that count. */
uint32_t threadx_clock_mask(void);

#endif
