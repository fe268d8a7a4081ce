/* check_merge.c - runs of events become one */
#include <check.h>

#include "model/runs.h"
#include "run.h"

START_TEST(an_empty_source_has_no_events)
{
	assert_no_more();
	assert_no_more();
}
END_TEST

/* EVT-11 */
START_TEST(runs_are_merged_by_ticks)
{
	add_events(0, 20, TICKS(10, 40, 50));
	add_events(1, 30, TICKS(20, 30, 60));
	add_events(2, 40, TICKS(5, 45));
	add_step(3, UINT64_MAX, 0);

	assert_next(5, 40);
	assert_next(10, 20);
	assert_next(20, 30);
	assert_next(30, 31);
	assert_next(40, 21);
	assert_next(45, 41);
	assert_next(50, 22);
	assert_next(60, 32);
	assert_no_more();
	for (unsigned i = 0; i < nruns; i++)
		ck_assert_uint_eq(runs[i].dones, 1);
}
END_TEST

/* A run is done when its last event was passed, or the merge is reset. */
START_TEST(events_are_lent_in_the_order_in_which_they_are_taken)
{
	static const uint64_t ticks[] = { 5, 10, 20, 30, 40, 45, 50, 60 };
	const struct pxt_event *lent;

	add_events(0, 20, TICKS(10, 40, 50));
	add_events(1, 30, TICKS(20, 30, 60));
	add_events(2, 40, TICKS(5, 45));
	add_step(3, UINT64_MAX, 0);

	for (size_t i = 0; i < sizeof(ticks) / sizeof(ticks[0]); i++) {
		ck_assert_int_eq(pxt_merge_follow(merge, &lent), 0);
		ck_assert_uint_eq(lent->ticks, ticks[i]);
	}
	ck_assert_uint_eq(runs[0].dones, 1);
	ck_assert_uint_eq(runs[1].dones, 0);
	pxt_merge_reset(merge);
	ck_assert_uint_eq(runs[1].dones, 1);
	ck_assert_uint_eq(runs[2].dones, 1);
	assert_no_more();
}
END_TEST

START_TEST(many_random_runs_come_out_sorted)
{
	uint64_t before = 0;
	unsigned count = 0;

	srandom(1);
	for (unsigned i = 0; i < RUNS; i++) {
		struct script_run *run = NULL;
		uint64_t ticks = 1 + (uint64_t)(random() % 2000);

		for (int n = 1 + (int)(random() % 100); n; n--) {
			if (!run)
				run = add_run(ticks, i);
			put(run, ticks, 20, NULL, 0);
			ticks += (uint64_t)(random() % 50);
			count++;
		}
	}
	add_step(RUNS, UINT64_MAX, 0);

	while (!pxt_merge_next(merge, &event)) {
		ck_assert_uint_ge(event.ticks, before);
		before = event.ticks;
		count--;
	}
	ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(ties_go_by_order)
{
	add_events(7, 20, TICKS(10, 20));
	add_events(3, 30, TICKS(10, 20));
	add_events(5, 40, TICKS(10, 20));
	add_step(3, UINT64_MAX, 0);

	assert_next(10, 30);
	assert_next(10, 40);
	assert_next(10, 20);
	assert_next(20, 31);
	assert_next(20, 41);
	assert_next(20, 21);
}
END_TEST

/* INF-11: a chunk may come in several runs. */
START_TEST(ties_of_equal_order_go_as_they_were_added)
{
	add_events(1, 20, TICKS(10, 10));
	add_events(1, 30, TICKS(10, 10));
	add_events(1, 40, TICKS(10));
	add_step(3, UINT64_MAX, 0);

	assert_next(10, 20);
	assert_next(10, 21);
	assert_next(10, 30);
	assert_next(10, 31);
	assert_next(10, 40);
}
END_TEST

START_TEST(nothing_at_or_above_the_floor_is_delivered)
{
	add_events(0, 20, TICKS(10, 20, 30));
	add_events(1, 30, TICKS(15, 25));
	add_step(1, 20, 0);
	add_step(0, 0, ENODATA);
	add_step(1, 26, 0);
	add_step(0, 0, ENODATA);
	add_step(0, 100, ENODATA);

	assert_next(10, 20);
	assert_no_more();
	assert_next(15, 30);
	assert_next(20, 21);
	assert_next(25, 31);
	assert_no_more();
	assert_next(30, 22);
	assert_no_more();
}
END_TEST

START_TEST(a_floor_never_sinks)
{
	add_events(0, 20, TICKS(10, 20));
	add_step(1, 100, 0);
	add_step(0, 5, 0);

	assert_next(10, 20);
	pxt_merge_floor(merge, 15);
	assert_next(20, 21);
}
END_TEST

START_TEST(the_highest_floor_keeps_nothing_back)
{
	add_events(0, 20, TICKS(10, UINT64_MAX));
	add_step(1, UINT64_MAX, 0);

	assert_next(10, 20);
	assert_next(UINT64_MAX, 21);
	assert_no_more();
}
END_TEST

/* As a log's reader meets it: the end of the log, which then grows. */
START_TEST(the_highest_floor_holds_until_another_run_is_added)
{
	add_events(0, 20, TICKS(10, 50));
	add_events(1, 30, TICKS(40, 70));
	add_step(1, UINT64_MAX, 0);
	add_step(0, 0, ENODATA);
	add_step(1, 0, ENODATA);
	add_step(0, 71, 0);

	assert_next(10, 20);
	assert_next(50, 21);
	assert_no_more();
	assert_no_more();
	ck_assert(pxt_merge_is_waiting(merge));
	assert_next(40, 30);
	assert_next(70, 31);
	assert_no_more();
}
END_TEST

START_TEST(behind_the_highest_floor_an_older_one_holds_again)
{
	add_events(0, 20, TICKS(10));
	add_events(1, 30, TICKS(15, 25));
	add_step(1, 20, 0);
	add_step(0, UINT64_MAX, ENODATA);
	add_step(1, 0, ENODATA);

	assert_next(10, 20);
	assert_no_more();
	assert_next(15, 30);
	assert_no_more();
	pxt_merge_floor(merge, 21);
	assert_no_more();
	pxt_merge_floor(merge, 26);
	assert_next(25, 31);
}
END_TEST

START_TEST(the_highest_floor_can_be_told_again)
{
	for (uint32_t i = 0; i < 3; i++) {
		add_events(i, 20 + i, TICKS(10));
		add_step(1, UINT64_MAX, 0);
		assert_next(10, 20 + i);
		assert_no_more();
	}
}
END_TEST

START_TEST(a_lower_floor_takes_nothing_back)
{
	add_events(0, 20, TICKS(10, 50));
	add_step(1, UINT64_MAX, 0);

	assert_next(10, 20);
	pxt_merge_floor(merge, 30);
	assert_next(50, 21);
}
END_TEST

START_TEST(a_source_that_says_again_that_it_ended_is_not_asked_for_ever)
{
	for (unsigned i = 0; i < STEPS; i++)
		add_step(0, UINT64_MAX, 0);
	assert_no_more();
	ck_assert_uint_eq(asked, 2);
	assert_no_more();
	ck_assert_uint_eq(asked, 3);
}
END_TEST

START_TEST(events_wait_that_are_at_the_floor_and_no_others)
{
	ck_assert(!pxt_merge_is_waiting(merge));
	add_events(0, 20, TICKS(10, 20));
	add_step(1, 20, 0);

	assert_next(10, 20);
	assert_no_more();
	ck_assert(pxt_merge_is_waiting(merge));
	pxt_merge_floor(merge, UINT64_MAX);
	assert_next(20, 21);
	ck_assert(!pxt_merge_is_waiting(merge));
	assert_no_more();
	ck_assert(!pxt_merge_is_waiting(merge));
}
END_TEST

START_TEST(the_source_is_asked_until_it_tells_nothing_new)
{
	add_events(0, 20, TICKS(50));
	add_step(1, 0, 0);
	add_step(0, 10, 0);
	add_step(0, 51, 0);
	add_step(0, 0, 0);
	add_step(0, 0, 0);

	assert_next(50, 20);
	ck_assert_uint_eq(asked, 3);
	assert_no_more();
	ck_assert_uint_eq(asked, 4);
}
END_TEST

START_TEST(the_source_is_not_asked_while_events_wait)
{
	add_events(0, 20, TICKS(10, 20, 30));
	add_step(1, 100, 0);

	assert_next(10, 20);
	assert_next(20, 21);
	assert_next(30, 22);
	ck_assert_uint_eq(asked, 1);
}
END_TEST

START_TEST(an_error_of_the_source_comes_through)
{
	add_events(0, 20, TICKS(10));
	add_step(0, 0, EIO);
	add_step(1, 100, 0);

	ck_assert_int_eq(pxt_merge_next(merge, &event), EIO);
	assert_next(10, 20);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("merge");
	TCase *t = tcase_create("merge");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, an_empty_source_has_no_events);
	tcase_add_test(t, runs_are_merged_by_ticks);
	tcase_add_test(t, events_are_lent_in_the_order_in_which_they_are_taken);
	tcase_add_test(t, many_random_runs_come_out_sorted);
	tcase_add_test(t, ties_go_by_order);
	tcase_add_test(t, ties_of_equal_order_go_as_they_were_added);
	tcase_add_test(t, nothing_at_or_above_the_floor_is_delivered);
	tcase_add_test(t, a_floor_never_sinks);
	tcase_add_test(t, the_highest_floor_keeps_nothing_back);
	tcase_add_test(t, the_highest_floor_holds_until_another_run_is_added);
	tcase_add_test(t, behind_the_highest_floor_an_older_one_holds_again);
	tcase_add_test(t, the_highest_floor_can_be_told_again);
	tcase_add_test(t, a_lower_floor_takes_nothing_back);
	tcase_add_test(
		t,
		a_source_that_says_again_that_it_ended_is_not_asked_for_ever);
	tcase_add_test(t, events_wait_that_are_at_the_floor_and_no_others);
	tcase_add_test(t, the_source_is_asked_until_it_tells_nothing_new);
	tcase_add_test(t, the_source_is_not_asked_while_events_wait);
	tcase_add_test(t, an_error_of_the_source_comes_through);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
