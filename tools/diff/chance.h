/*
 * chance.h - whether counts differ by more than chance
 *
 * The results are probabilities, of both directions, that counts of one and the
 * same cause differ as much as these. Small counts are compared exactly, large
 * ones by the normal approximation.
 */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

/* Counts of events that come independently: binomial test. share: that of the
 * first count if there is no difference, between 0 and 1. */
double chance_of_counts(uint64_t first, uint64_t second, double share);

/* Parts of two wholes: Fisher's test. A part is no greater than its whole. */
double chance_of_parts(uint64_t first, uint64_t of_first, uint64_t second,
		       uint64_t of_second);

#endif
