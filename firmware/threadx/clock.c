/* clock.c - time stamps of events */
#include "firmware/threadx/clock.h"

#include <stdatomic.h>
#include <time.h>

#include "firmware/threadx/kernel.h"

THREADX_VISIBLE unsigned long pxt_threadx_time(unsigned long *mask)
	__attribute__((weak));

/* Of the default source: the first time. Of the program's: the last stamp, with
 * its overflows counted, and where that began. 0: none so far. */
static _Atomic uint64_t first, last;

void threadx_clock_restart(void)
{
	atomic_store_explicit(&first, 0, memory_order_relaxed);
	atomic_store_explicit(&last, 0, memory_order_relaxed);
}

uint32_t threadx_clock_mask(void)
{
	unsigned long mask = UINT32_MAX;

	if (pxt_threadx_time)
		pxt_threadx_time(&mask);
	return (uint32_t)mask;
}

/* Threads may come in another order than their times. */
static uint64_t since_first(uint64_t now)
{
	uint64_t begin = atomic_load_explicit(&first, memory_order_relaxed);

	if (!begin && atomic_compare_exchange_strong_explicit(
			      &first, &begin, now, memory_order_relaxed,
			      memory_order_relaxed))
		return 0;
	return now < begin ? 0 : now - begin;
}

/* Continues the last stamp by one of fewer bits; the source counts up. */
static uint64_t extend(uint64_t stamp, uint64_t mask)
{
	uint64_t before = atomic_load_explicit(&last, memory_order_relaxed);
	uint64_t now;

	do {
		/* A first stamp leaves room for one that was read before. */
		now = before ? before + ((stamp - before) & mask) :
			       stamp + mask + 1;
		if (before && ((stamp - before) & mask) > mask / 2)
			return now - mask - 1;
	} while (!atomic_compare_exchange_weak_explicit(&last, &before, now,
							memory_order_relaxed,
							memory_order_relaxed));
	return now;
}

static uint32_t read_source(uint64_t *ticks)
{
	unsigned long mask = UINT32_MAX;
	const uint32_t stamp = (uint32_t)pxt_threadx_time(&mask);

	*ticks = since_first(extend(stamp & mask, (uint32_t)mask));
	return stamp;
}

uint32_t threadx_clock_read(uint64_t *ticks)
{
	struct timespec now;
	uint64_t ns;

	if (__builtin_expect(pxt_threadx_time != NULL, 0))
		return read_source(ticks);
	clock_gettime(CLOCK_MONOTONIC, &now);
	ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
	*ticks = since_first(ns);
	return (uint32_t)ns;
}
