/* check_jsonl.c - JSON as it is put, byte for byte */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/jsonl.h"
#include "run.h"

enum { LONG = 20000 };

static struct {
	char text[8 * LONG];
	size_t len;
} taken;

static struct out out;
static struct jsonl json;

static int take(void *arg, const char *data, size_t len)
{
	(void)arg;
	ck_assert_uint_lt(taken.len + len, sizeof(taken.text));
	memcpy(taken.text + taken.len, data, len);
	taken.len += len;
	return 0;
}

/* False: built without JSON. */
static bool begin(void)
{
	const int err =
		(out_init_taker(&out, take, NULL), jsonl_init(&json, &out));

	taken.len = 0;
	if (!jsonl_is_there()) {
		ck_assert_int_eq(err, ENOTSUP);
		skipped("built without yajl");
		return false;
	}
	ck_assert_int_eq(err, 0);
	return true;
}

static void end(const char *expected)
{
	ck_assert_int_eq(out_flush(&out), 0);
	taken.text[taken.len] = '\0';
	ck_assert_str_eq(taken.text, expected);
	jsonl_fini(&json);
}

START_TEST(members_and_elements_have_commas_between_them)
{
	if (!begin())
		return;
	for (int line = 0; line < 2; line++) {
		jsonl_open_object(&json);
		jsonl_put_signed(&json, "a", -9223372036854775807 - 1);
		jsonl_key(&json, "b");
		jsonl_open_array(&json);
		jsonl_open_array(&json);
		jsonl_close_array(&json);
		jsonl_open_object(&json);
		jsonl_close_object(&json);
		jsonl_unsigned(&json, 18446744073709551615u);
		jsonl_text(&json, "x", 1);
		jsonl_digits(&json, "1e5");
		jsonl_close_array(&json);
		jsonl_put_bool(&json, "c", true);
		jsonl_key(&json, "d");
		jsonl_open_object(&json);
		jsonl_put_unsigned(&json, "e", 0);
		jsonl_close_object(&json);
		jsonl_put_bool(&json, "f", false);
		jsonl_close_object(&json);
		jsonl_end_line(&json);
	}
#define LINE                                                             \
	"{\"a\":-9223372036854775808,\"b\":[[],{},18446744073709551615," \
	"\"x\",1e5],\"c\":true,\"d\":{\"e\":0},\"f\":false}\n"
	end(LINE LINE);
}
END_TEST

/* The bytes are those of yajl, whichever way a text takes. */
START_TEST(texts_are_quoted_in_one_form)
{
	static const char all[] =
		"\"\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007"
		"\\b\\t\\n\\u000B\\f\\r\\u000E\\u000F\\u0010\\u0011\\u0012"
		"\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001A"
		"\\u001B\\u001C\\u001D\\u001E\\u001F !\\\"#$%&'()*+,-./"
		"0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\\\]^_`"
		"abcdefghijklmnopqrstuvwxyz{|}~\x7f";
	char text[JSONL_ASCII + 2], expected[2 * sizeof(all) + 16];

	if (!begin())
		return;
	for (int i = 0; i < JSONL_ASCII; i++)
		text[i] = (char)i;
	memcpy(text + JSONL_ASCII, "\xc3\xa9", 2);
	jsonl_open_array(&json);
	jsonl_text(&json, text, JSONL_ASCII);
	jsonl_text(&json, text, JSONL_ASCII + 2);
	jsonl_text(&json, "", 0);
	jsonl_close_array(&json);
	snprintf(expected, sizeof(expected), "[%s\",%s\xc3\xa9\",\"\"]", all,
		 all);
	end(expected);
}
END_TEST

/* Characters are taken by eights, where none of them is quoted. */
START_TEST(a_character_is_quoted_at_any_place)
{
	static const char *const characters[][2] = {
		{ "\"", "\\\"" },
		{ "\\", "\\\\" },
		{ "\x1f", "\\u001F" },
		{ "\x7f", "\x7f" },
		{ "\xc3\xa9", "\xc3\xa9" },
		{ "\xf0\x9f\x90\x9f", "\xf0\x9f\x90\x9f" },
	};
	enum { TEXT = 25, COUNT = sizeof(characters) / sizeof(*characters) };
	char text[2 * TEXT + 8], line[2 * TEXT + 16];

	for (int i = 0; i < COUNT; i++)
		for (int before = 0; before <= TEXT; before++) {
			if (!begin())
				return;
			snprintf(text, sizeof(text), "%.*s%s%.*s", before,
				 "abcdefghijklmnopqrstuvwxy", characters[i][0],
				 TEXT - before, "ABCDEFGHIJKLMNOPQRSTUVWXY");
			snprintf(line, sizeof(line), "\"%.*s%s%.*s\"", before,
				 "abcdefghijklmnopqrstuvwxy", characters[i][1],
				 TEXT - before, "ABCDEFGHIJKLMNOPQRSTUVWXY");
			jsonl_text(&json, text, strlen(text));
			end(line);
		}
}
END_TEST

START_TEST(numbers_have_all_their_digits)
{
	char line[128];

	for (unsigned long long n = 1;; n *= 10) {
		if (!begin())
			return;
		jsonl_open_array(&json);
		jsonl_unsigned(&json, n - 1);
		jsonl_unsigned(&json, n);
		jsonl_unsigned(&json, n / 7);
		jsonl_close_array(&json);
		snprintf(line, sizeof(line), "[%llu,%llu,%llu]", n - 1, n,
			 n / 7);
		end(line);
		if (n == 10000000000000000000u)
			break;
	}
}
END_TEST

START_TEST(bytes_are_padded_in_base64)
{
	if (!begin())
		return;
	jsonl_open_array(&json);
	for (size_t len = 0; len <= 7; len++)
		jsonl_base64(&json, "\xff\xee\xdd\xcc\xbb\xaa\x99", len);
	jsonl_close_array(&json);
	end("[\"\",\"/w==\",\"/+4=\",\"/+7d\",\"/+7dzA==\",\"/+7dzLs=\","
	    "\"/+7dzLuq\",\"/+7dzLuqmQ==\"]");
}
END_TEST

START_TEST(texts_may_be_long)
{
	static char text[LONG + 1], expected[2 * LONG + 3];

	if (!begin())
		return;
	memset(text, '"', LONG);
	expected[0] = '"';
	for (int i = 0; i < LONG; i++)
		memcpy(expected + 1 + 2 * i, "\\\"", 2);
	expected[2 * LONG + 1] = '"';
	jsonl_text(&json, text, LONG);
	end(expected);
}
END_TEST

START_TEST(what_is_not_utf8_is_an_error)
{
	if (!begin())
		return;
	jsonl_text(&json, "a\xff", 2);
	ck_assert_int_eq(out.error, EBADMSG);
	jsonl_fini(&json);
}
END_TEST

START_TEST(bytes_are_text_if_they_can_be_read)
{
	if (!begin())
		return;
	jsonl_open_array(&json);
	jsonl_bytes(&json, "a\tb\"", 4);
	jsonl_bytes(&json, "\0\xffz", 3);
	jsonl_hex(&json, "\x0f\xa0", 2);
	jsonl_close_array(&json);
	end("[\"a\\tb\\\"\",{\"text\":\"\\u0000\xef\xbf\xbdz\","
	    "\"b64\":\"AP96\"},\"0fa0\"]");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("jsonl");
	TCase *tcase = tcase_create("jsonl");

	tcase_add_test(tcase, members_and_elements_have_commas_between_them);
	tcase_add_test(tcase, texts_are_quoted_in_one_form);
	tcase_add_test(tcase, a_character_is_quoted_at_any_place);
	tcase_add_test(tcase, numbers_have_all_their_digits);
	tcase_add_test(tcase, bytes_are_padded_in_base64);
	tcase_add_test(tcase, texts_may_be_long);
	tcase_add_test(tcase, what_is_not_utf8_is_an_error);
	tcase_add_test(tcase, bytes_are_text_if_they_can_be_read);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
