#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "run.h"

static struct pxt_bytes in;

START_TEST(numbers_are_little_endian)
{
	const uint8_t data[] = { 0x01, 0x03, 0x02, 0x07, 0x06, 0x05, 0x84, 0xf8,
				 0x0e, 0x0d, 0x0c, 0x0b, 0x0a, 0x09, 0x88 };

	pxt_bytes_init(&in, data, sizeof(data));
	ck_assert_uint_eq(pxt_bytes_u8(&in), 0x01);
	ck_assert_uint_eq(pxt_bytes_le16(&in), 0x0203);
	ck_assert_uint_eq(pxt_bytes_le32(&in), 0x84050607);
	ck_assert_uint_eq(pxt_bytes_le64(&in), 0x88090a0b0c0d0ef8);
	ck_assert_uint_eq(pxt_bytes_left(&in), 0);
	ck_assert(!in.short_read);
}
END_TEST

START_TEST(bytes_are_taken_in_place)
{
	const char data[] = "abcdef";

	pxt_bytes_init(&in, data, 6);
	ck_assert_ptr_eq(pxt_bytes_take(&in, 2), data);
	ck_assert_ptr_eq(pxt_bytes_take(&in, 0), data + 2);
	ck_assert_ptr_eq(pxt_bytes_take(&in, 4), data + 2);
	ck_assert(!in.short_read);
}
END_TEST

START_TEST(strings_are_taken_with_their_end)
{
	const char data[] = "one\0\0three";

	pxt_bytes_init(&in, data, sizeof(data));
	ck_assert_str_eq(pxt_bytes_string(&in), "one");
	ck_assert_str_eq(pxt_bytes_string(&in), "");
	ck_assert_str_eq(pxt_bytes_string(&in), "three");
	ck_assert_uint_eq(pxt_bytes_left(&in), 0);
	ck_assert(!in.short_read);
}
END_TEST

START_TEST(a_string_without_an_end_is_none)
{
	const char data[] = { 'a', 'b', 'c' };

	pxt_bytes_init(&in, data, sizeof(data));
	ck_assert_ptr_null(pxt_bytes_string(&in));
	ck_assert(in.short_read);
	ck_assert_uint_eq(pxt_bytes_left(&in), 0);
}
END_TEST

START_TEST(nothing_can_be_taken_from_nothing)
{
	pxt_bytes_init(&in, NULL, 0);
	ck_assert_uint_eq(pxt_bytes_left(&in), 0);
	ck_assert(!in.short_read);
	ck_assert_ptr_null(pxt_bytes_string(&in));
	ck_assert(in.short_read);
	ck_assert_uint_eq(pxt_bytes_u8(&in), 0);
}
END_TEST

START_TEST(after_a_short_read_everything_is_zero)
{
	const char data[] = "\1\2\3\4\5\6\7";

	pxt_bytes_init(&in, data, 7);
	ck_assert_uint_eq(pxt_bytes_le64(&in), 0);
	ck_assert(in.short_read);
	ck_assert_uint_eq(pxt_bytes_u8(&in), 0);
	ck_assert_uint_eq(pxt_bytes_le16(&in), 0);
	ck_assert_uint_eq(pxt_bytes_le32(&in), 0);
	ck_assert_ptr_null(pxt_bytes_string(&in));
	ck_assert_ptr_null(pxt_bytes_take(&in, 0));
	ck_assert(in.short_read);
}
END_TEST

START_TEST(a_huge_length_is_a_short_read)
{
	pxt_bytes_init(&in, "abc", 3);
	ck_assert_ptr_null(pxt_bytes_take(&in, SIZE_MAX));
	ck_assert(in.short_read);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("bytes");
	TCase *t = tcase_create("bytes");

	tcase_add_test(t, numbers_are_little_endian);
	tcase_add_test(t, bytes_are_taken_in_place);
	tcase_add_test(t, strings_are_taken_with_their_end);
	tcase_add_test(t, a_string_without_an_end_is_none);
	tcase_add_test(t, nothing_can_be_taken_from_nothing);
	tcase_add_test(t, after_a_short_read_everything_is_zero);
	tcase_add_test(t, a_huge_length_is_a_short_read);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
