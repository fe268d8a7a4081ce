/*
 * chance.c - whether counts differ by more than chance
 */
#include <math.h>

#include "diff/chance.h"

enum { EXACT_MOST = 500 }; /* terms that are summed up */

/* A normal distribution, beyond a distance on both sides, with the correction for continuity. */
static double normal(double distance, double variance)
{
	distance = fabs(distance) - 0.5;
	return distance <= 0 || variance <= 0 ?
		       1 :
		       erfc(distance / sqrt(2 * variance));
}

static double log_choose(double n, double k)
{
	return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1);
}

static double at_most_one(double p)
{
	return p > 1 ? 1 : p;
}

/* Terms as improbable as the observed one are summed up; the factor is for
 * rounding. */
static const double AS_IMPROBABLE = 1 + 1e-7;

double chance_of_counts(uint64_t first, uint64_t second, double share)
{
	const double k = (double)first, n = k + (double)second;
	double observed, sum = 0;

	if (n > EXACT_MOST)
		return normal(k - n * share, n * share * (1 - share));
	observed = exp(log_choose(n, k) + k * log(share) +
		       (n - k) * log1p(-share));
	for (double i = 0; i <= n; i++) {
		const double term = exp(log_choose(n, i) + i * log(share) +
					(n - i) * log1p(-share));

		if (term <= observed * AS_IMPROBABLE)
			sum += term;
	}
	return at_most_one(sum);
}

double chance_of_parts(uint64_t first, uint64_t of_first, uint64_t second,
		       uint64_t of_second)
{
	const double m = (double)of_first, n = (double)of_second;
	const double k = (double)first, parts = k + (double)second;
	const double least = parts > n ? parts - n : 0;
	const double most = parts < m ? parts : m;
	const double whole = log_choose(m + n, parts);
	double observed, sum = 0;

	if (m == 0 || n == 0)
		return 1;
	if (most - least > EXACT_MOST) {
		const double share = parts / (m + n);

		return normal(k - m * share,
			      m * n / (m + n) * share * (1 - share));
	}
	observed = exp(log_choose(m, k) + log_choose(n, parts - k) - whole);
	for (double i = least; i <= most; i++) {
		const double term = exp(log_choose(m, i) +
					log_choose(n, parts - i) - whole);

		if (term <= observed * AS_IMPROBABLE)
			sum += term;
	}
	return at_most_one(sum);
}
