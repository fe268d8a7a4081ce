/* Full streams have room after a clear, and tell what was lost before. */
#include "clear.h"

static trace_id_t create_with(int policy, size_t size)
{
	trace_attr_t attr = attr_of(size, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_create(0, &attr, &trid));
	return trid;
}

static trace_id_t start_with(int policy, size_t size)
{
	trace_id_t trid = create_with(policy, size);

	assert_ok(posix_trace_start(trid));
	return trid;
}

/* CLR-04 CLR-07 CLR-13 */
START_TEST(a_full_looping_stream_has_room_and_no_loss)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, SMALL);

	for (uint32_t i = 0; i < 3; i++) {
		overfill();
		if (_i)
			assert_state(trid, POSIX_TRACE_RUNNING,
				     POSIX_TRACE_FULL);
		clear(trid);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_no_overrun(trid);
		record(type, 1, i);
		assert_next_mark(trid, type, 1, i);
		assert_empty(trid);
		assert_no_overrun(trid);
	}
}
END_TEST

/* CLR-07, before anybody asked; CLR-03 of a full stream. */
START_TEST(a_full_looping_stream_that_was_stopped_has_no_overrun)
{
	struct posix_trace_status_info status;
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, SMALL);

	overfill();
	assert_ok(posix_trace_stop(trid));
	clear(trid);
	status = status_of(trid);
	ck_assert_int_eq(status.posix_stream_status, POSIX_TRACE_SUSPENDED);
	ck_assert_int_eq(status.posix_stream_full_status, POSIX_TRACE_NOT_FULL);
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_empty(trid);
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-13, between OVERFLOW, RESUME and the event that follows. */
START_TEST(a_loss_half_told_is_told_no_further)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, SMALL);
	struct got got;

	overfill();
	for (int i = 0; i <= _i; i++)
		ck_assert(try_next(trid, &got));
	clear(trid);
	assert_empty(trid);
	record(type, 1, 1);
	assert_next_mark(trid, type, 1, 1);
	assert_empty(trid);
	assert_no_overrun(trid);
}
END_TEST

/* CLR-13: the next loss is told all the same, and is that one alone, also
 * where what is overwritten lies in one chunk with what was cleared. */
START_TEST(a_loss_after_it_is_told)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, SMALL);
	unsigned overflows = 0, resumes = 0;
	int64_t cleared, last = -1;
	struct got got;

	record_some(0, 0, _i ? MANY : 3);
	nap_ms(2);
	cleared = now_ns();
	clear(trid);
	record_some(1, 0, MANY);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	while (try_next(trid, &got)) {
		ck_assert_int_ge(ns_of(got.info.posix_timestamp),
				 cleared - CLOCK_TOLERANCE_NS);
		overflows += got.info.posix_event_id == POSIX_TRACE_OVERFLOW;
		resumes += got.info.posix_event_id == POSIX_TRACE_RESUME;
		if (!is_user(&got))
			continue;
		if (last >= 0)
			ck_assert_int_eq(got.mark.number, last + 1);
		last = got.mark.number;
	}
	ck_assert_int_eq(last, MANY - 1);
	ck_assert_uint_eq(overflows, 1);
	ck_assert_uint_eq(resumes, 1);
}
END_TEST

static trace_id_t exhaust(void)
{
	trace_id_t trid = start_with(POSIX_TRACE_UNTIL_FULL, SMALL);

	overfill();
	return trid;
}

/* It does not start by itself, and it does start when told to. */
static void assert_waits_for_a_start(trace_id_t trid)
{
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	record(type, 1, 1);
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);

	assert_ok(posix_trace_start(trid));
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record(type, 1, 2);
	assert_ok(posix_trace_stop(trid));
	assert_next_start(trid);
	assert_next_mark(trid, type, 1, 2);
	assert_next_stop(trid);
	assert_empty(trid);
}

/* CLR-06 CLR-04 CLR-07 CLR-01 CLR-13 */
START_TEST(a_stream_that_stopped_itself_waits_for_a_start)
{
	struct posix_trace_status_info status;
	trace_id_t trid = exhaust();
	struct got got;

	if (_i == 1)
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	if (_i == 2)
		for (int i = 0; i < 5; i++)
			ck_assert(try_next(trid, &got));
	clear(trid);
	status = status_of(trid);
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_waits_for_a_start(trid);
	assert_no_overrun(trid);
}
END_TEST

/* CLR-03 CLR-04, and the controller's word besides. */
START_TEST(a_full_stream_that_was_stopped_waits_for_a_start)
{
	trace_id_t trid = exhaust();

	assert_ok(posix_trace_stop(trid));
	clear(trid);
	assert_waits_for_a_start(trid);
}
END_TEST

/* CLR-06 UNF-07: from then on it gets full and runs again as ever. */
START_TEST(started_again_it_gets_full_as_before)
{
	trace_id_t trid = exhaust();
	struct got got;
	uint32_t next = 0;

	clear(trid);
	assert_ok(posix_trace_start(trid));
	overfill();
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	assert_next_start(trid);
	for (;;) {
		ck_assert(try_next(trid, &got));
		if (got.info.posix_event_id != type)
			break;
		assert_mark(&got, 0, next++);
	}
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert_int_ne(got.number, 0);
	drain(trid);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
}
END_TEST

/* How many events of a mark such a stream promises to hold, beside START and
 * STOP. */
static uint32_t promised(trace_id_t trid)
{
	trace_attr_t attr = told(trid);
	size_t size, user, system;

	assert_ok(posix_trace_attr_getstreamsize(&attr, &size));
	assert_ok(posix_trace_attr_getmaxusereventsize(
		&attr, sizeof(struct mark), &user));
	assert_ok(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	ck_assert_uint_gt(size, 2 * system + 10 * user);
	return (uint32_t)((size - 2 * system) / user);
}

static void assert_holds(trace_id_t trid, uint32_t round, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		record(type, round, i);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_no_overrun(trid);
	for (uint32_t i = 0; i < count; i++)
		assert_next_mark(trid, type, round, i);
	assert_empty(trid);
}

/* CLR-11 */
START_TEST(the_stream_holds_as_much_as_before)
{
	const int policies[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL };
	trace_id_t trid = create_with(policies[_i], 2 * SMALL);
	const uint32_t count = promised(trid);

	for (uint32_t round = 0; round < 30; round++) {
		assert_ok(posix_trace_start(trid));
		drain(trid);
		for (uint32_t i = 0; i < round * count / 10; i++)
			record(type, MANY, i);
		clear(trid);
		assert_ok(posix_trace_start(trid));
		drain(trid);
		assert_holds(trid, round, count);
	}
}
END_TEST

static TCase *full(void)
{
	TCase *tcase = tcase_create("full");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, a_full_looping_stream_has_room_and_no_loss,
			    0, 2);
	tcase_add_test(tcase,
		       a_full_looping_stream_that_was_stopped_has_no_overrun);
	tcase_add_loop_test(tcase, a_loss_half_told_is_told_no_further, 0, 3);
	tcase_add_loop_test(tcase, a_loss_after_it_is_told, 0, 2);
	tcase_add_loop_test(
		tcase, a_stream_that_stopped_itself_waits_for_a_start, 0, 3);
	tcase_add_test(tcase, a_full_stream_that_was_stopped_waits_for_a_start);
	tcase_add_test(tcase, started_again_it_gets_full_as_before);
	tcase_add_loop_test(tcase, the_stream_holds_as_much_as_before, 0, 2);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_clear_full");

	suite_add_tcase(suite, full());
	return run_suite(suite);
}
