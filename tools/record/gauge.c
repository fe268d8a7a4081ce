/*
 * gauge.c - the time span in a flight recorder's memory
 */
#include <unistd.h>

#include <trace_np.h>

#include "common/monotonic_clock.h"
#include "record/gauge.h"

enum { MIB = 1 << 20, COARSE = 16 * MIB };

static const struct gauge_sample *sample_at(const struct gauge *gauge,
					    unsigned number)
{
	return &gauge->sample[number % GAUGE_SAMPLES];
}

static void add(struct gauge *gauge)
{
	gauge->sample[gauge->samples++ % GAUGE_SAMPLES] =
		(struct gauge_sample){ now_ns(), gauge->events };
}

void gauge_begin(struct gauge *gauge, pid_t target, int64_t window_ns)
{
	*gauge = (struct gauge){ .target = target, .window_ns = window_ns };
	add(gauge);
}

/* Only one stream of ours has a log. */
static void take(const struct posix_trace_stream_np *stream, void *argument)
{
	struct gauge *gauge = argument;

	if (stream->controller != getpid() || stream->target != gauge->target ||
	    stream->policy != POSIX_TRACE_LOOP || !stream->has_log)
		return;
	gauge->events = stream->events;
	gauge->overwritten = stream->overwritten;
	gauge->lost = stream->lost;
	gauge->used = stream->used;
	gauge->size = stream->size;
}

/* The time at which the stream had so many events, by the nearest sample. 0:
 * long ago. */
static int64_t time_of(const struct gauge *gauge, unsigned long long events)
{
	const unsigned kept =
		gauge->samples < GAUGE_SAMPLES ? gauge->samples : GAUGE_SAMPLES;

	for (unsigned i = 2; i <= kept; i++) {
		const struct gauge_sample *from, *to;

		from = sample_at(gauge, gauge->samples - i);
		to = sample_at(gauge, gauge->samples - i + 1);
		if (from->events > events)
			continue;
		if (to->events <= events)
			return to->time;
		return from->time +
		       (int64_t)((double)(to->time - from->time) *
				 ((double)(events - from->events) /
				  (double)(to->events - from->events)));
	}
	return 0;
}

bool gauge_look(struct gauge *gauge, unsigned long long taken, int64_t *held_ns)
{
	const unsigned long long before = gauge->overwritten;
	const struct gauge_sample *newest;

	newest = sample_at(gauge, gauge->samples - 1);
	if (now_ns() - newest->time < gauge->window_ns / (GAUGE_SAMPLES / 2))
		return false;
	if (posix_trace_list_streams_np(gauge->target, take, gauge))
		return false;
	add(gauge);
	if (gauge->told || gauge->overwritten == before)
		return false;
	newest = sample_at(gauge, gauge->samples - 1);
	*held_ns = newest->time - time_of(gauge, gauge->overwritten + taken);
	gauge->told = *held_ns > 0 &&
		      *held_ns < gauge->window_ns - gauge->window_ns / 10;
	return gauge->told;
}

/* A tenth is added as a margin. */
unsigned long long gauge_enough(const struct gauge *gauge, int64_t held_ns)
{
	const double held = held_ns > 0 ? (double)held_ns : 1;
	const double bytes =
		(double)gauge->size * (double)gauge->window_ns / held * 1.1;
	const unsigned long long step = bytes < COARSE ? MIB : COARSE;

	return (unsigned long long)(bytes / (double)step + 1) * step;
}
