/* Names open types, as many as there are. */
#include <limits.h>

#include "event.h"

/* NAM-01 NAM-02 NAM-03 NAM-19 NAM-20 NAM-23 NAM-24 NAM-27 */
START_TEST(names_are_compared_byte_for_byte)
{
	static const char *const names[] = {
		"",	"a",	 "A",	  "a ",	      " a",    "a\n",
		"%s%n", "name1", "name2", "\xc3\xa9", "\x01",  "\xff",
		"a/b",	"a.b",	 "event", "event1",   "event2"
	};
	trace_event_id_t types[ARRAY_LEN(names)];

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		types[i] = type_of(names[i]);
		ck_assert_uint_gt(types[i], POSIX_TRACE_UNNAMED_USEREVENT);
		for (size_t j = 0; j < i; j++)
			ck_assert_uint_ne(types[i], types[j]);
	}
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		ck_assert_uint_eq(type_of(names[i]), types[i]);
}
END_TEST

/* NAM-27 */
START_TEST(null_pointers_are_refused)
{
	trace_event_id_t id = 4711;

	assert_invalid(posix_trace_eventid_open(NULL, &id));
	assert_invalid(posix_trace_eventid_open("name", NULL));
	ck_assert_uint_eq(id, 4711);
}
END_TEST

/* NAM-05 NAM-06 NAM-28 */
START_TEST(names_have_their_greatest_length)
{
	char name[TRACE_EVENT_NAME_MAX + 2], back[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t longest, id = 4711;
	trace_id_t trid = create_for(0, 0, 0);

	memset(name, 'n', sizeof(name));
	name[TRACE_EVENT_NAME_MAX + 1] = '\0';
	ck_assert_int_eq(posix_trace_eventid_open(name, &id), ENAMETOOLONG);
	ck_assert_uint_eq(id, 4711);

	name[TRACE_EVENT_NAME_MAX] = '\0';
	longest = type_of(name);
	assert_ok(posix_trace_eventid_get_name(trid, longest, back));
	ck_assert_str_eq(back, name);

	name[TRACE_EVENT_NAME_MAX - 1] = 'm';
	ck_assert_uint_ne(type_of(name), longest);
}
END_TEST

/* NAM-21 */
START_TEST(predefined_names_open_predefined_types)
{
	ck_assert_uint_eq(type_of("posix_trace_start"), POSIX_TRACE_START);
	ck_assert_uint_eq(type_of("posix_trace_unnamed_userevent"),
			  POSIX_TRACE_UNNAMED_USEREVENT);
}
END_TEST

/* NAM-12 NAM-13 NAM-14 NAM-15 NAM-25. setup() has opened two. */
START_TEST(beyond_the_limit_names_are_one_unnamed_type)
{
	enum { LEFT = TRACE_USER_EVENT_MAX - 1 - 2 };
	static trace_event_id_t types[LEFT];
	static bool seen[65536];
	trace_id_t trid = start_stream(0);

	drain(trid);
	for (int i = 0; i < LEFT; i++) {
		types[i] = type_numbered(i);
		ck_assert_uint_gt(types[i], POSIX_TRACE_UNNAMED_USEREVENT);
		ck_assert_uint_lt(types[i], ARRAY_LEN(seen));
		ck_assert(!seen[types[i]]);
		seen[types[i]] = true;
	}
	for (int i = LEFT; i < LEFT + 10; i++)
		ck_assert_uint_eq(type_numbered(i),
				  POSIX_TRACE_UNNAMED_USEREVENT);
	for (int i = 0; i < LEFT; i++)
		ck_assert_uint_eq(type_numbered(i), types[i]);

	record(types[LEFT - 1], MAIN, 5);
	assert_next_mark(trid, types[LEFT - 1], MAIN, 5);
}
END_TEST

static void *open_names(void *argument)
{
	trace_event_id_t *types = argument;
	char name[16];

	for (int i = 0; i < 500; i++) {
		snprintf(name, sizeof(name), "name %d", i);
		if (posix_trace_eventid_open(name, &types[i]))
			types[i] = 0;
	}
	return NULL;
}

/* THR-04 */
START_TEST(threads_that_open_the_same_names_get_the_same_types)
{
	static trace_event_id_t types[4][500];
	pthread_t thread[4];

	for (int t = 0; t < 4; t++)
		assert_ok(
			pthread_create(&thread[t], NULL, open_names, types[t]));
	for (int t = 0; t < 4; t++)
		assert_ok(pthread_join(thread[t], NULL));
	for (int t = 1; t < 4; t++)
		ck_assert_mem_eq(types[t], types[0], sizeof(types[0]));
	for (int i = 1; i < 500; i++)
		ck_assert_uint_ne(types[0][i], types[0][i - 1]);
}
END_TEST

static TCase *names(void)
{
	TCase *tcase = tcase_create("names");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, names_are_compared_byte_for_byte);
	tcase_add_test(tcase, null_pointers_are_refused);
	tcase_add_test(tcase, names_have_their_greatest_length);
	tcase_add_test(tcase, predefined_names_open_predefined_types);
	tcase_add_test(tcase, beyond_the_limit_names_are_one_unnamed_type);
	tcase_add_test(tcase,
		       threads_that_open_the_same_names_get_the_same_types);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_eventid_open");

	suite_add_tcase(suite, names());
	return run_suite(suite);
}
