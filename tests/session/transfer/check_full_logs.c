/*
 * What becomes of a log that has reached its limit. The streams are flushed
 * before they are full, so that whatever is missing is missing by the log's
 * doing.
 */
#include "session/numbered_events.h"

enum {
	STREAM_SIZE = 64 << 10,
	LOG_SIZE = 256 << 10,
	LENGTH = 64,			      /* data of an event, LGP-09 */
	LEAST = LOG_SIZE / 4 / LENGTH,	      /* events in a full log */
	PORTION = 200,			      /* events the stream can hold */
	EVENTS = 60 * PORTION,		      /* four times what the log can */
	LARGEST = 2 * LOG_SIZE + (512 << 10), /* file, LGP-07 */
};

static const int limited[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL };

static trace_event_id_t type;
static int fd;

static void setup(void)
{
	type = type_of("event");
	fd = make_file();
}

static trace_id_t start_sized(int policy, size_t max_data, size_t log_size)
{
	trace_attr_t attr = attr_of(STREAM_SIZE, max_data);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, policy));
	assert_ok(posix_trace_attr_setlogsize(&attr, log_size));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	return trid;
}

static trace_id_t start_with(int policy)
{
	return start_sized(policy, LENGTH, LOG_SIZE);
}

/* The events from here to there, flushed portion by portion. */
static void fill(trace_id_t trid, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++) {
		record_numbered(type, i, LENGTH);
		if (i % PORTION == PORTION - 1)
			assert_ok(posix_trace_flush(trid));
	}
}

static off_t file_size(void)
{
	struct stat st;

	ck_assert_int_eq(fstat(fd, &st), 0);
	return st.st_size;
}

/* Logs that are filled until they are full */

/* LGP-01 */
START_TEST(a_log_that_has_taken_what_it_may_is_full)
{
	trace_id_t trid = start_with(POSIX_TRACE_UNTIL_FULL);
	struct log_run run;

	assert_log_state(trid, POSIX_TRACE_NOT_FULL, POSIX_TRACE_NO_OVERRUN);
	fill(trid, 0, PORTION);
	assert_log_state(trid, POSIX_TRACE_NOT_FULL, POSIX_TRACE_NO_OVERRUN);
	fill(trid, PORTION, EVENTS);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(status_of(trid).posix_log_full_status,
				 POSIX_TRACE_FULL);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(status_of(trid).posix_log_full_status,
				 POSIX_TRACE_FULL);
	run = read_run(trid);
	ck_assert_uint_lt(run.end, EVENTS);
}
END_TEST

/* LGP-02 LGP-03 LGP-09 LGP-12 */
START_TEST(a_full_log_has_the_first_events_and_a_stop_by_itself)
{
	trace_id_t trid = start_with(POSIX_TRACE_UNTIL_FULL);
	struct log_run run;

	fill(trid, 0, EVENTS);
	assert_ok(posix_trace_shutdown(trid));

	run = read_run_of(fd);
	assert_run_is(&run, 0, run.end);
	ck_assert_uint_ge(run.end, LEAST);
	ck_assert_uint_eq(run.starts, 1);
	ck_assert_uint_eq(run.stops, 1);
	ck_assert_uint_eq(run.overflows, 0);
	assert_ends_with_stop(&run, true);
}
END_TEST

/* LGP-04 STA-11 */
START_TEST(what_a_full_log_throws_away_is_told_each_time)
{
	trace_id_t trid = start_with(POSIX_TRACE_UNTIL_FULL);

	leave_out_marks_of_flushes(trid);
	fill(trid, 0, EVENTS);
	assert_log_state(trid, POSIX_TRACE_FULL, POSIX_TRACE_OVERRUN);
	assert_log_state(trid, POSIX_TRACE_FULL, POSIX_TRACE_NO_OVERRUN);
	fill(trid, EVENTS, EVENTS + PORTION);
	assert_log_state(trid, POSIX_TRACE_FULL, POSIX_TRACE_OVERRUN);
	assert_log_state(trid, POSIX_TRACE_FULL, POSIX_TRACE_NO_OVERRUN);
}
END_TEST

/* LGP-02 LGP-13 */
START_TEST(a_full_log_lets_the_stream_run_on_and_stays_as_it_is)
{
	trace_id_t trid = start_with(POSIX_TRACE_UNTIL_FULL);
	struct posix_trace_status_info status;
	struct log_run before, after;
	off_t size;

	fill(trid, 0, EVENTS);
	ck_assert_int_eq(status_of(trid).posix_log_full_status,
			 POSIX_TRACE_FULL);
	before = read_run_of(fd);
	assert_ends_with_stop(&before, true);
	size = file_size();

	fill(trid, EVENTS, 2 * EVENTS);
	status = status_of(trid);
	ck_assert_int_eq(status.posix_stream_status, POSIX_TRACE_RUNNING);
	ck_assert_int_eq(status.posix_stream_full_status, POSIX_TRACE_NOT_FULL);
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(status.posix_stream_flush_error, 0);
	ck_assert_int_eq(file_size(), size);

	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_shutdown(trid));
	after = read_run_of(fd);
	assert_run_is(&after, 0, before.end);
	ck_assert_uint_eq(after.stops, before.stops);
	assert_ends_with_stop(&after, true);
}
END_TEST

/* LGP-01 LGP-02 LGP-03 FLP-04: nobody asks for a flush. A machine that is too
 * slow for that loses events in the stream, and says so. */
START_TEST(a_log_is_filled_by_the_stream_itself)
{
	trace_id_t trid = start_with(POSIX_TRACE_UNTIL_FULL);
	uint32_t number = 0;
	struct log_run run;

	for (int round = 0; round < 10000; round++) {
		if (status_of(trid).posix_log_full_status == POSIX_TRACE_FULL)
			break;
		for (int i = 0; i < PORTION; i++)
			record_numbered(type, number++, LENGTH);
		nap_ms(1);
	}
	ck_assert_int_eq(status_of(trid).posix_log_full_status,
			 POSIX_TRACE_FULL);
	assert_ok(posix_trace_shutdown(trid));

	run = read_run_of(fd);
	ck_assert_uint_eq(run.first, 0);
	ck_assert_uint_ge(run_length(&run), LEAST);
	ck_assert_uint_ge(run.flush_starts, 1);
	assert_ends_with_stop(&run, true);
}
END_TEST

/* Logs that loop */

/* LGP-05 LGP-09 LOG-08 */
START_TEST(a_looping_log_has_the_newest_events)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP);
	struct log_run run;

	fill(trid, 0, EVENTS);
	assert_ok(posix_trace_shutdown(trid));

	run = read_run_of(fd);
	ck_assert_uint_gt(run.first, 0);
	assert_run_is(&run, run.first, EVENTS);
	ck_assert_uint_ge(run_length(&run), LEAST);
	ck_assert_uint_eq(run.stops, 1);
	assert_ends_with_stop(&run, false);
}
END_TEST

/* LGP-06 LGP-10 STA-11 */
START_TEST(a_log_that_overwrites_is_full_and_tells_each_time)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP);

	leave_out_marks_of_flushes(trid);
	fill(trid, 0, PORTION);
	assert_log_state(trid, POSIX_TRACE_NOT_FULL, POSIX_TRACE_NO_OVERRUN);
	fill(trid, PORTION, EVENTS);
	assert_log_state(trid, POSIX_TRACE_FULL, POSIX_TRACE_OVERRUN);
	assert_log_state(trid, POSIX_TRACE_FULL, POSIX_TRACE_NO_OVERRUN);
	fill(trid, EVENTS, 2 * EVENTS);
	assert_log_state(trid, POSIX_TRACE_FULL, POSIX_TRACE_OVERRUN);
	assert_log_state(trid, POSIX_TRACE_FULL, POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_int_eq(status_of(open_log(fd)).posix_log_full_status,
			 POSIX_TRACE_FULL);
}
END_TEST

/* LGP-05 LGP-09 OPN-24: at each moment, not at its end alone. */
START_TEST(a_looping_log_has_the_newest_events_at_any_time)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP), log;
	struct log_run run;

	assert_ok(posix_trace_flush(trid));
	log = open_log(fd);
	for (uint32_t i = 0; i < EVENTS; i += PORTION) {
		fill(trid, i, i + PORTION);
		assert_ok(posix_trace_rewind(log));
		run = read_run(log);
		assert_run_is(&run, run.first, i + PORTION);
		if (run.first)
			ck_assert_uint_ge(run_length(&run), LEAST);
	}
	ck_assert_uint_gt(run.first, 0);
}
END_TEST

static size_t varied_length(uint32_t number)
{
	return sizeof(struct mark) + number * 613 % (ROOM - 8);
}

/* LGP-05 LGP-07: from a few bytes to a section that hardly fits. */
START_TEST(events_of_all_lengths_are_whole_in_a_looping_log)
{
	enum { COUNT = 1500, FEW = 10 };
	trace_id_t trid = start_sized(POSIX_TRACE_LOOP, ROOM, LOG_SIZE);
	struct log_run run;

	for (uint32_t i = 0; i < COUNT; i++) {
		record_numbered(type, i, varied_length(i));
		if (i % FEW != FEW - 1)
			continue;
		assert_ok(posix_trace_flush(trid));
		if (i % (10 * FEW) != 10 * FEW - 1)
			continue;
		run = read_run_of(fd);
		assert_run_is(&run, run.first, i + 1);
	}
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, run.first, COUNT);
	ck_assert_uint_gt(run.first, 0);
	ck_assert_int_lt(file_size(), LARGEST);
}
END_TEST

/* Many threads */

static void run_and_flush(trace_id_t trid)
{
	for (int i = 0; i < 4; i++)
		pass_baton();
	assert_ok(posix_trace_flush(trid));
}

/* LGP-05 LGP-09: each thread's events lie by themselves in the file, and what
 * is overwritten is not the oldest of all, unless somebody sees to it. */
START_TEST(a_looping_log_has_the_newest_events_of_many_threads)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP);
	pthread_t runner[RUNNERS];
	struct log_run run;

	start_runners(runner, LENGTH);
	for (int flushes = 0; next_number < EVENTS; flushes++) {
		run_and_flush(trid);
		if (flushes % 3)
			continue;
		run = read_run_of(fd);
		assert_run_is(&run, run.first, next_number);
		if (run.first)
			ck_assert_uint_ge(run_length(&run), LEAST);
	}
	stop_runners(runner);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	ck_assert_uint_gt(run.first, 0);
	assert_run_is(&run, run.first, next_number);
	ck_assert_uint_ge(run_length(&run), LEAST);
}
END_TEST

/* LGP-02 LGP-03 LGP-09 */
START_TEST(a_full_log_has_the_first_events_of_many_threads)
{
	trace_id_t trid = start_with(POSIX_TRACE_UNTIL_FULL);
	pthread_t runner[RUNNERS];
	struct log_run run;

	start_runners(runner, LENGTH);
	while (next_number < EVENTS)
		run_and_flush(trid);
	stop_runners(runner);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, run.end);
	ck_assert_uint_ge(run.end, LEAST);
	ck_assert_uint_lt(run.end, EVENTS);
	assert_ends_with_stop(&run, true);
}
END_TEST

/* Both */

/* LGP-14 */
START_TEST(an_overrun_nobody_asked_about_is_told_by_the_log_for_ever)
{
	trace_id_t trid = start_with(limited[_i]);

	fill(trid, 0, EVENTS);
	assert_ok(posix_trace_shutdown(trid));
	trid = open_log(fd);
	for (int i = 0; i < 3; i++)
		assert_log_state(trid, POSIX_TRACE_FULL, POSIX_TRACE_OVERRUN);
	assert_log_state(open_log(fd), POSIX_TRACE_FULL, POSIX_TRACE_OVERRUN);
}
END_TEST

/* LGP-07: an event at a time is written, and most of the file is not events
 * but what is around them. */
START_TEST(the_file_stays_within_its_bounds)
{
	enum { FLUSHES = SANITIZED ? 3000 : 7000 };
	trace_id_t trid = start_with(limited[_i]);
	char name[100];
	struct log_run run;

	leave_out_marks_of_flushes(trid);
	memset(name, 'n', sizeof(name));
	for (uint32_t i = 0; i < FLUSHES; i++) {
		record_numbered(type, i, sizeof(struct mark));
		if (i % 50 == 0) {
			snprintf(name + 90, sizeof(name) - 90, "%u", i);
			type_of(name);
		}
		assert_ok(posix_trace_flush(trid));
		ck_assert_int_lt(file_size(), LARGEST);
	}
	ck_assert_int_eq(status_of(trid).posix_log_full_status,
			 POSIX_TRACE_FULL);
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_int_lt(file_size(), LARGEST);

	run = read_run_of(fd);
	ck_assert(run.has_any);
	if (limited[_i] == POSIX_TRACE_LOOP)
		assert_run_is(&run, run.first, FLUSHES);
	else
		assert_run_is(&run, 0, run.end);
}
END_TEST

/* LGP-07: as many events as may be. */
START_TEST(the_file_of_many_events_stays_within_its_bounds)
{
	trace_id_t trid = start_with(limited[_i]);

	for (uint32_t i = 0; i < EVENTS; i += PORTION) {
		fill(trid, i, i + PORTION);
		ck_assert_int_lt(file_size(), LARGEST);
	}
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_int_lt(file_size(), LARGEST);
}
END_TEST

static void assert_log_names(trace_id_t log, trace_event_id_t id,
			     const char *expected)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	assert_ok(posix_trace_eventid_get_name(log, id, name));
	ck_assert_str_eq(name, expected);
}

/* OPN-12: those of events long gone, and of events that never were. */
START_TEST(a_full_log_has_all_names)
{
	enum { LAPS = 6 };
	trace_id_t trid = start_with(limited[_i]);
	trace_event_id_t id[LAPS];
	char name[16];

	for (uint32_t lap = 0; lap < LAPS; lap++) {
		snprintf(name, sizeof(name), "lap %u", lap);
		id[lap] = type_of(name);
		fill(trid, lap * LEAST, (lap + 1) * LEAST);
	}
	/* One that nobody has flushed before the end. */
	id[0] = type_of("late");
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_log_names(trid, type, "event");
	assert_log_names(trid, id[0], "late");
	for (uint32_t lap = 1; lap < LAPS; lap++) {
		snprintf(name, sizeof(name), "lap %u", lap);
		assert_log_names(trid, id[lap], name);
	}
}
END_TEST

/* SIZ-14 LGP-09: more names than log-max-size could hold. */
START_TEST(names_take_no_room_from_events)
{
	enum { NAMES = 500, SMALL = 64 << 10 };
	trace_id_t trid = start_sized(limited[_i], LENGTH, SMALL);
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct log_run run;

	memset(name, 'n', sizeof(name));
	for (unsigned i = 0; i < NAMES; i++) {
		snprintf(name + 200, sizeof(name) - 200, "%u", i);
		type_of(name);
	}
	fill(trid, 0, SMALL / LENGTH / 2);
	assert_ok(posix_trace_flush(trid));
	run = read_run_of(fd);
	ck_assert_uint_ge(run_length(&run), SMALL / LENGTH / 4);
	fill(trid, SMALL / LENGTH / 2, 4 * SMALL / LENGTH);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	ck_assert_uint_ge(run_length(&run), SMALL / LENGTH / 4);
}
END_TEST

/* LGP-09 LGP-11 LOG-08: a log that has less than it can hold. */
START_TEST(a_log_that_is_not_full_has_everything_and_tells_of_no_loss)
{
	static const int policy[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
				      POSIX_TRACE_APPEND };
	trace_id_t trid = start_with(policy[_i]);
	struct log_run run;

	fill(trid, 0, LEAST - 1);
	assert_ok(posix_trace_flush(trid));
	assert_log_state(trid, POSIX_TRACE_NOT_FULL, POSIX_TRACE_NO_OVERRUN);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	run = read_run(trid);
	assert_run_is(&run, 0, LEAST - 1);
	assert_ends_with_stop(&run, false);
	ck_assert_uint_eq(run.starts, 1);
	ck_assert_uint_eq(run.stops, 1);
	ck_assert_uint_eq(run.overflows, 0);
	ck_assert_uint_eq(run.resumes, 0);
	assert_log_state(trid, POSIX_TRACE_NOT_FULL, POSIX_TRACE_NO_OVERRUN);
}
END_TEST

/* LGP-08 LGP-11 */
START_TEST(a_log_that_is_appended_to_takes_everything)
{
	trace_id_t trid = start_with(POSIX_TRACE_APPEND);
	struct log_run run;

	fill(trid, 0, EVENTS);
	assert_log_state(trid, POSIX_TRACE_NOT_FULL, POSIX_TRACE_NO_OVERRUN);
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_int_gt(file_size(), 2 * LOG_SIZE);

	trid = open_log(fd);
	run = read_run(trid);
	assert_run_is(&run, 0, EVENTS);
	assert_ends_with_stop(&run, false);
	ck_assert_uint_eq(run.overflows, 0);
	assert_log_state(trid, POSIX_TRACE_NOT_FULL, POSIX_TRACE_NO_OVERRUN);
}
END_TEST

static TCase *until_full(void)
{
	TCase *tcase = tcase_create("until full");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_log_that_has_taken_what_it_may_is_full);
	tcase_add_test(tcase,
		       a_full_log_has_the_first_events_and_a_stop_by_itself);
	tcase_add_test(tcase, what_a_full_log_throws_away_is_told_each_time);
	tcase_add_test(tcase,
		       a_full_log_lets_the_stream_run_on_and_stays_as_it_is);
	tcase_add_test(tcase, a_log_is_filled_by_the_stream_itself);
	tcase_add_test(tcase, a_full_log_has_the_first_events_of_many_threads);
	return tcase;
}

static TCase *looping(void)
{
	TCase *tcase = tcase_create("looping");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_looping_log_has_the_newest_events);
	tcase_add_test(tcase,
		       a_log_that_overwrites_is_full_and_tells_each_time);
	tcase_add_test(tcase, a_looping_log_has_the_newest_events_at_any_time);
	tcase_add_test(tcase, events_of_all_lengths_are_whole_in_a_looping_log);
	tcase_add_test(tcase,
		       a_looping_log_has_the_newest_events_of_many_threads);
	return tcase;
}

static TCase *any_policy(void)
{
	TCase *tcase = tcase_create("any policy");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_loop_test(
		tcase,
		an_overrun_nobody_asked_about_is_told_by_the_log_for_ever, 0,
		ARRAY_LEN(limited));
	tcase_add_loop_test(tcase, the_file_stays_within_its_bounds, 0,
			    ARRAY_LEN(limited));
	tcase_add_loop_test(tcase,
			    the_file_of_many_events_stays_within_its_bounds, 0,
			    ARRAY_LEN(limited));
	tcase_add_loop_test(tcase, a_full_log_has_all_names, 0,
			    ARRAY_LEN(limited));
	tcase_add_loop_test(tcase, names_take_no_room_from_events, 0,
			    ARRAY_LEN(limited));
	tcase_add_loop_test(
		tcase,
		a_log_that_is_not_full_has_everything_and_tells_of_no_loss, 0,
		3);
	tcase_add_test(tcase, a_log_that_is_appended_to_takes_everything);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("full_logs");

	suite_add_tcase(suite, until_full());
	suite_add_tcase(suite, looping());
	suite_add_tcase(suite, any_policy());
	return run_suite(suite);
}
