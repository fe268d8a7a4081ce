/* clock.c - time stamps of events */
#include "firmware/threadx/clock.h"

#include "firmware/threadx/interface.h"

_Atomic uint64_t threadx_clock_first, threadx_clock_last;

/* Of the program's source: the last stamp, with its overflows counted. 0: none
 * so far. */
static _Atomic uint64_t last_stamp;

void threadx_clock_restart(void)
{
	atomic_store_explicit(&threadx_clock_first, 0, memory_order_relaxed);
	atomic_store_explicit(&threadx_clock_last, 0, memory_order_relaxed);
	atomic_store_explicit(&last_stamp, 0, memory_order_relaxed);
}

uint32_t threadx_clock_mask(void)
{
	unsigned long mask = UINT32_MAX;

	if (pxt_threadx_time)
		pxt_threadx_time(&mask);
	return (uint32_t)mask;
}

unsigned long pxt_threadx_clock(void)
{
	return (uint32_t)firmware_clock_now(NULL);
}

/* The program's source */

/* Continues the last stamp by one of fewer bits; the source counts up. */
static uint64_t extend(uint64_t stamp, uint64_t mask)
{
	uint64_t before =
		atomic_load_explicit(&last_stamp, memory_order_relaxed);
	uint64_t now;

	do {
		/* A first stamp leaves room for one that was read before. */
		now = before ? before + ((stamp - before) & mask) :
			       stamp + mask + 1;
		if (before && ((stamp - before) & mask) > mask / 2)
			return now - mask - 1;
	} while (!atomic_compare_exchange_weak_explicit(
		&last_stamp, &before, now, memory_order_relaxed,
		memory_order_relaxed));
	return now;
}

uint64_t threadx_clock_ticks(uint32_t stamp)
{
	const uint32_t mask = threadx_clock_mask();
	uint64_t now;

	if (!pxt_threadx_time) {
		now = firmware_clock_now(NULL);
		return threadx_clock_since_first(
			now - (uint32_t)((uint32_t)now - stamp));
	}
	return threadx_clock_since_first(extend(stamp & mask, mask));
}

uint32_t threadx_clock_source(uint64_t *ticks)
{
	const uint32_t stamp = (uint32_t)pxt_threadx_time(NULL);

	*ticks = threadx_clock_ticks(stamp);
	return stamp;
}
