/* A clear among threads and processes that record, and those that read. */
#include <sched.h>

#include "clear.h"
#include "writers.h"

/* Among threads */

enum { ROUNDS = SANITIZED ? 30 : 150 };

/* What each had done before something, and had begun after it. */
struct moment {
	uint32_t begun[WRITERS], done[WRITERS];
};

static void note_done(struct moment *moment)
{
	for (int i = 0; i < WRITERS; i++)
		moment->done[i] = writers[i].done;
}

static void note_begun(struct moment *moment)
{
	for (int i = 0; i < WRITERS; i++)
		moment->begun[i] = writers[i].begun;
}

/* Nothing done before the clear, all begun after it, without a gap. */
static void assert_only_after(trace_id_t trid, const struct moment *cleared,
			      const struct moment *stopped)
{
	int64_t first[WRITERS], next[WRITERS];
	struct got got;

	memset(next, -1, sizeof(next));
	for (;;) {
		ck_assert(try_next(trid, &got));
		if (got.info.posix_event_id == POSIX_TRACE_STOP)
			break;
		ck_assert_uint_eq(got.info.posix_event_id, type);
		ck_assert_uint_lt(got.mark.who, WRITERS);
		if (next[got.mark.who] < 0)
			first[got.mark.who] = got.mark.number;
		else
			ck_assert_int_eq(got.mark.number, next[got.mark.who]);
		next[got.mark.who] = (int64_t)got.mark.number + 1;
	}
	assert_empty(trid);
	for (int i = 0; i < WRITERS; i++) {
		if (next[i] < 0) {
			ck_assert_uint_le(stopped->done[i], cleared->begun[i]);
			continue;
		}
		ck_assert_int_ge(first[i], cleared->done[i]);
		ck_assert_int_le(first[i], cleared->begun[i]);
		ck_assert_int_ge(next[i], stopped->done[i]);
	}
}

/* CLR-01 CLR-02 */
START_TEST(a_clear_falls_exactly_among_writers)
{
	trace_id_t trid = create_for(0, BIG, 0);
	struct moment cleared, stopped;

	launch_writers(type, type);
	for (int round = 0; round < ROUNDS; round++) {
		assert_ok(posix_trace_start(trid));
		stir();
		note_done(&cleared);
		clear(trid);
		note_begun(&cleared);
		stir();
		note_done(&stopped);
		assert_ok(posix_trace_stop(trid));
		assert_only_after(trid, &cleared, &stopped);
	}
	dismiss_writers();
	assert_no_overrun(trid);
}
END_TEST

/* Read until told to end, whole events, those of each writer in their order. */
static void *read_on(void *argument)
{
	const trace_id_t trid = *(trace_id_t *)argument;
	int64_t last[WRITERS] = { -1, -1, -1 };
	struct got got;
	int none;

	while (!enough) {
		if (posix_trace_trygetnext_event(trid, &got.info, got.data,
						 ROOM, &got.len, &none))
			return NULL;
		if (none) {
			sched_yield();
			continue;
		}
		if (got.info.posix_event_id == POSIX_TRACE_START)
			continue;
		if (got.info.posix_event_id != type ||
		    got.len != sizeof(got.mark) || got.mark.who >= WRITERS ||
		    got.mark.number <= last[got.mark.who])
			return NULL;
		last[got.mark.who] = got.mark.number;
	}
	return argument;
}

/* CLR-01 CLR-02 THR-02 */
START_TEST(clears_under_a_reader_hurt_no_event)
{
	trace_id_t trid = create_for(0, BIG, 0);
	pthread_t reader;
	void *result;

	assert_ok(posix_trace_start(trid));
	assert_ok(pthread_create(&reader, NULL, read_on, &trid));
	launch_writers(type, type);
	for (int round = 0; round < ROUNDS; round++) {
		stir();
		clear(trid);
	}
	dismiss_writers();
	assert_ok(pthread_join(reader, &result));
	ck_assert_ptr_eq(result, &trid);
	clear(trid);
	assert_empty(trid);
	assert_no_overrun(trid);
}
END_TEST

static _Atomic bool waiting;

static void *wait_for_event(void *argument)
{
	const trace_id_t trid = *(trace_id_t *)argument;
	struct got got;
	int none;

	waiting = true;
	if (posix_trace_getnext_event(trid, &got.info, got.data, ROOM, &got.len,
				      &none))
		return NULL;
	return !none && got.info.posix_event_id == type &&
			       got.mark.number == 4711 ?
		       argument :
		       NULL;
}

/* CLR-02 BLK-01 */
START_TEST(a_waiting_reader_waits_on_for_the_next_event)
{
	trace_id_t trid = start_stream(0);
	pthread_t reader;
	void *result;

	drain(trid);
	assert_ok(pthread_create(&reader, NULL, wait_for_event, &trid));
	while (!waiting)
		sched_yield();
	for (int i = 0; i < 100; i++) {
		sched_yield();
		clear(trid);
	}
	record(type, 0, 4711);
	assert_ok(pthread_join(reader, &result));
	ck_assert_ptr_eq(result, &trid);
	assert_empty(trid);
}
END_TEST

/* Whose events they are */

enum { THREADS = 4 };
static pthread_barrier_t barrier;

/* One event before the clear and one after it, both in the chunk that the
 * thread has then. */
static void *record_around(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	record(type, who, 1);
	pthread_barrier_wait(&barrier);
	pthread_barrier_wait(&barrier);
	record(type, who, 2);
	return NULL;
}

static void clear_amid(trace_id_t trid, pthread_t *thread)
{
	assert_ok(pthread_barrier_init(&barrier, NULL, THREADS + 1));
	for (uintptr_t i = 0; i < THREADS; i++)
		assert_ok(pthread_create(&thread[i], NULL, record_around,
					 (void *)i));
	pthread_barrier_wait(&barrier);
	clear(trid);
	pthread_barrier_wait(&barrier);
	for (int i = 0; i < THREADS; i++)
		assert_ok(pthread_join(thread[i], NULL));
}

static void assert_whose(const struct got *got, const pthread_t *thread,
			 int64_t begin)
{
	const int64_t ns = ns_of(got->info.posix_timestamp);

	ck_assert_uint_eq(got->info.posix_event_id, type);
	ck_assert_uint_lt(got->mark.who, THREADS);
	assert_mark(got, got->mark.who, 2);
	ck_assert_int_eq(got->info.posix_pid, getpid());
	ck_assert(pthread_equal(got->info.posix_thread_id,
				thread[got->mark.who]));
	ck_assert_int_ge(ns, begin - CLOCK_TOLERANCE_NS);
	ck_assert_int_le(ns, now_ns() + CLOCK_TOLERANCE_NS);
}

/* CLR-02 INF-01 INF-02 INF-05 */
START_TEST(events_after_it_have_their_process_thread_and_time)
{
	trace_id_t trid = start_stream(0);
	const int64_t begin = now_ns();
	pthread_t thread[THREADS];
	struct got got;

	clear_amid(trid, thread);
	for (int i = 0; i < THREADS; i++) {
		ck_assert(try_next(trid, &got));
		assert_whose(&got, thread, begin);
	}
	assert_empty(trid);
}
END_TEST

/* CLR-09 CLR-02 LOG-23 */
START_TEST(they_have_them_in_a_log_too)
{
	const int64_t begin = now_ns();
	pthread_t thread[THREADS];
	int fd = make_file();
	trace_id_t trid, log;
	struct got got;

	trid = create_log(fd, POSIX_TRACE_LOOP, log_policies[_i % LOG_POLICIES],
			  0);
	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	clear_amid(trid, thread);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	for (int i = 0; i < THREADS; i++) {
		ck_assert(next_logged(log, &got));
		assert_whose(&got, thread, begin);
	}
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* A child that records an event, its number the byte, for each byte that it
 * gets, and gives the byte back. */
static struct {
	pid_t pid;
	int to, from;
} target;

static void serve(int in, int out)
{
	const trace_event_id_t mine = type_of("event");
	unsigned char byte;

	while (read(in, &byte, 1) == 1) {
		record(mine, 0, byte);
		if (write(out, &byte, 1) != 1)
			break;
	}
	leave(0);
}

static void launch(void)
{
	int in[2], out[2];

	ck_assert_int_eq(pipe2(in, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);
	target.pid = fork();
	if (!target.pid) {
		close(in[1]);
		serve(in[0], out[1]);
	}
	close(in[0]);
	close(out[1]);
	target.to = in[1];
	target.from = out[0];
}

static void release(void)
{
	if (target.pid > 0)
		kill(target.pid, SIGKILL);
}

static void poke(unsigned char number)
{
	unsigned char byte = 0;

	ck_assert_int_eq(write(target.to, &number, 1), 1);
	ck_assert_int_eq(read(target.from, &byte, 1), 1);
	ck_assert_uint_eq(byte, number);
}

static void assert_next_poke(trace_id_t trid, unsigned char number)
{
	struct got got;

	assert_next_is(trid, type, &got);
	assert_mark(&got, 0, number);
	ck_assert_int_eq(got.info.posix_pid, target.pid);
}

/* CLR-01 CLR-02 CLR-08 */
START_TEST(a_targets_events_are_gone_and_it_goes_on)
{
	trace_id_t trid;

	launch();
	trid = create_for(target.pid, 0, 0);
	assert_ok(posix_trace_start(trid));
	for (unsigned char i = 1; i < 40; i += 4) {
		poke(i);
		clear(trid);
		assert_empty(trid);
		poke(i + 1);
		assert_next_poke(trid, i + 1);
		assert_empty(trid);
		filter_out(trid, type);
		poke(i + 2);
		clear(trid);
		poke(i + 3);
		assert_next_poke(trid, i + 3);
	}
	assert_ok(posix_trace_shutdown(trid));
	close(target.to);
	assert_exits_0(target.pid);
	target.pid = 0;
}
END_TEST

/* OTH-12 CLR-01 CLR-02 */
START_TEST(the_stream_of_a_dead_target_can_be_cleared)
{
	trace_id_t trid;

	launch();
	trid = create_for(target.pid, 0, 0);
	assert_ok(posix_trace_start(trid));
	for (unsigned char i = 0; i < 20; i++)
		poke(i);
	ck_assert_int_eq(kill(target.pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(target.pid, NULL, 0), target.pid);
	target.pid = 0;
	clear(trid);
	assert_empty(trid);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_start(trid));
	assert_next_stop(trid);
	assert_next_start(trid);
	assert_empty(trid);
	clear(trid);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static TCase *threads(void)
{
	TCase *tcase = tcase_create("threads");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_clear_falls_exactly_among_writers);
	tcase_add_test(tcase, clears_under_a_reader_hurt_no_event);
	tcase_add_test(tcase, a_waiting_reader_waits_on_for_the_next_event);
	return tcase;
}

static TCase *whose(void)
{
	TCase *tcase = tcase_create("whose");

	tcase_add_checked_fixture(tcase, setup, release);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase,
		       events_after_it_have_their_process_thread_and_time);
	tcase_add_loop_test(tcase, they_have_them_in_a_log_too, 0,
			    LOG_POLICIES);
	tcase_add_test(tcase, a_targets_events_are_gone_and_it_goes_on);
	tcase_add_test(tcase, the_stream_of_a_dead_target_can_be_cleared);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_clear_writers");

	suite_add_tcase(suite, threads());
	suite_add_tcase(suite, whose());
	return run_suite(suite);
}
