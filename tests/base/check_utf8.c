#include <check.h>
#include <string.h>

#include "base/utf8.h"
#include "run.h"

static size_t take(const char *text, uint32_t *code)
{
	const uint8_t *at = (const uint8_t *)text;

	return pxt_utf8_take(at, at + strlen(text), code);
}

START_TEST(characters_of_all_lengths_are_taken)
{
	uint32_t code;

	ck_assert_uint_eq(take("a", &code), 1);
	ck_assert_uint_eq(code, 'a');
	ck_assert_uint_eq(take("\xc3\xa4.", &code), 2);
	ck_assert_uint_eq(code, 0xe4);
	ck_assert_uint_eq(take("\xe2\x82\xac.", &code), 3);
	ck_assert_uint_eq(code, 0x20ac);
	ck_assert_uint_eq(take("\xf0\x9f\x98\x80.", &code), 4);
	ck_assert_uint_eq(code, 0x1f600);
}
END_TEST

/* A continuation, two that are longer than need be, half of a pair of UTF-16,
 * one behind the last, and some that are cut. */
START_TEST(what_is_no_character_is_not_taken)
{
	/* clang-format off */
	static const char *const none[] = {
		"",		"\x80",		"\xc0\x80",
		"\xe0\x80\x80", "\xed\xa0\x80",	"\xf4\x90\x80\x80",
		"\xc3",		"\xe2\x82",	"\xf0\x9f\x98",
		"\xe2\x82.",	"\xff",
	};
	uint32_t code;
	/* clang-format on */

	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		ck_assert_uint_eq(take(none[i], &code), 0);
}
END_TEST

START_TEST(no_character_is_cut)
{
	const char text[] = "ab\xe2\x82\xac"
			    "cd";

	ck_assert_uint_eq(pxt_utf8_cut(text, 2), 2);
	ck_assert_uint_eq(pxt_utf8_cut(text, 3), 2);
	ck_assert_uint_eq(pxt_utf8_cut(text, 4), 2);
	ck_assert_uint_eq(pxt_utf8_cut(text, 5), 5);
	ck_assert_uint_eq(pxt_utf8_cut("\x80\x80", 1), 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("utf8");
	TCase *t = tcase_create("utf8");

	tcase_add_test(t, characters_of_all_lengths_are_taken);
	tcase_add_test(t, what_is_no_character_is_not_taken);
	tcase_add_test(t, no_character_is_cut);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
