/* check_key.c - which values have the same key, and which have not */
#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "figures/key.h"
#include "run.h"

static struct posix_trace_layout_np layout;
static struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
static struct key_seed seed;

static void decode(const char *description, const void *data, size_t len)
{
	key_seed_init(&seed);
	ck_assert_int_eq(posix_trace_layout_parse_np(description, &layout), 0);
	ck_assert_uint_eq(
		posix_trace_layout_decode_np(&layout, data, len, value),
		layout.fields);
}

static bool is_text(const struct posix_trace_value_np *one)
{
	return one->field->kind == POSIX_TRACE_FIELD_TEXT_NP;
}

static bool is_negative(const struct posix_trace_number_np *number)
{
	return number->kind == POSIX_TRACE_FIELD_SIGNED_NP && number->as.s < 0;
}

static double double_of(const struct posix_trace_number_np *number)
{
	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return number->as.f;
	return is_negative(number) ? (double)number->as.s :
				     (double)number->as.u;
}

/* Integers exactly: a double has not all of their digits. */
static bool is_same_number(const struct posix_trace_number_np *a,
			   const struct posix_trace_number_np *b)
{
	const double x = double_of(a), y = double_of(b);

	if (a->kind == POSIX_TRACE_FIELD_FLOAT_NP ||
	    b->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return isnan(x) ? isnan(y) : x == y;
	return is_negative(a) == is_negative(b) && a->as.u == b->as.u;
}

static bool is_same_text(const struct posix_trace_value_np *a,
			 const struct posix_trace_value_np *b)
{
	return is_text(a) && is_text(b) && a->len == b->len &&
	       (!a->len || !memcmp(a->data, b->data, a->len));
}

/* Numbers of all kinds as numbers, texts as bytes, arrays by elements. */
static bool is_equal(const struct posix_trace_value_np *a,
		     const struct posix_trace_value_np *b)
{
	struct posix_trace_number_np x, y;

	if (is_text(a) || is_text(b))
		return is_same_text(a, b);
	for (size_t i = 0;; i++) {
		const bool more_a =
			!posix_trace_value_number_np(&layout, a, i, &x);
		const bool more_b =
			!posix_trace_value_number_np(&layout, b, i, &y);

		if (!more_a || !more_b)
			return more_a == more_b;
		if (!is_same_number(&x, &y))
			return false;
	}
}

static void check_all(void)
{
	for (unsigned a = 0; a < layout.fields; a++)
		for (unsigned b = 0; b < layout.fields; b++) {
			const struct key x =
				key_of_value(&seed, &layout, &value[a]);
			const struct key y =
				key_of_value(&seed, &layout, &value[b]);

			ck_assert_msg(key_is_same(&x, &y) ==
					      is_equal(&value[a], &value[b]),
				      "%s and %s", layout.field[a].name,
				      layout.field[b].name);
		}
}

START_TEST(numbers_of_all_types_are_one_if_they_are_equal)
{
	const struct {
		int64_t minus, same_bits;
		uint64_t all_bits, seven_wide, huge;
		double seven_float, minus_float, half, huge_float, none;
		double zero_minus;
		float half_narrow;
		uint32_t seven;
		int16_t minus_narrow;
		uint8_t seven_narrow, zero;
		char seven_char;
		bool one;
	} data = {
		.minus = -1,
		.same_bits = INT64_MIN,
		.all_bits = UINT64_MAX,
		.seven_wide = 7,
		.huge = UINT64_C(1) << 63,
		.seven_float = 7,
		.minus_float = -1,
		.half = 0.5,
		.huge_float = 0x1p63,
		.none = __builtin_nan(""),
		.zero_minus = -0.0,
		.half_narrow = 0.5,
		.seven = 7,
		.minus_narrow = -1,
		.seven_narrow = 7,
		.seven_char = 7,
		.one = true,
	};

	decode("int64_t minus, same_bits;"
	       "uint64_t all_bits, seven_wide, huge;"
	       "double seven_float, minus_float, half, huge_float, none;"
	       "double zero_minus; float half_narrow;"
	       "uint32_t seven; int16_t minus_narrow;"
	       "uint8_t seven_narrow, zero; char seven_char; bool one",
	       &data, sizeof(data));
	check_all();
}
END_TEST

START_TEST(texts_and_arrays_are_one_if_they_are_equal)
{
	static const char data[] = "\1\2\1\2\1\2\3\7\7"
				   "\0abc\0abcd\0abc\0\0abcdefgh\0abcdefg\0"
				   "abcdefghi\0\7";

	decode("uint8_t a[2], b[2], c[3], d[1], e; char *none, *f, *g, *h, "
	       "*empty, *eight, *seven, *nine, *bell",
	       data, sizeof(data));
	check_all();
}
END_TEST

START_TEST(long_texts_differ_by_their_last_byte)
{
	char data[2 * 4000];

	memset(data, 'x', sizeof(data));
	data[3998] = 'y';
	data[3999] = data[7999] = '\0';
	decode("char *a, *b", data, sizeof(data));
	check_all();
}
END_TEST

START_TEST(threads_are_apart_from_all_values)
{
	const struct key thread = key_of_thread(0, 0, 7);
	const struct key other = key_of_thread(1, 0, 7);
	const struct key process = key_of_thread(0, 7, 0);
	struct key number;

	decode("uint8_t seven", "\7", 1);
	number = key_of_value(&seed, &layout, value);
	ck_assert(!key_is_same(&thread, &number));
	ck_assert(!key_is_same(&thread, &other));
	ck_assert(!key_is_same(&thread, &process));
}
END_TEST

START_TEST(objects_are_apart_from_those_of_other_processes)
{
	struct key number, object, other;

	decode("uint8_t seven", "\7", 1);
	number = key_of_value(&seed, &layout, value);
	object = key_of_object(&seed, &number, 0, 7);
	ck_assert(!key_is_same(&object, &number));
	other = key_of_object(&seed, &number, 0, 7);
	ck_assert(key_is_same(&object, &other));
	other = key_of_object(&seed, &number, 0, 8);
	ck_assert(!key_is_same(&object, &other));
	other = key_of_object(&seed, &number, 7, 7);
	ck_assert(!key_is_same(&object, &other));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("key");
	TCase *tcase = tcase_create("key");

	tcase_add_test(tcase, numbers_of_all_types_are_one_if_they_are_equal);
	tcase_add_test(tcase, texts_and_arrays_are_one_if_they_are_equal);
	tcase_add_test(tcase, long_texts_differ_by_their_last_byte);
	tcase_add_test(tcase, threads_are_apart_from_all_values);
	tcase_add_test(tcase, objects_are_apart_from_those_of_other_processes);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
