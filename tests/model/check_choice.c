#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "model/choice.h"
#include "run.h"

static const struct {
	const char *choice, *name;
	bool wanted;
} cases[] = {
	{ "order", "order", true },
	{ "order", "orders", false },
	{ "order", "orde", false },
	{ "order", "", false },
	{ "order,tick", "tick", true },
	{ "order,tick", "order,tick", false },
	{ "*", "", true },
	{ "*", "anything", true },
	{ "order_*", "order_sent", true },
	{ "order_*", "order_", true },
	{ "order_*", "border_sent", false },
	{ "*_sent", "order_sent", true },
	{ "*_sent", "order_sent_", false },
	{ "a*b*c", "a1b2bc", true },
	{ "a*b*c", "a1c2b", false },
	{ "**a", "ba", true },
	{ "t?ck", "tick", true },
	{ "t?ck", "tck", false },
	{ "?", "", false },
	{ "t[io]ck", "tock", true },
	{ "t[io]ck", "tuck", false },
	{ "t[!io]ck", "tuck", true },
	{ "t[!io]ck", "tick", false },
	{ "step[0-9]", "step7", true },
	{ "step[0-9]", "stepx", false },
	{ "a[]]b", "a]b", true },
	{ "a[-x]", "a-", true },
	{ "a[b", "a[b", true },
	{ "a[b", "ab", false },
	{ "!tick", "tick", false },
	{ "!tick", "tock", true },
	{ "!tick,!tock", "tuck", true },
	{ "t*,!tick", "tock", true },
	{ "!tick,t*", "tick", false },
	{ "t*,!tick", "order", false },
};

START_TEST(names_are_wanted_or_not)
{
	ck_assert_msg(pxt_choice_wants(cases[_i].choice, cases[_i].name) ==
			      cases[_i].wanted,
		      "'%s' and '%s'", cases[_i].choice, cases[_i].name);
}
END_TEST

START_TEST(a_choice_has_no_empty_names_and_an_end)
{
	char text[PXT_CHOICE_MAX + 1];

	ck_assert(pxt_choice_is_sound("tick"));
	ck_assert(pxt_choice_is_sound("!tick,t*"));
	ck_assert(!pxt_choice_is_sound(""));
	ck_assert(!pxt_choice_is_sound("!"));
	ck_assert(!pxt_choice_is_sound("tick,"));
	ck_assert(!pxt_choice_is_sound(",tick"));
	ck_assert(!pxt_choice_is_sound("tick,,tock"));

	memset(text, 'a', sizeof(text));
	text[PXT_CHOICE_MAX - 1] = '\0';
	ck_assert(pxt_choice_is_sound(text));
	text[PXT_CHOICE_MAX - 1] = 'a';
	text[PXT_CHOICE_MAX] = '\0';
	ck_assert(!pxt_choice_is_sound(text));
}
END_TEST

/* As would take a naive matcher for ever. */
START_TEST(no_choice_takes_long)
{
	char choice[PXT_CHOICE_MAX] = "";
	char name[64];

	for (size_t i = 0; i + 3 < sizeof(choice); i += 2)
		memcpy(choice + i, "a*", 3);
	strcpy(choice + 60, "b");
	memset(name, 'a', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	ck_assert(!pxt_choice_wants(choice, name));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("choice");
	TCase *tcase = tcase_create("choice");

	tcase_add_loop_test(tcase, names_are_wanted_or_not, 0,
			    sizeof(cases) / sizeof(cases[0]));
	tcase_add_test(tcase, a_choice_has_no_empty_names_and_an_end);
	tcase_add_test(tcase, no_choice_takes_long);
	suite_add_tcase(suite, tcase);

	return run_suite(suite);
}
