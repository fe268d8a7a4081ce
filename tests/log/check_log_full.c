/*
 * check_log_full.c - logs that are full: limits, overwriting, clearing, and
 * going on where another writer died
 *
 * The events here have ticks 1, 2, 3... Three threads make them in turn, so
 * that the times of their chunks overlap, and what is read back shows at once
 * whether it is the newest and has no gap.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "sample.h"
#include "sanitizers.h"
#include "run.h"

enum {
	LOG_SIZE = 24 << 10,
	DATA = 64,
	RECORD = 88, /* with that much data */
	THREADS = 3,
	FILE_MAX = 2 * LOG_SIZE + (512 << 10),
	START = 4096, /* bytes before HEADER stands once more */
	LOOPS = 20, /* times the size of a log that some tests write */
};

/* A log that is written, and what was put into it. */
struct full {
	int fd;
	struct pxt_log_writer *writer;
	uint64_t ticks;	   /* of the event put last */
	uint64_t sequence; /* of the next chunk */
	uint64_t last;	   /* the greatest ticks in any chunk */
	bool described;	   /* type 16 is */
};

static struct full full;

/* What a reader delivered. */
struct got {
	uint64_t first, last, count;
	bool gapless;
	bool in_order; /* let each event come behind the one before */
	uint8_t round; /* else, from 1 to 255: let none come twice in one */
	unsigned names;
	struct pxt_log_damage damage;
};

static struct got got;

static void full_header(struct pxt_log_header *header, uint32_t policy)
{
	sample_header(header);
	header->attr.log_policy = policy;
	header->attr.max_data = DATA;
	header->attr.stream_size = LOG_SIZE;
	header->attr.log_size = LOG_SIZE;
	ck_assert_int_eq(pxt_attr_check(&header->attr), 0);
}

static void begin(uint32_t policy)
{
	struct pxt_log_header header;

	full_header(&header, policy);
	memset(&full, 0, sizeof(full));
	full.fd = sample_file();
	ck_assert_int_eq(pxt_log_create(full.fd, &header, &full.writer), 0);
}

static void end(void)
{
	pxt_log_writer_close(full.writer);
	close(full.fd);
}

/* Events `from`, from + THREADS... behind a context. */
static size_t make_records(uint8_t *records, uint64_t from, unsigned count,
			   struct pxt_log_chunk *chunk)
{
	const struct pxt_context *context = &contexts[from % 2];
	uint64_t data[DATA / 8] = { 0 };
	size_t len;

	*chunk = (struct pxt_log_chunk){
		.sequence = full.sequence++,
		.events = count,
		.first = from,
		.last = from + THREADS * (count - 1),
	};
	len = add_record(records, from, PXT_RECORD_CONTEXT, context,
			 sizeof(*context));
	for (unsigned i = 0; i < count; i++) {
		data[0] = from + THREADS * i;
		len += add_record(records + len, data[0], 16, data,
				  sizeof(data));
	}
	return len;
}

/* One chunk of one thread: what does not fit goes to another one. */
static int put_thread(uint64_t from, unsigned count, uint64_t floor)
{
	uint8_t records[8192];
	struct pxt_log_chunk chunk;
	unsigned part;
	size_t len;
	int err;

	for (; count; count -= part, from += THREADS * part) {
		part = count;
		do
			len = make_records(records, from, part, &chunk);
		while (len > pxt_log_room(full.writer) && --part);
		if (!part)
			return ENOSPC;
		chunk.floor = part == count ? floor : 0;
		err = pxt_log_put_chunk(full.writer, &chunk, records, len);
		if (err)
			return err;
		full.last = chunk.last;
	}
	return 0;
}

/* `count` events of each thread. */
static int put(unsigned count)
{
	const uint64_t next = full.ticks + 1;
	int err = 0;

	for (unsigned i = 0; i < THREADS && !err; i++)
		err = put_thread(next + i, count,
				 i + 1 < THREADS ? 0 : next + THREADS * count);
	if (!err)
		full.ticks += THREADS * count;
	return err;
}

static void must_put(unsigned count)
{
	ck_assert_int_eq(put(count), 0);
}

/* Sections of all sizes, to that many bytes of data. */
static void put_much(uint64_t bytes)
{
	const uint64_t until = full.ticks + bytes / DATA;

	for (unsigned i = 0; full.ticks < until; i++)
		must_put(1 + i * 7 % 13);
}

static void must_end(void)
{
	const struct pxt_log_end status = { .log_full = 1 };

	ck_assert_int_eq(pxt_log_put_end(full.writer, &status), 0);
}

static unsigned count_names(const struct pxt_log_reader *reader)
{
	unsigned count = 0;
	uint32_t type = 0;

	while ((type = pxt_log_reader_next_type(reader, 1, type)))
		count++;
	return count;
}

static void note_once(uint64_t ticks)
{
	static uint8_t seen_already[4 << 20];

	ck_assert_uint_lt(ticks, sizeof(seen_already));
	ck_assert_uint_ne(seen_already[ticks], got.round);
	seen_already[ticks] = got.round;
}

/* What there is now, behind what was got before. */
static void get(struct pxt_log_reader *reader, struct pxt_merge *merge)
{
	struct pxt_event event;
	int err;

	while (!(err = pxt_merge_next(merge, &event))) {
		ck_assert_uint_eq(event.len, DATA);
		ck_assert(!memcmp(event.data, &event.ticks, 8));
		if (got.in_order)
			ck_assert_uint_gt(event.ticks, got.last);
		else
			note_once(event.ticks);
		if (!got.count++)
			got.first = event.ticks;
		else if (event.ticks != got.last + 1)
			got.gapless = false;
		got.last = event.ticks;
	}
	ck_assert_int_eq(err, ENODATA);
	pxt_log_reader_damage(reader, &got.damage);
	got.names = count_names(reader);
}

static void forget(void)
{
	memset(&got, 0, sizeof(got));
	got.gapless = true;
	got.in_order = true;
}

static void get_now(int fd)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	get(reader, merge);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}

static void get_all(int fd)
{
	forget();
	get_now(fd);
}

static uint64_t file_size(int fd)
{
	struct stat status;

	ck_assert_int_eq(fstat(fd, &status), 0);
	return (uint64_t)status.st_size;
}

/* The log has the newest events, and enough of them. */
static void expect_newest(unsigned damage)
{
	get_all(full.fd);
	ck_assert(got.gapless);
	ck_assert_uint_eq(got.last, full.ticks);
	ck_assert_uint_ge(got.count * DATA, LOG_SIZE / 4);
	ck_assert_uint_le(file_size(full.fd), FILE_MAX);
	ck_assert_msg(got.damage.count == damage, "%s", got.damage.what);
}

/* A copy of the log, of its first bytes. */
static int copy_of(int from, uint64_t size)
{
	static uint8_t bytes[FILE_MAX];
	int fd = sample_file();

	ck_assert_int_eq(pread(from, bytes, size, 0), (ssize_t)size);
	ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
	return fd;
}

/* APPEND */

START_TEST(a_log_that_is_appended_to_is_never_full)
{
	begin(POSIX_TRACE_APPEND);
	put_much(LOOPS * LOG_SIZE);
	ck_assert_uint_gt(pxt_log_room(full.writer), 60 << 20);
	ck_assert(!pxt_log_is_full(full.writer));
	ck_assert(!pxt_log_has_overwritten(full.writer));
	must_end();

	get_all(full.fd);
	ck_assert_uint_eq(got.count, full.ticks);
	end();
}
END_TEST

/* UNTIL_FULL */

static void put_last(void)
{
	uint8_t records[512];
	struct pxt_log_chunk chunk;
	size_t len;

	len = make_records(records, full.ticks + 1, 1, &chunk);
	ck_assert_uint_le(len, PXT_LOG_RESERVE);
	ck_assert_int_eq(pxt_log_put_last(full.writer, &chunk, records, len),
			 0);
	full.ticks++;
}

static void fill(unsigned count)
{
	size_t room = pxt_log_room(full.writer);
	int err;

	while (!(err = put_thread(full.ticks + 1, count, 0))) {
		full.ticks = full.last;
		ck_assert_uint_lt(pxt_log_room(full.writer), room);
		room = pxt_log_room(full.writer);
	}
	ck_assert_int_eq(err, ENOSPC);
	full.ticks = full.last;
}

START_TEST(a_log_until_full_takes_what_it_may_and_one_last_chunk)
{
	uint8_t records[512] = { 0 };
	struct pxt_log_chunk chunk = { .events = 0 };

	begin(POSIX_TRACE_UNTIL_FULL);
	ck_assert_uint_eq(pxt_log_room(full.writer),
			  LOG_SIZE - PXT_LOG_RESERVE);
	fill(20);
	ck_assert(!pxt_log_is_full(full.writer));
	ck_assert_int_eq(pxt_log_put_last(full.writer, &chunk, records, 264),
			 EMSGSIZE);
	put_last();

	ck_assert(pxt_log_is_full(full.writer));
	ck_assert(!pxt_log_has_overwritten(full.writer));
	ck_assert_uint_eq(pxt_log_room(full.writer), 0);
	ck_assert_int_eq(pxt_log_put_chunk(full.writer, &chunk, records, 8),
			 EMSGSIZE);
	ck_assert_int_eq(pxt_log_put_last(full.writer, &chunk, records, 8),
			 EMSGSIZE);
	put_name(full.writer, 1, 16, "names are no events");
	must_end();

	get_all(full.fd);
	ck_assert_uint_eq(got.last, full.ticks);
	ck_assert_uint_eq(got.names, 1);
	ck_assert_uint_ge(got.count * RECORD, LOG_SIZE * 9 / 10);
	ck_assert_uint_le(got.count * RECORD, LOG_SIZE);
	end();
}
END_TEST

START_TEST(many_small_sections_fill_the_file_before_the_log)
{
	begin(POSIX_TRACE_UNTIL_FULL);
	fill(1);
	put_last();
	must_end();

	ck_assert_uint_le(file_size(full.fd), 2 * LOG_SIZE + 2048 + START);
	get_all(full.fd);
	ck_assert_uint_ge(got.count * DATA, LOG_SIZE / 4);
	end();
}
END_TEST

/* LOOP */

START_TEST(a_log_that_never_fills_is_read_as_any_other)
{
	begin(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	put_much(LOG_SIZE / 2);
	ck_assert(!pxt_log_is_full(full.writer));
	ck_assert(!pxt_log_has_overwritten(full.writer));
	must_end();

	get_all(full.fd);
	ck_assert_uint_eq(got.first, 1);
	ck_assert_uint_eq(got.count, full.ticks);
	ck_assert_uint_eq(got.damage.count, 0);
	ck_assert_uint_eq(got.names, 1);
	end();
}
END_TEST

START_TEST(a_full_log_has_the_newest_events_without_a_gap)
{
	begin(POSIX_TRACE_LOOP);
	put_much(LOG_SIZE);
	for (unsigned i = 0; i < LOOPS * 10; i++) {
		put_much(LOG_SIZE / 10);
		expect_newest(1); /* no end yet */
	}
	ck_assert(pxt_log_has_overwritten(full.writer));
	ck_assert(pxt_log_is_full(full.writer));
	must_end();

	expect_newest(0);
	ck_assert_uint_le(got.count * RECORD, LOG_SIZE);
	end();
}
END_TEST

/* However small or large sections are, and were before. */
START_TEST(sections_of_any_size_keep_the_limits)
{
	for (unsigned before = 1; before < 64; before += 31)
		for (unsigned after = 1; after < 64; after += 31) {
			begin(POSIX_TRACE_LOOP);
			for (unsigned i = 0; i < 500; i += before)
				must_put(before);
			for (unsigned i = 0; i < 1500; i += after)
				must_put(after);
			must_end();
			get_all(full.fd);
			ck_assert(got.gapless);
			ck_assert_uint_eq(got.last, full.ticks);
			ck_assert_uint_eq(got.damage.count, 0);
			ck_assert_uint_ge(got.count * DATA, LOG_SIZE / 6);
			ck_assert_uint_le(got.count * RECORD, LOG_SIZE * 5 / 4);
			ck_assert_uint_le(file_size(full.fd),
					  2 * LOG_SIZE + 4096 + START);
			end();
		}
}
END_TEST

START_TEST(any_record_fits_whatever_was_written_before)
{
	const size_t least = pxt_attr_system_event_size() +
			     pxt_record_span(sizeof(struct pxt_context));

	begin(POSIX_TRACE_LOOP);
	for (unsigned i = 0; i < 600; i++) {
		ck_assert_uint_ge(pxt_log_room(full.writer), least);
		must_put(1 + i % 3);
	}
	end();
}
END_TEST

/* Events that are nearly as large as the log. */
START_TEST(a_log_of_few_large_events_has_the_newest)
{
	static uint8_t records[256 << 10], data[200 << 10];
	struct pxt_log_chunk chunk = { .events = 1 };
	struct pxt_log_header header;
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	struct pxt_event event;
	size_t len;

	begin(POSIX_TRACE_LOOP);
	full_header(&header, POSIX_TRACE_LOOP);
	header.attr.max_data = sizeof(data);
	header.attr.log_size = header.attr.stream_size = 230 << 10;
	pxt_log_writer_close(full.writer);
	ck_assert_int_eq(pxt_log_create(full.fd, &header, &full.writer), 0);

	for (uint64_t i = 1; i < 10; i++) {
		len = add_record(records, i, PXT_RECORD_CONTEXT, &contexts[0],
				 sizeof(contexts[0]));
		len += add_record(records + len, i, 16, data, sizeof(data));
		chunk.first = chunk.last = i;
		ck_assert_uint_ge(pxt_log_room(full.writer), len + 64);
		ck_assert_int_eq(
			pxt_log_put_chunk(full.writer, &chunk, records, len),
			0);
	}
	ck_assert(pxt_log_has_overwritten(full.writer));
	ck_assert_uint_le(file_size(full.fd), 972 << 10);

	ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	while (!pxt_merge_next(merge, &event))
		got.last = event.ticks;
	ck_assert_uint_eq(got.last, 9);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
	end();
}
END_TEST

static void expect_knowledge(unsigned names, const char *process)
{
	struct pxt_log_reader *reader;
	char name[32];

	ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
	ck_assert_uint_eq(count_names(reader), names);
	for (unsigned i = 0; i < names; i++) {
		snprintf(name, sizeof(name), "name %u", i);
		ck_assert_str_eq(pxt_log_reader_name(reader, 1, 16 + i), name);
		snprintf(name, sizeof(name), "int field_%u", i);
		ck_assert_str_eq(pxt_log_reader_description(reader, 1, 16 + i),
				 name);
	}
	ck_assert_str_eq(pxt_log_reader_process(reader, 0, 100)->name, process);
	pxt_log_reader_close(reader);
}

START_TEST(names_and_processes_outlive_many_rounds)
{
	char name[32];

	begin(POSIX_TRACE_LOOP);
	put_process(full.writer, 100, "before-exec");
	for (unsigned i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "name %u", i);
		put_name(full.writer, 1, 16 + i, name);
		snprintf(name, sizeof(name), "int field_%u", i);
		put_description(full.writer, 16 + i, name);
		if (i == 10)
			put_process(full.writer, 100, "the-program");
		put_much(LOG_SIZE / 10);
		if (i % 10 == 0)
			expect_knowledge(i + 1, i < 10 ? "before-exec" :
							 "the-program");
	}
	expect_newest(1);
	must_end();
	expect_newest(0);
	expect_knowledge(100, "the-program");
	end();
}
END_TEST

/* The tail does not fit the disk: the log is as before, and goes on later. */
static void meet_the_limit(void)
{
	struct rlimit limit;
	int err = 0;

	begin(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	while (pxt_log_length(full.writer) < LOG_SIZE)
		must_put(1);
	if (getrlimit(RLIMIT_FSIZE, &limit))
		abort();
	limit.rlim_cur = pxt_log_length(full.writer) + 100;
	if (setrlimit(RLIMIT_FSIZE, &limit))
		abort();
	for (unsigned i = 0; i < 1000 && !err; i++)
		err = put(1);
	limit.rlim_cur = limit.rlim_max;
	if (setrlimit(RLIMIT_FSIZE, &limit))
		abort();

	ck_assert_int_eq(err, EFBIG);
	ck_assert_uint_eq(file_size(full.fd), pxt_log_length(full.writer));
	get_all(full.fd);
	ck_assert_uint_eq(got.first, 1);
	ck_assert_uint_eq(got.damage.count, 1);
	end();
}

START_TEST(a_log_that_cannot_grow_stays_whole)
{
	pid_t child = fork();
	int status;

	if (!child) {
		meet_the_limit();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}
END_TEST

/* Clearing */

static void expect_cleared(uint64_t from)
{
	uint64_t first;

	ck_assert(!pxt_log_is_full(full.writer));
	ck_assert(!pxt_log_has_overwritten(full.writer));
	get_all(full.fd);
	ck_assert_uint_eq(got.count, 0);
	ck_assert_uint_eq(got.names, 2);
	ck_assert_uint_le(file_size(full.fd), 4096 + START);

	first = full.ticks + 1;
	must_put(5);
	get_all(full.fd);
	ck_assert_uint_eq(got.first, first);
	ck_assert_uint_eq(got.last, full.ticks);
	ck_assert_uint_gt(got.first, from);
}

START_TEST(a_cleared_log_has_its_names_and_begins_anew)
{
	static const uint32_t policies[] = { POSIX_TRACE_LOOP,
					     POSIX_TRACE_UNTIL_FULL };

	for (unsigned i = 0; i < 2; i++) {
		begin(policies[i]);
		put_name(full.writer, 1, 16, "alpha");
		put_process(full.writer, 100, "the-program");
		ck_assert_int_eq(pxt_log_clear(full.writer), 0);
		put_name(full.writer, 1, 17, "beta");
		expect_cleared(0);

		for (unsigned k = 0; k < 2; k++) {
			if (policies[i] == POSIX_TRACE_LOOP) {
				put_much(3 * LOG_SIZE);
			} else {
				fill(10);
				put_last();
			}
			ck_assert(pxt_log_is_full(full.writer));
			ck_assert_int_eq(pxt_log_clear(full.writer), 0);
			expect_cleared(full.ticks);
		}
		must_end();
		get_all(full.fd);
		ck_assert_uint_eq(got.damage.count, 0);
		end();
	}
}
END_TEST

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

	ck_assert_int_eq(pread(full.fd, head, sizeof(head),
			       PXT_LOG_PREAMBLE_SIZE),
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
	ck_assert_int_eq(pxt_log_resume_within(full.fd, &budget, NULL, NULL,
					       &writer),
			 ETIMEDOUT);
	ck_assert_uint_eq(budget, 0);
	ck_assert_uint_eq(file_size(full.fd), length);

	budget = UINT64_MAX;
	ck_assert_int_eq(pxt_log_resume_within(full.fd, &budget, NULL, NULL,
					       &writer),
			 0);
	ck_assert_uint_lt(budget, UINT64_MAX);
	pxt_log_writer_close(writer);
	end();
}
END_TEST

/* Damage */

static void damage_everywhere(bool ended)
{
	const uint64_t size = file_size(full.fd);
	const uint64_t most = 40; /* more than any chunk has */
	uint64_t before, first;
	uint8_t byte;

	get_all(full.fd);
	before = got.count;
	first = got.first;
	for (uint64_t at = 4096; at < size; at += SANITIZED ? 397 : 53) {
		ck_assert_int_eq(pread(full.fd, &byte, 1, (off_t)at), 1);
		byte ^= 0x10;
		ck_assert_int_eq(pwrite(full.fd, &byte, 1, (off_t)at), 1);
		get_all(full.fd);
		byte ^= 0x10;
		ck_assert_int_eq(pwrite(full.fd, &byte, 1, (off_t)at), 1);

		ck_assert_uint_le(got.count, before);
		ck_assert_uint_ge(got.first, first);
		if (!ended)
			continue;
		ck_assert_msg(got.count + most >= before, "byte %llu",
			      (unsigned long long)at);
		if (got.count < before)
			ck_assert_msg(got.damage.count, "byte %llu",
				      (unsigned long long)at);
		ck_assert_uint_eq(got.names, 2);
	}
	get_all(full.fd);
	ck_assert_uint_eq(got.damage.count, !ended);
}

START_TEST(damage_to_a_full_log_costs_little_and_is_told)
{
	begin(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	put_name(full.writer, 1, 17, "beta");
	put_much(LOG_SIZE * 7 / 2);
	damage_everywhere(false);
	must_end();
	damage_everywhere(true);
	end();
}
END_TEST

START_TEST(a_full_log_cut_anywhere_is_read_to_an_end)
{
	uint64_t size;

	begin(POSIX_TRACE_LOOP);
	put_much(LOG_SIZE * 7 / 2);
	must_end();
	for (size = file_size(full.fd) - 1; size > 1024;
	     size -= SANITIZED ? 499 : 101) {
		ck_assert_int_eq(ftruncate(full.fd, (off_t)size), 0);
		get_all(full.fd);
		ck_assert_uint_ge(got.damage.count, 1);
	}
	end();
}
END_TEST

/* While it is written */

START_TEST(a_log_is_read_while_it_is_overwritten)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;

	for (unsigned step = 1; step < 200; step = 2 * step + 1) {
		begin(POSIX_TRACE_LOOP);
		forget();
		ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
		ck_assert_int_eq(
			pxt_merge_create(pxt_log_reader_source(reader), &merge),
			0);
		for (unsigned i = 0; i < 2000; i += step) {
			must_put(step < 40 ? step : 40);
			for (unsigned k = 40; k < step; k += 40)
				must_put(40);
			get(reader, merge);
			ck_assert_uint_eq(got.last, full.ticks);
			ck_assert_msg(got.damage.count == 1, "%s",
				      got.damage.what);
		}
		/* Who keeps up misses nothing. */
		if (step < 64)
			ck_assert(got.gapless);
		must_end();

		pxt_log_reader_rewind(reader);
		pxt_merge_reset(merge);
		forget();
		get(reader, merge);
		ck_assert(got.gapless);
		ck_assert_uint_eq(got.last, full.ticks);
		ck_assert_uint_ge(got.count * DATA, LOG_SIZE / 4);
		ck_assert_uint_eq(got.damage.count, 0);
		ck_assert_ptr_nonnull(pxt_log_reader_end(reader));
		pxt_merge_close(merge);
		pxt_log_reader_close(reader);
		end();
	}
}
END_TEST

START_TEST(a_log_is_read_on_after_it_was_cleared)
{
	static const uint32_t policies[] = { POSIX_TRACE_LOOP,
					     POSIX_TRACE_UNTIL_FULL };
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	uint64_t cleared;

	for (unsigned i = 0; i < 2; i++) {
		begin(policies[i]);
		put_name(full.writer, 1, 16, "alpha");
		must_put(60);
		if (policies[i] == POSIX_TRACE_LOOP)
			put_much(2 * LOG_SIZE);
		forget();
		ck_assert_int_eq(pxt_log_open(full.fd, &reader), 0);
		ck_assert_int_eq(
			pxt_merge_create(pxt_log_reader_source(reader), &merge),
			0);
		get(reader, merge);
		ck_assert_uint_eq(got.last, full.ticks);

		cleared = full.ticks;
		ck_assert_int_eq(pxt_log_clear(full.writer), 0);
		must_put(3);
		get(reader, merge);
		ck_assert_uint_eq(got.last, full.ticks);
		ck_assert(got.gapless);

		pxt_merge_reset(merge);
		pxt_log_reader_rewind(reader);
		forget();
		get(reader, merge);
		ck_assert_uint_eq(got.first, cleared + 1);
		ck_assert_uint_eq(got.last, full.ticks);
		pxt_merge_close(merge);
		pxt_log_reader_close(reader);
		end();
	}
}
END_TEST

/* Two processes at the same time: whatever the reader meets half written, it
 * delivers no event twice, and calls nothing damaged. */
START_TEST(a_writer_at_work_never_looks_like_damage)
{
	unsigned round = 0;
	int go[2], status;
	pid_t child;
	char byte;

	begin(POSIX_TRACE_LOOP);
	put_name(full.writer, 1, 16, "alpha");
	must_put(20);
	ck_assert_int_eq(pipe(go), 0);
	child = fork();
	if (!child) {
		close(go[0]);
		for (unsigned i = 0; i < (SANITIZED ? 2000 : 10000); i++)
			if (put(1 + i % 20))
				_exit(1);
		_exit(0);
	}
	close(go[1]);
	fcntl(go[0], F_SETFL, O_NONBLOCK);
	do {
		forget();
		got.in_order = false;
		got.round = (uint8_t)(round++ % 255 + 1);
		get_now(full.fd);
		ck_assert_msg(got.damage.count <= 1, "%s", got.damage.what);
	} while (read(go[0], &byte, 1) < 0);

	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	close(go[0]);
	end();
}
END_TEST

static Suite *suite(void)
{
	Suite *suite = suite_create("log_full");
	TCase *limits = tcase_create("limits");
	TCase *loop = tcase_create("loop");
	TCase *clear = tcase_create("clear");
	TCase *going_on = tcase_create("resume");
	TCase *damage = tcase_create("damage");
	TCase *live = tcase_create("live");

	tcase_add_test(limits, a_log_that_is_appended_to_is_never_full);
	tcase_add_test(limits,
		       a_log_until_full_takes_what_it_may_and_one_last_chunk);
	tcase_add_test(limits,
		       many_small_sections_fill_the_file_before_the_log);
	tcase_add_test(loop, a_log_that_never_fills_is_read_as_any_other);
	tcase_add_test(loop, a_full_log_has_the_newest_events_without_a_gap);
	tcase_add_test(loop, sections_of_any_size_keep_the_limits);
	tcase_add_test(loop, any_record_fits_whatever_was_written_before);
	tcase_add_test(loop, a_log_of_few_large_events_has_the_newest);
	tcase_add_test(loop, names_and_processes_outlive_many_rounds);
	tcase_add_test(loop, a_log_that_cannot_grow_stays_whole);
	tcase_add_test(clear, a_cleared_log_has_its_names_and_begins_anew);
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
	tcase_add_test(going_on, a_section_torn_in_the_middle_is_written_over);
	tcase_add_test(going_on, what_has_its_end_or_is_no_log_is_left_alone);
	tcase_add_test(
		going_on,
		a_budget_bounds_what_is_read_before_anything_is_written);
	tcase_add_test(damage, damage_to_a_full_log_costs_little_and_is_told);
	tcase_add_test(damage, a_full_log_cut_anywhere_is_read_to_an_end);
	tcase_add_test(live, a_log_is_read_while_it_is_overwritten);
	tcase_add_test(live, a_log_is_read_on_after_it_was_cleared);
	tcase_add_test(live, a_writer_at_work_never_looks_like_damage);

	suite_add_tcase(suite, limits);
	suite_add_tcase(suite, loop);
	suite_add_tcase(suite, clear);
	suite_add_tcase(suite, going_on);
	suite_add_tcase(suite, damage);
	suite_add_tcase(suite, live);
	return suite;
}

int main(void)
{
	return run_suite(suite());
}
