/* Targets and children live on when their controller has ended; their log tells
 * the same. */
#include "endings.h"

/* A target that records "e" 1, 2 and 3 when it is prompted. */
static struct heir launch_target(void)
{
	struct heir target = launch(HEIR("say", "await", "event", "e", "1",
					 "say", "await", "event", "e", "2",
					 "say", "await", "event", "e", "3"));

	listen_to(&target);
	return target;
}

static void let_record(const struct heir *target)
{
	prompt(target);
	listen_to(target);
}

static void let_end(const struct heir *controller, const struct ending *ending)
{
	prompt(controller);
	await_end(controller, ending);
}

/* CTL-06 CTL-08: what the target records after the death may be in the log,
 * until somebody completes it. */
START_TEST(targets_live_on_and_can_be_traced_again)
{
	const struct ending *ending = &endings[_i];
	struct heir target = launch_target();
	struct heir controller = launch_controller(target.pid, ending);
	trace_id_t trid;
	struct got got;

	let_record(&target);
	let_end(&controller, ending);
	let_record(&target);
	trid = create_for(target.pid, 0, 0);
	assert_ok(posix_trace_start(trid));
	prompt(&target);
	assert_well(&target);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_named(trid, target.pid, "e", 3);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_copy(path);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, target.pid, "e", 1, 2);
	ck_assert(read_log(trid, &got));
	if (got.info.posix_event_id != POSIX_TRACE_STOP) {
		ck_assert(!ending->shuts_down);
		assert_named(trid, &got, target.pid, "e", 2);
		assert_ends_with_stop(trid);
		return;
	}
	assert_whole(trid);
	dismiss(&controller, ending);
}
END_TEST

/* CTL-08 */
START_TEST(the_log_of_another_process_is_complete)
{
	const struct ending *ending = &endings[_i];
	struct heir target = launch_target();
	struct heir controller = launch_controller(target.pid, ending);
	trace_id_t trid;

	let_record(&target);
	let_record(&target);
	let_end(&controller, ending);
	trid = open_path(path, O_RDONLY);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, target.pid, "e", 1, 3);
	assert_ends_with_stop(trid);
	prompt(&target);
	assert_well(&target);
	dismiss(&controller, ending);
}
END_TEST

/* CTL-08: the target is the first to die, or the last. */
START_TEST(the_log_is_complete_when_both_were_killed)
{
	const struct ending *killed = &endings[KILLED];
	struct heir target = launch_target();
	struct heir controller = launch_controller(target.pid, killed);
	trace_id_t trid;

	let_record(&target);
	let_record(&target);
	if (_i)
		let_end(&controller, killed);
	ck_assert_int_eq(kill(target.pid, SIGKILL), 0);
	ck_assert_int_eq(end_of(target.pid), SIGKILL);
	if (!_i)
		let_end(&controller, killed);

	trid = open_path(path, O_RDONLY);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, target.pid, "e", 1, 3);
	assert_ends_with_stop(trid);
}
END_TEST

/* Longer than a thread records without looking whether there is a controller. */
#define WHILE "50"

/* The target records 0 before its controller's end, and 1 a while after it. */
static void let_record_alone(const struct ending *ending, char *orphan)
{
	struct heir target =
		launch(HEIR("say", "await", "event", "e", "0", "say", "await",
			    "nap", WHILE, "event", "e", "1"));
	struct heir controller;

	listen_to(&target);
	controller = launch(HEIR("orphan", orphan, "trace", text_of(target.pid),
				 path, "say", "await", END(ending)));
	listen_to(&controller);
	let_record(&target);
	let_end(&controller, ending);
	prompt(&target);
	assert_well(&target);
	dismiss(&controller, ending);
}

static void assert_recorded(uint32_t count)
{
	trace_id_t trid = open_path(path, O_RDONLY);

	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, 0, "e", 0, count);
	assert_ends_with_stop(trid);
}

/* CTL-06: however it was done, the stream stops, and the target goes on. */
START_TEST(a_stream_stops_with_its_controller)
{
	let_record_alone(&endings[_i], "stops");
	assert_recorded(1);
}
END_TEST

/* As was asked for. */
START_TEST(a_stream_outlives_its_controller)
{
	let_record_alone(&endings[_i], "runs");
	assert_recorded(2);
}
END_TEST

/* To look at its log is not to end it, nor to make another stream. */
START_TEST(who_looks_at_a_stream_that_runs_on_does_not_end_it)
{
	struct heir target = launch(HEIR("say", "await", "event", "e", "0",
					 "say", "await", "event", "e", "1"));
	struct heir controller;
	trace_id_t trid;

	listen_to(&target);
	controller = launch(HEIR("orphan", "runs", "trace", text_of(target.pid),
				 path, "say", "await", END(&endings[KILLED])));
	listen_to(&controller);
	let_record(&target);
	let_end(&controller, &endings[KILLED]);
	trid = open_path(path, O_RDWR);
	assert_ok(posix_trace_close(trid));
	create_a_stream();
	prompt(&target);
	assert_well(&target);
	assert_recorded(2);
}
END_TEST

/* A stream of its own, of a process that becomes another program. */
START_TEST(a_program_does_not_record_for_the_one_before_it)
{
	run_heir(HEIR("trace", "0", path, "event", "e", "0", "exec",
		      heir_path(), "event", "e", "1"));
	assert_recorded(1);
}
END_TEST

START_TEST(a_program_records_for_the_one_before_it)
{
	run_heir(HEIR("orphan", "runs", "trace", "0", path, "event", "e", "0",
		      "exec", heir_path(), "event", "e", "1"));
	assert_recorded(2);
}
END_TEST

/* CTL-06 CTL-08: all that was recorded before the death is there, and what was
 * recorded later is there without a gap. */
START_TEST(a_target_that_goes_on_recording_hinders_nobody)
{
	struct heir target = launch(HEIR("say", "await", "storm", "e"));
	struct heir controller =
		launch_controller(target.pid, &endings[KILLED]);
	uint32_t last = 0, next = 0;
	struct got got;
	trace_id_t trid;

	fcntl(target.out, F_SETPIPE_SZ, 4096);
	listen_to(&target);
	prompt(&target);
	while (last < STORM / 2)
		last = hear_number(&target);
	let_end(&controller, &endings[KILLED]);

	trid = open_path(path, O_RDWR);
	assert_log_next_is(trid, POSIX_TRACE_START);
	for (;;) {
		ck_assert(read_log(trid, &got));
		if (!is_user(&got))
			break;
		assert_named(trid, &got, target.pid, "e", next++);
	}
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	assert_whole(trid);
	ck_assert_uint_gt(next, last);
	while (last < STORM)
		last = hear_number(&target);
	kill(target.pid, SIGKILL);
	ck_assert_int_eq(end_of(target.pid), SIGKILL);
}
END_TEST

/* A child is born, and ends in one way or the other, in a process with a log
 * of itself. The events of the child are in it, or are not. */
static void assert_children_do_no_harm(const struct ending *ending,
				       int inheritance)
{
	const bool inherited = inheritance == POSIX_TRACE_INHERITED;
	trace_event_id_t type = type_of("parents");
	trace_attr_t attr = attr_of(0, 0);
	int fd = make_file();
	struct heir heir;
	trace_id_t trid;

	assert_ok(posix_trace_attr_setinherited(&attr, inheritance));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	heir = launch(HEIR("events", "e", "10", "say", END(ending)));
	listen_to(&heir);
	await_end(&heir, ending);
	dismiss(&heir, ending);
	record(type, 0, 2);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, getpid(), "parents", 1, 2);
	if (inherited)
		assert_log_has(trid, heir.pid, "e", 0, 10);
	assert_log_has(trid, getpid(), "parents", 2, 3);
	assert_ends_with_stop(trid);
}

/* CTL-07 CTL-10 */
START_TEST(the_end_of_a_child_leaves_the_log_alone)
{
	assert_children_do_no_harm(&endings[_i], POSIX_TRACE_CLOSE_FOR_CHILD);
}
END_TEST

/* CTL-07 CTL-10 */
START_TEST(the_end_of_a_traced_child_leaves_the_log_alone)
{
	assert_children_do_no_harm(&endings[_i], POSIX_TRACE_INHERITED);
}
END_TEST

/* CTL-07: copies of the controller end, and never became another program. */
START_TEST(the_end_of_a_copy_leaves_the_log_alone)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);
	trace_event_id_t type = type_of("parents");

	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 4; i++) {
		pid_t child;

		fflush(NULL);
		child = fork();
		if (!child && i == 3)
			raise(SIGKILL);
		if (!child && (i == 2 || SANITIZED)) /* see leave() */
			leave(0);
		if (!child && i == 1)
			_exit(0);
		if (!child)
			exit(0);
		ck_assert_int_eq(end_of(child), i == 3 ? SIGKILL : 0);
		record(type, 0, i);
	}
	assert_ok(posix_trace_shutdown(trid));
	trid = open_log(fd);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, getpid(), "parents", 0, 4);
	assert_ends_with_stop(trid);
}
END_TEST

/* CTL-10, of a controller that had children, and ended itself: by exit, as its
 * child succeeded, or by _exit. */
START_TEST(a_controller_with_children_leaves_a_complete_log)
{
	char *const last = _i % 2 ? "exit" : "kill";
	struct heir heir = launch(
		_i < 2 ? HEIR("trace", "0", path, "event", "e", "0", "fork",
			      "event", "e", "1", last) :
			 HEIR("inherit", "trace", "0", path, "event", "e", "0",
			      "fork", "event", "e", "1", last));
	const int status = end_of(heir.pid);
	trace_id_t trid;

	ck_assert(WIFEXITED(status));
	trid = open_path(path, O_RDONLY);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, heir.pid, "e", 0, 1);
	if (_i >= 2)
		assert_log_has(trid, 0, "e", 1, 2);
	assert_ends_with_stop(trid);
}
END_TEST

/* CTL-06 CTL-10: it does not go on recording for a parent that is dead. */
START_TEST(a_stream_of_children_stops_with_its_controller)
{
	struct heir heir = launch(HEIR("inherit", "trace", "0", path, "fork",
				       "event", "e", "0", "say", "await", "nap",
				       WHILE, "event", "e", "1"));

	listen_to(&heir);
	ck_assert_int_eq(kill(heir.pid, SIGKILL), 0);
	ck_assert_int_eq(end_of(heir.pid), SIGKILL);
	prompt(&heir);
	await_hangup(&heir);
	assert_recorded(1);
}
END_TEST

/* CTL-06 CTL-10: its traced child lives on, and may go on recording. */
START_TEST(a_traced_child_outlives_its_controller)
{
	struct heir heir = launch(
		HEIR("inherit", "trace", "0", path, "event", "e", "0", "spawn",
		     heir_path(), "event", "e", "1", "say", "await", "event",
		     "e", "2", "say", "await", "event", "e", "3", "say"));
	trace_id_t trid;

	listen_to(&heir);
	ck_assert_int_eq(kill(heir.pid, SIGKILL), 0);
	ck_assert_int_eq(end_of(heir.pid), SIGKILL);
	trid = open_path(path, O_RDWR);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, 0, "e", 0, 2);
	assert_ends_with_stop(trid);
	prompt(&heir);
	listen_to(&heir);
	create_a_stream();
	prompt(&heir);
	listen_to(&heir);
	await_hangup(&heir);

	trid = open_copy(path);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, 0, "e", 0, 2);
	assert_ends_with_stop(trid);
}
END_TEST

static TCase *add_tcase(Suite *suite, const char *name)
{
	TCase *tcase = tcase_create(name);

	tcase_add_unchecked_fixture(tcase, make_dir, remove_dir);
	tcase_add_checked_fixture(tcase, remove_files, NULL);
	tcase_set_timeout(tcase, 20);
	suite_add_tcase(suite, tcase);
	return tcase;
}

static void add_targets(TCase *tcase)
{
	tcase_add_loop_test(tcase, targets_live_on_and_can_be_traced_again, 0,
			    ENDINGS);
	tcase_add_loop_test(tcase, the_log_of_another_process_is_complete, 0,
			    ENDINGS);
	tcase_add_loop_test(tcase, the_log_is_complete_when_both_were_killed, 0,
			    2);
	tcase_add_loop_test(tcase, a_stream_stops_with_its_controller, DEATHS,
			    ENDINGS);
	tcase_add_loop_test(tcase, a_stream_outlives_its_controller, DEATHS,
			    ENDINGS);
	tcase_add_test(tcase,
		       who_looks_at_a_stream_that_runs_on_does_not_end_it);
	tcase_add_test(tcase, a_program_does_not_record_for_the_one_before_it);
	tcase_add_test(tcase, a_program_records_for_the_one_before_it);
	tcase_add_test(tcase, a_target_that_goes_on_recording_hinders_nobody);
}

static void add_children(TCase *tcase)
{
	tcase_add_loop_test(tcase, the_end_of_a_child_leaves_the_log_alone, 0,
			    ENDINGS);
	tcase_add_loop_test(tcase,
			    the_end_of_a_traced_child_leaves_the_log_alone, 0,
			    ENDINGS);
	tcase_add_test(tcase, the_end_of_a_copy_leaves_the_log_alone);
	tcase_add_loop_test(
		tcase, a_controller_with_children_leaves_a_complete_log, 0, 4);
	tcase_add_test(tcase, a_stream_of_children_stops_with_its_controller);
	tcase_add_test(tcase, a_traced_child_outlives_its_controller);
}

int main(void)
{
	Suite *suite = suite_create("bereaved_targets");

	add_targets(add_tcase(suite, "targets"));
	add_children(add_tcase(suite, "children"));
	return run_suite(suite);
}
