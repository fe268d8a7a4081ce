/*
 * check_log_seek_cost.c - a seek reads little of a log of large chunks, and
 * leaves few events before the time
 */
#include <stdlib.h>

#include "log/log_reader_state.h"
#include "run.h"
#include "sample.h"

enum {
	CHUNK_COUNT = 64,
	CHUNK_EVENTS = 2500,
	EVENT_DATA = 80,
	PERIOD_NS = 100000, /* from event to event */
	EVENT_COUNT = CHUNK_COUNT * CHUNK_EVENTS,
	CHUNK_BYTES = CHUNK_EVENTS * (PXT_RECORD_HEAD + EVENT_DATA + 8),
};

#define EPOCH INT64_C(1700000000000000000)
#define PLENTY (UINT64_C(1) << 40)

struct large {
	int fd;
	uint64_t budget;
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
};

static uint64_t ticks_of(unsigned event)
{
	return (uint64_t)(event + 1) * PERIOD_NS;
}

static int64_t time_of(unsigned event)
{
	return EPOCH + (int64_t)ticks_of(event);
}

static void put_chunk(struct pxt_log_writer *writer, unsigned number)
{
	static uint8_t records[CHUNK_BYTES];
	static const uint8_t data[EVENT_DATA];
	const unsigned first = number * CHUNK_EVENTS;
	const struct pxt_log_chunk chunk = {
		.sequence = number,
		.first = ticks_of(first),
		.last = ticks_of(first + CHUNK_EVENTS - 1),
		.floor = ticks_of(first + CHUNK_EVENTS - 1),
		.events = CHUNK_EVENTS,
		.context = { .pid = 100,
			     .tid = 101,
			     .realtime_ns = EPOCH,
			     .rate = UINT64_C(1) << 32,
			     .family = 1 },
	};
	size_t len = 0;

	for (unsigned i = 0; i < CHUNK_EVENTS; i++)
		len += add_record(records + len, ticks_of(first + i), 16, data,
				  sizeof(data));
	ck_assert_uint_le(len, sizeof(records));
	ck_assert_int_eq(pxt_log_put_chunk(writer, &chunk, records, len), 0);
}

static void begin(struct large *large)
{
	struct pxt_log_header header;
	struct pxt_log_writer *writer;

	large->fd = sample_file();
	sample_header(&header);
	header.attr.log_size = UINT64_C(1) << 30;
	header.attr.log_compression = POSIX_TRACE_LOG_PLAIN_NP;
	ck_assert_int_eq(pxt_log_create(large->fd, &header, &writer), 0);
	put_name(writer, 1, 16, "alpha");
	for (unsigned i = 0; i < CHUNK_COUNT; i++)
		put_chunk(writer, i);
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	pxt_log_writer_close(writer);

	ck_assert_int_eq(pxt_log_open(large->fd, &large->reader), 0);
	large->reader->file.budget = &large->budget;
	ck_assert_int_eq(pxt_merge_create(pxt_log_reader_source(large->reader),
					  &large->merge),
			 0);
}

static void end(struct large *large)
{
	pxt_merge_close(large->merge);
	pxt_log_reader_close(large->reader);
	close(large->fd);
}

/* Returns the bytes that were read. */
static uint64_t seek(struct large *large, int64_t time_ns)
{
	large->budget = PLENTY;
	pxt_merge_reset(large->merge);
	ck_assert_int_eq(pxt_log_reader_seek(large->reader, time_ns), 0);
	return PLENTY - large->budget;
}

/* Returns the number of events before the time. */
static unsigned read_before(struct large *large, int64_t time_ns)
{
	struct pxt_event event;
	unsigned count = 0;

	while (!pxt_merge_next(large->merge, &event) && event.time_ns < time_ns)
		count++;
	if (time_ns != INT64_MAX)
		ck_assert_int_eq(event.time_ns, time_ns);
	return count;
}

/* The place of the time is searched for in no more than some chunks, and one of
 * them is verified. */
START_TEST(a_seek_reads_few_large_chunks)
{
	struct large large;

	begin(&large);
	for (unsigned i = 0; i < 16; i++)
		ck_assert_uint_lt(
			seek(&large, time_of(EVENT_COUNT / 16 * i + 1234)),
			6 * CHUNK_BYTES);
	ck_assert_uint_lt(seek(&large, INT64_MAX), 6 * CHUNK_BYTES);
	end(&large);
}
END_TEST

START_TEST(a_seek_leaves_few_events_of_a_large_chunk_before_the_time)
{
	struct large large;

	begin(&large);
	for (unsigned i = 1; i < 16; i++) {
		const int64_t time_ns =
			time_of(EVENT_COUNT / 16 * i + CHUNK_EVENTS - 1);

		seek(&large, time_ns);
		ck_assert_uint_lt(read_before(&large, time_ns),
				  CHUNK_EVENTS / 10);
	}
	end(&large);
}
END_TEST

START_TEST(behind_all_times_few_events_are_left)
{
	struct large large;
	unsigned left;

	begin(&large);
	seek(&large, INT64_MAX);
	left = read_before(&large, INT64_MAX);
	ck_assert_uint_gt(left, 0);
	ck_assert_uint_lt(left, CHUNK_EVENTS / 10);
	end(&large);
}
END_TEST

/* A start that is believed too soon is verified, and others are looked for. */
START_TEST(a_damaged_chunk_before_the_time_is_not_believed)
{
	static const uint8_t zeroes[64];
	const unsigned chunk = CHUNK_COUNT / 2;
	const int64_t time_ns = time_of(chunk * CHUNK_EVENTS + 10);
	struct large large;
	struct pxt_event event;
	off_t size;

	begin(&large);
	size = lseek(large.fd, 0, SEEK_END);
	for (unsigned i = 0; i < 12; i++)
		ck_assert_int_eq(pwrite(large.fd, zeroes, sizeof(zeroes),
					size / CHUNK_COUNT * (chunk - i) -
						CHUNK_BYTES / 2),
				 sizeof(zeroes));
	seek(&large, time_ns);
	do
		ck_assert_int_eq(pxt_merge_next(large.merge, &event), 0);
	while (event.time_ns < time_ns);
	ck_assert_int_eq(event.time_ns, time_ns);
	end(&large);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_seek_cost");
	TCase *tc = tcase_create("large logs");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_seek_reads_few_large_chunks);
	tcase_add_test(
		tc, a_seek_leaves_few_events_of_a_large_chunk_before_the_time);
	tcase_add_test(tc, behind_all_times_few_events_are_left);
	tcase_add_test(tc, a_damaged_chunk_before_the_time_is_not_believed);
	suite_add_tcase(suite, tc);

	return run_suite(suite);
}
