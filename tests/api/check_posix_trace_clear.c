/* What of a stream is gone with a clear, and what goes on. */
#include "clear.h"

/* What is gone, and what goes on */

/* CLR-01 CLR-02 A14: the stream was not started anew, so there is no START. */
START_TEST(a_running_stream_loses_its_events_and_goes_on)
{
	trace_id_t trid = start_stream(0);

	for (uint32_t i = 0; i < 10; i++) {
		record(type, 1, i);
		record(type, 2, i);
		clear(trid);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_empty(trid);
		record(type, 3, i);
		assert_next_mark(trid, type, 3, i);
		assert_empty(trid);
		record(type, 4, i);
	}
	clear(trid);
	record(type, 5, 0);
	assert_ok(posix_trace_stop(trid));
	assert_next_mark(trid, type, 5, 0);
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-01 CLR-03 */
START_TEST(a_suspended_stream_stays_suspended)
{
	trace_id_t trid = start_stream(0);

	record(type, 0, 1);
	assert_ok(posix_trace_stop(trid));
	clear(trid);
	record(type, 0, 2);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	assert_empty(trid);

	assert_ok(posix_trace_start(trid));
	record(type, 0, 3);
	assert_ok(posix_trace_stop(trid));
	assert_next_start(trid);
	assert_next_mark(trid, type, 0, 3);
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-01 CLR-03 */
START_TEST(a_stream_never_started_stays_as_it_is)
{
	trace_id_t trid = create_for(0, 0, 0);

	for (int i = 0; i < 3; i++) {
		clear(trid);
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
		assert_empty(trid);
	}
	assert_ok(posix_trace_stop(trid));
	assert_empty(trid);
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-01, of a stream of which a part was read. */
START_TEST(what_was_not_read_yet_is_gone_too)
{
	trace_id_t trid = start_stream(0);

	for (uint32_t i = 0; i < 100; i++)
		record(type, 0, i);
	assert_next_start(trid);
	for (uint32_t i = 0; i < 50; i++)
		assert_next_mark(trid, type, 0, i);
	clear(trid);
	assert_empty(trid);
	record(type, 0, 100);
	assert_next_mark(trid, type, 0, 100);
}
END_TEST

/* CLR-01 CLR-02 */
START_TEST(other_streams_keep_what_they_have)
{
	trace_id_t trid[] = { start_stream(0), start_stream(0) };

	record(type, 0, 1);
	clear(trid[0]);
	record(type, 0, 2);
	assert_next_mark(trid[0], type, 0, 2);
	assert_empty(trid[0]);
	assert_next_start(trid[1]);
	assert_next_mark(trid[1], type, 0, 1);
	assert_next_mark(trid[1], type, 0, 2);
	assert_empty(trid[1]);
}
END_TEST

static unsigned list_types(trace_id_t trid, trace_event_id_t *types,
			   unsigned room)
{
	unsigned count = 0;
	int end = 0;

	assert_ok(posix_trace_eventtypelist_rewind(trid));
	for (;;) {
		trace_event_id_t id;

		assert_ok(
			posix_trace_eventtypelist_getnext_id(trid, &id, &end));
		if (end)
			return count;
		ck_assert_uint_lt(count, room);
		types[count++] = id;
	}
}

/* CLR-05 */
START_TEST(names_and_types_stay)
{
	trace_event_id_t before[64], after[64], opened, next;
	trace_id_t trid = start_stream(0);
	unsigned count;

	assert_ok(posix_trace_trid_eventid_open(trid, "ours", &opened));
	count = list_types(trid, before, ARRAY_LEN(before));
	clear(trid);
	ck_assert_uint_eq(list_types(trid, after, ARRAY_LEN(after)), count);
	ck_assert_mem_eq(before, after, count * sizeof(before[0]));
	ck_assert_uint_eq(type_of("event"), type);
	ck_assert_uint_eq(type_of("ours"), opened);
	assert_name(trid, type, "event");
	assert_name(trid, opened, "ours");
	assert_name(trid, POSIX_TRACE_START, "posix_trace_start");

	next = type_of("opened after");
	for (unsigned i = 0; i < count; i++)
		ck_assert_uint_ne(next, before[i]);
	record(next, 0, 1);
	assert_next_mark(trid, next, 0, 1);
}
END_TEST

/* CLR-08, and there is nothing of a FILTER to be read. */
START_TEST(the_filter_is_empty_again)
{
	trace_id_t trid = start_stream(0);
	trace_event_set_t set, none;

	assert_ok(posix_trace_eventset_empty(&none));
	filter_out(trid, type);
	filter_out(trid, POSIX_TRACE_STOP);
	clear(trid);
	memset(&set, 0xa5, sizeof(set));
	assert_ok(posix_trace_get_filter(trid, &set));
	ck_assert_mem_eq(&set, &none, sizeof(set));
	record(type, 0, 1);
	assert_ok(posix_trace_stop(trid));
	assert_next_mark(trid, type, 0, 1);
	assert_next_stop(trid);
	assert_empty(trid);
}
END_TEST

/* CLR-08 SST-04 */
START_TEST(the_filter_of_a_suspended_stream_is_empty_too)
{
	trace_id_t trid = create_for(0, 0, 0);
	trace_event_set_t none;
	struct got got;

	assert_ok(posix_trace_eventset_empty(&none));
	filter_out(trid, type);
	clear(trid);
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	ck_assert_uint_eq(got.len, sizeof(none));
	ck_assert_mem_eq(got.data, &none, sizeof(none));
	assert_next_mark(trid, type, 0, 1);
}
END_TEST

/* CLR-12 CLR-16 */
START_TEST(attributes_and_time_of_creation_stay)
{
	trace_attr_t attr = unusual(POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_LOOP);
	trace_attr_t before, after;
	trace_id_t trid;

	assert_ok(posix_trace_create(0, &attr, &trid));
	before = told(trid);
	assert_ok(posix_trace_start(trid));
	nap_ms(2);
	clear(trid);
	after = told(trid);
	assert_same(&before, &after);
}
END_TEST

/* Who is asked */

/* TID-03 TID-24 */
START_TEST(what_is_no_active_stream_is_refused)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_shutdown(trid));
	assert_invalid(posix_trace_clear(trid));
	assert_invalid(posix_trace_clear(open_log(fd)));
	assert_invalid(posix_trace_clear(0));
}
END_TEST

/* TID-31 */
START_TEST(a_child_can_not_clear_its_parents_stream)
{
	trace_id_t trid = start_stream(0);
	pid_t child;

	record(type, 0, 1);
	child = fork();
	if (!child)
		leave(posix_trace_clear(trid) != EINVAL);
	assert_exits_0(child);
	assert_next_start(trid);
	assert_next_mark(trid, type, 0, 1);
	assert_empty(trid);
}
END_TEST

static TCase *clearing(void)
{
	TCase *tcase = tcase_create("clearing");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, a_running_stream_loses_its_events_and_goes_on);
	tcase_add_test(tcase, a_suspended_stream_stays_suspended);
	tcase_add_test(tcase, a_stream_never_started_stays_as_it_is);
	tcase_add_test(tcase, what_was_not_read_yet_is_gone_too);
	tcase_add_test(tcase, other_streams_keep_what_they_have);
	tcase_add_test(tcase, names_and_types_stay);
	tcase_add_test(tcase, the_filter_is_empty_again);
	tcase_add_test(tcase, the_filter_of_a_suspended_stream_is_empty_too);
	tcase_add_test(tcase, attributes_and_time_of_creation_stay);
	return tcase;
}

static TCase *identifiers(void)
{
	TCase *tcase = tcase_create("identifiers");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, what_is_no_active_stream_is_refused);
	tcase_add_test(tcase, a_child_can_not_clear_its_parents_stream);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_clear");

	suite_add_tcase(suite, clearing());
	suite_add_tcase(suite, identifiers());
	return run_suite(suite);
}
