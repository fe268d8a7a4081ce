/* check_where.c - conditions: what holds, what does not, and what is none */
#include <string.h>

#include "run.h"
#include "select/where.h"

/* An event: order_sent of process 42, price 101.25, an empty note, and a side
 * that is the constant buy; its queue is called queue/jobs, or jobs. */
static void get(void *context, unsigned number, struct where_value *value)
{
	const char *name = where_field(context, number);

	if (!strcmp(name, "name"))
		*value = (struct where_value){ .kind = WHERE_TEXT,
					       .text = "order_sent!",
					       .len = 10 };
	else if (!strcmp(name, "note"))
		*value = (struct where_value){ .kind = WHERE_TEXT,
					       .text = "",
					       .len = 0 };
	else if (!strcmp(name, "pid"))
		*value = (struct where_value){ .kind = WHERE_NUMBER,
					       .number = 42 };
	else if (!strcmp(name, "price"))
		*value = (struct where_value){ .kind = WHERE_NUMBER,
					       .number = 101.25L };
	else if (!strcmp(name, "side"))
		*value = (struct where_value){ .kind = WHERE_NUMBER,
					       .number = 7,
					       .text = "buy it",
					       .len = 3 };
	else if (!strcmp(name, "queue"))
		*value = (struct where_value){ .kind = WHERE_NUMBER,
					       .number = 4096,
					       .text = "queue/jobs!",
					       .len = 10,
					       .short_text = "jobs!",
					       .short_len = 4 };
	else if (!strcmp(name, "big"))
		*value = (struct where_value){ .kind = WHERE_NUMBER,
					       .number = UINT64_MAX };
	else if (!strcmp(name, "zero"))
		*value = (struct where_value){ .kind = WHERE_NUMBER };
	else if (!strcmp(name, "nan"))
		*value = (struct where_value){ .kind = WHERE_NUMBER,
					       .number = __builtin_nanl("") };
}

static bool holds(const char *text)
{
	struct where_error error;
	struct where *where = where_parse(text, &error);
	bool result;

	ck_assert_msg(where, "%s: column %zu: %s", text, error.column,
		      error.what);
	result = where_holds(where, get, where);
	where_free(where);
	return result;
}

START_TEST(what_is_true_holds)
{
	static const char *const texts[] = {
		"pid == 42",
		"pid==42",
		"42 == pid",
		"pid != 43 && price > 101",
		"price >= 101.25 && price <= 101.25",
		"price < 101.5",
		"pid == 0x2a",
		"zero == -0 && zero > -1",
		"name == \"order_sent\"",
		"name == 'order_sent'",
		"name < \"order_t\" && name > 'order'",
		"name =~ \"order_*\"",
		"name =~ '*[st]ent'",
		"name !~ \"order\"",
		"name != 5",
		"'it\\'s\\x41\\n' == \"it's\\x41\n\"",
		"pid",
		"!zero",
		"!note",
		"!missing",
		"!(missing == 1)",
		"!(missing != 1)",
		"!(missing =~ \"*\")",
		"big == 18446744073709551615",
		"big != 18446744073709551614",
		"nan != nan",
		"!(nan == nan)",
		"1.5s == 1500ms && 2us == 2000ns && 1m == 60s && 1h == 60m",
		"1k == 1000 && 4Ki == 4096 && 1M == 1000k && 1Gi == 1024Mi",
		"pid == 1 || pid == 42",
		"pid == 42 || pid == 1 && pid == 2",
		"!(pid == 1) && !!pid",
		" ( ( pid ) ) ",
		"side == 'buy' && 'buy' == side && side != 'sell'",
		"side == 7 && side < 8 && side =~ 'b*' && side !~ 's*'",
		"side < 'sell' && side",
		"queue == 'jobs' && queue == 'queue/jobs' && queue == 4Ki",
		"'jobs' == queue && queue != 'job' && queue != 'ueue/jobs'",
		"queue =~ 'j*' && queue =~ 'q*s' && queue !~ 'ueue*'",
		"queue < 'r' && queue > 'p'",
	};

	ck_assert_msg(holds(texts[_i]), "%s", texts[_i]);
}
END_TEST

START_TEST(what_is_false_does_not_hold)
{
	static const char *const texts[] = {
		"pid == 43",
		"pid != 42",
		"price > 101.25",
		"name == \"order_sen\"",
		"queue != 'jobs' || queue != 'queue/jobs'",
		"queue !~ 'jobs' || queue !~ 'queue/*' || queue == 'jobs!'",
		"name == \"order_sent!\"",
		"name =~ \"rder_*\"",
		"name !~ \"order*\"",
		"name == 42",
		"name < 42",
		"pid =~ \"*\"",
		"\"x\" =~ name",
		"missing",
		"missing == 1",
		"missing != 1",
		"missing !~ 'x'",
		"note",
		"zero",
		"(pid == 42 || pid == 1) && pid == 2",
		"!pid",
		"nan == nan",
		"nan < 1",
		"side == 'sell'",
		"side == '7'",
		"side == pid",
		"pid == '42'",
	};

	ck_assert_msg(!holds(texts[_i]), "%s", texts[_i]);
}
END_TEST

START_TEST(what_is_no_condition_is_told_where)
{
	static const struct {
		const char *text;
		size_t column;
	} wrong[] = {
		{ "", 1 },	     { "   ", 4 },
		{ "pid ==", 7 },     { "pid >> 3", 6 },
		{ "pid = 3", 5 },    { "(pid", 5 },
		{ "pid)", 4 },	     { "pid && ", 8 },
		{ "&& pid", 1 },     { "pid == 3x", 9 },
		{ "name == 'x", 9 }, { "name == '\\q'", 11 },
		{ "pid 3", 5 },	     { "pid == 1 == 1", 10 },
		{ "$", 1 },
	};
	struct where_error error;

	ck_assert_ptr_null(where_parse(wrong[_i].text, &error));
	ck_assert_ptr_nonnull(error.what);
	ck_assert_msg(error.column == wrong[_i].column, "%s: column %zu: %s",
		      wrong[_i].text, error.column, error.what);
}
END_TEST

/* Depth and length have an end, and no stack is used up before. */
START_TEST(hostile_conditions_are_refused)
{
	static const char pieces[] = "(!";
	const size_t size = 1 << 20;
	char *text = malloc(size);
	struct where_error error;

	for (unsigned i = 0; i < 2; i++) {
		memset(text, pieces[i], size);
		text[size - 1] = '\0';
		ck_assert_ptr_null(where_parse(text, &error));
		ck_assert_ptr_nonnull(error.what);
	}
	for (size_t i = 0; i < size; i += 4)
		memcpy(text + i, "1&& ", 4);
	text[size - 1] = '\0';
	ck_assert_ptr_null(where_parse(text, &error));
	ck_assert_str_eq(error.what, "this is too long");
	free(text);
}
END_TEST

START_TEST(fields_have_a_limit)
{
	char text[512] = "a";
	struct where_error error;

	for (char c = 'b'; c <= 'z'; c++)
		sprintf(text + strlen(text), " || %c", c);
	for (char c = 'a'; c <= 'f'; c++)
		sprintf(text + strlen(text), " || a%c", c);
	where_free(where_parse(text, &error));
	ck_assert_ptr_null(error.what);
	strcat(text, " || one_more");
	ck_assert_ptr_null(where_parse(text, &error));
	ck_assert_str_eq(error.what, "these are too many fields");
}
END_TEST

START_TEST(fields_are_numbered_once)
{
	struct where_error error;
	struct where *where = where_parse("a == 1 || b && a", &error);

	ck_assert_str_eq(where_field(where, 0), "a");
	ck_assert_str_eq(where_field(where, 1), "b");
	ck_assert_ptr_null(where_field(where, 2));
	where_free(where);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("where");
	TCase *tcase = tcase_create("where");

	tcase_add_loop_test(tcase, what_is_true_holds, 0, 36);
	tcase_add_loop_test(tcase, what_is_false_does_not_hold, 0, 25);
	tcase_add_loop_test(tcase, what_is_no_condition_is_told_where, 0, 15);
	tcase_add_test(tcase, hostile_conditions_are_refused);
	tcase_add_test(tcase, fields_have_a_limit);
	tcase_add_test(tcase, fields_are_numbered_once);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
