/* outliers.c - outliers in an increasing series */
#include "format/liteos/import/outliers.h"

enum {
	NEAR = 8, /* neighbours on each side */
};

/* Counts on one side, and the value's position among them. */
struct side {
	size_t count, above, below;
};

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static void compare(const struct pxt_liteos_series *series, size_t at,
		    size_t other, struct side *side)
{
	const uint64_t value = series->value[at], beside = series->value[other];

	side->count++;
	side->above += value > beside && value - beside > series->far;
	side->below += beside > value && beside - value > series->far;
}

static struct side look_back(const struct pxt_liteos_series *series, size_t at)
{
	const size_t reach = series->comes_round ? series->count - 1 : at;
	struct side side = { 0 };

	for (size_t i = 1; i <= least(NEAR, reach); i++)
		compare(series, at, at >= i ? at - i : at + series->count - i,
			&side);
	return side;
}

static struct side look_on(const struct pxt_liteos_series *series, size_t at)
{
	const size_t rest = series->count - at - 1;
	const size_t reach = series->comes_round ? series->count - 1 : rest;
	struct side side = { 0 };

	for (size_t i = 1; i <= least(NEAR, reach); i++)
		compare(series, at, i <= rest ? at + i : i - rest - 1, &side);
	return side;
}

static bool are_most(size_t some, const struct side *side)
{
	return 2 * some > side->count;
}

static bool is_stray(const struct pxt_liteos_series *series, size_t at)
{
	const struct side before = look_back(series, at);
	const struct side behind = look_on(series, at);

	if (are_most(behind.above, &behind))
		return !before.count || are_most(before.above, &before);
	if (are_most(before.below, &before))
		return !behind.count || are_most(behind.below, &behind);
	return false;
}

static bool is_near(const struct pxt_liteos_series *series, size_t a, size_t b)
{
	const uint64_t one = series->value[a], other = series->value[b];

	return (one > other ? one - other : other - one) <= series->far;
}

/* Most values are close to both neighbours, and need no closer look; but
 * garbage may be close to garbage. */
static bool is_at_home(const struct pxt_liteos_series *series, size_t at,
		       const bool *is_outlier)
{
	return at && at + 1 < series->count && !is_outlier[at - 1] &&
	       is_near(series, at - 1, at) && is_near(series, at, at + 1);
}

void pxt_liteos_outliers_find(const struct pxt_liteos_series *series,
			      bool *is_outlier)
{
	for (size_t i = 0; i < series->count; i++)
		is_outlier[i] = !is_at_home(series, i, is_outlier) &&
				is_stray(series, i);
}
