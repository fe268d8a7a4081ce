#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <trace.h>

#include "run.h"

static trace_attr_t attr;

/* One more than sufficient, to see what is written past the end. */
static char text[TRACE_NAME_MAX + 1];

static void setup(void)
{
	memset(text, '#', sizeof(text));
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
}

/* ATR-10 ATR-11 ATR-12 */
START_TEST(the_resolution_is_that_of_the_realtime_clock)
{
	struct timespec resolution, expected;

	ck_assert_int_eq(posix_trace_attr_getclockres(&attr, &resolution), 0);
	ck_assert_int_eq(clock_getres(CLOCK_REALTIME, &expected), 0);
	ck_assert_int_eq(resolution.tv_sec, expected.tv_sec);
	ck_assert_int_eq(resolution.tv_nsec, expected.tv_nsec);
	ck_assert(resolution.tv_sec > 0 || resolution.tv_nsec > 0);
}
END_TEST

/* ATR-37 */
START_TEST(an_object_of_no_stream_has_no_creation_time)
{
	struct timespec created = { .tv_sec = 1, .tv_nsec = 1 };

	ck_assert_int_eq(posix_trace_attr_getcreatetime(&attr, &created), 0);
	ck_assert_int_eq(created.tv_sec, 0);
	ck_assert_int_eq(created.tv_nsec, 0);
}
END_TEST

/* ATR-09 ATR-10 ATR-36 */
START_TEST(the_generation_version_names_the_library_and_its_version)
{
	ck_assert_int_eq(posix_trace_attr_getgenversion(&attr, text), 0);
	ck_assert_int_eq(strncmp(text, "posixtrace ", 11), 0);
	ck_assert(text[11] >= '0' && text[11] <= '9');
	ck_assert_uint_lt(strlen(text), TRACE_NAME_MAX);
}
END_TEST

/* ATR-13 */
START_TEST(names_come_back_as_they_went_in)
{
	char name[TRACE_NAME_MAX] = "";

	for (size_t len = 0; len < TRACE_NAME_MAX; len++) {
		ck_assert_int_eq(posix_trace_attr_setname(&attr, name), 0);
		ck_assert_int_eq(posix_trace_attr_getname(&attr, text), 0);
		ck_assert_str_eq(text, name);
		if (len + 1 < TRACE_NAME_MAX)
			name[len] = (char)('!' + len);
	}
	ck_assert_uint_eq(strlen(text), TRACE_NAME_MAX - 1);
	ck_assert_int_eq(text[TRACE_NAME_MAX], '#');
}
END_TEST

/* ATR-14 ATR-15 */
START_TEST(names_too_long_keep_their_beginning)
{
	char name[3 * TRACE_NAME_MAX];

	for (size_t len = TRACE_NAME_MAX; len < sizeof(name); len++) {
		memset(name, 'n', len);
		name[len] = '\0';
		memset(text, '#', sizeof(text));
		ck_assert_int_eq(posix_trace_attr_setname(&attr, name), 0);
		ck_assert_int_eq(posix_trace_attr_getname(&attr, text), 0);
		ck_assert_uint_eq(strlen(text), TRACE_NAME_MAX - 1);
		ck_assert_int_eq(strncmp(text, name, strlen(text)), 0);
		ck_assert_int_eq(text[TRACE_NAME_MAX], '#');
	}
}
END_TEST

/* ATR-13 */
START_TEST(a_shorter_name_leaves_nothing_of_the_longer_one)
{
	ck_assert_int_eq(posix_trace_attr_setname(&attr, "long name"), 0);
	ck_assert_int_eq(posix_trace_attr_setname(&attr, "one"), 0);
	ck_assert_int_eq(posix_trace_attr_getname(&attr, text), 0);
	ck_assert_str_eq(text, "one");
}
END_TEST

START_TEST(no_more_is_written_than_the_string)
{
	ck_assert_int_eq(posix_trace_attr_setname(&attr, "one"), 0);
	ck_assert_int_eq(posix_trace_attr_getname(&attr, text), 0);
	ck_assert_int_eq(text[4], '#');
}
END_TEST

static void assert_refused(trace_attr_t *object)
{
	struct timespec time = { .tv_sec = 7 };

	ck_assert_int_eq(posix_trace_attr_getclockres(object, &time), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getcreatetime(object, &time), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getgenversion(object, text), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getname(object, text), EINVAL);
	ck_assert_int_eq(posix_trace_attr_setname(object, "name"), EINVAL);
	ck_assert_int_eq(time.tv_sec, 7);
	ck_assert_int_eq(text[0], '#');
}

/* ATR-25 */
START_TEST(a_null_object_is_refused)
{
	assert_refused(NULL);
}
END_TEST

/* ATR-38 */
START_TEST(a_destroyed_object_is_refused)
{
	ck_assert_int_eq(posix_trace_attr_destroy(&attr), 0);
	assert_refused(&attr);
}
END_TEST

/* ATR-25 */
START_TEST(a_null_place_is_refused)
{
	ck_assert_int_eq(posix_trace_attr_getclockres(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getcreatetime(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getgenversion(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getname(&attr, NULL), EINVAL);
}
END_TEST

/* ATR-24 */
START_TEST(a_null_name_leaves_the_name_as_it_was)
{
	ck_assert_int_eq(posix_trace_attr_setname(&attr, "one"), 0);
	ck_assert_int_eq(posix_trace_attr_setname(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getname(&attr, text), 0);
	ck_assert_str_eq(text, "one");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_attr_getclockres");
	TCase *tcase = tcase_create("identity");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, the_resolution_is_that_of_the_realtime_clock);
	tcase_add_test(tcase, an_object_of_no_stream_has_no_creation_time);
	tcase_add_test(
		tcase,
		the_generation_version_names_the_library_and_its_version);
	tcase_add_test(tcase, names_come_back_as_they_went_in);
	tcase_add_test(tcase, names_too_long_keep_their_beginning);
	tcase_add_test(tcase, a_shorter_name_leaves_nothing_of_the_longer_one);
	tcase_add_test(tcase, no_more_is_written_than_the_string);
	tcase_add_test(tcase, a_null_object_is_refused);
	tcase_add_test(tcase, a_destroyed_object_is_refused);
	tcase_add_test(tcase, a_null_place_is_refused);
	tcase_add_test(tcase, a_null_name_leaves_the_name_as_it_was);
	suite_add_tcase(suite, tcase);

	return run_suite(suite);
}
