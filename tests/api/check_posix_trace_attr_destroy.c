#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <trace.h>

#include "run.h"
#include "sanitizers.h"

static trace_attr_t attr;

static void setup(void)
{
	memset(&attr, 0xa5, sizeof(attr));
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
}

static void assert_defaults(void)
{
	char name[TRACE_NAME_MAX];
	size_t size;
	int value;

	ck_assert_int_eq(posix_trace_attr_getinherited(&attr, &value), 0);
	ck_assert_int_eq(value, POSIX_TRACE_CLOSE_FOR_CHILD);
	ck_assert_int_eq(posix_trace_attr_getlogfullpolicy(&attr, &value), 0);
	ck_assert_int_eq(value, POSIX_TRACE_LOOP);
	ck_assert_int_eq(posix_trace_attr_getstreamfullpolicy(&attr, &value),
			 0);
	ck_assert_int_eq(value, POSIX_TRACE_LOOP);
	ck_assert_int_eq(posix_trace_attr_getname(&attr, name), 0);
	ck_assert_str_eq(name, "");
	ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, &size), 0);
	ck_assert_uint_eq(size, 256 * 1024);
	ck_assert_int_eq(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	ck_assert_uint_eq(size, 4096);
	ck_assert_int_eq(posix_trace_attr_getlogsize(&attr, &size), 0);
	ck_assert_uint_eq(size, 16 * 1024 * 1024);
}

static void change_everything(void)
{
	ck_assert_int_eq(
		posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED), 0);
	ck_assert_int_eq(
		posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_APPEND),
		0);
	ck_assert_int_eq(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_FLUSH),
		0);
	ck_assert_int_eq(posix_trace_attr_setname(&attr, "changed"), 0);
	ck_assert_int_eq(posix_trace_attr_setstreamsize(&attr, 1 << 20), 0);
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 17), 0);
	ck_assert_int_eq(posix_trace_attr_setlogsize(&attr, 1 << 30), 0);
}

/* ATR-01 ATR-02 ATR-03 ATR-04 ATR-05 */
START_TEST(init_sets_the_defaults_whatever_the_memory_held)
{
	assert_defaults();
}
END_TEST

/* ATR-31: AIX has 8192, 16 and 1 MiB. */
START_TEST(the_defaults_are_not_below_those_of_aix)
{
	size_t size;

	ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, &size), 0);
	ck_assert_uint_ge(size, 8192);
	ck_assert_int_eq(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	ck_assert_uint_ge(size, 16);
	ck_assert_int_eq(posix_trace_attr_getlogsize(&attr, &size), 0);
	ck_assert_uint_ge(size, 1 << 20);
}
END_TEST

/* The process has what memory it has, and gets no more. */
static struct rlimit forbid_memory(void)
{
	struct rlimit before, none;
	void *volatile taken;

	ck_assert_int_eq(getrlimit(RLIMIT_AS, &before), 0);
	none = before;
	none.rlim_cur = 0;
	ck_assert_int_eq(setrlimit(RLIMIT_AS, &none), 0);
	for (size_t size = 1 << 20; size; size /= 2)
		do
			taken = malloc(size);
		while (taken);
	return before;
}

/* ATR-40: ENOMEM would be right, but init needs no memory. */
START_TEST(init_does_without_memory)
{
	struct rlimit limit;
	int err = 0;

	/* What watches memory needs some. */
	if (SANITIZED)
		return;
	limit = forbid_memory();
	for (int i = 0; i < 1000; i++)
		err |= posix_trace_attr_init(&attr);
	ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
	ck_assert_int_eq(err, 0);
	assert_defaults();
}
END_TEST

/* ATR-34 */
START_TEST(init_of_a_live_object_sets_the_defaults_anew)
{
	change_everything();
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
	assert_defaults();
}
END_TEST

/* ATR-26 */
START_TEST(a_destroyed_object_can_be_initialised_again)
{
	change_everything();
	ck_assert_int_eq(posix_trace_attr_destroy(&attr), 0);
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
	assert_defaults();
}
END_TEST

/* ATR-38 */
START_TEST(destroying_twice_is_refused)
{
	ck_assert_int_eq(posix_trace_attr_destroy(&attr), 0);
	ck_assert_int_eq(posix_trace_attr_destroy(&attr), EINVAL);
}
END_TEST

/* ATR-38 */
START_TEST(an_object_never_initialised_is_refused)
{
	memset(&attr, 0, sizeof(attr));
	ck_assert_int_eq(posix_trace_attr_destroy(&attr), EINVAL);
}
END_TEST

/* ATR-25 */
START_TEST(a_null_object_is_refused)
{
	ck_assert_int_eq(posix_trace_attr_init(NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_destroy(NULL), EINVAL);
}
END_TEST

/* ATR-39: what needs no destroy can be copied as well. */
START_TEST(a_copy_of_an_object_lives_on_its_own)
{
	trace_attr_t copy = attr;
	char name[TRACE_NAME_MAX];

	ck_assert_int_eq(posix_trace_attr_setname(&copy, "copy"), 0);
	ck_assert_int_eq(posix_trace_attr_destroy(&attr), 0);
	ck_assert_int_eq(posix_trace_attr_getname(&copy, name), 0);
	ck_assert_str_eq(name, "copy");
}
END_TEST

/* The spare room belongs to later versions of the library. */
START_TEST(init_leaves_no_old_bytes_in_the_spare_room)
{
	const unsigned char *bytes = (const unsigned char *)&attr;

	for (size_t i = 1; i <= sizeof(attr) / 2; i++)
		ck_assert_uint_eq(bytes[sizeof(attr) - i], 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_attr_destroy");
	TCase *tcase = tcase_create("life");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, init_sets_the_defaults_whatever_the_memory_held);
	tcase_add_test(tcase, the_defaults_are_not_below_those_of_aix);
	tcase_add_test(tcase, init_does_without_memory);
	tcase_add_test(tcase, init_of_a_live_object_sets_the_defaults_anew);
	tcase_add_test(tcase, a_destroyed_object_can_be_initialised_again);
	tcase_add_test(tcase, destroying_twice_is_refused);
	tcase_add_test(tcase, an_object_never_initialised_is_refused);
	tcase_add_test(tcase, a_null_object_is_refused);
	tcase_add_test(tcase, a_copy_of_an_object_lives_on_its_own);
	tcase_add_test(tcase, init_leaves_no_old_bytes_in_the_spare_room);
	suite_add_tcase(suite, tcase);

	return run_suite(suite);
}
