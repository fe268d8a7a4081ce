/*
 * check_ending_controllers.c - controllers that end without a shutdown
 *
 * How a controller may end is a list; whatever the end, the log tells the same.
 */
#include "endings.h"

/* A controller of itself, that has ended. */
static struct heir end_controller(const struct ending *ending)
{
	struct heir heir = launch(HEIR("trace", "0", path, "events", "e",
				       text_of(EVENTS), "say", END(ending)));

	listen_to(&heir);
	await_end(&heir, ending);
	return heir;
}

/* The log that end_controller() leaves. */
static void assert_complete(trace_id_t trid, pid_t pid)
{
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_has(trid, pid, "e", 0, EVENTS);
	assert_ends_with_stop(trid);
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
	add_others(add_tcase(suite, "others"));
	return run_suite(suite);
}
