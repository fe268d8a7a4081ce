/* check_log_reader.c - reading logs */
#include <fcntl.h>

#include "log/read_log.h"
#include "run.h"

/* OPN-10 OPN-11 */
START_TEST(the_header_comes_back_as_it_was)
{
	struct pxt_log_reader *reader = open_log(sample.fd);
	struct pxt_log_header wanted;
	const struct pxt_log_header *got = pxt_log_reader_header(reader);

	sample_header(&wanted);
	ck_assert(!memcmp(&got->attr, &wanted.attr, sizeof(wanted.attr)));
	ck_assert(!memcmp(got->uuid, wanted.uuid, sizeof(wanted.uuid)));
	ck_assert_uint_eq(got->clock, wanted.clock);
	ck_assert_uint_eq(got->target_pid, wanted.target_pid);
	ck_assert_uint_eq(got->start_ticks, wanted.start_ticks);
	ck_assert_uint_eq(got->rate, wanted.rate);
	ck_assert_str_eq(got->host, wanted.host);
	ck_assert_str_eq(got->system, wanted.system);
	ck_assert_mem_eq(&got->machine, &wanted.machine,
			 sizeof(wanted.machine));
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(an_earlier_header_says_nothing_of_the_machine)
{
	static const struct pxt_machine unknown;
	uint8_t encoded[PXT_LOG_HEADER_MAX];
	struct pxt_log_header header;
	size_t len;

	sample_header(&header);
	header.attr.log_compression = POSIX_TRACE_LOG_PLAIN_NP;
	len = pxt_log_header_encode(&header, encoded);
	for (size_t cut = 1; cut <= PXT_LOG_MACHINE_SIZE; cut++) {
		ck_assert_int_eq(
			pxt_log_header_decode(&header, encoded, len - cut), 0);
		ck_assert_str_eq(header.system, "Linux 6.1.0 x86_64");
		ck_assert_mem_eq(&header.machine, &unknown, sizeof(unknown));
	}
}
END_TEST

/* OPN-02 */
START_TEST(the_events_of_all_chunks_come_back_in_order)
{
	struct pxt_loss loss;

	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 0);

	memcpy(&loss, seen.event[3].data, sizeof(loss));
	ck_assert_uint_eq(loss.count, 7);
	ck_assert_uint_eq(loss.since_ns, 5000045);
}
END_TEST

/* OPN-12 OPN-13 OPN-15 */
START_TEST(names_processes_and_status_are_known_at_open)
{
	struct pxt_log_reader *reader = open_log(sample.fd);
	const struct pxt_log_end *end = pxt_log_reader_end(reader);

	expect_knowledge(reader);
	ck_assert_ptr_nonnull(end);
	ck_assert(!memcmp(end, &sample_end, sizeof(sample_end)));
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(a_process_comes_back_with_its_modules)
{
	struct pxt_log_reader *reader = open_log(sample.fd);
	struct pxt_image image = *pxt_log_reader_process(reader, 0, 200);
	struct pxt_image_module module;

	ck_assert_str_eq(image.name, "its-child");
	ck_assert_int_eq(pxt_image_next_module(&image, &module), 0);
	ck_assert_uint_eq(module.start, 0x401000);
	ck_assert_str_eq(module.path, "/bin/it");
	ck_assert_int_eq(pxt_image_next_module(&image, &module), ENODATA);
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(types_are_listed_by_family)
{
	struct pxt_log_reader *reader = open_log(sample.fd);

	ck_assert_uint_eq(pxt_log_reader_next_type(reader, 1, 0), 16);
	ck_assert_uint_eq(pxt_log_reader_next_type(reader, 1, 16), 17);
	ck_assert_uint_eq(pxt_log_reader_next_type(reader, 1, 17), 0);
	ck_assert_uint_eq(pxt_log_reader_next_type(reader, 2, 0), 16);
	ck_assert_uint_eq(pxt_log_reader_next_type(reader, 2, 16), 0);
	ck_assert_uint_eq(pxt_log_reader_next_type(reader, 1, UINT32_MAX), 0);
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(a_log_without_end_tells_names_and_processes_all_the_same)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(ftruncate(sample.fd, (off_t)sample.end_at), 0);
	reader = open_log(sample.fd);
	expect_knowledge(reader);
	ck_assert_ptr_null(pxt_log_reader_end(reader));

	read_log(reader, &seen);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 1);
	ck_assert_uint_eq(seen.damage.offset, sample.end_at);
	ck_assert(!strncmp(seen.damage.what, "no end section", 14));
	pxt_log_reader_close(reader);
}
END_TEST

/* OPN-07 OPN-08 OPN-09 OPN-25 */
START_TEST(what_is_no_log_is_refused)
{
	static const char text[4096] = "this is a text";
	struct pxt_log_reader *reader;
	int fd = sample_file(), ends[2], directory, writing;
	char path[32];

	ck_assert_int_eq(pxt_log_open(-1, &reader), EBADF);
	ck_assert_int_eq(pxt_log_open(fd, &reader), EINVAL);
	ck_assert_int_eq(write(fd, text, sizeof(text)), sizeof(text));
	ck_assert_int_eq(pxt_log_open(fd, &reader), EINVAL);
	ck_assert_int_eq(ftruncate(fd, 0), 0);
	ck_assert_int_eq(ftruncate(fd, 4096), 0);
	ck_assert_int_eq(pxt_log_open(fd, &reader), EINVAL);

	directory = open("/", O_RDONLY | O_DIRECTORY);
	ck_assert_int_eq(pxt_log_open(directory, &reader), EINVAL);
	ck_assert_int_eq(pipe(ends), 0);
	ck_assert_int_eq(pxt_log_open(ends[0], &reader), EINVAL);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", sample.fd);
	writing = open(path, O_WRONLY);
	ck_assert_int_ge(writing, 0);
	ck_assert_int_eq(pxt_log_open(writing, &reader), EBADF);

	close(writing);
	close(directory);
	close(ends[0]);
	close(ends[1]);
	close(fd);
}
END_TEST

/* Over both HEADERs, as their writer would have them. */
static void forge_header(size_t at, const void *data, size_t len)
{
	uint8_t file[PXT_LOG_COPY_AT + 1024];
	struct pxt_log_section section;
	uint8_t *head, *payload;

	memcpy(file, bytes, sample.start);
	for (uint64_t number = 0; number < 2; number++) {
		head = file +
		       (number ? PXT_LOG_COPY_AT : PXT_LOG_PREAMBLE_SIZE);
		payload = head + PXT_LOG_SECTION_SIZE;
		ck_assert_int_eq(pxt_log_section_decode(&section, NULL, head),
				 0);
		memcpy(payload + at, data, len);
		section.crc = pxt_crc32c(0, payload, (size_t)section.len);
		pxt_log_section_encode(&section, NULL, head);
	}
	put_at(PXT_LOG_PREAMBLE_SIZE, file + PXT_LOG_PREAMBLE_SIZE,
	       sample.start - PXT_LOG_PREAMBLE_SIZE);
}

enum { VERSION_AT = 92, ORDER_AT = 94 };

/* OPN-25 */
START_TEST(another_version_or_byte_order_is_refused)
{
	static const uint8_t other_order[2] = { 0x0c, 0x0d };
	static const uint8_t other_versions[][2] = {
		{ 1, 0 }, { 2, 0 }, { 5, 0 }, { 3, 1 }
	};
	struct pxt_log_reader *reader;

	for (unsigned i = 0; i < 4; i++) {
		forge_header(VERSION_AT, other_versions[i], 2);
		ck_assert_int_eq(pxt_log_open(sample.fd, &reader), EINVAL);
	}
	forge_header(ORDER_AT, other_order, 2);
	ck_assert_int_eq(pxt_log_open(sample.fd, &reader), EINVAL);
	put_at(0, bytes, sample.length);
	ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
}
END_TEST

/* As it was written before HEADER stood twice. */
static void make_old(uint8_t version)
{
	static const uint8_t none[4];
	uint8_t old[PXT_LOG_COPY_AT];
	size_t span;

	forge_header(VERSION_AT, none, sizeof(none));
	span = (size_t)sample.start - PXT_LOG_COPY_AT;
	ck_assert_int_eq(pread(sample.fd, old, PXT_LOG_PREAMBLE_SIZE + span, 0),
			 PXT_LOG_PREAMBLE_SIZE + span);
	old[8] = version;
	put_at(0, old, PXT_LOG_PREAMBLE_SIZE + span);
	put_at(PXT_LOG_PREAMBLE_SIZE + span, bytes + sample.start,
	       sample.length - sample.start);
	ck_assert_int_eq(
		ftruncate(sample.fd, (off_t)(PXT_LOG_PREAMBLE_SIZE + span +
					     sample.length - sample.start)),
		0);
}

START_TEST(logs_of_older_versions_are_read)
{
	for (uint8_t version = 1; version <= 2; version++) {
		make_old(version);
		ck_assert_int_eq(open_and_read(sample.fd, &seen), 0);
		ck_assert(has_chunks(&seen, ALL_CHUNKS));
		ck_assert_uint_eq(seen.damage.count, 0);
	}
}
END_TEST

START_TEST(an_old_log_needs_its_preamble)
{
	static const uint8_t versions[][2] = { { 0, 0 }, { 3, 0 }, { 2, 1 } };
	static const uint8_t other_order[4] = { 0x0a, 0x0b, 0x0c, 0x0d };
	struct pxt_log_reader *reader;

	make_old(2);
	for (unsigned i = 0; i < 3; i++) {
		put_at(8, versions[i], 2);
		ck_assert_int_eq(pxt_log_open(sample.fd, &reader), EINVAL);
	}
	make_old(2);
	put_at(12, other_order, 4);
	ck_assert_int_eq(pxt_log_open(sample.fd, &reader), EINVAL);
}
END_TEST

/* OPN-04 OPN-05 */
START_TEST(rewinding_leads_back_to_the_first_event)
{
	struct pxt_log_reader *reader = open_log(sample.fd);
	struct pxt_event event;
	struct pxt_merge *merge;

	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(pxt_merge_next(merge, &event), 0);

	for (int i = 0; i < 2; i++) {
		pxt_merge_reset(merge);
		pxt_log_reader_rewind(reader);
		memset(&seen, 0, sizeof(seen));
		drain(reader, merge, &seen);
		ck_assert(has_chunks(&seen, ALL_CHUNKS));
	}
	ck_assert_uint_eq(seen.damage.count, 0);
	expect_knowledge(reader);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}
END_TEST

/* OPN-24 */
START_TEST(a_growing_file_is_read_on)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	int fd = sample_file();
	unsigned found = 0;

	ck_assert_int_eq(write(fd, bytes, sample.start), sample.start);
	reader = open_log(fd);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);

	memset(&seen, 0, sizeof(seen));
	for (uint64_t at = sample.start; at < sample.length; at++) {
		drain(reader, merge, &seen);
		ck_assert_int_eq(seen.err, ENODATA);
		ck_assert_uint_eq(seen.damage.count, 1);
		ck_assert_int_eq(write(fd, bytes + at, 1), 1);
	}
	drain(reader, merge, &seen);
	ck_assert_uint_eq(seen.damage.count, 0);

	/* Later chunks had earlier events, too: each comes when it can. */
	ck_assert_uint_eq(seen.count, EVENTS);
	for (unsigned n = 0; n < EVENTS; n++)
		found |= 1u << (seen.event[n].ticks / 10 - 101);
	ck_assert_uint_eq(found, (1u << EVENTS) - 1);

	expect_knowledge(reader);
	ck_assert_ptr_nonnull(pxt_log_reader_end(reader));
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
	close(fd);
}
END_TEST

/* The threads' chunks overlap: as long as the log may grow, what the one that
 * comes next may precede has to wait. */
START_TEST(a_log_that_is_followed_gives_its_events_in_order)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	int fd = sample_file();

	ck_assert_int_eq(write(fd, bytes, sample.start), sample.start);
	reader = open_log(fd);
	pxt_log_reader_follow(reader, true);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);

	memset(&seen, 0, sizeof(seen));
	for (uint64_t at = sample.start; at < sample.length; at++) {
		drain(reader, merge, &seen);
		ck_assert_int_eq(seen.err, ENODATA);
		ck_assert_int_eq(write(fd, bytes + at, 1), 1);
		if (at == sample.end[1])
			ck_assert_uint_eq(seen.count, 0);
		if (at == sample.end[2])
			ck_assert_uint_eq(seen.count, 6);
	}
	drain(reader, merge, &seen);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	ck_assert_uint_eq(seen.damage.count, 0);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
	close(fd);
}
END_TEST

START_TEST(who_follows_no_more_gets_the_rest)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;

	ck_assert_int_eq(ftruncate(sample.fd, (off_t)sample.end[1]), 0);
	reader = open_log(sample.fd);
	pxt_log_reader_follow(reader, true);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	memset(&seen, 0, sizeof(seen));
	drain(reader, merge, &seen);
	ck_assert_uint_eq(seen.count, 0);

	pxt_log_reader_follow(reader, false);
	drain(reader, merge, &seen);
	ck_assert_int_eq(seen.err, ENODATA);
	ck_assert(has_chunks(&seen, 1 << 0 | 1 << 1));

	/* And goes on, if there is more after all. */
	pxt_log_reader_follow(reader, true);
	put_at(sample.end[1], bytes + sample.end[1],
	       sample.length - sample.end[1]);
	drain(reader, merge, &seen);
	ck_assert(has_chunks(&seen, ALL_CHUNKS));
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}
END_TEST

/* OPN-14 OPN-19 */
START_TEST(readers_do_not_disturb_each_other_nor_the_position)
{
	struct pxt_log_reader *readers[2];
	struct pxt_merge *merges[2];
	struct pxt_event event;

	ck_assert_int_eq(lseek(sample.fd, 77, SEEK_SET), 77);
	for (int r = 0; r < 2; r++) {
		readers[r] = open_log(sample.fd);
		ck_assert_int_eq(
			pxt_merge_create(pxt_log_reader_source(readers[r]),
					 &merges[r]),
			0);
	}
	for (unsigned i = 0; i < EVENTS; i++) {
		for (int r = 0; r < 2; r++) {
			ck_assert_int_eq(pxt_merge_next(merges[r], &event), 0);
			ck_assert(is_expected(&event, i));
		}
	}
	for (int r = 0; r < 2; r++) {
		pxt_merge_close(merges[r]);
		pxt_log_reader_close(readers[r]);
	}
	ck_assert_int_eq(lseek(sample.fd, 0, SEEK_CUR), 77);
}
END_TEST

START_TEST(a_long_log_is_read_in_little_memory)
{
	enum { MANY = 3000, LITTLE = 512 << 10 };
	struct pxt_log_chunk chunk = { .events = 1,
				       .context = contexts[0],
				       .context_ticks = 1000 };
	static uint8_t records[10 << 10], data[10000];
	struct pxt_log_writer *writer;
	struct pxt_log_header header;
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	struct pxt_event event;
	struct mallinfo2 used = mallinfo2();
	const size_t before = used.uordblks + used.hblkhd;
	int fd = sample_file();
	size_t len;

	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(fd, &header, &writer), 0);
	for (uint64_t i = 1; i <= MANY; i++) {
		chunk.sequence = i;
		chunk.first = chunk.last = chunk.floor = 1000 * i;
		len = add_record(records, chunk.first, 16, data, sizeof(data));
		ck_assert_int_eq(
			pxt_log_put_chunk(writer, &chunk, records, len), 0);
	}
	pxt_log_writer_close(writer);

	reader = open_log(fd);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	for (uint64_t i = 1; i <= MANY; i++) {
		ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
		ck_assert_uint_eq(event.ticks, 1000 * i);
		used = mallinfo2();
		ck_assert_uint_lt(used.uordblks + used.hblkhd, before + LITTLE);
	}
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_reader");
	TCase *whole = tcase_create("whole");

	tcase_add_checked_fixture(whole, setup, teardown);
	tcase_add_test(whole, the_header_comes_back_as_it_was);
	tcase_add_test(whole, an_earlier_header_says_nothing_of_the_machine);
	tcase_add_test(whole, the_events_of_all_chunks_come_back_in_order);
	tcase_add_test(whole, names_processes_and_status_are_known_at_open);
	tcase_add_test(whole, a_process_comes_back_with_its_modules);
	tcase_add_test(whole, types_are_listed_by_family);
	tcase_add_test(
		whole,
		a_log_without_end_tells_names_and_processes_all_the_same);
	tcase_add_test(whole, what_is_no_log_is_refused);
	tcase_add_test(whole, another_version_or_byte_order_is_refused);
	tcase_add_test(whole, logs_of_older_versions_are_read);
	tcase_add_test(whole, an_old_log_needs_its_preamble);
	tcase_add_test(whole, rewinding_leads_back_to_the_first_event);
	tcase_add_test(whole, a_growing_file_is_read_on);
	tcase_add_test(whole, a_log_that_is_followed_gives_its_events_in_order);
	tcase_add_test(whole, who_follows_no_more_gets_the_rest);
	tcase_add_test(whole,
		       readers_do_not_disturb_each_other_nor_the_position);
	tcase_add_test(whole, a_long_log_is_read_in_little_memory);
	tcase_set_timeout(whole, 60);
	suite_add_tcase(suite, whole);

	return run_suite(suite);
}
