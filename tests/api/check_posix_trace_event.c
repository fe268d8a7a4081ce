#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/time.h>

#include <trace_np.h>

#include "tracing.h"

enum {
	MAIN = 1,
	HANDLER = 2,
	MANY = SANITIZED ? 5000 : 50000,
	THREADS = 8,
	BIG = 16 << 20, /* a stream in which all of that has room */
};

static trace_event_id_t type, other;

static void setup(void)
{
	type = type_of("event");
	other = type_of("other");
}

/* What is recorded */

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

/* Names */

/* NAM-01 NAM-02 NAM-03 NAM-19 NAM-20 NAM-23 NAM-24 NAM-27 */
START_TEST(names_are_compared_byte_for_byte)
{
	static const char *const names[] = {
		"",	"a",	 "A",	  "a ",	      " a",    "a\n",
		"%s%n", "name1", "name2", "\xc3\xa9", "\x01",  "\xff",
		"a/b",	"a.b",	 "event", "event1",   "event2"
	};
	trace_event_id_t types[ARRAY_LEN(names)];

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		types[i] = type_of(names[i]);
		ck_assert_uint_gt(types[i], POSIX_TRACE_UNNAMED_USEREVENT);
		for (size_t j = 0; j < i; j++)
			ck_assert_uint_ne(types[i], types[j]);
	}
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		ck_assert_uint_eq(type_of(names[i]), types[i]);
}
END_TEST

/* NAM-27 */
START_TEST(null_pointers_are_refused)
{
	trace_event_id_t id = 4711;

	assert_invalid(posix_trace_eventid_open(NULL, &id));
	assert_invalid(posix_trace_eventid_open("name", NULL));
	ck_assert_uint_eq(id, 4711);
}
END_TEST

/* NAM-05 NAM-06 NAM-28 */
START_TEST(names_have_their_greatest_length)
{
	char name[TRACE_EVENT_NAME_MAX + 2], back[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t longest, id = 4711;
	trace_id_t trid = create_for(0, 0, 0);

	memset(name, 'n', sizeof(name));
	name[TRACE_EVENT_NAME_MAX + 1] = '\0';
	ck_assert_int_eq(posix_trace_eventid_open(name, &id), ENAMETOOLONG);
	ck_assert_uint_eq(id, 4711);

	name[TRACE_EVENT_NAME_MAX] = '\0';
	longest = type_of(name);
	assert_ok(posix_trace_eventid_get_name(trid, longest, back));
	ck_assert_str_eq(back, name);

	name[TRACE_EVENT_NAME_MAX - 1] = 'm';
	ck_assert_uint_ne(type_of(name), longest);
}
END_TEST

/* NAM-21 */
START_TEST(predefined_names_open_predefined_types)
{
	ck_assert_uint_eq(type_of("posix_trace_start"), POSIX_TRACE_START);
	ck_assert_uint_eq(type_of("posix_trace_unnamed_userevent"),
			  POSIX_TRACE_UNNAMED_USEREVENT);
}
END_TEST

static trace_event_id_t type_numbered(int i)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	snprintf(name, sizeof(name), "numbered %0200d", i);
	return type_of(name);
}

/* NAM-12 NAM-13 NAM-14 NAM-15 NAM-25. setup() has opened two. */
START_TEST(beyond_the_limit_names_are_one_unnamed_type)
{
	enum { LEFT = TRACE_USER_EVENT_MAX - 1 - 2 };
	static trace_event_id_t types[LEFT];
	static bool seen[65536];
	trace_id_t trid = start_stream(0);

	drain(trid);
	for (int i = 0; i < LEFT; i++) {
		types[i] = type_numbered(i);
		ck_assert_uint_gt(types[i], POSIX_TRACE_UNNAMED_USEREVENT);
		ck_assert_uint_lt(types[i], ARRAY_LEN(seen));
		ck_assert(!seen[types[i]]);
		seen[types[i]] = true;
	}
	for (int i = LEFT; i < LEFT + 10; i++)
		ck_assert_uint_eq(type_numbered(i),
				  POSIX_TRACE_UNNAMED_USEREVENT);
	for (int i = 0; i < LEFT; i++)
		ck_assert_uint_eq(type_numbered(i), types[i]);

	record(types[LEFT - 1], MAIN, 5);
	assert_next_mark(trid, types[LEFT - 1], MAIN, 5);
}
END_TEST

static void *open_names(void *argument)
{
	trace_event_id_t *types = argument;
	char name[16];

	for (int i = 0; i < 500; i++) {
		snprintf(name, sizeof(name), "name %d", i);
		if (posix_trace_eventid_open(name, &types[i]))
			types[i] = 0;
	}
	return NULL;
}

/* THR-04 */
START_TEST(threads_that_open_the_same_names_get_the_same_types)
{
	static trace_event_id_t types[4][500];
	pthread_t thread[4];

	for (int t = 0; t < 4; t++)
		assert_ok(
			pthread_create(&thread[t], NULL, open_names, types[t]));
	for (int t = 0; t < 4; t++)
		assert_ok(pthread_join(thread[t], NULL));
	for (int t = 1; t < 4; t++)
		ck_assert_mem_eq(types[t], types[0], sizeof(types[0]));
	for (int i = 1; i < 500; i++)
		ck_assert_uint_ne(types[0][i], types[0][i - 1]);
}
END_TEST

/* Threads */

static void *write_many(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	for (uint32_t i = 0; i < MANY / THREADS; i++)
		record(type, who, i);
	return NULL;
}

/* THR-01 THR-02 THR-03 */
START_TEST(threads_lose_nothing_and_keep_their_order)
{
	uint32_t next[THREADS] = { 0 };
	trace_id_t trid = start_stream(BIG);
	pthread_t thread[THREADS];
	struct got got;

	for (uintptr_t t = 0; t < THREADS; t++)
		assert_ok(pthread_create(&thread[t], NULL, write_many,
					 (void *)t));
	for (int t = 0; t < THREADS; t++)
		assert_ok(pthread_join(thread[t], NULL));

	assert_next_is(trid, POSIX_TRACE_START, &got);
	while (try_next(trid, &got)) {
		ck_assert_uint_eq(got.info.posix_event_id, type);
		ck_assert_uint_lt(got.mark.who, THREADS);
		ck_assert(pthread_equal(got.info.posix_thread_id,
					thread[got.mark.who]));
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	}
	for (int t = 0; t < THREADS; t++)
		ck_assert_uint_eq(next[t], MANY / THREADS);
}
END_TEST

/* THR-05 GET-02 GET-03 GET-15: the reader keeps up, or has room to spare. */
START_TEST(reading_along_loses_and_repeats_nothing)
{
	uint32_t next[4] = { 0 }, count = 0;
	trace_id_t trid = start_stream(BIG);
	pthread_t thread[4];
	struct got got;
	int64_t last = 0;

	for (uintptr_t t = 0; t < 4; t++)
		assert_ok(pthread_create(&thread[t], NULL, write_many,
					 (void *)t));
	while (count < 4 * (MANY / THREADS)) {
		await_next(trid, &got);
		ck_assert_int_ge(ns_of(got.info.posix_timestamp),
				 last - CLOCK_TOLERANCE_NS);
		last = ns_of(got.info.posix_timestamp);
		if (!is_user(&got))
			continue;
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
		count++;
	}
	for (int t = 0; t < 4; t++)
		assert_ok(pthread_join(thread[t], NULL));
	assert_empty(trid);
}
END_TEST

static void *write_one(void *argument)
{
	record(type, MAIN, (uint32_t)(uintptr_t)argument);
	return NULL;
}

/* SIZ-06: what threads leave behind, the next ones use. */
START_TEST(threads_that_come_and_go_share_the_room)
{
	enum { COMERS = SANITIZED ? 500 : 3000 };
	trace_id_t trid = start_stream(1 << 20);
	pthread_t thread;
	struct got got;

	for (uintptr_t t = 0; t < COMERS; t++) {
		assert_ok(pthread_create(&thread, NULL, write_one, (void *)t));
		assert_ok(pthread_join(thread, NULL));
	}
	assert_next_is(trid, POSIX_TRACE_START, &got);
	for (uint32_t t = 0; t < COMERS; t++)
		assert_next_mark(trid, type, MAIN, t);
	assert_empty(trid);
}
END_TEST

/* A thread with the smallest stack there is, all signals blocked. */
START_TEST(a_tiny_stack_is_enough)
{
	trace_id_t trid = start_stream(BIG);
	pthread_attr_t small;
	sigset_t all, saved;
	pthread_t thread;

	pthread_attr_init(&small);
	assert_ok(pthread_attr_setstacksize(
		&small, SANITIZED ? 65536 : (size_t)PTHREAD_STACK_MIN));
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &saved);
	assert_ok(pthread_create(&thread, &small, write_many, NULL));
	pthread_sigmask(SIG_SETMASK, &saved, NULL);
	assert_ok(pthread_join(thread, NULL));
	ck_assert_uint_eq(drain(trid), 1 + MANY / THREADS);
}
END_TEST

static void *write_cancelled(void *argument)
{
	(void)argument;
	pthread_cancel(pthread_self());
	for (uint32_t i = 0; i < 1000; i++)
		record(type, MAIN, i);
	return (void *)1;
}

/* CAN-01 */
START_TEST(a_cancelled_thread_records_on)
{
	trace_id_t trid = start_stream(0);
	pthread_t thread;
	void *result;

	assert_ok(pthread_create(&thread, NULL, write_cancelled, NULL));
	assert_ok(pthread_join(thread, &result));
	ck_assert_ptr_eq(result, (void *)1);
	ck_assert_uint_eq(drain(trid), 1 + 1000);
}
END_TEST

static void *come_and_go(void *argument)
{
	for (int i = 0; i < (SANITIZED ? 20 : 100); i++) {
		trace_id_t trid;
		trace_attr_t attr;

		if (posix_trace_attr_init(&attr) ||
		    posix_trace_create(0, &attr, &trid) ||
		    posix_trace_start(trid) || posix_trace_stop(trid) ||
		    posix_trace_shutdown(trid))
			return argument;
	}
	return NULL;
}

/* THR-08 */
START_TEST(streams_come_and_go_while_threads_write)
{
	trace_id_t trid = start_stream(BIG);
	pthread_t writer[2], controller[2];
	uint32_t next[2] = { 0 };
	struct got got;
	void *result;

	for (uintptr_t t = 0; t < 2; t++)
		assert_ok(pthread_create(&writer[t], NULL, write_many,
					 (void *)t));
	for (int t = 0; t < 2; t++)
		assert_ok(pthread_create(&controller[t], NULL, come_and_go,
					 (void *)1));
	for (int t = 0; t < 2; t++) {
		assert_ok(pthread_join(controller[t], &result));
		ck_assert_ptr_null(result);
		assert_ok(pthread_join(writer[t], NULL));
	}

	assert_next_is(trid, POSIX_TRACE_START, &got);
	while (try_next(trid, &got))
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	ck_assert_uint_eq(next[0], MANY / THREADS);
	ck_assert_uint_eq(next[1], MANY / THREADS);
}
END_TEST

/* What one thread does over and over, from wherever it is in its list. */

static trace_id_t shared;

static int ask_status(uint32_t i)
{
	struct posix_trace_status_info status;

	(void)i;
	return posix_trace_get_status(shared, &status) ||
	       status.posix_stream_status != POSIX_TRACE_RUNNING;
}

static int change_filter(uint32_t i)
{
	trace_event_set_t set;
	int err;

	err = posix_trace_eventset_empty(&set);
	err |= posix_trace_eventset_add(other, &set);
	err |= posix_trace_set_filter(shared, &set,
				      i % 2 ? POSIX_TRACE_ADD_EVENTSET :
					      POSIX_TRACE_SUB_EVENTSET);
	return err || posix_trace_get_filter(shared, &set);
}

static int name_types(uint32_t i)
{
	char wanted[32], name[TRACE_EVENT_NAME_MAX + 1] = "";
	trace_event_id_t opened;

	snprintf(wanted, sizeof(wanted), "name %u", (unsigned)(i % 500));
	return posix_trace_trid_eventid_open(shared, wanted, &opened) ||
	       posix_trace_eventid_get_name(shared, opened, name) ||
	       strcmp(name, wanted) != 0;
}

static int walk_the_list(uint32_t i)
{
	trace_event_id_t listed;
	int none;

	return i % 100 ? posix_trace_eventtypelist_getnext_id(shared, &listed,
							      &none) :
			 posix_trace_eventtypelist_rewind(shared);
}

static int ask_attributes(uint32_t i)
{
	trace_attr_t attr;
	size_t size;

	(void)i;
	return posix_trace_get_attr(shared, &attr) ||
	       posix_trace_attr_getstreamsize(&attr, &size) || size < BIG;
}

static int (*const chores[])(uint32_t) = {
	ask_status,	ask_status,	change_filter, change_filter,
	name_types,	name_types,	walk_the_list, walk_the_list,
	ask_attributes, ask_attributes,
};

static _Atomic bool done;

static void *do_chore(void *argument)
{
	int (*chore)(uint32_t) = *(int (*const *)(uint32_t))argument;

	for (uint32_t i = 0; !done; i++) {
		if (chore(i))
			return NULL;
		sched_yield();
	}
	return argument;
}

/* THR-09 THR-05: two threads for each chore, two that write, one reads. */
START_TEST(streams_are_handled_while_threads_write_and_read)
{
	pthread_t worker[ARRAY_LEN(chores)], writer[2];
	uint32_t next[2] = { 0 };
	struct got got;
	void *result;

	shared = start_stream(BIG);
	for (size_t i = 0; i < ARRAY_LEN(chores); i++)
		assert_ok(pthread_create(&worker[i], NULL, do_chore,
					 (void *)(uintptr_t)&chores[i]));
	for (uintptr_t t = 0; t < ARRAY_LEN(writer); t++)
		assert_ok(pthread_create(&writer[t], NULL, write_many,
					 (void *)t));
	while (next[0] + next[1] < 2 * (MANY / THREADS)) {
		await_next(shared, &got);
		if (got.info.posix_event_id != type)
			continue;
		ck_assert_uint_lt(got.mark.who, ARRAY_LEN(next));
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	}
	done = true;
	for (size_t i = 0; i < ARRAY_LEN(chores); i++) {
		assert_ok(pthread_join(worker[i], &result));
		ck_assert_msg(result != NULL, "chore %zu failed", i);
	}
	for (size_t t = 0; t < ARRAY_LEN(writer); t++)
		assert_ok(pthread_join(writer[t], NULL));
	assert_ok(posix_trace_shutdown(shared));
}
END_TEST

/* Signals */

static volatile sig_atomic_t handled;

static void on_signal(int number)
{
	(void)number;
	record(other, HANDLER, (uint32_t)handled);
	handled++;
}

static void handle(int number, void (*handler)(int), int flags)
{
	struct sigaction action = { .sa_flags = flags };

	action.sa_handler = handler;
	sigemptyset(&action.sa_mask);
	ck_assert_int_eq(sigaction(number, &action, NULL), 0);
}

static void storm(long us)
{
	const struct itimerval timer = {
		.it_interval = { .tv_usec = us },
		.it_value = { .tv_usec = us },
	};

	ck_assert_int_eq(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

/* Read both rows, each gapless. */
static void assert_rows(trace_id_t trid, uint32_t mains, uint32_t handlers)
{
	uint32_t next[HANDLER + 1] = { 0 };
	struct got got;

	while (try_next(trid, &got)) {
		if (!is_user(&got))
			continue;
		ck_assert(got.mark.who == MAIN || got.mark.who == HANDLER);
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
		ck_assert_uint_eq(got.info.posix_event_id,
				  got.mark.who == MAIN ? type : other);
	}
	ck_assert_uint_eq(next[MAIN], mains);
	ck_assert_uint_eq(next[HANDLER], handlers);
}

/* SIG-01 */
START_TEST(a_handlers_event_stands_where_it_was_made)
{
	trace_id_t trid = start_stream(0);

	handle(SIGUSR1, on_signal, 0);
	drain(trid);
	record(type, MAIN, 0);
	raise(SIGUSR1);
	record(type, MAIN, 1);

	assert_next_mark(trid, type, MAIN, 0);
	assert_next_mark(trid, other, HANDLER, 0);
	assert_next_mark(trid, type, MAIN, 1);
}
END_TEST

/* SIG-02 SIG-03 */
START_TEST(a_storm_of_signals_damages_nothing)
{
	trace_id_t trid = start_stream(BIG);
	uint32_t i = 0;

	handle(SIGALRM, on_signal, SA_RESTART);
	storm(100);
	while (i < MANY || (handled < 100 && i < 400000))
		record(type, MAIN, i++);
	storm(0);
	ck_assert_int_gt(handled, 0);
	assert_rows(trid, i, (uint32_t)handled);
}
END_TEST

static _Atomic bool enough;

static void *send_signals(void *argument)
{
	pthread_t *thread = argument;

	while (!enough) {
		pthread_kill(*thread, SIGUSR1);
		sched_yield();
	}
	return NULL;
}

/* SIG-02 SIG-03 */
START_TEST(signals_of_another_thread_damage_nothing)
{
	trace_id_t trid = start_stream(BIG);
	pthread_t self = pthread_self(), sender;

	handle(SIGUSR1, on_signal, 0);
	assert_ok(pthread_create(&sender, NULL, send_signals, &self));
	for (uint32_t i = 0; i < MANY; i++)
		record(type, MAIN, i);
	enough = true;
	assert_ok(pthread_join(sender, NULL));
	assert_rows(trid, MANY, (uint32_t)handled);
}
END_TEST

static void on_nested(int number)
{
	record(other, HANDLER, (uint32_t)number);
	if (number < SIGRTMIN + 20)
		raise(number + 1);
	record(other, HANDLER, (uint32_t)number);
}

/* SIG-02: handlers in handlers, none inside an event. */
START_TEST(nested_handlers_all_record)
{
	trace_id_t trid = start_stream(0);

	/* Handlers may be put off: then they do not nest. */
	if (SANITIZED)
		return;
	for (int i = SIGRTMIN; i <= SIGRTMIN + 20; i++)
		handle(i, on_nested, 0);
	drain(trid);
	raise(SIGRTMIN);
	for (int i = SIGRTMIN; i <= SIGRTMIN + 20; i++)
		assert_next_mark(trid, other, HANDLER, (uint32_t)i);
	for (int i = SIGRTMIN + 20; i >= SIGRTMIN; i--)
		assert_next_mark(trid, other, HANDLER, (uint32_t)i);
	assert_empty(trid);
}
END_TEST

/* SIG-04 */
START_TEST(a_handler_may_interrupt_all_other_functions)
{
	trace_id_t trid = start_stream(BIG);
	const int64_t end = now_ns() + NS_PER_S;
	struct got got;

	handle(SIGALRM, on_signal, SA_RESTART);
	storm(100);
	for (int i = 0; now_ns() < end; i++) {
		trace_id_t second = start_stream(0);
		int fd = make_file();
		trace_id_t logged = create_logged_for(0, fd, 0, 0);

		type_numbered(i % 500);
		status_of(trid);
		assert_ok(posix_trace_start(logged));
		assert_ok(posix_trace_flush(logged));
		try_next(second, &got);
		assert_ok(posix_trace_stop(second));
		assert_ok(posix_trace_shutdown(logged));
		assert_ok(posix_trace_shutdown(second));
		close(fd);
	}
	storm(0);
	ck_assert_int_gt(handled, 10);
	assert_rows(trid, 0, (uint32_t)handled);
}
END_TEST

static void on_rain(int number)
{
	(void)number;
	handled++;
}

/* FLT-22: every call counts, as FILTER tells. */
START_TEST(signals_do_not_interrupt_a_change_of_filter)
{
	trace_id_t trid = start_stream(0);
	pthread_t self = pthread_self(), sender;
	trace_event_set_t sets[2], set;
	struct got got;

	handle(SIGUSR1, on_rain, 0);
	assert_ok(posix_trace_eventset_empty(&sets[0]));
	assert_ok(posix_trace_eventset_empty(&sets[1]));
	assert_ok(posix_trace_eventset_add(other, &sets[1]));
	drain(trid);
	assert_ok(pthread_create(&sender, NULL, send_signals, &self));
	for (int i = 1; i < 300 || (handled < 10 && i < 100000); i++) {
		assert_ok(posix_trace_set_filter(trid, &sets[i % 2],
						 POSIX_TRACE_SET_EVENTSET));
		assert_ok(posix_trace_get_filter(trid, &set));
		ck_assert_mem_eq(&set, &sets[i % 2], sizeof(set));
		assert_next_is(trid, POSIX_TRACE_FILTER, &got);
		ck_assert_uint_eq(got.len, 2 * sizeof(set));
		ck_assert_mem_eq(got.data + sizeof(set), &set, sizeof(set));
		assert_empty(trid);
	}
	enough = true;
	assert_ok(pthread_join(sender, NULL));
	ck_assert_int_gt(handled, 0);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static volatile sig_atomic_t errno_changed;

static void on_signal_with_errno(int number)
{
	int saved = errno;

	(void)number;
	errno = 4711;
	record(other, HANDLER, (uint32_t)handled);
	errno_changed |= errno != 4711;
	errno = saved;
	handled++;
}

static void *write_under_storm(void *argument)
{
	static unsigned char stack[65536];
	const stack_t alternative = {
		.ss_sp = stack,
		.ss_size = SANITIZED ? sizeof(stack) : 16384,
	};
	pthread_t self = pthread_self(), sender;
	stack_t saved;

	(void)argument;
	if (sigaltstack(&alternative, &saved))
		return NULL;
	raise(SIGUSR1); /* the thread's first event is in a handler */
	if (pthread_create(&sender, NULL, send_signals, &self))
		return NULL;
	for (uint32_t i = 0; i < MANY; i++) {
		errno = 4712;
		record(type, MAIN, i);
		errno_changed |= errno != 4712;
	}
	enough = true;
	pthread_join(sender, NULL);
	sigaltstack(&saved, NULL);
	return (void *)1;
}

/* SIG-05 SIG-06 */
START_TEST(a_handler_needs_little_stack_and_leaves_errno)
{
	trace_id_t trid = start_stream(BIG);
	pthread_t thread;
	void *result;

	handle(SIGUSR1, on_signal_with_errno, SA_ONSTACK);
	assert_ok(pthread_create(&thread, NULL, write_under_storm, NULL));
	assert_ok(pthread_join(thread, &result));
	ck_assert_ptr_nonnull(result);
	ck_assert(!errno_changed);
	assert_rows(trid, MANY, (uint32_t)handled);
}
END_TEST

/* Children */

static pid_t by_fork(void)
{
	return fork();
}

static pid_t by_quick_fork(void)
{
	return _Fork();
}

static pid_t by_clone(void)
{
	return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
}

static const struct {
	pid_t (*make)(void);
} births[] = { { by_fork }, { by_quick_fork }, { by_clone } };

/* INH-01 INH-02: before and after the parent has a chunk of its own. */
START_TEST(children_record_nothing_and_damage_nothing)
{
	trace_id_t trid = start_stream(BIG);

	for (uint32_t round = 0; round < 20; round++) {
		pid_t child = births[_i].make();

		if (!child) {
			for (uint32_t i = 0; i < 2000; i++)
				record(type, HANDLER, i);
			_exit(0);
		}
		for (uint32_t i = 0; i < 100; i++)
			record(type, MAIN, 100 * round + i);
		assert_exits_0(child);
	}
	assert_rows(trid, 2000, 0);
}
END_TEST

/* INH-01 INH-02 */
START_TEST(children_made_while_threads_write_damage_nothing)
{
	trace_id_t trid = start_stream(BIG);
	uint32_t next[2] = { 0 };
	pthread_t thread[2];
	struct got got;

	/* One made behind its back misleads who looks for data races. */
	if (SANITIZED && births[_i].make != by_fork)
		return;
	for (uintptr_t t = 0; t < 2; t++)
		assert_ok(pthread_create(&thread[t], NULL, write_many,
					 (void *)t));
	for (int i = 0; i < 20; i++) {
		pid_t child = births[_i].make();

		if (!child) {
			for (uint32_t j = 0; j < 100; j++)
				record(type, 77, j);
			leave(0);
		}
		assert_exits_0(child);
	}
	for (int t = 0; t < 2; t++)
		assert_ok(pthread_join(thread[t], NULL));

	assert_next_is(trid, POSIX_TRACE_START, &got);
	while (try_next(trid, &got)) {
		ck_assert_uint_lt(got.mark.who, 2);
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	}
	ck_assert_uint_eq(next[0], MANY / THREADS);
	ck_assert_uint_eq(next[1], MANY / THREADS);
}
END_TEST

static volatile sig_atomic_t children, recording_now;
static pid_t parent;

static void fork_now(int number)
{
	(void)number;
	if (getpid() == parent && recording_now && births[0].make() > 0)
		children++;
}

/* INH-01: the child finishes the event that the handler interrupted. */
START_TEST(a_child_made_in_a_handler_damages_nothing)
{
	trace_id_t trid = start_stream(BIG);
	struct got start;
	uint32_t i = 0;
	int status;

	assert_next_is(trid, POSIX_TRACE_START, &start);
	parent = getpid();
	handle(SIGALRM, fork_now, SA_RESTART);
	/* There has to be time for more than to fork. */
	storm(SANITIZED ? 20000 : 2000);
	while (children < 30 && i < 3000000) {
		recording_now = 1;
		record(type, MAIN, i);
		recording_now = 0;
		if (getpid() != parent) {
			for (int j = 0; j < 100; j++)
				record(type, HANDLER, 0);
			_exit(0);
		}
		i++;
		if (i % 10000 == 0)
			while (drain(trid) > 0)
				;
	}
	storm(0);
	for (int c = 0; c < children; c++) {
		ck_assert_int_gt(wait(&status), 0);
		ck_assert_int_eq(status, 0);
	}
	record(type, MAIN, i);
	while (1) {
		struct got got;

		ck_assert(try_next(trid, &got));
		ck_assert_uint_eq(got.mark.who, MAIN);
		if (got.mark.number == i)
			break;
	}
	assert_empty(trid);
}
END_TEST

/* INH-12 INH-13 */
START_TEST(a_child_knows_its_parents_types_and_traces_itself)
{
	trace_id_t trid = start_stream(0);
	pid_t child;

	drain(trid);
	child = births[_i].make();
	if (!child) {
		trace_event_id_t mine, again;
		trace_attr_t attr;
		trace_id_t own;
		struct got got;
		int none;

		if (posix_trace_attr_init(&attr) ||
		    posix_trace_eventid_open("other", &again) ||
		    again != other || posix_trace_eventid_open("new", &mine) ||
		    posix_trace_create(0, &attr, &own) ||
		    posix_trace_start(own))
			_exit(1);
		record(mine, MAIN, 9);
		for (int i = 0; i < 2; i++)
			if (posix_trace_trygetnext_event(own, &got.info,
							 got.data, ROOM,
							 &got.len, &none) ||
			    none)
				_exit(2);
		_exit(got.info.posix_event_id == mine && got.mark.number == 9 &&
				      got.info.posix_pid == getpid() ?
			      0 :
			      3);
	}
	assert_exits_0(child);
	record(type, MAIN, 1);
	assert_next_mark(trid, type, MAIN, 1);
	assert_empty(trid);
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

static TCase *names(void)
{
	TCase *tcase = tcase_create("names");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, names_are_compared_byte_for_byte);
	tcase_add_test(tcase, null_pointers_are_refused);
	tcase_add_test(tcase, names_have_their_greatest_length);
	tcase_add_test(tcase, predefined_names_open_predefined_types);
	tcase_add_test(tcase, beyond_the_limit_names_are_one_unnamed_type);
	tcase_add_test(tcase,
		       threads_that_open_the_same_names_get_the_same_types);
	return tcase;
}

static TCase *threads(void)
{
	TCase *tcase = tcase_create("threads");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, threads_lose_nothing_and_keep_their_order);
	tcase_add_test(tcase, reading_along_loses_and_repeats_nothing);
	tcase_add_test(tcase, threads_that_come_and_go_share_the_room);
	tcase_add_test(tcase, a_tiny_stack_is_enough);
	tcase_add_test(tcase, a_cancelled_thread_records_on);
	tcase_add_test(tcase, streams_come_and_go_while_threads_write);
	tcase_add_test(tcase, streams_are_handled_while_threads_write_and_read);
	return tcase;
}

static TCase *signals(void)
{
	TCase *tcase = tcase_create("signals");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, a_handlers_event_stands_where_it_was_made);
	tcase_add_test(tcase, a_storm_of_signals_damages_nothing);
	tcase_add_test(tcase, signals_of_another_thread_damage_nothing);
	tcase_add_test(tcase, nested_handlers_all_record);
	tcase_add_test(tcase, a_handler_may_interrupt_all_other_functions);
	tcase_add_test(tcase, signals_do_not_interrupt_a_change_of_filter);
	tcase_add_test(tcase, a_handler_needs_little_stack_and_leaves_errno);
	return tcase;
}

static TCase *forks(void)
{
	TCase *tcase = tcase_create("children");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, children_record_nothing_and_damage_nothing,
			    0, ARRAY_LEN(births));
	tcase_add_loop_test(tcase,
			    children_made_while_threads_write_damage_nothing, 0,
			    ARRAY_LEN(births));
	tcase_add_test(tcase, a_child_made_in_a_handler_damages_nothing);
	tcase_add_loop_test(tcase,
			    a_child_knows_its_parents_types_and_traces_itself,
			    0, ARRAY_LEN(births));
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_event");

	suite_add_tcase(suite, recording());
	suite_add_tcase(suite, names());
	suite_add_tcase(suite, threads());
	suite_add_tcase(suite, signals());
	suite_add_tcase(suite, forks());
	return run_suite(suite);
}
