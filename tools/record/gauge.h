/*
 * gauge.h - the time span in a flight recorder's memory
 *
 * Samples of the number of events tell when the oldest event in memory was
 * recorded, at any rate.
 */
#ifndef GAUGE_H
#define GAUGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { GAUGE_SAMPLES = 64 };

struct gauge_sample {
	int64_t time; /* CLOCK_MONOTONIC, nanoseconds */
	unsigned long long events;
};

struct gauge {
	pid_t target;
	int64_t window_ns;
	bool told;

	/* Last known state. */
	unsigned long long events; /* all, including the recorder's own */
	unsigned long long overwritten;
	unsigned long long lost;
	unsigned long long used; /* bytes */
	unsigned long long size; /* size of the stream */

	struct gauge_sample sample[GAUGE_SAMPLES]; /* a ring */
	unsigned samples;			   /* number of samples */
};

/* target: of our looping stream with a log. */
void gauge_begin(struct gauge *gauge, pid_t target, int64_t window_ns);

/* Takes a sample if it is time to. taken: events that went to logs. True, once:
 * the stream overwrites events within the window; *held_ns: the span that it
 * holds. */
bool gauge_look(struct gauge *gauge, unsigned long long taken,
		int64_t *held_ns);

/* Bytes that would hold the window. */
unsigned long long gauge_enough(const struct gauge *gauge, int64_t held_ns);

#endif
