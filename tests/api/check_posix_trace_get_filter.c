#include "tracing.h"

/* See NEWS. */
START_TEST(an_active_stream_has_no_filter_yet)
{
	trace_id_t trid = start_stream(0);
	trace_event_set_t all;

	assert_ok(posix_trace_eventset_fill(&all, POSIX_TRACE_ALL_EVENTS));
	ck_assert_int_eq(posix_trace_get_filter(trid, &all), ENOTSUP);
	ck_assert_int_eq(
		posix_trace_set_filter(trid, &all, POSIX_TRACE_SET_EVENTSET),
		ENOTSUP);
	record(type_of("event"), 0, 0);
	ck_assert_uint_eq(drain(trid), 2);
}
END_TEST

/* TID-08 TID-09 TID-27 TID-28 */
START_TEST(what_is_no_active_stream_is_refused)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);
	trace_id_t refused[] = { trid, 0, 0 };
	trace_event_set_t set;

	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_shutdown(trid));
	refused[2] = open_log(fd);
	for (size_t i = 0; i < ARRAY_LEN(refused); i++) {
		assert_invalid(posix_trace_get_filter(refused[i], &set));
		assert_invalid(posix_trace_set_filter(
			refused[i], &set, POSIX_TRACE_SET_EVENTSET));
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_get_filter");
	TCase *tcase = tcase_create("filter");

	tcase_add_test(tcase, an_active_stream_has_no_filter_yet);
	tcase_add_test(tcase, what_is_no_active_stream_is_refused);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
