#include "tracing.h"

/* See NEWS. */
START_TEST(an_active_stream_can_not_be_cleared_yet)
{
	trace_id_t trid = start_stream(0);

	record(type_of("event"), 0, 0);
	ck_assert_int_eq(posix_trace_clear(trid), ENOTSUP);
	ck_assert_uint_eq(drain(trid), 2);
}
END_TEST

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

int main(void)
{
	Suite *suite = suite_create("posix_trace_clear");
	TCase *tcase = tcase_create("clear");

	tcase_add_test(tcase, an_active_stream_can_not_be_cleared_yet);
	tcase_add_test(tcase, what_is_no_active_stream_is_refused);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
