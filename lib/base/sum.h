/*
 * sum.h - sums of numbers that a trace tells, which may be any
 */
#ifndef PXT_BASE_SUM_H
#define PXT_BASE_SUM_H

#include <stdint.h>

/* The sum, or the greatest number if that is less: a sum that wraps would say that
 * next to nothing is lost. */
static inline uint64_t pxt_sum(uint64_t one, uint64_t other)
{
	uint64_t sum;

	return __builtin_add_overflow(one, other, &sum) ? UINT64_MAX : sum;
}

#endif
