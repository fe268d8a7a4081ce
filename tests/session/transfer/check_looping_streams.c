/* Streams that loop, and what of them is left. */
#include "full_stream.h"

/* OVERFLOW and RESUME, which belong to the first event left. The time of
 * OVERFLOW. */
static int64_t read_seam(struct got *first)
{
	struct got overflow, resume;

	assert_next_is(trid, POSIX_TRACE_OVERFLOW, &overflow);
	assert_next_is(trid, POSIX_TRACE_RESUME, &resume);
	assert_next_is(trid, type, first);
	ck_assert_uint_eq(overflow.len, 0);
	ck_assert_uint_eq(resume.len, 0);
	ck_assert_int_eq(ns_of(resume.info.posix_timestamp),
			 ns_of(first->info.posix_timestamp));
	ck_assert_int_le(ns_of(overflow.info.posix_timestamp),
			 ns_of(resume.info.posix_timestamp));
	return ns_of(overflow.info.posix_timestamp);
}

/* The seam and a run up to the newest, and nothing else; how long it is. */
static uint32_t read_run(uint32_t end)
{
	struct got got;
	uint32_t first;

	read_seam(&got);
	first = got.mark.number;
	assert_mark(&got, 0, first);
	for (uint32_t i = first + 1; i < end; i++)
		assert_next_mark(trid, type, 0, i);
	assert_empty(trid);
	return end - first;
}

/* LOP-01 LOP-02 LOP-03 LOP-06 LOP-07 LOP-08 LOP-10 LOP-15 */
START_TEST(a_stream_that_loops_goes_on_with_the_newest)
{
	put(0, PLENTY);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
	read_run(PLENTY);
}
END_TEST

/* LOP-04 LOP-05 */
START_TEST(what_was_overwritten_is_an_overrun_told_once)
{
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
		put(0, PLENTY);
		ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_OVERRUN);
	}
	ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
}
END_TEST

/* LOP-08 LOP-09: nothing else happened anywhere near that time. */
START_TEST(overflow_has_the_time_of_the_first_that_is_lost)
{
	int64_t before, after, time;
	struct got got;

	drain(trid);
	nap_ms(5);
	before = now_ns();
	record(type, 0, 0);
	after = now_ns();
	nap_ms(5);
	put(1, PLENTY);
	time = read_seam(&got);
	ck_assert_int_ge(time, before - CLOCK_TOLERANCE_NS);
	ck_assert_int_le(time, after + CLOCK_TOLERANCE_NS);
}
END_TEST

/* LOP-12 LOP-13 LOP-15 LOP-06 */
START_TEST(every_overflow_is_reported_once)
{
	for (uint32_t round = 0; round < 10; round++) {
		const uint32_t from = 2 * round * PLENTY;

		put(from, from + PLENTY);
		read_run(from + PLENTY);
		assert_runs(trid);
		ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);

		put(from + PLENTY, from + PLENTY + 100);
		for (uint32_t i = 0; i < 100; i++)
			assert_next_mark(trid, type, 0, from + PLENTY + i);
		assert_empty(trid);
	}
}
END_TEST

/* LOP-03 LOP-06 LOP-16: it may have some of the old ones in hand. */
START_TEST(a_reader_that_is_overtaken_goes_on_with_a_run)
{
	const uint32_t part = promised(SIZE, sizeof(struct mark)) / 4;
	struct got got;
	uint32_t next;

	put(0, 3 * part);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	for (next = 0; next < part; next++)
		assert_next_mark(trid, type, 0, next);
	put(3 * part, PLENTY);
	for (; try_next(trid, &got) && got.info.posix_event_id == type; next++)
		assert_mark(&got, 0, next);
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_OVERFLOW);
	assert_next_is(trid, POSIX_TRACE_RESUME, &got);
	assert_next_is(trid, type, &got);
	ck_assert_uint_gt(got.mark.number, next);
	for (next = got.mark.number + 1; next < PLENTY; next++)
		assert_next_mark(trid, type, 0, next);
	assert_empty(trid);
}
END_TEST

/* Data of any length that shows whether it is whole. */
static void put_data(uint32_t number, size_t len)
{
	uint32_t data[MAX_DATA / 4] = { number, (uint32_t)len };

	for (size_t i = 2; i < ARRAY_LEN(data); i++)
		data[i] = number * 31 + (uint32_t)i;
	posix_trace_event(type, data, len);
}

static void assert_whole(const struct got *got, uint32_t number)
{
	uint32_t word;

	ck_assert_uint_eq(got->mark.who, number);
	ck_assert_uint_eq(got->mark.number, got->len);
	ck_assert_int_eq(got->info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
	for (size_t i = 2; i < got->len / 4; i++) {
		memcpy(&word, got->data + 4 * i, sizeof(word));
		ck_assert_uint_eq(word, number * 31 + (uint32_t)i);
	}
}

/* 8 to MAX_DATA bytes, as if at random. */
static size_t length_of(uint32_t number)
{
	return 8 + number * UINT32_C(2654435761) % (MAX_DATA - 7);
}

/* LOP-16 LOP-02 LOP-03 LOP-14: wherever the oldest end happens to be. */
START_TEST(what_is_left_is_whole)
{
	uint32_t number = 0;
	struct got got;

	for (uint32_t round = 0; round < ROUNDS; round++) {
		const uint32_t end = number + 600 + 7 * round;
		size_t bytes = 0;

		for (; number < end; number++)
			put_data(number, length_of(number));
		read_seam(&got);
		for (uint32_t i = got.mark.who; i < end; i++) {
			assert_whole(&got, i);
			ck_assert_uint_eq(got.len, length_of(i));
			bytes += got.len;
			if (i + 1 < end)
				assert_next_is(trid, type, &got);
		}
		assert_empty(trid);
		/* Not of their maximum sizes: heads and all count there. */
		ck_assert_uint_ge(bytes, SIZE / 3);
	}
}
END_TEST

/* LOP-14 LOP-02, for every length and wherever the oldest end is. */
START_TEST(at_least_half_of_the_size_is_left)
{
	static const size_t lengths[] = { 8, 9, 16, 40, 100, 255, MAX_DATA };
	const size_t len = lengths[_i];
	uint32_t number = 0;
	struct got got;

	for (uint32_t round = 0; round < ROUNDS; round++) {
		const uint32_t end = number + 2000 + 3 * round;

		for (; number < end; number++)
			put_data(number, len);
		read_seam(&got);
		ck_assert_uint_ge(end - got.mark.who, promised(SIZE, len) / 2);
		while (got.mark.who + 1 < end)
			assert_next_is(trid, type, &got);
		assert_empty(trid);
	}
}
END_TEST

/* Several threads: what is left of each goes up to its newest. */

enum {
	WIDE = 512 << 10, /* half of it is more than two rounds of the fast */
	FAST = 2,
	SLOW = FAST,	 /* who */
	SLOW_DATA = 320, /* for a portion of the stream, ... */
	PORTION = 500,	 /* marks of a fast thread for one of the slow one's */
	WARM_UP = 40,	 /* rounds: ... which takes longer than to wrap */
	SAMPLES = 28,	 /* more than there are in a portion */
};

static uint32_t round_now;

static void one_slow_among_fast(uint32_t who)
{
	uint32_t data[SLOW_DATA / 4] = { who, round_now };

	if (who == SLOW)
		posix_trace_event(type, data, sizeof(data));
	for (uint32_t i = 0; who != SLOW && i < PORTION; i++)
		record(type, who, round_now * PORTION + i);
}

/* Take a mark, which has to be this thread's next. */
static void take_mark(const struct got *got, int64_t next[CREW_MAX])
{
	const uint32_t who = got->mark.who;

	ck_assert_uint_eq(got->info.posix_event_id, type);
	ck_assert_uint_lt(who, CREW_MAX);
	if (next[who] >= 0)
		ck_assert_int_eq(got->mark.number, next[who]);
	next[who] = (int64_t)got->mark.number + 1;
}

/* Read it all: a run of every thread's. How many marks. */
static uint32_t read_runs(trace_id_t stream, int64_t next[CREW_MAX])
{
	uint32_t count = 0;
	struct got got;

	for (int i = 0; i < CREW_MAX; i++)
		next[i] = -1;
	assert_next_is(stream, POSIX_TRACE_OVERFLOW, &got);
	assert_next_is(stream, POSIX_TRACE_RESUME, &got);
	for (; try_next(stream, &got); count++)
		take_mark(&got, next);
	return count;
}

/* Each thread has written these rounds. */
static void assert_newest(const int64_t next[CREW_MAX], uint32_t rounds)
{
	for (uint32_t who = 0; who < FAST; who++)
		ck_assert_int_eq(next[who], rounds * PORTION);
	ck_assert_int_eq(next[SLOW], rounds);
}

/* LOP-02 LOP-03 LOP-14: one stream for each sample, since a stream that is
 * read is not as full as it was. */
START_TEST(a_slow_thread_costs_the_fast_ones_nothing)
{
	trace_id_t streams[SAMPLES];
	int64_t next[CREW_MAX];

	assert_ok(posix_trace_shutdown(trid));
	for (int i = 0; i < SAMPLES; i++)
		streams[i] = start_loop(WIDE);
	hire(FAST + 1);
	for (round_now = 0; round_now < WARM_UP + SAMPLES; round_now++) {
		begin_work(one_slow_among_fast);
		end_work();
		if (round_now < WARM_UP)
			continue;
		trid = streams[round_now - WARM_UP];
		ck_assert_uint_ge(read_runs(trid, next),
				  promised(WIDE, sizeof(struct mark)) / 2);
		assert_newest(next, round_now + 1);
		assert_ok(posix_trace_shutdown(trid));
	}
	dismiss();
}
END_TEST

static void put_one(uint32_t who)
{
	record(type, who, 0);
}

static void *put_some(void *argument)
{
	for (uint32_t i = 0; i < (uint32_t)(uintptr_t)argument; i++)
		record(type, 2, i);
	return NULL;
}

static void in_a_thread(void *work(void *), uintptr_t argument)
{
	pthread_t thread;

	assert_ok(pthread_create(&thread, NULL, work, (void *)argument));
	assert_ok(pthread_join(thread, NULL));
}

/* LOP-02 LOP-03 LOP-14: what a thread of long ago left is used again. */
START_TEST(a_late_end_of_a_thread_costs_the_others_nothing)
{
	const uint32_t count = (uint32_t)_i * 400;
	int64_t next[CREW_MAX];

	assert_ok(posix_trace_shutdown(trid));
	trid = start_loop(WIDE);
	hire(1);
	begin_work(put_one);
	end_work();
	put(0, 60000);
	dismiss();
	in_a_thread(put_some, count);
	ck_assert_uint_ge(read_runs(trid, next),
			  promised(WIDE, sizeof(struct mark)) / 2);
	ck_assert_int_eq(next[0], 60000);
	ck_assert_int_eq(next[2], count);
}
END_TEST

static void *put_number(void *argument)
{
	record(type, 1, (uint32_t)(uintptr_t)argument);
	return NULL;
}

/* LOP-02 LOP-14: nor does a row of threads that each write one event. */
START_TEST(a_row_of_threads_costs_the_others_nothing)
{
	int64_t next[CREW_MAX];

	assert_ok(posix_trace_shutdown(trid));
	trid = start_loop(WIDE);
	for (uint32_t i = 0; i < 30; i++) {
		in_a_thread(put_number, i);
		put(1000 * i, 1000 * (i + 1));
	}
	ck_assert_uint_ge(read_runs(trid, next),
			  promised(WIDE, sizeof(struct mark)) / 2);
	ck_assert_int_eq(next[0], 30000);
	ck_assert_int_eq(next[1], 30);
}
END_TEST

/* Read it all: OVERFLOW, RESUME, and then pairs of STOP and START; the last
 * of them tells whether the stream runs. How many marks. */
static uint32_t read_between_stops(uint32_t end, trace_event_id_t last)
{
	trace_event_id_t seen = 0;
	uint32_t count = 0;
	struct got got;

	read_seam(&got);
	do {
		if (got.info.posix_event_id == type) {
			ck_assert_uint_ne(seen, POSIX_TRACE_STOP);
			count++;
			end -= got.mark.number + 1 == end ? end : 0;
			continue;
		}
		ck_assert_uint_eq(got.info.posix_event_id,
				  seen == POSIX_TRACE_STOP ? POSIX_TRACE_START :
							     POSIX_TRACE_STOP);
		seen = got.info.posix_event_id;
	} while (try_next(trid, &got));
	ck_assert_uint_eq(end, 0);
	ck_assert_uint_eq(seen, last);
	return count;
}

/* SST-14 SST-18 LOP-02 */
START_TEST(a_full_stream_that_loops_can_be_stopped)
{
	put(0, PLENTY);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
	assert_ok(posix_trace_stop(trid));
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	put(PLENTY, 2 * PLENTY);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	ck_assert_uint_ge(read_between_stops(PLENTY, POSIX_TRACE_STOP),
			  promised(SIZE, sizeof(struct mark)) / 2);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
}
END_TEST

/* SST-18: it says that somebody asked. */
START_TEST(its_stop_is_by_request)
{
	int why = 1;
	struct got got;

	put(0, PLENTY);
	assert_ok(posix_trace_stop(trid));
	while (try_next(trid, &got))
		if (got.info.posix_event_id == POSIX_TRACE_STOP)
			why = got.number;
	ck_assert_int_eq(why, 0);
}
END_TEST

static void stop_and_start(uint32_t times)
{
	uint32_t number = PLENTY;

	put(0, number);
	for (uint32_t i = 0; i < times; i++) {
		assert_ok(posix_trace_stop(trid));
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
		record(type, 0, 0);
		assert_ok(posix_trace_start(trid));
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_FULL);
		put(number, number + 30);
		number += 30;
	}
	ck_assert_uint_ge(read_between_stops(number, POSIX_TRACE_START),
			  promised(SIZE, sizeof(struct mark)) / 2);
	assert_runs(trid);
}

/* SST-14 SST-18 SST-19 LOP-14: as often as one likes. */
START_TEST(and_started_again)
{
	for (uint32_t times = 1; times < 25; times++) {
		stop_and_start(times);
		assert_ok(posix_trace_shutdown(trid));
		trid = start_loop(SIZE);
	}
}
END_TEST

/* Each time another thread's turn, so that all of them have a portion that
 * is partly used. */
static void put_share(uint32_t who)
{
	const uint32_t share = promised(SIZE, sizeof(struct mark)) / 3;

	for (uint32_t i = 0; i < share; i++)
		record(type, who, round_now * share + i);
}

static void assert_all_there(uint32_t expected)
{
	struct got got;

	for (uint32_t i = 0; i < expected; i++) {
		ck_assert(try_next(trid, &got));
		ck_assert_uint_eq(got.info.posix_event_id, type);
	}
	assert_empty(trid);
	ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
}

/* LOP-11 LOP-12: one thread, events of one length, to the last byte. */
START_TEST(a_stream_filled_as_far_as_promised_never_overruns)
{
	static const size_t lengths[] = { 8, 9, 24, 100, MAX_DATA };
	const size_t len = lengths[_i];
	const uint32_t count = promised(SIZE, len);

	ck_assert_uint_eq(drain(trid), 1);
	for (uint32_t round = 0; round < ROUNDS; round++) {
		for (uint32_t i = 0; i < count; i++)
			put_data(i, len);
		assert_all_there(count);
	}
}
END_TEST

/* LOP-11 LOP-12 */
START_TEST(nor_does_it_if_several_threads_fill_it)
{
	const uint32_t share = promised(SIZE, sizeof(struct mark)) / 3;

	ck_assert_uint_eq(drain(trid), 1);
	hire(3);
	for (round_now = 0; round_now < ROUNDS; round_now++) {
		begin_work(put_share);
		end_work();
		assert_all_there(3 * share);
	}
	dismiss();
}
END_TEST

/* LOP-11: now and then not to the end, but what is left counts. */
START_TEST(nor_if_it_is_read_by_halves)
{
	const uint32_t half = promised(SIZE, sizeof(struct mark)) / 2;

	ck_assert_uint_eq(drain(trid), 1);
	for (uint32_t round = 0; round < ROUNDS; round++) {
		const uint32_t from = 2 * round * half;

		put(from, from + half);
		for (uint32_t i = 0; i < half / 2; i++)
			assert_next_mark(trid, type, 0, from + i);
		put(from + half, from + 2 * half);
		for (uint32_t i = half / 2; i < 2 * half; i++)
			assert_next_mark(trid, type, 0, from + i);
		assert_empty(trid);
		ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
	}
}
END_TEST

/* STA-10 LOP-01 */
START_TEST(a_stream_that_loops_runs_until_it_is_stopped)
{
	struct got got;

	hire(2);
	begin_work(write_on);
	for (int i = 0; i < 2000; i++) {
		ck_assert_int_eq(status_of(trid).posix_stream_status,
				 POSIX_TRACE_RUNNING);
		if (i % 500 > 250)
			try_next(trid, &got);
	}
	assert_ok(posix_trace_stop(trid));
	ck_assert_int_eq(status_of(trid).posix_stream_status,
			 POSIX_TRACE_SUSPENDED);
	enough = true;
	end_work();
	dismiss();
}
END_TEST

static TCase *loop(void)
{
	TCase *tcase = tcase_create("loop");

	tcase_add_checked_fixture(tcase, setup_loop, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_stream_that_loops_goes_on_with_the_newest);
	tcase_add_test(tcase, what_was_overwritten_is_an_overrun_told_once);
	tcase_add_test(tcase, overflow_has_the_time_of_the_first_that_is_lost);
	tcase_add_test(tcase, every_overflow_is_reported_once);
	tcase_add_test(tcase, a_reader_that_is_overtaken_goes_on_with_a_run);
	tcase_add_test(tcase, what_is_left_is_whole);
	tcase_add_loop_test(tcase, at_least_half_of_the_size_is_left, 0, 7);
	tcase_add_test(tcase, a_full_stream_that_loops_can_be_stopped);
	tcase_add_test(tcase, its_stop_is_by_request);
	tcase_add_test(tcase, and_started_again);
	tcase_add_loop_test(
		tcase, a_stream_filled_as_far_as_promised_never_overruns, 0, 5);
	tcase_add_test(tcase, nor_does_it_if_several_threads_fill_it);
	tcase_add_test(tcase, nor_if_it_is_read_by_halves);
	tcase_add_test(tcase, a_stream_that_loops_runs_until_it_is_stopped);
	return tcase;
}

static TCase *loop_with_threads(void)
{
	TCase *tcase = tcase_create("loop with threads");

	tcase_add_checked_fixture(tcase, setup_loop, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_slow_thread_costs_the_fast_ones_nothing);
	tcase_add_loop_test(
		tcase, a_late_end_of_a_thread_costs_the_others_nothing, 1, 4);
	tcase_add_test(tcase, a_row_of_threads_costs_the_others_nothing);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("looping streams");

	suite_add_tcase(suite, loop());
	suite_add_tcase(suite, loop_with_threads());
	return run_suite(suite);
}
