/* Events are read whole, in order and once, also from streams that loop. */
#include "running_stream.h"

/* Three ways to read an event that is there. */

typedef int reader(trace_id_t, struct posix_trace_event_info *, void *, size_t,
		   size_t *, int *);

static int timed(trace_id_t id, struct posix_trace_event_info *info, void *data,
		 size_t size, size_t *len, int *unavailable)
{
	const struct timespec past = { .tv_sec = 1 };

	return posix_trace_timedgetnext_event(id, info, data, size, len,
					      unavailable, &past);
}

static reader *const readers[] = {
	posix_trace_getnext_event,
	posix_trace_trygetnext_event,
	timed,
};

static void read_into(reader *read_event, void *data, size_t size, size_t len,
		      int truncation)
{
	struct posix_trace_event_info info;
	int unavailable = -1;
	size_t got = 4711;

	assert_ok(read_event(trid, &info, data, size, &got, &unavailable));
	ck_assert_int_eq(unavailable, 0);
	ck_assert_uint_eq(info.posix_event_id, type);
	ck_assert_uint_eq(got, len);
	ck_assert_int_eq(info.posix_truncation_status, truncation);
}

static bool is_untouched(const char *from, const char *to)
{
	while (from < to)
		if (*from++ != '#')
			return false;
	return true;
}

/* GET-01 GET-04 GET-05 GET-06 GET-11 GET-14 GET-18 TIM-01 */
START_TEST(data_is_written_as_far_as_it_goes_and_fits)
{
	char buffer[64];

	for (size_t size = 0; size <= 32; size++) {
		size_t len = size < 16 ? size : 16;

		memset(buffer, '#', sizeof(buffer));
		posix_trace_event(type, "0123456789abcdef", 16);
		read_into(readers[_i], buffer, size, len,
			  size < 16 ? POSIX_TRACE_TRUNCATED_READ :
				      POSIX_TRACE_NOT_TRUNCATED);
		ck_assert_mem_eq(buffer, "0123456789abcdef", len);
		ck_assert(is_untouched(buffer + len, buffer + sizeof(buffer)));
	}
	assert_empty(trid);
}
END_TEST

/* GET-07 GET-08 */
START_TEST(no_buffer_takes_nothing)
{
	posix_trace_event(type, "x", 1);
	posix_trace_event(type, NULL, 0);
	read_into(readers[_i], NULL, 0, 0, POSIX_TRACE_TRUNCATED_READ);
	read_into(readers[_i], NULL, 0, 0, POSIX_TRACE_NOT_TRUNCATED);
	assert_empty(trid);
}
END_TEST

/* GET-09 GET-10 EVT-07 */
START_TEST(cuts_of_recording_and_of_reading_are_told_apart)
{
	char buffer[64];

	trid = create_for(0, 0, 32);
	assert_ok(posix_trace_start(trid));
	drain(trid);
	for (int i = 0; i < 2; i++)
		posix_trace_event(type, "0123456789012345678901234567890123456",
				  37);
	read_into(readers[_i], buffer, sizeof(buffer), 32,
		  POSIX_TRACE_TRUNCATED_RECORD);
	read_into(readers[_i], buffer, 31, 31, POSIX_TRACE_TRUNCATED_READ);
}
END_TEST

/* GET-12 GET-13 */
START_TEST(nothing_is_unavailable_at_once)
{
	struct got got;
	int unavailable = 0;

	assert_ok(posix_trace_trygetnext_event(trid, &got.info, got.data, ROOM,
					       &got.len, &unavailable));
	ck_assert_int_ne(unavailable, 0);
}
END_TEST

/* GET-02 GET-03 GET-15 LOP-11 LOP-12 */
START_TEST(a_stream_read_in_time_never_overruns)
{
	uint32_t written = 0, seen = 0;
	struct got got;

	trid = start_stream(8192);
	drain(trid);
	for (int round = 0; round < 2000; round++) {
		for (int i = 0; i < 100; i++)
			record(type, 0, written++);
		while (try_next(trid, &got)) {
			ck_assert_uint_eq(got.info.posix_event_id, type);
			assert_mark(&got, 0, seen++);
		}
	}
	ck_assert_uint_eq(seen, written);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
}
END_TEST

/* GET-16 */
START_TEST(a_suspended_stream_can_be_read)
{
	struct got got;

	record(type, 1, 2);
	assert_ok(posix_trace_stop(trid));
	assert_next_mark(trid, type, 1, 2);
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	assert_empty(trid);
}
END_TEST

/* GET-19 A15 */
START_TEST(an_active_stream_with_log_can_be_read)
{
	trace_attr_t attr = attr_of(0, 0);
	int fd = make_file();
	struct got got;

	/* One that is not flushed by itself. */
	assert_ok(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	record(type, 1, 2);
	await_next(trid, &got);
	await_next(trid, &got);
	assert_mark(&got, 1, 2);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
}
END_TEST

START_TEST(null_pointers_are_refused)
{
	struct got got;
	int none;

	assert_invalid(readers[_i](trid, NULL, got.data, 1, &got.len, &none));
	assert_invalid(readers[_i](trid, &got.info, got.data, 1, NULL, &none));
	assert_invalid(
		readers[_i](trid, &got.info, got.data, 1, &got.len, NULL));
	assert_invalid(posix_trace_timedgetnext_event(
		trid, &got.info, got.data, 1, &got.len, &none, NULL));
}
END_TEST

/* TID-29 */
START_TEST(a_log_can_not_be_tried)
{
	int fd = make_file(), none = 4711;
	trace_id_t log = create_logged_for(0, fd, 0, 0);
	struct got got;

	assert_ok(posix_trace_shutdown(log));
	log = open_log(fd);
	assert_invalid(posix_trace_trygetnext_event(log, &got.info, got.data,
						    ROOM, &got.len, &none));
	ck_assert_int_eq(none, 4711);
}
END_TEST

/* TIM-12 */
START_TEST(a_log_has_no_time_limit)
{
	const struct timespec never = { .tv_sec = INT32_MAX };
	int fd = make_file(), none = 0;
	trace_id_t log = create_logged_for(0, fd, 0, 0);
	struct got got;

	assert_ok(posix_trace_shutdown(log));
	log = open_log(fd);
	assert_ok(posix_trace_timedgetnext_event(log, &got.info, got.data, ROOM,
						 &got.len, &none, &never));
	ck_assert_int_ne(none, 0);
}
END_TEST

/* Streams that loop */

enum { SIZE = 65536, WRAPS = 20000 }; /* of 64 bytes and less */

static void wrap(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		record(type, 0, i);
}

/* INF-10: what the stream itself has to tell. */
static void assert_of_nobody(const struct got *got)
{
	ck_assert_int_eq(got->info.posix_pid, 0);
	ck_assert(got->info.posix_thread_id == 0);
	ck_assert_ptr_null(got->info.posix_prog_address);
	ck_assert_uint_eq(got->len, 0);
}

/* OVERFLOW, RESUME and a gapless run up to the newest; its length. */
static uint32_t assert_window(uint32_t last, int64_t overwritten_from,
			      int64_t overwritten_to)
{
	struct got overflow, resume, got;
	uint32_t first;

	assert_next_is(trid, POSIX_TRACE_OVERFLOW, &overflow);
	assert_next_is(trid, POSIX_TRACE_RESUME, &resume);
	assert_next_is(trid, type, &got);
	assert_of_nobody(&overflow);
	assert_of_nobody(&resume);
	ck_assert_int_eq(ns_of(resume.info.posix_timestamp),
			 ns_of(got.info.posix_timestamp));
	ck_assert_int_le(ns_of(overflow.info.posix_timestamp),
			 ns_of(resume.info.posix_timestamp));
	ck_assert_int_ge(ns_of(overflow.info.posix_timestamp),
			 overwritten_from - CLOCK_TOLERANCE_NS);
	ck_assert_int_le(ns_of(overflow.info.posix_timestamp),
			 overwritten_to + CLOCK_TOLERANCE_NS);

	first = got.mark.number;
	for (uint32_t i = first; i < last; i++) {
		assert_mark(&got, 0, i);
		if (i + 1 < last)
			assert_next_is(trid, type, &got);
	}
	assert_empty(trid);
	return last - first;
}

static size_t event_size(void)
{
	trace_attr_t attr = attr_of(SIZE, 0);
	size_t size;

	assert_ok(posix_trace_attr_getmaxusereventsize(
		&attr, sizeof(struct mark), &size));
	return size;
}

/*
 * LOP-01 LOP-02 LOP-03 LOP-06 LOP-07 LOP-08 LOP-09 LOP-10 LOP-12 LOP-13
 * LOP-14 STA-10 INF-10
 *
 * START is the first event to be overwritten; in later rounds it is the first
 * of the round. What was read just before may stand for it.
 */
START_TEST(what_is_left_is_a_gapless_run_up_to_the_newest)
{
	int64_t begun = now_ns(), begun_next, first_done;

	trid = start_stream(SIZE);
	for (uint32_t round = 0; round < 3; round++) {
		uint32_t from = round * WRAPS;

		record(type, 0, from);
		first_done = now_ns();
		wrap(from + 1, from + WRAPS - 1);
		begun_next = now_ns();
		record(type, 0, from + WRAPS - 1);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
		ck_assert_uint_ge(
			assert_window(from + WRAPS, begun, first_done),
			SIZE / event_size() / 2);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		begun = begun_next;
	}
}
END_TEST

/* LOP-04 LOP-05 LOP-11 STA-08 */
START_TEST(an_overrun_is_told_once_and_of_one_stream)
{
	trace_id_t roomy = start_stream(16 << 20);

	trid = start_stream(SIZE);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	wrap(0, WRAPS);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	wrap(0, WRAPS);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(status_of(roomy).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_state(roomy, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	ck_assert_uint_eq(drain(roomy), 1 + 2 * WRAPS);
}
END_TEST

/* SST-14 SST-18 SST-19 LOP-15 */
START_TEST(a_full_stream_that_loops_can_be_stopped_and_started)
{
	uint32_t count = 0;
	struct got got;

	trid = start_stream(SIZE);
	wrap(0, WRAPS);
	assert_ok(posix_trace_stop(trid));
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	wrap(0, 10);
	assert_ok(posix_trace_start(trid));
	record(type, 0, WRAPS);
	assert_next_is(trid, POSIX_TRACE_OVERFLOW, &got);
	assert_next_is(trid, POSIX_TRACE_RESUME, &got);
	do {
		ck_assert(try_next(trid, &got));
		count++;
	} while (got.info.posix_event_id == type);
	ck_assert_uint_gt(count, 100);
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_mark(trid, type, 0, WRAPS);
	assert_empty(trid);
}
END_TEST

static _Atomic bool enough;

static void *write_on(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	for (uint32_t i = 0; !enough; i++) {
		/* Torn events would show. */
		struct {
			struct mark mark;
			uint32_t again[6];
		} data = { { who, i }, { i, i, i, i, i, i } };

		posix_trace_event(type, &data, sizeof(data));
	}
	return NULL;
}

static bool read_whole_one(int64_t *next)
{
	struct got got;

	if (!try_next(trid, &got))
		return false;
	if (!is_user(&got))
		return true;
	ck_assert_uint_eq(got.len, 32);
	ck_assert_uint_lt(got.mark.who, 3);
	for (size_t i = 8; i < 32; i += 4)
		ck_assert_mem_eq(got.data + i, &got.mark.number, 4);
	ck_assert_int_ge(got.mark.number, next[got.mark.who]);
	next[got.mark.who] = (int64_t)got.mark.number + 1;
	return true;
}

/* THR-10 LOP-16 LOP-03: order of every thread, no torn event. A reader with
 * less than a processor of its own may get nothing while all of the stream is
 * overwritten several times between two of its turns: but then the rest. */
START_TEST(a_reader_among_writers_that_overwrite_sees_whole_events)
{
	const int64_t end = now_ns() + NS_PER_S;
	int64_t next[3] = { 0 };
	pthread_t thread[3];

	trid = start_stream(1 << 20);
	for (uintptr_t t = 0; t < 3; t++)
		assert_ok(
			pthread_create(&thread[t], NULL, write_on, (void *)t));
	while (now_ns() < end)
		read_whole_one(next);
	enough = true;
	for (int t = 0; t < 3; t++)
		assert_ok(pthread_join(thread[t], NULL));
	while (read_whole_one(next))
		;
	ck_assert_int_gt(next[0] + next[1] + next[2], 0);
}
END_TEST

static TCase *reading(void)
{
	TCase *tcase = tcase_create("reading");
	const int ways = ARRAY_LEN(readers);

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, data_is_written_as_far_as_it_goes_and_fits,
			    0, ways);
	tcase_add_loop_test(tcase, no_buffer_takes_nothing, 0, ways);
	tcase_add_loop_test(tcase,
			    cuts_of_recording_and_of_reading_are_told_apart, 0,
			    ways);
	tcase_add_test(tcase, nothing_is_unavailable_at_once);
	tcase_add_test(tcase, a_stream_read_in_time_never_overruns);
	tcase_add_test(tcase, a_suspended_stream_can_be_read);
	tcase_add_test(tcase, an_active_stream_with_log_can_be_read);
	tcase_add_loop_test(tcase, null_pointers_are_refused, 0, ways);
	tcase_add_test(tcase, a_log_can_not_be_tried);
	tcase_add_test(tcase, a_log_has_no_time_limit);
	return tcase;
}

static TCase *looping(void)
{
	TCase *tcase = tcase_create("looping");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, what_is_left_is_a_gapless_run_up_to_the_newest);
	tcase_add_test(tcase, an_overrun_is_told_once_and_of_one_stream);
	tcase_add_test(tcase,
		       a_full_stream_that_loops_can_be_stopped_and_started);
	tcase_add_test(tcase,
		       a_reader_among_writers_that_overwrite_sees_whole_events);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_getnext_event");

	suite_add_tcase(suite, reading());
	suite_add_tcase(suite, looping());
	return run_suite(suite);
}
