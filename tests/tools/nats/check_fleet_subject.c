/* check_fleet_subject.c - subjects hold any name, and nothing else is one */
#include <string.h>

#include "nats/fleet_subject.h"
#include "run.h"

static const unsigned char uuid[FLEET_UUID] = { 0x41, 2, 0xff };

static void is_token(const char *name, size_t len, const char *expected)
{
	char token[FLEET_TOKEN], back[FLEET_NAME + 1];

	ck_assert_str_eq(fleet_token(token, name, len), expected);
	ck_assert(fleet_token_parse(back, token));
	ck_assert_mem_eq(back, name, len < FLEET_NAME ? len : FLEET_NAME);
}

START_TEST(names_are_escaped_and_come_back)
{
	char longest[FLEET_NAME + 10], token[FLEET_TOKEN];

	is_token("h-1_X", 5, "h-1_X");
	is_token("a.b", 3, "a%2Eb");
	is_token("../x", 4, "%2E%2E%2Fx");
	is_token("*>%\xff \0", 6, "%2A%3E%25%FF%20%00");
	is_token("", 0, "%");
	memset(longest, '.', sizeof(longest));
	fleet_token(token, longest, sizeof(longest));
	ck_assert_uint_eq(strlen(token), FLEET_TOKEN - 1);
}
END_TEST

START_TEST(what_is_no_token_is_refused)
{
	static const char *const wrong[] = {
		"", "a.b", "..", "a/b", "%4", "%4g", "%41", "%2e", "a b", "%%",
	};
	char name[FLEET_NAME + 1], longest[FLEET_NAME + 2];

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		ck_assert_msg(!fleet_token_parse(name, wrong[i]), "%s",
			      wrong[i]);
	memset(longest, 'a', sizeof(longest));
	longest[FLEET_NAME + 1] = '\0';
	ck_assert(!fleet_token_parse(name, longest));
}
END_TEST

START_TEST(subjects_are_made_and_taken_apart)
{
	struct fleet_subject subject, back;
	char text[FLEET_SUBJECT];

	memcpy(subject.uuid, uuid, sizeof(uuid));
	fleet_token(subject.host, "db.example", 10);
	fleet_token(subject.program, "a", 1);
	fleet_subject_make(text, "s", &subject);
	ck_assert_str_eq(text, "s.01.db%2Eexample.a."
			       "4102ff00000000000000000000000000");
	ck_assert(fleet_subject_parse(&back, "s", text));
	ck_assert_uint_eq(back.shard, 1);
	ck_assert_str_eq(back.host, subject.host);
	ck_assert_str_eq(back.program, subject.program);
	ck_assert_mem_eq(back.uuid, uuid, sizeof(uuid));
}
END_TEST

START_TEST(what_is_no_subject_is_refused)
{
	static const char *const wrong[] = {
		"s",
		"s.",
		"t.01.h.p.4102ff00000000000000000000000000",
		"s.02.h.p.4102ff00000000000000000000000000",
		"s.1.h.p.4102ff00000000000000000000000000",
		"s.01.h.4102ff00000000000000000000000000",
		"s.01...4102ff00000000000000000000000000",
		"s.01.h.p.4102FF00000000000000000000000000",
		"s.01.h.p.4102ff0000000000000000000000000",
		"s.01.h.p.4102ff000000000000000000000000000",
		"s.01.h.p.q.4102ff00000000000000000000000000",
		"s.01.h/.p.4102ff00000000000000000000000000",
		"s.incident.group",
	};
	struct fleet_subject subject;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		ck_assert_msg(!fleet_subject_parse(&subject, "s", wrong[i]),
			      "%s", wrong[i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("fleet_subject");
	TCase *tcase = tcase_create("fleet_subject");

	tcase_add_test(tcase, names_are_escaped_and_come_back);
	tcase_add_test(tcase, what_is_no_token_is_refused);
	tcase_add_test(tcase, subjects_are_made_and_taken_apart);
	tcase_add_test(tcase, what_is_no_subject_is_refused);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
