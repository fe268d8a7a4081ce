/*
 * clock_shift.h - what is added to the times of a clock
 *
 * The sum of a time and its shift never falls while the time rises, so that the
 * events of a log keep their order. Times and shifts are not trusted: a sum that
 * does not fit is the nearest that does.
 */
#ifndef CLOCK_SHIFT_H
#define CLOCK_SHIFT_H

#include <stdbool.h>
#include <stdint.h>

enum { CLOCK_SHIFT_RATE = 48 }; /* bits of a rate behind the point */

struct clock_shift {
	int64_t at_ns;	   /* time of the clock at which ns is added */
	int64_t ns;	   /* nanoseconds that are added then */
	int64_t rate;	   /* change of that, by time, CLOCK_SHIFT_RATE */
	uint64_t error_ns; /* error bound, at all times */
};

/* The sum of two times, or the nearest that fits. */
int64_t clock_shift_sum(int64_t a, int64_t b);

/* A time of the clock, shifted. */
int64_t clock_shift_add(const struct clock_shift *shift, int64_t ns);

/* The first time of the clock that is not before a time when it is shifted. The
 * extremes stay as they are. */
int64_t clock_shift_remove(const struct clock_shift *shift, int64_t ns);

/* Shifts once more what is shifted: errors add up. */
void clock_shift_extend(struct clock_shift *shift,
			const struct clock_shift *next);

/* The rate in millionths, and whether it is worth telling. */
double clock_shift_ppm(const struct clock_shift *shift);
bool clock_shift_drifts(const struct clock_shift *shift);

#endif
