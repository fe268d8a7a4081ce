/* What a filter keeps out, and what not. */
#include "filters.h"

/* What is kept out, and what is not */

/* FLT-01 CRE-05 */
START_TEST(without_a_call_nothing_is_filtered)
{
	assert_filter(trid, none);
	assert_ok(posix_trace_start(trid));
	assert_filter(trid, none);
	record(type, 0, 1);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 2);
	record(other, 0, 3);
	assert_ok(posix_trace_stop(trid));

	assert_next_start(trid, none);
	assert_next_mark(trid, type, 0, 1);
	assert_next_mark(trid, POSIX_TRACE_UNNAMED_USEREVENT, 0, 2);
	assert_next_mark(trid, other, 0, 3);
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* FLT-02 FLT-03 FLT-04 FLT-05 */
START_TEST(a_set_replaces_the_filter_adds_to_it_or_is_taken_away)
{
	trace_event_id_t third = type_of("third");

	if (_i)
		assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type, other));
	assert_filter(trid, SET(type, other));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(other, POSIX_TRACE_ERROR));
	assert_filter(trid, SET(other, POSIX_TRACE_ERROR));

	filter(trid, POSIX_TRACE_ADD_EVENTSET, SET(third, other));
	assert_filter(trid, SET(POSIX_TRACE_ERROR, other, third));
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(type, other));
	assert_filter(trid, SET(POSIX_TRACE_ERROR, third));
	filter(trid, POSIX_TRACE_SUB_EVENTSET, all);
	assert_filter(trid, none);
	filter(trid, POSIX_TRACE_ADD_EVENTSET, all);
	assert_filter(trid, all);
}
END_TEST

/* FLT-06 FLT-07 EVT-04 */
START_TEST(types_in_the_filter_are_not_recorded_and_others_are)
{
	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	record(other, 0, 1);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	record(type, 0, 2);
	record(other, 0, 3);
	record(type, 0, 4);
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(type));
	record(type, 0, 5);
	record(other, 0, 6);

	assert_next_start(trid, none);
	assert_next_mark(trid, type, 0, 0);
	assert_next_mark(trid, other, 0, 1);
	assert_next_change(trid, none, SET(type));
	assert_next_mark(trid, other, 0, 3);
	assert_next_change(trid, SET(type), none);
	assert_next_mark(trid, type, 0, 5);
	assert_next_mark(trid, other, 0, 6);
	assert_empty(trid);
}
END_TEST

/* FLT-06, for what is not short. */
START_TEST(long_events_are_filtered_like_short_ones)
{
	static const char data[3000];
	struct got got;

	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid, SET(type));
	for (size_t len = 0; len <= sizeof(data); len += 250) {
		posix_trace_event(type, data, len);
		posix_trace_event(other, data, len);
		assert_next_is(trid, other, &got);
		ck_assert_uint_eq(got.len, len);
		assert_empty(trid);
	}
}
END_TEST

/* Every type a process can have. */
enum { NAMES = TRACE_USER_EVENT_MAX - 1 };

static trace_event_id_t types[NAMES];

static void open_all_names(void)
{
	char name[32];

	types[0] = type;
	types[1] = other;
	for (int i = 2; i < NAMES; i++) {
		snprintf(name, sizeof(name), "name %d", i);
		types[i] = type_of(name);
		ck_assert_uint_ne(types[i], POSIX_TRACE_UNNAMED_USEREVENT);
	}
}

/* FLT-06 FLT-05 */
START_TEST(each_type_is_filtered_for_itself)
{
	trace_event_set_t thirds = none;

	open_all_names();
	for (int i = 0; i < NAMES; i += 3)
		assert_ok(posix_trace_eventset_add(types[i], &thirds));
	filter(trid, POSIX_TRACE_SET_EVENTSET, thirds);
	assert_filter(trid, thirds);
	assert_ok(posix_trace_start(trid));
	for (int i = 0; i < NAMES; i++)
		record(types[i], 0, (uint32_t)i);

	assert_next_start(trid, thirds);
	for (int i = 0; i < NAMES; i++)
		if (i % 3)
			assert_next_mark(trid, types[i], 0, (uint32_t)i);
	assert_empty(trid);
}
END_TEST

/* FLT-21 */
START_TEST(the_unnamed_event_can_be_filtered)
{
	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET,
	       SET(POSIX_TRACE_UNNAMED_USEREVENT));
	drain(trid);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 1);
	record(type, 0, 2);
	assert_next_mark(trid, type, 0, 2);
	assert_empty(trid);

	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	drain(trid);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 3);
	record(type, 0, 4);
	assert_next_mark(trid, POSIX_TRACE_UNNAMED_USEREVENT, 0, 3);
	assert_empty(trid);
}
END_TEST

/* FLT-19 SET-12 FLT-23 */
START_TEST(all_events_can_be_filtered_out_and_let_in_again)
{
	assert_ok(posix_trace_start(trid));
	drain(trid);
	filter(trid, POSIX_TRACE_SET_EVENTSET, all);
	record(type, 0, 1);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 0, 2);
	record(type_of("opened later"), 0, 3);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_start(trid));
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);

	filter(trid, POSIX_TRACE_SET_EVENTSET, none);
	record(type_of("opened later"), 0, 4);
	record(type, 0, 5);
	assert_next_change(trid, all, none);
	assert_next_mark(trid, type_of("opened later"), 0, 4);
	assert_next_mark(trid, type, 0, 5);
	assert_empty(trid);
}
END_TEST

/* FLT-13 */
START_TEST(each_stream_has_its_own_filter)
{
	trace_id_t second = start_stream(0), third = start_stream(0);

	assert_ok(posix_trace_start(trid));
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	filter(second, POSIX_TRACE_SET_EVENTSET, SET(other));
	record(type, 0, 1);
	record(other, 0, 2);

	assert_filter(trid, SET(type));
	assert_filter(second, SET(other));
	assert_filter(third, none);
	assert_next_start(trid, none);
	assert_next_change(trid, none, SET(type));
	assert_next_mark(trid, other, 0, 2);
	assert_empty(trid);
	assert_next_start(second, none);
	assert_next_change(second, none, SET(other));
	assert_next_mark(second, type, 0, 1);
	assert_empty(second);
	assert_next_start(third, none);
	assert_next_mark(third, type, 0, 1);
	assert_next_mark(third, other, 0, 2);
	assert_empty(third);
}
END_TEST

/* FLT-14 SET-11 */
START_TEST(what_becomes_of_a_set_does_not_touch_the_filter)
{
	trace_event_set_t set = SET(type), told;

	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	told = filter_of(trid);
	assert_ok(posix_trace_eventset_add(other, &set));
	assert_ok(posix_trace_eventset_add(other, &told));
	assert_filter(trid, SET(type));
	assert_ok(posix_trace_eventset_del(type, &set));
	assert_ok(posix_trace_eventset_del(type, &told));
	assert_filter(trid, SET(type));
	assert_ok(posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS));
	assert_ok(posix_trace_eventset_empty(&told));
	assert_filter(trid, SET(type));

	record(type, 0, 1);
	record(other, 0, 2);
	assert_next_start(trid, none);
	assert_next_change(trid, none, SET(type));
	assert_next_mark(trid, other, 0, 2);
	assert_empty(trid);
}
END_TEST

/* Who is asked */

/* TID-08 TID-09 TID-27 TID-28 */
START_TEST(what_is_no_active_stream_is_refused)
{
	int fd = make_file();
	trace_id_t dead = create_logged_for(0, fd, 0, 0);
	trace_id_t refused[] = { dead, 0, 0 };
	trace_event_set_t set = none;

	assert_ok(posix_trace_shutdown(dead));
	refused[2] = open_log(fd);
	for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
		assert_invalid(posix_trace_get_filter(refused[i], &set));
		assert_invalid(posix_trace_set_filter(
			refused[i], &set, POSIX_TRACE_SET_EVENTSET));
	}
}
END_TEST

/* TID-31 TID-33 */
START_TEST(a_child_has_no_say_in_its_parents_filter)
{
	trace_event_set_t set = all;
	pid_t child;

	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	child = fork();
	if (!child)
		leave(posix_trace_set_filter(
			      trid, &set, POSIX_TRACE_SET_EVENTSET) != EINVAL ||
		      posix_trace_get_filter(trid, &set) != EINVAL);
	assert_exits_0(child);
	assert_filter(trid, SET(type));
}
END_TEST

static TCase *kept_out(void)
{
	TCase *tcase = tcase_create("kept_out");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, without_a_call_nothing_is_filtered);
	tcase_add_loop_test(
		tcase, a_set_replaces_the_filter_adds_to_it_or_is_taken_away, 0,
		2);
	tcase_add_test(tcase,
		       types_in_the_filter_are_not_recorded_and_others_are);
	tcase_add_test(tcase, long_events_are_filtered_like_short_ones);
	tcase_add_test(tcase, each_type_is_filtered_for_itself);
	tcase_add_test(tcase, the_unnamed_event_can_be_filtered);
	tcase_add_test(tcase, all_events_can_be_filtered_out_and_let_in_again);
	tcase_add_test(tcase, each_stream_has_its_own_filter);
	tcase_add_test(tcase, what_becomes_of_a_set_does_not_touch_the_filter);
	return tcase;
}

static TCase *identifiers(void)
{
	TCase *tcase = tcase_create("identifiers");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, what_is_no_active_stream_is_refused);
	tcase_add_test(tcase, a_child_has_no_say_in_its_parents_filter);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_get_filter");

	suite_add_tcase(suite, kept_out());
	suite_add_tcase(suite, identifiers());
	return run_suite(suite);
}
