/* Filters that change among threads and processes that record. */
#include <sys/time.h>

#include "build_programs.h"
#include "filters.h"
#include "writers.h"

static bool has(const trace_event_set_t *set, trace_event_id_t member)
{
	int is = -1;

	assert_ok(posix_trace_eventset_ismember(member, set, &is));
	return is != 0;
}

/* Among threads and signals */

enum { ROUNDS = SANITIZED ? 40 : 200 };

/* What each had certainly not begun when a filter came into force, and what
 * it had done before that filter went. */
static struct window {
	uint32_t begun[WRITERS], done[WRITERS];
	bool odd; /* is what the filter keeps out */
} windows[ROUNDS];

static trace_event_id_t type_of_number(uint32_t number)
{
	return number % 2 ? other : type;
}

static void change_among_writers(void)
{
	for (int round = 0; round < ROUNDS; round++) {
		struct window *window = &windows[round];

		window->odd = round % 2;
		filter(trid, POSIX_TRACE_SET_EVENTSET,
		       SET(type_of_number(window->odd)));
		for (int i = 0; i < WRITERS; i++)
			window->begun[i] = writers[i].begun;
		stir();
		for (int i = 0; i < WRITERS; i++)
			window->done[i] = writers[i].done;
	}
}

/* An event of this window: of the type that is let in, after those before it
 * without a gap. */
static void assert_belongs(const struct window *window, const struct got *got,
			   int64_t last[], uint32_t count[])
{
	const uint32_t who = got->mark.who;

	ck_assert_uint_lt(who, WRITERS);
	assert_mark(got, who, got->mark.number);
	ck_assert_uint_eq(got->mark.number % 2, !window->odd);
	ck_assert_uint_eq(got->info.posix_event_id,
			  type_of_number(got->mark.number));
	if (count[who]++)
		ck_assert_int_eq(got->mark.number, last[who] + 2);
	else
		ck_assert_int_gt(got->mark.number, last[who]);
	last[who] = got->mark.number;
}

/* One event of the two is let in. */
static uint32_t assert_complete(const struct window *window,
				const uint32_t count[])
{
	uint32_t sum = 0;

	for (int i = 0; i < WRITERS; i++) {
		uint32_t begun = window->begun[i], done = window->done[i];

		if (done > begun)
			ck_assert_uint_ge(count[i], (done - begun) / 2);
		sum += count[i];
	}
	return sum;
}

/* To the next change, or to the end; how many events there are. */
static uint32_t read_window(const struct window *window, int64_t last[])
{
	uint32_t count[WRITERS] = { 0 };
	struct got got;

	for (;;) {
		ck_assert(try_next(trid, &got));
		if (!is_user(&got))
			break;
		assert_belongs(window, &got, last, count);
	}
	if (window == &windows[ROUNDS - 1])
		ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	else
		assert_change(&got, SET(type_of_number(window->odd)),
			      SET(type_of_number(!window->odd)));
	return assert_complete(window, count);
}

/* FLT-11 FLT-10 FLT-06 FLT-07: by the order of reading, and whatever is let
 * in is there. The second time, writers have other streams besides. */
START_TEST(a_change_falls_exactly_among_writers)
{
	int64_t last[WRITERS] = { -1, -1, -1 };
	uint32_t sum = 0;

	for (int i = 0; i < 4 * _i; i++)
		start_stream(SMALL);
	trid = create_for(0, BIG, 0);
	assert_ok(posix_trace_start(trid));
	launch_writers(type, other);
	change_among_writers();
	assert_ok(posix_trace_stop(trid));
	dismiss_writers();

	assert_next_start(trid, none);
	assert_next_change(trid, none, SET(type));
	for (int round = 0; round < ROUNDS; round++)
		sum += read_window(&windows[round], last);
	assert_empty(trid);
	ck_assert_uint_gt(sum, ROUNDS);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
}
END_TEST

enum { CHANGES = SANITIZED ? 50 : 200 };

/* Add a type of one's own and take it away again. */
static void *change_on(void *argument)
{
	const trace_event_set_t *own = argument;
	trace_event_set_t set;
	const trace_event_id_t mine = has(own, type) ? type : other;
	int err = 0;

	for (int i = 0; i < CHANGES; i++) {
		err |= posix_trace_set_filter(trid, own,
					      POSIX_TRACE_ADD_EVENTSET);
		err |= posix_trace_get_filter(trid, &set);
		err |= !has(&set, mine);
		err |= posix_trace_set_filter(trid, own,
					      POSIX_TRACE_SUB_EVENTSET);
		err |= posix_trace_get_filter(trid, &set);
		err |= has(&set, mine);
	}
	return err ? NULL : argument;
}

static bool differ(const struct change *change, trace_event_id_t id)
{
	return has(&change->old, id) != has(&change->new, id);
}

/* FLT-03 FLT-04 FLT-10: each change begins where the last one ended. */
START_TEST(changes_of_several_threads_make_one_row)
{
	trace_event_set_t own[] = { SET(type), SET(other) }, now = none;
	pthread_t thread[ARRAY_LEN(own)];
	struct got got;
	void *result;

	trid = create_for(0, BIG, 0);
	assert_ok(posix_trace_start(trid));
	for (size_t i = 0; i < ARRAY_LEN(own); i++)
		assert_ok(pthread_create(&thread[i], NULL, change_on, &own[i]));
	for (size_t i = 0; i < ARRAY_LEN(own); i++) {
		assert_ok(pthread_join(thread[i], &result));
		ck_assert_ptr_eq(result, &own[i]);
	}
	assert_filter(trid, none);

	assert_next_start(trid, none);
	for (size_t i = 0; i < 2 * CHANGES * ARRAY_LEN(own); i++) {
		struct change change;

		ck_assert(try_next(trid, &got));
		change = change_of(&got);
		ck_assert_mem_eq(&change.old, &now, sizeof(now));
		now = change.new;
		ck_assert_int_ne(differ(&change, type), differ(&change, other));
	}
	assert_empty(trid);
}
END_TEST

static volatile sig_atomic_t signals;

static void count_signal(int number)
{
	(void)number;
	signals++;
}

/* Every so many microseconds, without SA_RESTART; 0: no more. */
static void storm(long us)
{
	const struct sigaction action = { .sa_handler = count_signal };
	const struct itimerval timer = {
		.it_interval = { .tv_usec = us },
		.it_value = { .tv_usec = us },
	};

	ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
	ck_assert_int_eq(setitimer(ITIMER_REAL, &timer, NULL), 0);
}

/* FLT-22 */
START_TEST(signals_do_not_interrupt_a_change)
{
	assert_ok(posix_trace_start(trid));
	storm(500);
	for (int i = 0; signals < 50; i++) {
		filter(trid, POSIX_TRACE_SET_EVENTSET,
		       SET(type_of_number(i % 2)));
		assert_filter(trid, SET(type_of_number(i % 2)));
	}
	storm(0);
}
END_TEST

/* Another process */

/* The program target, and the ends of what it is told and answers. */
static struct {
	pid_t pid;
	FILE *in, *out;
} target;

static void become_target(int in, int out)
{
	const char *path = built("tests/api/target");

	if (dup2(in, 0) < 0 || dup2(out, 1) < 0)
		_exit(126);
	for (int fd = 3; fd < 100; fd++)
		close(fd);
	execl(path, path, (char *)NULL);
	_exit(127);
}

static long tell(const char *command)
{
	char line[100];

	ck_assert_int_gt(fprintf(target.in, "%s\n", command), 0);
	ck_assert_int_eq(fflush(target.in), 0);
	ck_assert_ptr_nonnull(fgets(line, sizeof(line), target.out));
	return strtol(line, NULL, 10);
}

static void tell_event(const char *name, uint32_t number)
{
	char command[100];

	snprintf(command, sizeof(command), "event %s %u", name, number);
	ck_assert_int_eq(tell(command), 0);
}

static void launch(void)
{
	int in[2], out[2];

	ck_assert_int_eq(pipe2(in, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);
	target.pid = fork();
	if (!target.pid)
		become_target(in[0], out[1]);
	close(in[0]);
	close(out[1]);
	target.in = fdopen(in[1], "w");
	target.out = fdopen(out[0], "r");
	ck_assert_int_eq(tell("pid"), target.pid);
}

static void dismiss(void)
{
	ck_assert_int_eq(tell("pid"), target.pid);
	fclose(target.in);
	assert_exits_0(target.pid);
	target.pid = 0;
}

static void release(void)
{
	if (target.pid > 0)
		kill(target.pid, SIGKILL);
}

static trace_event_id_t open_for(trace_id_t id, const char *name)
{
	trace_event_id_t opened;

	assert_ok(posix_trace_trid_eventid_open(id, name, &opened));
	return opened;
}

/* OTH-13 FLT-06 FLT-07 */
START_TEST(a_filter_holds_for_the_target_at_once)
{
	trace_event_id_t early, late;

	launch();
	early = (trace_event_id_t)tell("open early");
	trid = create_for(target.pid, 0, 0);
	assert_ok(posix_trace_start(trid));
	late = open_for(trid, "late");
	assert_next_start(trid, none);
	for (uint32_t i = 0; i < 20; i++) {
		filter(trid, POSIX_TRACE_SET_EVENTSET, SET(late));
		tell_event("late", i);
		tell_event("early", i);
		filter(trid, POSIX_TRACE_SET_EVENTSET, SET(early));
		tell_event("late", i);
		tell_event("early", i);
		assert_next_change(trid, i ? SET(early) : none, SET(late));
		assert_next_mark(trid, early, 0, i);
		assert_next_change(trid, SET(late), SET(early));
		assert_next_mark(trid, late, 0, i);
		assert_empty(trid);
	}
	dismiss();
}
END_TEST

/* OTH-13 SET-12 */
START_TEST(a_filter_holds_for_names_the_target_opens_later)
{
	launch();
	trid = create_for(target.pid, 0, 0);
	filter(trid, POSIX_TRACE_SET_EVENTSET, all);
	assert_ok(posix_trace_start(trid));
	tell_event("first", 1);
	assert_empty(trid);
	filter(trid, POSIX_TRACE_SUB_EVENTSET, SET(open_for(trid, "second")));
	tell_event("third", 2);
	tell_event("second", 3);
	assert_next_mark(trid, open_for(trid, "second"), 0, 3);
	assert_empty(trid);
	dismiss();
}
END_TEST

/* A19: of the target, but of no thread of it. */
START_TEST(the_controllers_change_is_the_targets_of_no_thread)
{
	struct got got;

	launch();
	trid = create_for(target.pid, 0, 0);
	assert_ok(posix_trace_start(trid));
	drain(trid);
	filter(trid, POSIX_TRACE_SET_EVENTSET, SET(type));
	assert_next_is(trid, POSIX_TRACE_FILTER, &got);
	assert_change(&got, none, SET(type));
	ck_assert_int_eq(got.info.posix_pid, target.pid);
	ck_assert(got.info.posix_thread_id == 0);
	ck_assert_ptr_null(got.info.posix_prog_address);
	dismiss();
}
END_TEST

/* Read to the next change. What stands before it belongs to the threads. */
static void await_change(trace_event_id_t busy, trace_event_set_t old,
			 trace_event_set_t new)
{
	struct got got;

	for (;;) {
		await_next(trid, &got);
		if (got.info.posix_event_id == POSIX_TRACE_FILTER)
			break;
		ck_assert_uint_eq(got.info.posix_event_id, busy);
	}
	assert_change(&got, old, new);
}

/* FLT-11 OTH-13: no event after the change that keeps it out. */
START_TEST(a_change_falls_exactly_among_the_targets_threads)
{
	enum { TIMES = SANITIZED ? 10 : 40 };
	trace_event_id_t busy, quiet;
	struct got got;

	launch();
	trid = create_for(target.pid, BIG, 0);
	busy = open_for(trid, "busy");
	quiet = open_for(trid, "quiet");
	assert_ok(posix_trace_start(trid));
	assert_next_start(trid, none);
	ck_assert_int_eq(tell("storm busy 3"), 0);
	for (uint32_t i = 0; i < TIMES; i++) {
		filter(trid, POSIX_TRACE_SET_EVENTSET, SET(busy));
		tell_event("quiet", i);
		await_change(busy, none, SET(busy));
		await_next(trid, &got);
		ck_assert_uint_eq(got.info.posix_event_id, quiet);
		assert_mark(&got, 0, i);

		filter(trid, POSIX_TRACE_SET_EVENTSET, none);
		await_next(trid, &got);
		assert_change(&got, SET(busy), none);
		await_next(trid, &got);
		ck_assert_uint_eq(got.info.posix_event_id, busy);
	}
	ck_assert_int_gt(tell("quiet"), 0);
	dismiss();
}
END_TEST

static TCase *threads(void)
{
	TCase *tcase = tcase_create("threads");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_loop_test(tcase, a_change_falls_exactly_among_writers, 0, 2);
	tcase_add_test(tcase, changes_of_several_threads_make_one_row);
	tcase_add_test(tcase, signals_do_not_interrupt_a_change);
	return tcase;
}

static TCase *another_process(void)
{
	TCase *tcase = tcase_create("another_process");

	tcase_add_checked_fixture(tcase, setup, release);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_filter_holds_for_the_target_at_once);
	tcase_add_test(tcase, a_filter_holds_for_names_the_target_opens_later);
	tcase_add_test(tcase,
		       the_controllers_change_is_the_targets_of_no_thread);
	tcase_add_test(tcase, a_change_falls_exactly_among_the_targets_threads);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_get_filter_writers");

	suite_add_tcase(suite, threads());
	suite_add_tcase(suite, another_process());
	return run_suite(suite);
}
