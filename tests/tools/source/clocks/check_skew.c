/* check_skew.c - what messages tell of clocks, and what they do not */
#include <stdlib.h>

#include "run.h"
#include "source/clocks/skew.h"

static struct skew skew;

static void begin(size_t clocks)
{
	ck_assert_int_eq(skew_init(&skew, clocks), 0);
}

/* The logs of all clocks are a few microseconds long. */
static struct skew_found find(size_t clock)
{
	const struct skew_range range[] = { { 1000, 5000 },
					    { 1000, 5000 },
					    { 1000, 5000 } };
	struct skew_found found;

	ck_assert_int_eq(skew_settle(&skew, 0, range), 0);
	skew_find(&skew, clock, &found);
	return found;
}

static void end(void)
{
	skew_fini(&skew);
}

/* Clock 1 is 1000 behind: that has to be added. */
START_TEST(the_quickest_messages_both_ways_bound_the_offset)
{
	struct skew_found found;

	begin(2);
	skew_add(&skew, 0, 1000, 1, 1000 + 90 - 1000);
	skew_add(&skew, 0, 2000, 1, 2000 + 10 - 1000);
	skew_add(&skew, 0, 3000, 1, 3000 + 40 - 1000);
	skew_add(&skew, 1, 3500 - 1000, 0, 3500 + 30);
	skew_add(&skew, 1, 4000 - 1000, 0, 4000 + 70);

	found = find(1);
	ck_assert_int_eq(found.kind, SKEW_KNOWN);
	ck_assert_int_eq(found.shift.ns, 1010); /* between 990 and 1030 */
	ck_assert_uint_eq(found.shift.error_ns, 20);
	ck_assert_uint_eq(found.messages, 5);
	end();
}
END_TEST

START_TEST(messages_one_way_are_a_bound)
{
	struct skew_found found;

	begin(3);
	skew_add(&skew, 0, 5000, 1, 4500);
	skew_add(&skew, 2, 5000, 0, 6500);

	found = find(1);
	ck_assert_int_eq(found.kind, SKEW_AT_LEAST);
	ck_assert_int_eq(found.shift.ns, 500);
	found = find(2);
	ck_assert_int_eq(found.kind, SKEW_AT_MOST);
	ck_assert_int_eq(found.shift.ns, 1500);
	end();
}
END_TEST

START_TEST(without_messages_nothing_is_known)
{
	struct skew_found found;

	begin(2);
	skew_add(&skew, 1, 100, 1, 200);
	skew_add(&skew, 0, INT64_MIN, 1, INT64_MAX);
	found = find(1);
	ck_assert_int_eq(found.kind, SKEW_UNKNOWN);
	ck_assert_uint_eq(found.messages, 0);
	end();
}
END_TEST

/* Clock 2 is 7 ahead of clock 1, which is 100 behind. */
START_TEST(a_clock_in_between_bounds_the_others)
{
	struct skew_found found;

	begin(3);
	skew_add(&skew, 0, 1000, 1, 1000 - 100 + 2);
	skew_add(&skew, 1, 2000 - 100, 0, 2000 + 2);
	skew_add(&skew, 1, 3000 - 100, 2, 3000 - 93 + 1);
	skew_add(&skew, 2, 4000 - 93, 1, 4000 - 100 + 1);
	found = find(2);
	ck_assert_int_eq(found.kind, SKEW_KNOWN);
	ck_assert_int_eq(found.shift.ns, 93);
	ck_assert_uint_eq(found.shift.error_ns, 3);
	end();
}
END_TEST

START_TEST(clocks_that_drift_contradict_themselves)
{
	struct skew_found found;

	begin(3);
	skew_add(&skew, 0, 1000, 1, 900);  /* at least 100 */
	skew_add(&skew, 1, 2000, 0, 2090); /* at most 90 */
	skew_add(&skew, 0, 1000, 2, 995);
	skew_add(&skew, 2, 2000, 0, 2005);
	found = find(1);
	ck_assert_int_eq(found.kind, SKEW_CONTRADICTED);
	ck_assert_int_eq(found.shift.ns, 95);
	ck_assert_uint_ge(found.shift.error_ns, 5);
	ck_assert_uint_le(found.shift.error_ns, 10);
	ck_assert_uint_ge(found.lack_ns, 9);
	/* What others know is still good. */
	found = find(2);
	ck_assert_int_eq(found.kind, SKEW_KNOWN);
	ck_assert_int_eq(found.shift.ns, 5);
	ck_assert_uint_eq(found.shift.error_ns, 0);
	end();
}
END_TEST

/* True time is that of no clock. A clock shows it by an offset and a rate of its
 * own; messages take up to 1 ms. */

enum { CLOCKS = 5, ROUNDS = 300 };

#define SECOND 1e9
#define HOUR (3600 * SECOND)

static const double ahead_ns[CLOCKS] = { 0, 5e6, -3e9, 7e5, 1e3 };
static const double ppm[CLOCKS] = { 20, -30, 45, 0, -50 };

static int64_t shown(size_t clock, double ns)
{
	return (int64_t)(ns * (1 + ppm[clock] * 1e-6) + ahead_ns[clock]);
}

static double when(size_t clock, int64_t ns)
{
	return ((double)ns - ahead_ns[clock]) / (1 + ppm[clock] * 1e-6);
}

static double length_ns;

static void send_message(size_t from, size_t to, unsigned *seed)
{
	const double sent = length_ns * rand_r(seed) / RAND_MAX;
	const double took = 20000 + 1e6 * rand_r(seed) / RAND_MAX;

	skew_add(&skew, from, shown(from, sent), to, shown(to, sent + took));
}

/* Each clock is where the base would be, to the error, which is less than that. */
static void are_right(size_t base, double error_ns)
{
	struct skew_range range[CLOCKS];

	for (size_t i = 0; i < CLOCKS; i++)
		range[i] =
			(struct skew_range){ shown(i, 0), shown(i, length_ns) };
	ck_assert_int_eq(skew_settle(&skew, base, range), 0);
	for (size_t i = 0; i < CLOCKS; i++) {
		struct skew_found found;

		skew_find(&skew, i, &found);
		ck_assert_int_eq(found.kind, SKEW_KNOWN);
		ck_assert_uint_lt(found.shift.error_ns, (uint64_t)error_ns);
		for (int64_t ns = range[i].first_ns; ns < range[i].last_ns;
		     ns += (int64_t)(length_ns / 7)) {
			const int64_t off = clock_shift_add(&found.shift, ns) -
					    shown(base, when(i, ns));

			ck_assert_uint_le((uint64_t)llabs(off),
					  found.shift.error_ns + 2);
		}
	}
}

START_TEST(clocks_that_drift_are_right_by_way_of_others)
{
	length_ns = HOUR;
	for (unsigned base = 0; base < CLOCKS; base++) {
		unsigned seed = base;

		begin(CLOCKS);
		for (unsigned i = 0; i < ROUNDS; i++)
			for (size_t j = 1; j < CLOCKS; j++) {
				send_message(j - 1, j, &seed);
				send_message(j, j - 1, &seed);
			}
		are_right(base, 8e6);
		end();
	}
}
END_TEST

START_TEST(messages_that_go_round_allow_for_drift)
{
	unsigned seed = 1;

	length_ns = SECOND;
	begin(CLOCKS);
	for (unsigned i = 0; i < ROUNDS; i++)
		for (size_t j = 0; j < CLOCKS; j++)
			send_message(j, (j + 1) % CLOCKS, &seed);
	are_right(0, 5e6);
	end();
}
END_TEST

START_TEST(the_extremes_of_time_do_no_harm)
{
	struct skew_found found;

	begin(3);
	skew_add(&skew, 1, 0, 2, INT64_MIN);
	skew_add(&skew, 0, 0, 1, INT64_MAX - 1);
	skew_add(&skew, 1, 0, 0, INT64_MAX - 1);
	skew_add(&skew, 1, 0, 2, INT64_MAX - 1);
	found = find(1);
	ck_assert_int_eq(found.kind, SKEW_KNOWN);
	ck_assert_int_eq(found.shift.ns, 0);
	ck_assert_uint_ge(found.shift.error_ns, INT64_MAX - 1);
	end();
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("skew");
	TCase *t = tcase_create("skew");

	tcase_add_test(t, the_quickest_messages_both_ways_bound_the_offset);
	tcase_add_test(t, messages_one_way_are_a_bound);
	tcase_add_test(t, without_messages_nothing_is_known);
	tcase_add_test(t, a_clock_in_between_bounds_the_others);
	tcase_add_test(t, clocks_that_drift_contradict_themselves);
	tcase_add_test(t, clocks_that_drift_are_right_by_way_of_others);
	tcase_add_test(t, messages_that_go_round_allow_for_drift);
	tcase_add_test(t, the_extremes_of_time_do_no_harm);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
