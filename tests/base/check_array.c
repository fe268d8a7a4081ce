#include <check.h>
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "run.h"
#include "sanitizers.h"

START_TEST(elements_stay_while_it_grows)
{
	unsigned *number = NULL;
	size_t room = 0;

	for (unsigned i = 0; i < 10000; i++) {
		ck_assert_int_eq(
			pxt_array_reserve(&number, &room, i + 1, sizeof(i)), 0);
		ck_assert_uint_gt(room, i);
		number[i] = i;
	}
	for (unsigned i = 0; i < 10000; i++)
		ck_assert_uint_eq(number[i], i);
	free(number);
}
END_TEST

START_TEST(it_grows_a_few_times_only)
{
	char *text = NULL;
	size_t room = 0, before = 0;
	unsigned grown = 0;

	for (size_t i = 1; i <= 1 << 20; i++) {
		ck_assert_int_eq(pxt_array_reserve(&text, &room, i, 1), 0);
		grown += room > before;
		before = room;
	}
	ck_assert_uint_le(grown, 20);
	free(text);
}
END_TEST

START_TEST(elements_that_are_new_may_be_zero)
{
	unsigned *number = NULL;
	size_t room = 0;

	for (unsigned i = 0; i < 10000; i++) {
		const size_t before = room;

		ck_assert_int_eq(pxt_array_reserve_zeroed(&number, &room, i + 1,
							  sizeof(i)),
				 0);
		for (size_t at = before; at < room; at++)
			ck_assert_uint_eq(number[at], 0);
		number[i] = i + 1;
	}
	for (unsigned i = 0; i < 10000; i++)
		ck_assert_uint_eq(number[i], i + 1);
	free(number);
}
END_TEST

START_TEST(room_for_many_at_once_is_there)
{
	char *text = NULL;
	size_t room = 0;

	ck_assert_int_eq(pxt_array_reserve(&text, &room, 5000, 1), 0);
	ck_assert_uint_ge(room, 5000);
	text[4999] = 'x';
	free(text);
}
END_TEST

START_TEST(more_than_there_can_be_changes_nothing)
{
	long *number = NULL;
	size_t room = 0;

	if (SANITIZED) {
		skipped("the detector ends a program that asks for so much");
		return;
	}
	ck_assert_int_eq(pxt_array_reserve(&number, &room, 1, sizeof(*number)),
			 0);
	const size_t before = room;

	*number = 7;
	ck_assert_int_eq(pxt_array_reserve(&number, &room, SIZE_MAX / 4,
					   sizeof(*number)),
			 ENOMEM);
	ck_assert_uint_eq(room, before);
	ck_assert_int_eq(*number, 7);
	free(number);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("array");
	TCase *t = tcase_create("array");

	tcase_add_test(t, elements_stay_while_it_grows);
	tcase_add_test(t, it_grows_a_few_times_only);
	tcase_add_test(t, elements_that_are_new_may_be_zero);
	tcase_add_test(t, room_for_many_at_once_is_there);
	tcase_add_test(t, more_than_there_can_be_changes_nothing);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
