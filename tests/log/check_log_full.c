/* check_log_full.c - logs of a limited size */
#include <sys/resource.h>
#include <sys/wait.h>

#include "log/full_log.h"
#include "run.h"

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

static Suite *suite(void)
{
	Suite *suite = suite_create("log_full");
	TCase *limits = tcase_create("limits");
	TCase *loop = tcase_create("loop");

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

	suite_add_tcase(suite, limits);
	suite_add_tcase(suite, loop);
	return suite;
}

int main(void)
{
	return run_suite(suite());
}
