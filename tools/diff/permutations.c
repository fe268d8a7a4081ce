/*
 * permutations.c - which of many measures differ between two sets of runs
 */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "diff/permutations.h"

enum {
	ALL_MOST = 20000,    /* choices that are all tried */
	SAMPLE = 10000,	     /* random choices otherwise */
	SAMPLE_LEAST = 1000, /* the same for very many measures */
};

/* Smallest difference of logarithms that means anything: values that are the same
 * in all runs have no variance. */
static const double LEAST_ERROR = 0.001;

/* Work beyond which the sample is smaller, in values. */
static const double WORK_MOST = 2e9;

/* The number of choices, as far as it matters. */
static double count_choices(size_t first, size_t second)
{
	double choices = 1;

	for (size_t i = 1; i <= first && choices < 1e15; i++)
		choices = choices * (double)(second + i) / (double)i;
	return choices;
}

bool permutations_suffice(size_t first, size_t second, double level)
{
	if (!first || !second)
		return false;
	return (first == second ? 2 : 1) / count_choices(first, second) <=
	       level;
}

struct testing {
	const struct permutations *of;
	size_t runs;
	unsigned char *is_first; /* sides of the runs, in the present choice */
	double *strength;	 /* measures, in the same */
	double *observed;
	size_t *order; /* measures by their observed strength, least first */
	uint64_t *as_strong;
	uint64_t choices;
};

/* Welch's t of a measure in the present choice. */
static double strength_of(const struct testing *testing, size_t measure)
{
	const double *value = testing->of->value + measure * testing->runs;
	const double size[] = { (double)testing->of->second,
				(double)testing->of->first };
	double sum[2] = { 0 }, squares[2] = { 0 }, variance = 0, mean[2];

	/* Differences from the first value keep the squares small. */
	for (size_t i = 0; i < testing->runs; i++) {
		const double x = value[i] - value[0];

		sum[testing->is_first[i]] += x;
		squares[testing->is_first[i]] += x * x;
	}
	for (size_t i = 0; i < 2; i++) {
		const double rest = squares[i] - sum[i] * sum[i] / size[i];

		mean[i] = sum[i] / size[i];
		if (size[i] > 1 && rest > 0)
			variance += rest / (size[i] - 1) / size[i];
	}
	return fabs(mean[0] - mean[1]) / (sqrt(variance) + LEAST_ERROR);
}

static void find_strengths(struct testing *testing, double *strength)
{
	for (size_t i = 0; i < testing->of->measures; i++)
		strength[i] = strength_of(testing, i);
}

/* Steps down: a measure competes with those that were not stronger. */
static void count_choice(struct testing *testing)
{
	double most = 0;

	find_strengths(testing, testing->strength);
	testing->choices++;
	for (size_t i = 0; i < testing->of->measures; i++) {
		const size_t measure = testing->order[i];

		if (testing->strength[measure] > most)
			most = testing->strength[measure];
		/* The observed choice comes again, but for rounding. */
		if (most >= testing->observed[measure] * (1 - 1e-9))
			testing->as_strong[measure]++;
	}
}

/* Goes to the next choice in lexical order. False: that was the last one. */
static bool step(unsigned char *is_first, size_t runs)
{
	size_t ones = 0, i = runs;

	while (i && is_first[i - 1]) {
		ones++;
		i--;
	}
	while (i && !is_first[i - 1])
		i--;
	if (!i)
		return false;
	is_first[i - 1] = 0;
	ones++;
	for (size_t j = i; j < runs; j++)
		is_first[j] = j < i + ones;
	return true;
}

static void begin_choices(struct testing *testing)
{
	for (size_t i = 0; i < testing->runs; i++)
		testing->is_first[i] = i < testing->of->first;
}

static void try_all(struct testing *testing)
{
	begin_choices(testing);
	do
		count_choice(testing);
	while (step(testing->is_first, testing->runs));
}

/* The same numbers in each run of this program: splitmix64. */
static uint64_t draw(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static void try_sample(struct testing *testing)
{
	const double work =
		(double)testing->runs * (double)testing->of->measures * SAMPLE;
	const size_t sample = work > WORK_MOST ? SAMPLE_LEAST : SAMPLE;
	uint64_t state = 1;

	assert(testing->runs);
	begin_choices(testing);
	count_choice(testing);
	for (size_t n = 1; n < sample; n++) {
		for (size_t i = testing->runs - 1; i; i--) {
			const size_t other = draw(&state) % (i + 1);
			const unsigned char kept = testing->is_first[i];

			testing->is_first[i] = testing->is_first[other];
			testing->is_first[other] = kept;
		}
		count_choice(testing);
	}
}

static int compare(const void *x, const void *y, void *context)
{
	const struct testing *testing = context;
	const size_t a = *(const size_t *)x, b = *(const size_t *)y;

	if (testing->observed[a] != testing->observed[b])
		return testing->observed[a] < testing->observed[b] ? -1 : 1;
	return (a > b) - (a < b);
}

static void test(struct testing *testing)
{
	const size_t measures = testing->of->measures;

	begin_choices(testing);
	find_strengths(testing, testing->observed);
	for (size_t i = 0; i < measures; i++)
		testing->order[i] = i;
	qsort_r(testing->order, measures, sizeof(*testing->order), compare,
		testing);
	if (count_choices(testing->of->first, testing->of->second) > ALL_MOST)
		try_sample(testing);
	else
		try_all(testing);
}

/* A measure is not more certain than a stronger one. */
static void conclude(const struct testing *testing, double *p)
{
	double most = 0;

	for (size_t i = testing->of->measures; i--;) {
		const size_t measure = testing->order[i];
		const double own = (double)testing->as_strong[measure] /
				   (double)testing->choices;

		most = own > most ? own : most;
		p[measure] = most;
	}
}

int permutations_test(const struct permutations *permutations, double *p)
{
	const size_t measures = permutations->measures;
	struct testing testing = {
		.of = permutations,
		.runs = permutations->first + permutations->second,
	};
	int err = ENOMEM;

	if (!measures)
		return 0;
	testing.is_first = calloc(testing.runs, 1);
	testing.strength = calloc(measures, sizeof(*testing.strength));
	testing.observed = calloc(measures, sizeof(*testing.observed));
	testing.order = calloc(measures, sizeof(*testing.order));
	testing.as_strong = calloc(measures, sizeof(*testing.as_strong));
	if (testing.is_first && testing.strength && testing.observed &&
	    testing.order && testing.as_strong) {
		test(&testing);
		conclude(&testing, p);
		err = 0;
	}
	free(testing.is_first);
	free(testing.strength);
	free(testing.observed);
	free(testing.order);
	free(testing.as_strong);
	return err;
}
