/* check_log_damage.c - reading logs that are damaged, or made to do damage */
#include "log/read_log.h"
#include "run.h"

static void flip(uint64_t at)
{
	const uint8_t byte = bytes[at] ^ 0x10;

	put_at(at, &byte, 1);
}

static unsigned chunks_before(uint64_t length)
{
	unsigned set = 0;

	for (unsigned k = 0; k < CHUNKS; k++)
		if (sample.end[k] <= length)
			set |= 1u << k;
	return set;
}

/* OPN-17 LOG-31 */
START_TEST(a_log_cut_anywhere_gives_the_chunks_before_the_cut)
{
	struct pxt_log_reader *reader;
	int err;

	for (uint64_t length = sample.length - 1; length; length--) {
		ck_assert_int_eq(ftruncate(sample.fd, (off_t)length), 0);
		err = open_and_read(sample.fd, &seen);
		if (err && length < PXT_LOG_PREAMBLE_SIZE + sample.start -
					    PXT_LOG_COPY_AT) {
			ck_assert_int_eq(err, EINVAL);
			continue;
		}
		ck_assert_int_eq(err, 0);
		ck_assert(has_chunks(&seen, chunks_before(length)));
		ck_assert_uint_eq(seen.damage.count, 1);
		ck_assert_uint_le(seen.damage.offset, length + 7);
	}
	ck_assert_int_eq(ftruncate(sample.fd, 0), 0);
	ck_assert_int_eq(pxt_log_open(sample.fd, &reader), EINVAL);
}
END_TEST

static unsigned chunk_at(uint64_t at)
{
	for (unsigned k = 0; k < CHUNKS; k++)
		if (at >= sample.at[k] && at < sample.end[k])
			return 1u << k;
	return 0;
}

static void expect_one_loss(uint64_t at)
{
	struct pxt_log_reader *reader = open_log(sample.fd);

	expect_knowledge(reader);
	read_log(reader, &seen);
	pxt_log_reader_close(reader);

	if (!seen.damage.count) {
		/* Padding: nobody looks. */
		ck_assert_uint_eq(bytes[at], 0);
		ck_assert(has_chunks(&seen, ALL_CHUNKS));
		return;
	}
	ck_assert_uint_eq(seen.damage.count, 1);
	ck_assert_uint_le(seen.damage.offset, at);
	ck_assert(has_chunks(&seen, ALL_CHUNKS & ~chunk_at(at)));
}

/* OPN-18 */
START_TEST(one_damaged_byte_costs_at_most_its_chunk_and_no_knowledge)
{
	for (uint64_t at = 0; at < sample.length; at++) {
		flip(at);
		expect_one_loss(at);
		put_at(at, bytes + at, 1);
	}
}
END_TEST

START_TEST(damage_says_where_and_what)
{
	flip(sample.at[1] + 200);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert_uint_eq(seen.damage.count, 1);
	ck_assert_uint_eq(seen.damage.offset, sample.at[1]);
	ck_assert_str_eq(seen.damage.what,
			 "chunk 1 (section 7): checksum does not match, "
			 "3 events dropped");

	flip(sample.at[2] + 200);
	put_at(sample.at[1] + 200, bytes + sample.at[1] + 200, 1);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert_str_eq(seen.damage.what,
			 "chunk 0 (section 8): checksum does not match, "
			 "3 events dropped");
}
END_TEST

START_TEST(a_damaged_head_is_skipped_to_the_next_one)
{
	char what[96];

	flip(sample.at[1] + 8);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS & ~2u));
	ck_assert_uint_eq(seen.damage.count, 1);
	ck_assert_uint_eq(seen.damage.offset, sample.at[1]);

	snprintf(what, sizeof(what),
		 "section head at byte %llu is damaged; %llu bytes skipped",
		 (unsigned long long)sample.at[1],
		 (unsigned long long)(sample.at[2] - sample.at[1]));
	ck_assert_str_eq(seen.damage.what, what);
}
END_TEST

START_TEST(bytes_without_meaning_between_sections_are_skipped)
{
	static uint8_t noise[200000];
	const size_t behind = sample.length - sample.at[2];

	memset(noise, 'P', sizeof(noise));
	put_at(sample.at[2], noise, sizeof(noise));
	put_at(sample.at[2] + sizeof(noise), bytes + sample.at[2], behind);

	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 1);
	ck_assert_uint_eq(seen.damage.offset, sample.at[2]);
}
END_TEST

/* So large that whoever read all of it would not come to an end. */
static const uint64_t huge = UINT64_C(4) << 40;

static void make_huge(uint64_t size)
{
	ck_assert_int_eq(ftruncate(sample.fd, (off_t)size), 0);
}

START_TEST(a_hole_behind_the_log_is_passed_over)
{
	make_huge(huge);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
}
END_TEST

START_TEST(a_hole_in_the_middle_is_passed_over_and_noted)
{
	const uint64_t at = huge + 4096;

	make_huge(sample.at[2]);
	put_at(at, bytes + sample.at[2], sample.length - sample.at[2]);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 1);
	ck_assert_uint_eq(seen.damage.offset, sample.at[2]);
}
END_TEST

START_TEST(a_section_of_nothing_but_a_hole_is_not_read)
{
	const struct pxt_log_section section = {
		.type = 77,
		.len = huge - sample.end_at - PXT_LOG_SECTION_SIZE,
		.number = 1000,
	};
	uint8_t head[PXT_LOG_SECTION_SIZE];

	pxt_log_section_encode(&section, (const uint8_t *)"0123456789abcde",
			       head);
	make_huge(sample.end_at);
	make_huge(huge);
	put_at(sample.end_at, head, sizeof(head));
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.offset, sample.end_at);
}
END_TEST

START_TEST(a_seek_in_a_log_with_a_hole_comes_to_its_end)
{
	struct pxt_log_reader *reader;

	make_huge(sample.end_at);
	make_huge(huge);
	reader = open_log(sample.fd);
	ck_assert_int_eq(pxt_log_reader_seek(reader, 5000100), 0);
	read_log(reader, &seen);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(damage_is_counted_once_however_often_it_is_read)
{
	struct pxt_log_reader *reader;

	flip(sample.at[0] + 3);
	flip(sample.at[1] + 170);
	flip(sample.at[3] + 40);
	ck_assert_int_eq(ftruncate(sample.fd, (off_t)sample.length - 3), 0);
	reader = open_log(sample.fd);

	for (int i = 0; i < 3; i++) {
		read_log(reader, &seen);
		ck_assert(has_chunks(&seen, 1 << 2));
		ck_assert_uint_eq(seen.damage.count, 4);
		ck_assert_uint_eq(seen.damage.offset, sample.at[0]);
		pxt_log_reader_rewind(reader);
	}
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(the_first_place_is_that_of_the_lowest_offset)
{
	/* The head is met while sections are looked for, the payload when its
	 * turn comes. */
	flip(sample.at[3] + 8);
	flip(sample.at[2] + 200);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert_uint_eq(seen.damage.count, 2);
	ck_assert_uint_eq(seen.damage.offset, sample.at[2]);
	ck_assert(strstr(seen.damage.what, "checksum does not match"));
}
END_TEST

START_TEST(a_file_that_shrinks_while_it_is_read_ends_there)
{
	struct pxt_log_reader *reader = open_log(sample.fd);
	struct pxt_event event;
	struct pxt_merge *merge;

	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
	ck_assert_int_eq(ftruncate(sample.fd, (off_t)sample.at[1] + 150), 0);

	memset(&seen, 0, sizeof(seen));
	drain(reader, merge, &seen);
	ck_assert_int_eq(seen.err, ENODATA);
	ck_assert_uint_le(seen.count, 2);
	ck_assert_uint_ge(seen.damage.count, 1);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}
END_TEST

/* A section of the sample's log, made by hand. Returns its length. */
static size_t forge(uint8_t *out, uint32_t type, uint64_t number,
		    const void *payload, size_t len, uint64_t said)
{
	const struct pxt_log_section section = {
		.type = type,
		.number = number,
		.len = said,
		.crc = pxt_crc32c(0, payload, len),
	};

	memset(out, 0, PXT_LOG_SECTION_SIZE + len + 7);
	pxt_log_section_encode(&section, (const uint8_t *)"0123456789abcde",
			       out);
	memcpy(out + PXT_LOG_SECTION_SIZE, payload, len);
	return PXT_LOG_SECTION_SIZE + len + pxt_log_padding(len);
}

/* Put something between chunks 1 and 2. */
static void insert(const uint8_t *section, size_t len)
{
	put_at(sample.at[2], section, len);
	put_at(sample.at[2] + len, bytes + sample.at[2],
	       sample.length - sample.at[2]);
}

START_TEST(sections_of_unknown_types_are_passed_over)
{
	uint8_t section[128];
	size_t len;

	len = forge(section, 99, 6, "something new", 13, 13);
	insert(section, len);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 0);
}
END_TEST

START_TEST(a_payload_of_no_bytes_is_damage_where_it_needs_some)
{
	uint8_t section[128];
	size_t len;

	for (uint32_t type = 0; type < 8; type++) {
		len = forge(section, type, 6, "", 0, 0);
		insert(section, len);
		ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
		ck_assert(has_chunks(&seen, ALL_CHUNKS));
		ck_assert_uint_eq(
			seen.damage.count,
			(type >= PXT_LOG_NAME && type <= PXT_LOG_END) ||
				type == PXT_LOG_DESCRIPTION);
	}
}
END_TEST

START_TEST(a_length_beyond_the_file_is_a_cut)
{
	static const uint64_t lengths[] = { UINT64_MAX, UINT64_MAX - 40,
					    INT64_MAX, 65 << 20, 10000 };
	uint8_t section[128];
	size_t len;

	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		len = forge(section, PXT_LOG_CHUNK, 6, "", 0, lengths[i]);
		insert(section, len);
		ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
		ck_assert(has_chunks(&seen, 3));
		ck_assert_uint_eq(seen.damage.count, 1);
		ck_assert_str_eq(seen.damage.what,
				 "the file is cut off inside a section");
	}
}
END_TEST

START_TEST(a_chunk_of_more_than_its_maximum_is_passed_over)
{
	uint8_t section[128];

	forge(section, PXT_LOG_CHUNK, 6, "", 0, 65 << 20);
	put_at(sample.at[2], section, PXT_LOG_SECTION_SIZE);
	/* The chunk's own head is still that of chunk 2, and sound. */
	put_at(sample.at[2] + PXT_LOG_SECTION_SIZE + (65 << 20),
	       bytes + sample.at[2], sample.length - sample.at[2]);

	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 1);
	ck_assert_uint_eq(seen.damage.offset, sample.at[2]);
	ck_assert(!strncmp(seen.damage.what, "section 6 (chunk)", 17));
}
END_TEST

START_TEST(chunks_behind_an_end_are_read_as_well)
{
	const size_t len = sample.length - sample.end_at;

	insert(bytes + sample.end_at, len);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 0);

	/* Now it is the only one. */
	ck_assert_int_eq(ftruncate(sample.fd, (off_t)(sample.end_at + len)), 0);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 1);
}
END_TEST

START_TEST(a_trailer_that_points_astray_is_not_believed)
{
	static const uint64_t spans[] = { 0, 8, 31, 33, UINT64_MAX, 1 << 30 };

	for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++) {
		put_at(sample.length - 16, &spans[i], 8);
		ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
		ck_assert(has_chunks(&seen, ALL_CHUNKS));
		ck_assert_uint_eq(seen.damage.count, 1);
	}
}
END_TEST

/* A chunk with one event that has that data. */
static size_t chunk_with(uint8_t *out, uint64_t number, uint64_t floor,
			 const void *data, size_t len)
{
	const struct pxt_log_chunk chunk = {
		.sequence = 2,
		.events = 1,
		.first = 1065,
		.last = 1065,
		.floor = floor,
		.context = contexts[0],
		.context_ticks = 1000,
	};
	uint8_t payload[2048];

	pxt_log_chunk_encode(&chunk, payload);
	len = PXT_LOG_CHUNK_SIZE +
	      add_record(payload + PXT_LOG_CHUNK_SIZE, 1065, 16, data, len);
	return forge(out, PXT_LOG_CHUNK, number, payload, len, len);
}

START_TEST(a_floor_that_falls_back_is_ignored)
{
	uint8_t section[512];
	size_t len = chunk_with(section, 6, 1, "low", 3);

	insert(section, len);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert_uint_eq(seen.count, EVENTS + 1);
	for (unsigned i = 1; i < seen.count; i++)
		ck_assert_uint_ge(seen.event[i].ticks, seen.event[i - 1].ticks);
}
END_TEST

START_TEST(sections_in_the_data_of_an_event_are_not_taken_for_sections)
{
	const size_t at = 4; /* so that they lie at a multiple of 8 */
	uint8_t data[1024] = { 0 }, section[2048];
	struct pxt_log_section other = { .type = PXT_LOG_NAME, .number = 99 };
	size_t len;

	/* One of this very log, and one of another that has its own UUID. */
	len = sample.end[0] - sample.at[0];
	memcpy(data + at, bytes + sample.at[0], len);
	pxt_log_section_encode(&other, (const uint8_t *)"another UUID....",
			       data + at + len);
	len += PXT_LOG_SECTION_SIZE;

	len = chunk_with(section, 6, 1065, data, at + len);
	section[8] ^= 1;
	insert(section, len);

	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 1);
	ck_assert_uint_eq(seen.damage.offset, sample.at[2]);
}
END_TEST

START_TEST(records_without_sense_end_their_chunk_and_are_noted)
{
	uint8_t section[512];
	size_t len = chunk_with(section, 6, 1065, "abc", 3);

	/* Type 0 is none; mend the checksums. */
	memset(section + 32 + 112 + 14, 0, 2);
	len = forge(section, PXT_LOG_CHUNK, 6,
		    memcpy(section + 256, section + 32, len - 32), len - 32,
		    len - 32);
	insert(section, len);

	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 1);
	ck_assert_uint_eq(seen.damage.offset, sample.at[2] + 32 + 112);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_damage");
	TCase *damaged = tcase_create("damaged");
	TCase *hostile = tcase_create("hostile");

	tcase_add_checked_fixture(damaged, setup, teardown);
	tcase_add_test(damaged,
		       a_log_cut_anywhere_gives_the_chunks_before_the_cut);
	tcase_add_test(
		damaged,
		one_damaged_byte_costs_at_most_its_chunk_and_no_knowledge);
	tcase_add_test(damaged, damage_says_where_and_what);
	tcase_add_test(damaged, a_damaged_head_is_skipped_to_the_next_one);
	tcase_add_test(damaged,
		       bytes_without_meaning_between_sections_are_skipped);
	tcase_add_test(damaged, a_hole_behind_the_log_is_passed_over);
	tcase_add_test(damaged, a_hole_in_the_middle_is_passed_over_and_noted);
	tcase_add_test(damaged, a_section_of_nothing_but_a_hole_is_not_read);
	tcase_add_test(damaged, a_seek_in_a_log_with_a_hole_comes_to_its_end);
	tcase_add_test(damaged,
		       damage_is_counted_once_however_often_it_is_read);
	tcase_add_test(damaged, the_first_place_is_that_of_the_lowest_offset);
	tcase_add_test(damaged,
		       a_file_that_shrinks_while_it_is_read_ends_there);
	tcase_set_timeout(damaged, 120);
	suite_add_tcase(suite, damaged);

	tcase_add_checked_fixture(hostile, setup, teardown);
	tcase_add_test(hostile, sections_of_unknown_types_are_passed_over);
	tcase_add_test(hostile,
		       a_payload_of_no_bytes_is_damage_where_it_needs_some);
	tcase_add_test(hostile, a_length_beyond_the_file_is_a_cut);
	tcase_add_test(hostile,
		       a_chunk_of_more_than_its_maximum_is_passed_over);
	tcase_add_test(hostile, chunks_behind_an_end_are_read_as_well);
	tcase_add_test(hostile, a_trailer_that_points_astray_is_not_believed);
	tcase_add_test(hostile, a_floor_that_falls_back_is_ignored);
	tcase_add_test(
		hostile,
		sections_in_the_data_of_an_event_are_not_taken_for_sections);
	tcase_add_test(hostile,
		       records_without_sense_end_their_chunk_and_are_noted);
	suite_add_tcase(suite, hostile);

	return run_suite(suite);
}
