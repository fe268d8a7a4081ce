/* What data, names and filters take of the room of a stream, and of a log. */
#include "promise.h"

/* Data */

static void assert_takes_all_of(size_t len, int policy)
{
	unsigned char *data = malloc(len), *read = calloc(1, len + 1);
	struct posix_trace_event_info info;
	int unavailable = 1;
	size_t got;

	for (size_t i = 0; i < len; i++)
		data[i] = (unsigned char)(i * 7 + i / 256);
	make_stream(policy, 0, len);
	assert_ok(posix_trace_start(trid));
	drain(trid);
	posix_trace_event(type, data, len);
	assert_ok(posix_trace_trygetnext_event(trid, &info, read, len + 1, &got,
					       &unavailable));
	ck_assert_int_eq(unavailable, 0);
	ck_assert_uint_eq(got, len);
	ck_assert_int_eq(info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
	ck_assert(!memcmp(data, read, len));
	free(data);
	free(read);
	assert_ok(posix_trace_shutdown(trid));
}

/* SIZ-09 EVT-06 */
START_TEST(data_of_just_max_data_size_comes_back_whole)
{
	static const size_t lengths[] = { 1,	 2048,	4096,	4097,
					  10000, 65536, 1 << 20 };

	for (size_t i = 0; i < ARRAY_LEN(lengths); i++)
		assert_takes_all_of(lengths[i], policies[_i]);
}
END_TEST

/* SIZ-12 */
START_TEST(without_room_for_data_events_are_recorded_all_the_same)
{
	struct got got;

	make_stream(policies[_i], 0, 0);
	start();
	posix_trace_event(type, "data", 5);
	posix_trace_event(type, NULL, 0);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(trace_event_set_t));
	assert_next_is(trid, type, &got);
	ck_assert_uint_eq(got.len, 0);
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_TRUNCATED_RECORD);
	assert_next_is(trid, type, &got);
	ck_assert_uint_eq(got.len, 0);
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

/* SIZ-08 */
START_TEST(a_filter_event_has_both_sets_whatever_max_data_size)
{
	trace_event_set_t sets[2];
	struct got got;

	make_stream(policies[_i], 0, 1);
	assert_ok(posix_trace_eventset_empty(&sets[0]));
	assert_ok(posix_trace_eventset_empty(&sets[1]));
	assert_ok(posix_trace_eventset_add(POSIX_TRACE_ERROR, &sets[1]));
	start();
	assert_ok(posix_trace_set_filter(trid, &sets[1],
					 POSIX_TRACE_SET_EVENTSET));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_is(trid, POSIX_TRACE_FILTER, &got);
	ck_assert_uint_eq(got.len, sizeof(sets));
	ck_assert_mem_eq(got.data, sets, sizeof(sets));
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

/* Limits */

static size_t bytes_there(void)
{
	size_t bytes = 0;
	struct got got;

	while (try_next(trid, &got))
		bytes += got.len;
	return bytes;
}

static void overfill(int policy, size_t size, size_t max_data)
{
	size_t most;

	make_stream(policy, size, max_data);
	most = 16 * budget.left + (1 << 20);
	assert_ok(posix_trace_start(trid));
	for (size_t bytes = 0; bytes <= most; bytes += max_data)
		put_data(0, max_data);
	ck_assert_uint_le(bytes_there(), most);
	assert_ok(posix_trace_shutdown(trid));
}

/* SIZ-10 */
START_TEST(a_stream_takes_not_much_more_than_its_size)
{
	static const size_t max_data[] = { 64, 1000, 4096 };

	for (size_t i = 0; i < ARRAY_LEN(max_data); i++) {
		overfill(policies[_i], 1, max_data[i]);
		overfill(policies[_i], 100000, max_data[i]);
	}
}
END_TEST

/* As many names as there can be, of the greatest length. */
static void open_names(void)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	memset(name, 'x', TRACE_EVENT_NAME_MAX);
	name[TRACE_EVENT_NAME_MAX] = '\0';
	for (int i = 0; i < TRACE_USER_EVENT_MAX - 2; i++) {
		name[snprintf(name, 10, "%d", i)] = 'x';
		ck_assert_uint_ne(type_of(name), POSIX_TRACE_UNNAMED_USEREVENT);
	}
}

/* SIZ-13 */
START_TEST(attributes_names_and_filters_take_no_room)
{
	trace_event_set_t set;
	uint32_t count = 0;
	struct got got;

	make_stream(policies[_i], 16384, 8);
	open_names();
	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(POSIX_TRACE_ERROR, &set));
	for (int i = 0; i < 100; i++)
		assert_ok(posix_trace_set_filter(trid, &set,
						 POSIX_TRACE_SET_EVENTSET));
	start();
	for (; spend(user_event_size(8)); count++)
		put_data(count, 8);
	assert_no_overrun();
	assert_next_is(trid, POSIX_TRACE_START, &got);
	for (uint32_t i = 0; i < count; i++)
		assert_next_data(i, 8);
	assert_empty(trid);
}
END_TEST

static const int log_policies[] = { POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_LOOP,
				    POSIX_TRACE_APPEND };

enum {
	LOG_SIZE = 131072,
	LOG_EVENTS = LOG_SIZE / 4 * 3, /* bytes of events that it has to hold */
	PER_FLUSH = 100,
};

static uint32_t record_into_log(int fd, int policy)
{
	trace_attr_t logged = attr_of(32768, 64);
	size_t room = LOG_EVENTS;
	uint32_t count = 0;
	size_t each;

	assert_ok(posix_trace_attr_setlogfullpolicy(&logged, policy));
	assert_ok(posix_trace_attr_setlogsize(&logged, LOG_SIZE));
	assert_ok(posix_trace_attr_getmaxusereventsize(&logged, 64, &each));
	assert_ok(posix_trace_create_withlog(0, &logged, fd, &trid));
	assert_ok(posix_trace_start(trid));
	for (; room >= each; room -= each) {
		put_data(count++, 64);
		if (count % PER_FLUSH == 0)
			assert_ok(posix_trace_flush(trid));
	}
	assert_ok(posix_trace_flush(trid));
	ck_assert_int_eq(status_of(trid).posix_log_full_status,
			 POSIX_TRACE_NOT_FULL);
	assert_ok(posix_trace_shutdown(trid));
	return count;
}

/* SIZ-14: the names alone are more than that. */
START_TEST(names_do_not_count_for_the_size_of_a_log)
{
	int fd = make_file();
	uint32_t next = 0, count;
	struct got got;
	struct stat st;

	type = type_of("event");
	open_names();
	count = record_into_log(fd, log_policies[_i]);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_gt(st.st_size, LOG_SIZE);

	trid = open_log(fd);
	while (log_next(trid, &got))
		if (got.info.posix_event_id == type)
			assert_data(&got, next++, 64);
	ck_assert_uint_eq(next, count);
	assert_no_overrun();
	ck_assert_int_eq(status_of(trid).posix_log_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
}
END_TEST

static TCase *promise(void)
{
	TCase *tcase = tcase_create("promise");

	tcase_set_timeout(tcase, 30);
	tcase_add_loop_test(tcase, data_of_just_max_data_size_comes_back_whole,
			    0, POLICIES);
	tcase_add_loop_test(
		tcase, without_room_for_data_events_are_recorded_all_the_same,
		0, POLICIES);
	tcase_add_loop_test(tcase,
			    a_filter_event_has_both_sets_whatever_max_data_size,
			    0, POLICIES);
	tcase_add_loop_test(tcase, a_stream_takes_not_much_more_than_its_size,
			    0, POLICIES);
	tcase_add_loop_test(tcase, attributes_names_and_filters_take_no_room, 0,
			    POLICIES);
	tcase_add_loop_test(tcase, names_do_not_count_for_the_size_of_a_log, 0,
			    ARRAY_LEN(log_policies));
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_attr_getmaxdatasize");

	suite_add_tcase(suite, promise());
	return run_suite(suite);
}
