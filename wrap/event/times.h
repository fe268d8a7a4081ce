/*
 * times.h - times that the program gives, as data of events
 *
 * Times are read before the kernel sees them. Addresses that certainly hold no
 * time are left to the kernel to refuse.
 */
#ifndef WRAP_EVENT_TIMES_H
#define WRAP_EVENT_TIMES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

enum { WRAP_FOREVER = -1 };

/* Addresses in the first page, odd ones, and the kernel's half hold no time. */
static inline bool wrap_is_time(const void *at)
{
	const uintptr_t address = (uintptr_t)at;

	return address >= 4096 && address <= INTPTR_MAX &&
	       !(address % _Alignof(struct timespec));
}

/* Sum in nanoseconds, limited to the range. */
static inline int64_t wrap_sum_ns(int64_t s, int64_t ns)
{
	int64_t sum;

	if (__builtin_mul_overflow(s, INT64_C(1000000000), &sum) ||
	    __builtin_add_overflow(sum, ns, &sum))
		return s < 0 ? INT64_MIN : INT64_MAX;
	return sum;
}

/* WRAP_FOREVER: no time was given. */
static inline int64_t wrap_timespec_ns(const struct timespec *time)
{
	return wrap_is_time(time) ? wrap_sum_ns(time->tv_sec, time->tv_nsec) :
				    WRAP_FOREVER;
}

static inline int64_t wrap_timeval_ns(const struct timeval *time)
{
	int64_t ns;

	if (!wrap_is_time(time))
		return WRAP_FOREVER;
	if (__builtin_mul_overflow(time->tv_usec, INT64_C(1000), &ns))
		ns = time->tv_usec < 0 ? INT64_MIN : INT64_MAX;
	return wrap_sum_ns(time->tv_sec, ns);
}

static inline int64_t wrap_ms_ns(int ms)
{
	return ms < 0 ? WRAP_FOREVER : ms * INT64_C(1000000);
}

#endif
