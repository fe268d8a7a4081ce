/* clock.c - reading the clocks, and the relation between them */
#include "base/clock.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/resident.h"

enum {
	CLOSE_ENOUGH_NS = 500, /* for two readings to count as one */
	BASELINE_NS = 1000000, /* shortest interval a rate is taken from */
};

#define ONE (UINT64_C(1) << 32) /* a rate of one nanosecond per tick */

/* The kernel has compared the counters of all processors, and watches them: no
 * check here could be better. */
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
	static _Atomic int chosen PXT_RESIDENT;
	int clock = atomic_load_explicit(&chosen, memory_order_relaxed);

	if (!clock) {
		clock = choose();
		atomic_store_explicit(&chosen, clock, memory_order_relaxed);
	}
	return (enum pxt_clock)clock;
}

/* Reads another clock between two readings of the ticks. The quickest of some
 * attempts is kept: an interrupt may come between any two instructions. */
static struct pxt_clock_pair quickest(enum pxt_clock clock, clockid_t other,
				      int attempts, uint64_t enough)
{
	struct pxt_clock_pair pair = { 0, 0 };
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < attempts && best > enough; i++) {
		uint64_t before = pxt_clock_ticks(clock);
		int64_t now = pxt_clock_ns(other);
		uint64_t after = pxt_clock_ticks(clock);

		if (after - before < best) {
			best = after - before;
			pair.ticks = before + best / 2;
			pair.realtime_ns = now;
		}
	}
	return pair;
}

struct pxt_clock_pair pxt_clock_read(enum pxt_clock clock)
{
	return quickest(clock, CLOCK_REALTIME, 4, CLOSE_ENOUGH_NS);
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

	/* A clock is adjusted by less than one part in a thousand; more means
	 * that it was set. */
	if (fallback && (rate > fallback + fallback / 512 ||
			 rate < fallback - fallback / 512))
		return fallback;
	return rate ? rate : 1;
}

/* A stream's first rate serves each thread for up to 10 ms, until it has two
 * pairs of its own. CLOCK_MONOTONIC has the rate of CLOCK_REALTIME, and is
 * never set. The quickest of so many readings is exact to some 15 ns; two of
 * them, this far apart, give a rate that is wrong by at most 75 parts in a
 * million: 0.75 us in 10 ms. */
enum {
	READINGS = 16,
	APART_NS = 400000,
	FRESH_NS = 1000000000, /* ticks may go on while a machine is
			        * suspended */
};

static struct pxt_clock_pair read_carefully(void)
{
	return quickest(PXT_CLOCK_QUICK, CLOCK_MONOTONIC, READINGS, 0);
}

static struct pxt_clock_pair begun PXT_RESIDENT;

void pxt_clock_begin(void)
{
	begun = read_carefully();
}

uint64_t pxt_clock_measure(enum pxt_clock clock)
{
	static _Atomic uint64_t measured PXT_RESIDENT;
	struct pxt_clock_pair from = begun, to;
	uint64_t rate;

	if (clock == PXT_CLOCK_MONOTONIC)
		return ONE;

	rate = atomic_load_explicit(&measured, memory_order_relaxed);
	if (rate)
		return rate;

	if (pxt_clock_ns(CLOCK_MONOTONIC) - from.realtime_ns > FRESH_NS)
		from = read_carefully();
	do
		to = read_carefully();
	while (to.realtime_ns - from.realtime_ns < APART_NS);
	/* Ticks that stood still, or ran backwards, have no rate. */
	if (to.ticks <= from.ticks)
		return ONE;
	rate = (uint64_t)(((unsigned __int128)(to.realtime_ns -
					       from.realtime_ns)
			   << 32) /
			  (to.ticks - from.ticks));
	atomic_store_explicit(&measured, rate, memory_order_relaxed);
	return rate;
}
