#include "tracing.h"

static trace_event_id_t type;
static trace_id_t trid;

static void setup(void)
{
	type = type_of("event");
	trid = create_for(0, 0, 0);
}

/* SST-01 SST-06 STA-02 STA-03 STA-06 */
START_TEST(the_status_says_which)
{
	for (int i = 0; i < 3; i++) {
		assert_ok(posix_trace_start(trid));
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		record(type, 0, 0);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_ok(posix_trace_stop(trid));
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	}
}
END_TEST

/* SST-02 SST-03 SST-04 */
START_TEST(start_is_recorded_with_its_filter)
{
	trace_event_set_t none;
	struct got got;

	assert_ok(posix_trace_eventset_empty(&none));
	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(none));
	ck_assert_mem_eq(got.data, &none, sizeof(none));
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

/* SST-03 SIZ-08: whatever user data may have. */
START_TEST(max_data_size_does_not_cut_system_events)
{
	struct got got;

	trid = create_for(0, 0, 1);
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_stop(trid));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(trace_event_set_t));
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	ck_assert_uint_eq(got.len, sizeof(int));
}
END_TEST

/* SST-07 */
START_TEST(stop_is_recorded_with_a_zero)
{
	struct got got;

	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_stop(trid));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	ck_assert_uint_eq(got.len, sizeof(int));
	ck_assert_int_eq(got.number, 0);
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

/* SST-05 SST-08 SST-09 */
START_TEST(a_second_start_or_stop_does_nothing)
{
	assert_ok(posix_trace_stop(trid));
	assert_empty(trid);
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_start(trid));
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	ck_assert_uint_eq(drain(trid), 1);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_stop(trid));
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	ck_assert_uint_eq(drain(trid), 1);
}
END_TEST

/* SST-10 SST-11 */
START_TEST(events_lie_between_start_and_stop)
{
	struct got got;

	for (uint32_t i = 0; i < 5; i++) {
		assert_ok(posix_trace_start(trid));
		record(type, 1, i);
		assert_ok(posix_trace_stop(trid));
		record(type, 2, i);
	}
	for (uint32_t i = 0; i < 5; i++) {
		assert_next_is(trid, POSIX_TRACE_START, &got);
		assert_next_mark(trid, type, 1, i);
		assert_next_is(trid, POSIX_TRACE_STOP, &got);
	}
	assert_empty(trid);
}
END_TEST

static __attribute__((noinline)) void start_and_stop(void)
{
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_stop(trid));
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
}

/* SST-16 INF-09 */
START_TEST(a_process_that_traces_itself_is_named)
{
	struct got got;

	start_and_stop();
	while (try_next(trid, &got)) {
		ck_assert_int_eq(got.info.posix_pid, getpid());
		ck_assert(pthread_equal(got.info.posix_thread_id,
					pthread_self()));
		ck_assert_uint_lt((uintptr_t)got.info.posix_prog_address -
					  (uintptr_t)start_and_stop,
				  4096);
	}
}
END_TEST

enum { WRITERS = 3 };

/* What a thread recorded while the stream ran for sure, and what it did
 * before the stream was stopped at the latest. */
struct writer {
	pthread_t thread;
	_Atomic uint32_t begun, done;
	uint32_t done_at_start, begun_at_start, done_at_stop, begun_at_stop;
};

static struct writer writers[WRITERS];
static _Atomic bool enough;

static void *write_on(void *argument)
{
	struct writer *writer = argument;
	const uint32_t who = (uint32_t)(writer - writers);

	for (uint32_t i = 0; !enough; i++) {
		atomic_store(&writer->begun, i + 1);
		record(type, who, i);
		atomic_store(&writer->done, i + 1);
	}
	return NULL;
}

/* Events begun after start() had returned and done before stop() was called
 * are in the window; those done before the one or begun after the other are
 * not; and there is no gap. */
static void assert_window(void)
{
	int64_t first[WRITERS], next[WRITERS];
	struct got got;

	memset(next, -1, sizeof(next));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	for (;;) {
		ck_assert(try_next(trid, &got));
		if (got.info.posix_event_id == POSIX_TRACE_STOP)
			break;
		ck_assert_uint_eq(got.info.posix_event_id, type);
		ck_assert_uint_lt(got.mark.who, WRITERS);
		if (next[got.mark.who] < 0)
			first[got.mark.who] = got.mark.number;
		else
			ck_assert_int_eq(got.mark.number, next[got.mark.who]);
		next[got.mark.who] = (int64_t)got.mark.number + 1;
	}
	assert_empty(trid);
	for (int i = 0; i < WRITERS; i++) {
		const struct writer *w = &writers[i];

		if (next[i] < 0) {
			ck_assert_uint_le(w->done_at_stop, w->begun_at_start);
			continue;
		}
		ck_assert_int_ge(first[i], w->done_at_start);
		ck_assert_int_le(first[i], w->begun_at_start);
		ck_assert_int_ge(next[i], w->done_at_stop);
		ck_assert_int_le(next[i], w->begun_at_stop);
	}
}

/* THR-07 SST-11, and nothing is lost that was recorded for sure. */
START_TEST(stop_falls_exactly_among_writers)
{
	const int64_t end = now_ns() + NS_PER_S;

	trid = create_for(0, 64 << 20, 0);
	for (int i = 0; i < WRITERS; i++)
		assert_ok(pthread_create(&writers[i].thread, NULL, write_on,
					 &writers[i]));
	for (int round = 0; now_ns() < end; round++) {
		for (int i = 0; i < WRITERS; i++)
			writers[i].done_at_start = writers[i].done;
		assert_ok(posix_trace_start(trid));
		for (int i = 0; i < WRITERS; i++)
			writers[i].begun_at_start = writers[i].begun;
		if (round % 3)
			nap_ms(round % 3);
		for (int i = 0; i < WRITERS; i++)
			writers[i].done_at_stop = writers[i].done;
		assert_ok(posix_trace_stop(trid));
		for (int i = 0; i < WRITERS; i++)
			writers[i].begun_at_stop = writers[i].begun;
		assert_window();
	}
	enough = true;
	for (int i = 0; i < WRITERS; i++)
		assert_ok(pthread_join(writers[i].thread, NULL));
}
END_TEST

static void *start_cancelled(void *argument)
{
	int err = 0;

	pthread_cancel(pthread_self());
	for (int i = 0; i < 100; i++)
		err |= posix_trace_start(trid) | posix_trace_stop(trid);
	return err ? NULL : argument;
}

/* CAN-03 */
START_TEST(a_cancelled_thread_starts_and_stops)
{
	pthread_t thread;
	void *result;

	assert_ok(pthread_create(&thread, NULL, start_cancelled, &type));
	assert_ok(pthread_join(thread, &result));
	ck_assert_ptr_eq(result, &type);
	ck_assert_uint_eq(drain(trid), 200);
}
END_TEST

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
	(void)number;
	caught++;
}

/* Signals that restart nothing, at the thread until it has had enough. */
static void *rain(void *argument)
{
	const pthread_t *thread = argument;

	while (!enough) {
		pthread_kill(*thread, SIGUSR1);
		sched_yield();
	}
	return NULL;
}

/* SST-21 */
START_TEST(signals_interrupt_neither_start_nor_stop)
{
	enum { TIMES = 500, SIGNALS = 100 };
	struct sigaction action = { .sa_handler = on_signal };
	pthread_t self = pthread_self(), thread;
	const int64_t end = now_ns() + 5LL * NS_PER_S;

	ck_assert_int_eq(sigaction(SIGUSR1, &action, NULL), 0);
	assert_ok(pthread_create(&thread, NULL, rain, &self));
	for (int i = 0; i < TIMES || (caught < SIGNALS && now_ns() < end);
	     i++) {
		assert_ok(posix_trace_start(trid));
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_ok(posix_trace_stop(trid));
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
		ck_assert_uint_eq(drain(trid), 2);
	}
	enough = true;
	assert_ok(pthread_join(thread, NULL));
	ck_assert_int_gt(caught, 0);
}
END_TEST

/* SST-12 SST-13 SST-20 UNF-03 UNF-04: a stream that has stopped itself, for
 * want of room in the log. */
START_TEST(a_full_stream_has_the_stop_it_made_itself)
{
	int fd = make_file();
	trace_id_t full = create_logged_for(0, fd, 8192, 0);
	int starts = 0, stops = 0;
	int why = 0;
	struct got got;

	assert_ok(posix_trace_start(full));
	assert_ok(posix_trace_flush(full));
	forbid_growth(fd);
	for (uint32_t i = 0; i < 10000; i++)
		record(type, 0, i);
	assert_state(full, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);

	assert_ok(posix_trace_stop(full));
	assert_state(full, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	assert_ok(posix_trace_start(full));
	assert_state(full, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	assert_ok(posix_trace_stop(full));
	allow_growth();
	assert_ok(posix_trace_flush(full));
	assert_state(full, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	assert_ok(posix_trace_shutdown(full));

	full = open_log(fd);
	while (log_next(full, &got)) {
		starts += got.info.posix_event_id == POSIX_TRACE_START;
		if (got.info.posix_event_id == POSIX_TRACE_STOP) {
			stops++;
			memcpy(&why, got.data, sizeof(why));
		}
	}
	ck_assert_int_eq(starts, 1);
	ck_assert_int_eq(stops, 1);
	ck_assert_int_ne(why, 0);
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
}
END_TEST

/* TID-22 TID-23 */
START_TEST(a_log_is_not_started)
{
	int fd = make_file();
	trace_id_t log = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_shutdown(log));
	log = open_log(fd);
	assert_invalid(posix_trace_start(log));
	assert_invalid(posix_trace_stop(log));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_start");
	TCase *tcase = tcase_create("start");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, the_status_says_which);
	tcase_add_test(tcase, start_is_recorded_with_its_filter);
	tcase_add_test(tcase, max_data_size_does_not_cut_system_events);
	tcase_add_test(tcase, stop_is_recorded_with_a_zero);
	tcase_add_test(tcase, a_second_start_or_stop_does_nothing);
	tcase_add_test(tcase, events_lie_between_start_and_stop);
	tcase_add_test(tcase, a_process_that_traces_itself_is_named);
	tcase_add_test(tcase, stop_falls_exactly_among_writers);
	tcase_add_test(tcase, a_cancelled_thread_starts_and_stops);
	tcase_add_test(tcase, signals_interrupt_neither_start_nor_stop);
	tcase_add_test(tcase, a_full_stream_has_the_stop_it_made_itself);
	tcase_add_test(tcase, a_log_is_not_started);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
