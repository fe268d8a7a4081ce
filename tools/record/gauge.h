/*
 * gauge.h - how much time the memory of a flight recorder holds
 *
 * Now and then it notes how many events its stream has had. Which of them are
 * there now tells when the oldest was recorded, be the rate as it may.
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

	/* As it was last. */
	unsigned long long events; /* all, ours included */
	unsigned long long overwritten;
	unsigned long long lost;
	unsigned long long used; /* bytes */
	unsigned long long size; /* of the stream */

	struct gauge_sample sample[GAUGE_SAMPLES]; /* a ring */
	unsigned samples;			   /* so far */
};

/* target: what our looping stream with a log was made for. */
void gauge_begin(struct gauge *gauge, pid_t target, int64_t window_ns);

/* Look if it is time to. taken: events that went to logs. true, once: the
 * stream overwrites what is younger than the window, and holds so much. */
bool gauge_look(struct gauge *gauge, unsigned long long taken,
		int64_t *held_ns);

/* Bytes that would hold the window. */
unsigned long long gauge_enough(const struct gauge *gauge, int64_t held_ns);

#endif
