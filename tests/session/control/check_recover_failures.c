/*
 * check_recover_failures.c - recovery that fails, or is killed, is tried again
 *
 * What was recorded is in the log once, and in order, whatever goes wrong on
 * the way there.
 */
#include <glob.h>

#include "orphans.h"

/* Over a process's file, or the names there are. */
static void scribble_over(const char *prefix, pid_t pid)
{
	char pattern[300];
	glob_t found;

	snprintf(pattern, sizeof(pattern), *prefix ? "%s/%s*" : "%s/%s%d-*",
		 getenv("POSIXTRACE_DIR"), prefix, (int)pid);
	ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		int fd = open_fd(found.gl_pathv[i], O_RDWR);

		ck_assert_int_eq(pwrite(fd, "scribble", 8, 0), 8);
		close(fd);
	}
	globfree(&found);
}

/* So large that whoever read all of it would not come to an end. */
static void make_huge(const char *log)
{
	ck_assert_int_eq(truncate(log, (off_t)4 << 40), 0);
}

START_TEST(a_hole_behind_the_log_delays_nobody)
{
	pid_t pid = kill_lazy(EVENTS);
	struct stat st;

	make_huge(path);
	assert_ok(posix_trace_shutdown(create_for(0, 0, 0)));
	ck_assert_int_eq(describe(0), ENOENT);
	ck_assert_int_eq(stat(path, &st), 0);
	ck_assert_int_lt(st.st_size, 1 << 30);
	assert_lazy_complete(path, pid);
}
END_TEST

/* Failing */

/* The same, or opening the log, where files may grow so far and no more: as
 * good as a full disk. The limit is Check's as well, so that nothing is
 * asserted here. */
static int recover_within(off_t size, int number, int fd)
{
	struct rlimit limit, less;
	trace_id_t trid;
	int err;

	signal(SIGXFSZ, SIG_IGN);
	if (getrlimit(RLIMIT_FSIZE, &limit))
		abort();
	less = limit;
	less.rlim_cur = (rlim_t)size;
	if (setrlimit(RLIMIT_FSIZE, &less))
		abort();
	err = number < 0 ? posix_trace_open(fd, &trid) : recover(number, fd);
	if (setrlimit(RLIMIT_FSIZE, &limit))
		abort();
	return err;
}

/* Room for fewer bytes than what is missing, packed. */
enum { LITTLE = SANITIZED ? 4000 : 20000 };

/* At the first byte, in the middle, and at the end of the log. */
static const off_t rooms[] = { 0, 20000, 50000, 100000 };

START_TEST(after_a_full_disk_the_log_can_be_completed)
{
	pid_t pid = kill_lazy(EVENTS);
	int log = open_fd(path, O_RDONLY);

	for (size_t i = 0; i < (SANITIZED ? 2 : ARRAY_LEN(rooms)); i++) {
		const off_t size = size_of(log) + rooms[i] / (1 + _i);

		ck_assert_int_eq(recover_within(size, 0, -1), EFBIG);
		assert_ok(describe(0));
	}
	assert_ok(recover(0, _i ? copy_log() : -1));
	assert_lazy_complete(_i ? other_path : path, pid);
}
END_TEST

START_TEST(after_a_full_disk_another_file_can_be_tried)
{
	pid_t pid = kill_lazy(EVENTS);
	int copy = copy_log(), empty = make_file();

	ck_assert_int_eq(recover_within(size_of(copy) + LITTLE, 0, copy),
			 EFBIG);
	ck_assert_int_eq(recover_within(LITTLE, 0, empty), EFBIG);
	ck_assert_int_eq(unlink(other_path), 0);
	assert_ok(recover(0, _i ? copy_log() : -1));
	assert_lazy_complete(_i ? other_path : path, pid);
}
END_TEST

/* Whoever scribbles over it: the program's own file, or its names. */
START_TEST(without_a_processs_file_its_events_are_recovered)
{
	static const char *const prefix[] = { "", "names-" };
	struct posix_trace_recovered_np result;

	scribble_over(prefix[_i], kill_lazy(EVENTS));
	assert_ok(posix_trace_recover_np(0, -1, &result));
	ck_assert_uint_eq(result.events, FEW + EVENTS + 4);
	ck_assert_uint_eq(result.lost, 0);
	ck_assert_int_eq(describe(0), ENOENT);
}
END_TEST

/* The first attempt told of it, and then found no room. */
START_TEST(what_was_overwritten_is_told_once)
{
	struct posix_trace_recovered_np result;
	trace_id_t trid;
	struct got got;
	int log;

	kill_controller(HEIR("looping", "trace", "0", path, "events", "e",
			     text_of(MANY), "say", "await"));
	log = open_fd(path, O_RDONLY);
	ck_assert_int_eq(recover_within(size_of(log) + 300000, 0, -1), EFBIG);
	ck_assert_int_gt(size_of(log), 50000);
	assert_ok(posix_trace_recover_np(0, -1, &result));
	ck_assert_uint_eq(result.events + result.lost, MANY + 4);
	trid = open_copy(path);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_next_is(trid, POSIX_TRACE_OVERFLOW);
	ck_assert(read_log(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_RESUME);
	assert_has_the_last(trid, MANY);
}
END_TEST

START_TEST(after_a_full_disk_a_flight_recorder_has_all)
{
	pid_t pid = kill_flight_recorder(EVENTS);
	int first = make_file(), second = make_file();

	ck_assert_int_eq(recover_within(LITTLE, 0, first), EFBIG);
	assert_ok(recover(0, second));
	assert_complete(open_log(second), pid, EVENTS);
}
END_TEST

/* Who opens the log cannot complete it now, but another day. */
START_TEST(what_cannot_be_written_is_not_given_up)
{
	pid_t pid = kill_lazy(EVENTS);
	int log = open_fd(path, O_RDWR);

	assert_ok(recover_within(size_of(log) + 20000, -1, log));
	assert_ok(describe(0));
	assert_ok(posix_trace_close(open_path(path, O_RDWR)));
	assert_lazy_complete(path, pid);
	ck_assert_int_eq(describe(0), ENOENT);
}
END_TEST

/* Who only makes a stream looks for the log once. */
START_TEST(a_log_that_is_out_of_reach_is_completed_later)
{
	pid_t pid = kill_logging(FEW);

	ck_assert_int_eq(rename(path, other_path), 0);
	assert_ok(posix_trace_shutdown(create_for(0, 0, 0)));
	ck_assert_int_eq(describe(0), ENOENT);
	assert_ok(describe(TRACE_SYS_MAX));
	ck_assert_int_eq(rename(other_path, path), 0);
	assert_ok(posix_trace_close(open_path(path, O_RDWR)));
	ck_assert_int_eq(describe(TRACE_SYS_MAX), ENOENT);
	assert_complete(open_copy(path), pid, FEW);
}
END_TEST

/* Several at a time */

START_TEST(one_of_many_recovers)
{
	enum { CHILDREN = 4 };
	pid_t pid = kill_logging(EVENTS), child[CHILDREN];
	int go[2], won = 0;

	ck_assert_int_eq(pipe2(go, O_CLOEXEC), 0);
	for (int i = 0; i < CHILDREN; i++) {
		child[i] = fork();
		if (!child[i]) {
			char byte;
			int err;

			close(go[1]);
			ck_assert_int_eq(read(go[0], &byte, 1), 0);
			err = recover(0, -1);
			leave(err == EBUSY || err == ENOENT ? 1 : err ? 2 : 0);
		}
	}
	close(go[1]);
	for (int i = 0; i < CHILDREN; i++) {
		int status = end_of(child[i]);

		ck_assert(WIFEXITED(status) && WEXITSTATUS(status) < 2);
		won += !WEXITSTATUS(status);
	}
	ck_assert_int_eq(won, 1);
	assert_complete(open_copy(path), pid, EVENTS);
}
END_TEST

/* At whatever instant; until one is fast enough. */
START_TEST(a_recoverer_that_is_killed_harms_nothing)
{
	pid_t pid = kill_lazy(EVENTS), child;

	for (int i = 0; i < ATTEMPTS && !describe(0); i++) {
		child = fork();
		if (!child)
			leave(recover(0, -1));
		usleep((useconds_t)(rand() % (SANITIZED ? 20000 : 4000)));
		kill(child, SIGKILL);
		end_of(child);
	}
	if (!describe(0))
		assert_ok(recover(0, _i % 2 ? copy_log() : -1));
	assert_lazy_complete(access(other_path, F_OK) ? path : other_path, pid);
}
END_TEST

/* The same with a file that is then of no use. */
START_TEST(a_recoverer_that_is_killed_elsewhere_harms_nothing)
{
	pid_t pid = kill_flight_recorder(EVENTS), child;
	int fd = make_file(), delay = 0;

	for (int i = 0; i < ATTEMPTS && !describe(0); i++) {
		child = fork();
		if (!child) {
			if (ftruncate(fd, 0))
				leave(1);
			leave(recover(0, fd));
		}
		usleep((useconds_t)(delay += 150));
		kill(child, SIGKILL);
		end_of(child);
	}
	if (!describe(0)) {
		ck_assert_int_eq(ftruncate(fd, 0), 0);
		assert_ok(recover(0, fd));
	}
	assert_complete(open_log(fd), pid, EVENTS);
}
END_TEST

static TCase *add_tcase(Suite *suite, const char *name)
{
	TCase *tcase = tcase_create(name);

	tcase_add_unchecked_fixture(tcase, make_dir, remove_dir);
	tcase_add_checked_fixture(tcase, remove_streams, NULL);
	tcase_set_timeout(tcase, 20);
	suite_add_tcase(suite, tcase);
	return tcase;
}

static void add_failing(TCase *tcase)
{
	tcase_add_loop_test(tcase, after_a_full_disk_the_log_can_be_completed,
			    0, 2);
	tcase_add_loop_test(tcase, after_a_full_disk_another_file_can_be_tried,
			    0, 2);
	tcase_add_loop_test(
		tcase, without_a_processs_file_its_events_are_recovered, 0, 2);
	tcase_add_test(tcase, what_was_overwritten_is_told_once);
	tcase_add_test(tcase, after_a_full_disk_a_flight_recorder_has_all);
	tcase_add_test(tcase, what_cannot_be_written_is_not_given_up);
	tcase_add_test(tcase, a_log_that_is_out_of_reach_is_completed_later);
	tcase_add_test(tcase, a_hole_behind_the_log_delays_nobody);
	tcase_add_test(tcase, one_of_many_recovers);
	tcase_add_loop_test(tcase, a_recoverer_that_is_killed_harms_nothing, 0,
			    4);
	tcase_add_test(tcase,
		       a_recoverer_that_is_killed_elsewhere_harms_nothing);
}

int main(void)
{
	Suite *suite = suite_create("recover failures");

	add_failing(add_tcase(suite, "failing"));
	return run_suite(suite);
}
