/*
 * monotonic_clock.h - the clock for durations and deadlines
 */
#ifndef MONOTONIC_CLOCK_H
#define MONOTONIC_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds of CLOCK_MONOTONIC. */
static inline int64_t now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#endif
