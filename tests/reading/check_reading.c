/*
 * check_reading.c - a reading with workers gives what a log has, as one without
 *
 * Every test compares with posix_trace_getnext_item_np(), item by item, with
 * the errors, and the damage met so far. The logs are those that a fuzzer
 * begins with, and recordings of several threads: whole, cut, changed, and with
 * heads of sections that lie.
 */
#include <glob.h>

#include "tests/reading/recording.h"

enum {
	CUTS = SANITIZED ? 10 : 40,
	CHANGES = SANITIZED ? 10 : 50,
	FAR = 1 << 20, /* ticks */
};

/* Compares a log as a whole. Returns the number of items. */
static unsigned compare(int fd, unsigned number)
{
	struct posix_trace_reading_np *reading = NULL;
	trace_id_t log;
	unsigned count;
	int err;

	err = posix_trace_open(fd, &log);
	ck_assert_int_eq(posix_trace_reading_open_np(fd, number, &reading),
			 err);
	if (err)
		return 0;
	compare_damage(log, reading);
	count = compare_rest(log, reading, UINT_MAX);
	ck_assert_uint_eq(compare_walk(log, reading), count);
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
	return count;
}

static void compare_all(int fd)
{
	for (size_t i = 0; i < ARRAY_LEN(workers); i++)
		compare(fd, workers[i]);
}

/* Cases */

START_TEST(logs_that_a_fuzzer_begins_with_are_read_alike)
{
	char pattern[4096];
	glob_t found;

	snprintf(pattern, sizeof(pattern), "%s/tests/fuzz/seeds/log/*",
		 getenv("top_srcdir") ? getenv("top_srcdir") : "..");
	ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		int fd = open(found.gl_pathv[i], O_RDONLY | O_CLOEXEC);

		ck_assert_int_ge(fd, 0);
		compare_all(fd);
		close(fd);
	}
	globfree(&found);
}
END_TEST

START_TEST(a_log_is_read_alike)
{
	int fd = make_log(POSIX_TRACE_APPEND);

	for (size_t i = 0; i < ARRAY_LEN(workers); i++)
		ck_assert_uint_gt(compare(fd, workers[i]), EVENTS / 2);
}
END_TEST

START_TEST(a_log_that_was_overwritten_is_read_alike)
{
	int fd = make_log(POSIX_TRACE_LOOP);

	for (size_t i = 0; i < ARRAY_LEN(workers); i++)
		ck_assert_uint_gt(compare(fd, workers[i]), 0);
}
END_TEST

START_TEST(a_log_that_was_cut_is_read_alike)
{
	const int fd = make_log(_i ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND);

	read_bytes(fd);
	for (unsigned i = CUTS; i--;) {
		assert_ok(ftruncate(fd, log_bytes.size * i / CUTS));
		compare(fd, 1 + i % 3);
	}
}
END_TEST

START_TEST(a_changed_byte_is_damage_in_the_same_place)
{
	const int fd = make_log(_i ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND);

	read_bytes(fd);
	for (unsigned i = 0; i < CHANGES; i++) {
		const size_t at = (log_bytes.size - 1) * i / CHANGES;

		log_bytes.data[at] ^= 0x55;
		write_bytes(fd, at, 1);
		compare(fd, 1 + i % 3);
		log_bytes.data[at] ^= 0x55;
		write_bytes(fd, at, 1);
	}
}
END_TEST

/* A chunk claims to begin or end elsewhere, or its writer vouches for a time
 * before which events follow. */
START_TEST(heads_that_lie_change_nothing)
{
	const int fd = make_log(POSIX_TRACE_APPEND);

	read_bytes(fd);
	find_chunks();
	for (unsigned i = 0; i < LIES; i++) {
		const struct chunk *chunk =
			&chunks.chunk[chunks.count * i / LIES];
		const struct pxt_log_chunk right = chunk->chunk;
		struct pxt_log_chunk lies[] = { right, right, right,
						right, right, right };

		lies[0].first += FAR;
		lies[1].first -= FAR;
		lies[2].last += FAR;
		lies[3].last = right.first;
		lies[4].floor += FAR;
		lies[5].last = UINT64_MAX;
		for (size_t lie = 0; lie < ARRAY_LEN(lies); lie++) {
			change_chunk(fd, chunk, &lies[lie]);
			compare(fd, 1 + i % 3);
		}
		change_chunk(fd, chunk, &right);
	}
}
END_TEST

START_TEST(endless_chunks_are_read_alike)
{
	const int fd = make_log(POSIX_TRACE_APPEND);

	read_bytes(fd);
	find_chunks();
	for (unsigned i = 0; i < chunks.count; i++) {
		struct pxt_log_chunk endless = chunks.chunk[i].chunk;

		endless.last = UINT64_MAX;
		change_chunk(fd, &chunks.chunk[i], &endless);
	}
	compare(fd, 2);
}
END_TEST

/* No thread of the stream writes to the log between two readers. */
START_TEST(a_log_that_grows_is_read_alike)
{
	struct posix_trace_reading_np *reading;
	struct recording recording;
	trace_id_t log;

	begin(&recording, POSIX_TRACE_UNTIL_FULL,
	      _i ? POSIX_TRACE_LOOP : POSIX_TRACE_APPEND);
	record_threads(&recording);
	assert_ok(posix_trace_flush(recording.trid));
	assert_ok(posix_trace_open(recording.fd, &log));
	assert_ok(posix_trace_reading_open_np(recording.fd, 2, &reading));
	ck_assert_uint_gt(compare_rest(log, reading, UINT_MAX), 0);

	for (unsigned i = 0; i < 3; i++) {
		record_threads(&recording);
		assert_ok(posix_trace_flush(recording.trid));
		ck_assert_uint_gt(compare_rest(log, reading, UINT_MAX), 0);
	}
	assert_ok(posix_trace_shutdown(recording.trid));
	compare_rest(log, reading, UINT_MAX);
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

START_TEST(damage_that_was_met_stays_known)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct timespec first, last;
	trace_id_t log;

	read_bytes(fd);
	find_chunks();
	for (unsigned i = 0; i < chunks.count; i++)
		if (i % 3 == 1) {
			payload_of(&chunks.chunk[i])[1000] ^= 1;
			write_bytes(fd, chunks.chunk[i].at, 2000);
		}
	assert_ok(posix_trace_open(fd, &log));
	assert_ok(posix_trace_reading_open_np(fd, workers[_i], &reading));
	assert_ok(posix_trace_get_times_np(log, &first, &last));
	compare_rest(log, reading, UINT_MAX);
	for (unsigned i = 0; i < 3; i++) {
		assert_ok(posix_trace_rewind(log));
		assert_ok(posix_trace_reading_rewind_np(reading));
		compare_rest(log, reading, 10);
		compare_damage(log, reading);
		assert_ok(posix_trace_seek_np(log, &last));
		assert_ok(posix_trace_reading_seek_np(reading, &last));
		compare_damage(log, reading);
		compare_rest(log, reading, i ? UINT_MAX : 1);
	}
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

START_TEST(a_reading_begins_again_and_at_a_time)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct timespec first, last, time;
	trace_id_t log;

	assert_ok(posix_trace_open(fd, &log));
	assert_ok(posix_trace_reading_open_np(fd, 2, &reading));
	assert_ok(posix_trace_get_times_np(log, &first, &last));
	compare_rest(log, reading, 100);
	for (unsigned i = 0; i <= 10; i++) {
		const int64_t span = (last.tv_sec - first.tv_sec) * NS_PER_S +
				     last.tv_nsec - first.tv_nsec;
		const int64_t ns = first.tv_nsec + span * i / 10;

		time.tv_sec = first.tv_sec + ns / NS_PER_S;
		time.tv_nsec = ns % NS_PER_S;
		assert_ok(posix_trace_seek_np(log, &time));
		assert_ok(posix_trace_reading_seek_np(reading, &time));
		compare_rest(log, reading, i % 2 ? 10 : UINT_MAX);
		if (i % 3)
			continue;
		assert_ok(posix_trace_rewind(log));
		assert_ok(posix_trace_reading_rewind_np(reading));
		compare_rest(log, reading, i % 2 ? UINT_MAX : 1000);
	}
	time.tv_nsec = NS_PER_S;
	assert_invalid(posix_trace_reading_seek_np(reading, &time));
	posix_trace_reading_close_np(reading);
	assert_ok(posix_trace_close(log));
}
END_TEST

/* What the work leaves */
struct left {
	unsigned long long first; /* offset of the batch's first item */
	size_t count;
};

struct works {
	_Atomic unsigned rooms;
	_Atomic unsigned bad;
};

static void work(struct posix_trace_batch_np *batch, unsigned worker,
		 void *argument)
{
	struct works *works = argument;
	struct left *left = batch->own;

	if (!left) {
		left = malloc(sizeof(*left));
		works->rooms++;
	}
	works->bad += worker >= 2;
	left->first = batch->items->offset;
	left->count = batch->count;
	batch->own = left;
}

static void drop_room(void *own, void *argument)
{
	struct works *works = argument;

	works->rooms--;
	free(own);
}

START_TEST(work_is_done_for_each_batch)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	const struct posix_trace_batch_np *batch;
	struct posix_trace_reading_np *reading;
	struct works works = { 0 };
	const unsigned items = compare(fd, 2);
	unsigned count = 0;

	assert_ok(posix_trace_reading_open_np(fd, _i, &reading));
	ck_assert_uint_eq(posix_trace_reading_workers_np(reading), _i);
	assert_ok(posix_trace_reading_set_work_np(reading, work, drop_room,
						  &works));
	for (;;) {
		const struct left *left;

		assert_ok(
			posix_trace_reading_getnext_batch_np(reading, &batch));
		if (!batch)
			break;
		left = batch->own;
		ck_assert_uint_eq(left->first, batch->items->offset);
		ck_assert_uint_eq(left->count, batch->count);
		count += batch->count;
	}
	ck_assert_uint_eq(count, items);
	ck_assert_uint_gt(works.rooms, 0);
	posix_trace_reading_close_np(reading);
	ck_assert_uint_eq(works.rooms, 0);
	ck_assert_uint_eq(works.bad, 0);
}
END_TEST

START_TEST(a_reading_can_be_closed_at_any_time)
{
	const int fd = make_log(POSIX_TRACE_APPEND);
	struct posix_trace_reading_np *reading;
	struct posix_trace_item_np item;
	int none;

	for (unsigned i = 0; i < 20; i++) {
		assert_ok(posix_trace_reading_open_np(fd, i % 4, &reading));
		for (unsigned k = 0; k < i * 100; k++)
			assert_ok(posix_trace_reading_getnext_item_np(
				reading, &item, &none));
		posix_trace_reading_close_np(reading);
	}
	posix_trace_reading_close_np(NULL);
}
END_TEST

START_TEST(what_is_no_log_is_refused)
{
	struct posix_trace_reading_np *reading;
	const int fd = new_file();

	assert_invalid(posix_trace_reading_open_np(fd, 2, &reading));
	assert_invalid(posix_trace_reading_open_np(fd, 2, NULL));
	assert_invalid(posix_trace_reading_open_np(
		make_log(POSIX_TRACE_APPEND),
		POSIX_TRACE_READING_WORKERS_MAX_NP + 1, &reading));
	ck_assert_int_eq(posix_trace_reading_open_np(-1, 2, &reading), EBADF);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reading");
	TCase *tcase = tcase_create("reading");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, logs_that_a_fuzzer_begins_with_are_read_alike);
	tcase_add_test(tcase, a_log_is_read_alike);
	tcase_add_test(tcase, a_log_that_was_overwritten_is_read_alike);
	tcase_add_loop_test(tcase, a_log_that_was_cut_is_read_alike, 0, 2);
	tcase_add_loop_test(tcase, a_changed_byte_is_damage_in_the_same_place,
			    0, 2);
	tcase_add_test(tcase, heads_that_lie_change_nothing);
	tcase_add_test(tcase, endless_chunks_are_read_alike);
	tcase_add_loop_test(tcase, damage_that_was_met_stays_known, 0,
			    ARRAY_LEN(workers));
	tcase_add_test(tcase, a_reading_begins_again_and_at_a_time);
	tcase_add_loop_test(tcase, work_is_done_for_each_batch, 0, 3);
	tcase_add_test(tcase, a_reading_can_be_closed_at_any_time);
	tcase_add_test(tcase, what_is_no_log_is_refused);
	suite_add_tcase(suite, tcase);

	tcase = tcase_create("growing");
	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, a_log_that_grows_is_read_alike, 0, 2);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
