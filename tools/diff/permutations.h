/*
 * permutations.h - which of many measures differ between two sets of runs: the
 * permutation test of Westfall and Young
 *
 * Each measure has a value in each run. If the sides are the same, any other
 * choice of the runs of the first side is as good. A measure differs if few of
 * these choices let any measure differ as much; that corrects for the number of
 * measures, which is stepped down as in Holm's procedure. All choices are tried,
 * or a fixed random sample of them if there are too many.
 */
#ifndef PERMUTATIONS_H
#define PERMUTATIONS_H

#include <stdbool.h>
#include <stddef.h>

struct permutations {
	size_t first, second; /* runs of the sides */
	const double
		*value; /* values of a measure in all runs, for each measure */
	size_t measures;
};

/* True if so many runs can differ at that level. */
bool permutations_suffice(size_t first, size_t second, double level);

/* Sets p[i] of each measure, corrected. ENOMEM. */
int permutations_test(const struct permutations *permutations, double *p);

#endif
