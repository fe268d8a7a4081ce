/* clock.c - the nanoseconds of CLOCK_MONOTONIC, continued by the counter */
#include "firmware/common/clock.h"

enum {
	RATE_NS = 20000000, /* between two pairs: an error of 2 in a million */
	SPAN_NS = 1000000,
	PAIR_TICKS = 2000, /* most ticks between a pair's readings */
	NOISE_NS = 1000,   /* most that two pairs differ by */
	ATTEMPTS = 4,
};

struct pair {
	uint64_t ticks, ns;
};

/* Read when the program began */
static struct pair begun;

__thread struct firmware_clock_reading firmware_clock_reading;
_Atomic uint64_t firmware_clock_rate;
bool firmware_clock_is_continued;

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
		if (read_pair(&pair)) {
			begun = pair;
			firmware_clock_is_continued = true;
		}
}

/* The first of several threads to know a rate knows that of all. */
static uint64_t rate_at(const struct pair *now)
{
	uint64_t rate = atomic_load_explicit(&firmware_clock_rate,
					     memory_order_relaxed);
	uint64_t measured;

	if (rate || now->ns - begun.ns < RATE_NS || now->ticks <= begun.ticks)
		return rate;
	measured = (uint64_t)(((unsigned __int128)(now->ns - begun.ns) << 32) /
			      (now->ticks - begun.ticks));
	return atomic_compare_exchange_strong_explicit(
		       &firmware_clock_rate, &rate, measured,
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
		atomic_load_explicit(&firmware_clock_reading.span,
				     memory_order_relaxed) ?
			firmware_clock_continue(pxt_clock_quick()) :
			0;
	bool is_pair;

	do
		is_pair = read_pair(pair);
	while (pair->ns < reached && reached - pair->ns < NOISE_NS);
	return is_pair;
}

static void keep(const struct pair *now, uint64_t rate)
{
	struct firmware_clock_reading *reading = &firmware_clock_reading;
	const uint64_t span = ((uint64_t)SPAN_NS << 32) / rate;

	atomic_store_explicit(&reading->offset,
			      now->ns - firmware_clock_scale(now->ticks, rate),
			      memory_order_relaxed);
	atomic_store_explicit(&reading->begin, now->ticks,
			      memory_order_relaxed);
	atomic_signal_fence(memory_order_release); /* C1 */
	atomic_store_explicit(&reading->span, span, memory_order_relaxed);
}

uint64_t firmware_clock_renew(void)
{
	struct pair now;
	uint64_t rate;

	if (read_forward(&now)) {
		rate = rate_at(&now);
		if (rate)
			keep(&now, rate);
	}
	return now.ns;
}
