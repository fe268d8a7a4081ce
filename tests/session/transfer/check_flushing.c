/* What gets from streams to their logs, and when. */
#include <sched.h>

#include <trace_np.h>

#include "flush_count.h"

/* A32: the standard lets a flush take its time. */
static void await_rest(trace_id_t trid)
{
	for (int i = 0; i < 10000; i++) {
		struct posix_trace_status_info status = status_of(trid);

		ck_assert_int_eq(status.posix_stream_flush_error, 0);
		if (status.posix_stream_flush_status ==
		    POSIX_TRACE_NOT_FLUSHING)
			return;
		nap_ms(1);
	}
	ck_abort_msg("a flush without an end");
}

/* Flushing when asked */

/* LOG-05 LOG-08 LOG-11 LOG-25 LOG-30 FLP-08 LGP-11 */
START_TEST(whatever_the_policies_a_log_has_everything)
{
	trace_id_t trid = start_pair(_i), log;
	struct log_run run = { 0 };

	assert_ok(posix_trace_flush(trid));
	record_all(0, 50);
	assert_ok(posix_trace_flush(trid));
	log = open_log(fd);
	read_more(log, &run);
	assert_run_is(&run, 0, 50);
	await_rest(trid);
	assert_ok(posix_trace_flush(trid));
	await_rest(trid);

	record_all(50, 100);
	assert_ok(posix_trace_flush(trid));
	read_more(log, &run);
	assert_run_is(&run, 0, 100);
	record_all(100, 150);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, 150);
	ck_assert_uint_eq(run.starts, 1);
	ck_assert_uint_eq(run.stops, 1);
	ck_assert_uint_eq(run.overflows, 0);
	assert_ends_with_stop(&run, false);
}
END_TEST

/* LOG-05 LOG-25 A31 */
START_TEST(a_suspended_stream_is_flushed_without_marks)
{
	trace_id_t trid =
		create_with(0, fd, stream_policy[_i], POSIX_TRACE_APPEND);
	struct log_run run;
	unsigned marks;

	assert_ok(posix_trace_flush(trid));
	await_rest(trid);
	run = read_run_of(fd);
	ck_assert_uint_eq(run.last, 0);

	assert_ok(posix_trace_start(trid));
	record_all(0, 10);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_flush(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, 10);
	assert_ends_with_stop(&run, false);
	marks = run.flush_starts + run.flush_stops;
	/* A stream that is flushed by itself may have been, while it ran. */
	if (stream_policy[_i] != POSIX_TRACE_FLUSH)
		ck_assert_uint_eq(marks, 0);

	assert_ok(posix_trace_flush(trid));
	await_rest(trid);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, 10);
	assert_ends_with_stop(&run, false);
	ck_assert_uint_eq(run.flush_starts + run.flush_stops, marks);
}
END_TEST

/* How many flushes began and ended before the first event of this number or
 * a higher one, from where the log is read. */
static unsigned count_flushes(trace_id_t log, uint32_t number, bool *flushing)
{
	unsigned count = 0;
	bool began = false;
	struct got got;

	while (log_next(log, &got)) {
		if (is_user(&got)) {
			if (got.mark.number >= number)
				break;
			continue;
		}
		if (got.info.posix_event_id != POSIX_TRACE_FLUSH_START &&
		    got.info.posix_event_id != POSIX_TRACE_FLUSH_STOP)
			continue;
		ck_assert_uint_eq(got.len, 0);
		ck_assert_int_eq(got.info.posix_truncation_status,
				 POSIX_TRACE_NOT_TRUNCATED);
		ck_assert(*flushing ==
			  (got.info.posix_event_id == POSIX_TRACE_FLUSH_STOP));
		count += *flushing && began;
		*flushing = began = !*flushing;
	}
	return count;
}

/* LOG-10 */
START_TEST(a_flush_leaves_its_marks_among_the_events)
{
	trace_id_t trid = start_appending(stream_policy[_i]);
	const bool by_itself = stream_policy[_i] == POSIX_TRACE_FLUSH;
	unsigned before, between, behind;
	bool flushing = false;

	record_all(0, 10);
	assert_ok(posix_trace_flush(trid));
	record_all(10, 20);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_flush(trid));
	record_all(20, 21);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	before = count_flushes(trid, 9, &flushing);
	between = count_flushes(trid, 10, &flushing);
	behind = count_flushes(trid, 20, &flushing);
	if (by_itself) {
		ck_assert_uint_ge(between, 1);
		ck_assert_uint_ge(behind, 2);
		return;
	}
	ck_assert_uint_eq(before, 0);
	ck_assert_uint_eq(between, 1);
	ck_assert_uint_eq(behind, 2);
	ck_assert_uint_eq(count_flushes(trid, 30, &flushing), 0);
}
END_TEST

/* Writers that go on while others flush. */

enum {
	AHEAD = 100, /* events and marks that a stream can hold */
	COUNT = SANITIZED ? 4000 : 20000,
};

static _Atomic uint32_t recorded, flushed;

static void *record_ahead(void *unused)
{
	for (uint32_t i = 0; i < COUNT; i++) {
		while (i - flushed >= AHEAD)
			sched_yield();
		record_numbered(type, i, LENGTH);
		recorded = i + 1;
	}
	return unused;
}

/* LOG-22 */
START_TEST(tracing_goes_on_during_a_flush)
{
	trace_id_t trid = start_appending(stream_policy[_i]);
	struct log_run run;
	pthread_t thread;
	uint32_t now;

	assert_ok(pthread_create(&thread, NULL, record_ahead, NULL));
	while (flushed < COUNT) {
		now = recorded;
		assert_ok(posix_trace_flush(trid));
		flushed = now;
	}
	assert_ok(pthread_join(thread, NULL));
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, COUNT);
	ck_assert_uint_eq(run.starts, 1);
	ck_assert_uint_eq(run.overflows, 0);
}
END_TEST

/* FLP-07 LOG-11 LOG-30 OPN-24: whoever reads along gets them in the same
 * order as whoever comes later. */
START_TEST(a_log_of_many_threads_is_read_in_order_between_flushes)
{
	trace_id_t trid = start_appending(stream_policy[_i]);
	pthread_t runner[RUNNERS];
	struct log_run run = { 0 };
	trace_id_t log;

	assert_ok(posix_trace_flush(trid));
	log = open_log(fd);
	start_runners(runner, LENGTH);
	for (int i = 0; i < 30; i++) {
		pass_baton();
		pass_baton();
		assert_ok(posix_trace_flush(trid));
		read_more(log, &run);
		assert_run_is(&run, 0, next_number);
	}
	stop_runners(runner);
	assert_ok(posix_trace_shutdown(trid));
	read_more(log, &run);
	assert_run_is(&run, 0, next_number);
	assert_ends_with_stop(&run, false);
	run = read_run_of(fd);
	assert_run_is(&run, 0, next_number);
}
END_TEST

static _Atomic bool flush_ended;

static void *flush_slowly(void *trid)
{
	int err = posix_trace_flush(*(trace_id_t *)trid);

	flush_ended = true;
	return err ? trid : NULL;
}

/* LOG-05 A32: some megabytes, until it is seen in the middle of it. */
START_TEST(who_asks_during_a_flush_is_told_and_does_not_wait)
{
	static const char data[4096];
	trace_attr_t attr = attr_of(16 << 20, sizeof(data));
	bool seen = false;
	trace_id_t trid;
	pthread_t thread;
	void *failed;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr,
						       POSIX_TRACE_UNTIL_FULL));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	for (int round = 0; round < 50 && !seen; round++) {
		for (int i = 0; i < 3000; i++)
			posix_trace_event(type, data, sizeof(data));
		flush_ended = false;
		assert_ok(pthread_create(&thread, NULL, flush_slowly, &trid));
		while (!seen && !flush_ended)
			seen = status_of(trid).posix_stream_flush_status ==
			       POSIX_TRACE_FLUSHING;
		assert_ok(pthread_join(thread, &failed));
		ck_assert_ptr_null(failed);
		ck_assert_int_eq(status_of(trid).posix_stream_flush_status,
				 POSIX_TRACE_NOT_FLUSHING);
	}
	ck_assert(seen);
}
END_TEST

/* Flushing by itself */

/* Wait until so many events are in the log. */
static void await_written(trace_id_t trid, uint32_t count)
{
	struct posix_trace_totals_np totals;

	for (int i = 0; i < 10000; i++) {
		assert_ok(posix_trace_get_totals_np(trid, &totals));
		if (totals.events >= count)
			return;
		nap_ms(1);
	}
	ck_abort_msg("the log has %llu events", totals.events);
}

/* FLP-02 FLP-04 FLP-07 FLP-08: not much more than half of what fits is ever
 * waiting. */
START_TEST(a_stream_is_flushed_by_itself_before_it_is_full)
{
	/* A stream takes half as much again as its size. */
	enum { LARGE = 256 << 10, LEN = 64, MANY = LARGE / 8 * 7 / 88 };
	trace_attr_t attr = attr_of(LARGE, LEN);
	bool flushing = false;
	struct log_run run;
	trace_id_t trid;

	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 10 * MANY; i++) {
		record_numbered(type, i, LEN);
		if (i >= MANY && i % 100 == 0)
			await_written(trid, i - MANY);
	}
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	await_rest(trid);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, 10 * MANY);
	assert_ends_with_stop(&run, false);
	ck_assert_uint_eq(run.starts, 1);
	ck_assert_uint_eq(run.overflows, 0);
	ck_assert_uint_ge(count_flushes(open_log(fd), 10 * MANY, &flushing), 1);
	ck_assert(!flushing);
}
END_TEST

/* The window that ends before number: where it begins, it says so. */
static void assert_next_window(trace_id_t log, uint32_t from, uint32_t end)
{
	struct timespec overflow, resume;
	uint32_t next;
	struct got got;

	do
		ck_assert(log_next(log, &got));
	while (got.info.posix_event_id == POSIX_TRACE_START ||
	       got.info.posix_event_id == POSIX_TRACE_FLUSH_START ||
	       got.info.posix_event_id == POSIX_TRACE_FLUSH_STOP);
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_OVERFLOW);
	ck_assert_uint_eq(got.len, 0);
	overflow = got.info.posix_timestamp;
	ck_assert(log_next(log, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_RESUME);
	ck_assert_uint_eq(got.len, 0);
	resume = got.info.posix_timestamp;
	ck_assert_int_le(ns_of(overflow), ns_of(resume));

	ck_assert(log_next(log, &got));
	ck_assert_int_eq(ns_of(got.info.posix_timestamp), ns_of(resume));
	while (!is_user(&got))
		ck_assert(log_next(log, &got));
	ck_assert_uint_gt(got.mark.number, from);
	ck_assert_uint_lt(got.mark.number, end);
	for (next = got.mark.number + 1; next < end; next++) {
		ck_assert(log_next(log, &got));
		if (!is_as_recorded(&got) || got.mark.number != next)
			ck_abort_msg("not event %u", next);
	}
}

/* FLP-05 LOG-30 LOP-06 LOP-07 LOP-10 LGP-11: what else there is flushes
 * itself meanwhile. */
START_TEST(a_looping_stream_is_written_when_asked_and_at_its_end)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, log_policy[_i]);
	int other_fd = make_file();
	trace_id_t other =
		create_with(0, other_fd, POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND);
	trace_id_t log = open_log(fd), other_log = open_log(other_fd);
	struct got got;

	assert_ok(posix_trace_start(other));
	record_all(0, TOO_MANY);
	while (!log_next(other_log, &got))
		nap_ms(1);
	ck_assert(!log_next(log, &got));

	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
	assert_ok(posix_trace_flush(trid));
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_next_window(log, 0, TOO_MANY);
	record_all(TOO_MANY, 2 * TOO_MANY);
	assert_ok(posix_trace_shutdown(trid));
	assert_next_window(log, TOO_MANY, 2 * TOO_MANY);
	ck_assert(log_next(log, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert_int_eq(got.number, 0);
	ck_assert(!log_next(log, &got));
}
END_TEST

/* The next event that is no mark of a flush. */
static void read_unmarked(trace_id_t log, struct got *got)
{
	do
		ck_assert(log_next(log, got));
	while (got->info.posix_event_id == POSIX_TRACE_FLUSH_START ||
	       got->info.posix_event_id == POSIX_TRACE_FLUSH_STOP);
}

static void assert_reads(trace_id_t log, trace_event_id_t id)
{
	struct got got;

	read_unmarked(log, &got);
	ck_assert_uint_eq(got.info.posix_event_id, id);
}

static void assert_reads_stop(trace_id_t log, bool by_itself)
{
	struct got got;

	read_unmarked(log, &got);
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert_int_eq(got.number != 0, by_itself);
}

/* START, events from number on, STOP since there was no more room. */
static void assert_reads_full_window(trace_id_t log, uint32_t number)
{
	uint32_t count = 0;
	struct got got;

	assert_reads(log, POSIX_TRACE_START);
	for (;;) {
		read_unmarked(log, &got);
		if (!is_user(&got))
			break;
		if (!is_as_recorded(&got) || got.mark.number != number + count)
			ck_abort_msg("not event %u", number + count);
		count++;
	}
	ck_assert_uint_ge(count, 100);
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert_int_ne(got.number, 0);
}

/* FLP-06 LOG-09 LOG-11 LOG-30 */
START_TEST(a_flush_makes_a_full_stream_go_on)
{
	enum { WINDOWS = 3 };
	trace_id_t trid = start_with(POSIX_TRACE_UNTIL_FULL, log_policy[_i]);
	trace_id_t log = open_log(fd);
	struct got got;

	for (uint32_t i = 0; i < WINDOWS; i++) {
		record_all(i * TOO_MANY, (i + 1) * TOO_MANY);
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
		assert_ok(posix_trace_flush(trid));
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	}
	record_all(WINDOWS * TOO_MANY, WINDOWS * TOO_MANY + 1);
	assert_ok(posix_trace_shutdown(trid));

	for (uint32_t i = 0; i < WINDOWS; i++)
		assert_reads_full_window(log, i * TOO_MANY);
	assert_reads(log, POSIX_TRACE_START);
	read_unmarked(log, &got);
	assert_mark(&got, LENGTH, WINDOWS * TOO_MANY);
	assert_reads_stop(log, false);
	ck_assert(!log_next(log, &got));
}
END_TEST

/* FLP-06: the file has nothing before somebody asks, or the stream ends. */
START_TEST(a_full_stream_is_not_flushed_by_itself)
{
	trace_id_t trid = start_appending(POSIX_TRACE_UNTIL_FULL);
	int other_fd = make_file();
	trace_id_t other =
		create_with(0, other_fd, POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND);
	trace_id_t log = open_log(fd), other_log = open_log(other_fd);
	struct got got;

	assert_ok(posix_trace_start(other));
	record_all(0, TOO_MANY);
	while (!log_next(other_log, &got))
		nap_ms(1);
	ck_assert(!log_next(log, &got));
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	assert_ok(posix_trace_shutdown(trid));
	assert_reads_full_window(log, 0);
	while (log_next(log, &got))
		ck_assert(!is_user(&got));
}
END_TEST

/* FLP-06 LOG-09 UNF-11 SST-13 SST-20 */
START_TEST(a_full_stream_that_was_stopped_is_emptied_and_stays_stopped)
{
	trace_id_t trid = start_appending(POSIX_TRACE_UNTIL_FULL);
	trace_id_t log = open_log(fd);
	struct got got;

	record_all(0, TOO_MANY);
	assert_ok(posix_trace_stop(trid));
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	assert_ok(posix_trace_flush(trid));
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	record_all(TOO_MANY, TOO_MANY + 1);

	assert_ok(posix_trace_start(trid));
	record_all(TOO_MANY + 1, TOO_MANY + 2);
	assert_ok(posix_trace_shutdown(trid));
	assert_reads_full_window(log, 0);
	assert_reads(log, POSIX_TRACE_START);
	read_unmarked(log, &got);
	assert_mark(&got, LENGTH, TOO_MANY + 1);
	assert_reads_stop(log, false);
	ck_assert(!log_next(log, &got));
}
END_TEST

/* FLP-03: a log that cannot be written is as slow as can be. */
START_TEST(events_lost_before_a_log_are_told)
{
	trace_id_t trid = start_appending(POSIX_TRACE_FLUSH);
	struct posix_trace_status_info status;
	struct log_run run;

	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	record_all(0, TOO_MANY);
	status = status_of(trid);
	allow_growth();
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(status.posix_stream_status, POSIX_TRACE_SUSPENDED);
	ck_assert_int_eq(status.posix_stream_full_status, POSIX_TRACE_FULL);

	assert_ok(posix_trace_flush(trid));
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record_all(TOO_MANY, TOO_MANY + 1);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	ck_assert_uint_eq(run.first, 0);
	ck_assert_uint_eq(run.end, TOO_MANY + 1);
	ck_assert_uint_eq(run.gaps, 1);
}
END_TEST

/* The thread's portion of the stream is not full, and stays: what it has of the
 * time in which others were overwritten is left out with these. */
static void *record_some(void *argument)
{
	pthread_barrier_t *meeting = argument;

	for (int i = 0; i < 2; i++) {
		pthread_barrier_wait(meeting);
		record_all(50, 100);
		pthread_barrier_wait(meeting);
	}
	pthread_barrier_wait(meeting);
	return NULL;
}

/* LOP-04 */
START_TEST(events_left_out_with_overwritten_ones_are_counted)
{
	trace_id_t trid = start_appending(POSIX_TRACE_LOOP);
	struct posix_trace_totals_np totals;
	pthread_barrier_t meeting;
	pthread_t thread;

	assert_ok(pthread_barrier_init(&meeting, NULL, 2));
	assert_ok(pthread_create(&thread, NULL, record_some, &meeting));
	for (uint32_t i = 1; i <= 2; i++) {
		record_all(0, 50);
		pthread_barrier_wait(&meeting);
		pthread_barrier_wait(&meeting);
		record_all(100, TOO_MANY);
		assert_ok(posix_trace_stop(trid));
		assert_ok(posix_trace_drain_np(trid));
		/* The gap begins with the look before: START goes with it. */
		ck_assert_uint_eq(recorded_or_lost(fd), i * TOO_MANY + (i > 1));
		assert_ok(posix_trace_get_totals_np(trid, &totals));
		/* START and STOP; OVERFLOW and RESUME. */
		ck_assert_uint_eq(totals.events + totals.lost,
				  i * (TOO_MANY + 4));
		assert_ok(posix_trace_start(trid));
	}
	pthread_barrier_wait(&meeting);
	assert_ok(pthread_join(thread, NULL));
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static TCase *when_asked(void)
{
	TCase *tcase = tcase_create("when asked");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, whatever_the_policies_a_log_has_everything,
			    0, PAIRS);
	tcase_add_loop_test(tcase, a_suspended_stream_is_flushed_without_marks,
			    0, POLICIES);
	tcase_add_loop_test(tcase, a_flush_leaves_its_marks_among_the_events, 0,
			    POLICIES);
	tcase_add_loop_test(
		tcase, a_log_of_many_threads_is_read_in_order_between_flushes,
		0, POLICIES);
	tcase_add_loop_test(tcase, tracing_goes_on_during_a_flush, 0, POLICIES);
	tcase_add_test(tcase,
		       who_asks_during_a_flush_is_told_and_does_not_wait);
	return tcase;
}

static TCase *when_full(void)
{
	TCase *tcase = tcase_create("when full");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, a_stream_is_flushed_by_itself_before_it_is_full);
	tcase_add_loop_test(
		tcase, a_looping_stream_is_written_when_asked_and_at_its_end, 0,
		POLICIES);
	tcase_add_loop_test(tcase, a_flush_makes_a_full_stream_go_on, 0,
			    POLICIES);
	tcase_add_test(tcase, a_full_stream_is_not_flushed_by_itself);
	tcase_add_test(
		tcase,
		a_full_stream_that_was_stopped_is_emptied_and_stays_stopped);
	tcase_add_test(tcase, events_lost_before_a_log_are_told);
	tcase_add_test(tcase,
		       events_left_out_with_overwritten_ones_are_counted);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("flushing");

	suite_add_tcase(suite, when_asked());
	suite_add_tcase(suite, when_full());
	return run_suite(suite);
}
