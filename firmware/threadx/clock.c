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
	return (uint32_t)threadx_clock_now();
}

/* The counter and the clock */

enum {
	RATE_NS = 20000000, /* between two pairs: an error of 2 in a million */
	SPAN_NS = 1000000,
	PAIR_TICKS = 2000, /* that a pair's readings are apart, at most */
	NOISE_NS = 1000,   /* by which two pairs of them may differ */
	ATTEMPTS = 4,
};

struct pair {
	uint64_t ticks, ns;
};

/* Read when the program began. No ticks: the counter is not used. */
static struct pair begun;

__thread struct threadx_clock_reading threadx_clock_reading;
_Atomic uint64_t threadx_clock_rate;

/* False: something came between the readings. */
static bool read_pair(struct pair *pair)
{
	const uint64_t before = pxt_clock_quick();
	uint64_t apart;

	pair->ns = (uint64_t)pxt_clock_ns(CLOCK_MONOTONIC);
	apart = pxt_clock_quick() - before;
	pair->ticks = before + apart / 2;
	return apart < PAIR_TICKS;
}

__attribute__((constructor)) static void begin(void)
{
	struct pair pair;

	if (pxt_clock_choose() != PXT_CLOCK_TSC)
		return;
	for (int i = 0; i < ATTEMPTS; i++)
		if (read_pair(&pair))
			begun = pair;
}

/* The first of several threads to know a rate knows that of all. */
static uint64_t rate_at(const struct pair *now)
{
	uint64_t rate =
		atomic_load_explicit(&threadx_clock_rate, memory_order_relaxed);
	uint64_t measured;

	if (rate || now->ns - begun.ns < RATE_NS || now->ticks <= begun.ticks)
		return rate;
	measured = (uint64_t)(((unsigned __int128)(now->ns - begun.ns) << 32) /
			      (now->ticks - begun.ticks));
	return atomic_compare_exchange_strong_explicit(
		       &threadx_clock_rate, &rate, measured,
		       memory_order_relaxed, memory_order_relaxed) ?
		       measured :
		       rate;
}

/* Reads both. A thread's stamps do not go back: what its last reading says of
 * the counter now may be a little later than the clock, which comes there
 * soon. */
static bool read_forward(struct pair *pair)
{
	const uint64_t reached =
		atomic_load_explicit(&threadx_clock_reading.span,
				     memory_order_relaxed) ?
			threadx_clock_continue(pxt_clock_quick()) :
			0;
	bool is_pair;

	do
		is_pair = read_pair(pair);
	while (pair->ns < reached && reached - pair->ns < NOISE_NS);
	return is_pair;
}

static void keep(const struct pair *now, uint64_t rate)
{
	struct threadx_clock_reading *reading = &threadx_clock_reading;
	const uint64_t span = ((uint64_t)SPAN_NS << 32) / rate;

	atomic_store_explicit(&reading->offset,
			      now->ns - threadx_clock_scale(now->ticks, rate),
			      memory_order_relaxed);
	atomic_store_explicit(&reading->begin, now->ticks,
			      memory_order_relaxed);
	atomic_store_explicit(&reading->span, span, memory_order_relaxed);
}

uint64_t threadx_clock_renew(void)
{
	struct pair now;
	uint64_t rate;

	if (read_forward(&now) && begun.ticks) {
		rate = rate_at(&now);
		if (rate)
			keep(&now, rate);
	}
	return now.ns;
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
		now = threadx_clock_now();
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
