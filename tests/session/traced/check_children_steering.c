/* Streams that are steered while children are born, also such as borrow the
 * memory of their parent. */
#include <sched.h>

#include "children.h"

/* A child that records "parents" 0, 1 ... each time a bell rings, and rings
 * back. */
static pid_t make_obedient(const struct bell *order, const struct bell *answer,
			   uint32_t events)
{
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (child)
		return child;
	for (uint32_t i = 0; i < events; i++) {
		hear(order);
		record(type, 0, i);
		ring(answer);
	}
	leave(0);
}

static void let_record(const struct bell *order, const struct bell *answer)
{
	ring(order);
	hear(answer);
}

/* INH-10 */
START_TEST(stop_and_start_hold_for_children)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_id_t trid = start_family(0);
	pid_t child = make_obedient(&order, &answer, 4);
	struct got got;

	let_record(&order, &answer);
	assert_ok(posix_trace_stop(trid));
	let_record(&order, &answer);
	assert_ok(posix_trace_start(trid));
	let_record(&order, &answer);
	assert_ok(posix_trace_stop(trid));
	let_record(&order, &answer);
	assert_exits_0(child);

	assert_next_named(trid, child, "parents", 0);
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_named(trid, child, "parents", 2);
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	assert_empty(trid);
}
END_TEST

/* INH-10: a stream that was never started before the child was born. */
START_TEST(a_start_later_than_the_birth_holds_for_the_child)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_attr_t attr = attr_inherited(0);
	struct got got;
	trace_id_t trid;
	pid_t child;

	assert_ok(posix_trace_create(0, &attr, &trid));
	child = make_obedient(&order, &answer, 2);
	let_record(&order, &answer);
	assert_ok(posix_trace_start(trid));
	let_record(&order, &answer);
	assert_exits_0(child);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_named(trid, child, "parents", 1);
	assert_empty(trid);
}
END_TEST

/* In a child, which has its parent's streams in none of its identifiers. */
static void trace_oneself(void)
{
	trace_id_t trid = start_closed(0);
	trace_event_id_t own = type_of("childs");

	record(own, 0, 1);
	assert_next_named(trid, getpid(), "childs", 1);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
	record(own, 0, 2);
}

/* INH-12 */
START_TEST(a_traced_child_can_trace_itself)
{
	trace_id_t trid = start_family(0);
	pid_t child = fork();

	if (!child) {
		trace_oneself();
		leave(0);
	}
	assert_exits_0(child);
	assert_next_named(trid, child, "childs", 1);
	assert_next_named(trid, child, "childs", 2);
	assert_empty(trid);
}
END_TEST

static trace_id_t own_stream;

/* The first thread of the child to have to do with tracing. */
static void *trace_first(void *argument)
{
	(void)argument;
	own_stream = create_for(0, 0, 0);
	assert_ok(posix_trace_start(own_stream));
	record(type_of("turn"), 1, 0);
	return NULL;
}

/* The one that forked had recorded in its parent. */
START_TEST(two_threads_of_a_child_are_two)
{
	trace_id_t trid = create_for(0, 0, 0);
	pthread_t other;
	struct got got;
	pid_t child;

	assert_ok(posix_trace_start(trid));
	record(type_of("turn"), 0, 0);
	child = fork();
	if (!child) {
		assert_ok(pthread_create(&other, NULL, trace_first, NULL));
		assert_ok(pthread_join(other, NULL));
		record(type_of("turn"), 0, 1);
		assert_next_is(own_stream, POSIX_TRACE_START, &got);
		ck_assert(try_next(own_stream, &got));
		ck_assert(!pthread_equal(got.info.posix_thread_id,
					 pthread_self()));
		ck_assert(try_next(own_stream, &got));
		ck_assert_int_eq(got.info.posix_pid, getpid());
		ck_assert(pthread_equal(got.info.posix_thread_id,
					pthread_self()));
		leave(0);
	}
	assert_exits_0(child);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* INH-12: the child's own stream has its children, but not its parent. */
START_TEST(a_traced_child_can_found_a_family)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_id_t trid = start_family(0), own;
	pid_t child = fork();

	if (!child) {
		own = start_family(0);
		ring(&answer);
		hear(&order);
		run_heir(HEIR("event", "grandchilds", "1"));
		assert_next_named(own, 0, "grandchilds", 1);
		assert_empty(own);
		leave(0);
	}
	hear(&answer);
	record(type, 0, 1);
	ring(&order);
	assert_exits_0(child);
	assert_next_named(trid, getpid(), "parents", 1);
	assert_next_named(trid, 0, "grandchilds", 1);
	assert_empty(trid);
}
END_TEST

/* INH-12: of another process, whose controller is a traced child. */
START_TEST(a_traced_child_can_trace_another_process)
{
	struct heir heir = launch(HEIR("say", "await", "event", "others", "1"));
	trace_id_t trid;
	pid_t child;

	/* Not a child of the stream's: it is older. */
	listen_to(&heir);
	trid = start_family(0);
	child = fork();
	if (!child) {
		trace_id_t own = create_for(heir.pid, 0, 0);
		struct got got;

		assert_ok(posix_trace_start(own));
		assert_next_is(own, POSIX_TRACE_START, &got);
		prompt(&heir);
		await_next(own, &got);
		assert_named(own, &got, heir.pid, "others", 1);
		leave(0);
	}
	assert_exits_0(child);
	assert_well(&heir);
	assert_empty(trid);
}
END_TEST

static trace_event_set_t set_of(trace_event_id_t member)
{
	trace_event_set_t set;

	assert_ok(posix_trace_eventset_empty(&set));
	if (member)
		assert_ok(posix_trace_eventset_add(member, &set));
	return set;
}

static void set_filter(trace_id_t trid, trace_event_id_t member)
{
	trace_event_set_t set = set_of(member);
	struct got got;

	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	assert_next_is(trid, POSIX_TRACE_FILTER, &got);
}

static pid_t record_in_child(const char *filtered, const char *other)
{
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (!child) {
		record(type_of(filtered), 0, 1);
		record(type_of(other), 0, 2);
		leave(0);
	}
	assert_exits_0(child);
	return child;
}

/* INH-14 */
START_TEST(the_filter_holds_for_children)
{
	trace_id_t trid = start_family(0);
	pid_t child;

	set_filter(trid, type_of("filtered"));
	child = record_in_child("filtered", "other");
	assert_next_named(trid, child, "other", 2);
	assert_empty(trid);
	run_heir(HEIR("event", "other", "3", "event", "filtered", "4"));
	assert_next_named(trid, 0, "other", 3);
	assert_empty(trid);

	set_filter(trid, 0);
	child = record_in_child("filtered", "other");
	assert_next_named(trid, child, "filtered", 1);
	assert_next_named(trid, child, "other", 2);
	assert_empty(trid);
}
END_TEST

/* INH-14: it is changed while the child lives. */
START_TEST(a_new_filter_holds_for_living_children)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_id_t trid = start_family(0);
	pid_t child = make_obedient(&order, &answer, 3);

	let_record(&order, &answer);
	assert_next_named(trid, child, "parents", 0);
	set_filter(trid, type);
	let_record(&order, &answer);
	assert_empty(trid);
	set_filter(trid, 0);
	let_record(&order, &answer);
	assert_next_named(trid, child, "parents", 2);
	assert_empty(trid);
	assert_exits_0(child);
}
END_TEST

/* INH-15 */
START_TEST(the_shutdown_ends_the_tracing_of_children)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_id_t trid = start_family(0), later;
	pid_t child = make_obedient(&order, &answer, 3);

	let_record(&order, &answer);
	assert_next_named(trid, child, "parents", 0);
	assert_ok(posix_trace_shutdown(trid));
	let_record(&order, &answer);
	later = start_family(0);
	let_record(&order, &answer);
	assert_exits_0(child);
	assert_empty(later);
}
END_TEST

/* INH-15: whatever the children are about just then. */
START_TEST(a_shutdown_among_recording_children_does_no_harm)
{
	struct bell done = make_bell();

	for (int round = 0; round < 3; round++) {
		trace_id_t trid = start_family(0);
		struct bell stop = make_bell(), ready = make_bell();
		struct got got;
		pid_t child[KIN];

		for (uint32_t i = 0; i < KIN; i++) {
			child[i] = fork();
			if (child[i])
				continue;
			fcntl(stop.fd[0], F_SETFL, O_NONBLOCK);
			close(stop.fd[1]);
			ring(&ready);
			for (uint32_t n = 0;; n++) {
				char byte;

				record(type, i, n);
				if (n % 100 == 0 && !read(stop.fd[0], &byte, 1))
					break;
			}
			ring(&done);
			leave(0);
		}
		for (int i = 0; i < KIN; i++)
			hear(&ready);
		while (!try_next(trid, &got))
			;
		assert_ok(posix_trace_shutdown(trid));
		close(stop.fd[1]);
		for (int i = 0; i < KIN; i++) {
			hear(&done);
			assert_exits_0(child[i]);
		}
		close(stop.fd[0]);
	}
}
END_TEST

/*
 * Children that borrow the memory of their parent, with its threads' state
 */

enum { BORROWED = 50 };

static void record_borrowed(void)
{
	for (uint32_t i = 0; i < BORROWED; i++)
		record(type, 1, i);
}

static pid_t borrow_by_vfork(void)
{
	pid_t child = vfork();

	if (!child) {
		record_borrowed();
		_exit(0);
	}
	return child;
}

static pid_t borrow_by_vfork_and_exec(void)
{
	char **argv = HEIR("exit");
	pid_t child = vfork();

	if (!child) {
		record_borrowed();
		execv(argv[0], argv);
		_exit(127);
	}
	return child;
}

static int borrower(void *argument)
{
	(void)argument;
	record_borrowed();
	return 0;
}

static pid_t borrow_by_clone(void)
{
	char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
	pid_t child;

	ck_assert_ptr_ne(stack, MAP_FAILED);
	child = clone(borrower, stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD,
		      NULL);
	munmap(stack, STACK);
	return child;
}

static pid_t (*const borrow[])(void) = {
	borrow_by_vfork,
	borrow_by_vfork_and_exec,
	borrow_by_clone,
};

/* The race detector makes vfork() a fork(). */
static bool lends_memory(pid_t (*make)(void))
{
	return !FINDS_RACES || make == borrow_by_clone;
}

/* Its parent's events are all there, in their order, and what may be there of
 * the child besides is whole. */
static void assert_undamaged(trace_id_t trid, uint32_t events)
{
	uint32_t next[2] = { 0 };
	struct got got;

	while (try_next(trid, &got)) {
		ck_assert_uint_eq(got.info.posix_event_id, type);
		ck_assert_uint_le(got.mark.who, 1);
		ck_assert_uint_eq(got.len, sizeof(got.mark));
		if (got.mark.who) {
			ck_assert_uint_lt(got.mark.number, BORROWED);
			continue;
		}
		ck_assert_int_eq(got.info.posix_pid, getpid());
		assert_mark(&got, 0, next[0]++);
	}
	ck_assert_uint_eq(next[0], events);
}

/* INH-17, the second half: of streams of both kinds, before the thread has
 * recorded anything and afterwards. */
START_TEST(a_child_that_borrows_memory_damages_nothing)
{
	trace_id_t trid = _i % 2 ? start_family(BIG) : start_closed(BIG);
	uint32_t number = 0;

	for (int round = 0; round < 10; round++) {
		assert_exits_0(borrow[_i / 2]());
		for (int i = 0; i < 100; i++)
			record(type, 0, number++);
	}
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_undamaged(trid, number);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_shutdown(trid));

	trid = start_closed(0);
	record(type, 0, 1);
	assert_next_mark(trid, type, 0, 1);
	assert_empty(trid);
}
END_TEST

/* INH-17, the second half: other threads of the parent do not wait. */
START_TEST(a_child_that_borrows_memory_damages_no_other_thread)
{
	trace_id_t trid = start_family(BIG);
	uint32_t next[2] = { 0 }, borrowed = 0;
	pthread_t thread[2];
	struct got got;

	if (!lends_memory(borrow[_i]))
		return;
	for (uintptr_t i = 0; i < 2; i++)
		assert_ok(pthread_create(&thread[i], NULL, write_in_thread,
					 (void *)(10 + i)));
	for (int round = 0; round < 10; round++)
		assert_exits_0(borrow[_i]());
	for (int i = 0; i < 2; i++)
		assert_ok(pthread_join(thread[i], NULL));

	while (try_next(trid, &got)) {
		if (got.mark.who == 1) {
			borrowed++;
			continue;
		}
		ck_assert_uint_ge(got.mark.who, 10);
		ck_assert_uint_le(got.mark.who, 11);
		assert_mark(&got, got.mark.who, next[got.mark.who - 10]++);
	}
	ck_assert_uint_eq(next[0], MANY);
	ck_assert_uint_eq(next[1], MANY);
	ck_assert_uint_le(borrowed, 10 * BORROWED);
}
END_TEST

/* INH-17, the first half, as far as it is kept: docs/conformance.md. */
START_TEST(a_child_that_borrows_memory_is_not_taken_for_a_new_thread)
{
	trace_id_t trid = _i % 2 ? start_family(0) : start_closed(0);

	if (!lends_memory(borrow[_i / 2]))
		return;
	assert_exits_0(borrow[_i / 2]());
	record(type, 0, 1);
	assert_next_mark(trid, type, 0, 1);
	assert_empty(trid);
}
END_TEST

static TCase *steering(void)
{
	TCase *tcase = tcase_create("steering");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, stop_and_start_hold_for_children);
	tcase_add_test(tcase, a_start_later_than_the_birth_holds_for_the_child);
	tcase_add_test(tcase, the_filter_holds_for_children);
	tcase_add_test(tcase, a_new_filter_holds_for_living_children);
	tcase_add_test(tcase, the_shutdown_ends_the_tracing_of_children);
	tcase_add_test(tcase, a_shutdown_among_recording_children_does_no_harm);
	/* A race detector takes a thread that a copy of a program with threads
	 * makes for one of those that it was copied from. */
	if (!FINDS_RACES)
		tcase_add_test(tcase, a_traced_child_can_trace_itself);
	tcase_add_test(tcase, two_threads_of_a_child_are_two);
	tcase_add_test(tcase, a_traced_child_can_found_a_family);
	tcase_add_test(tcase, a_traced_child_can_trace_another_process);
	return tcase;
}

static TCase *borrowers(void)
{
	TCase *tcase = tcase_create("borrowers");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, a_child_that_borrows_memory_damages_nothing,
			    0, 2 * ARRAY_LEN(borrow));
	tcase_add_loop_test(tcase,
			    a_child_that_borrows_memory_damages_no_other_thread,
			    0, ARRAY_LEN(borrow));
	tcase_add_loop_test(
		tcase,
		a_child_that_borrows_memory_is_not_taken_for_a_new_thread, 0,
		2 * ARRAY_LEN(borrow));
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("children steering");

	suite_add_tcase(suite, steering());
	suite_add_tcase(suite, borrowers());
	return run_suite(suite);
}
