#include "tracing.h"

enum {
	SIZE = 32768,	/* of a stream that is soon full */
	MAX_DATA = 512, /* its max-data-size */
	PLENTY = 5000,	/* marks: more than it takes */
	ROOMY = 16 << 20,
	ROUNDS = SANITIZED ? 10 : 40,
};

static trace_event_id_t type;
static trace_id_t trid;

static trace_attr_t attr_for(int policy, size_t size)
{
	trace_attr_t attr = attr_of(size, MAX_DATA);

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	return attr;
}

static trace_id_t start_for(pid_t pid, int policy, size_t size)
{
	trace_attr_t attr = attr_for(policy, size);
	trace_id_t made;

	assert_ok(posix_trace_create(pid, &attr, &made));
	assert_ok(posix_trace_start(made));
	return made;
}

static trace_id_t start_until_full(size_t size)
{
	return start_for(0, POSIX_TRACE_UNTIL_FULL, size);
}

static trace_id_t start_loop(size_t size)
{
	return start_for(0, POSIX_TRACE_LOOP, size);
}

static void setup_until_full(void)
{
	type = type_of("event");
	trid = start_until_full(SIZE);
}

static void setup_loop(void)
{
	type = type_of("event");
	trid = start_loop(SIZE);
}

/* What a stream of that size promises to hold. */
static uint32_t promised(size_t size, size_t len)
{
	trace_attr_t attr = attr_of(size, MAX_DATA);
	size_t each;

	assert_ok(posix_trace_attr_getmaxusereventsize(&attr, len, &each));
	return (uint32_t)(size / each);
}

/* Marks, in one of our streams, between its START and its STOP. */
static uint32_t promised_window(void)
{
	trace_attr_t attr = attr_of(SIZE, MAX_DATA);
	size_t system;

	assert_ok(posix_trace_attr_getmaxsystemeventsize(&attr, &system));
	return promised(SIZE - 2 * system, sizeof(struct mark));
}

static void put(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		record(type, 0, i);
}

static int overrun_of(trace_id_t stream)
{
	return status_of(stream).posix_stream_overrun_status;
}

static void assert_runs(trace_id_t stream)
{
	assert_state(stream, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
}

static void assert_stopped_itself(trace_id_t stream)
{
	assert_state(stream, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
}

/* Threads that do a piece of work together, each time they are told. */

enum { CREW_MAX = 4 };

static struct {
	pthread_t thread[CREW_MAX];
	pthread_barrier_t go, done;
	unsigned size;
	bool dismissed;
	void (*work)(uint32_t who);
} crew;

static void *serve(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	for (;;) {
		pthread_barrier_wait(&crew.go);
		if (crew.dismissed)
			return NULL;
		crew.work(who);
		pthread_barrier_wait(&crew.done);
	}
}

static void hire(unsigned size)
{
	crew.size = size;
	assert_ok(pthread_barrier_init(&crew.go, NULL, size + 1));
	assert_ok(pthread_barrier_init(&crew.done, NULL, size + 1));
	for (uintptr_t i = 0; i < size; i++)
		assert_ok(pthread_create(&crew.thread[i], NULL, serve,
					 (void *)i));
}

static void begin_work(void work(uint32_t who))
{
	crew.work = work;
	pthread_barrier_wait(&crew.go);
}

static void end_work(void)
{
	pthread_barrier_wait(&crew.done);
}

static void dismiss(void)
{
	crew.dismissed = true;
	pthread_barrier_wait(&crew.go);
	for (unsigned i = 0; i < crew.size; i++)
		assert_ok(pthread_join(crew.thread[i], NULL));
}

/* Streams that stop when they are full */

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

static _Atomic bool enough;

/* Until told otherwise, and with a breath now and then for those who read and
 * ask: there may be one processor for all. */
static void write_on(uint32_t who)
{
	for (uint32_t i = 0; !enough; i++) {
		record(type, who, i);
		if (i % 256 == 0)
			sched_yield();
	}
}

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

enum { WINDOWS = SANITIZED ? 10 : 40 };

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

/* The status */

/* STA-07 */
START_TEST(a_full_stream_does_not_concern_the_others)
{
	trace_id_t roomy = start_until_full(ROOMY);
	trace_id_t looping = start_loop(ROOMY);

	put(0, PLENTY);
	assert_stopped_itself(trid);
	assert_runs(roomy);
	assert_runs(looping);
	ck_assert_int_eq(overrun_of(roomy), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(looping), POSIX_TRACE_NO_OVERRUN);
	ck_assert_uint_eq(drain(roomy), 1 + PLENTY);
	ck_assert_uint_eq(drain(looping), 1 + PLENTY);
	assert_stopped_itself(trid);
}
END_TEST

/* STA-08 */
START_TEST(an_overrun_is_told_of_each_stream_by_itself)
{
	trace_id_t looping = start_loop(SIZE);
	trace_id_t other = start_until_full(SIZE);
	trace_id_t roomy = start_until_full(ROOMY);

	put(0, PLENTY);
	ck_assert_int_eq(overrun_of(roomy), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(looping), POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(overrun_of(looping), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(other), POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(overrun_of(other), POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(overrun_of(trid), POSIX_TRACE_NO_OVERRUN);
}
END_TEST

/* What a stream that stops only by itself may be: running, or full. It gets
 * full by losing an event, which is told by then. */
struct seen {
	bool full, told;
};

static void assert_consistent(struct seen *seen)
{
	const struct posix_trace_status_info status = status_of(trid);
	const bool runs = status.posix_stream_status == POSIX_TRACE_RUNNING;
	const bool full = status.posix_stream_full_status == POSIX_TRACE_FULL;

	ck_assert_int_ne(runs, full);
	if (runs && seen->full)
		seen->told = false;
	seen->told |= status.posix_stream_overrun_status == POSIX_TRACE_OVERRUN;
	ck_assert(runs || seen->told);
	seen->full = full;
}

/* STA-09 STA-12: as it gets full. */
START_TEST(running_and_full_are_never_seen_together)
{
	struct seen seen = { 0 };
	struct got got;

	hire(2);
	begin_work(write_on);
	for (uint32_t i = 0; i < WINDOWS; i++) {
		while (assert_consistent(&seen), !seen.full)
			;
		do
			await_next(trid, &got);
		while (got.info.posix_event_id != POSIX_TRACE_STOP);
	}
	enough = true;
	end_work();
	dismiss();
}
END_TEST

enum { READER = 2 };

static void write_or_read_on(uint32_t who)
{
	struct got got;

	if (who != READER)
		write_on(who);
	while (!enough)
		try_next(trid, &got);
}

/* STA-09 STA-12: as it gets full, is read and restarts, at any moment. */
START_TEST(nor_are_they_while_it_is_read)
{
	struct seen seen = { 0 };

	hire(3);
	begin_work(write_or_read_on);
	for (uint32_t i = 0; i < 5000; i++)
		assert_consistent(&seen);
	enough = true;
	end_work();
	dismiss();
}
END_TEST

/* STA-09, where the log's writer makes room. */
START_TEST(nor_are_they_of_a_stream_that_flushes_itself)
{
	const int64_t end = now_ns() + 300 * NS_PER_MS;

	assert_ok(posix_trace_shutdown(trid));
	trid = create_logged_for(0, make_file(), SIZE, MAX_DATA);
	assert_ok(posix_trace_start(trid));
	hire(2);
	begin_work(write_on);
	while (now_ns() < end) {
		struct posix_trace_status_info status = status_of(trid);

		ck_assert(status.posix_stream_status != POSIX_TRACE_RUNNING ||
			  status.posix_stream_full_status ==
				  POSIX_TRACE_NOT_FULL);
	}
	enough = true;
	end_work();
	dismiss();
}
END_TEST

static void fill_log(void)
{
	for (uint32_t round = 0; round < 40; round++) {
		put(0, 200);
		assert_ok(posix_trace_flush(trid));
	}
}

/* STA-11 */
START_TEST(an_overrun_of_the_log_is_told_once)
{
	trace_attr_t attr = attr_for(POSIX_TRACE_FLUSH, SIZE);

	assert_ok(posix_trace_attr_setlogfullpolicy(
		&attr, _i ? POSIX_TRACE_LOOP : POSIX_TRACE_UNTIL_FULL));
	assert_ok(posix_trace_attr_setlogsize(&attr, SIZE));
	assert_ok(posix_trace_shutdown(trid));
	assert_ok(posix_trace_create_withlog(0, &attr, make_file(), &trid));
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(status_of(trid).posix_log_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	for (int i = 0; i < 2; i++) {
		fill_log();
		ck_assert_int_eq(status_of(trid).posix_log_overrun_status,
				 POSIX_TRACE_OVERRUN);
		ck_assert_int_eq(status_of(trid).posix_log_overrun_status,
				 POSIX_TRACE_NO_OVERRUN);
		ck_assert_int_eq(status_of(trid).posix_log_full_status,
				 POSIX_TRACE_FULL);
	}
}
END_TEST

/* STA-11 */
START_TEST(a_failure_of_the_log_is_told_once)
{
	int fd = make_file();

	assert_ok(posix_trace_shutdown(trid));
	trid = create_logged_for(0, fd, SIZE, MAX_DATA);
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	record(type, 0, 0);
	ck_assert_int_eq(posix_trace_flush(trid), EFBIG);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, EFBIG);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, 0);
	allow_growth();
}
END_TEST

/* Streams that loop */

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
	WARM_UP = 20,	 /* rounds: ... which takes longer than to wrap */
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

static TCase *status(void)
{
	TCase *tcase = tcase_create("status");

	tcase_add_checked_fixture(tcase, setup_until_full, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_full_stream_does_not_concern_the_others);
	tcase_add_test(tcase, an_overrun_is_told_of_each_stream_by_itself);
	tcase_add_test(tcase, running_and_full_are_never_seen_together);
	tcase_add_test(tcase, nor_are_they_while_it_is_read);
	return tcase;
}

static TCase *with_log(void)
{
	TCase *tcase = tcase_create("with log");

	tcase_add_checked_fixture(tcase, setup_loop, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, nor_are_they_of_a_stream_that_flushes_itself);
	tcase_add_loop_test(tcase, an_overrun_of_the_log_is_told_once, 0, 2);
	tcase_add_test(tcase, a_failure_of_the_log_is_told_once);
	return tcase;
}

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
	Suite *suite = suite_create("full streams");

	suite_add_tcase(suite, until_full());
	suite_add_tcase(suite, status());
	suite_add_tcase(suite, with_log());
	suite_add_tcase(suite, loop());
	suite_add_tcase(suite, loop_with_threads());
	return run_suite(suite);
}
