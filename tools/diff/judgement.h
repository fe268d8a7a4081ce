/*
 * judgement.h - which measures differ by more than noise, and by how much more
 *
 * With enough runs on both sides the runs are the sample: see permutations.h.
 * With fewer, equal periods of the runs are: rates and percentiles are compared by
 * Mann and Whitney's test, counts by the binomial test, successions by Fisher's, all
 * of them corrected by Holm's procedure; new and vanished rows differ.
 */
#ifndef JUDGEMENT_H
#define JUDGEMENT_H

#include <stdbool.h>

#include "diff/limits.h"
#include "diff/measures.h"

struct judgement {
	double level; /* level of all tests together */
	double least; /* relative difference of rates, percentiles and shares */
	unsigned kinds; /* kinds that are compared besides the limits */
	struct limits *limits;
	bool is_of_runs;
	unsigned long tested, differing;
};

/* Makes the measures that are compared or have a limit, and judges them.
 * ENOMEM. */
int judgement_pass(struct judgement *judgement, const struct sheet *sheet,
		   struct measures *measures);

#endif
