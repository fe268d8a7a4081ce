/*
 * clock_shift.c - what is added to the times of a clock
 */
#include <math.h>

#include "base/sum.h"
#include "source/clocks/clock_shift.h"

#define LEAST_PPM 0.0005 /* less is shown as 0.000 */

__extension__ typedef __int128 s128;

static int64_t fit(s128 ns)
{
	if (ns < INT64_MIN)
		return INT64_MIN;
	return ns > INT64_MAX ? INT64_MAX : (int64_t)ns;
}

int64_t clock_shift_sum(int64_t a, int64_t b)
{
	return fit((s128)a + b);
}

/* Division by a shift of bits rounds down, so that a nanosecond more is never
 * less when it is shifted. */
int64_t clock_shift_add(const struct clock_shift *shift, int64_t ns)
{
	const s128 since = (s128)ns - shift->at_ns;

	return fit((s128)ns + shift->ns +
		   (since * shift->rate >> CLOCK_SHIFT_RATE));
}

int64_t clock_shift_remove(const struct clock_shift *shift, int64_t ns)
{
	const s128 one = (s128)1 << CLOCK_SHIFT_RATE;
	const s128 since = (s128)ns - shift->ns - shift->at_ns;
	int64_t there;

	if (ns == INT64_MIN || ns == INT64_MAX)
		return ns;
	if (!shift->rate)
		return fit((s128)ns - shift->ns);
	there = fit(shift->at_ns + since * one / (one + shift->rate));
	/* The quotient is right but for some nanoseconds. */
	while (there > INT64_MIN && clock_shift_add(shift, there - 1) >= ns)
		there--;
	while (there < INT64_MAX && clock_shift_add(shift, there) < ns)
		there++;
	return there;
}

void clock_shift_extend(struct clock_shift *shift,
			const struct clock_shift *next)
{
	const int64_t there = clock_shift_add(shift, shift->at_ns);

	shift->ns = fit((s128)clock_shift_add(next, there) - shift->at_ns);
	shift->rate += next->rate + (int64_t)((s128)shift->rate * next->rate >>
					      CLOCK_SHIFT_RATE);
	shift->error_ns = pxt_sum(shift->error_ns, next->error_ns);
}

bool clock_shift_drifts(const struct clock_shift *shift)
{
	return fabs(clock_shift_ppm(shift)) >= LEAST_PPM;
}

double clock_shift_ppm(const struct clock_shift *shift)
{
	return ldexp((double)shift->rate, -CLOCK_SHIFT_RATE) * 1e6;
}
