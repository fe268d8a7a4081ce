/* check_log_resume.c - a log goes on after its writer */
#include <fcntl.h>

#include "log/full_log.h"
#include "run.h"

/* A copy of the log, of its first bytes. */
static int copy_of(int from, uint64_t size)
{
	static uint8_t bytes[FILE_MAX];
	int fd = sample_file();

	ck_assert_int_eq(pread(from, bytes, size, 0), (ssize_t)size);
	ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
	return fd;
}

/* Going on where a writer died */

struct chunks {
	unsigned count;
	uint64_t last;
	uint64_t records;
};

static void note(void *arg, const struct pxt_log_chunk *chunk, size_t len)
{
	struct chunks *chunks = arg;

	chunks->count++;
	chunks->records += len;
	if (chunk->last > chunks->last)
		chunks->last = chunk->last;
}

static int resume(struct chunks *chunks)
{
	memset(chunks, 0, sizeof(*chunks));
	return pxt_log_resume(full.fd, note, chunks, &full.writer);
}

static void must_resume(void)
{
	struct chunks chunks;

	ck_assert_int_eq(resume(&chunks), 0);
}

/* Where there was one before the log was cut. */
static void expect_description(void)
{
	struct pxt_log_reader *reader;
	const char *text;

	ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
	text = pxt_log_reader_description(reader, 1, 16);
	ck_assert(!full.described || (text && !strcmp(text, "int a")));
	pxt_log_reader_close(reader);
}

/* Go on with a copy of the log that has these bytes: what was whole is there,
 * what comes now, if anything, as well, and nothing is damaged. */
static void go_on(uint64_t size, unsigned count)
{
	const struct full original = full;
	uint64_t whole;

	full.fd = copy_of(original.fd, size);
	get_all(full.fd);
	whole = got.last;
	must_resume();
	if (count) {
		must_put(count);
		whole = full.ticks;
	}
	put_name(full.writer, 1, 18, "gamma");
	must_end();
	expect_description();

	get_all(full.fd);
	ck_assert_uint_eq(got.last, whole);
	ck_assert_msg(!got.damage.count, "cut at %llu: %s",
		      (unsigned long long)size, got.damage.what);
	ck_assert_uint_ge(got.names, 2);
	end();
	full = original;
}

static void go_on_with_copy(uint64_t size)
{
	static unsigned turn;

	go_on(size, turn++ % 3);
}

static void cut_everywhere(uint64_t from)
{
	const uint64_t to = pxt_log_length(full.writer);

	for (uint64_t size = from; size <= to; size += SANITIZED ? 7 : 1)
		go_on_with_copy(size);
}

START_TEST(a_log_that_was_cut_anywhere_is_gone_on_with)
{
	static const uint32_t policies[] = { POSIX_TRACE_APPEND,
					     POSIX_TRACE_UNTIL_FULL,
					     POSIX_TRACE_LOOP };
	uint64_t from;

	for (unsigned i = 0; i < 3; i++) {
		begin(policies[i]);
		put_name(full.writer, 1, 16, "alpha");
		put_description(full.writer, 16, "int a");
		full.described = true;
		must_put(3);
		from = pxt_log_length(full.writer);
		put_name(full.writer, 1, 17, "beta");
		put_process(full.writer, 100, "the-program");
		must_put(1);
		cut_everywhere(from + pxt_log_section_span(13));
		end();
	}
}
END_TEST

/* Make all of them unreadable. */
static void spoil_segments(void)
{
	const uint64_t size = file_size(full.fd);
	uint8_t head[8];

	for (uint64_t at = START; at + sizeof(head) <= size; at += 8) {
		ck_assert_int_eq(pread(full.fd, head, sizeof(head), (off_t)at),
				 sizeof(head));
		if (!memcmp(head, "PTLS\6", 5))
			ck_assert_int_eq(pwrite(full.fd, "X", 1, (off_t)at), 1);
	}
}

/* What may not grow any more, and has nothing that may be overwritten. */
START_TEST(a_full_loop_whose_segments_are_all_damaged_is_gone_on_with)
{
	begin(POSIX_TRACE_LOOP);
	while ((full.ticks + 2 * THREADS) * (RECORD + 32) + 200 < LOG_SIZE)
		must_put(2);
	ck_assert(!pxt_log_has_overwritten(full.writer));
	pxt_log_writer_close(full.writer);
	spoil_segments();
	must_resume();
	for (int i = 0; i < 100; i++)
		must_put(10);
	must_end();

	get_all(full.fd);
	ck_assert_uint_eq(got.last, full.ticks);
	end();
}
END_TEST

static uint64_t header_end(void)
{
	struct pxt_log_section section;
	uint8_t head[PXT_LOG_SECTION_SIZE];

	ck_assert_int_eq(
		pread(full.fd, head, sizeof(head), PXT_LOG_PREAMBLE_SIZE),
		sizeof(head));
	ck_assert_int_eq(pxt_log_section_decode(&section, NULL, head), 0);
	return PXT_LOG_PREAMBLE_SIZE + pxt_log_section_span(section.len);
}

/* Where HEADER has not been written twice yet. */
START_TEST(a_log_that_was_cut_at_its_beginning_is_gone_on_with)
{
	static const uint32_t policies[] = { POSIX_TRACE_APPEND,
					     POSIX_TRACE_UNTIL_FULL,
					     POSIX_TRACE_LOOP };
	uint64_t header, step;

	for (unsigned i = 0; i < 3; i++) {
		begin(policies[i]);
		header = header_end();
		end();
		for (uint64_t size = header; size < START + header;
		     size += step) {
			begin(policies[i]);
			ck_assert_int_eq(ftruncate(full.fd, (off_t)size), 0);
			pxt_log_writer_close(full.writer);
			must_resume();
			must_put(3);
			must_end();
			get_all(full.fd);
			ck_assert_uint_eq(got.last, full.ticks);
			ck_assert_uint_eq(got.damage.count, 0);
			end();
			step = size > header && size < START - 8 ? 509 : 1;
		}
	}
}
END_TEST

/* Behind the tail. */
START_TEST(a_full_log_that_was_cut_in_its_tail_is_gone_on_with)
{
	uint64_t from;

	begin(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	put_name(full.writer, 1, 17, "beta");
	put_much(LOG_SIZE * 5 / 2);
	from = pxt_log_length(full.writer);
	put_process(full.writer, 100, "the-program");
	put_name(full.writer, 1, 19, "delta");
	cut_everywhere(from);
	end();
}
END_TEST

/* Whatever the moment, going on tells the same and loses nothing. */
START_TEST(a_loop_goes_on_from_any_moment)
{
	struct chunks chunks;

	begin(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	for (unsigned i = 0; i < 300; i++) {
		const bool turned = pxt_log_has_overwritten(full.writer);
		const size_t room = pxt_log_room(full.writer);

		pxt_log_writer_close(full.writer);
		ck_assert_int_eq(resume(&chunks), 0);
		ck_assert_uint_eq(chunks.last, full.ticks);
		ck_assert_int_eq(pxt_log_has_overwritten(full.writer), turned);
		ck_assert_uint_eq(pxt_log_room(full.writer), room);
		must_put(1 + i * 5 % 11);
		if (i % 10 == 0) {
			get_all(full.fd);
			ck_assert(got.gapless);
			ck_assert_uint_eq(got.last, full.ticks);
			ck_assert_uint_eq(got.damage.count, 1);
		}
	}
	must_end();
	expect_newest(0);
	end();
}
END_TEST

START_TEST(how_full_a_log_is_outlives_its_writer)
{
	struct chunks chunks;
	size_t room;

	begin(POSIX_TRACE_UNTIL_FULL);
	must_put(10);
	room = pxt_log_room(full.writer);
	pxt_log_writer_close(full.writer);
	ck_assert_int_eq(resume(&chunks), 0);
	ck_assert_uint_eq(chunks.count, THREADS);
	ck_assert_uint_eq(chunks.records, THREADS * (64 + 10 * RECORD));
	ck_assert_uint_eq(pxt_log_room(full.writer), room);
	ck_assert(!pxt_log_is_full(full.writer));

	put_last();
	pxt_log_writer_close(full.writer);
	must_resume();
	ck_assert(pxt_log_is_full(full.writer));
	ck_assert_uint_eq(pxt_log_room(full.writer), 0);
	end();
}
END_TEST

/* A loss behind the last chunk, with a reason. */
static int put_rest(void)
{
	static const char reasons[40] = "a reason of this many bytes is told";
	const struct pxt_loss loss = { .count = 1 };
	struct pxt_log_chunk chunk = {
		.sequence = full.sequence++,
		.first = full.ticks + 1,
		.last = full.ticks + 1,
		.lost = 1,
		.reasons = reasons,
		.reasons_len = sizeof(reasons),
	};
	uint8_t records[128];
	const size_t len = add_record(records, chunk.first, PXT_RECORD_LOSS,
				      &loss, sizeof(loss));

	return pxt_log_put_rest(full.writer, &chunk, records, len);
}

START_TEST(reasons_take_the_reserve_of_the_next_writer)
{
	unsigned alone = 0, in_turn = 0;

	begin(POSIX_TRACE_UNTIL_FULL);
	must_put(10);
	put_last();
	while (alone < PXT_LOG_RESERVE && !put_rest())
		alone++;
	end();
	ck_assert_uint_eq(alone, 1);

	begin(POSIX_TRACE_UNTIL_FULL);
	must_put(10);
	put_last();
	while (in_turn < PXT_LOG_RESERVE && !put_rest()) {
		in_turn++;
		pxt_log_writer_close(full.writer);
		must_resume();
	}
	end();
	ck_assert_uint_eq(in_turn, alone);
}
END_TEST

/* Where the newest chunk of a copy lies: the one with the greatest ticks that
 * is read from there. */
static uint64_t find_newest_chunk(const uint8_t *bytes, uint64_t size,
				  const uint8_t *uuid, uint64_t *len)
{
	struct pxt_log_section section;
	uint64_t at = 0, number = 0;

	for (uint64_t i = 0; i + PXT_LOG_SECTION_SIZE <= size; i += 8)
		if (!pxt_log_section_decode(&section, uuid, bytes + i) &&
		    section.type == PXT_LOG_CHUNK && section.number > number) {
			at = i;
			number = section.number;
			*len = section.len;
		}
	return at;
}

/* The newest chunk of a full log lies in the middle of the file. */
START_TEST(a_section_torn_in_the_middle_is_written_over)
{
	static uint8_t bytes[FILE_MAX];
	const uint8_t *uuid = bytes + 48;
	uint64_t size, at, len;
	int fd;

	begin(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	put_name(full.writer, 1, 17, "beta");
	put_much(LOG_SIZE * 5 / 2);
	size = pxt_log_length(full.writer);
	ck_assert_int_eq(pread(full.fd, bytes, size, 0), (ssize_t)size);
	at = find_newest_chunk(bytes, size, uuid, &len);
	ck_assert_uint_gt(at, 0);

	fd = full.fd;
	full.fd = copy_of(fd, size);
	close(fd);
	for (uint64_t i = 0; i < PXT_LOG_SECTION_SIZE + len; i += 5) {
		bytes[at + i] ^= 0x40;
		ck_assert_int_eq(pwrite(full.fd, bytes, size, 0),
				 (ssize_t)size);
		bytes[at + i] ^= 0x40;
		go_on_with_copy(size);
	}
	end();
}
END_TEST

START_TEST(what_has_its_end_or_is_no_log_is_left_alone)
{
	struct pxt_log_writer *writer;
	struct chunks chunks;
	int null = open("/dev/null", O_RDWR), reading;
	char path[32];

	begin(POSIX_TRACE_LOOP);
	put_much(2 * LOG_SIZE);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", full.fd);
	reading = open(path, O_RDONLY);
	ck_assert_int_ge(reading, 0);
	ck_assert_int_eq(pxt_log_resume(reading, note, &chunks, &writer),
			 EBADF);
	ck_assert_int_eq(pxt_log_resume(null, note, &chunks, &writer), EINVAL);

	must_end();
	ck_assert_int_eq(pxt_log_resume(full.fd, note, &chunks, &writer),
			 EALREADY);
	ck_assert_uint_eq(file_size(full.fd), pxt_log_length(full.writer));

	ck_assert_int_eq(ftruncate(full.fd, 0), 0);
	ck_assert_int_eq(pxt_log_resume(full.fd, note, &chunks, &writer),
			 EINVAL);
	close(null);
	close(reading);
	end();
}
END_TEST

START_TEST(a_budget_bounds_what_is_read_before_anything_is_written)
{
	struct pxt_log_writer *writer;
	uint64_t budget = 1000, length;

	begin(POSIX_TRACE_APPEND);
	put_much(LOG_SIZE);
	length = file_size(full.fd);
	ck_assert_int_eq(
		pxt_log_resume_within(full.fd, &budget, NULL, NULL, &writer),
		ETIMEDOUT);
	ck_assert_uint_eq(budget, 0);
	ck_assert_uint_eq(file_size(full.fd), length);

	budget = UINT64_MAX;
	ck_assert_int_eq(
		pxt_log_resume_within(full.fd, &budget, NULL, NULL, &writer),
		0);
	ck_assert_uint_lt(budget, UINT64_MAX);
	pxt_log_writer_close(writer);
	end();
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("log_resume");
	TCase *going_on = tcase_create("resume");
	tcase_add_test(going_on, a_log_that_was_cut_anywhere_is_gone_on_with);
	tcase_add_test(going_on,
		       a_log_that_was_cut_at_its_beginning_is_gone_on_with);
	tcase_add_test(going_on,
		       a_full_log_that_was_cut_in_its_tail_is_gone_on_with);
	tcase_add_test(
		going_on,
		a_full_loop_whose_segments_are_all_damaged_is_gone_on_with);
	tcase_add_test(going_on, a_loop_goes_on_from_any_moment);
	tcase_add_test(going_on, how_full_a_log_is_outlives_its_writer);
	tcase_add_test(going_on, reasons_take_the_reserve_of_the_next_writer);
	tcase_add_test(going_on, a_section_torn_in_the_middle_is_written_over);
	tcase_add_test(going_on, what_has_its_end_or_is_no_log_is_left_alone);
	tcase_add_test(going_on,
		       a_budget_bounds_what_is_read_before_anything_is_written);
	suite_add_tcase(suite, going_on);
	return suite;
}

int main(void)
{
	return run_suite(suite());
}
