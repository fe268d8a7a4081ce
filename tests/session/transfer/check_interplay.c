/* check_interplay.c - what works by itself works together with the rest */
#include "tracing.h"

enum { SIZE = 16384, MANY = 4000 };

static trace_event_id_t type;
static int fd;

static void setup(void)
{
	type = type_of("event");
	fd = make_file();
}

static trace_id_t start_with(int stream_policy, int log_policy, size_t log_size)
{
	trace_attr_t attr = attr_of(SIZE, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, stream_policy));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	assert_ok(posix_trace_attr_setlogsize(&attr, log_size));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	return trid;
}

static void record_all(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		record(type, 0, i);
}

/* What a log has of user events: behind the last OVERFLOW, one gapless run. */
struct run {
	uint32_t first, end;
	trace_event_id_t last;
	int number; /* data of the last STOP */
};

static struct run read_run(void)
{
	struct run run = { .first = UINT32_MAX };
	trace_id_t log = open_log(fd);
	struct got got;

	while (log_next(log, &got)) {
		run.last = got.info.posix_event_id;
		if (run.last == POSIX_TRACE_STOP)
			run.number = got.number;
		if (run.last == POSIX_TRACE_OVERFLOW)
			run.first = UINT32_MAX;
		if (run.last != type)
			continue;
		if (run.first == UINT32_MAX)
			run.first = got.mark.number;
		else
			ck_assert_uint_eq(got.mark.number, run.end);
		run.end = got.mark.number + 1;
	}
	assert_ok(posix_trace_close(log));
	return run;
}

/* LGP-05 LOG-08 FLP-05: the controller's events, from START to STOP, are in
 * one chunk, which is as old as the oldest and as new as the newest. */
START_TEST(a_looping_stream_leaves_its_newest_in_a_looping_log)
{
	trace_id_t trid = start_with(POSIX_TRACE_LOOP, POSIX_TRACE_LOOP, SIZE);
	struct run run;

	record_all(0, (uint32_t)_i * MANY / 10);
	if (_i % 2)
		assert_ok(posix_trace_flush(trid));
	record_all((uint32_t)_i * MANY / 10, (uint32_t)_i * MANY / 5);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run();
	ck_assert_uint_eq(run.end, _i * MANY / 5);
	ck_assert_uint_ge(run.end - run.first, 100);
	ck_assert_uint_eq(run.last, POSIX_TRACE_STOP);
	ck_assert_int_eq(run.number, 0);
}
END_TEST

static const int policies[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
				POSIX_TRACE_FLUSH };

/* CLR-01 CLR-09 CTL-04 */
START_TEST(what_was_cleared_stays_so_when_the_controller_dies)
{
	const int log_policy = _i % 2 ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND;
	pid_t child = fork();
	struct run run;
	int status;

	if (!child) {
		trace_id_t trid =
			start_with(policies[_i / 2], log_policy, 1 << 20);

		record_all(0, 100);
		assert_ok(posix_trace_clear(trid));
		record_all(100, 150);
		kill(getpid(), SIGKILL);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status));
	run = read_run();
	ck_assert_uint_eq(run.first, 100);
	ck_assert_uint_eq(run.end, 150);
	ck_assert_uint_eq(run.last, POSIX_TRACE_STOP);
}
END_TEST

/* LOP-01 LOP-12 INH-08 */
START_TEST(a_full_stream_stays_full_when_a_child_ends)
{
	trace_attr_t attr = attr_of(SIZE, 0);
	trace_id_t trid;
	pid_t child;

	assert_ok(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	assert_ok(posix_trace_create(0, &attr, &trid));
	assert_ok(posix_trace_start(trid));
	child = fork();
	if (!child) {
		record_all(0, MANY);
		leave(0);
	}
	assert_exits_0(child);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
	record_all(0, 20);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
	drain(trid);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
}
END_TEST

/* GET-19 */
START_TEST(reading_a_stream_with_log_takes_what_was_read_and_no_more)
{
	trace_id_t trid =
		start_with(policies[1 + _i], POSIX_TRACE_APPEND, 1 << 20);
	struct run run;
	struct got got;

	record_all(0, 20);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_mark(trid, type, 0, 0);
	assert_next_mark(trid, type, 0, 1);
	record_all(20, 25);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run();
	ck_assert_uint_eq(run.first, 2);
	ck_assert_uint_eq(run.end, 25);
}
END_TEST

static trace_id_t start_until_full(void)
{
	trace_attr_t attr = attr_of(SIZE, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr,
						       POSIX_TRACE_UNTIL_FULL));
	assert_ok(posix_trace_create(0, &attr, &trid));
	assert_ok(posix_trace_start(trid));
	return trid;
}

static unsigned fill(trace_id_t trid)
{
	unsigned count = 0;

	for (; status_of(trid).posix_stream_full_status == POSIX_TRACE_NOT_FULL;
	     count++)
		record(type, 0, count);
	return count;
}

/* The clock is recorded every 10 ms besides, which on a slow machine takes the
 * room of some events; but less than a chunk. */
enum { CLOCKS = 100 };

/* CLR-11 SIZ-11 */
START_TEST(a_stream_holds_as_much_as_the_first_time)
{
	trace_id_t trid = start_until_full();
	unsigned first = fill(trid);

	for (int i = 0; i < 3; i++) {
		assert_ok(posix_trace_clear(trid));
		assert_ok(posix_trace_start(trid));
		ck_assert_uint_ge(fill(trid) + CLOCKS, first);
	}
	for (int i = 0; i < 3; i++) {
		drain(trid);
		ck_assert_uint_ge(fill(trid) + CLOCKS, first);
	}
}
END_TEST

/* ATR-33 */
START_TEST(one_whole_stream_fits_the_smallest_log)
{
	trace_id_t trid =
		start_with(POSIX_TRACE_UNTIL_FULL,
			   _i ? POSIX_TRACE_LOOP : POSIX_TRACE_UNTIL_FULL, 1);
	unsigned count = fill(trid);
	struct run run;

	assert_ok(posix_trace_shutdown(trid));
	run = read_run();
	ck_assert_uint_eq(run.first, 0);
	/* The last one found no room. */
	ck_assert_uint_eq(run.end, count - 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("interplay");
	TCase *tcase = tcase_create("interplay");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase,
			    a_looping_stream_leaves_its_newest_in_a_looping_log,
			    1, 10);
	tcase_add_loop_test(tcase,
			    what_was_cleared_stays_so_when_the_controller_dies,
			    0, 6);
	tcase_add_test(tcase, a_full_stream_stays_full_when_a_child_ends);
	tcase_add_loop_test(
		tcase,
		reading_a_stream_with_log_takes_what_was_read_and_no_more, 0,
		2);
	tcase_add_test(tcase, a_stream_holds_as_much_as_the_first_time);
	tcase_add_loop_test(tcase, one_whole_stream_fits_the_smallest_log, 0,
			    2);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
