/* What the status tells of full streams, and of their logs. */
#include "full_stream.h"

/* STA-07 */
START_TEST(a_full_stream_does_not_concern_the_others)
{
	trace_id_t roomy = start_until_full(ROOMY);
	trace_id_t looping = start_loop(ROOMY);

	put(0, PLENTY);
	assert_stopped_itself(trid);
	assert_runs(roomy);
	assert_runs(looping);
	ck_assert_int_eq(overrun_of(roomy), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(looping), POSIX_TRACE_NO_OVERRUN);
	ck_assert_uint_eq(drain(roomy), 1 + PLENTY);
	ck_assert_uint_eq(drain(looping), 1 + PLENTY);
	assert_stopped_itself(trid);
}
END_TEST

/* STA-08 */
START_TEST(an_overrun_is_told_of_each_stream_by_itself)
{
	trace_id_t looping = start_loop(SIZE);
	trace_id_t other = start_until_full(SIZE);
	trace_id_t roomy = start_until_full(ROOMY);

	put(0, PLENTY);
	ck_assert_int_eq(overrun_of(roomy), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(looping), POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(overrun_of(looping), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(other), POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(overrun_of(other), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
}
END_TEST

/* What a stream that stops only by itself may be: running, or full. It gets
 * full by losing an event, which is told by then. */
struct seen {
	bool full, told;
};

static void assert_consistent(struct seen *seen)
{
	const struct posix_trace_status_info status = status_of(trid);
	const bool runs = status.posix_stream_status == POSIX_TRACE_RUNNING;
	const bool full = status.posix_stream_full_status == POSIX_TRACE_FULL;

	ck_assert_int_ne(runs, full);
	if (runs && seen->full)
		seen->told = false;
	seen->told |= status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN;
	ck_assert(runs || seen->told);
	seen->full = full;
}

/* STA-09 STA-12: as it gets full. */
START_TEST(running_and_full_are_never_seen_together)
{
	struct seen seen = { 0 };
	struct got got;

	hire(2);
	begin_work(write_on);
	for (uint32_t i = 0; i < WINDOWS; i++) {
		while (assert_consistent(&seen), !seen.full)
			;
		do
			await_next(trid, &got);
		while (got.info.posix_event_id != POSIX_TRACE_STOP);
	}
	enough = true;
	end_work();
	dismiss();
}
END_TEST

enum { READER = 2 };

static void write_or_read_on(uint32_t who)
{
	struct got got;

	if (who != READER)
		write_on(who);
	while (!enough)
		try_next(trid, &got);
}

/* STA-09 STA-12: as it gets full, is read and restarts, at any moment. */
START_TEST(nor_are_they_while_it_is_read)
{
	struct seen seen = { 0 };

	hire(3);
	begin_work(write_or_read_on);
	for (uint32_t i = 0; i < 5000; i++)
		assert_consistent(&seen);
	enough = true;
	end_work();
	dismiss();
}
END_TEST

/* STA-09, where the log's writer makes room. */
START_TEST(nor_are_they_of_a_stream_that_flushes_itself)
{
	const int64_t end = now_ns() + 300 * NS_PER_MS;

	assert_ok(posix_trace_shutdown(trid));
	trid = create_logged_for(0, make_file(), SIZE, MAX_DATA);
	assert_ok(posix_trace_start(trid));
	hire(2);
	begin_work(write_on);
	while (now_ns() < end) {
		struct posix_trace_status_info status = status_of(trid);

		ck_assert(status.posix_stream_status != POSIX_TRACE_RUNNING ||
			  status.posix_stream_full_status ==
				  POSIX_TRACE_NOT_FULL);
	}
	enough = true;
	end_work();
	dismiss();
}
END_TEST

static void fill_log(void)
{
	for (uint32_t round = 0; round < 40; round++) {
		put(0, 200);
		assert_ok(posix_trace_flush(trid));
	}
}

/* STA-11 */
START_TEST(an_overrun_of_the_log_is_told_once)
{
	trace_attr_t attr = attr_for(POSIX_TRACE_FLUSH, SIZE);

	assert_ok(posix_trace_attr_setlogfullpolicy(
		&attr, _i ? POSIX_TRACE_LOOP : POSIX_TRACE_UNTIL_FULL));
	assert_ok(posix_trace_attr_setlogsize(&attr, SIZE));
	assert_ok(posix_trace_shutdown(trid));
	assert_ok(posix_trace_create_withlog(0, &attr, make_file(), &trid));
	leave_out_marks_of_flushes(trid);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(status_of(trid).posix_log_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	for (int i = 0; i < 2; i++) {
		fill_log();
		ck_assert_int_eq(status_of(trid).posix_log_overrun_status,
				 POSIX_TRACE_OVERRUN);
		ck_assert_int_eq(status_of(trid).posix_log_overrun_status,
				 POSIX_TRACE_NO_OVERRUN);
		ck_assert_int_eq(status_of(trid).posix_log_full_status,
				 POSIX_TRACE_FULL);
	}
}
END_TEST

/* STA-11 */
START_TEST(a_failure_of_the_log_is_told_once)
{
	int fd = make_file();

	assert_ok(posix_trace_shutdown(trid));
	trid = create_logged_for(0, fd, SIZE, MAX_DATA);
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	record(type, 0, 0);
	ck_assert_int_eq(posix_trace_flush(trid), EFBIG);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, EFBIG);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, 0);
	allow_growth();
}
END_TEST

static TCase *status(void)
{
	TCase *tcase = tcase_create("status");

	tcase_add_checked_fixture(tcase, setup_until_full, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_full_stream_does_not_concern_the_others);
	tcase_add_test(tcase, an_overrun_is_told_of_each_stream_by_itself);
	tcase_add_test(tcase, running_and_full_are_never_seen_together);
	tcase_add_test(tcase, nor_are_they_while_it_is_read);
	return tcase;
}

static TCase *with_log(void)
{
	TCase *tcase = tcase_create("with log");

	tcase_add_checked_fixture(tcase, setup_loop, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, nor_are_they_of_a_stream_that_flushes_itself);
	tcase_add_loop_test(tcase, an_overrun_of_the_log_is_told_once, 0, 2);
	tcase_add_test(tcase, a_failure_of_the_log_is_told_once);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("full status");

	suite_add_tcase(suite, status());
	suite_add_tcase(suite, with_log());
	return run_suite(suite);
}
