/* timespec.h - times as nanoseconds, and back */
#ifndef PXT_BASE_TIMESPEC_H
#define PXT_BASE_TIMESPEC_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum { PXT_NS_PER_S = 1000000000 };

static inline bool pxt_timespec_is_time(const struct timespec *time)
{
	return time->tv_nsec >= 0 && time->tv_nsec < PXT_NS_PER_S;
}

/* A time that CLOCK_REALTIME can have: not before 1970, and no int64_t of
 * nanoseconds is too small for it. */
static inline bool pxt_timespec_is_date(const struct timespec *time)
{
	return pxt_timespec_is_time(time) && time->tv_sec >= 0 &&
	       time->tv_sec < INT64_MAX / PXT_NS_PER_S;
}

/* Converts a time, limited to the range of int64_t. */
static inline int64_t pxt_timespec_ns(const struct timespec *time)
{
	int64_t ns;

	if (__builtin_mul_overflow((int64_t)time->tv_sec, (int64_t)PXT_NS_PER_S,
				   &ns) ||
	    __builtin_add_overflow(ns, (int64_t)time->tv_nsec, &ns))
		return time->tv_sec < 0 ? INT64_MIN : INT64_MAX;
	return ns;
}

static inline struct timespec pxt_timespec_of(int64_t ns)
{
	struct timespec time = {
		.tv_sec = (time_t)(ns / PXT_NS_PER_S),
		.tv_nsec = (long)(ns % PXT_NS_PER_S),
	};

	if (time.tv_nsec < 0) {
		time.tv_nsec += PXT_NS_PER_S;
		time.tv_sec--;
	}
	return time;
}

#endif
