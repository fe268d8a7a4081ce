/* check_nesting.c - spans that nest, stick out and end, and lanes */
#include "bridge/lanes.h"
#include "bridge/nesting.h"
#include "bridge/span_ends.h"
#include "run.h"

static struct nesting nesting;
static struct lanes lanes;
static struct span_ends ends;

static void teardown(void)
{
	nesting_fini(&nesting);
	lanes_fini(&lanes);
	span_ends_fini(&ends);
}

static bool begin(uint32_t thread, uint32_t open)
{
	bool sticks_out;

	ck_assert_int_eq(nesting_begin(&nesting, thread, open, &sticks_out), 0);
	return sticks_out;
}

static void end(uint32_t open)
{
	ck_assert_int_eq(nesting_end(&nesting, open), 0);
}

START_TEST(nested_spans_are_a_stack)
{
	begin(3, 1);
	begin(3, 2);
	begin(4, 5);
	ck_assert_int_eq(nesting_top(&nesting, 3), 2);
	ck_assert_int_eq(nesting_below(&nesting, 2), 1);
	ck_assert_int_eq(nesting_below(&nesting, 1), 0);
	ck_assert_int_eq(nesting_top(&nesting, 4), 5);
	end(2);
	ck_assert_int_eq(nesting_top(&nesting, 3), 1);
	end(1);
	ck_assert_int_eq(nesting_top(&nesting, 3), 0);
	ck_assert_int_eq(nesting_top(&nesting, 77), 0);
	ck_assert_uint_eq(nesting.outs, 0);
}
END_TEST

/* The first and the fourth contain others; the third ends after the first, the
 * fifth never does. */
static void overlap(const bool expected[5])
{
	ck_assert_int_eq(begin(0, 1), expected[0]);
	ck_assert_int_eq(begin(0, 2), expected[1]);
	end(2);
	ck_assert_int_eq(begin(0, 2), expected[2]);
	end(1);
	end(2);
	ck_assert_int_eq(begin(0, 1), expected[3]);
	ck_assert_int_eq(begin(0, 2), expected[4]);
	end(1);
}

START_TEST(spans_that_stick_out_are_known_the_second_time)
{
	nesting_survey(&nesting);
	overlap((const bool[5]){ false });
	nesting_surveyed(&nesting);
	overlap((const bool[5]){ false, false, true, false, true });
	ck_assert_int_eq(nesting_top(&nesting, 0), 0);
}
END_TEST

START_TEST(a_survey_begins_anew)
{
	overlap((const bool[5]){ false });
	nesting_survey(&nesting);
	begin(0, 1);
	end(1);
	nesting_surveyed(&nesting);
	ck_assert(!begin(0, 1));
	ck_assert(!begin(0, 2));
}
END_TEST

START_TEST(a_span_that_is_given_up_is_not_in_the_way)
{
	begin(0, 1);
	begin(0, 2);
	begin(0, 3);
	nesting_give_up(&nesting, 2);
	nesting_give_up(&nesting, 2);
	nesting_give_up(&nesting, 1000);
	ck_assert_int_eq(nesting_below(&nesting, 3), 1);
	end(3);
	end(1);
	ck_assert_uint_eq(nesting.outs, 0);
}
END_TEST

static uint32_t take(uint32_t owner)
{
	const struct lanes_key key = { .owner = owner };
	uint32_t lane;

	ck_assert_int_eq(lanes_take(&lanes, &key, &lane), 0);
	return lane;
}

START_TEST(the_lowest_free_lane_is_taken)
{
	ck_assert_uint_eq(take(1), 0);
	ck_assert_uint_eq(take(1), 1);
	ck_assert_uint_eq(take(2), 2);
	ck_assert_uint_eq(take(1), 3);
	lanes_give(&lanes, 1);
	lanes_give(&lanes, 0);
	ck_assert_uint_eq(take(1), 0);
	ck_assert_uint_eq(take(1), 1);
	ck_assert_uint_eq(take(1), 4);
	lanes_give(&lanes, 2);
	ck_assert_uint_eq(take(2), 2);
}
END_TEST

START_TEST(many_lanes_are_found)
{
	enum { MANY = 1000 };

	for (uint32_t i = 0; i < MANY; i++)
		ck_assert_uint_eq(take(1), i);
	lanes_give(&lanes, 777);
	lanes_give(&lanes, 64);
	ck_assert_uint_eq(take(1), 64);
	ck_assert_uint_eq(take(1), 777);
	ck_assert_uint_eq(take(1), MANY);
}
END_TEST

START_TEST(spans_that_end_are_known_by_their_numbers)
{
	enum { LAST = 70000 };

	ck_assert(!span_ends_has(&ends, 1));
	for (uint64_t i = 1; i <= LAST; i += 3)
		ck_assert_int_eq(span_ends_add(&ends, i), 0);
	for (uint64_t i = 1; i <= 2 * LAST; i++)
		ck_assert_int_eq(span_ends_has(&ends, i),
				 i <= LAST && i % 3 == 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("nesting");
	TCase *tests = tcase_create("nesting");

	tcase_add_checked_fixture(tests, NULL, teardown);
	tcase_add_test(tests, nested_spans_are_a_stack);
	tcase_add_test(tests, spans_that_stick_out_are_known_the_second_time);
	tcase_add_test(tests, a_survey_begins_anew);
	tcase_add_test(tests, a_span_that_is_given_up_is_not_in_the_way);
	tcase_add_test(tests, the_lowest_free_lane_is_taken);
	tcase_add_test(tests, many_lanes_are_found);
	tcase_add_test(tests, spans_that_end_are_known_by_their_numbers);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
