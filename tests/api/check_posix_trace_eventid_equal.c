#include "tracing.h"

static trace_id_t trid;

static void setup(void)
{
	trid = create_for(0, 0, 0);
}

static void assert_kept_name(trace_id_t id, trace_event_id_t type,
			     const char *expected)
{
	for (int i = 0; i < 2; i++)
		assert_name(id, type, expected);
}

static trace_event_id_t open_in(trace_id_t id, const char *name)
{
	trace_event_id_t type;

	assert_ok(posix_trace_trid_eventid_open(id, name, &type));
	return type;
}

/* NAM-17 OPN-21 */
START_TEST(equal_types_are_equal)
{
	const trace_event_id_t a = type_of("a"), b = type_of("b");
	const trace_id_t streams[] = { trid, open_empty_log() };

	for (size_t i = 0; i < ARRAY_LEN(streams); i++) {
		ck_assert(posix_trace_eventid_equal(streams[i], a, a));
		ck_assert(!posix_trace_eventid_equal(streams[i], a, b));
		ck_assert(!posix_trace_eventid_equal(streams[i], a,
						     POSIX_TRACE_START));
		ck_assert(posix_trace_eventid_equal(
			streams[i], POSIX_TRACE_UNNAMED_USEREVENT,
			POSIX_TRACE_UNNAMED_USER_EVENT));
	}
}
END_TEST

/* NAM-10 */
START_TEST(predefined_types_have_their_names)
{
	static const struct {
		trace_event_id_t type;
		const char *name;
	} predefined[] = {
		{ POSIX_TRACE_ERROR, "posix_trace_error" },
		{ POSIX_TRACE_START, "posix_trace_start" },
		{ POSIX_TRACE_STOP, "posix_trace_stop" },
		{ POSIX_TRACE_FILTER, "posix_trace_filter" },
		{ POSIX_TRACE_OVERFLOW, "posix_trace_overflow" },
		{ POSIX_TRACE_RESUME, "posix_trace_resume" },
		{ POSIX_TRACE_FLUSH_START, "posix_trace_flush_start" },
		{ POSIX_TRACE_FLUSH_STOP, "posix_trace_flush_stop" },
		{ POSIX_TRACE_UNNAMED_USEREVENT,
		  "posix_trace_unnamed_userevent" },
	};
	trace_id_t log = open_empty_log();

	for (size_t i = 0; i < ARRAY_LEN(predefined); i++) {
		assert_kept_name(trid, predefined[i].type, predefined[i].name);
		assert_kept_name(log, predefined[i].type, predefined[i].name);
		ck_assert_uint_eq(open_in(trid, predefined[i].name),
				  predefined[i].type);
	}
}
END_TEST

/* NAM-04 NAM-09 OPN-12 */
START_TEST(a_type_has_the_name_it_was_opened_by)
{
	const char *const names[] = { "", "a", "two words", "%s", "\xc3\xa9" };
	trace_event_id_t types[ARRAY_LEN(names)];
	trace_id_t log;

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		types[i] = type_of(names[i]);
	log = open_empty_log();
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		assert_kept_name(trid, types[i], names[i]);
		assert_kept_name(log, types[i], names[i]);
		assert_kept_name(create_for(0, 0, 0), types[i], names[i]);
	}
}
END_TEST

/* NAM-11 NAM-26 */
START_TEST(what_has_no_name_is_refused)
{
	const trace_event_id_t last = type_of("last");
	const trace_id_t streams[] = { trid, open_empty_log() };
	char name[TRACE_EVENT_NAME_MAX + 1] = "untouched";

	for (size_t i = 0; i < ARRAY_LEN(streams); i++) {
		assert_invalid(
			posix_trace_eventid_get_name(streams[i], 0, name));
		assert_invalid(posix_trace_eventid_get_name(streams[i],
							    last + 1, name));
		assert_invalid(posix_trace_eventid_get_name(
			streams[i], (trace_event_id_t)-1, name));
		assert_invalid(
			posix_trace_eventid_get_name(streams[i], last, NULL));
	}
	assert_invalid(posix_trace_eventid_get_name(0, last, name));
	ck_assert_str_eq(name, "untouched");
}
END_TEST

/* NAM-08 NAM-18 */
START_TEST(one_name_is_one_type_whoever_opens_it)
{
	trace_id_t other = create_for(0, 0, 0);
	const trace_event_id_t first = open_in(trid, "first");
	const trace_event_id_t second = type_of("second");

	ck_assert_uint_eq(type_of("first"), first);
	ck_assert_uint_eq(open_in(other, "first"), first);
	ck_assert_uint_eq(open_in(trid, "second"), second);
	ck_assert_uint_ne(first, second);
}
END_TEST

/* A name opened for the process can be recorded by it. */
START_TEST(a_name_opened_in_a_stream_can_be_recorded)
{
	const trace_event_id_t type = open_in(trid, "event");
	struct got got;

	assert_ok(posix_trace_start(trid));
	record(type, 1, 2);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_mark(trid, type, 1, 2);
}
END_TEST

/* NAM-07 NAM-27 */
START_TEST(bad_names_are_refused)
{
	char name[TRACE_EVENT_NAME_MAX + 2];
	trace_event_id_t type = 4711;

	memset(name, 'n', sizeof(name));
	name[TRACE_EVENT_NAME_MAX + 1] = '\0';
	ck_assert_int_eq(posix_trace_trid_eventid_open(trid, name, &type),
			 ENAMETOOLONG);
	assert_invalid(posix_trace_trid_eventid_open(trid, NULL, &type));
	assert_invalid(posix_trace_trid_eventid_open(trid, "n", NULL));
	ck_assert_uint_eq(type, 4711);
	name[TRACE_EVENT_NAME_MAX] = '\0';
	ck_assert_uint_eq(open_in(trid, name), type_of(name));
}
END_TEST

/* NAM-12 NAM-16 */
START_TEST(both_ways_of_opening_have_one_limit)
{
	char name[32];

	for (int i = 0; i < TRACE_USER_EVENT_MAX - 1; i++) {
		trace_event_id_t type;

		snprintf(name, sizeof(name), "name %d", i);
		type = i % 2 ? open_in(trid, name) : type_of(name);
		ck_assert_uint_ne(type, POSIX_TRACE_UNNAMED_USEREVENT);
	}
	ck_assert_uint_eq(open_in(trid, "one more"),
			  POSIX_TRACE_UNNAMED_USEREVENT);
	ck_assert_uint_eq(type_of("one more"), POSIX_TRACE_UNNAMED_USEREVENT);
}
END_TEST

static void *open_cancelled(void *argument)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t type;
	int err;

	pthread_cancel(pthread_self());
	err = posix_trace_eventid_open("a", &type);
	err |= posix_trace_trid_eventid_open(trid, "b", &type);
	err |= posix_trace_eventid_get_name(trid, type, name);
	err |= !posix_trace_eventid_equal(trid, type, type);
	return err ? NULL : argument;
}

/* CAN-02 */
START_TEST(a_cancelled_thread_gets_through)
{
	pthread_t thread;
	void *result;

	assert_ok(pthread_create(&thread, NULL, open_cancelled, &trid));
	assert_ok(pthread_join(thread, &result));
	ck_assert_ptr_eq(result, &trid);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_eventid_equal");
	TCase *tcase = tcase_create("types");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, equal_types_are_equal);
	tcase_add_test(tcase, predefined_types_have_their_names);
	tcase_add_test(tcase, a_type_has_the_name_it_was_opened_by);
	tcase_add_test(tcase, what_has_no_name_is_refused);
	tcase_add_test(tcase, one_name_is_one_type_whoever_opens_it);
	tcase_add_test(tcase, a_name_opened_in_a_stream_can_be_recorded);
	tcase_add_test(tcase, bad_names_are_refused);
	tcase_add_test(tcase, both_ways_of_opening_have_one_limit);
	tcase_add_test(tcase, a_cancelled_thread_gets_through);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
