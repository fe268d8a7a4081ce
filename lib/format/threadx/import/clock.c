/* clock.c - time stamps of a ThreadX trace */
#include "format/threadx/import/clock.h"

#include <errno.h>

enum {
	STAMP = 3, /* word of an event slot */
	SECOND = 1000000000,
	MICROSECONDS = 1000000,
};

struct survey {
	uint64_t least, greatest;
	size_t stamps;
	bool rolls_over; /* wraps like the nanoseconds of a second */
};

static uint64_t stamp_at(const struct pxt_threadx_clock *clock,
			 const struct pxt_threadx_image *image, size_t index)
{
	return pxt_threadx_word(image, pxt_threadx_image_event(image, index),
				STAMP) &
	       clock->mask;
}

/* Counts the steps within one part of the file. */
static void count_steps(struct pxt_threadx_clock *clock,
			const struct pxt_threadx_image *image,
			const struct pxt_threadx_run *run,
			struct survey *survey)
{
	uint64_t before = 0, stamp;

	for (size_t i = run->from; i < run->to; i++, before = stamp) {
		stamp = stamp_at(clock, image, i);
		if (stamp > survey->greatest)
			survey->greatest = stamp;
		if (!survey->stamps++ || stamp < survey->least)
			survey->least = stamp;
		if (i > run->from && before >= SECOND / 10 * 9 &&
		    stamp < SECOND / 10)
			survey->rolls_over = true;
		if (i < run->from + 2)
			continue;
		clock->increases += stamp > before;
		clock->decreases += stamp < before;
	}
}

static void find_direction(struct pxt_threadx_clock *clock,
			   const struct pxt_threadx_image *image,
			   struct survey *survey)
{
	for (unsigned i = 0; i < image->runs; i++)
		count_steps(clock, image, &image->run[i], survey);
	clock->down = clock->increases <= clock->decreases;
}

static int refuse(struct pxt_trace *trace, const struct pxt_settings *settings,
		  const char *key, const char *expected)
{
	pxt_trace_refuse(trace, "%s=%s: %s", key,
			 pxt_settings_get(settings, key), expected);
	return EINVAL;
}

static int set_rate(struct pxt_threadx_clock *clock,
		    const struct pxt_settings *settings,
		    struct pxt_trace *trace)
{
	uint64_t per_us = 0;

	if (!pxt_settings_number(settings, "hz", 1, UINT64_MAX / 2, &clock->hz))
		return refuse(trace, settings, "hz",
			      "no number of ticks in a second");
	if (!pxt_settings_number(settings, "ticks_per_us", 1, MICROSECONDS,
				 &per_us))
		return refuse(trace, settings, "ticks_per_us",
			      "no number of ticks in a microsecond, up to "
			      "1000000; hz= takes others");
	if (clock->hz && per_us)
		return refuse(trace, settings, "ticks_per_us",
			      "hz= says so already");
	if (per_us)
		clock->hz = per_us * MICROSECONDS;
	return 0;
}

static int set_count(struct pxt_threadx_clock *clock,
		     const struct pxt_settings *settings,
		     struct pxt_trace *trace)
{
	unsigned direction = clock->down;

	if (!pxt_settings_choice(settings, "direction", "up|down", &direction))
		return refuse(trace, settings, "direction",
			      "neither up nor down");
	clock->down = direction;
	if (!pxt_settings_number(settings, "modulus", 2, UINT64_MAX,
				 &clock->modulus))
		return refuse(trace, settings, "modulus",
			      "no number of ticks from one zero to the next");
	clock->has_start = pxt_settings_get(settings, "start");
	if (!pxt_settings_number(settings, "start", 0, UINT64_MAX / 2,
				 &clock->start))
		return refuse(trace, settings, "start", "no number of ticks");
	return 0;
}

static void tell_direction(const struct pxt_threadx_clock *clock,
			   const struct survey *survey, struct pxt_trace *trace)
{
	if (survey->stamps < 2)
		return;
	if (survey->least == survey->greatest)
		pxt_trace_tell(trace, "the time stamps do not change");
	else if (!clock->increases && !clock->decreases)
		pxt_trace_tell(trace, "too few time stamps to see how they "
				      "count: taken for down, as by TraceX; -o "
				      "direction=up says otherwise");
	else if (clock->down)
		pxt_trace_tell(trace, "the time stamps seem to count down; -o "
				      "direction=up says otherwise");
}

static void tell_guesses(const struct pxt_threadx_clock *clock,
			 const struct survey *survey,
			 const struct pxt_settings *settings,
			 struct pxt_trace *trace)
{
	if (!clock->hz)
		pxt_trace_tell(trace,
			       "the trace does not tell its tick rate: a "
			       "tick is taken for 1 ns; -o hz=N says "
			       "better");
	if (!pxt_settings_get(settings, "direction"))
		tell_direction(clock, survey, trace);
	if (survey->rolls_over && !clock->down && survey->greatest < SECOND &&
	    clock->mask >= SECOND && !pxt_settings_get(settings, "modulus"))
		pxt_trace_tell(trace, "the time stamps seem to be nanoseconds "
				      "that begin anew each second; -o "
				      "modulus=1000000000 reads them so");
}

int pxt_threadx_clock_init(struct pxt_threadx_clock *clock,
			   const struct pxt_threadx_image *image,
			   const struct pxt_settings *settings,
			   struct pxt_trace *trace)
{
	struct survey survey = { 0 };
	int err;

	*clock = (struct pxt_threadx_clock){
		.mask = image->header.timer_valid_mask,
		.modulus = image->header.timer_valid_mask + 1,
	};
	find_direction(clock, image, &survey);
	err = set_rate(clock, settings, trace);
	if (!err)
		err = set_count(clock, settings, trace);
	if (!err)
		tell_guesses(clock, &survey, settings, trace);
	if (!clock->hz)
		clock->hz = SECOND;
	return err;
}

/* Stamps far from the epoch leave no room for later ones. */
static void begin(struct pxt_threadx_clock *clock, uint64_t stamp)
{
	clock->is_running = true;
	if (clock->has_start)
		return;
	clock->start = clock->down ? clock->mask - stamp : stamp;
	if (pxt_threadx_clock_ns(clock) > INT64_MAX / 2)
		clock->start = 0;
}

uint64_t pxt_threadx_clock_advance(struct pxt_threadx_clock *clock,
				   uint64_t stamp)
{
	uint64_t from, to;

	stamp &= clock->mask;
	if (!clock->is_running) {
		begin(clock, stamp);
	} else {
		from = clock->down ? stamp : clock->before;
		to = clock->down ? clock->before : stamp;
		clock->ticks += to - from;
		if (to < from)
			clock->ticks += clock->modulus;
	}
	clock->before = stamp;
	return clock->ticks;
}

uint64_t pxt_threadx_clock_ns(const struct pxt_threadx_clock *clock)
{
	const unsigned __int128 ticks =
		(unsigned __int128)clock->start + clock->ticks;
	const unsigned __int128 ns =
		clock->hz == SECOND ? ticks : ticks * SECOND / clock->hz;

	return ns > UINT64_MAX ? UINT64_MAX : (uint64_t)ns;
}
