/* Streams that stop when they are full, and run again when they were read. */
#include "full_stream.h"

/* Marks, in one of our streams, between its START and its STOP. */
static uint32_t promised_window(void)
{
	trace_attr_t attr = attr_of(SIZE, MAX_DATA);
	size_t system;

	assert_ok(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	return promised(SIZE - 2 * system, sizeof(struct mark));
}

static void assert_own_stop(const struct got *got)
{
	ck_assert_uint_eq(got->info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert_uint_eq(got->len, sizeof(int));
	ck_assert_int_ne(got->number, 0);
}

/* Marks from the first on, without a gap, and then the STOP that nobody asked
 * for. How many marks. */
static uint32_t read_marks(uint32_t first)
{
	uint32_t next = first;
	struct got got;

	for (;;) {
		ck_assert(try_next(trid, &got));
		if (got.info.posix_event_id != type)
			break;
		assert_mark(&got, 0, next++);
	}
	assert_own_stop(&got);
	return next - first;
}

static uint32_t read_window(uint32_t first)
{
	struct got got;

	assert_next_is(trid, POSIX_TRACE_START, &got);
	return read_marks(first);
}

/* UNF-01 UNF-02 UNF-03 UNF-04 UNF-15 */
START_TEST(a_full_stream_stops_by_itself)
{
	struct got got;
	uint32_t count;

	put(0, PLENTY);
	assert_stopped_itself(trid);
	count = read_window(0);
	ck_assert_uint_ge(count, promised_window());
	ck_assert_uint_lt(count, PLENTY);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_empty(trid);
}
END_TEST

/* UNF-05 UNF-06: every time something was lost since the last question, and
 * only then. */
START_TEST(what_finds_no_room_is_an_overrun_told_once)
{
	ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
	put(0, PLENTY);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_OVERRUN);
		ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
		assert_stopped_itself(trid);
		record(type, 1, 0);
	}
	read_window(0);
}
END_TEST

/* UNF-07 UNF-08 UNF-09 UNF-14 */
START_TEST(read_empty_it_runs_again)
{
	struct got got;

	put(0, PLENTY);
	read_window(0);
	assert_runs(trid);
	record(type, 0, PLENTY);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_mark(trid, type, 0, PLENTY);
	assert_empty(trid);
	assert_runs(trid);
}
END_TEST

/* UNF-02 UNF-10 UNF-12 UNF-15 */
START_TEST(windows_follow_each_other_for_ever)
{
	for (uint32_t round = 0; round < ROUNDS; round++) {
		put(round * PLENTY, (round + 1) * PLENTY);
		assert_stopped_itself(trid);
		ck_assert_uint_ge(read_window(round * PLENTY),
				  promised_window());
		assert_runs(trid);
	}
}
END_TEST

/* UNF-13: whatever comes in between is lost, or in a window of its own. */
START_TEST(reading_a_part_loses_nothing_of_the_rest)
{
	const uint32_t part = promised_window() / 6 * (uint32_t)_i;
	struct got got;

	put(0, PLENTY);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	for (uint32_t i = 0; i < part; i++)
		assert_next_mark(trid, type, 0, i);
	put(PLENTY, 2 * PLENTY);
	read_marks(part);
	assert_next_is(trid, POSIX_TRACE_START, &got);
}
END_TEST

/* UNF-11 */
START_TEST(a_stream_that_was_stopped_does_not_start_by_itself)
{
	put(0, 10);
	assert_ok(posix_trace_stop(trid));
	ck_assert_uint_eq(drain(trid), 12);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	put(0, PLENTY);
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
}
END_TEST

static void say(char word)
{
	assert_ok(word == '+' ? posix_trace_start(trid) :
				posix_trace_stop(trid));
	assert_stopped_itself(trid);
}

/* SST-12 SST-13 SST-20 UNF-03 UNF-11: the last word counts, once there is
 * nothing left to be read. */
START_TEST(start_and_stop_change_nothing_of_a_full_stream)
{
	static const char *const words[] = { "+",  "++", "-",	"--",
					     "-+", "+-", "-+-", "+-+" };
	const char *word = words[_i];
	struct got got;
	bool runs;

	put(0, PLENTY);
	for (; *word; word++)
		say(*word);
	runs = word[-1] == '+';

	read_window(0);
	if (!runs) {
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
		put(0, PLENTY);
		assert_empty(trid);
		assert_ok(posix_trace_start(trid));
	}
	assert_runs(trid);
	record(type, 0, 0);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_mark(trid, type, 0, 0);
	assert_empty(trid);
}
END_TEST

/* SST-13 UNF-03 UNF-07: the stops of those who asked are none of these. */
START_TEST(it_goes_on_behind_its_own_stop_and_not_before)
{
	const uint32_t count = 3;
	struct got got;

	for (uint32_t i = 0; i < count; i++) {
		record(type, 1, i);
		assert_ok(posix_trace_stop(trid));
		assert_ok(posix_trace_start(trid));
	}
	put(0, PLENTY);
	for (uint32_t i = 0; i < count; i++) {
		assert_next_is(trid, POSIX_TRACE_START, &got);
		assert_next_mark(trid, type, 1, i);
		assert_next_is(trid, POSIX_TRACE_STOP, &got);
		ck_assert_int_eq(got.number, 0);
		assert_stopped_itself(trid);
	}
	read_window(0);
	assert_runs(trid);
}
END_TEST

/* SST-13 UNF-10: a stop and a start of a full stream do it no harm for the
 * times it gets full later. */
START_TEST(a_stream_that_was_stopped_while_full_gets_full_again)
{
	for (uint32_t round = 0; round < 5; round++) {
		put(0, PLENTY);
		assert_ok(posix_trace_stop(trid));
		assert_stopped_itself(trid);
		read_window(0);
		assert_empty(trid);
		assert_ok(posix_trace_start(trid));
		assert_runs(trid);
		put(0, PLENTY);
		assert_stopped_itself(trid);
		read_window(0);
		assert_runs(trid);
	}
}
END_TEST

/* UNF-03 UNF-11 SST-13: the STOP of a request is the only one. */
START_TEST(a_stream_stopped_in_time_has_a_stop_with_0)
{
	struct got got;

	put(0, promised_window());
	assert_ok(posix_trace_stop(trid));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	for (uint32_t i = 0; i < promised_window(); i++)
		assert_next_mark(trid, type, 0, i);
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	ck_assert_int_eq(got.number, 0);
	assert_empty(trid);
}
END_TEST

/* UNF-07 UNF-10, where neither STOP nor START can be read. */
START_TEST(a_stream_that_filters_its_stop_runs_again)
{
	trace_event_set_t system;
	struct got got;

	assert_ok(
		posix_trace_eventset_fill(&system, POSIX_TRACE_SYSTEM_EVENTS));
	assert_ok(posix_trace_set_filter(trid, &system,
					 POSIX_TRACE_SET_EVENTSET));
	drain(trid);
	for (uint32_t round = 0; round < 3; round++) {
		uint32_t count = 0;

		put(round * PLENTY, (round + 1) * PLENTY);
		assert_stopped_itself(trid);
		for (; try_next(trid, &got); count++) {
			ck_assert_uint_eq(got.info.posix_event_id, type);
			assert_mark(&got, 0, round * PLENTY + count);
		}
		ck_assert_uint_gt(count, 100);
		assert_runs(trid);
	}
}
END_TEST

/* UNF-08: START is an event like others for those who wait. */
START_TEST(who_waits_behind_stop_gets_start)
{
	struct got got;

	put(0, PLENTY);
	do
		await_next(trid, &got);
	while (got.info.posix_event_id != POSIX_TRACE_STOP);
	await_next(trid, &got);
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	assert_empty(trid);
}
END_TEST

/* What the child does: a round of marks for each word. */
static _Noreturn void be_target(int words, int answers)
{
	uint32_t round = 0;
	char word;

	type = type_of("event");
	for (; write(answers, "r", 1) == 1 && read(words, &word, 1) == 1;
	     round++)
		put(round * PLENTY, (round + 1) * PLENTY);
	leave(0);
}

static void await_answer(int answers)
{
	char word;

	ck_assert_int_eq(read(answers, &word, 1), 1);
}

/* UNF-01 UNF-02 UNF-05 UNF-07 UNF-08 UNF-10 of another process. */
START_TEST(a_stream_of_another_process_goes_on_too)
{
	int words[2], answers[2];
	pid_t child;

	ck_assert_int_eq(pipe(words), 0);
	ck_assert_int_eq(pipe(answers), 0);
	assert_ok(posix_trace_shutdown(trid));
	child = fork();
	if (!child) {
		close(words[1]);
		be_target(words[0], answers[1]);
	}
	close(answers[1]);
	await_answer(answers[0]);
	trid = start_for(child, POSIX_TRACE_UNTIL_FULL, SIZE);
	assert_ok(posix_trace_trid_eventid_open(trid, "event", &type));

	for (uint32_t round = 0; round < 4; round++) {
		ck_assert_int_eq(write(words[1], "w", 1), 1);
		await_answer(answers[0]);
		assert_stopped_itself(trid);
		ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
		ck_assert_uint_ge(read_window(round * PLENTY),
				  promised_window());
		assert_runs(trid);
	}
	close(words[1]);
	assert_exits_0(child);
}
END_TEST

/* Within a window no thread's events have a gap, and none comes twice. */
struct order {
	bool open;		/* the last was START */
	bool met[CREW_MAX];	/* in this window */
	int64_t next[CREW_MAX]; /* the lowest that can come */
	uint32_t windows, marks;
};

static void follow(struct order *order, const struct got *got)
{
	const uint32_t who = got->mark.who;

	switch (got->info.posix_event_id) {
	case POSIX_TRACE_START:
		ck_assert(!order->open);
		order->open = true;
		memset(order->met, 0, sizeof(order->met));
		return;
	case POSIX_TRACE_STOP:
		ck_assert(order->open);
		assert_own_stop(got);
		order->open = false;
		order->windows++;
		return;
	default:
		break;
	}
	ck_assert(order->open);
	ck_assert_uint_eq(got->info.posix_event_id, type);
	ck_assert_uint_lt(who, CREW_MAX);
	if (order->met[who])
		ck_assert_int_eq(got->mark.number, order->next[who]);
	ck_assert_int_ge(got->mark.number, order->next[who]);
	order->met[who] = true;
	order->next[who] = (int64_t)got->mark.number + 1;
	order->marks++;
}

/* UNF-02 UNF-03 UNF-08 UNF-10 UNF-12 UNF-15 with several threads, and a
 * reader that waits. */
START_TEST(every_window_of_several_threads_is_without_a_gap)
{
	struct order order = { 0 };
	struct got got;

	hire(3);
	begin_work(write_on);
	while (order.windows < WINDOWS) {
		await_next(trid, &got);
		follow(&order, &got);
	}
	enough = true;
	end_work();
	ck_assert_uint_gt(order.marks, WINDOWS * promised_window());
	dismiss();
}
END_TEST

static TCase *until_full(void)
{
	TCase *tcase = tcase_create("until full");

	tcase_add_checked_fixture(tcase, setup_until_full, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_full_stream_stops_by_itself);
	tcase_add_test(tcase, what_finds_no_room_is_an_overrun_told_once);
	tcase_add_test(tcase, read_empty_it_runs_again);
	tcase_add_test(tcase, windows_follow_each_other_for_ever);
	tcase_add_loop_test(tcase, reading_a_part_loses_nothing_of_the_rest, 0,
			    6);
	tcase_add_test(tcase,
		       a_stream_that_was_stopped_does_not_start_by_itself);
	tcase_add_loop_test(
		tcase, start_and_stop_change_nothing_of_a_full_stream, 0, 8);
	tcase_add_test(tcase, it_goes_on_behind_its_own_stop_and_not_before);
	tcase_add_test(tcase,
		       a_stream_that_was_stopped_while_full_gets_full_again);
	tcase_add_test(tcase, a_stream_stopped_in_time_has_a_stop_with_0);
	tcase_add_test(tcase, a_stream_that_filters_its_stop_runs_again);
	tcase_add_test(tcase, who_waits_behind_stop_gets_start);
	tcase_add_test(tcase, a_stream_of_another_process_goes_on_too);
	tcase_add_test(tcase, every_window_of_several_threads_is_without_a_gap);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("full streams");

	suite_add_tcase(suite, until_full());
	return run_suite(suite);
}
