/* Waiting for an event, for ever or until a time. */
#include <linux/futex.h>
#include <sched.h>
#include <sys/uio.h>

#include "running_stream.h"

/* The clock of this program can be set without harm to others: library and
 * test read it through this function. */

static _Atomic time_t step; /* seconds it is ahead */

int clock_gettime(clockid_t clock, struct timespec *time)
{
	int err = (int)syscall(SYS_clock_gettime, clock, time);

	if (!err && clock == CLOCK_REALTIME)
		time->tv_sec += step;
	return err;
}

/* Time limits */

static int wait_until(struct timespec limit, struct got *got, int *unavailable)
{
	return posix_trace_timedgetnext_event(trid, &got->info, got->data, ROOM,
					      &got->len, unavailable, &limit);
}

/* TIM-02 TIM-03 TIM-04 TIM-05 TIM-08 */
START_TEST(a_limit_ends_waiting)
{
	const int waits_ms[] = { -1000000, -1, 0, 1, 200 };
	struct got got;

	for (size_t i = 0; i < ARRAY_LEN(waits_ms); i++) {
		struct timespec limit = in_ms(waits_ms[i]);
		int none = 0;

		ck_assert_int_eq(wait_until(limit, &got, &none), ETIMEDOUT);
		ck_assert_int_ne(none, 0);
		ck_assert_int_ge(now_ns(), ns_of(limit));
	}
	ck_assert_int_eq(wait_until((struct timespec){ 0, 0 }, &got, &_i),
			 ETIMEDOUT);
}
END_TEST

/* Does its deed once the test has waited for a while. */
static void *do_later(void *deed)
{
	nap_ms(100);
	(*(void (**)(void))deed)();
	return NULL;
}

static void make_event(void)
{
	record(type, 3, 4);
}

static void start(void)
{
	posix_trace_start(trid);
}

static void shut_down(void)
{
	posix_trace_shutdown(trid);
}

static pthread_t later(void (**deed)(void))
{
	pthread_t thread;

	assert_ok(pthread_create(&thread, NULL, do_later, (void *)deed));
	return thread;
}

/* TIM-06 TIM-10 BLK-12 */
START_TEST(an_event_ends_waiting)
{
	static void (*deed)(void) = make_event;
	const struct timespec never = { .tv_sec = INT32_MAX };
	pthread_t thread = later(&deed);
	int none = -1;
	struct got got;

	assert_ok(wait_until(_i ? never : in_ms(8000), &got, &none));
	ck_assert_int_eq(none, 0);
	assert_mark(&got, 3, 4);
	assert_ok(pthread_join(thread, NULL));
}
END_TEST

/* TIM-07 TIM-09 */
START_TEST(an_invalid_limit_counts_when_there_is_nothing)
{
	const long bad[] = { -1, NS_PER_S, INT32_MAX };
	struct got got;
	int none;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct timespec limit = { .tv_sec = 1, .tv_nsec = bad[i] };

		ck_assert_int_eq(wait_until(limit, &got, &none), EINVAL);
		record(type, 1, 2);
		assert_ok(wait_until(limit, &got, &none));
		assert_mark(&got, 1, 2);
	}
}
END_TEST

/* Waiting */

/* BLK-01 BLK-12 */
START_TEST(a_reader_waits_for_an_event)
{
	static void (*deed)(void) = make_event;
	pthread_t thread = later(&deed);
	struct got got;

	ck_assert(log_next(trid, &got));
	assert_mark(&got, 3, 4);
	assert_ok(pthread_join(thread, NULL));
}
END_TEST

/* BLK-09 */
START_TEST(a_suspended_stream_is_waited_for_too)
{
	static void (*deed)(void) = start;
	pthread_t thread;
	struct got got;

	assert_ok(posix_trace_stop(trid));
	drain(trid);
	thread = later(&deed);
	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	assert_ok(pthread_join(thread, NULL));
}
END_TEST

struct waiter {
	pthread_t thread;
	const struct timespec *limit; /* NULL: none */
	_Atomic pid_t tid;	      /* known once it is about to wait */
	int err;
	int none;
	struct got got;
};

static _Atomic int returned;

static void *wait_here(void *argument)
{
	struct waiter *waiter = argument;
	struct got *got = &waiter->got;

	waiter->none = 4711;
	atomic_store(&waiter->tid, gettid());
	waiter->err = waiter->limit ?
			      posix_trace_timedgetnext_event(
				      trid, &got->info, got->data, ROOM,
				      &got->len, &waiter->none, waiter->limit) :
			      posix_trace_getnext_event(
				      trid, &got->info, got->data, ROOM,
				      &got->len, &waiter->none);
	returned++;
	return NULL;
}

static void begin_waiting(struct waiter *waiter)
{
	waiter->tid = 0;
	assert_ok(pthread_create(&waiter->thread, NULL, wait_here, waiter));
}

static void on_signal(int number)
{
	(void)number;
}

/* A signal may come just before the reader sleeps: send it till it counts. */
static void interrupt(struct waiter *waiter)
{
	while (!returned) {
		pthread_kill(waiter->thread, SIGUSR1);
		nap_ms(20);
	}
	assert_ok(pthread_join(waiter->thread, NULL));
}

/* BLK-02 BLK-03 BLK-04 BLK-13 */
START_TEST(a_signal_ends_waiting_and_takes_nothing)
{
	const struct timespec limit = in_ms(100000);
	struct sigaction action = { .sa_flags = _i & 2 ? SA_RESTART : 0 };
	struct waiter waiter = { .limit = _i & 1 ? &limit : NULL };

	action.sa_handler = on_signal;
	ck_assert_int_eq(sigaction(SIGUSR1, &action, NULL), 0);
	begin_waiting(&waiter);
	nap_ms(50);
	interrupt(&waiter);
	ck_assert_int_eq(waiter.err, EINTR);
	ck_assert_int_eq(waiter.none, 4711);

	record(type, 5, 6);
	assert_next_mark(trid, type, 5, 6);
}
END_TEST

/* The system call a thread sleeps in, as the kernel writes it down; empty if
 * it is in none. */
static bool read_call(pid_t tid, char *text, size_t size)
{
	char path[64];
	ssize_t len;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", (int)tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	len = read(fd, text, size - 1);
	close(fd);
	text[len > 0 ? len : 0] = '\0';
	return len > 0;
}

static bool calls_are_told(void)
{
	char text[256];

	if (read_call(gettid(), text, sizeof(text)))
		return true;
	skipped("the system call of a thread is not told");
	return false;
}

/* Memory of a thread that may be about to change it. */
static bool peek(unsigned long from, void *to, size_t len)
{
	struct iovec local = { to, len }, remote = { (void *)from, len };

	return syscall(SYS_process_vm_readv, getpid(), &local, 1, &remote, 1,
		       0) == (ssize_t)len;
}

/* When the kernel will end the thread's sleep, by CLOCK_REALTIME; false: it
 * does not sleep for that now. */
static bool sleeps_until(pid_t tid, struct timespec *end)
{
	char text[256], again[256];
	unsigned long argument[4];
	long call;

	if (!read_call(tid, text, sizeof(text)) ||
	    sscanf(text, "%ld %lx %lx %lx %lx", &call, &argument[0],
		   &argument[1], &argument[2], &argument[3]) != 5)
		return false;
	if (call != SYS_futex || !argument[3] ||
	    (argument[1] & (unsigned long)FUTEX_CMD_MASK) !=
		    FUTEX_WAIT_BITSET ||
	    !(argument[1] & FUTEX_CLOCK_REALTIME))
		return false;
	return peek(argument[3], end, sizeof(*end)) &&
	       read_call(tid, again, sizeof(again)) && !strcmp(text, again);
}

/* TIM-11 TIM-04: the limit itself is what the kernel waits for, and it knows
 * when the clock is set. */
START_TEST(the_kernel_sleeps_by_the_clock_that_can_be_set)
{
	const struct timespec limit = in_ms(300000);
	struct waiter waiter = { .limit = &limit };
	struct timespec end;

	if (!calls_are_told())
		return;
	begin_waiting(&waiter);
	while (!waiter.tid || !sleeps_until(waiter.tid, &end))
		nap_ms(1);
	ck_assert_int_gt(ns_of(end), ns_of(limit) - 300LL * NS_PER_S);
	ck_assert_int_le(ns_of(end), ns_of(limit));
	record(type, 1, 2);
	assert_ok(pthread_join(waiter.thread, NULL));
	assert_ok(waiter.err);
}
END_TEST

/* How often a thread went to sleep so far. */
static unsigned long sleeps_of(pid_t tid)
{
	static const char name[] = "voluntary_ctxt_switches:";
	unsigned long number = 0;
	char path[64], line[256];
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/status", (int)tid);
	file = fopen(path, "re");
	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof(line), file))
		if (!strncmp(line, name, sizeof(name) - 1))
			number = strtoul(line + sizeof(name) - 1, NULL, 10);
	fclose(file);
	return number;
}

static void assert_sleeps_on(const struct waiter *waiter)
{
	static const unsigned char bytes[5000];
	static const size_t len[] = { 8, 64, 65, 500, sizeof(bytes) };
	struct timespec end;
	unsigned long sleeps;

	while (!waiter->tid || !sleeps_until(waiter->tid, &end))
		nap_ms(1);
	sleeps = sleeps_of(waiter->tid);
	for (int i = 0; i < 1000; i++)
		for (size_t j = 0; j < ARRAY_LEN(len); j++)
			posix_trace_event(type, bytes, len[j]);
	ck_assert_uint_eq(sleeps_of(waiter->tid), sleeps);
}

/* EVT-04 FLT-06: whatever its length. */
START_TEST(an_event_that_is_not_wanted_wakes_no_reader)
{
	const struct timespec limit = in_ms(300000);
	struct waiter waiter = { .limit = &limit };
	trace_event_set_t set;

	if (!calls_are_told())
		return;
	record(type, 1, 1); /* this thread's first, which takes longer */
	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(type, &set));
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	drain(trid);
	begin_waiting(&waiter);
	assert_sleeps_on(&waiter);
	assert_ok(posix_trace_stop(trid));
	assert_ok(pthread_join(waiter.thread, NULL));
	assert_ok(waiter.err);

	begin_waiting(&waiter);
	assert_sleeps_on(&waiter);
	assert_ok(posix_trace_start(trid));
	assert_ok(pthread_join(waiter.thread, NULL));
	ck_assert_uint_eq(waiter.got.info.posix_event_id, POSIX_TRACE_START);
}
END_TEST

/* TIM-11 */
START_TEST(a_step_of_the_clock_moves_the_limit)
{
	const struct timespec limit = in_ms(300000), past = in_ms(-1000);
	struct waiter waiter = { .limit = &limit };

	begin_waiting(&waiter);
	nap_ms(50);
	ck_assert_int_eq(returned, 0);
	step = 301;
	assert_ok(pthread_join(waiter.thread, NULL));
	ck_assert_int_eq(waiter.err, ETIMEDOUT);
	ck_assert_int_ne(waiter.none, 0);

	/* What was past is yet to come. */
	waiter.limit = &past;
	step = -301;
	begin_waiting(&waiter);
	nap_ms(50);
	record(type, 1, 2);
	assert_ok(pthread_join(waiter.thread, NULL));
	assert_ok(waiter.err);
	assert_mark(&waiter.got, 1, 2);
}
END_TEST

/* BLK-05 BLK-06 BLK-07 */
START_TEST(a_shutdown_ends_all_waiting)
{
	const struct timespec limit = in_ms(100000);
	static void (*deed)(void) = shut_down;
	struct waiter waiters[6];
	pthread_t thread;

	for (size_t i = 0; i < ARRAY_LEN(waiters); i++) {
		waiters[i].limit = i & 1 ? &limit : NULL;
		begin_waiting(&waiters[i]);
	}
	thread = later(&deed);
	for (size_t i = 0; i < ARRAY_LEN(waiters); i++) {
		assert_ok(pthread_join(waiters[i].thread, NULL));
		ck_assert_int_eq(waiters[i].err, EINVAL);
	}
	assert_ok(pthread_join(thread, NULL));
}
END_TEST

/* BLK-08 THR-06 */
START_TEST(of_several_readers_one_gets_each_event)
{
	struct waiter waiters[4];
	bool seen[ARRAY_LEN(waiters)] = { false };

	for (size_t i = 0; i < ARRAY_LEN(waiters); i++) {
		waiters[i].limit = NULL;
		begin_waiting(&waiters[i]);
	}
	nap_ms(50);
	for (uint32_t i = 0; i < ARRAY_LEN(waiters); i++)
		record(type, 0, i);
	for (size_t i = 0; i < ARRAY_LEN(waiters); i++) {
		assert_ok(pthread_join(waiters[i].thread, NULL));
		assert_ok(waiters[i].err);
		ck_assert_uint_lt(waiters[i].got.mark.number, ARRAY_LEN(seen));
		ck_assert(!seen[waiters[i].got.mark.number]);
		seen[waiters[i].got.mark.number] = true;
	}
	assert_empty(trid);
}
END_TEST

/* BLK-11: a tenth of the time would be much. */
START_TEST(waiting_costs_nearly_nothing)
{
	struct rusage before, after;
	struct got got;
	int none;

	getrusage(RUSAGE_SELF, &before);
	ck_assert_int_eq(wait_until(in_ms(1000), &got, &none), ETIMEDOUT);
	getrusage(RUSAGE_SELF, &after);
	ck_assert_int_lt(
		(after.ru_utime.tv_sec + after.ru_stime.tv_sec -
		 before.ru_utime.tv_sec - before.ru_stime.tv_sec) *
				1000000 +
			after.ru_utime.tv_usec + after.ru_stime.tv_usec -
			before.ru_utime.tv_usec - before.ru_stime.tv_usec,
		100000);
}
END_TEST

static void *write_slowly(void *argument)
{
	const uint32_t count = *(const uint32_t *)argument;

	for (uint32_t i = 0; i < count; i++) {
		record(type, 0, i);
		if (i % 7 == 0)
			sched_yield();
	}
	return NULL;
}

/* BLK-01: no wake-up is lost, however reader and writer meet. */
START_TEST(a_reader_that_sleeps_between_events_misses_none)
{
	const uint32_t count = SANITIZED ? 5000 : 30000;
	pthread_t thread;
	struct got got;

	trid = start_stream(16 << 20);
	drain(trid);
	assert_ok(pthread_create(&thread, NULL, write_slowly,
				 (void *)(uintptr_t)&count));
	for (uint32_t i = 0; i < count; i++) {
		ck_assert(log_next(trid, &got));
		assert_mark(&got, 0, i);
	}
	assert_ok(pthread_join(thread, NULL));
}
END_TEST

static TCase *waiting(void)
{
	TCase *tcase = tcase_create("waiting");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, a_limit_ends_waiting);
	tcase_add_loop_test(tcase, an_event_ends_waiting, 0, 2);
	tcase_add_test(tcase, an_invalid_limit_counts_when_there_is_nothing);
	tcase_add_test(tcase, a_reader_waits_for_an_event);
	tcase_add_test(tcase, a_suspended_stream_is_waited_for_too);
	tcase_add_loop_test(tcase, a_signal_ends_waiting_and_takes_nothing, 0,
			    4);
	tcase_add_test(tcase, the_kernel_sleeps_by_the_clock_that_can_be_set);
	tcase_add_test(tcase, an_event_that_is_not_wanted_wakes_no_reader);
	tcase_add_test(tcase, a_step_of_the_clock_moves_the_limit);
	tcase_add_test(tcase, a_shutdown_ends_all_waiting);
	tcase_add_test(tcase, of_several_readers_one_gets_each_event);
	tcase_add_test(tcase, waiting_costs_nearly_nothing);
	tcase_add_test(tcase, a_reader_that_sleeps_between_events_misses_none);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_timedgetnext_event");

	suite_add_tcase(suite, waiting());
	return run_suite(suite);
}
