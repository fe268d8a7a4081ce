#include <check.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/layout.h"
#include "run.h"

static struct posix_trace_layout_np layout;
static struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
static struct posix_trace_number_np number;

static void parse(const char *text)
{
	ck_assert_int_eq(pxt_layout_parse(text, &layout), 0);
}

static void get(unsigned field, size_t index)
{
	ck_assert_int_eq(
		pxt_layout_number(&layout, &value[field], index, &number), 0);
}

START_TEST(a_layout_has_all_that_was_said)
{
	parse("[[begin(order)]]; uint64_t id [[key]]; "
	      "enum side { buy, sell } side, was; const   char *text;"
	      "unsigned  int n [[unit(B), hex, counter]], *p; char s[8]");
	ck_assert_uint_eq(layout.fields, 7);
	ck_assert_uint_eq(layout.flags, POSIX_TRACE_LAYOUT_BEGIN_NP);
	ck_assert_str_eq(layout.span, "order");
	ck_assert_uint_eq(layout.size, 0);

	ck_assert_str_eq(layout.field[0].name, "id");
	ck_assert_str_eq(layout.field[0].type, "uint64_t");
	ck_assert_str_eq(layout.field[0].unit, "");
	ck_assert_uint_eq(layout.field[0].flags, POSIX_TRACE_FIELD_KEY_NP);
	ck_assert_str_eq(layout.field[1].type, "enum side");
	ck_assert_str_eq(layout.field[2].type, "enum side");
	ck_assert_str_eq(layout.field[2].name, "was");
	ck_assert_str_eq(layout.field[3].type, "char *");
	ck_assert_int_eq(layout.field[3].kind, POSIX_TRACE_FIELD_TEXT_NP);
	ck_assert_str_eq(layout.field[4].type, "unsigned int");
	ck_assert_str_eq(layout.field[4].unit, "B");
	ck_assert_uint_eq(layout.field[4].flags,
			  POSIX_TRACE_FIELD_HEX_NP |
				  POSIX_TRACE_FIELD_COUNTER_NP);
	ck_assert_str_eq(layout.field[5].type, "unsigned int *");
	ck_assert_uint_eq(layout.field[5].size, sizeof(void *));
	ck_assert_int_eq(layout.field[6].kind, POSIX_TRACE_FIELD_TEXT_NP);
	ck_assert_uint_eq(layout.field[6].count, 8);
}
END_TEST

START_TEST(a_layout_tells_which_objects_fields_name)
{
	parse("[[object(queue)]] uint32_t a, b; uint32_t c [[object]], d, "
	      "e [[object(queue)]]; void *f [[object(mutex), detail]]");
	ck_assert_str_eq(layout.field[0].object, "queue");
	ck_assert_str_eq(layout.field[1].object, "queue");
	ck_assert_str_eq(layout.field[2].object, "");
	ck_assert_uint_eq(layout.field[2].flags, POSIX_TRACE_FIELD_OBJECT_NP);
	ck_assert_ptr_null(layout.field[3].object);
	ck_assert_uint_eq(layout.field[3].flags, 0);
	ck_assert_str_eq(layout.field[4].object, "queue");
	ck_assert_str_eq(layout.field[5].object, "mutex");
	ck_assert_uint_eq(layout.field[5].flags,
			  POSIX_TRACE_FIELD_OBJECT_NP |
				  POSIX_TRACE_FIELD_DETAIL_NP |
				  POSIX_TRACE_FIELD_HEX_NP);
}
END_TEST

START_TEST(a_layout_tells_what_is_acquired_and_may_end)
{
	parse("[[end(lock), optional]]; void *a [[object(mutex), acquire]]; "
	      "int b [[object, release]], c");
	ck_assert_uint_eq(layout.flags, POSIX_TRACE_LAYOUT_END_NP |
						POSIX_TRACE_LAYOUT_OPTIONAL_NP);
	ck_assert_str_eq(layout.span, "lock");
	ck_assert(layout.field[0].flags & POSIX_TRACE_FIELD_ACQUIRE_NP);
	ck_assert_uint_eq(layout.field[1].flags,
			  POSIX_TRACE_FIELD_OBJECT_NP |
				  POSIX_TRACE_FIELD_RELEASE_NP);
	ck_assert_uint_eq(layout.field[2].flags, 0);
}
END_TEST

START_TEST(a_layout_tells_who_has_an_object)
{
	parse("int a [[owner]]; long b [[object(thread), self]]");
	ck_assert_uint_eq(layout.field[0].flags, POSIX_TRACE_FIELD_OWNER_NP);
	ck_assert_uint_eq(layout.field[1].flags,
			  POSIX_TRACE_FIELD_OBJECT_NP |
				  POSIX_TRACE_FIELD_SELF_NP);
}
END_TEST

/* The most texts that there is room for, and the nulls behind them. */
START_TEST(a_layout_has_room_for_all_texts)
{
	char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	char *at = text;

	for (unsigned i = 0; i < POSIX_TRACE_FIELDS_MAX_NP; i++)
		at += sprintf(at,
			      "enum e%u { c%u } *f%u [[unit(%u), object(%u)]];",
			      i, i, i, i, i);
	parse(text);
	ck_assert_str_eq(layout.field[63].unit, "63");
	ck_assert_str_eq(layout.field[63].object, "63");
	ck_assert_str_eq(layout.field[63].type, "enum e63 *");
}
END_TEST

START_TEST(a_struct_is_read_as_it_was_written)
{
	const struct {
		uint8_t a;
		double b;
		int16_t c[2];
		char d[4];
		bool e;
		float f;
		int64_t g;
		char h;
	} data = { 200, -0.5, { -2, 300 }, "abcd", true, 1.5F, INT64_MIN, 'x' };

	parse("uint8_t a; double b; int16_t c[2]; char d[4]; bool e; float f;"
	      "int64_t g; char h");
	ck_assert_uint_eq(layout.size, sizeof(data));
	ck_assert_uint_eq(
		pxt_layout_decode(&layout, &data, sizeof(data), value), 8);
	get(0, 0);
	ck_assert_uint_eq(number.as.u, 200);
	get(1, 0);
	ck_assert_double_eq(number.as.f, -0.5);
	get(2, 0);
	ck_assert_int_eq(number.as.s, -2);
	get(2, 1);
	ck_assert_int_eq(number.as.s, 300);
	ck_assert_int_eq(pxt_layout_number(&layout, &value[2], 2, &number),
			 EINVAL);
	ck_assert_uint_eq(value[3].len, 4);
	ck_assert_mem_eq(value[3].data, "abcd", 4);
	ck_assert_int_eq(pxt_layout_number(&layout, &value[3], 0, &number),
			 EINVAL);
	get(4, 0);
	ck_assert_uint_eq(number.as.u, 1);
	get(5, 0);
	ck_assert_double_eq(number.as.f, 1.5);
	get(6, 0);
	ck_assert_int_eq(number.as.s, INT64_MIN);
	get(7, 0);
	ck_assert_uint_eq(number.as.u, 'x');
	ck_assert_int_eq(number.kind, POSIX_TRACE_FIELD_CHAR_NP);
}
END_TEST

START_TEST(constants_have_names_and_other_values_none)
{
	static const int8_t data[] = { -1, 1, 7 };

	parse("enum : int8_t { none = -1, one = 1, uno = 1 } a, b, c");
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, sizeof(data), value),
			  3);
	get(0, 0);
	ck_assert_str_eq(number.label, "none");
	get(1, 0);
	ck_assert_str_eq(number.label, "one");
	get(2, 0);
	ck_assert_ptr_null(number.label);
	ck_assert_int_eq(number.as.s, 7);
}
END_TEST

/* The name of the only element of a field. */
static const char *called(unsigned field)
{
	static char name[POSIX_TRACE_NAME_MAX_NP + 1];
	const size_t len =
		pxt_layout_name(&layout, &value[field], 0, name, sizeof(name));

	ck_assert_uint_eq(len, strlen(name));
	return name;
}

START_TEST(flags_are_named_one_by_one_and_other_bits_in_hex)
{
	static const uint32_t data[] = { 0, 2, 0x41, 0x1043, 0x10000, 0x880 };

	parse("enum : uint32_t { RDWR = 2, WRONLY = 1, RDONLY = 0, "
	      "SYNC = 0x1040, CREAT = 0x40 } a [[flags]], b [[flags]], "
	      "c [[flags]], d [[flags]], e [[flags]], f;");
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, sizeof(data), value),
			  6);
	ck_assert_str_eq(called(0), "RDONLY");
	ck_assert_str_eq(called(1), "RDWR");
	ck_assert_str_eq(called(2), "WRONLY|CREAT");
	ck_assert_str_eq(called(3), "RDWR|WRONLY|SYNC");
	ck_assert_str_eq(called(4), "RDONLY|0x10000");
	ck_assert_str_eq(called(5), "");
	get(2, 0);
	ck_assert_ptr_null(number.label);
	ck_assert_uint_eq(number.as.u, 0x41);
}
END_TEST

START_TEST(flags_without_one_of_nothing_may_have_no_name)
{
	static const int16_t data[] = { 0, 0x40, -0x8000 };

	parse("enum : int16_t { A = 1, TOP = -0x8000 } a [[flags]], "
	      "b [[flags]], c [[flags]]");
	pxt_layout_decode(&layout, data, sizeof(data), value);
	ck_assert_str_eq(called(0), "");
	ck_assert_str_eq(called(1), "");
	ck_assert_str_eq(called(2), "TOP");
}
END_TEST

START_TEST(a_name_that_has_no_room_is_cut_and_its_length_told)
{
	static const uint8_t data = 3;
	char name[6] = "12345";

	parse("enum : uint8_t { one = 1, two = 2 } a [[flags]]");
	pxt_layout_decode(&layout, &data, sizeof(data), value);
	ck_assert_uint_eq(pxt_layout_name(&layout, value, 0, NULL, 0), 7);
	ck_assert_uint_eq(pxt_layout_name(&layout, value, 0, name, 6), 7);
	ck_assert_str_eq(name, "one|t");
	ck_assert_uint_eq(pxt_layout_name(&layout, value, 0, name, 1), 7);
	ck_assert_str_eq(name, "");
	ck_assert_uint_eq(pxt_layout_name(&layout, value, 1, name, 6), 0);
}
END_TEST

START_TEST(errors_and_signals_have_the_names_of_the_system)
{
	static const int32_t data[] = { 2, 0, -2, 999999, 11, 34, 37, 0, 65 };

	parse("[[errno]] int a, b, c, d; [[signal]] int e, f, g, h, i");
	pxt_layout_decode(&layout, data, sizeof(data), value);
	ck_assert_str_eq(called(0), "ENOENT");
	ck_assert_str_eq(called(1), "");
	ck_assert_str_eq(called(2), "");
	ck_assert_str_eq(called(3), "");
	ck_assert_str_eq(called(4), "SIGSEGV");
	ck_assert_str_eq(called(5), "SIGRTMIN");
	ck_assert_str_eq(called(6), "SIGRTMIN+3");
	ck_assert_str_eq(called(7), "");
	ck_assert_str_eq(called(8), "");
	get(0, 0);
	ck_assert_str_eq(number.label, "ENOENT");
	ck_assert_int_eq(number.as.s, 2);
}
END_TEST

START_TEST(what_is_no_number_is_called_as_the_description_says)
{
	static const struct {
		int64_t a;
		uint64_t b;
		uint32_t c, d;
		int16_t e, f;
	} data = { -1, UINT64_MAX, UINT32_MAX, 7, -1, -1 };

	parse("int64_t a [[none(forever)]]; uint64_t b [[none(\"no limit\")]];"
	      "[[none(all)]] uint32_t c, d; [[none]] int16_t e; "
	      "enum : int16_t { few = 1 } f [[none(any)]]");
	ck_assert_uint_eq(
		pxt_layout_decode(&layout, &data, sizeof(data), value), 6);
	ck_assert_str_eq(called(0), "forever");
	ck_assert_str_eq(called(1), "no limit");
	ck_assert_str_eq(called(2), "all");
	ck_assert_str_eq(called(3), "");
	ck_assert_str_eq(called(4), "");
	ck_assert_str_eq(called(5), "any");
	ck_assert(layout.field[4].flags & POSIX_TRACE_FIELD_NONE_NP);
}
END_TEST

START_TEST(what_follows_a_text_is_aligned_anew)
{
	static const char data[] = "abc\0\7\0\0\0de\0\5\0\0\0";

	parse("char *a; uint32_t b; char *c; uint8_t d");
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, sizeof(data), value),
			  4);
	ck_assert_uint_eq(value[0].len, 3);
	ck_assert_ptr_eq(value[1].data, data + 4);
	ck_assert_ptr_eq(value[2].data, data + 8);

	parse("[[packed]]; char *a; uint32_t b");
	pxt_layout_decode(&layout, data, sizeof(data), value);
	ck_assert_ptr_eq(value[1].data, data + 4);
	parse("char *a; char e; uint32_t b");
	pxt_layout_decode(&layout, data, sizeof(data), value);
	ck_assert_ptr_eq(value[2].data, data + 8);
}
END_TEST

START_TEST(an_open_array_has_what_is_left)
{
	static const uint16_t data[] = { 1, 2, 3 };

	parse("uint16_t a; uint16_t b[]");
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, 5, value), 2);
	ck_assert_uint_eq(value[1].count, 1);
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, 2, value), 2);
	ck_assert_uint_eq(value[1].count, 0);
}
END_TEST

START_TEST(data_that_was_cut_has_the_fields_before_the_cut)
{
	static const char data[] = "\1\0\0\0abcdef";

	parse("uint32_t a; char *b; uint32_t c");
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, 0, value), 0);
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, 3, value), 0);
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, 4, value), 1);
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, 6, value), 2);
	ck_assert_uint_eq(value[1].len, 2);
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, 10, value), 2);
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, 11, value), 2);
}
END_TEST

START_TEST(the_largest_description_fits)
{
	static char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	size_t len;

	len = (size_t)snprintf(text, sizeof(text), "enum {");
	for (int i = 0; i < 256; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					"%sa%010d", i ? "," : "", i);
	len += (size_t)snprintf(text + len, sizeof(text) - len, "} a");
	for (int i = 0; i < POSIX_TRACE_FIELDS_MAX_NP - 1; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					",%sa%d", i % 2 ? "*" : "", i);
	ck_assert_uint_lt(len, sizeof(text));
	parse(text);
	ck_assert_uint_eq(layout.fields, POSIX_TRACE_FIELDS_MAX_NP);
	ck_assert_str_eq(layout.field[0].name, "a");
	ck_assert_str_eq(layout.field[1].type, "enum");
	ck_assert_str_eq(layout.field[2].type, "enum *");
	ck_assert_str_eq(layout.field[63].name, "a62");
}
END_TEST

/* Pointers, and declarators with attributes of their own, between others. */
START_TEST(all_declarators_of_an_enumeration_have_its_constants)
{
	static char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	const int32_t data[] = { 199, 199, 199, -1 };
	size_t len;

	len = (size_t)snprintf(text, sizeof(text), "enum: int32_t {");
	for (int i = 0; i < 256; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					"%sa%09d", i ? "," : "", i);
	len += (size_t)snprintf(text + len, sizeof(text) - len,
				"} a, b[2] [[none(x)]], c [[none(y)]], *p");
	for (int i = 0; i < 30; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					",d%d,*e%d", i, i);
	ck_assert_uint_lt(len, sizeof(text));
	parse(text);
	ck_assert_uint_eq(pxt_layout_decode(&layout, data, sizeof(data), value),
			  3);
	get(0, 0);
	ck_assert_str_eq(number.label, "a000000199");
	get(1, 1);
	ck_assert_str_eq(number.label, "a000000199");
	get(2, 0);
	ck_assert_str_eq(number.label, "y");
	value[0].field = &layout.field[62];
	get(0, 0);
	ck_assert_str_eq(number.label, "a000000199");
	ck_assert_str_eq(layout.field[62].type, "enum");
	ck_assert_str_eq(layout.field[63].type, "enum *");
}
END_TEST

/* Each text twice, were it not shared. */
START_TEST(texts_of_a_declaration_are_there_once)
{
	static char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];
	size_t len;

	len = (size_t)snprintf(text, sizeof(text), "[[unit(%063d)]] ", 0);
	for (int i = 0; i < 200; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					"volatile ");
	len += (size_t)snprintf(text + len, sizeof(text) - len, "int ");
	for (int i = 0; i < POSIX_TRACE_FIELDS_MAX_NP; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					"%s%sa%d%s", i ? "," : "",
					i % 2 ? "*" : "", i,
					i % 3 ? " [[unit(x)]]" : "");
	ck_assert_uint_lt(len, sizeof(text));
	parse(text);
	ck_assert_uint_eq(layout.fields, POSIX_TRACE_FIELDS_MAX_NP);
	ck_assert_ptr_eq(layout.field[1].type, layout.field[63].type);
	ck_assert_ptr_eq(layout.field[0].type, layout.field[62].type);
	ck_assert_ptr_eq(layout.field[0].unit, layout.field[63].unit);
}
END_TEST

START_TEST(no_description_gives_no_layout)
{
	ck_assert_int_eq(pxt_layout_parse("int", &layout), EINVAL);
	ck_assert_int_eq(pxt_layout_parse("", &layout), EINVAL);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("layout");
	TCase *c = tcase_create("layout");

	tcase_add_test(c, a_layout_has_all_that_was_said);
	tcase_add_test(c, a_layout_tells_which_objects_fields_name);
	tcase_add_test(c, a_layout_tells_what_is_acquired_and_may_end);
	tcase_add_test(c, a_layout_tells_who_has_an_object);
	tcase_add_test(c, a_layout_has_room_for_all_texts);
	tcase_add_test(c, a_struct_is_read_as_it_was_written);
	tcase_add_test(c, constants_have_names_and_other_values_none);
	tcase_add_test(c, flags_are_named_one_by_one_and_other_bits_in_hex);
	tcase_add_test(c, flags_without_one_of_nothing_may_have_no_name);
	tcase_add_test(c, a_name_that_has_no_room_is_cut_and_its_length_told);
	tcase_add_test(c, errors_and_signals_have_the_names_of_the_system);
	tcase_add_test(c, what_is_no_number_is_called_as_the_description_says);
	tcase_add_test(c, what_follows_a_text_is_aligned_anew);
	tcase_add_test(c, an_open_array_has_what_is_left);
	tcase_add_test(c, data_that_was_cut_has_the_fields_before_the_cut);
	tcase_add_test(c, the_largest_description_fits);
	tcase_add_test(c, all_declarators_of_an_enumeration_have_its_constants);
	tcase_add_test(c, texts_of_a_declaration_are_there_once);
	tcase_add_test(c, no_description_gives_no_layout);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
