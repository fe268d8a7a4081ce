/*
 * check_log_entrance.c - behind a seek, large chunks are read as far as needed,
 * and say the same as from the beginning
 */
#include <malloc.h>

#include "run.h"
#include "sample.h"

enum {
	THREADS = 4,
	ROUNDS = 3,
	CHUNK_EVENTS = 30000,
	EVENT_DATA = 80,
	LOSS_EVERY = 1000,
	STEP = 10, /* ticks from event to event of a thread */
	EVENTS_IN_ALL = THREADS * ROUNDS * CHUNK_EVENTS,
	RECORD_BYTES = PXT_RECORD_HEAD + EVENT_DATA + 4,
	CHUNK_BYTES = CHUNK_EVENTS * RECORD_BYTES,
	FEW = 1000,
	REASON = PXT_LOG_CHUNK_SIZE + 1, /* address of the first reason */
};

#define EPOCH INT64_C(1700000000000000000)
#define RATE (UINT64_C(1000) << 32)

static const char reasons[] = "\0the disk was slow\0nobody knows";

/* Threads' events alternate. */
static uint64_t ticks_of(unsigned thread, unsigned event)
{
	return 1 + thread + (uint64_t)event * STEP;
}

static int64_t time_of(unsigned event)
{
	return EPOCH + (int64_t)ticks_of(0, event) * 1000;
}

static size_t put_record(uint8_t *at, uint64_t ticks, unsigned event)
{
	const struct pxt_loss loss = { event, (uint64_t)EPOCH };
	uint8_t data[EVENT_DATA] = { 0 };
	size_t len;

	memcpy(data, &ticks, sizeof(ticks));
	if (event % LOSS_EVERY != LOSS_EVERY / 2)
		return add_record(at, ticks, 16 + event % 5, data,
				  sizeof(data));
	len = add_record(at, ticks, PXT_RECORD_LOSS, &loss, sizeof(loss));
	pxt_record_head(at, ticks, PXT_RECORD_LOSS,
			event / LOSS_EVERY % 2 ? REASON : REASON + 18,
			sizeof(loss));
	return len;
}

/* A context in the middle says what the first one said, and of another thread. */
static void put_chunk(struct pxt_log_writer *writer, unsigned thread,
		      unsigned round)
{
	static uint8_t records[CHUNK_BYTES + 64];
	const unsigned first = round * CHUNK_EVENTS;
	struct pxt_log_chunk chunk = {
		.sequence = round * THREADS + thread,
		.first = ticks_of(thread, first),
		.last = ticks_of(thread, first + CHUNK_EVENTS - 1),
		.floor = ticks_of(0, first),
		.events = CHUNK_EVENTS,
		.context = { .pid = 100,
			     .tid = 101 + thread,
			     .realtime_ns = EPOCH,
			     .rate = RATE,
			     .family = 1 },
		.reasons = reasons,
		.reasons_len = sizeof(reasons),
	};
	struct pxt_context other = chunk.context;
	size_t len = 0;

	other.tid += 100;
	for (unsigned i = first; i < first + CHUNK_EVENTS; i++) {
		if (i == first + CHUNK_EVENTS / 2)
			len += add_record(records + len, 0, PXT_RECORD_CONTEXT,
					  &other, sizeof(other));
		len += put_record(records + len, ticks_of(thread, i), i);
	}
	ck_assert_uint_le(len, sizeof(records));
	ck_assert_int_eq(pxt_log_put_chunk(writer, &chunk, records, len), 0);
}

struct large {
	int fd;
	uint64_t at[ROUNDS * THREADS]; /* of each chunk's section */
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
};

static void write_log(struct large *large)
{
	struct pxt_log_header header;
	struct pxt_log_writer *writer;
	unsigned chunk = 0;

	large->fd = sample_file();
	sample_header(&header);
	header.attr.log_size = UINT64_C(1) << 30;
	ck_assert_int_eq(pxt_log_create(large->fd, &header, &writer), 0);
	for (unsigned round = 0; round < ROUNDS; round++)
		for (unsigned thread = 0; thread < THREADS; thread++) {
			large->at[chunk++] = pxt_log_length(writer);
			put_chunk(writer, thread, round);
		}
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	pxt_log_writer_close(writer);
}

static void open_log(struct large *large)
{
	ck_assert_int_eq(pxt_log_open(large->fd, &large->reader), 0);
	ck_assert_int_eq(pxt_merge_create(pxt_log_reader_source(large->reader),
					  &large->merge),
			 0);
}

static void close_log(struct large *large)
{
	pxt_merge_close(large->merge);
	pxt_log_reader_close(large->reader);
}

static void seek(struct large *large, int64_t time_ns)
{
	pxt_merge_reset(large->merge);
	ck_assert_int_eq(pxt_log_reader_seek(large->reader, time_ns), 0);
}

static void same_event(const struct pxt_event *a, const struct pxt_event *b)
{
	ck_assert_uint_eq(a->ticks, b->ticks);
	ck_assert_int_eq(a->time_ns, b->time_ns);
	ck_assert_uint_eq(a->type, b->type);
	ck_assert_uint_eq(a->tid, b->tid);
	ck_assert_uint_eq(a->offset, b->offset);
	ck_assert_uint_eq(a->len, b->len);
	ck_assert_mem_eq(a->data, b->data, a->len);
	if (a->type == PXT_RECORD_LOSS)
		ck_assert_str_eq(a->why, b->why);
}

/* Reads to the end, beside a reader that began at the beginning. Returns the
 * number of events. */
static unsigned compare_with_whole(struct large *large)
{
	struct large whole = { .fd = large->fd };
	struct pxt_event a, b;
	struct pxt_log_damage damage[2];
	unsigned count = 0;

	open_log(&whole);
	ck_assert_int_eq(pxt_merge_next(large->merge, &a), 0);
	do
		ck_assert_int_eq(pxt_merge_next(whole.merge, &b), 0);
	while (b.ticks < a.ticks);
	for (;;) {
		int err;

		same_event(&a, &b);
		count++;
		err = pxt_merge_next(large->merge, &a);
		ck_assert_int_eq(pxt_merge_next(whole.merge, &b), err);
		if (err)
			break;
	}
	pxt_log_reader_damage(large->reader, &damage[0]);
	pxt_log_reader_damage(whole.reader, &damage[1]);
	ck_assert_uint_eq(damage[0].count, damage[1].count);
	close_log(&whole);
	return count;
}

START_TEST(events_behind_a_seek_are_those_of_the_whole_log)
{
	static const unsigned places[] = { 1,
					   FEW,
					   CHUNK_EVENTS / 2 + 3,
					   CHUNK_EVENTS + 17,
					   2 * CHUNK_EVENTS - 5,
					   2 * CHUNK_EVENTS + 15003 };
	struct large large;

	write_log(&large);
	open_log(&large);
	for (unsigned i = 0; i < sizeof(places) / sizeof(*places); i++) {
		seek(&large, time_of(places[i]));
		ck_assert_uint_ge(compare_with_whole(&large),
				  EVENTS_IN_ALL - THREADS * places[i]);
	}
	close_log(&large);
	close(large.fd);
}
END_TEST

/* Room for the chunks of all threads would be twelve megabytes. */
START_TEST(a_few_events_behind_a_seek_need_no_room_for_whole_chunks)
{
	struct large large;
	struct pxt_event event;
	struct mallinfo2 before, after;

	write_log(&large);
	open_log(&large);
	before = mallinfo2();
	seek(&large, time_of(CHUNK_EVENTS + CHUNK_EVENTS / 3));
	for (unsigned i = 0; i < FEW; i++)
		ck_assert_int_eq(pxt_merge_next(large.merge, &event), 0);
	after = mallinfo2();
	ck_assert_uint_lt(after.uordblks + after.hblkhd,
			  before.uordblks + before.hblkhd + CHUNK_BYTES);
	close_log(&large);
	close(large.fd);
}
END_TEST

/* Damage behind all that is kept: nothing of the chunk is an event. */
START_TEST(a_chunk_that_is_damaged_at_its_end_is_not_entered)
{
	const unsigned damaged = THREADS + 2; /* of the third thread */
	struct pxt_log_damage damage;
	struct pxt_event event;
	struct large large;
	uint8_t byte;
	off_t at;

	write_log(&large);
	at = (off_t)large.at[damaged + 1] - 1000;
	ck_assert_int_eq(pread(large.fd, &byte, 1, at), 1);
	byte ^= 0x20;
	ck_assert_int_eq(pwrite(large.fd, &byte, 1, at), 1);

	open_log(&large);
	seek(&large, time_of(CHUNK_EVENTS + CHUNK_EVENTS / 3));
	for (unsigned i = 0; i < FEW; i++) {
		ck_assert_int_eq(pxt_merge_next(large.merge, &event), 0);
		ck_assert_uint_ne(event.tid, 101 + damaged % THREADS);
	}
	pxt_log_reader_damage(large.reader, &damage);
	ck_assert_uint_eq(damage.count, 1);
	close_log(&large);
	close(large.fd);
}
END_TEST

/* The chunk is cut while its rest is a promise. */
START_TEST(a_rest_that_is_gone_is_damage)
{
	struct pxt_log_damage damage;
	struct pxt_event event;
	struct large large;
	unsigned count = 0;

	write_log(&large);
	open_log(&large);
	seek(&large, time_of(2 * CHUNK_EVENTS + CHUNK_EVENTS / 3));
	ck_assert_int_eq(pxt_merge_next(large.merge, &event), 0);
	ck_assert_int_eq(
		ftruncate(large.fd, (off_t)large.at[THREADS * ROUNDS - 1] +
					    CHUNK_BYTES / 2),
		0);
	while (!pxt_merge_next(large.merge, &event))
		count++;
	ck_assert_uint_lt(count, THREADS * CHUNK_EVENTS);
	pxt_log_reader_damage(large.reader, &damage);
	ck_assert_uint_ge(damage.count, 1);
	close_log(&large);
	close(large.fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_entrance");
	TCase *tc = tcase_create("large chunks");

	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, events_behind_a_seek_are_those_of_the_whole_log);
	tcase_add_test(
		tc, a_few_events_behind_a_seek_need_no_room_for_whole_chunks);
	tcase_add_test(tc, a_chunk_that_is_damaged_at_its_end_is_not_entered);
	tcase_add_test(tc, a_rest_that_is_gone_is_damage);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
