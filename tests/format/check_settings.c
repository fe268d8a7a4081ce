#include <check.h>

#include "format/settings.h"
#include "run.h"

static struct pxt_settings settings;

static void add(const char *text)
{
	ck_assert(pxt_settings_add(&settings, text));
}

START_TEST(the_last_value_of_a_key_counts)
{
	size_t at = 0;

	add("hz=5");
	add("h=1");
	add("hz=");
	ck_assert_str_eq(pxt_settings_get(&settings, "hz"), "");
	ck_assert_str_eq(pxt_settings_get(&settings, "h"), "1");
	ck_assert_ptr_null(pxt_settings_get(&settings, "z"));
	ck_assert_str_eq(pxt_settings_next(&settings, "hz", &at), "5");
	ck_assert_str_eq(pxt_settings_next(&settings, "hz", &at), "");
	ck_assert_ptr_null(pxt_settings_next(&settings, "hz", &at));
}
END_TEST

START_TEST(a_setting_is_a_word_and_a_value)
{
	ck_assert(pxt_settings_is_pair("a=b"));
	ck_assert(pxt_settings_is_pair("ticks_per_us="));
	ck_assert(!pxt_settings_is_pair("=b"));
	ck_assert(!pxt_settings_is_pair("./a=b"));
	ck_assert(!pxt_settings_is_pair("9a=b"));
	ck_assert(!pxt_settings_is_pair("a"));
	ck_assert(!pxt_settings_add(&settings, "a"));
}
END_TEST

START_TEST(there_is_room_for_so_many_and_no_more)
{
	for (int i = 0; i < PXT_SETTINGS_MAX; i++)
		add("a=b");
	ck_assert(!pxt_settings_add(&settings, "a=b"));
}
END_TEST

START_TEST(a_number_is_whole_and_within_bounds)
{
	static const char *const wrong[] = {
		"n=",	"n=x",	"n=5x",
		"n=-1", "n=+1", "n= 1",
		"n=0",	"n=11", "n=99999999999999999999999",
	};
	uint64_t n = 7;

	ck_assert(pxt_settings_number(&settings, "n", 1, 10, &n));
	ck_assert_uint_eq(n, 7);
	add("n=0xa");
	ck_assert(pxt_settings_number(&settings, "n", 1, 10, &n));
	ck_assert_uint_eq(n, 10);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		add(wrong[i]);
		ck_assert_msg(!pxt_settings_number(&settings, "n", 1, 10, &n),
			      "%s", wrong[i]);
	}
	ck_assert_uint_eq(n, 10);
}
END_TEST

START_TEST(a_choice_is_one_of_the_words)
{
	unsigned n = 9;

	ck_assert(pxt_settings_choice(&settings, "d", "up|down", &n));
	ck_assert_uint_eq(n, 9);
	add("d=down");
	ck_assert(pxt_settings_choice(&settings, "d", "up|down", &n));
	ck_assert_uint_eq(n, 1);
	add("d=up|down");
	ck_assert(!pxt_settings_choice(&settings, "d", "up|down", &n));
	add("d=dow");
	ck_assert(!pxt_settings_choice(&settings, "d", "up|down", &n));
	add("d=");
	ck_assert(!pxt_settings_choice(&settings, "d", "up|down", &n));
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("settings");
	TCase *c = tcase_create("settings");

	tcase_add_test(c, the_last_value_of_a_key_counts);
	tcase_add_test(c, a_setting_is_a_word_and_a_value);
	tcase_add_test(c, there_is_room_for_so_many_and_no_more);
	tcase_add_test(c, a_number_is_whole_and_within_bounds);
	tcase_add_test(c, a_choice_is_one_of_the_words);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
