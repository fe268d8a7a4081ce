/* check_json.c - values of fields, and JSON of them for viewers */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "bridge/json.h"
#include "run.h"

static struct {
	char text[1 << 18];
	size_t len;
	int error;
} taken;

static struct pxt_output output;
static struct pxt_export export;
static struct source source;
static struct bridge bridge;
static struct fields fields;
static struct posix_trace_layout_np layout;
static struct bridge_json json;

static int take(struct pxt_output *to, const void *data, size_t len)
{
	ck_assert_ptr_eq(to, &output);
	ck_assert_uint_lt(taken.len + len, sizeof(taken.text));
	memcpy(taken.text + taken.len, data, len);
	taken.len += len;
	return taken.error;
}

/* False: built without JSON. */
static bool begin(void)
{
	memset(&taken, 0, sizeof(taken));
	output.write = take;
	export = (struct pxt_export){ .out = &output };
	fields.source = &source;
	bridge.export = &export;
	bridge.source = &source;
	bridge.fields = &fields;
	if (jsonl_is_there()) {
		ck_assert_int_eq(bridge_json_init(&json, &bridge), 0);
		return true;
	}
	ck_assert_int_eq(bridge_json_init(&json, &bridge), EINVAL);
	ck_assert_str_ne(export.why, "");
	skipped("built without yajl");
	return false;
}

static void end(const char *expected)
{
	ck_assert_int_eq(bridge_json_flush(&json), 0);
	taken.text[taken.len] = '\0';
	ck_assert_str_eq(taken.text, expected);
	bridge_json_fini(&json);
}

START_TEST(integers_that_no_double_holds_are_texts)
{
	if (!begin())
		return;
	jsonl_open_array(&json.line);
	bridge_json_unsigned(&json, 1ULL << 53);
	bridge_json_unsigned(&json, (1ULL << 53) + 1);
	bridge_json_unsigned(&json, UINT64_MAX);
	bridge_json_signed(&json, -(1LL << 53));
	bridge_json_signed(&json, -(1LL << 53) - 1);
	bridge_json_signed(&json, INT64_MIN);
	jsonl_close_array(&json.line);
	end("[9007199254740992,\"9007199254740993\",\"18446744073709551615\","
	    "-9007199254740992,\"-9007199254740993\","
	    "\"-9223372036854775808\"]");
}
END_TEST

START_TEST(floating_point_numbers_without_digits_are_texts)
{
	if (!begin())
		return;
	jsonl_open_array(&json.line);
	bridge_json_float(&json, 0.1f, true);
	bridge_json_float(&json, 1e300, false);
	bridge_json_float(&json, NAN, false);
	bridge_json_float(&json, -INFINITY, false);
	jsonl_close_array(&json.line);
	end("[0.1,1e+300,\"NaN\",\"-Infinity\"]");
}
END_TEST

START_TEST(bytes_that_are_not_utf8_are_replaced_and_counted)
{
	if (!begin())
		return;
	jsonl_open_array(&json.line);
	bridge_json_text(&json, "caf\xc3\xa9", 5);
	bridge_json_text(&json, "caf\xe9!", 5);
	bridge_json_text(&json, "a\0b\n", 4);
	jsonl_close_array(&json.line);
	end("[\"caf\xc3\xa9\",\"caf\xef\xbf\xbd!\",\"a\\u0000b\\n\"]");
	ck_assert_uint_eq(export.losses, 1);
	ck_assert_uint_eq(export.loss[0].count, 1);
}
END_TEST

/* Puts an event's fields as an object. */
static void put(const char *description, const void *data, size_t len)
{
	const struct posix_trace_item_np item = { .data = data,
						  .data_len = len };

	ck_assert_int_eq(posix_trace_layout_parse_np(description, &layout), 0);
	fields.layout = &layout;
	fields.item = &item;
	fields.count =
		posix_trace_layout_decode_np(&layout, data, len, fields.values);
	bridge.item = &item;
	bridge.is_described = true;
	jsonl_open_object(&json.line);
	for (unsigned i = 0; i < fields.count; i++) {
		jsonl_key(&json.line, fields.values[i].field->name);
		bridge_json_field(&json, &fields.values[i]);
	}
	jsonl_close_object(&json.line);
	bridge.item = NULL;
}

START_TEST(fields_are_numbers_or_the_text_that_show_has)
{
	static const struct {
		int32_t number;
		uint8_t side, is_new, mode, character;
		uint16_t levels[2];
		uint32_t at;
		char text[4];
	} data = { -7, 1, 1, 3, 'x', { 1, 65535 }, 0x2000, "a\"\xff" };

	if (!begin())
		return;
	put("int32_t number; enum: uint8_t { buy, sell } side; "
	    "bool is_new; "
	    "enum: uint8_t { READ = 1, WRITE = 2 } mode [[flags]]; "
	    "char character; uint16_t levels[2]; uint32_t at [[hex]]; "
	    "char text[4]",
	    &data, sizeof(data));
	end("{\"number\":-7,\"side\":\"sell\",\"is_new\":true,"
	    "\"mode\":\"READ|WRITE\",\"character\":\"x\","
	    "\"levels\":[1,65535],\"at\":\"0x2000\","
	    "\"text\":\"a\\\"\xef\xbf\xbd\"}");
}
END_TEST

START_TEST(data_in_no_field_is_a_text_of_any_length)
{
	enum { LEN = 100000 };
	static char data[LEN], expected[3 * LEN];
	const struct posix_trace_item_np item = {
		.data = data,
		.data_len = LEN,
		.info.posix_truncation_status = POSIX_TRACE_NOT_TRUNCATED,
	};
	struct bridge_value value;

	if (!begin())
		return;
	memcpy(expected, "hex ", 4);
	for (size_t i = 0; i < LEN; i += 4)
		memcpy(expected + 4 + i / 4 * 9, "00000000 ", 9);
	bridge.item = &item;
	bridge.is_described = false;
	ck_assert_int_eq(bridge_values_rest(&json.values, &value), 0);
	ck_assert_uint_eq(value.len, 4 + LEN / 4 * 9 - 1);
	ck_assert_mem_eq(value.text, expected, value.len);
	bridge.item = &(const struct posix_trace_item_np){ 0 };
	ck_assert_int_eq(bridge_values_rest(&json.values, &value), ENODATA);
	end("");
}
END_TEST

START_TEST(an_error_of_the_sink_is_kept)
{
	if (!begin())
		return;
	taken.error = ENOSPC;
	jsonl_bool(&json.line, true);
	ck_assert_int_eq(bridge_json_flush(&json), ENOSPC);
	jsonl_bool(&json.line, true);
	ck_assert_int_eq(bridge_json_flush(&json), ENOSPC);
	ck_assert_uint_eq(taken.len, 4);
	bridge_json_fini(&json);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("json");
	TCase *tests = tcase_create("json");

	tcase_add_test(tests, integers_that_no_double_holds_are_texts);
	tcase_add_test(tests, floating_point_numbers_without_digits_are_texts);
	tcase_add_test(tests, bytes_that_are_not_utf8_are_replaced_and_counted);
	tcase_add_test(tests, fields_are_numbers_or_the_text_that_show_has);
	tcase_add_test(tests, data_in_no_field_is_a_text_of_any_length);
	tcase_add_test(tests, an_error_of_the_sink_is_kept);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
