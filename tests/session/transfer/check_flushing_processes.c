/* Flushing streams of other processes, and of those that end. */
#include <sys/socket.h>

#include "flush_count.h"

/* Others. A helper is a child with which we exchange bytes; it ends when we
 * do, since it then reads no more. */

struct helper {
	pid_t pid;
	int ours; /* our end of the line */
};

static struct helper helper;

static bool say(int line)
{
	return write(line, "!", 1) == 1;
}

static bool hear(int line)
{
	char byte;

	return read(line, &byte, 1) == 1;
}

static void ask_helper(void)
{
	ck_assert(say(helper.ours));
	ck_assert(hear(helper.ours));
}

static void start_helper(void (*work)(int line))
{
	int line[2];

	ck_assert_int_eq(
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line), 0);
	helper.pid = fork();
	ck_assert_int_ge(helper.pid, 0);
	if (!helper.pid) {
		close(line[0]);
		work(line[1]);
		leave(0);
	}
	close(line[1]);
	helper.ours = line[0];
}

static void end_helper(void)
{
	ck_assert(say(helper.ours));
	assert_exits_0(helper.pid);
	helper.pid = 0;
	close(helper.ours);
}

static void kill_helper(void)
{
	if (helper.pid > 0)
		kill(helper.pid, SIGKILL);
}

/* A controller: makes a log of us, flushes it, and ends it. */
static void control_parent(int line)
{
	trace_id_t trid = create_with(getppid(), fd, POSIX_TRACE_FLUSH,
				      POSIX_TRACE_APPEND);

	assert_ok(posix_trace_start(trid));
	ck_assert(say(line));
	ck_assert(hear(line));
	assert_ok(posix_trace_flush(trid));
	ck_assert(say(line));
	ck_assert(hear(line));
	assert_ok(posix_trace_shutdown(trid));
}

/* FLP-10 OTH-18 FLP-03 */
START_TEST(a_target_never_waits_for_its_log)
{
	struct log_run run;
	int status;

	start_helper(control_parent);
	ck_assert(hear(helper.ours));
	ck_assert_int_eq(kill(helper.pid, SIGSTOP), 0);
	ck_assert_int_eq(waitpid(helper.pid, &status, WUNTRACED), helper.pid);
	ck_assert(WIFSTOPPED(status));
	record_all(0, 10 * TOO_MANY);
	ck_assert_int_eq(kill(helper.pid, SIGCONT), 0);

	ask_helper();
	record_all(10 * TOO_MANY, 10 * TOO_MANY + 1);
	end_helper();
	run = read_run_of(fd);
	ck_assert_uint_eq(run.first, 0);
	ck_assert_uint_eq(run.end, 10 * TOO_MANY + 1);
	ck_assert_uint_eq(run.gaps, 1);
	assert_ends_with_stop(&run, false);
	ck_assert_int_eq(status_of(open_log(fd)).posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
}
END_TEST

/* A target in a hurry, and one that takes its time. */
static void record_at_once(int line)
{
	ck_assert(hear(line));
	record_all(0, 10 * TOO_MANY);
	ck_assert(say(line));
	ck_assert(hear(line));
}

static void record_20_a_ms(int line)
{
	ck_assert(hear(line));
	for (uint32_t i = 0; i < TOO_MANY; i += 20) {
		record_all(i, i + 20);
		nap_ms(1);
	}
	ck_assert(say(line));
	ck_assert(hear(line));
}

static trace_id_t trace_helper(void)
{
	trace_id_t trid = create_with(helper.pid, fd, POSIX_TRACE_FLUSH,
				      POSIX_TRACE_APPEND);

	assert_ok(posix_trace_start(trid));
	return trid;
}

/* OTH-18 FLP-03: the log has the first event, and each gap is told, that at
 * its end too. */
START_TEST(another_processs_events_get_to_the_log_or_a_loss_is_told)
{
	struct log_run run;
	trace_id_t trid;
	bool complete;

	start_helper(record_at_once);
	trid = trace_helper();
	ask_helper();
	assert_ok(posix_trace_shutdown(trid));
	trid = open_log(fd);
	run = read_run(trid);
	ck_assert_uint_eq(run.first, 0);
	complete = run.end == 10 * TOO_MANY;
	ck_assert_uint_eq(run.last, POSIX_TRACE_STOP);
	if (!complete)
		ck_assert(run.told || run.stopped);
	if (!complete || run.gaps)
		ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
				 POSIX_TRACE_OVERRUN);
	end_helper();
}
END_TEST

/* OTH-21: on a machine that is busy with other things, at the fifth attempt
 * at the latest. */
START_TEST(twenty_thousand_events_a_second_are_no_problem)
{
	struct log_run run;
	trace_id_t trid;

	for (int attempt = 0; attempt < 5; attempt++) {
		start_helper(record_20_a_ms);
		trid = trace_helper();
		ask_helper();
		assert_ok(posix_trace_shutdown(trid));
		end_helper();
		run = read_run_of(fd);
		if (!run.gaps && run.end == TOO_MANY)
			break;
	}
	assert_run_is(&run, 0, TOO_MANY);
}
END_TEST

static TCase *other_processes(void)
{
	TCase *tcase = tcase_create("other processes");

	tcase_add_checked_fixture(tcase, setup, kill_helper);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_target_never_waits_for_its_log);
	tcase_add_test(
		tcase,
		another_processs_events_get_to_the_log_or_a_loss_is_told);
	tcase_add_test(tcase, twenty_thousand_events_a_second_are_no_problem);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("flushing processes");

	suite_add_tcase(suite, other_processes());
	return run_suite(suite);
}
