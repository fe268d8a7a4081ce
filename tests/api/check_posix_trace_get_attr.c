#include "tracing.h"

static trace_event_id_t type;

static void setup(void)
{
	type = type_of("event");
}

static trace_attr_t told(trace_id_t trid)
{
	trace_attr_t attr;

	assert_ok(posix_trace_get_attr(trid, &attr));
	return attr;
}

static size_t size_of(int get(const trace_attr_t *, size_t *),
		      const trace_attr_t *attr)
{
	size_t size;

	assert_ok(get(attr, &size));
	return size;
}

static int value_of(int get(const trace_attr_t *, int *),
		    const trace_attr_t *attr)
{
	int value;

	assert_ok(get(attr, &value));
	return value;
}

static int64_t created(const trace_attr_t *attr)
{
	struct timespec time;

	assert_ok(posix_trace_attr_getcreatetime(attr, &time));
	return ns_of(time);
}

static trace_attr_t unusual(void)
{
	trace_attr_t attr = attr_of(123456, 77);

	assert_ok(posix_trace_attr_setname(&attr, "unusual"));
	assert_ok(posix_trace_attr_setlogsize(&attr, 7654321));
	return attr;
}

static void assert_unusual(const trace_attr_t *attr)
{
	char name[TRACE_NAME_MAX], version[TRACE_NAME_MAX];
	struct timespec resolution, real;
	size_t size;

	assert_ok(posix_trace_attr_getname(attr, name));
	ck_assert_str_eq(name, "unusual");
	ck_assert_uint_ge(size_of(posix_trace_attr_getstreamsize, attr),
			  123456);
	ck_assert_uint_ge(size_of(posix_trace_attr_getlogsize, attr), 7654321);
	ck_assert_uint_eq(size_of(posix_trace_attr_getmaxdatasize, attr), 77);
	ck_assert_int_eq(value_of(posix_trace_attr_getinherited, attr),
			 POSIX_TRACE_CLOSE_FOR_CHILD);
	ck_assert_int_eq(value_of(posix_trace_attr_getlogfullpolicy, attr),
			 POSIX_TRACE_APPEND);
	assert_ok(posix_trace_attr_getgenversion(attr, version));
	ck_assert_str_ne(version, "");
	assert_ok(posix_trace_attr_getclockres(attr, &resolution));
	clock_getres(CLOCK_REALTIME, &real);
	ck_assert_int_eq(ns_of(resolution), ns_of(real));
	assert_ok(posix_trace_attr_getmaxusereventsize(attr, 77, &size));
	ck_assert_uint_ge(size, 77);
	assert_ok(posix_trace_attr_getmaxsystemeventsize(attr, &size));
}

/* ATR-27 ATR-28 ATR-29 ATR-30 */
START_TEST(a_stream_tells_its_attributes)
{
	trace_attr_t attr = unusual();
	int64_t before, after;
	trace_id_t trid;

	before = now_ns();
	assert_ok(posix_trace_create(0, &attr, &trid));
	after = now_ns();
	assert_ok(posix_trace_attr_setname(&attr, "changed"));
	assert_ok(posix_trace_attr_destroy(&attr));

	attr = told(trid);
	assert_unusual(&attr);
	ck_assert_int_eq(value_of(posix_trace_attr_getstreamfullpolicy, &attr),
			 POSIX_TRACE_LOOP);
	ck_assert_int_ge(created(&attr), before);
	ck_assert_int_le(created(&attr), after);
}
END_TEST

/* OPN-10 OPN-11 ATR-30 */
START_TEST(a_log_tells_them_too)
{
	trace_attr_t attr = unusual(), active, log;
	int fd = make_file();
	trace_id_t trid;

	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	active = told(trid);
	assert_ok(posix_trace_shutdown(trid));
	log = told(open_log(fd));

	assert_unusual(&active);
	assert_unusual(&log);
	ck_assert_int_eq(value_of(posix_trace_attr_getstreamfullpolicy, &log),
			 POSIX_TRACE_FLUSH);
	ck_assert_int_eq(created(&log), created(&active));
	ck_assert_uint_eq(size_of(posix_trace_attr_getstreamsize, &log),
			  size_of(posix_trace_attr_getstreamsize, &active));
}
END_TEST

/* ATR-35 ATR-39 */
START_TEST(told_attributes_make_another_stream)
{
	trace_attr_t attr = unusual();
	trace_id_t first, second;

	assert_ok(posix_trace_create(0, &attr, &first));
	memset(&attr, 0xa5, sizeof(attr));
	assert_ok(posix_trace_get_attr(first, &attr));
	assert_ok(posix_trace_create(0, &attr, &second));
	attr = told(second);
	assert_unusual(&attr);
	attr = told(first);
	assert_unusual(&attr);
}
END_TEST

/* ATR-32 ATR-33 */
START_TEST(sizes_too_small_are_raised)
{
	trace_attr_t attr = attr_of(1, 0);
	trace_id_t trid;
	size_t size;

	assert_ok(posix_trace_attr_setlogsize(&attr, 1));
	assert_ok(posix_trace_create_withlog(0, &attr, make_file(), &trid));
	attr = told(trid);
	size = size_of(posix_trace_attr_getstreamsize, &attr);
	ck_assert_uint_ge(size, 1000);
	ck_assert_uint_ge(size_of(posix_trace_attr_getlogsize, &attr), size);
	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* SIZ-05 SIZ-06: as many events as the calculators promise, and no loss. */
START_TEST(what_the_sizes_promise_is_kept)
{
	static const size_t lengths[] = { 1, 8, 16, 77, 300, 4096 };
	const size_t len = lengths[_i];
	size_t size, system_size, each;
	char data[4096] = "";
	trace_attr_t attr;
	trace_id_t trid;
	struct got got;

	trid = create_for(0, 100000, 0);
	attr = told(trid);
	size = size_of(posix_trace_attr_getstreamsize, &attr);
	system_size = size_of(posix_trace_attr_getmaxsystemeventsize, &attr);
	assert_ok(posix_trace_attr_getmaxusereventsize(&attr, len, &each));

	for (int round = 0; round < 3; round++) {
		const size_t count = (size - 2 * system_size) / each;

		assert_ok(posix_trace_start(trid));
		for (size_t i = 0; i < count; i++)
			posix_trace_event(type, data, len);
		assert_ok(posix_trace_stop(trid));
		assert_next_is(trid, POSIX_TRACE_START, &got);
		for (size_t i = 0; i < count; i++)
			assert_next_is(trid, type, &got);
		assert_next_is(trid, POSIX_TRACE_STOP, &got);
		assert_empty(trid);
	}
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
}
END_TEST

/* STA-05 */
START_TEST(asking_takes_no_event)
{
	trace_id_t trid = start_stream(0);

	record(type, 0, 0);
	for (int i = 0; i < 10; i++) {
		status_of(trid);
		told(trid);
	}
	ck_assert_uint_eq(drain(trid), 2);
}
END_TEST

/* OPN-13 OPN-20 A25 LGP-14 */
START_TEST(a_logs_status_is_that_of_the_end_and_stays)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_shutdown(trid));
	trid = open_log(fd);
	for (int i = 0; i < 2; i++) {
		struct posix_trace_status_info status = status_of(trid);

		ck_assert_int_eq(status.posix_stream_status,
				 POSIX_TRACE_SUSPENDED);
		ck_assert_int_eq(status.posix_stream_flush_status,
				 POSIX_TRACE_NOT_FLUSHING);
		ck_assert_int_eq(status.posix_stream_flush_error, 0);
		ck_assert_int_eq(status.posix_stream_overrun_status,
				 POSIX_TRACE_NO_OVERRUN);
		ck_assert_int_eq(status.posix_log_overrun_status,
				 POSIX_TRACE_NO_OVERRUN);
		ck_assert_int_eq(status.posix_log_full_status,
				 POSIX_TRACE_NOT_FULL);
	}
}
END_TEST

/* TID-06 TID-07 */
START_TEST(bad_arguments_are_refused)
{
	struct posix_trace_status_info status;
	trace_attr_t attr;
	trace_id_t trid = create_for(0, 0, 0);

	assert_invalid(posix_trace_get_attr(trid, NULL));
	assert_invalid(posix_trace_get_status(trid, NULL));
	assert_invalid(posix_trace_get_attr(0, &attr));
	assert_invalid(posix_trace_get_status(0, &status));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_get_attr");
	TCase *tcase = tcase_create("told");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, a_stream_tells_its_attributes);
	tcase_add_test(tcase, a_log_tells_them_too);
	tcase_add_test(tcase, told_attributes_make_another_stream);
	tcase_add_test(tcase, sizes_too_small_are_raised);
	tcase_add_loop_test(tcase, what_the_sizes_promise_is_kept, 0, 6);
	tcase_add_test(tcase, asking_takes_no_event);
	tcase_add_test(tcase, a_logs_status_is_that_of_the_end_and_stays);
	tcase_add_test(tcase, bad_arguments_are_refused);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
