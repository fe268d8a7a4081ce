/* clock.c - times of RKH's records */
#include "format/rkh/import/clock.h"

enum { SECOND = 1000000000 };

static uint64_t limited_sum(uint64_t a, uint64_t b)
{
	uint64_t sum;

	return __builtin_add_overflow(a, b, &sum) || sum > INT64_MAX ?
		       (uint64_t)INT64_MAX :
		       sum;
}

/* Records without stamps come after this. */
static void begin_session(struct pxt_rkh_clock *clock, unsigned width)
{
	clock->base = clock->ticks;
	clock->base_ns = clock->ns;
	if (!clock->has_begun)
		return;
	clock->ns = limited_sum(clock->ns, 1);
	clock->least_ns = limited_sum(clock->ns, 1);
	if (!width)
		clock->base_ns = clock->ns;
}

void pxt_rkh_clock_begin(struct pxt_rkh_clock *clock, unsigned width,
			 uint64_t hz)
{
	begin_session(clock, width);
	clock->may_restart = clock->has_begun;
	if (clock->width != width)
		clock->last = UINT64_MAX;
	clock->width = width;
	clock->mask = width < 8 ? (UINT64_C(1) << 8 * width) - 1 : UINT64_MAX;
	clock->hz = hz;
	clock->tick_ns = !hz || !width ? 1 : SECOND % hz ? 0 : SECOND / hz;
}

static uint64_t in_ns(const struct pxt_rkh_clock *clock, uint64_t ticks)
{
	uint64_t seconds;

	if (clock->tick_ns && ticks <= INT64_MAX / SECOND)
		return ticks * clock->tick_ns;
	if (clock->tick_ns == 1)
		return ticks;
	seconds = ticks / clock->hz;
	if (seconds >= INT64_MAX / SECOND)
		return INT64_MAX;
	return seconds * SECOND + ticks % clock->hz * SECOND / clock->hz;
}

/* A narrow counter may have advanced far since the last record, one of 32 bits
 * has not. */
static bool is_back(const struct pxt_rkh_clock *clock, uint64_t forward,
		    bool is_before)
{
	if (clock->width < 4)
		return is_before && forward > clock->mask - clock->mask / 4;
	return forward > clock->mask / 2;
}

static void go_on(struct pxt_rkh_clock *clock, uint64_t stamp, bool is_before)
{
	const uint64_t forward = (stamp - clock->last) & clock->mask;
	const uint64_t back = (clock->last - stamp) & clock->mask;

	if (is_back(clock, forward, is_before))
		clock->ticks -= back < clock->ticks ? back : clock->ticks;
	else
		clock->ticks = limited_sum(clock->ticks, forward);
}

void pxt_rkh_clock_set(struct pxt_rkh_clock *clock, uint64_t stamp,
		       bool is_before)
{
	if (!clock->width) {
		clock->ticks++;
	} else if (!clock->has_begun) {
		clock->ticks = stamp;
	} else if (clock->may_restart && stamp < clock->last) {
		clock->base = 0;
		clock->ticks = stamp;
	} else {
		go_on(clock, stamp, is_before);
	}
	clock->has_begun = true;
	clock->may_restart = false;
	clock->last = stamp;
	if (clock->ticks >= clock->base)
		clock->ns =
			limited_sum(clock->base_ns,
				    in_ns(clock, clock->ticks - clock->base));
	if (clock->ns < clock->least_ns)
		clock->ns = clock->least_ns;
}
