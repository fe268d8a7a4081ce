#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <check.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include <trace_np.h>

#include "run.h"

/* The attributes differ in their values only. The last are ours. */
struct attribute {
	int (*set)(trace_attr_t *, int);
	int (*get)(const trace_attr_t *, int *);
	int values[3];
	int count;
	int fresh; /* what a fresh object says */
};

static const struct attribute attributes[] = {
	{ posix_trace_attr_setinherited,
	  posix_trace_attr_getinherited,
	  { POSIX_TRACE_CLOSE_FOR_CHILD, POSIX_TRACE_INHERITED },
	  2,
	  POSIX_TRACE_CLOSE_FOR_CHILD },
	{ posix_trace_attr_setlogfullpolicy,
	  posix_trace_attr_getlogfullpolicy,
	  { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_APPEND },
	  3,
	  POSIX_TRACE_LOOP },
	{ posix_trace_attr_setstreamfullpolicy,
	  posix_trace_attr_getstreamfullpolicy,
	  { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_FLUSH },
	  3,
	  POSIX_TRACE_LOOP },
	{ posix_trace_attr_setorphan_np,
	  posix_trace_attr_getorphan_np,
	  { POSIX_TRACE_ORPHAN_STOP_NP, POSIX_TRACE_ORPHAN_RUN_NP },
	  2,
	  POSIX_TRACE_ORPHAN_STOP_NP },
#ifdef HAVE_ZSTD
	{ posix_trace_attr_setlogcompression_np,
	  posix_trace_attr_getlogcompression_np,
	  { POSIX_TRACE_LOG_PLAIN_NP, POSIX_TRACE_LOG_ZSTD_NP },
	  2,
	  POSIX_TRACE_LOG_PLAIN_NP },
#endif
};

enum { ATTRIBUTES = sizeof(attributes) / sizeof(attributes[0]) };

static trace_attr_t attr;

static void setup(void)
{
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
}

static int has(const struct attribute *attribute, int value)
{
	for (int i = 0; i < attribute->count; i++)
		if (attribute->values[i] == value)
			return 1;

	return 0;
}

/* ATR-02 ATR-03 ATR-05 */
START_TEST(a_fresh_object_says_the_default)
{
	int value;

	ck_assert_int_eq(attributes[_i].get(&attr, &value), 0);
	ck_assert_int_eq(value, attributes[_i].fresh);
}
END_TEST

/* ATR-16 ATR-17 ATR-18 */
START_TEST(every_value_comes_back)
{
	const struct attribute *attribute = &attributes[_i];
	int value;

	for (int i = 0; i < attribute->count; i++) {
		ck_assert_int_eq(attribute->set(&attr, attribute->values[i]),
				 0);
		ck_assert_int_eq(attribute->get(&attr, &value), 0);
		ck_assert_int_eq(value, attribute->values[i]);
	}
}
END_TEST

/* ATR-22 ATR-23 ATR-24 */
START_TEST(other_values_are_refused_and_change_nothing)
{
	static const int extremes[] = { INT_MIN, INT_MAX, 256 + 1, 65536 + 1 };
	const struct attribute *attribute = &attributes[_i];
	int kept = attribute->values[1];
	int value;

	ck_assert_int_eq(attribute->set(&attr, kept), 0);
	for (int other = -16; other <= 16; other++)
		if (!has(attribute, other))
			ck_assert_int_eq(attribute->set(&attr, other), EINVAL);
	for (size_t i = 0; i < sizeof(extremes) / sizeof(extremes[0]); i++)
		ck_assert_int_eq(attribute->set(&attr, extremes[i]), EINVAL);

	ck_assert_int_eq(attribute->get(&attr, &value), 0);
	ck_assert_int_eq(value, kept);
}
END_TEST

/* ATR-23 */
START_TEST(policies_of_the_neighbouring_list_are_refused)
{
	ck_assert_int_eq(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_APPEND),
		EINVAL);
	ck_assert_int_eq(
		posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_FLUSH),
		EINVAL);
}
END_TEST

START_TEST(setting_one_leaves_the_others)
{
	int value;

	ck_assert_int_eq(attributes[_i].set(&attr, attributes[_i].values[1]),
			 0);
	for (int i = 0; i < ATTRIBUTES; i++) {
		if (i == _i)
			continue;
		ck_assert_int_eq(attributes[i].get(&attr, &value), 0);
		ck_assert_int_eq(value, attributes[i].fresh);
	}
}
END_TEST

/* ATR-25 */
START_TEST(null_pointers_are_refused)
{
	int value = 77;

	ck_assert_int_eq(attributes[_i].get(NULL, &value), EINVAL);
	ck_assert_int_eq(attributes[_i].get(&attr, NULL), EINVAL);
	ck_assert_int_eq(attributes[_i].set(NULL, attributes[_i].fresh),
			 EINVAL);
	ck_assert_int_eq(value, 77);
}
END_TEST

/* ATR-38 */
START_TEST(a_destroyed_object_is_refused)
{
	int value = 77;

	ck_assert_int_eq(posix_trace_attr_destroy(&attr), 0);
	ck_assert_int_eq(attributes[_i].get(&attr, &value), EINVAL);
	ck_assert_int_eq(attributes[_i].set(&attr, attributes[_i].fresh),
			 EINVAL);
	ck_assert_int_eq(value, 77);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_attr_getinherited");
	TCase *tcase = tcase_create("policies");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, a_fresh_object_says_the_default, 0,
			    ATTRIBUTES);
	tcase_add_loop_test(tcase, every_value_comes_back, 0, ATTRIBUTES);
	tcase_add_loop_test(tcase, other_values_are_refused_and_change_nothing,
			    0, ATTRIBUTES);
	tcase_add_test(tcase, policies_of_the_neighbouring_list_are_refused);
	tcase_add_loop_test(tcase, setting_one_leaves_the_others, 0,
			    ATTRIBUTES);
	tcase_add_loop_test(tcase, null_pointers_are_refused, 0, ATTRIBUTES);
	tcase_add_loop_test(tcase, a_destroyed_object_is_refused, 0,
			    ATTRIBUTES);
	suite_add_tcase(suite, tcase);

	return run_suite(suite);
}
