/* Children of a program that records. */
#include "event.h"

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
	Suite *suite = suite_create("posix_trace_event_children");

	suite_add_tcase(suite, forks());
	return run_suite(suite);
}
