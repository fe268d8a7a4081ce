#include <check.h>
#include <stdint.h>

#include "format/liteos/crc.h"
#include "run.h"

enum { LONGEST = 64 };

/* The definition, one bit after the other. */
static uint16_t bit_by_bit(const uint8_t *at, size_t len)
{
	uint16_t crc = 0;

	while (len--) {
		crc ^= (uint16_t)(*at++ << 8);
		for (int bit = 0; bit < 8; bit++)
			crc = (uint16_t)(crc << 1) ^
			      (crc & 0x8000 ? 0x1021 : 0);
	}
	return crc;
}

START_TEST(the_published_value_comes_out)
{
	ck_assert_uint_eq(pxt_liteos_crc("123456789", 9), 0x31c3);
}
END_TEST

START_TEST(every_length_and_place_has_the_sum_of_the_definition)
{
	uint8_t data[LONGEST];
	uint64_t seed = 1;

	for (size_t i = 0; i < sizeof(data); i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		data[i] = (uint8_t)(seed >> 56);
	}
	for (size_t from = 0; from < 8; from++)
		for (size_t len = 0; from + len <= sizeof(data); len++)
			ck_assert_uint_eq(pxt_liteos_crc(data + from, len),
					  bit_by_bit(data + from, len));
}
END_TEST

/* A remainder of each byte at each distance from the end. */
START_TEST(every_byte_counts_wherever_it_is)
{
	uint8_t data[16] = { 0 };

	for (size_t at = 0; at < sizeof(data); at++) {
		for (int byte = 0; byte < 256; byte++) {
			data[at] = (uint8_t)byte;
			ck_assert_uint_eq(pxt_liteos_crc(data, sizeof(data)),
					  bit_by_bit(data, sizeof(data)));
		}
		data[at] = 0;
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("crc");
	TCase *t = tcase_create("crc");

	tcase_add_test(t, the_published_value_comes_out);
	tcase_add_test(t, every_length_and_place_has_the_sum_of_the_definition);
	tcase_add_test(t, every_byte_counts_wherever_it_is);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
