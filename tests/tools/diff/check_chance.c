/* check_chance.c - probabilities are those that other programs compute */
#include <math.h>
#include <stdlib.h>

#include "diff/chance.h"
#include "diff/permutations.h"
#include "diff/ranks.h"
#include "run.h"

static void check_probability(double found, double wanted)
{
	ck_assert_msg(fabs(found - wanted) < 5e-5 * (wanted + 0.01),
		      "%.8g, not %.8g", found, wanted);
}

/* binom.test(k, n, share) of R */
START_TEST(counts_are_compared_as_by_binom_test)
{
	check_probability(chance_of_counts(7, 3, 0.5), 0.34375);
	check_probability(chance_of_counts(0, 12, 0.5), 0.00048828125);
	check_probability(chance_of_counts(0, 0, 0.5), 1);
	check_probability(chance_of_counts(5, 5, 0.5), 1);
	check_probability(chance_of_counts(1, 9, 0.5), 0.021484375);
	check_probability(chance_of_counts(1, 2, 0.2), 0.488);
}
END_TEST

/* Beyond some count the approximation goes on where the sum ends. */
START_TEST(large_counts_are_compared_as_small_ones)
{
	const double exact = chance_of_counts(230, 270, 0.5);
	const double normal = chance_of_counts(230, 271, 0.5);

	ck_assert(exact > normal && exact - normal < 0.01);
	ck_assert(chance_of_counts(401430, 388102, 0.5) < 1e-40);
	ck_assert(chance_of_counts(1000000, 1000500, 0.5) > 0.7);
}
END_TEST

/* fisher.test() of R */
START_TEST(parts_are_compared_as_by_fisher_test)
{
	check_probability(chance_of_parts(3, 4, 1, 4), 0.4857143);
	check_probability(chance_of_parts(10, 10, 0, 10), 1.0825e-05);
	check_probability(chance_of_parts(0, 10, 0, 20), 1);
	check_probability(chance_of_parts(1, 10, 11, 14), 0.002759456);
	check_probability(chance_of_parts(0, 0, 3, 5), 1);
	ck_assert(chance_of_parts(5000, 10000, 6000, 10000) < 1e-20);
	ck_assert(chance_of_parts(5000, 10000, 5010, 10000) > 0.8);
}
END_TEST

/* wilcox.test(exact = FALSE) of R */
START_TEST(values_are_compared_as_by_wilcox_test)
{
	struct rank rank[] = {
		{ 1, { 1, 0 } },  { 2, { 1, 0 } }, { 3, { 1, 0 } },
		{ 4, { 1, 0 } },  { 5, { 1, 0 } }, { 6, { 0, 1 } },
		{ 7, { 0, 1 } },  { 8, { 0, 1 } }, { 9, { 0, 1 } },
		{ 10, { 0, 1 } },
	};

	check_probability(ranks_compare(rank, 10), 0.01218578);
	check_probability(ranks_compare(rank, 5), 1);
	check_probability(ranks_compare(NULL, 0), 1);
}
END_TEST

START_TEST(ties_are_corrected_for)
{
	struct rank apart[] = { { 3, { 0, 2 } },
				{ 1, { 2, 1 } },
				{ 2, { 2, 2 } },
				{ 3, { 0, 1 } } };
	struct rank together[] = { { 1, { 2, 1 } },
				   { 2, { 2, 2 } },
				   { 3, { 0, 3 } } };

	ck_assert(ranks_compare(apart, 4) == ranks_compare(together, 3));
	/* wilcox.test(c(1,1,2,2), c(1,2,2,3,3,3)) */
	check_probability(ranks_compare(together, 3), 0.1420498);
}
END_TEST

/* The least probability of five against five is that of two choices in 252. */
START_TEST(one_measure_of_many_is_found)
{
	enum { MEASURES = 40, RUNS = 10 };
	double value[MEASURES][RUNS], p[MEASURES];
	const struct permutations permutations = {
		.first = 5,
		.second = 5,
		.value = value[0],
		.measures = MEASURES,
	};
	unsigned state = 1;

	for (int i = 0; i < MEASURES; i++)
		for (int j = 0; j < RUNS; j++) {
			state = state * 1103515245 + 12345;
			value[i][j] = (state >> 16) % 1000 / 1000.0 +
				      (i == 17 && j >= 5) * 10;
		}
	ck_assert_int_eq(permutations_test(&permutations, p), 0);
	check_probability(p[17], 2.0 / 252);
	for (int i = 0; i < MEASURES; i++)
		ck_assert(i == 17 || p[i] > 0.05);
}
END_TEST

START_TEST(values_that_never_change_do_not_differ)
{
	static const double value[] = { 3, 3, 3, 3, 3, 3, 3, 3,
					1, 1, 1, 1, 2, 2, 2, 2 };
	const struct permutations permutations = { 4, 4, value, 2 };
	double p[2];

	ck_assert_int_eq(permutations_test(&permutations, p), 0);
	check_probability(p[0], 1);
	check_probability(p[1], 2.0 / 70);
}
END_TEST

/* More choices than can be tried: a sample, which is always the same */
START_TEST(many_runs_are_sampled)
{
	enum { RUNS = 40 };
	double value[RUNS], p, again;
	const struct permutations permutations = { 20, 20, value, 1 };

	for (int i = 0; i < RUNS; i++)
		value[i] = i * 7 % 13 + (i >= 20) * 2;
	ck_assert_int_eq(permutations_test(&permutations, &p), 0);
	ck_assert_int_eq(permutations_test(&permutations, &again), 0);
	ck_assert(p == again);
	ck_assert(p > 0.001 && p < 0.5);
	for (int i = 20; i < RUNS; i++)
		value[i] += 100;
	ck_assert_int_eq(permutations_test(&permutations, &p), 0);
	check_probability(p, 1.0 / 10000);
}
END_TEST

START_TEST(few_runs_do_not_suffice)
{
	ck_assert(!permutations_suffice(1, 1, 0.05));
	ck_assert(!permutations_suffice(3, 3, 0.05));
	ck_assert(permutations_suffice(4, 4, 0.05));
	ck_assert(permutations_suffice(3, 4, 0.05));
	ck_assert(!permutations_suffice(4, 4, 0.01));
	ck_assert(permutations_suffice(5, 5, 0.01));
	ck_assert(!permutations_suffice(0, 5, 0.05));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("chance");
	TCase *chance = tcase_create("chance");

	tcase_add_test(chance, counts_are_compared_as_by_binom_test);
	tcase_add_test(chance, large_counts_are_compared_as_small_ones);
	tcase_add_test(chance, parts_are_compared_as_by_fisher_test);
	tcase_add_test(chance, values_are_compared_as_by_wilcox_test);
	tcase_add_test(chance, ties_are_corrected_for);
	tcase_add_test(chance, one_measure_of_many_is_found);
	tcase_add_test(chance, values_that_never_change_do_not_differ);
	tcase_add_test(chance, many_runs_are_sampled);
	tcase_add_test(chance, few_runs_do_not_suffice);
	suite_add_tcase(suite, chance);
	return run_suite(suite);
}
