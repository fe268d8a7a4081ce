/* check_merge_runs.c - when runs are loaded, kept and dropped */
#include <check.h>

#include "model/runs.h"
#include "run.h"

START_TEST(only_runs_that_overlap_are_loaded)
{
	for (uint64_t i = 0; i < 40; i++)
		add_events(i, 20, TICKS(10 + 10 * i, 15 + 10 * i, 22 + 10 * i));
	add_step(40, UINT64_MAX, 0);

	for (unsigned i = 0; i < 40 * 3; i++) {
		ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
		ck_assert_uint_le(in_memory, 3);
	}
	assert_no_more();
	ck_assert_uint_le(most_in_memory, 3);
	ck_assert_uint_eq(in_memory, 0);
}
END_TEST

START_TEST(a_run_at_the_floor_is_not_loaded)
{
	add_events(0, 20, TICKS(10));
	add_step(1, 10, 0);

	assert_no_more();
	ck_assert_uint_eq(runs[0].loads, 0);
	pxt_merge_floor(merge, 11);
	assert_next(10, 20);
}
END_TEST

START_TEST(a_run_may_begin_later_than_announced)
{
	struct script_run *run = add_run(5, 0);

	put(run, 30, 20, NULL, 0);
	add_events(1, 30, TICKS(10, 40));
	add_step(2, 35, 0);

	assert_next(10, 30);
	assert_next(30, 20);
	assert_no_more();
}
END_TEST

START_TEST(a_run_of_contexts_is_done_at_once)
{
	struct script_run *run = add_run(5, 0);

	put(run, 5, PXT_RECORD_CONTEXT, &writer, sizeof(writer));
	add_run(6, 0);
	add_events(1, 30, TICKS(10));
	add_step(3, 100, 0);

	assert_next(10, 30);
	ck_assert_uint_eq(runs[0].dones, 1);
	ck_assert_uint_eq(runs[1].dones, 1);
	ck_assert_uint_eq(runs[0].bads + runs[1].bads, 0);
}
END_TEST

START_TEST(a_run_without_context_must_begin_with_one)
{
	struct script_run *run = add_events(0, 20, TICKS(10));
	struct pxt_context own = writer;

	run->run.context.rate = 0;
	run = add_run(20, 1);
	run->run.context.rate = 0;
	own.tid = 99;
	put(run, 20, PXT_RECORD_CONTEXT, &own, sizeof(own));
	put(run, 20, 21, NULL, 0);
	add_step(2, 100, 0);

	assert_next(20, 21);
	ck_assert_uint_eq(event.tid, 99);
	ck_assert_uint_eq(runs[0].bads, 1);
	ck_assert_uint_eq(runs[0].bad_at, 0);
	ck_assert_uint_eq(runs[0].dones, 1);
}
END_TEST

START_TEST(a_run_that_is_gone_is_dropped)
{
	add_events(0, 20, TICKS(10, 20))->fate[0] = ESTALE;
	add_events(1, 30, TICKS(15))->fate[0] = EBADMSG;
	add_events(2, 40, TICKS(16));
	add_step(3, 100, 0);

	assert_next(16, 40);
	assert_no_more();
	for (unsigned i = 0; i < 2; i++) {
		ck_assert_uint_eq(runs[i].loads, 1);
		ck_assert_uint_eq(runs[i].dones, 1);
		ck_assert_uint_eq(runs[i].bads, 0);
	}
}
END_TEST

START_TEST(a_run_that_cannot_be_loaded_now_is_kept)
{
	struct script_run *run = add_events(0, 20, TICKS(10, 20));

	run->fate[0] = EIO;
	run->fate[1] = ENOMEM;
	add_events(1, 30, TICKS(15));
	add_step(2, 100, 0);

	ck_assert_int_eq(pxt_merge_next(merge, &event), EIO);
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENOMEM);
	ck_assert_uint_eq(run->dones, 0);
	assert_next(10, 20);
	assert_next(15, 30);
	assert_next(20, 21);
}
END_TEST

START_TEST(what_is_before_a_bad_record_is_delivered)
{
	struct script_run *run = add_run(10, 0);
	size_t offset;

	put(run, 10, 20, NULL, 0);
	put(run, 20, 21, "data", 4);
	offset = run->len;
	put(run, 30, 0, NULL, 0);
	put(run, 40, 23, NULL, 0);
	add_events(1, 30, TICKS(15, 35));
	add_step(2, 100, 0);

	assert_next(10, 20);
	assert_next(15, 30);
	assert_next(20, 21);
	ck_assert_mem_eq(event.data, "data", 4);
	assert_next(35, 31);
	assert_no_more();
	ck_assert_uint_eq(run->bads, 1);
	ck_assert_uint_eq(run->bad_at, offset);
	ck_assert_uint_eq(run->dones, 1);
}
END_TEST

START_TEST(a_loss_stands_at_its_beginning)
{
	struct script_run *run = add_run(10, 0);
	struct pxt_loss loss = { .count = 3, .since_ns = 50 };

	put(run, 10, 20, NULL, 0);
	put(run, 20, PXT_RECORD_LOSS, &loss, sizeof(loss));
	put(run, 55, 21, NULL, 0);
	add_events(1, 30, TICKS(15, 25));
	add_step(2, 100, 0);

	assert_next(10, 20);
	assert_next(15, 30);
	assert_next(20, PXT_RECORD_LOSS);
	ck_assert_mem_eq(event.data, &loss, sizeof(loss));
	assert_next(25, 31);
	assert_next(55, 21);
}
END_TEST

START_TEST(data_lasts_until_the_next_call)
{
	struct script_run *run = add_run(10, 0);

	put(run, 10, 20, "one", 4);
	put(run, 20, 21, "last", 5);
	add_events(1, 30, TICKS(15));
	add_step(2, 100, 0);

	assert_next(10, 20);
	ck_assert_str_eq(event.data, "one");
	assert_next(15, 30);
	assert_next(20, 21);
	ck_assert_str_eq(event.data, "last");
	ck_assert_uint_eq(run->dones, 0);
	assert_no_more();
	ck_assert_uint_eq(run->dones, 1);
}
END_TEST

/* A run with one event at ticks, at time. */
static void add_event_at(uint64_t ticks, uint64_t time_ns)
{
	struct script_run *run = add_events(0, 20, TICKS(ticks));

	run->run.context.realtime_ns = time_ns;
	run->run.context_ticks = ticks;
}

static void assert_time(int64_t time_ns)
{
	ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
	ck_assert_int_eq(event.time_ns, time_ns);
}

START_TEST(times_do_not_run_backwards_a_little)
{
	add_event_at(10, 5000000);
	add_event_at(20, 4999999);
	add_event_at(30, 4000001);
	add_event_at(40, 5000001);
	add_step(4, 100, 0);

	assert_time(5000000);
	assert_time(5000000);
	assert_time(5000000);
	assert_time(5000001);
}
END_TEST

START_TEST(a_step_of_the_real_clock_passes)
{
	add_event_at(10, 5000000);
	add_event_at(20, 4000000);
	add_event_at(30, 3999999);
	add_event_at(40, 4000001);
	add_event_at(50, 0);
	add_step(5, 100, 0);

	assert_time(5000000);
	assert_time(4000000);
	assert_time(4000000);
	assert_time(4000001);
	assert_time(0);
}
END_TEST

START_TEST(a_reset_forgets_runs_floor_and_time)
{
	add_event_at(10, 5000000);
	add_events(0, 20, TICKS(20, 30));
	add_events(1, 30, TICKS(20, 30));
	add_events(2, 40, TICKS(90));
	add_step(4, 100, 0);
	assert_time(5000000);
	assert_next(20, 20);

	pxt_merge_reset(merge);
	ck_assert_uint_eq(in_memory, 0);
	ck_assert_uint_eq(runs[0].dones, 1);
	ck_assert_uint_eq(runs[1].dones, 1);
	ck_assert_uint_eq(runs[3].loads, 0);
	ck_assert_uint_eq(runs[3].dones, 1);

	add_event_at(5, 4999999);
	add_step(1, 0, 0);
	assert_no_more();
	pxt_merge_floor(merge, 6);
	assert_time(4999999);
}
END_TEST

START_TEST(a_reset_forgets_that_the_source_had_ended)
{
	add_events(0, 20, TICKS(10));
	add_step(1, UINT64_MAX, 0);
	assert_next(10, 20);
	pxt_merge_reset(merge);
	ck_assert(!pxt_merge_is_waiting(merge));

	add_events(0, 30, TICKS(5));
	add_step(1, 0, 0);
	assert_no_more();
	ck_assert(pxt_merge_is_waiting(merge));
	pxt_merge_floor(merge, UINT64_MAX);
	assert_next(5, 30);
}
END_TEST

START_TEST(a_reset_releases_the_last_event)
{
	add_events(0, 20, TICKS(10));
	add_step(1, 100, 0);
	assert_next(10, 20);
	ck_assert_uint_eq(in_memory, 1);

	pxt_merge_reset(merge);
	ck_assert_uint_eq(in_memory, 0);
	ck_assert_uint_eq(runs[0].dones, 1);
}
END_TEST

START_TEST(closing_nothing_does_nothing)
{
	pxt_merge_close(NULL);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("merge_runs");
	TCase *t = tcase_create("merge");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, only_runs_that_overlap_are_loaded);
	tcase_add_test(t, a_run_at_the_floor_is_not_loaded);
	tcase_add_test(t, a_run_may_begin_later_than_announced);
	tcase_add_test(t, a_run_of_contexts_is_done_at_once);
	tcase_add_test(t, a_run_without_context_must_begin_with_one);
	tcase_add_test(t, a_run_that_is_gone_is_dropped);
	tcase_add_test(t, a_run_that_cannot_be_loaded_now_is_kept);
	tcase_add_test(t, what_is_before_a_bad_record_is_delivered);
	tcase_add_test(t, a_loss_stands_at_its_beginning);
	tcase_add_test(t, data_lasts_until_the_next_call);
	tcase_add_test(t, times_do_not_run_backwards_a_little);
	tcase_add_test(t, a_step_of_the_real_clock_passes);
	tcase_add_test(t, a_reset_forgets_runs_floor_and_time);
	tcase_add_test(t, a_reset_forgets_that_the_source_had_ended);
	tcase_add_test(t, a_reset_releases_the_last_event);
	tcase_add_test(t, closing_nothing_does_nothing);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
