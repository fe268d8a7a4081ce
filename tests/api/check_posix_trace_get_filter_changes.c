/* What streams and logs tell of changes of their filter. */
#include "filters.h"

/* What is recorded about it */

/* FLT-08 SST-04 */
START_TEST(before_the_start_a_change_is_not_recorded)
{
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(other));
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(type));
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid, SET(other));
	assert_empty(trid);
}
END_TEST

/* FLT-09 FLT-10 FLT-12 SIZ-08: whatever user data may have. */
START_TEST(a_running_stream_records_both_filters)
{
	trid = create_for(0, 0, 1);
	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type, POSIX_TRACE_STOP));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(type, other));
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(type));
	filter(trid, POSIX_TRACE_SET_EVENTSET, none);

	assert_next_start(trid, none);
	assert_next_change(trid, none, SET(type, POSIX_TRACE_STOP));
	assert_next_change(trid, SET(type, POSIX_TRACE_STOP),
			   SET(type, other, POSIX_TRACE_STOP));
	assert_next_change(trid, SET(type, other, POSIX_TRACE_STOP),
			   SET(other, POSIX_TRACE_STOP));
	assert_next_change(trid, SET(other, POSIX_TRACE_STOP), none);
	assert_empty(trid);
}
END_TEST

/* FLT-09 INF-01 INF-02 */
START_TEST(a_change_is_an_event_of_who_traces_itself)
{
	struct got got;
	int64_t before;

	assert_ok(posix_trace_start(trid));
	drain(trid);
	before = now_ns();
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_next_is(trid, POSIX_TRACE_FILTER, &got);
	ck_assert_int_eq(got.info.posix_pid, getpid());
	ck_assert(pthread_equal(got.info.posix_thread_id, pthread_self()));
	ck_assert_int_ge(ns_of(got.info.posix_timestamp),
			 before - CLOCK_TOLERANCE_NS);
	ck_assert_int_le(ns_of(got.info.posix_timestamp),
			 now_ns() + CLOCK_TOLERANCE_NS);
}
END_TEST

/* FLT-15 FLT-20 SST-04 */
START_TEST(a_change_while_suspended_holds_after_the_next_start)
{
	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(other));
	assert_ok(posix_trace_stop(trid));
	drain(trid);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_filter(trid, SET(type));
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);

	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	record(other, 0, 2);
	assert_next_start(trid, SET(type));
	assert_next_mark(trid, other, 0, 2);
	assert_empty(trid);
}
END_TEST

/* FLT-20 SST-04 */
START_TEST(the_filter_outlasts_stop_and_start)
{
	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	drain(trid);
	for (uint32_t i = 0; i < 3; i++) {
		assert_ok(posix_trace_stop(trid));
		assert_filter(trid, SET(type));
		assert_ok(posix_trace_start(trid));
		assert_filter(trid, SET(type));
		record(type, 0, i);
		record(other, 0, i);
		assert_next_stop(trid);
		assert_next_start(trid, SET(type));
		assert_next_mark(trid, other, 0, i);
		assert_empty(trid);
	}
}
END_TEST

/* FLT-16 */
START_TEST(a_call_that_changes_nothing_is_recorded_too)
{
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid, SET(type));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_next_change(trid, SET(type), SET(type));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(type));
	assert_next_change(trid, SET(type), SET(type));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, none);
	assert_next_change(trid, SET(type), SET(type));
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(other));
	assert_next_change(trid, SET(type), SET(type));
	assert_filter(trid, SET(type));
	assert_empty(trid);
}
END_TEST

/* FLT-17 */
START_TEST(other_ways_to_change_it_are_refused_and_change_nothing)
{
	const int refused[] = { INT_MIN, -1, 0, 4, 5, 1 << 16, INT_MAX };

	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_ok(posix_trace_start(trid));
	drain(trid);
	for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
		assert_invalid(posix_trace_set_filter(trid, &all, refused[i]));
		assert_filter(trid, SET(type));
	}
	assert_empty(trid);
	record(other, 0, 1);
	assert_next_mark(trid, other, 0, 1);
}
END_TEST

START_TEST(null_sets_are_refused_and_change_nothing)
{
	assert_ok(posix_trace_start(trid));
	drain(trid);
	assert_invalid(posix_trace_get_filter(trid, NULL));
	for (int how = POSIX_TRACE_SET_EVENTSET;
	     how <= POSIX_TRACE_SUB_EVENTSET; how++)
		assert_invalid(posix_trace_set_filter(trid, NULL, how));
	assert_filter(trid, none);
	assert_empty(trid);
}
END_TEST

/* FLT-18 SST-17 */
START_TEST(start_and_stop_can_be_filtered)
{
	filter(trid, POSIX_TRACE_SET_EVENTSET,
	       SET(POSIX_TRACE_START, POSIX_TRACE_STOP));
	for (uint32_t i = 0; i < 3; i++) {
		assert_ok(posix_trace_start(trid));
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		record(type, 1, i);
		assert_ok(posix_trace_stop(trid));
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
		record(type, 2, i);
		assert_next_mark(trid, type, 1, i);
		assert_empty(trid);
	}
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(POSIX_TRACE_STOP));
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_stop(trid));
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* FLT-18 FLT-23 FLT-10 */
START_TEST(a_filter_on_filter_is_not_told_and_its_end_is)
{
	assert_ok(posix_trace_start(trid));
	drain(trid);
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(POSIX_TRACE_FILTER));
	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(type));
	record(type, 0, 1);
	record(other, 0, 2);
	assert_next_mark(trid, other, 0, 2);
	assert_empty(trid);
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(POSIX_TRACE_FILTER));
	assert_next_change(trid, SET(POSIX_TRACE_FILTER, type), SET(type));
	assert_empty(trid);
}
END_TEST

/* Full streams */

static trace_id_t create_with(int policy, size_t size)
{
	trace_attr_t attr = attr_of(size, 0);
	trace_id_t id;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_create(0, &attr, &id));
	return id;
}

static void overfill(void)
{
	for (uint32_t i = 0; i < MANY; i++)
		record(type, 0, i);
}

/* How many events of a type can be read. */
static unsigned count_of(trace_id_t id, trace_event_id_t wanted)
{
	unsigned count = 0;
	struct got got;

	while (try_next(id, &got))
		count += got.info.posix_event_id == wanted;
	return count;
}

/* FLT-18: what only a reader sees. */
START_TEST(overflow_and_resume_can_be_filtered)
{
	const trace_event_id_t both[] = {
		POSIX_TRACE_OVERFLOW,
		POSIX_TRACE_RESUME,
	};

	for (int i = 0; i < 2; i++) {
		trid = create_with(POSIX_TRACE_LOOP, SMALL);
		filter(trid, POSIX_TRACE_SET_EVENTSET, SET(both[i]));
		for (int round = 0; round < 2; round++) {
			assert_ok(posix_trace_start(trid));
			overfill();
			assert_ok(posix_trace_stop(trid));
			ck_assert_uint_eq(count_of(trid, both[i]), 0);
		}
		assert_ok(posix_trace_start(trid));
		overfill();
		ck_assert_uint_eq(count_of(trid, both[!i]), 1);
	}
}
END_TEST

/* FLT-09 FLT-10 FLT-06 */
START_TEST(a_full_looping_stream_records_the_change)
{
	struct got got;

	trid = create_with(POSIX_TRACE_LOOP, SMALL);
	assert_ok(posix_trace_start(trid));
	overfill();
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	record(type, 0, MANY);
	record(other, 0, MANY);
	do
		ck_assert(try_next(trid, &got));
	while (got.info.posix_event_id != POSIX_TRACE_FILTER);
	assert_change(&got, none, SET(type));
	assert_next_mark(trid, other, 0, MANY);
	assert_empty(trid);
}
END_TEST

static trace_id_t start_and_exhaust(trace_event_set_t set)
{
	trace_id_t id = create_with(POSIX_TRACE_UNTIL_FULL, SMALL);

	filter(id, POSIX_TRACE_SET_EVENTSET, set);
	assert_ok(posix_trace_start(id));
	overfill();
	assert_state(id, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	return id;
}

/* FLT-15, of a stream that suspended itself. */
START_TEST(a_change_while_full_is_not_recorded_and_holds_afterwards)
{
	struct got got;

	trid = start_and_exhaust(none);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_filter(trid, SET(type));
	assert_next_start(trid, none);
	for (uint32_t i = 0;; i++) {
		ck_assert(try_next(trid, &got));
		if (got.info.posix_event_id != type)
			break;
		assert_mark(&got, 0, i);
	}
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	while (try_next(trid, &got))
		ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record(type, 0, MANY);
	record(other, 0, MANY);
	do
		ck_assert(try_next(trid, &got));
	while (got.info.posix_event_id == POSIX_TRACE_START);
	ck_assert_uint_eq(got.info.posix_event_id, other);
	assert_empty(trid);
}
END_TEST

/* FLT-18 UNF-07: the stream runs again although there is no STOP to read. */
START_TEST(the_stop_of_a_full_stream_can_be_filtered)
{
	struct got got;

	trid = start_and_exhaust(SET(POSIX_TRACE_STOP, POSIX_TRACE_START));
	for (uint32_t i = 0; try_next(trid, &got); i++) {
		ck_assert_uint_eq(got.info.posix_event_id, type);
		assert_mark(&got, 0, i);
	}
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record(type, 1, 1);
	assert_next_mark(trid, type, 1, 1);
	assert_empty(trid);
}
END_TEST

/* In a log */

static const int log_policies[] = {
	POSIX_TRACE_LOOP,
	POSIX_TRACE_UNTIL_FULL,
	POSIX_TRACE_APPEND,
};

static trace_id_t create_log(int fd, int log_policy)
{
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t id;

	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &id));
	return id;
}

/* The next event but those of flushing. */
static void assert_log_has(trace_id_t log, trace_event_id_t wanted,
			   struct got *got)
{
	do
		ck_assert(log_next(log, got));
	while (got->info.posix_event_id == POSIX_TRACE_FLUSH_START ||
	       got->info.posix_event_id == POSIX_TRACE_FLUSH_STOP);
	ck_assert_uint_eq(got->info.posix_event_id, wanted);
}

static void assert_log_has_mark(trace_id_t log, trace_event_id_t wanted,
				uint32_t number)
{
	struct got got;

	assert_log_has(log, wanted, &got);
	assert_mark(&got, 0, number);
}

/* FLT-06 FLT-10 FLT-12 LOG-24 */
START_TEST(a_log_has_what_passed_the_filter_and_its_changes)
{
	const trace_event_set_t first = SET(other), second = SET(type);
	int fd = make_file();
	struct got got;

	trid = create_log(fd, log_policies[_i]);
	filter(trid, POSIX_TRACE_SET_EVENTSET, first);
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	record(other, 0, 2);
	assert_ok(posix_trace_flush(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, second);
	record(type, 0, 3);
	record(other, 0, 4);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_log_has(trid, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(first));
	ck_assert_mem_eq(got.data, &first, sizeof(first));
	assert_log_has_mark(trid, type, 1);
	assert_log_has(trid, POSIX_TRACE_FILTER, &got);
	assert_change(&got, first, second);
	assert_log_has_mark(trid, other, 4);
	assert_log_has(trid, POSIX_TRACE_STOP, &got);
	ck_assert_int_eq(got.number, 0);
}
END_TEST

/* FLT-18 SST-17, and a log without START and STOP is none the worse. */
START_TEST(a_log_can_do_without_start_and_stop)
{
	int fd = make_file();
	struct got got;

	trid = create_log(fd, log_policies[_i]);
	filter(trid, POSIX_TRACE_SET_EVENTSET,
	       SET(POSIX_TRACE_START, POSIX_TRACE_STOP, POSIX_TRACE_FLUSH_START,
		   POSIX_TRACE_FLUSH_STOP));
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, type);
	assert_mark(&got, 0, 1);
	ck_assert(!log_next(trid, &got));
}
END_TEST

/* How often each event of flushing is in the log of a stream with a filter
 * that was flushed. */
static void count_flushes(trace_event_set_t set, unsigned count[2])
{
	int fd = make_file();
	trace_id_t id = create_log(fd, POSIX_TRACE_APPEND);
	struct got got;

	count[0] = count[1] = 0;
	filter(id, POSIX_TRACE_SET_EVENTSET, set);
	assert_ok(posix_trace_start(id));
	record(type, 0, 1);
	assert_ok(posix_trace_flush(id));
	record(type, 0, 2);
	assert_ok(posix_trace_shutdown(id));
	id = open_log(fd);
	while (log_next(id, &got)) {
		count[0] += got.info.posix_event_id == POSIX_TRACE_FLUSH_START;
		count[1] += got.info.posix_event_id == POSIX_TRACE_FLUSH_STOP;
	}
}

/* FLT-18 */
START_TEST(the_events_of_flushing_can_be_filtered)
{
	unsigned count[2];

	count_flushes(none, count);
	ck_assert_uint_gt(count[0], 0);
	ck_assert_uint_gt(count[1], 0);
	count_flushes(SET(POSIX_TRACE_FLUSH_START), count);
	ck_assert_uint_eq(count[0], 0);
	ck_assert_uint_gt(count[1], 0);
	count_flushes(SET(POSIX_TRACE_FLUSH_STOP), count);
	ck_assert_uint_gt(count[0], 0);
	ck_assert_uint_eq(count[1], 0);
}
END_TEST

static TCase *recorded(void)
{
	TCase *tcase = tcase_create("recorded");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, before_the_start_a_change_is_not_recorded);
	tcase_add_test(tcase, a_running_stream_records_both_filters);
	tcase_add_test(tcase, a_change_is_an_event_of_who_traces_itself);
	tcase_add_test(tcase,
		       a_change_while_suspended_holds_after_the_next_start);
	tcase_add_test(tcase, the_filter_outlasts_stop_and_start);
	tcase_add_test(tcase, a_call_that_changes_nothing_is_recorded_too);
	tcase_add_test(tcase,
		       other_ways_to_change_it_are_refused_and_change_nothing);
	tcase_add_test(tcase, null_sets_are_refused_and_change_nothing);
	tcase_add_test(tcase, start_and_stop_can_be_filtered);
	tcase_add_test(tcase, a_filter_on_filter_is_not_told_and_its_end_is);
	return tcase;
}

static TCase *full(void)
{
	TCase *tcase = tcase_create("full");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, overflow_and_resume_can_be_filtered);
	tcase_add_test(tcase, a_full_looping_stream_records_the_change);
	tcase_add_test(
		tcase,
		a_change_while_full_is_not_recorded_and_holds_afterwards);
	tcase_add_test(tcase, the_stop_of_a_full_stream_can_be_filtered);
	return tcase;
}

static TCase *logs(void)
{
	TCase *tcase = tcase_create("logs");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase,
			    a_log_has_what_passed_the_filter_and_its_changes, 0,
			    ARRAY_LEN(log_policies));
	tcase_add_loop_test(tcase, a_log_can_do_without_start_and_stop, 0,
			    ARRAY_LEN(log_policies));
	tcase_add_test(tcase, the_events_of_flushing_can_be_filtered);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_get_filter_changes");

	suite_add_tcase(suite, recorded());
	suite_add_tcase(suite, full());
	suite_add_tcase(suite, logs());
	return run_suite(suite);
}
