/* clock.c - times of events, in ticks of the clock that is written */
#include "format/liteos/export/clock.h"

enum { SECOND = 1000000000 };

static const char between[] = "times between two ticks of the clock";

static struct timespec time_of(uint64_t ticks, uint64_t hz)
{
	return (struct timespec){
		.tv_sec = (time_t)(ticks / hz),
		.tv_nsec = (long)(ticks % hz * SECOND / hz),
	};
}

static bool is_same(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

static bool is_in_range(const struct timespec *time)
{
	return time->tv_sec >= 0 && time->tv_sec < INT64_MAX / SECOND;
}

/* Converts a time of the trace: the clock may differ, be missing, or times may
 * be shifted; times beyond the range stay. */
static void convert(struct pxt_export *export, uint64_t hz,
		    const struct timespec *time, struct pxt_liteos_frame *frame)
{
	struct timespec now = time_of(frame->time, hz);

	if (is_same(&now, time) || time->tv_sec >= INT64_MAX / SECOND)
		return;
	/* The remainder of a tick belongs to the tick before its end. */
	frame->time = (uint64_t)time->tv_sec * hz +
		      ((uint64_t)time->tv_nsec * hz + SECOND - 1) / SECOND;
	now = time_of(frame->time, hz);
	if (is_same(&now, time))
		return;
	frame->time--;
	pxt_export_lose(export, between);
}

/* Counts on from the last event of the program, or back from its first one. */
static void count_on(const struct pxt_liteos_clock *clock,
		     struct pxt_export *export, uint64_t hz,
		     const struct timespec *time,
		     struct pxt_liteos_frame *frame)
{
	uint64_t ticks, ns;
	int64_t step;

	frame->time = clock->ticks;
	if (!is_in_range(time) || !is_in_range(&clock->time))
		return;
	step = (int64_t)(time->tv_sec - clock->time.tv_sec) * SECOND +
	       (time->tv_nsec - clock->time.tv_nsec);
	ns = step < 0 ? -(uint64_t)step : (uint64_t)step;
	ticks = ns / SECOND * hz + ns % SECOND * hz / SECOND;
	if (ns % SECOND * hz % SECOND)
		pxt_export_lose(export, between);
	if (step >= 0) {
		frame->time += ticks;
	} else if (ticks <= frame->time) {
		frame->time -= ticks;
	} else {
		frame->time = 0;
		pxt_export_lose(export, "times before the clock's first tick");
	}
}

void pxt_liteos_clock_fit(struct pxt_liteos_clock *clock,
			  struct pxt_export *export, uint32_t hz,
			  const struct posix_trace_item_np *item,
			  bool is_native, struct pxt_liteos_frame *frame)
{
	const struct timespec *time = &item->info.posix_timestamp;

	if (!hz)
		hz = SECOND;
	if (!clock->is_kept) {
		convert(export, hz, time, frame);
	} else if (is_native && item->origin == clock->origin) {
		clock->ticks = frame->time;
		clock->time = *time;
	} else {
		count_on(clock, export, hz, time, frame);
	}
}
