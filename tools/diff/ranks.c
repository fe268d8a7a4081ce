/*
 * ranks.c - whether one of two samples has the greater values
 */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/array.h"
#include "diff/ranks.h"

static int compare(const void *x, const void *y)
{
	const struct rank *a = x, *b = y;

	return (a->value > b->value) - (a->value < b->value);
}

/* Sums of a pass over the values in order. */
struct passing {
	double below;	  /* number of lesser values, of both samples */
	double sum;	  /* ranks of the first sample */
	double ties;	  /* sum of t^3 - t */
	double of[SIDES]; /* sizes of the samples */
};

static void pass(struct passing *passing, double before, double after)
{
	const double tied = before + after;

	passing->sum += before * (passing->below + (tied + 1) / 2);
	passing->ties += tied * (tied * tied - 1);
	passing->below += tied;
	passing->of[SIDE_BEFORE] += before;
	passing->of[SIDE_AFTER] += after;
}

static double probability_of(const struct passing *passing)
{
	const double m = passing->of[SIDE_BEFORE], n = passing->of[SIDE_AFTER];
	const double all = m + n;
	double variance, distance;

	if (m == 0 || n == 0)
		return 1;
	variance =
		m * n / 12 *
		(all + 1 - (all > 1 ? passing->ties / (all * (all - 1)) : 0));
	if (variance <= 0)
		return 1;
	distance = fabs(passing->sum - m * (all + 1) / 2) - 0.5;
	return distance <= 0 ? 1 : erfc(distance / sqrt(2 * variance));
}

double ranks_compare(struct rank *rank, size_t count)
{
	struct passing passing = { 0 };

	if (count)
		qsort(rank, count, sizeof(*rank), compare);
	for (size_t i = 0; i < count;) {
		double before = 0, after = 0;
		size_t next = i;

		for (; next < count && rank[next].value == rank[i].value;
		     next++) {
			before += (double)rank[next].count[SIDE_BEFORE];
			after += (double)rank[next].count[SIDE_AFTER];
		}
		pass(&passing, before, after);
		i = next;
	}
	return probability_of(&passing);
}

struct gathering {
	struct rank *rank;
	size_t count, room;
	unsigned side;
	bool failed;
};

static bool gather(void *context, uint64_t ns, uint64_t count)
{
	struct gathering *gathering = context;
	struct rank rank = { .value = (double)ns };

	rank.count[gathering->side] = count;
	if (pxt_array_reserve(&gathering->rank, &gathering->room,
			      gathering->count + 1, sizeof(rank))) {
		gathering->failed = true;
		return false;
	}
	gathering->rank[gathering->count++] = rank;
	return true;
}

int ranks_compare_spreads(const struct spread *before,
			  const struct spread *after, double *p)
{
	struct gathering gathering = { .side = SIDE_BEFORE };

	spread_for_each(before, gather, &gathering);
	gathering.side = SIDE_AFTER;
	spread_for_each(after, gather, &gathering);
	if (!gathering.failed)
		*p = ranks_compare(gathering.rank, gathering.count);
	free(gathering.rank);
	return gathering.failed ? ENOMEM : 0;
}
