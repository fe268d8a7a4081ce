/* check_spread.c - durations: percentiles, bars, and what they cost */
#include <string.h>

#include "figures/spread.h"
#include "run.h"

static struct spread spread;

static void setup(void)
{
	memset(&spread, 0, sizeof(spread));
}

static void teardown(void)
{
	spread_fini(&spread);
}

static void add(uint64_t ns)
{
	ck_assert_int_eq(spread_add(&spread, ns), 0);
}

/* Not less than what it is, and not by a hundredth more. */
static void check_quantile(uint32_t millionths, uint64_t ns)
{
	const uint64_t found = spread_quantile(&spread, millionths);

	ck_assert_msg(found >= ns && found - ns <= ns / 100,
		      "%u of a million: %llu, not %llu", millionths,
		      (unsigned long long)found, (unsigned long long)ns);
}

START_TEST(of_none_there_is_nothing)
{
	ck_assert_uint_eq(spread.count, 0);
	ck_assert_uint_eq(spread_quantile(&spread, 500000), 0);
}
END_TEST

START_TEST(one_is_all_of_them_exactly)
{
	static const uint64_t ones[] = { 0,   1,	 127,	    128,
					 129, 123456789, UINT64_MAX };

	add(ones[_i]);
	ck_assert_uint_eq(spread_quantile(&spread, 0), ones[_i]);
	ck_assert_uint_eq(spread_quantile(&spread, 500000), ones[_i]);
	ck_assert_uint_eq(spread_quantile(&spread, 1000000), ones[_i]);
}
END_TEST

START_TEST(percentiles_of_an_even_distribution)
{
	for (uint64_t i = 1; i <= 100000; i++)
		add(i * 37);
	ck_assert_uint_eq(spread.count, 100000);
	ck_assert_uint_eq(spread.least, 37);
	ck_assert_uint_eq(spread.greatest, 3700000);
	check_quantile(10, 37);
	check_quantile(10000, 37000);
	check_quantile(500000, 1850000);
	check_quantile(990000, 3663000);
	check_quantile(999000, 3696300);
	ck_assert_uint_eq(spread_quantile(&spread, 1000000), 3700000);
}
END_TEST

/* 989 short ones, ten longer ones, and one that is the longest. */
START_TEST(a_percentile_is_of_the_event_it_takes)
{
	for (unsigned i = 0; i < 989; i++)
		add(1000);
	for (unsigned i = 0; i < 10; i++)
		add(50000);
	add(7000000000);
	check_quantile(989000, 1000);
	check_quantile(989001, 50000);
	check_quantile(999000, 50000);
	ck_assert_uint_eq(spread_quantile(&spread, 999001), 7000000000);
}
END_TEST

START_TEST(no_length_is_told_wrong_by_a_hundredth)
{
	for (unsigned bit = 0; bit < 63; bit++)
		for (uint64_t part = 0; part < 300; part++) {
			const uint64_t ns = (UINT64_C(1) << bit) +
					    ((UINT64_C(1) << bit) / 300) * part;

			add(ns);
			add(UINT64_MAX);
			check_quantile(1, ns);
			spread_fini(&spread);
		}
}
END_TEST

/* The bars have round ends, and everything in them. */
static void check_bars(uint64_t from, uint64_t to)
{
	struct spread_bars bars;
	uint64_t sum = 0;

	spread_draw(&spread, &bars);
	ck_assert_uint_eq(bars.from, from);
	ck_assert_uint_eq(bars.to, to);
	ck_assert_uint_le(bars.count, SPREAD_BARS);
	for (unsigned i = 0; i < bars.count; i++)
		sum += bars.bar[i];
	ck_assert_uint_eq(sum, spread.count);
}

START_TEST(bars_are_between_round_durations)
{
	static const struct {
		uint64_t least, greatest, from, to;
	} cases[] = {
		{ 0, 0, 1, 2 },		  { 1, 1, 1, 2 },
		{ 3, 4, 2, 5 },		  { 1100, 18800000, 1000, 20000000 },
		{ 999, 1000, 500, 1000 }, { 2000, 2000, 2000, 5000 },
		{ 7, 5100, 5, 10000 },	  { 1, UINT64_MAX, 1, UINT64_MAX },
	};

	add(cases[_i].least);
	add(cases[_i].greatest);
	check_bars(cases[_i].from, cases[_i].to);
}
END_TEST

START_TEST(a_bar_is_as_high_as_many_are_in_it)
{
	struct spread_bars bars = { .count = 12 };
	char text[SPREAD_TEXT];

	bars.bar[0] = 1;
	bars.bar[2] = 4000;
	bars.bar[3] = 8000;
	bars.bar[11] = 8001;
	spread_bars_text(&bars, true, text);
	ck_assert_str_eq(text, ". :#       #");
	spread_bars_text(&bars, false, text);
	ck_assert_str_eq(text, "▁ ▄▇       █");
}
END_TEST

START_TEST(the_text_of_all_bars_fits)
{
	struct spread_bars bars = { .count = SPREAD_BARS };
	char text[SPREAD_TEXT];

	for (unsigned i = 0; i < SPREAD_BARS; i++)
		bars.bar[i] = UINT64_MAX;
	spread_bars_text(&bars, false, text);
	ck_assert_uint_eq(strlen(text), SPREAD_TEXT - 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("spread");
	TCase *tcase = tcase_create("spread");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, of_none_there_is_nothing);
	tcase_add_loop_test(tcase, one_is_all_of_them_exactly, 0, 7);
	tcase_add_test(tcase, percentiles_of_an_even_distribution);
	tcase_add_test(tcase, a_percentile_is_of_the_event_it_takes);
	tcase_add_test(tcase, no_length_is_told_wrong_by_a_hundredth);
	tcase_add_loop_test(tcase, bars_are_between_round_durations, 0, 8);
	tcase_add_test(tcase, a_bar_is_as_high_as_many_are_in_it);
	tcase_add_test(tcase, the_text_of_all_bars_fits);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
