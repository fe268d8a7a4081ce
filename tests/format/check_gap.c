/* check_gap.c - the bytes that a loss stands for */
#include <check.h>
#include <string.h>

#include "format/gap.h"
#include "run.h"

static void expect(const struct pxt_gap *gap, const char *wanted)
{
	char text[PXT_GAP_TEXT];

	ck_assert_str_eq(pxt_gap_text(gap, text), wanted);
}

START_TEST(a_gap_says_how_many_bytes_and_where)
{
	struct pxt_gap gap = { 0 };

	expect(&gap, "");
	pxt_gap_add(&gap, 701, 1);
	expect(&gap, "; 1 bytes at 701");
	pxt_gap_add(&gap, 702, 24);
	expect(&gap, "; 25 bytes at 701");
	ck_assert_uint_eq(gap.places, 1);
}
END_TEST

START_TEST(what_is_not_side_by_side_are_several_places)
{
	struct pxt_gap gap = { 0 };

	pxt_gap_add(&gap, 0, 3);
	pxt_gap_add(&gap, 4, 5);
	pxt_gap_add(&gap, 9, 1);
	expect(&gap, "; 9 bytes in 2 places, from 0 on");
}
END_TEST

START_TEST(no_number_is_too_long_for_the_text)
{
	struct pxt_gap gap = { UINT64_MAX, 0, UINT64_MAX, UINT64_MAX };
	char text[PXT_GAP_TEXT];

	pxt_gap_text(&gap, text);
	ck_assert_str_eq(text + strlen(text) - 5, "15 on");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gap");
	TCase *tcase = tcase_create("gap");

	tcase_add_test(tcase, a_gap_says_how_many_bytes_and_where);
	tcase_add_test(tcase, what_is_not_side_by_side_are_several_places);
	tcase_add_test(tcase, no_number_is_too_long_for_the_text);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
