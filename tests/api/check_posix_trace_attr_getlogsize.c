/* Sizes that attributes ask for, and those that events have. */
#include "promise.h"

struct attribute {
	int (*set)(trace_attr_t *, size_t);
	int (*get)(const trace_attr_t *, size_t *);
};

static const struct attribute attributes[] = {
	{ posix_trace_attr_setlogsize, posix_trace_attr_getlogsize },
	{ posix_trace_attr_setstreamsize, posix_trace_attr_getstreamsize },
	{ posix_trace_attr_setmaxdatasize, posix_trace_attr_getmaxdatasize },
};

enum { ATTRIBUTES = sizeof(attributes) / sizeof(attributes[0]) };

static const size_t sizes[] = {
	0, 1, 15, 16, 4095, 4096, 4097, 8192, 65536, 100000, 1 << 20, 16 << 20,
};

enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

static void setup(void)
{
	ck_assert_int_eq(posix_trace_attr_init(&attr), 0);
}

/* ATR-19 ATR-20 ATR-21 SIZ-12 */
START_TEST(every_size_comes_back)
{
	size_t size;

	for (int i = 0; i < SIZES; i++) {
		ck_assert_int_eq(attributes[_i].set(&attr, sizes[i]), 0);
		ck_assert_int_eq(attributes[_i].get(&attr, &size), 0);
		ck_assert_uint_eq(size, sizes[i]);
	}
}
END_TEST

/* ATR-19 ATR-21: whether there is memory shows when a stream is made. */
START_TEST(streams_and_logs_may_ask_for_any_size)
{
	size_t size;

	ck_assert_int_eq(posix_trace_attr_setlogsize(&attr, SIZE_MAX), 0);
	ck_assert_int_eq(posix_trace_attr_getlogsize(&attr, &size), 0);
	ck_assert_uint_eq(size, SIZE_MAX);
	ck_assert_int_eq(posix_trace_attr_setstreamsize(&attr, SIZE_MAX), 0);
	ck_assert_int_eq(posix_trace_attr_getstreamsize(&attr, &size), 0);
	ck_assert_uint_eq(size, SIZE_MAX);
}
END_TEST

/* ATR-24 */
START_TEST(data_beyond_16_mib_is_refused_and_changes_nothing)
{
	size_t size;

	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 100), 0);
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, (16 << 20) + 1),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, SIZE_MAX),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxdatasize(&attr, &size), 0);
	ck_assert_uint_eq(size, 100);
}
END_TEST

START_TEST(setting_one_leaves_the_others)
{
	size_t before[ATTRIBUTES], size;

	for (int i = 0; i < ATTRIBUTES; i++)
		ck_assert_int_eq(attributes[i].get(&attr, &before[i]), 0);

	ck_assert_int_eq(attributes[_i].set(&attr, 12345), 0);
	for (int i = 0; i < ATTRIBUTES; i++) {
		ck_assert_int_eq(attributes[i].get(&attr, &size), 0);
		ck_assert_uint_eq(size, i == _i ? 12345 : before[i]);
	}
}
END_TEST

/* SIZ-01 SIZ-02 */
START_TEST(an_event_is_larger_than_its_data_and_grows_with_it)
{
	size_t last = 0;

	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 70000), 0);
	for (size_t len = 0; len <= 70000; len++) {
		size_t size = user_event_size(len);

		ck_assert_uint_gt(size, len);
		ck_assert_uint_ge(size, last);
		last = size;
	}
}
END_TEST

/* SIZ-03 */
START_TEST(beyond_max_data_size_an_event_grows_no_more)
{
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 100), 0);
	ck_assert_uint_gt(user_event_size(100), user_event_size(50));
	ck_assert_uint_eq(user_event_size(101), user_event_size(100));
	ck_assert_uint_eq(user_event_size(5000), user_event_size(100));
	ck_assert_uint_eq(user_event_size(SIZE_MAX), user_event_size(100));
}
END_TEST

/* SIZ-12 */
START_TEST(without_data_every_event_has_one_size)
{
	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 0), 0);
	ck_assert_uint_gt(user_event_size(0), 0);
	ck_assert_uint_eq(user_event_size(1000), user_event_size(0));
}
END_TEST

/* SIZ-04 SIZ-08 */
START_TEST(a_system_event_has_room_for_two_sets_whatever_max_data_size)
{
	size_t size, again;

	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(&attr, &size),
			 0);
	ck_assert_uint_gt(size, 2 * sizeof(trace_event_set_t));

	ck_assert_int_eq(posix_trace_attr_setmaxdatasize(&attr, 0), 0);
	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(&attr, &again),
			 0);
	ck_assert_uint_eq(size, again);
}
END_TEST

static void assert_refused(trace_attr_t *object)
{
	size_t size = 77;

	for (int i = 0; i < ATTRIBUTES; i++) {
		ck_assert_int_eq(attributes[i].get(object, &size), EINVAL);
		ck_assert_int_eq(attributes[i].set(object, 4096), EINVAL);
	}
	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(object, &size),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxusereventsize(object, 1, &size),
			 EINVAL);
	ck_assert_uint_eq(size, 77);
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
	for (int i = 0; i < ATTRIBUTES; i++)
		ck_assert_int_eq(attributes[i].get(&attr, NULL), EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxsystemeventsize(&attr, NULL),
			 EINVAL);
	ck_assert_int_eq(posix_trace_attr_getmaxusereventsize(&attr, 1, NULL),
			 EINVAL);
}
END_TEST

static TCase *attributes_alone(void)
{
	TCase *tcase = tcase_create("sizes");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, every_size_comes_back, 0, ATTRIBUTES);
	tcase_add_test(tcase, streams_and_logs_may_ask_for_any_size);
	tcase_add_test(tcase,
		       data_beyond_16_mib_is_refused_and_changes_nothing);
	tcase_add_loop_test(tcase, setting_one_leaves_the_others, 0,
			    ATTRIBUTES);
	tcase_add_test(tcase,
		       an_event_is_larger_than_its_data_and_grows_with_it);
	tcase_add_test(tcase, beyond_max_data_size_an_event_grows_no_more);
	tcase_add_test(tcase, without_data_every_event_has_one_size);
	tcase_add_test(
		tcase,
		a_system_event_has_room_for_two_sets_whatever_max_data_size);
	tcase_add_test(tcase, a_null_object_is_refused);
	tcase_add_test(tcase, a_destroyed_object_is_refused);
	tcase_add_test(tcase, a_null_place_is_refused);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_attr_getlogsize");

	suite_add_tcase(suite, attributes_alone());
	return run_suite(suite);
}
