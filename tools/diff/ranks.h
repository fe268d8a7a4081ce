/*
 * ranks.h - whether one of two samples has the greater values: Mann and Whitney's
 * test
 *
 * The result is the probability, of both directions, that samples of one and the
 * same distribution differ as much as these, by the normal approximation, with
 * the correction for ties.
 */
#ifndef RANKS_H
#define RANKS_H

#include <stddef.h>
#include <stdint.h>

#include "diff/sides.h"
#include "figures/spread.h"

/* A value, and how often the samples have it. */
struct rank {
	double value;
	uint64_t count[SIDES];
};

/* Sorts the values, which may be repeated. 1: a sample is empty. */
double ranks_compare(struct rank *rank, size_t count);

/* Compares two distributions. *p is valid unless there is no memory: ENOMEM. */
int ranks_compare_spreads(const struct spread *before,
			  const struct spread *after, double *p);

#endif
