/* What an event tells of its call, and what the call does not do. */
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include <trace_np.h>

#include "event.h"

/* EVT-01 EVT-06 GET-01 INF-01 INF-02 INF-07 INF-08 */
START_TEST(an_event_has_its_type_data_process_and_thread)
{
	trace_id_t trid = start_stream(0);
	struct got got;

	record(type, 7, 8);

	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_is(trid, type, &got);
	assert_mark(&got, 7, 8);
	ck_assert_int_eq(got.info.posix_pid, getpid());
	ck_assert(pthread_equal(got.info.posix_thread_id, pthread_self()));
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_NOT_TRUNCATED);
	ck_assert(posix_trace_eventid_equal(trid, got.info.posix_event_id,
					    type_of("event")));
	assert_empty(trid);
}
END_TEST

/* EVT-02 EVT-03 EVT-15 SST-10 */
START_TEST(without_a_running_stream_nothing_is_recorded)
{
	trace_id_t trid;

	record(type, MAIN, 0);
	trid = create_for(0, 0, 0);
	record(type, MAIN, 1);
	assert_empty(trid);

	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_stop(trid));
	record(type, MAIN, 2);
	ck_assert_uint_eq(drain(trid), 2);

	assert_ok(posix_trace_shutdown(trid));
	record(type, MAIN, 3);
	trid = start_stream(0);
	ck_assert_uint_eq(drain(trid), 1);
}
END_TEST

/* HDR-14 */
START_TEST(the_function_is_there_beside_its_macro)
{
	void (*function)(trace_event_id_t, const void *, size_t) =
		&posix_trace_event;
	trace_id_t trid = start_stream(0);
	struct got got;

	drain(trid);
	function(type, "by address", 10);
	(posix_trace_event)(type, "by name", 7);
	assert_next_is(trid, type, &got);
	ck_assert_mem_eq(got.data, "by address", 10);
	assert_next_is(trid, type, &got);
	ck_assert_mem_eq(got.data, "by name", 7);
}
END_TEST

static unsigned evaluated;

static size_t count_evaluations(size_t value)
{
	evaluated++;
	return value;
}

/* As C wants of macros in the place of functions. */
START_TEST(the_macro_evaluates_each_argument_once)
{
	const char *text = "abc";

	for (unsigned round = 1; round <= 2; round++) {
		posix_trace_event((trace_event_id_t)count_evaluations(type),
				  text++, count_evaluations(1));
		ck_assert_uint_eq(evaluated, 2 * round);
		start_stream(0);
	}
	ck_assert_str_eq(text, "c");
}
END_TEST

static void *record_one(void *unused)
{
	record(type, MAIN, 0);
	return unused;
}

/* Whoever may trace the process may write to its file. Of all words, this one
 * is no less a word than others. */
START_TEST(a_word_of_nonsense_harms_nobody)
{
	const uintptr_t word = (uintptr_t)__posix_trace_home->__word;
	pthread_t thread;

	start_stream(0);
	record(type, MAIN, 0);
	*(unsigned long *)word = ULONG_MAX;
	record(type, MAIN, 1);
	assert_ok(pthread_create(&thread, NULL, record_one, NULL));
	assert_ok(pthread_join(thread, NULL));
	*(unsigned long *)word = 1;
	record(type, MAIN, 2);
}
END_TEST

/* EVT-05 EVT-19 */
START_TEST(no_data_is_of_length_0_whatever_length_is_given)
{
	trace_id_t trid = start_stream(0);
	struct got got;

	drain(trid);
	posix_trace_event(type, NULL, 0);
	posix_trace_event(type, NULL, 100);
	posix_trace_event(type, NULL, SIZE_MAX);
	posix_trace_event(type, "x", 0);
	for (int i = 0; i < 4; i++) {
		assert_next_is(trid, type, &got);
		ck_assert_uint_eq(got.len, 0);
		ck_assert_int_eq(got.info.posix_truncation_status,
				 POSIX_TRACE_NOT_TRUNCATED);
	}
}
END_TEST

static void assert_cut(trace_id_t trid, const void *data, size_t len, int how)
{
	struct got got;

	assert_next_is(trid, type, &got);
	ck_assert_uint_eq(got.len, len);
	ck_assert_mem_eq(got.data, data, len);
	ck_assert_int_eq(got.info.posix_truncation_status, how);
}

/* EVT-06 EVT-07 EVT-09 SIZ-09 CRE-15 */
START_TEST(data_is_cut_to_what_each_stream_takes)
{
	const size_t sizes[] = { 1, 8, 16, 63, 64, 65, 1000 };
	unsigned char data[1000];
	trace_id_t trid[ARRAY_LEN(sizes)];

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)(i * 7);
	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		trid[i] = create_for(0, 1 << 20, sizes[i]);
		assert_ok(posix_trace_start(trid[i]));
		drain(trid[i]);
	}
	for (size_t len = 1; len <= sizeof(data); len++)
		posix_trace_event(type, data, len);

	for (size_t i = 0; i < ARRAY_LEN(sizes); i++)
		for (size_t len = 1; len <= sizeof(data); len++)
			assert_cut(
				trid[i], data, len < sizes[i] ? len : sizes[i],
				len > sizes[i] ? POSIX_TRACE_TRUNCATED_RECORD :
						 POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

static void record_from(unsigned first, unsigned last)
{
	for (unsigned i = first; i < last; i++)
		record(type, 0, i);
}

static void assert_read(trace_id_t trid, unsigned first, unsigned last)
{
	for (unsigned i = first; i < last; i++)
		assert_next_mark(trid, type, 0, i);
	assert_empty(trid);
}

/* EVT-03 EVT-04 EVT-06 */
START_TEST(of_two_streams_each_has_the_events_that_it_wants)
{
	const trace_id_t a = start_stream(BIG), b = start_stream(BIG);
	trace_event_set_t set;

	drain(a);
	drain(b);
	record_from(0, 100);
	assert_read(a, 0, 100);
	assert_read(b, 0, 100);

	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(type, &set));
	assert_ok(posix_trace_set_filter(a, &set, POSIX_TRACE_SET_EVENTSET));
	drain(a);
	record_from(100, 200);
	assert_empty(a);
	assert_read(b, 100, 200);

	assert_ok(posix_trace_set_filter(a, &set, POSIX_TRACE_SUB_EVENTSET));
	assert_ok(posix_trace_stop(b));
	drain(a);
	drain(b);
	record_from(200, 300);
	assert_read(a, 200, 300);
	assert_empty(b);
}
END_TEST

START_TEST(of_two_streams_one_may_be_full)
{
	const trace_id_t a = start_stream(16384), b = start_stream(1 << 20);
	unsigned in_a;

	drain(a);
	drain(b);
	record_from(0, 5000);
	assert_read(b, 0, 5000);
	ck_assert_int_eq(status_of(a).posix_stream_full_status,
			 POSIX_TRACE_FULL);
	in_a = drain(a);
	ck_assert_uint_gt(in_a, 300);
	ck_assert_uint_lt(in_a, 5000);
}
END_TEST

/* EVT-08 */
START_TEST(what_happens_to_the_buffer_later_does_not_show)
{
	trace_id_t trid = start_stream(0);
	char buffer[] = "before";

	drain(trid);
	posix_trace_event(type, buffer, sizeof(buffer));
	memcpy(buffer, "after!", sizeof(buffer));
	assert_cut(trid, "before", 7, POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

/* EVT-10 NAM-22 */
START_TEST(the_unnamed_event_is_one_like_others)
{
	trace_id_t trid = start_stream(0);

	drain(trid);
	record(POSIX_TRACE_UNNAMED_USEREVENT, 3, 4);
	assert_next_mark(trid, POSIX_TRACE_UNNAMED_USEREVENT, 3, 4);
	assert_empty(trid);
}
END_TEST

/* EVT-13 EVT-16 */
START_TEST(types_of_the_system_and_of_nobody_are_ignored)
{
	trace_id_t trid = start_stream(0);
	const trace_event_id_t last = type_of("the last one");

	drain(trid);
	for (trace_event_id_t t = 0; t < POSIX_TRACE_UNNAMED_USEREVENT; t++)
		record(t, MAIN, t);
	for (trace_event_id_t t = last + 1; t < 5000; t++)
		record(t, MAIN, t);
	for (int bit = 16; bit < 32; bit++) {
		record(1U << bit, MAIN, 0);
		record((1U << bit) + type, MAIN, 0);
	}
	record(UINT_MAX, MAIN, 0);
	posix_trace_event(UINT_MAX, NULL, 0);
	posix_trace_event(last + 1, NULL, 0);
	assert_empty(trid);

	record(last, MAIN, 1);
	assert_next_mark(trid, last, MAIN, 1);
}
END_TEST

/* EVT-16: a type is known as soon as it was opened. */
START_TEST(a_type_counts_from_its_opening)
{
	trace_id_t trid = start_stream(0);
	const trace_event_id_t next = type_of("x") + 1;

	drain(trid);
	record(next, MAIN, 1);
	ck_assert_uint_eq(type_of("y"), next);
	record(next, MAIN, 2);
	assert_next_mark(trid, next, MAIN, 2);
	assert_empty(trid);
}
END_TEST

/* EVT-12 */
START_TEST(errno_stays_as_it_was)
{
	trace_id_t trid;
	char data[3000] = "";

	errno = 4711;
	record(type, MAIN, 0);
	ck_assert_int_eq(errno, 4711);
	trid = create_for(0, 0, 2000);
	errno = 4711;
	record(type, MAIN, 0);
	ck_assert_int_eq(errno, 4711);
	assert_ok(posix_trace_start(trid));
	errno = 4711;
	for (int i = 0; i < 1000; i++) {
		posix_trace_event(type, data, sizeof(data));
		posix_trace_event(UINT_MAX, data, sizeof(data));
		posix_trace_event(type, NULL, 5);
	}
	ck_assert_int_eq(errno, 4711);
	assert_ok(posix_trace_shutdown(trid));
	errno = 4711;
	record(type, MAIN, 0);
	ck_assert_int_eq(errno, 4711);
}
END_TEST

/* EVT-11 EVT-14 */
START_TEST(any_bytes_come_back_from_any_address)
{
	trace_id_t trid = start_stream(BIG);
	unsigned char bytes[ROOM + 8];
	unsigned seed = 1;

	drain(trid);
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (unsigned char)rand_r(&seed);
	for (size_t len = 1; len <= ROOM; len += len < 300 ? 1 : 97)
		for (size_t at = 0; at < 8; at++)
			posix_trace_event(type, bytes + at, len);
	assert_ok(posix_trace_stop(trid));

	for (size_t len = 1; len <= ROOM; len += len < 300 ? 1 : 97)
		for (size_t at = 0; at < 8; at++)
			assert_cut(trid, bytes + at, len,
				   POSIX_TRACE_NOT_TRUNCATED);
}
END_TEST

static __attribute__((noinline)) void two_points(void)
{
	record(type, MAIN, 0);
	record(other, MAIN, 0);
}

static bool lies_in(const void *address, void (*function)(void))
{
	uintptr_t offset = (uintptr_t)address - (uintptr_t)function;

	return offset < 4096;
}

/* INF-03 INF-04 */
START_TEST(a_trace_point_has_one_address_in_its_function)
{
	trace_id_t trid = start_stream(0);
	const void *first, *second;
	struct got got;

	drain(trid);
	two_points();
	two_points();
	assert_next_is(trid, type, &got);
	first = got.info.posix_prog_address;
	assert_next_is(trid, other, &got);
	second = got.info.posix_prog_address;

	ck_assert(lies_in(first, two_points));
	ck_assert(lies_in(second, two_points));
	ck_assert_ptr_ne(first, second);
	assert_next_is(trid, type, &got);
	ck_assert_ptr_eq(got.info.posix_prog_address, first);
	assert_next_is(trid, other, &got);
	ck_assert_ptr_eq(got.info.posix_prog_address, second);
}
END_TEST

START_TEST(an_event_of_another_place_has_that_ones_address)
{
	const unsigned char data[] = { 1, 2, 3 };
	trace_id_t trid = start_stream(0);
	struct got got;

	drain(trid);
	errno = ENOTTY;
	posix_trace_event_at_np(type, data, sizeof(data), (void *)0x1234567);
	posix_trace_event_at_np(type, NULL, sizeof(data), NULL);
	ck_assert_int_eq(errno, ENOTTY);

	assert_next_is(trid, type, &got);
	ck_assert_ptr_eq(got.info.posix_prog_address, (void *)0x1234567);
	ck_assert_uint_eq(got.len, sizeof(data));
	ck_assert_mem_eq(got.data, data, sizeof(data));
	assert_next_is(trid, type, &got);
	ck_assert_ptr_null(got.info.posix_prog_address);
	ck_assert_uint_eq(got.len, 0);
}
END_TEST

START_TEST(an_event_of_another_place_needs_a_type_and_a_stream)
{
	trace_id_t trid;

	posix_trace_event_at_np(type, NULL, 0, NULL);
	trid = start_stream(0);
	drain(trid);
	posix_trace_event_at_np(type + 1000, NULL, 0, NULL);
	posix_trace_event_at_np(POSIX_TRACE_START, NULL, 0, NULL);
	assert_empty(trid);
}
END_TEST

/* INF-05 INF-06 */
START_TEST(an_event_has_the_time_of_the_call)
{
	enum { EVENTS = 1000 };
	static int64_t before[EVENTS + 1];
	trace_id_t trid = start_stream(BIG);
	int64_t last = 0;
	struct got got;

	drain(trid);
	for (int i = 0; i < EVENTS; i++) {
		before[i] = now_ns();
		record(type, MAIN, (uint32_t)i);
		if (i % 100 == 0)
			nap_ms(1);
	}
	before[EVENTS] = now_ns();

	for (int i = 0; i < EVENTS; i++) {
		int64_t ns;

		assert_next_is(trid, type, &got);
		ns = ns_of(got.info.posix_timestamp);
		ck_assert_int_ge(got.info.posix_timestamp.tv_nsec, 0);
		ck_assert_int_lt(got.info.posix_timestamp.tv_nsec, NS_PER_S);
		ck_assert_int_ge(ns, before[i] - CLOCK_TOLERANCE_NS);
		ck_assert_int_le(ns, before[i + 1] + CLOCK_TOLERANCE_NS);
		ck_assert_int_ge(ns, last);
		last = ns;
	}
}
END_TEST

/* In a process that may do nothing but exit. */
static void record_without_system_calls(void)
{
	pid_t child = fork();

	if (!child) {
		record(type, MAIN, 0);
		if (!prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT))
			for (int i = 0; i < 1000; i++)
				record(type, MAIN, 0);
		syscall(SYS_exit, 0);
	}
	assert_exits_0(child);
}

/* EVT-17 */
START_TEST(without_a_stream_an_event_makes_no_system_call)
{
	trace_id_t trid;

	/* What watches memory or threads may make calls of its own. */
	if (SANITIZED)
		return;
	record_without_system_calls();
	trid = start_stream(0);
	record_without_system_calls();
	ck_assert_uint_eq(drain(trid), 1);
}
END_TEST

/* From here on any system call of this thread ends the process, but for the
 * end of the thread. Where the vDSO cannot read the clock it asks the system. */
static bool forbid_system_calls(void)
{
	struct sock_filter rules[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {
		.len = ARRAY_LEN(rules),
		.filter = rules,
	};

	return !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	       !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

struct sealed {
	uint32_t before, then; /* events */
	pthread_barrier_t begun;
};

static void *write_sealed(void *argument)
{
	struct sealed *sealed = argument;

	for (uint32_t i = 0; i < sealed->before; i++)
		record(type, MAIN, i);
	pthread_barrier_wait(&sealed->begun);
	if (!forbid_system_calls())
		return NULL;
	for (uint32_t i = 0; i < sealed->then; i++)
		record(i % 2 ? other : type, MAIN, i);
	/* What else the end of a thread does would be a system call. */
	for (;;)
		syscall(SYS_exit, 0);
}

static void write_in_sealed_threads(struct sealed *sealed, unsigned count)
{
	pthread_t thread[2];

	assert_ok(pthread_barrier_init(&sealed->begun, NULL, count));
	for (unsigned i = 0; i < count; i++)
		assert_ok(
			pthread_create(&thread[i], NULL, write_sealed, sealed));
	for (unsigned i = 0; i < count; i++)
		assert_ok(pthread_join(thread[i], NULL));
}

/* EVT-18: nor does it take memory or wait for others, which would be one.
 * The first event gives a thread its writers. */
START_TEST(an_event_makes_no_system_call)
{
	struct sealed sealed = { .before = 1, .then = 30000 };
	trace_id_t trid;

	/* What watches memory or threads may make calls of its own. */
	if (SANITIZED)
		return;
	trid = start_stream(BIG);
	write_in_sealed_threads(&sealed, 2);
	ck_assert_uint_eq(drain(trid), 1 + 2 * (1 + 30000));
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* EVT-18: once around, the stream has all its memory. */
START_TEST(an_event_that_overwrites_makes_no_system_call)
{
	struct sealed sealed = { .before = 10000, .then = 30000 };
	trace_id_t trid;

	if (SANITIZED)
		return;
	trid = start_stream(65536);
	write_in_sealed_threads(&sealed, 1);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	ck_assert_uint_gt(drain(trid), 100);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static TCase *recording(void)
{
	TCase *tcase = tcase_create("recording");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, an_event_has_its_type_data_process_and_thread);
	tcase_add_test(tcase, without_a_running_stream_nothing_is_recorded);
	tcase_add_test(tcase, the_function_is_there_beside_its_macro);
	tcase_add_test(tcase, the_macro_evaluates_each_argument_once);
	tcase_add_test(tcase, a_word_of_nonsense_harms_nobody);
	tcase_add_test(tcase, no_data_is_of_length_0_whatever_length_is_given);
	tcase_add_test(tcase, data_is_cut_to_what_each_stream_takes);
	tcase_add_test(tcase, of_two_streams_each_has_the_events_that_it_wants);
	tcase_add_test(tcase, of_two_streams_one_may_be_full);
	tcase_add_test(tcase, what_happens_to_the_buffer_later_does_not_show);
	tcase_add_test(tcase, the_unnamed_event_is_one_like_others);
	tcase_add_test(tcase, types_of_the_system_and_of_nobody_are_ignored);
	tcase_add_test(tcase, a_type_counts_from_its_opening);
	tcase_add_test(tcase, errno_stays_as_it_was);
	tcase_add_test(tcase, any_bytes_come_back_from_any_address);
	tcase_add_test(tcase, a_trace_point_has_one_address_in_its_function);
	tcase_add_test(tcase, an_event_of_another_place_has_that_ones_address);
	tcase_add_test(tcase,
		       an_event_of_another_place_needs_a_type_and_a_stream);
	tcase_add_test(tcase, an_event_has_the_time_of_the_call);
	tcase_add_test(tcase, without_a_stream_an_event_makes_no_system_call);
	tcase_add_test(tcase, an_event_makes_no_system_call);
	tcase_add_test(tcase, an_event_that_overwrites_makes_no_system_call);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_event");

	suite_add_tcase(suite, recording());
	return run_suite(suite);
}
