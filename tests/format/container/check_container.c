#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/container/container.h"
#include "run.h"

static struct pxt_trace *trace;
static struct pxt_payload payload;

static void create(void)
{
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
}

static void release(void)
{
	pxt_payload_fini(&payload);
	ck_assert_int_eq(pxt_trace_error(trace), 0);
	pxt_trace_close(trace);
}

static void unpack(const char *text)
{
	ck_assert_int_eq(pxt_container_unpack((const uint8_t *)text,
					      strlen(text), trace, &payload),
			 0);
}

static void holds(const char *bytes, size_t len)
{
	ck_assert_uint_eq(payload.size, len);
	ck_assert_mem_eq(payload.data, bytes, len);
}

static void damaged(size_t index, uint64_t offset, const char *why)
{
	const struct pxt_trace_damage *damage =
		pxt_trace_get_damage(trace, index);

	ck_assert_ptr_nonnull(damage);
	ck_assert_uint_eq(damage->offset, offset);
	ck_assert_str_eq(damage->why, why);
}

static void has_hole(size_t index, uint64_t from, uint64_t to)
{
	ck_assert_uint_lt(index, payload.holes.count);
	ck_assert_uint_eq(payload.holes.hole[index].from, from);
	ck_assert_uint_eq(payload.holes.hole[index].to, to);
}

static void whole(void)
{
	ck_assert_uint_eq(payload.holes.count, 0);
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
}

#define INTEL_END ":00000001FF\n"

START_TEST(lines_may_come_in_any_order)
{
	unpack(":020000040800F2\r\n"
	       ":0400040045464748DE\r\n"
	       ":0400000041424344F2\r\n" INTEL_END);
	ck_assert_str_eq(payload.what, "Intel HEX");
	holds("ABCDEFGH", 8);
	whole();
}
END_TEST

START_TEST(segments_are_paragraphs)
{
	unpack(":020000021000EC\n"
	       ":0100FF0041BF\n"
	       ":020000021010DC\n"
	       ":0100000042BD\n" INTEL_END);
	holds("AB", 2);
	whole();
}
END_TEST

START_TEST(a_bad_checksum_costs_its_line)
{
	unpack(":0100000041BE\n"
	       ":0100010042BD\n"
	       ":0100020043BA\n" INTEL_END);
	holds("A\0C", 3);
	ck_assert_uint_eq(pxt_trace_damages(trace), 2);
	has_hole(0, 1, 2);
	damaged(0, 14, "line 2: bad checksum");
	damaged(1, 28,
		"line 3: nothing before it tells the bytes from 0x1 to 0x1: "
		"zeroes");
}
END_TEST

START_TEST(an_address_far_away_costs_no_memory)
{
	unpack(":0200000041427B\n"
	       ":02000004FFFFFC\n"
	       ":0100000043BC\n" INTEL_END);
	holds("AB", 2);
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	damaged(0, 32,
		"line 3: bytes from 0xffff0000 to 0xffff0000 lie far from the "
		"others");
}
END_TEST

/* Many lines with holes between them, each of which is small. */
START_TEST(holes_cost_no_more_than_the_text)
{
	enum { LINES = 1000, STEP = 4096 };
	char *text = malloc(LINES * 64);
	size_t len = 0;

	for (unsigned i = 0; i < LINES; i++) {
		const unsigned at = i * STEP, high = at >> 16;
		unsigned sum = 2 + 4 + (high & 0xff) + (high >> 8);

		len += (size_t)sprintf(text + len, ":02000004%04X%02X\n", high,
				       -sum & 0xff);
		sum = 1 + (at >> 8 & 0xff) + (at & 0xff) + 0x41;
		len += (size_t)sprintf(text + len, ":01%04X0041%02X\n",
				       at & 0xffff, -sum & 0xff);
	}
	sprintf(text + len, INTEL_END);
	unpack(text);
	ck_assert_uint_le(payload.size, 2 * strlen(text));
	ck_assert_uint_gt(pxt_trace_damages(trace), 0);
	free(text);
}
END_TEST

START_TEST(of_bytes_that_overlap_the_later_count)
{
	unpack(":0400000041424344F2\n"
	       ":010001007886\n"
	       ":010000007987\n"
	       ":010000007986\n" INTEL_END);
	holds("yxCD", 4);
	damaged(0, 34, "line 3: bad checksum");
}
END_TEST

START_TEST(what_follows_the_end_is_none_of_it)
{
	unpack(":0100000041BE\n" INTEL_END "and so on\n");
	holds("A", 1);
	whole();
}
END_TEST

START_TEST(an_end_that_is_missing_is_damage)
{
	unpack(":0100000041BE\n");
	holds("A", 1);
	damaged(0, 14, "line 1: ends without a line that says so");
}
END_TEST

START_TEST(srecords_have_addresses_of_all_widths)
{
	unpack("S0030000FC\n"
	       "S104000041BA\n"
	       "S20500000142B7\n"
	       "S3060000000243B4\n"
	       "S5030003F9\n"
	       "S70500000000FA\n");
	ck_assert_str_eq(payload.what, "Motorola S-records");
	holds("ABC", 3);
	whole();
}
END_TEST

START_TEST(srecords_that_are_missing_are_told)
{
	unpack("S104000041BA\n"
	       "S104000142BB\n"
	       "S5030002FA\n"
	       "S9030000FC\n");
	holds("A", 1);
	ck_assert_uint_eq(pxt_trace_damages(trace), 2);
	damaged(0, 13, "line 2: bad checksum");
	damaged(1, 26,
		"line 3: there were more lines before it, or less, than it "
		"says");
}
END_TEST

START_TEST(digits_may_have_blanks_and_lines)
{
	unpack("41 42 43 44\n4546\r\n4\n7 48\n");
	ck_assert_str_eq(payload.what, "hexadecimal text");
	holds("ABCDEFGH", 8);
	whole();
}
END_TEST

START_TEST(what_is_no_digit_keeps_its_place)
{
	char text[1024] = "";

	for (int i = 0; i < 128; i++)
		strcat(text, "41\n");
	strcat(text, "4x42\n4 43\n4");
	unpack(text);
	ck_assert_uint_eq(payload.size, 128 + 5);
	ck_assert_mem_eq(payload.data + 128, "\0B\0C\0", 5);
	ck_assert_uint_eq(pxt_trace_damages(trace), 3);
	damaged(0, 385,
		"line 129: not all are two digits: zeroes in their place");
	has_hole(0, 128, 129);
	has_hole(1, 130, 131);
	has_hole(2, 132, 133);
}
END_TEST

/* Dumps */

START_TEST(a_console_may_be_around_the_digits)
{
	unpack("[ 1.0] boot\r\nlogin: root\r\n# cat /dev/trace | hex\r\n"
	       "# 41 42 43 44 45 46 47 48 49 4\r\n"
	       "A 4b 4C 4d 4e 4f 50 51 52\r\n# ls\r\nbin dev\r\n");
	ck_assert_str_eq(payload.what, "a hexadecimal dump");
	holds("ABCDEFGHIJKLMNOPQR", 18);
	whole();
}
END_TEST

START_TEST(lines_of_others_between_digits_are_told)
{
	unpack("41 42 43 44 45 46 47 48\nuart: 3 overruns\n"
	       "49 4a 4b 4c 4d 4e 4f 50\n# \n");
	holds("ABCDEFGHIJKLMNOP", 16);
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	damaged(0, 24, "line 3: lines of others before it");
}
END_TEST

START_TEST(xxd_has_groups_and_characters)
{
	unpack("00000010: 4142 4344 4546 4748 494a 4b4c 4d4e 4f50  "
	       "ABCDEFGHIJKLMNOP\n"
	       "00000020: 5152 53                                  QRS\n");
	holds("ABCDEFGHIJKLMNOPQRS", 19);
	whole();
}
END_TEST

START_TEST(hexdump_repeats_lines)
{
	unpack("00000000  41 42 43 44 45 46 47 48  49 4a 4b 4c 4d 4e 4f 50  "
	       "|ABCDEFGHIJKLMNOP|\n"
	       "*\n"
	       "00000030  51 52                                             "
	       "|QR|\n"
	       "00000032\n");
	holds("ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOPABCDEFGHIJKLMNOPQR", 50);
	whole();
}
END_TEST

START_TEST(od_counts_in_eights_or_tens)
{
	static const char *const second[] = { "0000020", "0000016",
					      "0x20000010 =" };
	static const char *const first[] = { "0000000", "0000000",
					     "0x20000000 =" };
	char text[200];

	snprintf(text, sizeof(text),
		 "%s 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f 50\n"
		 "%s 51 52\n",
		 first[_i], second[_i]);
	unpack(text);
	holds("ABCDEFGHIJKLMNOPQR", 18);
	whole();
}
END_TEST

START_TEST(a_line_that_is_missing_is_a_hole)
{
	unpack("20000000: 41 42 43 44 45 46 47 48\n"
	       "20000008: 49 4a 4b 4c 4d 4e 4f 50\n"
	       "20000018: 51 52\n"
	       "f0000000: 53 54\n"
	       "20000000: 55 56\n");
	holds("ABCDEFGHIJKLMNOP\0\0\0\0\0\0\0\0QR", 26);
	ck_assert_uint_eq(pxt_trace_damages(trace), 3);
	has_hole(0, 16, 24);
	damaged(0, 68, "line 3: lines are missing before it");
	damaged(1, 84, "line 4: an address far from the others");
	damaged(2, 100, "line 5: an address far from the others");
}
END_TEST

/* Many lines with holes between them, each of which is small. */
START_TEST(holes_of_a_dump_cost_no_more_than_the_text)
{
	enum { LINES = 1000, STEP = 4096 };
	char *text = malloc(LINES * 64);
	size_t len = 0;

	for (unsigned i = 0; i < LINES; i++)
		len += (size_t)sprintf(text + len,
				       "%08x: 41 42 43 44 45 46 47 48\n",
				       i * STEP);
	unpack(text);
	ck_assert_uint_le(payload.size, 2 * len);
	ck_assert_uint_gt(payload.size, STEP);
	ck_assert_uint_gt(pxt_trace_damages(trace), 0);
	free(text);
}
END_TEST

START_TEST(a_row_that_repeats_for_ever_is_refused)
{
	unpack("00000000  41 42 43 44 45 46 47 48\n"
	       "*\n"
	       "00010000  49 4a\n"
	       "*\n"
	       "7fff0000  4b 4c\n");
	ck_assert_uint_eq(payload.size, 0x10002);
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	damaged(0, 54, "line 5: an address far from the others");
}
END_TEST

START_TEST(half_a_byte_is_told)
{
	unpack("# 41 42 43 44 45 46 47 48 4\n# 49 4a 4b 4c 4d 4e 4f 50 5");
	holds("ABCDEFGH\x40IJKLMNOP", 17);
	has_hole(0, 8, 9);
	damaged(0, 28, "line 2: half a byte is missing before it");
	damaged(1, 55, "line 2: half a byte is missing in the end");
}
END_TEST

START_TEST(other_texts_are_none)
{
	static const char *const texts[] = {
		"",	    " \n",	"TXTB",	       "1 2 3 four five six",
		":",	    ":say so",	"S1: 4 lines", "Start\n",
		"41 42 43", "\0\0\0\0",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const uint8_t *text = (const uint8_t *)texts[i];
		const size_t len = strlen(texts[i]);

		ck_assert_ptr_null(pxt_container_guess(text, len));
		ck_assert_int_eq(
			pxt_container_unpack(text, len, trace, &payload),
			EINVAL);
	}
	whole();
}
END_TEST

START_TEST(no_line_says_anything)
{
	unpack(":FFFFFFFFFFFFFFFF\n:0000000000 \n" INTEL_END);
	ck_assert_uint_eq(payload.size, 0);
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("container");
	TCase *tcase = tcase_create("container");

	tcase_add_checked_fixture(tcase, create, release);
	tcase_add_test(tcase, lines_may_come_in_any_order);
	tcase_add_test(tcase, segments_are_paragraphs);
	tcase_add_test(tcase, a_bad_checksum_costs_its_line);
	tcase_add_test(tcase, an_address_far_away_costs_no_memory);
	tcase_add_test(tcase, holes_cost_no_more_than_the_text);
	tcase_add_test(tcase, of_bytes_that_overlap_the_later_count);
	tcase_add_test(tcase, what_follows_the_end_is_none_of_it);
	tcase_add_test(tcase, an_end_that_is_missing_is_damage);
	tcase_add_test(tcase, srecords_have_addresses_of_all_widths);
	tcase_add_test(tcase, srecords_that_are_missing_are_told);
	tcase_add_test(tcase, digits_may_have_blanks_and_lines);
	tcase_add_test(tcase, what_is_no_digit_keeps_its_place);
	tcase_add_test(tcase, a_console_may_be_around_the_digits);
	tcase_add_test(tcase, lines_of_others_between_digits_are_told);
	tcase_add_test(tcase, xxd_has_groups_and_characters);
	tcase_add_test(tcase, hexdump_repeats_lines);
	tcase_add_loop_test(tcase, od_counts_in_eights_or_tens, 0, 3);
	tcase_add_test(tcase, a_line_that_is_missing_is_a_hole);
	tcase_add_test(tcase, holes_of_a_dump_cost_no_more_than_the_text);
	tcase_add_test(tcase, a_row_that_repeats_for_ever_is_refused);
	tcase_add_test(tcase, half_a_byte_is_told);
	tcase_add_test(tcase, other_texts_are_none);
	tcase_add_test(tcase, no_line_says_anything);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
