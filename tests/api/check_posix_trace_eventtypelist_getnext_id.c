#include "tracing.h"

enum { TYPES = 2048 };

static trace_id_t trid;

static void setup(void)
{
	type_of("before");
	trid = create_for(0, 0, 0);
	type_of("since");
}

static bool next_type(trace_id_t id, trace_event_id_t *type)
{
	int unavailable = -1;

	assert_ok(posix_trace_eventtypelist_getnext_id(id, type, &unavailable));
	ck_assert_int_ne(unavailable, -1);
	return !unavailable;
}

/* Walk to the end; each type once. */
static unsigned walk(trace_id_t id, bool seen[TYPES])
{
	trace_event_id_t type;
	unsigned count = 0;

	memset(seen, 0, TYPES * sizeof(*seen));
	while (next_type(id, &type)) {
		char name[TRACE_EVENT_NAME_MAX + 1];

		ck_assert_uint_lt(type, TYPES);
		ck_assert(!seen[type]);
		seen[type] = true;
		assert_ok(posix_trace_eventid_get_name(id, type, name));
		count++;
	}
	for (int i = 0; i < 3; i++)
		ck_assert(!next_type(id, &type));
	return count;
}

/* LST-01 LST-02 LST-03 LST-04 LST-05 LST-06 LST-08 LST-09 LST-10 OPN-12
 * OPN-23 */
START_TEST(the_list_has_every_type_once)
{
	trace_id_t id = _i ? open_empty_log() : trid;
	bool seen[TYPES];

	for (int round = 0; round < 2; round++) {
		ck_assert_uint_eq(walk(id, seen), 9 + 2);
		for (trace_event_id_t t = POSIX_TRACE_ERROR;
		     t <= POSIX_TRACE_UNNAMED_USEREVENT; t++)
			ck_assert(seen[t]);
		ck_assert(seen[type_of("before")]);
		ck_assert(seen[type_of("since")]);
		assert_ok(posix_trace_eventtypelist_rewind(id));
	}
}
END_TEST

/* LST-07 LST-11 */
START_TEST(streams_list_the_same_types_each_at_its_own_pace)
{
	trace_id_t other = create_for(0, 0, 0);
	trace_event_id_t one, same;

	for (int i = 0; i < 5; i++)
		ck_assert(next_type(trid, &one));
	assert_ok(posix_trace_eventtypelist_rewind(trid));
	while (next_type(trid, &one)) {
		ck_assert(next_type(other, &same));
		ck_assert_uint_eq(same, one);
	}
	ck_assert(!next_type(other, &same));
}
END_TEST

/* LST-12 LST-14 */
START_TEST(new_types_come_at_the_end)
{
	trace_event_id_t type, got;
	bool seen[TYPES];

	walk(trid, seen);
	assert_ok(posix_trace_trid_eventid_open(trid, "new", &type));
	ck_assert(next_type(trid, &got));
	ck_assert_uint_eq(got, type);
	ck_assert(!next_type(trid, &got));
}
END_TEST

/* LST-13 */
START_TEST(walking_takes_no_events)
{
	bool seen[TYPES];

	assert_ok(posix_trace_start(trid));
	record(type_of("since"), 0, 0);
	walk(trid, seen);
	ck_assert_uint_eq(drain(trid), 2);
}
END_TEST

/* NAM-25 SET-13 */
START_TEST(as_many_types_are_listed_as_there_can_be)
{
	bool seen[TYPES];
	char name[32];

	for (int i = 0; i < TRACE_USER_EVENT_MAX + 10; i++) {
		snprintf(name, sizeof(name), "name %d", i);
		type_of(name);
	}
	ck_assert_uint_eq(walk(trid, seen), 9 + TRACE_USER_EVENT_MAX - 1);
	ck_assert_uint_eq(walk(open_empty_log(), seen),
			  9 + TRACE_USER_EVENT_MAX - 1);
}
END_TEST

/* TID-15 TID-16 */
START_TEST(bad_arguments_are_refused)
{
	trace_event_id_t type;
	int none;

	assert_invalid(posix_trace_eventtypelist_getnext_id(trid, NULL, &none));
	assert_invalid(posix_trace_eventtypelist_getnext_id(trid, &type, NULL));
	assert_invalid(posix_trace_eventtypelist_getnext_id(0, &type, &none));
	assert_invalid(posix_trace_eventtypelist_rewind(0));
	ck_assert(next_type(trid, &type));
	ck_assert_uint_eq(type, POSIX_TRACE_ERROR);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_eventtypelist_getnext_id");
	TCase *tcase = tcase_create("list");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, the_list_has_every_type_once, 0, 2);
	tcase_add_test(tcase, streams_list_the_same_types_each_at_its_own_pace);
	tcase_add_test(tcase, new_types_come_at_the_end);
	tcase_add_test(tcase, walking_takes_no_events);
	tcase_add_test(tcase, as_many_types_are_listed_as_there_can_be);
	tcase_add_test(tcase, bad_arguments_are_refused);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
