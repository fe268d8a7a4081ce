/* clock.c - reading the clocks, and relating one to the other */
#include "base/clock.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	CLOSE_ENOUGH_NS = 500, /* for two readings to count as one */
	BASELINE_NS = 1000000, /* shortest interval a rate is taken from */
	MEASURE_NS = 2000000,  /* what pxt_clock_measure() would like */
};

#define ONE (UINT64_C(1) << 32) /* a rate of one nanosecond per tick */

/* The kernel has compared the counters of all processors, and watches them:
 * its verdict is better than any of ours. */
static bool kernel_trusts_tsc(void)
{
	char name[16] = "";
	ssize_t len;
	int fd;

	fd = open("/sys/devices/system/clocksource/clocksource0/"
		  "current_clocksource",
		  O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	len = read(fd, name, sizeof(name) - 1);
	close(fd);
	return len >= 3 && !strncmp(name, "tsc", 3);
}

static enum pxt_clock choose(void)
{
#if defined(__x86_64__)
	const char *wish = secure_getenv("POSIXTRACE_CLOCK");

	if (wish && !strcmp(wish, "monotonic"))
		return PXT_CLOCK_MONOTONIC;
	if (kernel_trusts_tsc())
		return PXT_CLOCK_TSC;
#else
	(void)kernel_trusts_tsc;
#endif
	return PXT_CLOCK_MONOTONIC;
}

enum pxt_clock pxt_clock_choose(void)
{
	static _Atomic int chosen;
	int clock = atomic_load_explicit(&chosen, memory_order_relaxed);

	if (!clock) {
		clock = choose();
		atomic_store_explicit(&chosen, clock, memory_order_relaxed);
	}
	return (enum pxt_clock)clock;
}

/* CLOCK_REALTIME between two readings of the ticks. Of a few attempts the
 * quickest is kept: an interrupt may come between any two instructions. */
struct pxt_clock_pair pxt_clock_read(enum pxt_clock clock)
{
	struct pxt_clock_pair pair = { 0, 0 };
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < 4 && best > CLOSE_ENOUGH_NS; i++) {
		uint64_t before = pxt_clock_ticks(clock);
		int64_t now = pxt_clock_ns(CLOCK_REALTIME);
		uint64_t after = pxt_clock_ticks(clock);

		if (after - before < best) {
			best = after - before;
			pair.ticks = before + best / 2;
			pair.realtime_ns = now;
		}
	}
	return pair;
}

uint64_t pxt_clock_rate(const struct pxt_clock_pair *from,
			const struct pxt_clock_pair *to, uint64_t fallback)
{
	int64_t ns = to->realtime_ns - from->realtime_ns;
	uint64_t ticks = to->ticks - from->ticks;
	uint64_t rate;

	if (ns < BASELINE_NS || to->ticks <= from->ticks ||
	    ns > INT64_MAX / 1024)
		return fallback;
	rate = (uint64_t)(((unsigned __int128)ns << 32) / ticks);

	/* A clock is steered by less than one part in a thousand; more is
	 * somebody setting it. */
	if (fallback && (rate > fallback + fallback / 512 ||
			 rate < fallback - fallback / 512))
		return fallback;
	return rate ? rate : 1;
}

uint64_t pxt_clock_measure(enum pxt_clock clock)
{
	static _Atomic uint64_t measured;
	struct pxt_clock_pair from, to;
	uint64_t rate;

	if (clock == PXT_CLOCK_MONOTONIC)
		return ONE;

	rate = atomic_load_explicit(&measured, memory_order_relaxed);
	if (rate)
		return rate;

	from = pxt_clock_read(clock);
	do {
		to = pxt_clock_read(clock);
		/* Somebody set the clock back: begin again. */
		if (to.realtime_ns < from.realtime_ns)
			from = to;
	} while (to.realtime_ns - from.realtime_ns < MEASURE_NS);
	rate = pxt_clock_rate(&from, &to, 0);
	atomic_store_explicit(&measured, rate, memory_order_relaxed);
	return rate;
}
