/* check_clock_shift.c - times are shifted in their order, and back */
#include "run.h"
#include "source/clocks/clock_shift.h"

#define NOW (INT64_C(1700000000) * 1000000000)
#define DAY (INT64_C(86400) * 1000000000)
#define PPM (INT64_C(1) << CLOCK_SHIFT_RATE) / 1000000

static const struct clock_shift constant = { .ns = -7000000 };
static const struct clock_shift faster = {
	.at_ns = NOW, .ns = 1279000, .rate = 100 * PPM, .error_ns = 5
};
static const struct clock_shift slower = {
	.at_ns = NOW, .ns = -1279000, .rate = -1000 * PPM, .error_ns = 7
};

START_TEST(a_shift_changes_at_its_rate)
{
	ck_assert_int_eq(clock_shift_add(&constant, NOW), NOW - 7000000);
	ck_assert_int_eq(clock_shift_add(&faster, NOW), NOW + 1279000);
	/* 100 us in each second, to the nanosecond in ten days */
	ck_assert_int_eq(clock_shift_add(&faster, NOW + 10 * DAY),
			 NOW + 10 * DAY + 1279000 + 86400000000 - 1);
	ck_assert_int_eq(clock_shift_add(&slower, NOW + 1000000000),
			 NOW + 1000000000 - 1279000 - 1000000);
	ck_assert(clock_shift_ppm(&faster) > 99.999 &&
		  clock_shift_ppm(&faster) < 100.001);
}
END_TEST

START_TEST(times_keep_their_order)
{
	int64_t before = INT64_MIN;

	for (int64_t ns = NOW - 5000; ns < NOW + 5000; ns++) {
		const int64_t shifted = clock_shift_add(&slower, ns);

		ck_assert_int_ge(shifted, before);
		before = shifted;
	}
}
END_TEST

static void goes_back(const struct clock_shift *shift, int64_t ns)
{
	const int64_t there = clock_shift_remove(shift, ns);

	ck_assert_int_ge(clock_shift_add(shift, there), ns);
	ck_assert_int_lt(clock_shift_add(shift, there - 1), ns);
}

START_TEST(a_shifted_time_is_found_again)
{
	for (int64_t ns = NOW - 3 * DAY; ns < NOW + 3 * DAY; ns += DAY / 7) {
		goes_back(&constant, ns);
		goes_back(&faster, ns);
		goes_back(&slower, ns);
	}
	for (int64_t ns = NOW; ns < NOW + 3000; ns++)
		goes_back(&slower, ns);
}
END_TEST

START_TEST(shifts_that_follow_each_other_are_one)
{
	struct clock_shift both = slower;

	clock_shift_extend(&both, &faster);
	ck_assert_uint_eq(both.error_ns, 12);
	for (int64_t ns = NOW - DAY; ns < NOW + DAY; ns += DAY / 9) {
		const int64_t once = clock_shift_add(&slower, ns);
		const int64_t error = clock_shift_add(&both, ns) -
				      clock_shift_add(&faster, once);

		ck_assert_int_le(error, 2);
		ck_assert_int_ge(error, -2);
	}
}
END_TEST

START_TEST(the_extremes_of_time_do_no_harm)
{
	const struct clock_shift most = { .ns = INT64_MAX, .rate = 1000 * PPM };
	const struct clock_shift least = { .at_ns = INT64_MAX,
					   .ns = INT64_MIN,
					   .rate = 1000 * PPM };
	struct clock_shift both = most;

	ck_assert_int_eq(clock_shift_add(&most, INT64_MAX), INT64_MAX);
	ck_assert_int_eq(clock_shift_add(&least, INT64_MIN), INT64_MIN);
	ck_assert_int_eq(clock_shift_remove(&most, INT64_MAX), INT64_MAX);
	ck_assert_int_eq(clock_shift_remove(&least, INT64_MIN), INT64_MIN);
	ck_assert_int_eq(clock_shift_remove(&least, NOW), INT64_MAX);
	ck_assert_int_eq(clock_shift_remove(&most, -NOW), INT64_MIN);
	clock_shift_extend(&both, &most);
	ck_assert_int_eq(clock_shift_add(&both, 0), INT64_MAX);
	ck_assert_int_eq(clock_shift_sum(INT64_MIN, -1), INT64_MIN);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("clock_shift");
	TCase *t = tcase_create("clock_shift");

	tcase_add_test(t, a_shift_changes_at_its_rate);
	tcase_add_test(t, times_keep_their_order);
	tcase_add_test(t, a_shifted_time_is_found_again);
	tcase_add_test(t, shifts_that_follow_each_other_are_one);
	tcase_add_test(t, the_extremes_of_time_do_no_harm);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
