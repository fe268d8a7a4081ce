/* check_clock_bounds.c - clocks that drift are within the error that is found */
#include <math.h>
#include <stdlib.h>

#include "run.h"
#include "source/clocks/clock_bounds.h"

#define NOW (INT64_C(1700000000) * 1000000000)
#define SECOND INT64_C(1000000000)
#define HOUR (3600 * SECOND)

enum { KEPT = 4096, US = 1000 };

/* Clock 1 is right. What has to be added to clock 0 is here, by its time. */
struct truth {
	double offset_ns;
	double ppm;
	double wave_ns, wave_s;	     /* wander: a sine */
	double step_ns;		     /* clock 0 is set, in the middle */
	int64_t least_ns, spread_ns; /* time on the way */
};

static unsigned seed;

/* A number from 0 to 1 */
static double chance(void)
{
	return (double)rand_r(&seed) / RAND_MAX;
}

static int64_t offset_at(const struct truth *truth, int64_t ns)
{
	const double since = (double)(ns - NOW);
	double offset = truth->offset_ns + since * truth->ppm * 1e-6;

	if (truth->wave_ns)
		offset += truth->wave_ns *
			  sin(since / 1e9 / truth->wave_s * 2 * M_PI);
	if (since > (double)HOUR / 2)
		offset += truth->step_ns;
	return (int64_t)llround(offset);
}

/* Quick ones are rare. */
static void send_message(struct clock_bounds *bounds, const struct truth *truth,
			 unsigned sender, int64_t ns)
{
	const double slow = chance();
	const int64_t takes =
		truth->least_ns + (int64_t)(slow * (double)truth->spread_ns);
	const int64_t right = ns + offset_at(truth, ns);
	const struct clock_bounds_message message = {
		{ ns, sender ? right - takes : right + takes }
	};

	ck_assert_int_eq(clock_bounds_add(bounds, sender, &message, KEPT), 0);
}

/* Messages both ways, some in a burst, in random order. */
static void talk(struct clock_bounds *bounds, const struct truth *truth,
		 unsigned messages, int64_t length_ns)
{
	for (unsigned i = 0; i < messages; i++) {
		const int64_t at =
			NOW + (int64_t)(chance() * (double)length_ns);

		send_message(bounds, truth, i % 2, at);
		if (i % 8 == 0)
			for (unsigned j = 0; j < 4; j++)
				send_message(bounds, truth, j % 2, at + j * US);
	}
}

static struct clock_bounds_found find(const struct clock_bounds *bounds,
				      int64_t length_ns)
{
	struct clock_bounds_found found;

	ck_assert_int_eq(
		clock_bounds_find(bounds, 0, NOW, NOW + length_ns, &found), 0);
	return found;
}

/* Returns the greatest error. */
static uint64_t true_error(const struct clock_bounds_found *found,
			   const struct truth *truth, int64_t length_ns)
{
	uint64_t most = 0;

	for (int64_t ns = NOW; ns <= NOW + length_ns; ns += length_ns / 997) {
		const int64_t off = clock_shift_add(&found->shift, ns) - ns -
				    offset_at(truth, ns);

		if ((uint64_t)llabs(off) > most)
			most = (uint64_t)llabs(off);
	}
	return most;
}

/* Returns the error that was found. */
static uint64_t is_true(const struct truth *truth, unsigned messages,
			int64_t length_ns)
{
	struct clock_bounds bounds = { 0 };
	struct clock_bounds_found found;

	talk(&bounds, truth, messages, length_ns);
	found = find(&bounds, length_ns);
	clock_bounds_fini(&bounds);
	ck_assert_uint_eq(found.lack_ns, 0);
	/* Nanoseconds are rounded. */
	ck_assert_msg(true_error(&found, truth, length_ns) <=
			      found.shift.error_ns + 2,
		      "seed %u: %llu, not %llu, of %f ppm", seed,
		      (unsigned long long)true_error(&found, truth, length_ns),
		      (unsigned long long)found.shift.error_ns, truth->ppm);
	return found.shift.error_ns;
}

START_TEST(a_drift_of_an_hour_is_within_the_error)
{
	static const double ppm[] = { 100, -100, 50, -1, 0, 400, -900 };

	for (unsigned i = 0; i < 70; i++) {
		const struct truth truth = {
			.offset_ns = 1e9 * (chance() - 0.5),
			.ppm = ppm[i % 7],
			.least_ns = 20 * US,
			.spread_ns = i % 3 * 1000 * US,
		};

		seed = i;
		/* Far less than the 360 ms that the clocks drift */
		ck_assert_uint_lt(is_true(&truth, 400, HOUR), 5000 * US);
	}
}
END_TEST

START_TEST(clocks_that_wander_are_within_the_error)
{
	for (unsigned i = 0; i < 60; i++) {
		struct truth truth = {
			.offset_ns = -5e6,
			.ppm = 200 * (chance() - 0.5) * 0.85,
			.wave_s = 20 + 2000 * chance(),
			.least_ns = 20 * US,
			.spread_ns = 3000 * US,
		};

		seed = i + 100;
		/* 12 ppm where it is steepest */
		truth.wave_ns = 12000 * truth.wave_s / (2 * M_PI);
		is_true(&truth, 60 + i * 10, HOUR);
	}
}
END_TEST

START_TEST(few_messages_say_little)
{
	const struct truth truth = {
		.ppm = -100,
		.least_ns = 20 * US,
		.spread_ns = 20 * US,
	};

	for (unsigned i = 0; i < 50; i++) {
		struct clock_bounds bounds = { 0 };
		struct clock_bounds_found found;

		seed = i + 200;
		talk(&bounds, &truth, 2, SECOND / 10);
		found = find(&bounds, HOUR);
		clock_bounds_fini(&bounds);
		ck_assert_int_eq(found.shift.rate, 0);
		ck_assert_uint_ge(found.shift.error_ns, 359 * 1000 * US);
		ck_assert_uint_le(true_error(&found, &truth, HOUR),
				  found.shift.error_ns);
	}
}
END_TEST

/* Slow messages of one second prove a drift of 130 ppm at least, and leave open
 * one of 850. */
START_TEST(a_drift_that_is_proven_may_be_the_least)
{
	const struct truth truth = { .ppm = 130 };
	const struct truth slow = { .ppm = 130, .least_ns = 360 * US };
	struct clock_bounds bounds = { 0 };
	struct clock_bounds_found found;

	send_message(&bounds, &truth, 0, NOW);
	send_message(&bounds, &slow, 1, NOW);
	send_message(&bounds, &slow, 0, NOW + SECOND);
	send_message(&bounds, &truth, 1, NOW + SECOND);
	found = find(&bounds, HOUR);
	clock_bounds_fini(&bounds);
	ck_assert(clock_shift_ppm(&found.shift) > 400);
	ck_assert_uint_le(true_error(&found, &truth, HOUR),
			  found.shift.error_ns);
}
END_TEST

START_TEST(many_messages_say_much_in_little_memory)
{
	const struct truth truth = {
		.offset_ns = 1e6,
		.ppm = 42,
		.least_ns = 20 * US,
		.spread_ns = 500 * US,
	};
	struct clock_bounds bounds = { 0 };
	struct clock_bounds_found found;

	seed = 1;
	for (int64_t ns = NOW; ns < NOW + HOUR; ns += HOUR / 200000)
		send_message(&bounds, &truth, chance() < 0.5, ns);
	ck_assert_uint_le(bounds.way[0].count, KEPT);
	ck_assert_uint_le(bounds.way[1].count, KEPT);
	found = find(&bounds, HOUR);
	ck_assert_uint_le(true_error(&found, &truth, HOUR),
			  found.shift.error_ns);
	ck_assert_uint_lt(found.shift.error_ns, 150 * US);
	clock_bounds_fini(&bounds);
}
END_TEST

/* Bounds that are dropped make the error greater, never less. */
START_TEST(too_many_corners_are_given_up)
{
	struct clock_bounds bounds = { 0 };
	struct clock_bounds_found found;

	for (int64_t i = -1000; i <= 1000; i++)
		for (unsigned sender = 0; sender < 2; sender++) {
			const int64_t takes = 100 + i * i;
			const struct clock_bounds_message message = {
				{ NOW + i * 1000000,
				  NOW + i * 1000000 +
					  (sender ? -takes : takes) }
			};

			ck_assert_int_eq(clock_bounds_add(&bounds, sender,
							  &message,
							  CLOCK_BOUNDS_LEAST),
					 0);
			ck_assert_uint_le(bounds.way[sender].count,
					  CLOCK_BOUNDS_LEAST);
		}
	ck_assert_int_eq(clock_bounds_find(&bounds, 0, NOW - SECOND,
					   NOW + SECOND, &found),
			 0);
	ck_assert_uint_eq(found.lack_ns, 0);
	ck_assert_int_eq(found.shift.ns, 0);
	ck_assert_uint_ge(found.shift.error_ns, 100);
	clock_bounds_fini(&bounds);
}
END_TEST

START_TEST(a_clock_that_is_set_is_a_contradiction_that_the_error_covers)
{
	for (unsigned i = 0; i < 20; i++) {
		const struct truth truth = {
			.ppm = 30,
			.step_ns = i % 2 ? -5e6 : 1e9,
			.least_ns = 20 * US,
			.spread_ns = 200 * US,
		};
		struct clock_bounds bounds = { 0 };
		struct clock_bounds_found found;

		seed = i + 300;
		talk(&bounds, &truth, 2000, HOUR);
		found = find(&bounds, HOUR);
		clock_bounds_fini(&bounds);
		ck_assert_uint_gt(found.lack_ns, 1000 * US);
		ck_assert_uint_le(true_error(&found, &truth, HOUR),
				  found.shift.error_ns);
	}
}
END_TEST

/* The same messages, seen from the other clock */
START_TEST(either_clock_is_shifted_to_the_other)
{
	const struct truth truth = {
		.offset_ns = 3e6,
		.ppm = 75,
		.least_ns = 20 * US,
		.spread_ns = 20 * US,
	};
	struct clock_bounds bounds = { 0 };
	struct clock_bounds_found found, back;

	seed = 400;
	talk(&bounds, &truth, 500, HOUR);
	found = find(&bounds, HOUR);
	ck_assert_int_eq(clock_bounds_find(&bounds, 1, NOW, NOW + HOUR, &back),
			 0);
	for (int64_t ns = NOW; ns < NOW + HOUR; ns += HOUR / 10) {
		const int64_t there = clock_shift_add(&found.shift, ns);
		const int64_t again = clock_shift_add(&back.shift, there);

		ck_assert_uint_le((uint64_t)llabs(again - ns),
				  found.shift.error_ns + back.shift.error_ns);
	}
	clock_bounds_fini(&bounds);
}
END_TEST

START_TEST(the_extremes_of_time_do_no_harm)
{
	static const int64_t extreme[] = {
		INT64_MIN, INT64_MIN / 2 + 1, -1, 0, INT64_MAX / 2, INT64_MAX
	};
	struct clock_bounds bounds = { 0 };
	struct clock_bounds_found found;

	for (unsigned i = 0; i < 6 * 6 * 2 * 20; i++) {
		const struct clock_bounds_message message = {
			{ extreme[i % 6], extreme[i / 6 % 6] }
		};

		ck_assert_int_eq(
			clock_bounds_add(&bounds, i / 36 % 2, &message, 32), 0);
	}
	ck_assert(clock_bounds_are_both(&bounds));
	ck_assert_int_eq(
		clock_bounds_find(&bounds, 0, INT64_MIN, INT64_MAX, &found), 0);
	ck_assert_uint_gt(found.lack_ns, 0);
	clock_bounds_fini(&bounds);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("clock_bounds");
	TCase *t = tcase_create("clock_bounds");

	tcase_add_test(t, a_drift_of_an_hour_is_within_the_error);
	tcase_add_test(t, clocks_that_wander_are_within_the_error);
	tcase_add_test(t, few_messages_say_little);
	tcase_add_test(t, a_drift_that_is_proven_may_be_the_least);
	tcase_add_test(t, many_messages_say_much_in_little_memory);
	tcase_add_test(t, too_many_corners_are_given_up);
	tcase_add_test(
		t,
		a_clock_that_is_set_is_a_contradiction_that_the_error_covers);
	tcase_add_test(t, either_clock_is_shifted_to_the_other);
	tcase_add_test(t, the_extremes_of_time_do_no_harm);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
