#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

#include <check.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ISAL
#include <isa-l/crc.h>
#endif

#include "base/crc32c.h"
#include "run.h"

enum { SIZE = 16384 };

static uint8_t data[SIZE];

/* Run for both ways to compute it. */
static uint32_t (*const way[])(uint32_t, const void *, size_t) = {
	pxt_crc32c,
	pxt_crc32c_table,
};
enum { WAYS = sizeof(way) / sizeof(way[0]) };

static void setup(void)
{
	uint64_t seed = 1;

	for (size_t i = 0; i < SIZE; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		data[i] = (uint8_t)(seed >> 56);
	}
}

/* The definition, one bit after the other. */
static uint32_t bit_by_bit(uint32_t crc, const uint8_t *at, size_t len)
{
	crc = ~crc;
	while (len--) {
		crc ^= *at++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
	}
	return ~crc;
}

/* RFC 3720, B.4, and the usual check value. */
START_TEST(published_values_come_out)
{
	uint8_t bytes[32];

	ck_assert_uint_eq(way[_i](0, "123456789", 9), 0xe3069283);
	memset(bytes, 0, sizeof(bytes));
	ck_assert_uint_eq(way[_i](0, bytes, 32), 0x8a9136aa);
	memset(bytes, 0xff, sizeof(bytes));
	ck_assert_uint_eq(way[_i](0, bytes, 32), 0x62a8ab43);
	for (int i = 0; i < 32; i++)
		bytes[i] = (uint8_t)i;
	ck_assert_uint_eq(way[_i](0, bytes, 32), 0x46dd794e);
	for (int i = 0; i < 32; i++)
		bytes[i] = (uint8_t)(31 - i);
	ck_assert_uint_eq(way[_i](0, bytes, 32), 0x113fdb5c);
}
END_TEST

START_TEST(every_length_and_alignment_agrees_with_the_definition)
{
	for (size_t from = 0; from < 9; from++)
		for (size_t len = 0; len < 100; len++)
			ck_assert_uint_eq(way[_i](7, data + from, len),
					  bit_by_bit(7, data + from, len));
	for (size_t len = 3000; len <= SIZE; len += 509)
		ck_assert_uint_eq(way[_i](7, data + len % 8, len - len % 8),
				  bit_by_bit(7, data + len % 8, len - len % 8));
}
END_TEST

START_TEST(pieces_give_the_checksum_of_the_whole)
{
	uint32_t whole = way[_i](0, data, 300);
	uint32_t crc;

	for (size_t cut = 0; cut <= 300; cut++) {
		crc = way[_i](0, data, cut);
		crc = way[_i](crc, data + cut, 300 - cut);
		ck_assert_uint_eq(crc, whole);
	}
}
END_TEST

START_TEST(no_bytes_change_nothing)
{
	ck_assert_uint_eq(way[_i](0, NULL, 0), 0);
	ck_assert_uint_eq(way[_i](0x12345678, data, 0), 0x12345678);
}
END_TEST

#ifdef HAVE_ISAL
/* ISA-L leaves both inversions to its caller. */
START_TEST(isal_agrees)
{
	for (int len = 0; len <= SIZE; len += 1 + len / 8)
		ck_assert_uint_eq(way[_i](0, data, (size_t)len),
				  ~crc32_iscsi(data, len, 0xffffffff));
}
END_TEST
#endif

static Suite *suite(void)
{
	Suite *s = suite_create("crc32c");
	TCase *t = tcase_create("crc32c");

	tcase_add_checked_fixture(t, setup, NULL);
	tcase_add_loop_test(t, published_values_come_out, 0, WAYS);
	tcase_add_loop_test(
		t, every_length_and_alignment_agrees_with_the_definition, 0,
		WAYS);
	tcase_add_loop_test(t, pieces_give_the_checksum_of_the_whole, 0, WAYS);
	tcase_add_loop_test(t, no_bytes_change_nothing, 0, WAYS);
#ifdef HAVE_ISAL
	tcase_add_loop_test(t, isal_agrees, 0, WAYS);
#endif
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
