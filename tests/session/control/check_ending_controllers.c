/*
 * check_ending_controllers.c - controllers that end without a shutdown
 *
 * The controller is the program heir. How it may end is a list; whatever the
 * end, the log tells the same.
 */
#include "session/heir_log.h"

enum {
	EVENTS = SANITIZED ? 200 : 1000,
	STORM = SANITIZED ? 500 : 4000,
};

/* What heir is told at its end, and how waitpid() tells of it. */
static const struct ending {
	char *word[2];
	int status;
	bool shuts_down; /* it does itself what has to be done */
	bool lives;	 /* the process does, as cat */
} endings[] = {
	{ { "return" }, 0, true, false },
	{ { "exit" }, 0, true, false },
	{ { "_exit" }, 0, false, false },
	{ { "abort" }, SIGABRT, false, false },
	{ { "segfault" }, SIGSEGV, false, false },
	{ { "kill" }, SIGKILL, false, false },
	{ { "exec", "/bin/true" }, 0, false, false },
	{ { "exec", "/bin/cat" }, 0, false, true },
};

enum { EXITED = 1, DEATHS = 2, KILLED = 5, ENDINGS = ARRAY_LEN(endings) };

#define END(ending) (ending)->word[0], (ending)->word[1]

/* Wait until the controller has ended so. A process that goes on as cat
 * answers. */
static void await_end(const struct heir *heir, const struct ending *ending)
{
	int status;

	if (ending->lives) {
		prompt(heir);
		listen_to(heir);
		return;
	}
	status = end_of(heir->pid);
	ck_assert_msg(status == ending->status, "%s: the wait status is %#x",
		      ending->word[0], (unsigned)status);
}

/* A controller of itself, that has ended. */
static struct heir end_controller(const struct ending *ending)
{
	struct heir heir = launch(HEIR("trace", "0", path, "events", "e",
				       text_of(EVENTS), "say", END(ending)));

	listen_to(&heir);
	await_end(&heir, ending);
	return heir;
}

/* What became of the process that lives. */
static void dismiss(struct heir *heir, const struct ending *ending)
{
	close(heir->in);
	if (ending->lives)
		assert_exits_0(heir->pid);
	close(heir->out);
}

/* The log that end_controller() leaves. */
static void assert_complete(trace_id_t trid, pid_t pid)
{
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, pid, "e", 0, EVENTS);
	assert_ends_with_stop(trid);
}

static void create_a_stream(void)
{
	assert_ok(posix_trace_shutdown(create_for(0, 0, 0)));
}

/* CTL-01 */
START_TEST(a_controller_that_exits_leaves_a_complete_log)
{
	struct heir heir;

	if (!endings[_i].shuts_down)
		return;
	heir = end_controller(&endings[_i]);
	assert_complete(open_copy(path), heir.pid);
}
END_TEST

/* CTL-02 CTL-03 CTL-04 CTL-09 CTL-12 */
START_TEST(who_opens_the_log_finds_it_complete)
{
	struct heir heir = end_controller(&endings[_i]);

	assert_complete(open_path(path, O_RDWR), heir.pid);
	assert_complete(open_path(path, O_RDONLY), heir.pid);
	assert_complete(open_copy(path), heir.pid);
	dismiss(&heir, &endings[_i]);
}
END_TEST

/* CTL-02 CTL-03 CTL-04 CTL-09 CTL-12 */
START_TEST(who_opens_the_log_for_reading_finds_it_complete)
{
	struct heir heir = end_controller(&endings[_i]);

	assert_complete(open_path(path, O_RDONLY), heir.pid);
	assert_complete(open_path(path, O_RDONLY), heir.pid);
	dismiss(&heir, &endings[_i]);
}
END_TEST

/* CTL-02 CTL-03 CTL-04 CTL-09 CTL-12 */
START_TEST(the_next_stream_makes_the_log_complete)
{
	struct heir heir = end_controller(&endings[_i]);

	create_a_stream();
	assert_complete(open_copy(path), heir.pid);
	create_a_stream();
	assert_complete(open_path(path, O_RDWR), heir.pid);
	dismiss(&heir, &endings[_i]);
}
END_TEST

/* CTL-12: by whichever of them comes first. */
START_TEST(several_may_open_the_log_at_the_same_time)
{
	enum { READERS = 4 };
	struct heir heir = end_controller(&endings[_i]);
	pid_t child[READERS];
	int go[2];

	ck_assert_int_eq(pipe2(go, O_CLOEXEC), 0);
	for (int i = 0; i < READERS; i++) {
		child[i] = fork();
		if (!child[i]) {
			char byte;

			close(go[1]);
			ck_assert_int_eq(read(go[0], &byte, 1), 0);
			if (i == 1)
				create_a_stream();
			assert_complete(
				open_path(path, i % 2 ? O_RDONLY : O_RDWR),
				heir.pid);
			leave(0);
		}
	}
	close(go[1]);
	for (int i = 0; i < READERS; i++)
		assert_exits_0(child[i]);
	assert_complete(open_copy(path), heir.pid);
	dismiss(&heir, &endings[_i]);
}
END_TEST

static uint32_t hear_number(const struct heir *heir)
{
	uint32_t number;

	ck_assert_int_eq(read(heir->out, &number, sizeof(number)),
			 sizeof(number));
	return number;
}

/* The last number there was before the pipe was left alone. */
static uint32_t hear_last_number(const struct heir *heir, uint32_t last)
{
	uint32_t number;

	while (read(heir->out, &number, sizeof(number)) == sizeof(number))
		last = number;
	return last;
}

/* CTL-04 CTL-12: killed at any instant, maybe while the log was written. */
START_TEST(a_controller_killed_while_it_records_leaves_all_events)
{
	struct heir heir = launch(HEIR("trace", "0", path, "storm", "e"));
	const uint32_t until = STORM - (uint32_t)_i * (STORM / 10);
	uint32_t last = 0;
	struct got got;
	trace_id_t trid;

	/* It is never so far ahead that the stream could be full. */
	fcntl(heir.out, F_SETPIPE_SZ, 4096);
	while (last < until)
		last = hear_number(&heir);
	ck_assert_int_eq(kill(heir.pid, SIGKILL), 0);
	ck_assert_int_eq(end_of(heir.pid), SIGKILL);
	last = hear_last_number(&heir, last);

	trid = open_path(path, _i % 2 ? O_RDONLY : O_RDWR);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, heir.pid, "e", 0, last + 1);
	ck_assert(read_log(trid, &got));
	if (got.info.posix_event_id == POSIX_TRACE_STOP) {
		assert_whole(trid);
		return;
	}
	assert_named(trid, &got, heir.pid, "e", last + 1);
	assert_ends_with_stop(trid);
}
END_TEST

/* CTL-05 */
START_TEST(streams_of_controllers_that_ended_do_not_count)
{
	const struct ending *ending = &endings[_i];
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid[TRACE_SYS_MAX], more;
	struct heir heir = launch(HEIR("trace", "0", path, "streams",
				       text_of(TRACE_SYS_MAX - 1), "say",
				       "await", END(ending)));

	listen_to(&heir);
	ck_assert_int_eq(posix_trace_create(0, &attr, &more), EAGAIN);
	prompt(&heir);
	await_end(&heir, ending);
	for (int i = 0; i < TRACE_SYS_MAX; i++)
		assert_ok(posix_trace_create(0, &attr, &trid[i]));
	ck_assert_int_eq(posix_trace_create(0, &attr, &more), EAGAIN);
	for (int i = 0; i < TRACE_SYS_MAX; i++)
		assert_ok(posix_trace_shutdown(trid[i]));
	dismiss(&heir, ending);
}
END_TEST

/* CTL-05: nobody can complete a log that is gone. */
START_TEST(a_removed_log_hinders_nobody)
{
	trace_id_t trid[TRACE_SYS_MAX];
	struct stat st;

	end_controller(&endings[_i]);
	ck_assert_int_eq(unlink(path), 0);
	for (int i = 0; i < TRACE_SYS_MAX; i++)
		trid[i] = create_for(0, 0, 0);
	for (int i = 0; i < TRACE_SYS_MAX; i++)
		assert_ok(posix_trace_shutdown(trid[i]));
	ck_assert_int_eq(stat(path, &st), -1);
}
END_TEST

/* Another file may have its name by now. */
START_TEST(a_file_in_the_place_of_the_log_is_left_alone)
{
	char text[100] = "";
	int fd;

	end_controller(&endings[_i]);
	ck_assert_int_eq(rename(path, other_path), 0);
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	ck_assert_int_eq(write(fd, "precious", 8), 8);
	create_a_stream();
	ck_assert_int_eq(pread(fd, text, sizeof(text), 0), 8);
	ck_assert_str_eq(text, "precious");
	close(fd);
}
END_TEST

/* A target that records "e" 1, 2 and 3 when it is prompted. */
static struct heir launch_target(void)
{
	struct heir target = launch(HEIR("say", "await", "event", "e", "1",
					 "say", "await", "event", "e", "2",
					 "say", "await", "event", "e", "3"));

	listen_to(&target);
	return target;
}

static struct heir launch_controller(pid_t pid, const struct ending *ending)
{
	struct heir heir = launch(
		HEIR("trace", text_of(pid), path, "say", "await", END(ending)));

	listen_to(&heir);
	return heir;
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

/* CTL-11: one that has started, recorded and written nothing, and one that
 * has. */
START_TEST(streams_of_live_controllers_stay)
{
	struct heir alive = launch(HEIR("trace", "0", other_path, "say",
					"await", "events", "e", "10", "say",
					"await", "events", "f", "10", "exit"));
	trace_event_id_t type = type_of("own");
	trace_id_t own = start_stream(0), trid;
	struct heir dead[2];
	struct got got;

	assert_next_is(own, POSIX_TRACE_START, &got);
	listen_to(&alive);
	for (uint32_t i = 0; i < 2; i++) {
		dead[i] = end_controller(&endings[_i]);
		create_a_stream();
		assert_complete(open_path(path, O_RDWR), dead[i].pid);
		dismiss(&dead[i], &endings[_i]);
		unlink(path);
		prompt(&alive);
		if (!i)
			listen_to(&alive);
		record(type, 0, i);
		assert_next_mark(own, type, 0, i);
	}
	assert_well(&alive);
	assert_state(own, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	trid = open_copy(other_path);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, alive.pid, "e", 0, 10);
	assert_log_has(trid, alive.pid, "f", 0, 10);
	assert_ends_with_stop(trid);
}
END_TEST

/* CTL-11: an open log of a live controller is not completed. */
START_TEST(a_log_that_is_still_written_may_be_opened)
{
	struct heir alive =
		launch(HEIR("trace", "0", path, "events", "e", "10", "say",
			    "await", "events", "f", "10", "exit"));
	trace_id_t trid;
	struct got got;

	listen_to(&alive);
	trid = open_path(path, O_RDWR);
	while (read_log(trid, &got))
		ck_assert_int_eq(got.info.posix_pid, alive.pid);
	assert_ok(posix_trace_close(trid));
	assert_ok(posix_trace_close(open_path(path, O_RDONLY)));
	prompt(&alive);
	assert_well(&alive);
	trid = open_copy(path);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, alive.pid, "e", 0, 10);
	assert_log_has(trid, alive.pid, "f", 0, 10);
	assert_ends_with_stop(trid);
}
END_TEST

/* CTL-13: somebody waits for an event that never comes. */
START_TEST(a_waiting_reader_keeps_nobody_from_ending)
{
	struct heir heir = launch(HEIR("trace", "0", path, "events", "e", "10",
				       "trace", "0", "-", "linger", "exit"));
	trace_id_t trid;

	assert_well(&heir);
	trid = open_copy(path);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, heir.pid, "e", 0, 10);
	assert_ends_with_stop(trid);
}
END_TEST

/* CTL-13: the log takes nothing more. */
START_TEST(a_full_disk_keeps_nobody_from_ending)
{
	run_heir(HEIR("trace", "0", path, "full", "events", "e",
		      text_of(EVENTS), "exit"));
	create_a_stream();
}
END_TEST

/* CTL-13: the target is stopped, killed, or in a storm. */
START_TEST(a_target_keeps_no_controller_from_ending)
{
	static const int harm[] = { SIGSTOP, SIGKILL, 0 };
	struct heir target = launch(HEIR("say", "await", "storm", "e"));
	struct heir controller =
		launch_controller(target.pid, &endings[EXITED]);

	listen_to(&target);
	prompt(&target);
	hear_number(&target);
	ck_assert_int_eq(kill(target.pid, harm[_i]), 0);
	prompt(&controller);
	assert_well(&controller);
	kill(target.pid, SIGKILL);
	ck_assert_int_eq(end_of(target.pid), SIGKILL);
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

static void add_logs(TCase *tcase)
{
	tcase_add_loop_test(tcase,
			    a_controller_that_exits_leaves_a_complete_log, 0,
			    ENDINGS);
	tcase_add_loop_test(tcase, who_opens_the_log_finds_it_complete, 0,
			    ENDINGS);
	tcase_add_loop_test(tcase,
			    who_opens_the_log_for_reading_finds_it_complete, 0,
			    ENDINGS);
	tcase_add_loop_test(tcase, the_next_stream_makes_the_log_complete, 0,
			    ENDINGS);
	tcase_add_loop_test(tcase, several_may_open_the_log_at_the_same_time, 0,
			    ENDINGS);
	tcase_add_loop_test(
		tcase, a_controller_killed_while_it_records_leaves_all_events,
		0, 6);
	tcase_add_loop_test(tcase, a_removed_log_hinders_nobody, KILLED,
			    ENDINGS);
	tcase_add_loop_test(tcase, a_file_in_the_place_of_the_log_is_left_alone,
			    KILLED, ENDINGS);
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

static void add_others(TCase *tcase)
{
	tcase_add_loop_test(tcase,
			    streams_of_controllers_that_ended_do_not_count,
			    KILLED, ENDINGS);
	tcase_add_loop_test(tcase, streams_of_live_controllers_stay, 0,
			    ENDINGS);
	tcase_add_test(tcase, a_log_that_is_still_written_may_be_opened);
	tcase_add_test(tcase, a_waiting_reader_keeps_nobody_from_ending);
	tcase_add_test(tcase, a_full_disk_keeps_nobody_from_ending);
	tcase_add_loop_test(tcase, a_target_keeps_no_controller_from_ending, 0,
			    3);
}

int main(void)
{
	Suite *suite = suite_create("ending_controllers");

	add_logs(add_tcase(suite, "logs"));
	add_targets(add_tcase(suite, "targets"));
	add_children(add_tcase(suite, "children"));
	add_others(add_tcase(suite, "others"));
	return run_suite(suite);
}
