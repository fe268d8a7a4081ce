/*
 * target.c - what is to be reached, and whether it was
 */
#include <math.h>
#include <string.h>

#include "target.h"

struct definition {
	const char *section;
	const char *what;
	enum result_bound bound;
	double wanted;
	const char *unit;
};

static const struct definition definitions[TARGETS] = {
	[TARGET_NOTHING] = { "events", "an event, nothing traced",
			     RESULT_AT_MOST, 1.3, "ns" },
	[TARGET_SUSPENDED] = { "events", "an event, suspended", RESULT_AT_MOST,
			       3, "ns" },
	[TARGET_FILTERED] = { "events", "an event, filtered out",
			      RESULT_AT_MOST, 3, "ns" },
	[TARGET_LOOP] = { "events", "an event in LOOP, 0 to 64 bytes",
			  RESULT_AT_MOST, 1.15, "floor" },
	[TARGET_TWO_THREADS] = { "events", "two threads' rate to one's",
				 RESULT_AT_LEAST, 1.95, "x" },
};

void targets_init(struct targets *targets)
{
	for (unsigned i = 0; i < TARGETS; i++)
		targets->measured[i] = NAN;
}

void targets_measured(struct targets *targets, enum target target, double value)
{
	double *measured = &targets->measured[target];

	*measured = definitions[target].bound == RESULT_AT_MOST ?
			    fmax(*measured, value) :
			    fmin(*measured, value);
}

void targets_conclude(const struct targets *targets, const char *section,
		      struct results *results)
{
	for (unsigned i = 0; i < TARGETS; i++) {
		const struct definition *def = &definitions[i];
		struct result_target target = {
			.what = def->what,
			.unit = def->unit,
			.bound = def->bound,
			.wanted = def->wanted,
			.measured = targets->measured[i],
		};

		if (!strcmp(def->section, section))
			results_target(results, &target);
	}
}
