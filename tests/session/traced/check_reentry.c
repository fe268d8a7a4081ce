/*
 * check_reentry.c - events that are made where libposixtrace is in the middle
 * of something
 *
 * As they are when a function that it calls is not the C library's: this
 * program's gettid() makes an event, and is asked for when a thread records for
 * the first time.
 */
#include "tracing.h"

static trace_event_id_t type;
static atomic_bool armed;
static atomic_uint calls;

pid_t gettid(void)
{
	if (atomic_load(&armed)) {
		atomic_fetch_add(&calls, 1);
		record(type, 9, 9);
	}
	return (pid_t)syscall(SYS_gettid);
}

static void *record_once(void *arg)
{
	record(type, 1, 2);
	return arg;
}

START_TEST(an_event_in_the_middle_of_the_first_is_left_out)
{
	trace_id_t trid;
	pthread_t thread;
	struct got got;

	type = type_of("reentry");
	trid = start_stream(1 << 16);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	atomic_store(&armed, true);
	assert_ok(pthread_create(&thread, NULL, record_once, NULL));
	assert_ok(pthread_join(thread, NULL));
	atomic_store(&armed, false);
	ck_assert_uint_gt(atomic_load(&calls), 0);
	assert_next_mark(trid, type, 1, 2);
	ck_assert(!try_next(trid, &got));
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reentry");
	TCase *tcase = tcase_create("reentry");

	tcase_add_test(tcase, an_event_in_the_middle_of_the_first_is_left_out);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
