/* Another process is traced as its own controller would trace it. */
#include <sys/ptrace.h>
#include <sys/socket.h>

#include "target_process.h"
#include "sanitizers.h"

static bool is_flush(const struct got *got)
{
	return got->info.posix_event_id == POSIX_TRACE_FLUSH_START ||
	       got->info.posix_event_id == POSIX_TRACE_FLUSH_STOP;
}

/* OTH-01 OTH-02 OTH-03 OTH-05 OTH-06 OTH-07 OTH-20 */
START_TEST(a_running_process_can_be_traced)
{
	trace_id_t trid;
	struct got got;

	target = launch();
	ck_assert_int_eq(tell(&target, "event early 1"), 0);
	trid = create_for(target.pid, 0, 0);
	ck_assert_int_eq(tell(&target, "event early 2"), 0);
	assert_empty(trid);

	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(tell(&target, "event early 3"), 0);
	ck_assert_int_eq(tell(&target, "event late 4"), 0);
	assert_ok(posix_trace_stop(trid));
	ck_assert_int_eq(tell(&target, "event late 5"), 0);

	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_named(trid, "early", 3);
	assert_next_named(trid, "late", 4);
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_int_eq(tell(&target, "event late 6"), 0);
	dismiss(&target);
}
END_TEST

/* SST-16 INF-02 */
START_TEST(the_controllers_events_are_the_targets_of_no_thread)
{
	trace_id_t trid;
	struct got got;

	target = launch();
	trid = start_for(target.pid);
	ck_assert_int_eq(tell(&target, "event e 1"), 0);
	assert_ok(posix_trace_stop(trid));
	for (int i = 0; i < 3; i++) {
		await_next(trid, &got);
		ck_assert_int_eq(got.info.posix_pid, target.pid);
		ck_assert_int_eq(got.info.posix_thread_id != 0, i == 1);
		ck_assert_int_eq(got.info.posix_prog_address != NULL, i == 1);
	}
	dismiss(&target);
}
END_TEST

/* EXE-02 OTH-17 */
START_TEST(a_stream_made_before_the_exec_has_the_first_event)
{
	trace_id_t trid;
	struct got got;

	target = prepare(built("tests/api/target"));
	trid = start_for(target.pid);
	execute(&target);
	await_next(trid, &got);
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	assert_next_named(trid, "begin", 1);
	ck_assert_int_eq(tell(&target, "event e 2"), 0);
	assert_next_named(trid, "e", 2);
	assert_ok(posix_trace_shutdown(trid));
	dismiss(&target);
}
END_TEST

/* OTH-17 EXE-10 */
START_TEST(a_program_without_the_library_can_be_named)
{
	trace_id_t trid;
	struct got got;

	target = prepare("/bin/cat");
	trid = start_for(target.pid);
	execute(&target);
	ck_assert_int_eq(tell(&target, "4711"), 4711);
	assert_ok(posix_trace_stop(trid));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));

	trid = start_for(target.pid);
	assert_ok(posix_trace_shutdown(trid));
	fclose(target.in);
	assert_exits_0(target.pid);
}
END_TEST

/* OTH-04 NAM-08 LST-12 */
START_TEST(a_name_the_controller_opened_is_the_targets)
{
	trace_event_id_t type, next;
	trace_id_t trid;

	target = launch();
	trid = start_for(target.pid);
	assert_ok(posix_trace_trid_eventid_open(trid, "ours", &type));
	ck_assert_int_eq(tell(&target, "open ours"), type);
	ck_assert_int_ne(tell(&target, "open theirs"), type);
	assert_ok(posix_trace_trid_eventid_open(trid, "theirs", &next));
	ck_assert_int_eq(tell(&target, "open theirs"), next);
	dismiss(&target);
}
END_TEST

/* OTH-08 */
START_TEST(the_targets_events_wake_a_reader)
{
	trace_id_t trid;
	struct got got;

	target = launch();
	trid = start_for(target.pid);
	drain(trid);
	ck_assert_int_eq(tell(&target, "storm e 1"), 0);
	for (uint32_t i = 0; i < 2000; i++) {
		ck_assert(log_next(trid, &got));
		assert_mark(&got, 0, i);
	}
	tell(&target, "quiet");
	dismiss(&target);
}
END_TEST

/* OTH-09 OTH-19 */
START_TEST(two_controllers_trace_one_target)
{
	trace_event_id_t mine = type_of("mine");
	trace_id_t trid;
	struct got got;
	pid_t child;

	target = launch();
	trid = start_for(target.pid);
	drain(trid);
	child = fork();
	if (!child) {
		trace_attr_t attr = attr_of(0, 0);
		trace_id_t other;

		assert_ok(posix_trace_create(target.pid, &attr, &other));
		assert_ok(posix_trace_start(other));
		tell(&target, "event e 1");
		record(mine, 1, 1);
		ck_assert_uint_eq(drain(other), 2);
		assert_ok(posix_trace_shutdown(other));
		leave(0);
	}
	assert_exits_0(child);
	record(mine, 1, 1);
	assert_next_named(trid, "e", 1);
	assert_empty(trid);
	ck_assert_int_eq(tell(&target, "event e 2"), 0);
	await_next(trid, &got);
	assert_mark(&got, 0, 2);
	dismiss(&target);
}
END_TEST

/* With START, unless that was overwritten before the stream was stopped. */
static void assert_begins(trace_id_t trid)
{
	struct got got;

	ck_assert(try_next(trid, &got));
	if (got.info.posix_event_id == POSIX_TRACE_OVERFLOW)
		assert_next_is(trid, POSIX_TRACE_RESUME, &got);
	else
		ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
}

/* THR-08 OTH-20: whatever the threads are about, the streams come and go. */
START_TEST(streams_come_and_go_while_the_targets_threads_write)
{
	const int64_t end = now_ns() + NS_PER_S;
	struct got got;

	target = launch();
	ck_assert_int_eq(tell(&target, "storm e 4"), 0);
	for (int i = 0; now_ns() < end; i++) {
		int64_t next[TARGET_THREADS];
		trace_id_t trid = start_for(target.pid);

		memset(next, -1, sizeof(next));
		nap_ms(i % 10);
		assert_ok(posix_trace_stop(trid));
		assert_begins(trid);
		for (;;) {
			ck_assert(try_next(trid, &got));
			if (!is_user(&got))
				break;
			ck_assert_uint_lt(got.mark.who, 4);
			if (next[got.mark.who] >= 0)
				ck_assert_int_eq(got.mark.number,
						 next[got.mark.who]);
			next[got.mark.who] = (int64_t)got.mark.number + 1;
		}
		ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
		assert_empty(trid);
		assert_ok(posix_trace_shutdown(trid));
	}
	ck_assert_int_gt(tell(&target, "quiet"), 0);
	dismiss(&target);
}
END_TEST

/* A debugger is told of every signal and stop of the target, and keeps out
 * others. */
static bool attach_debugger(pid_t pid)
{
	return !ptrace(PTRACE_SEIZE, pid, NULL, NULL);
}

static void detach_debugger(pid_t pid)
{
	int status;

	ck_assert_int_eq(waitpid(pid, &status, WNOHANG), 0);
	ck_assert_int_eq(ptrace(PTRACE_INTERRUPT, pid, NULL, NULL), 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSTOPPED(status));
	ck_assert_int_eq(WSTOPSIG(status), SIGTRAP);
	ck_assert_int_eq(ptrace(PTRACE_DETACH, pid, NULL, NULL), 0);
}

/* CRE-20 OTH-20 */
START_TEST(tracing_neither_stops_nor_signals_the_target)
{
	trace_id_t trid;
	struct got got;

	target = launch();
	if (!attach_debugger(target.pid)) {
		skipped("tracing beside a debugger: not permitted");
		return;
	}
	for (uint32_t i = 0; i < 10; i++) {
		trid = i % 2 ? create_logged_for(target.pid, make_file(), 0,
						 0) :
			       create_for(target.pid, 0, 0);
		ck_assert_int_eq(tell(&target, "pid"), target.pid);
		assert_ok(posix_trace_start(trid));
		ck_assert_int_eq(tell(&target, "event e 1"), 0);
		assert_ok(posix_trace_stop(trid));
		if (i % 2 == 0) {
			assert_next_is(trid, POSIX_TRACE_START, &got);
			assert_next_named(trid, "e", 1);
			assert_next_is(trid, POSIX_TRACE_STOP, &got);
		}
		assert_ok(posix_trace_shutdown(trid));
	}
	ck_assert_int_eq(tell(&target, "pid"), target.pid);
	detach_debugger(target.pid);
	dismiss(&target);
}
END_TEST

static trace_event_id_t open_here(trace_id_t trid, const char *name)
{
	trace_event_id_t type;

	assert_ok(posix_trace_trid_eventid_open(trid, name, &type));
	return type;
}

static trace_event_id_t open_there(const char *name)
{
	char command[100];

	snprintf(command, sizeof(command), "open %s", name);
	return (trace_event_id_t)tell(&target, command);
}

/* OTH-15 NAM-16: "begin" has one already; the names that are left are opened
 * by either side in turn. The controller's own are another matter. */
START_TEST(the_limit_of_names_is_the_targets)
{
	const uint32_t most = TRACE_USER_EVENT_MAX - 1;
	trace_event_id_t first, last, type;
	char name[32];
	trace_id_t trid;

	target = launch();
	trid = start_for(target.pid);
	first = open_here(trid, "begin");
	for (uint32_t i = 1; i < most; i++) {
		snprintf(name, sizeof(name), "name%u", (unsigned)i);
		last = i % 8 ? open_here(trid, name) : open_there(name);
		ck_assert_uint_ne(last, POSIX_TRACE_UNNAMED_USEREVENT);
		ck_assert_uint_ne(last, first);
	}
	ck_assert_uint_eq(open_there("beyond"), POSIX_TRACE_UNNAMED_USEREVENT);
	ck_assert_uint_eq(open_here(trid, "beyond"),
			  POSIX_TRACE_UNNAMED_USEREVENT);
	ck_assert_uint_eq(open_here(trid, "further"),
			  POSIX_TRACE_UNNAMED_USEREVENT);
	ck_assert_uint_eq(open_there("further"), POSIX_TRACE_UNNAMED_USEREVENT);
	ck_assert_uint_eq(open_there(name), last);
	ck_assert_uint_eq(open_here(trid, name), last);
	ck_assert_uint_eq(open_here(trid, "begin"), first);

	type = type_of("mine");
	ck_assert_uint_ne(type, POSIX_TRACE_UNNAMED_USEREVENT);
	assert_ok(posix_trace_shutdown(trid));
	dismiss(&target);
}
END_TEST

/* OVERFLOW, RESUME, and a gapless run of the newest events there were. */
static void assert_window(trace_id_t trid, uint32_t count)
{
	struct got overflow, resume, got;
	uint32_t next;

	assert_next_is(trid, POSIX_TRACE_OVERFLOW, &overflow);
	assert_next_is(trid, POSIX_TRACE_RESUME, &resume);
	ck_assert(try_next(trid, &got));
	ck_assert_int_le(ns_of(overflow.info.posix_timestamp),
			 ns_of(resume.info.posix_timestamp));
	ck_assert_int_eq(ns_of(resume.info.posix_timestamp),
			 ns_of(got.info.posix_timestamp));
	for (next = got.mark.number; next < count; next++) {
		assert_mark(&got, 0, next);
		ck_assert_int_eq(try_next(trid, &got), next + 1 < count);
	}
	ck_assert_uint_eq(next, count);
}

/* OTH-14 */
START_TEST(an_overrun_of_the_target_is_reported)
{
	struct posix_trace_status_info status;
	trace_id_t trid;

	target = launch();
	trid = create_for(target.pid, 8192, 0);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	ck_assert_int_eq(tell(&target, "storm e 1"), 0);
	while (target.published->count[0] < 5000)
		nap_ms(1);
	ck_assert_int_ge(tell(&target, "quiet"), 5000);

	status = status_of(trid);
	ck_assert_int_eq(status.posix_stream_status, POSIX_TRACE_RUNNING);
	ck_assert_int_eq(status.posix_stream_full_status, POSIX_TRACE_FULL);
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_window(trid, target.published->count[0]);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_ok(posix_trace_shutdown(trid));
	dismiss(&target);
}
END_TEST

/* INF-10 SST-16: the controller is another process, and the flushing is its
 * own. */
START_TEST(what_no_thread_of_the_target_did_is_of_none)
{
	int fd = make_file(), flushes = 0;
	trace_id_t trid;
	struct got got;

	target = launch();
	trid = create_logged_for(target.pid, fd, 0, 0);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(tell(&target, "event e 1"), 0);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	while (log_next(trid, &got)) {
		if (is_user(&got))
			continue;
		ck_assert(got.info.posix_pid == 0 ||
			  got.info.posix_pid == target.pid);
		ck_assert(got.info.posix_thread_id == 0);
		ck_assert_ptr_null(got.info.posix_prog_address);
		flushes += got.info.posix_event_id == POSIX_TRACE_FLUSH_START ||
			   got.info.posix_event_id == POSIX_TRACE_FLUSH_STOP;
	}
	ck_assert_int_ge(flushes, 2);
	dismiss(&target);
}
END_TEST

/* OTH-18 OPN-12 LOG-23 */
START_TEST(a_log_has_the_targets_events_names_and_ids)
{
	enum { LEAST = 20000 };
	trace_event_id_t never_used;
	uint32_t next[2] = { 0 };
	int fd = make_file();
	trace_id_t trid;
	struct got got;

	target = launch();
	trid = create_logged_for(target.pid, fd, 8 << 20, 0);
	assert_ok(posix_trace_start(trid));
	never_used = (trace_event_id_t)tell(&target, "open never_used");
	ck_assert_int_eq(tell(&target, "storm e 2"), 0);
	for (int i = 0; i < 2; i++)
		while (target.published->count[i] < LEAST)
			nap_ms(1);
	ck_assert_int_ge(tell(&target, "quiet"), LEAST);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_name(trid, never_used, "never_used");
	while (log_next(trid, &got)) {
		if (is_flush(&got))
			continue;
		ck_assert_int_eq(got.info.posix_pid, target.pid);
		if (!is_user(&got))
			continue;
		assert_name(trid, got.info.posix_event_id, "e");
		ck_assert(got.info.posix_thread_id != 0);
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	}
	for (int i = 0; i < 2; i++)
		ck_assert_uint_eq(next[i], target.published->count[i]);
	dismiss(&target);
}
END_TEST

/* EXE-02, with a log: that is how a program is recorded from its beginning. */
START_TEST(a_program_is_logged_from_its_beginning)
{
	int fd = make_file();
	trace_id_t trid;
	struct got got;

	target = prepare(built("tests/api/target"));
	trid = create_logged_for(target.pid, fd, 0, 0);
	assert_ok(posix_trace_start(trid));
	execute(&target);
	dismiss(&target);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	ck_assert(log_next(trid, &got));
	assert_name(trid, got.info.posix_event_id, "begin");
	assert_mark(&got, 0, 1);
	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert(!log_next(trid, &got));
}
END_TEST

/* INF-05 INF-06: the time in the data was read just before the event, and
 * that of the next one after it. */
static void assert_times(trace_id_t trid, int count)
{
	int64_t event = 0, last = 0;
	struct got got;

	for (int i = 0; i < count;) {
		ck_assert(log_next(trid, &got));
		if (!is_user(&got) || got.len != sizeof(got.ns))
			continue;
		ck_assert_int_le(event, got.ns + CLOCK_TOLERANCE_NS);
		event = ns_of(got.info.posix_timestamp);
		ck_assert_int_ge(event, got.ns - CLOCK_TOLERANCE_NS);
		ck_assert_int_ge(event, last);
		last = event;
		i++;
	}
}

/* Both clocks there are. */
START_TEST(times_are_those_of_the_real_time_clock)
{
	enum { COUNT = 20000 };
	int fd = make_file();
	trace_id_t trid;

	if (_i)
		setenv("POSIXTRACE_CLOCK", "monotonic", 1);
	target = launch();
	trid = create_logged_for(target.pid, fd, 8 << 20, 0);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(tell(&target, "times 20000"), 0);
	assert_ok(posix_trace_shutdown(trid));
	assert_times(open_log(fd), COUNT);
	dismiss(&target);
}
END_TEST

/* A second controller, whose stream has the other clock where this machine has
 * two: records until its input ends. */
static pid_t record_by_the_other_clock(int fd, int until)
{
	pid_t child = fork();
	trace_id_t trid;
	char byte;

	if (child)
		return child;
	setenv("POSIXTRACE_CLOCK", "monotonic", 1);
	trid = create_logged_for(target.pid, fd, 8 << 20, 0);
	if (posix_trace_start(trid) || write(until, "", 1) != 1 ||
	    read(until, &byte, 1) || posix_trace_shutdown(trid))
		leave(1);
	leave(0);
	return 0;
}

START_TEST(one_event_has_its_time_by_the_clocks_of_all_its_streams)
{
	enum { COUNT = 20000 };
	int fd = make_file(), other = make_file();
	trace_id_t trid;
	int until[2];
	pid_t child;
	char byte;

	target = launch();
	ck_assert_int_eq(
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, until), 0);
	child = record_by_the_other_clock(other, until[1]);
	ck_assert_int_eq(read(until[0], &byte, 1), 1);
	trid = create_logged_for(target.pid, fd, 8 << 20, 0);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(tell(&target, "times 20000"), 0);
	assert_ok(posix_trace_shutdown(trid));
	close(until[1]);
	ck_assert_int_eq(shutdown(until[0], SHUT_WR), 0);
	assert_exits_0(child);
	assert_times(open_log(fd), COUNT);
	assert_times(open_log(other), COUNT);
	dismiss(&target);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("another_process");
	TCase *tcase = tcase_create("another_process");

	tcase_add_checked_fixture(tcase, NULL, release);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, a_running_process_can_be_traced);
	tcase_add_test(tcase,
		       the_controllers_events_are_the_targets_of_no_thread);
	tcase_add_test(tcase,
		       a_stream_made_before_the_exec_has_the_first_event);
	tcase_add_test(tcase, a_program_without_the_library_can_be_named);
	tcase_add_test(tcase, a_name_the_controller_opened_is_the_targets);
	tcase_add_test(tcase, the_targets_events_wake_a_reader);
	/* A race detector takes a thread that a copy of a program with threads
	 * makes for one of those that it was copied from. */
	if (!FINDS_RACES) {
		tcase_add_test(tcase, two_controllers_trace_one_target);
		tcase_add_test(
			tcase,
			one_event_has_its_time_by_the_clocks_of_all_its_streams);
	}
	tcase_add_test(tcase,
		       streams_come_and_go_while_the_targets_threads_write);
	tcase_add_test(tcase, tracing_neither_stops_nor_signals_the_target);
	tcase_add_test(tcase, the_limit_of_names_is_the_targets);
	tcase_add_test(tcase, an_overrun_of_the_target_is_reported);
	tcase_add_test(tcase, what_no_thread_of_the_target_did_is_of_none);
	tcase_add_test(tcase, a_log_has_the_targets_events_names_and_ids);
	tcase_add_test(tcase, a_program_is_logged_from_its_beginning);
	tcase_add_loop_test(tcase, times_are_those_of_the_real_time_clock, 0,
			    2);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
