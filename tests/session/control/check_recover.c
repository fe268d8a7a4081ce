/*
 * check_recover.c - streams whose controller was killed are recovered
 *
 * What it recorded is in its log once, and in order.
 */
#include <dirent.h>

#include "orphans.h"

static int find(const char *which, int *number)
{
	int fd = open_fd(which, O_RDONLY);
	int err = posix_trace_find_orphan_np(fd, number);

	close(fd);
	return err;
}

/* Finding */

START_TEST(an_orphan_tells_what_it_is)
{
	struct posix_trace_orphan_np orphan;
	struct heir target = launch(HEIR("say", "await"));
	pid_t controller;

	listen_to(&target);
	controller = kill_controller(
		HEIR("trace", text_of(target.pid), path, "say", "await"));
	assert_ok(posix_trace_get_orphan_np(0, &orphan));
	ck_assert_int_eq(orphan.target, target.pid);
	ck_assert_int_eq(orphan.target_lives, 1);
	ck_assert_int_eq(orphan.controller, controller);
	ck_assert_int_eq(orphan.has_log, 1);
	ck_assert_str_eq(orphan.log, path);

	prompt(&target);
	assert_well(&target);
	assert_ok(posix_trace_get_orphan_np(0, &orphan));
	ck_assert_int_eq(orphan.target_lives, 0);

	kill_flight_recorder(1);
	assert_ok(posix_trace_get_orphan_np(0, &orphan));
	ck_assert_int_eq(orphan.has_log, 0);
	ck_assert_str_eq(orphan.log, "");
}
END_TEST

START_TEST(only_orphans_are_told_and_recovered)
{
	trace_id_t own = start_stream(0);
	struct got got;

	for (int n = -1; n <= TRACE_SYS_MAX; n++) {
		ck_assert_int_eq(describe(n), n ? ENOENT : EBUSY);
		ck_assert_int_eq(recover(n, -1), n ? ENOENT : EBUSY);
	}
	assert_next_is(own, POSIX_TRACE_START, &got);
	assert_state(own, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_ok(posix_trace_shutdown(own));
	assert_invalid(posix_trace_get_orphan_np(0, NULL));
	assert_invalid(posix_trace_recover_np(0, -1, NULL));
	assert_invalid(posix_trace_find_orphan_np(0, NULL));
}
END_TEST

START_TEST(what_is_damaged_is_told_and_left_alone)
{
	const char *runtime = getenv("POSIXTRACE_DIR");
	char name[200];
	int fd;

	kill_logging(FEW);
	snprintf(name, sizeof(name), "%s/stream-0", runtime);
	fd = open_fd(name, O_RDWR);
	ck_assert_int_eq(pwrite(fd, "garbage", 8, 0), 8);
	ck_assert_int_eq(describe(0), EBADMSG);
	ck_assert_int_eq(recover(0, -1), EBADMSG);
	ck_assert_int_eq(access(name, F_OK), 0);
	close(fd);
	unlink(name);
}
END_TEST

START_TEST(a_log_finds_its_stream)
{
	struct heir alive =
		launch(HEIR("trace", "0", other_path, "say", "await", "exit"));
	int number = -1, fd = make_file();

	listen_to(&alive);
	kill_logging(FEW);
	assert_ok(find(path, &number));
	ck_assert_int_eq(number, 1);
	ck_assert_int_eq(find(other_path, &number), EBUSY);
	prompt(&alive);
	assert_well(&alive);
	ck_assert_int_eq(find(other_path, &number), EALREADY);
	ck_assert_int_eq(unlink(other_path), 0);
	close(copy_log());
	ck_assert_int_eq(find(other_path, &number), ENOENT);
	ck_assert_int_eq(posix_trace_find_orphan_np(fd, &number), EINVAL);
	ck_assert_int_eq(posix_trace_find_orphan_np(-1, &number), EBADF);

	assert_ok(recover(1, -1));
	ck_assert_int_eq(find(path, &number), EALREADY);
	/* It will never be complete: as if the machine had been restarted. */
	ck_assert_int_eq(find(other_path, &number), ENOENT);
}
END_TEST

static char *stream_path(unsigned number)
{
	static char name[200];

	snprintf(name, sizeof(name), "%s/stream-%u", getenv("POSIXTRACE_DIR"),
		 number);
	return name;
}

/* Who completed it was killed before the stream was removed: here by keeping a
 * second name of the stream. */
START_TEST(a_log_that_has_its_end_finds_its_stream_all_the_same)
{
	pid_t pid = kill_logging(FEW);
	char kept[100];
	int number = -1;

	snprintf(kept, sizeof(kept), "%s/kept", getenv("POSIXTRACE_DIR"));
	ck_assert_int_eq(link(stream_path(0), kept), 0);
	assert_ok(recover(0, -1));
	ck_assert_int_eq(rename(kept, stream_path(0)), 0);

	assert_ok(find(path, &number));
	ck_assert_int_eq(number, 0);
	assert_ok(recover(number, -1));
	ck_assert_int_eq(describe(0), ENOENT);
	ck_assert_int_eq(find(path, &number), EALREADY);
	assert_complete(open_copy(path), pid, FEW);
}
END_TEST

/* Recovering */

START_TEST(a_log_is_completed_in_its_place)
{
	struct posix_trace_recovered_np result;
	pid_t pid = kill_logging(EVENTS);

	assert_ok(posix_trace_recover_np(0, -1, &result));
	ck_assert_uint_ge(result.events, EVENTS + 2);
	ck_assert_uint_gt(result.from_memory, 0);
	ck_assert_uint_eq(result.lost, 0);
	ck_assert_int_eq(describe(0), ENOENT);
	assert_complete(open_copy(path), pid, EVENTS);
}
END_TEST

/* What is in the log by then is told apart from what is not: STOP, and that
 * the flush was over. */
START_TEST(what_was_in_memory_only_is_counted)
{
	struct posix_trace_recovered_np result;
	pid_t pid = kill_lazy(EVENTS);

	assert_ok(posix_trace_recover_np(0, -1, &result));
	ck_assert_uint_eq(result.from_memory, EVENTS + 2);
	ck_assert_uint_eq(result.events, EVENTS + FEW + 4);
	ck_assert_uint_eq(result.lost, 0);
	ck_assert_uint_eq(result.cut_bytes, 0);
	assert_lazy_complete(path, pid);
}
END_TEST

/* The controller was killed while it wrote. */
START_TEST(a_section_that_was_cut_short_is_dropped_and_written_again)
{
	struct posix_trace_recovered_np result;
	pid_t pid = kill_lazy(EVENTS);
	int fd = open_fd(path, O_RDWR);

	ck_assert_int_eq(pwrite(fd, "torn", 4, size_of(fd)), 4);
	close(fd);
	assert_ok(posix_trace_recover_np(0, -1, &result));
	ck_assert_uint_eq(result.cut_bytes, 4);
	assert_lazy_complete(path, pid);
}
END_TEST

START_TEST(a_copy_is_completed_and_the_log_stays_as_it_was)
{
	pid_t pid = kill_logging(EVENTS);
	int log = open_fd(path, O_RDONLY);
	const off_t size = size_of(log);
	int number;

	assert_ok(recover(0, copy_log()));
	ck_assert_int_eq(size_of(log), size);
	ck_assert_int_eq(describe(0), ENOENT);
	assert_complete(open_copy(other_path), pid, EVENTS);
	ck_assert_int_eq(find(path, &number), ENOENT);
}
END_TEST

/* The log has a new name: its descriptor will do. */
START_TEST(a_log_that_was_moved_is_completed_where_it_is)
{
	pid_t pid = kill_logging(EVENTS);
	int number = -1;

	ck_assert_int_eq(rename(path, other_path), 0);
	ck_assert_int_eq(recover(0, -1), ESTALE);
	assert_ok(find(other_path, &number));
	assert_ok(recover(number, open_fd(other_path, O_RDWR)));
	assert_complete(open_copy(other_path), pid, EVENTS);
}
END_TEST

START_TEST(another_file_in_the_place_of_the_log_is_left_alone)
{
	char text[20] = "";
	pid_t pid = kill_logging(FEW);
	int copy = copy_log(), fd;

	ck_assert_int_eq(unlink(path), 0);
	fd = open_fd(path, O_RDWR | O_CREAT | O_EXCL);
	ck_assert_int_eq(write(fd, "precious", 8), 8);
	ck_assert_int_eq(recover(0, -1), ESTALE);
	ck_assert_int_eq(pread(fd, text, sizeof(text), 0), 8);
	ck_assert_str_eq(text, "precious");
	ck_assert_int_eq(recover(0, fd), EINVAL);
	ck_assert_int_eq(size_of(fd), 8);
	close(fd);
	assert_ok(recover(0, copy));
	assert_complete(open_copy(other_path), pid, FEW);
}
END_TEST

START_TEST(files_that_cannot_be_the_log_are_refused)
{
	pid_t pid = kill_logging(FEW);
	int ends[2], other;
	trace_id_t trid;

	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	ck_assert_int_eq(recover(0, ends[1]), EINVAL);
	ck_assert_int_eq(recover(0, 4711), EBADF);
	ck_assert_int_eq(recover(0, open_fd(path, O_RDONLY)), EBADF);
	other = make_file();
	trid = create_logged_for(0, other, 0, 0); /* completes it */
	assert_ok(posix_trace_shutdown(trid));
	assert_complete(open_copy(path), pid, FEW);

	unlink(path);
	pid = kill_logging(FEW);
	ck_assert_int_eq(recover(0, other), EINVAL);
	assert_ok(recover(0, -1));
	assert_complete(open_copy(path), pid, FEW);
}
END_TEST

START_TEST(what_is_in_memory_makes_a_log_of_its_own)
{
	int fd;

	kill_logging(EVENTS);
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_int_eq(recover(0, -1), ESTALE);
	fd = open_fd(other_path, O_RDWR | O_CREAT);
	assert_ok(recover(0, fd));
	assert_has_the_last(open_log(fd), EVENTS);
	ck_assert_int_eq(describe(0), ENOENT);
}
END_TEST

/* One without a log is kept for who asks, if it is meant to run on. */
START_TEST(a_flight_recorder_is_kept_until_somebody_asks)
{
	struct posix_trace_recovered_np result;
	pid_t pid = kill_flight_recorder(FEW);
	int fd = open_fd(path, O_RDWR | O_CREAT);

	for (int i = 0; i < 3; i++)
		assert_ok(posix_trace_shutdown(create_for(0, 0, 0)));
	ck_assert_int_eq(describe(0), ENOENT);
	assert_ok(describe(TRACE_SYS_MAX));
	assert_invalid(recover(TRACE_SYS_MAX, -1));
	assert_ok(posix_trace_recover_np(TRACE_SYS_MAX, fd, &result));
	ck_assert_uint_eq(result.events, FEW + 2);
	ck_assert_uint_eq(result.from_memory, FEW + 2);
	assert_complete(open_log(fd), pid, FEW);
	ck_assert_int_eq(describe(TRACE_SYS_MAX), ENOENT);
}
END_TEST

static int open_stream(const char *name)
{
	char file[200];

	snprintf(file, sizeof(file), "%s/%s", getenv("POSIXTRACE_DIR"), name);
	return open(file, O_RDWR | O_CLOEXEC);
}

/* Of another version: by its first word. While somebody has it open it stays. */
START_TEST(a_strange_stream_that_nobody_uses_is_set_aside)
{
	static const char magic[8] = "strange";
	int user;

	kill_flight_recorder(FEW);
	user = open_stream("stream-0");
	ck_assert_int_eq(pwrite(user, magic, sizeof(magic), 0), sizeof(magic));
	assert_ok(posix_trace_shutdown(create_for(0, 0, 0)));
	ck_assert_int_eq(open_stream("left-0"), -1);
	close(user);
	assert_ok(posix_trace_shutdown(create_for(0, 0, 0)));
	ck_assert_int_eq(open_stream("stream-0"), -1);
	ck_assert_int_ge(open_stream("left-0"), 0);
}
END_TEST

/* Nothing can be set aside any more. */
static void fill_numbers_aside(void)
{
	char file[200];

	for (int n = 0; n < POSIX_TRACE_NUMBERS_NP - TRACE_SYS_MAX; n++) {
		snprintf(file, sizeof(file), "%s/left-%d",
			 getenv("POSIXTRACE_DIR"), n);
		close(open(file, O_CREAT | O_RDWR | O_CLOEXEC, 0600));
	}
}

START_TEST(another_stream_without_log_goes_with_the_next_create)
{
	kill_controller(HEIR("trace", "0", "-", "say", "await"));
	assert_ok(describe(0));
	assert_ok(posix_trace_shutdown(create_for(0, 0, 0)));
	ck_assert_int_eq(describe(0), ENOENT);
}
END_TEST

/* A create looks at a part of them. */
START_TEST(so_it_does_among_many_streams_in_time)
{
	enum { OTHERS = 24, TRIES = 1000 };
	trace_id_t trid[OTHERS];
	int tries = 0;

	for (int i = 0; i < OTHERS; i++)
		trid[i] = create_for(0, 0, 0);
	kill_controller(HEIR("trace", "0", "-", "say", "await"));
	assert_ok(describe(OTHERS));
	while (!describe(OTHERS) && tries++ < TRIES)
		assert_ok(posix_trace_shutdown(create_for(0, 0, 0)));
	ck_assert_int_eq(describe(OTHERS), ENOENT);
	for (int i = 0; i < OTHERS; i++)
		assert_ok(posix_trace_shutdown(trid[i]));
}
END_TEST

START_TEST(a_flight_recorder_keeps_the_newest_events)
{
	struct posix_trace_recovered_np result;
	int fd = open_fd(path, O_RDWR | O_CREAT);
	trace_id_t trid;
	struct got got;

	kill_flight_recorder(MANY);
	assert_ok(posix_trace_recover_np(0, fd, &result));
	ck_assert_uint_gt(result.lost, 0);
	/* START and STOP, and OVERFLOW and RESUME. */
	ck_assert_uint_eq(result.events + result.lost, MANY + 4);
	trid = open_log(fd);
	assert_log_next_is(trid, POSIX_TRACE_START);
	assert_log_next_is(trid, POSIX_TRACE_OVERFLOW);
	ck_assert(read_log(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_RESUME);
	assert_has_the_last(trid, MANY);
}
END_TEST

/* All numbers are in use. */
START_TEST(the_oldest_makes_room_when_nothing_else_can)
{
	trace_id_t trid[TRACE_SYS_MAX], more;
	trace_attr_t attr = attr_of(0, 0);

	fill_numbers_aside();
	kill_flight_recorder(FEW);
	kill_flight_recorder(FEW);
	for (int i = 2; i < TRACE_SYS_MAX; i++)
		trid[i] = create_for(0, 0, 0);
	assert_ok(describe(0));
	assert_ok(describe(1));
	trid[0] = create_for(0, 0, 0);
	ck_assert_int_eq(describe(0), EBUSY);
	assert_ok(describe(1));
	trid[1] = create_for(0, 0, 0);
	ck_assert_int_eq(describe(1), EBUSY);
	ck_assert_int_eq(posix_trace_create(0, &attr, &more), EAGAIN);
	for (int i = 0; i < TRACE_SYS_MAX; i++)
		assert_ok(posix_trace_shutdown(trid[i]));
}
END_TEST

/* What was traced goes on, and can be traced again. */
START_TEST(the_program_goes_on)
{
	struct heir target = launch(HEIR(
		"say", "await", "event", "e", "0", "say", "await", "event", "e",
		"1", "say", "await", "event", "e", "2", "say", "await"));
	trace_id_t trid;
	struct got got;

	listen_to(&target);
	for (uint32_t i = 0; i < 2; i++) {
		struct heir controller = launch(HEIR(
			"trace", text_of(target.pid), path, "say", "await"));

		listen_to(&controller);
		prompt(&target);
		listen_to(&target);
		ck_assert_int_eq(kill(controller.pid, SIGKILL), 0);
		ck_assert_int_eq(end_of(controller.pid), SIGKILL);
		assert_ok(recover(0, -1));
		trid = open_copy(path);
		assert_log_next_is(trid, POSIX_TRACE_START);
		assert_log_has(trid, target.pid, "e", i, i + 1);
		assert_ends_with_stop(trid);
		unlink(path);
	}
	trid = start_for(target.pid);
	prompt(&target);
	listen_to(&target);
	ck_assert(try_next(trid, &got));
	assert_named(trid, &got, target.pid, "e", 2);
	assert_ok(posix_trace_shutdown(trid));
	prompt(&target);
	assert_well(&target);
}
END_TEST

/* Left-overs */

static unsigned files_of(pid_t pid)
{
	DIR *runtime = opendir(getenv("POSIXTRACE_DIR"));
	const struct dirent *entry;
	unsigned count = 0;
	char name[24];
	int len = snprintf(name, sizeof(name), "%d-", (int)pid);

	ck_assert_ptr_nonnull(runtime);
	while ((entry = readdir(runtime)))
		count += !strncmp(entry->d_name, name, (size_t)len);
	closedir(runtime);
	return count;
}

START_TEST(files_of_the_dead_are_swept)
{
	pid_t pid = kill_controller(HEIR("event", "e", "1", "say", "await"));

	ck_assert_uint_eq(files_of(pid), 1);
	assert_ok(posix_trace_sweep_np());
	ck_assert_uint_eq(files_of(pid), 0);

	pid = kill_logging(FEW);
	assert_ok(posix_trace_sweep_np());
	ck_assert_uint_eq(files_of(pid), 1); /* the stream needs it */
	assert_ok(recover(0, -1));
	ck_assert_uint_eq(files_of(pid), 0);
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

static void add_finding(TCase *tcase)
{
	tcase_add_test(tcase, an_orphan_tells_what_it_is);
	tcase_add_test(tcase, only_orphans_are_told_and_recovered);
	tcase_add_test(tcase, what_is_damaged_is_told_and_left_alone);
	tcase_add_test(tcase, a_log_finds_its_stream);
	tcase_add_test(tcase,
		       a_log_that_has_its_end_finds_its_stream_all_the_same);
}

static void add_recovering(TCase *tcase)
{
	tcase_add_test(tcase, a_log_is_completed_in_its_place);
	tcase_add_test(tcase, what_was_in_memory_only_is_counted);
	tcase_add_test(
		tcase,
		a_section_that_was_cut_short_is_dropped_and_written_again);
	tcase_add_test(tcase, a_copy_is_completed_and_the_log_stays_as_it_was);
	tcase_add_test(tcase, a_log_that_was_moved_is_completed_where_it_is);
	tcase_add_test(tcase,
		       another_file_in_the_place_of_the_log_is_left_alone);
	tcase_add_test(tcase, files_that_cannot_be_the_log_are_refused);
	tcase_add_test(tcase, what_is_in_memory_makes_a_log_of_its_own);
	tcase_add_test(tcase, a_flight_recorder_is_kept_until_somebody_asks);
	tcase_add_test(tcase,
		       another_stream_without_log_goes_with_the_next_create);
	tcase_add_test(tcase, so_it_does_among_many_streams_in_time);
	tcase_add_test(tcase, a_strange_stream_that_nobody_uses_is_set_aside);
	tcase_add_test(tcase, a_flight_recorder_keeps_the_newest_events);
	tcase_add_test(tcase, the_oldest_makes_room_when_nothing_else_can);
	tcase_add_test(tcase, the_program_goes_on);
	tcase_add_test(tcase, files_of_the_dead_are_swept);
}

int main(void)
{
	Suite *suite = suite_create("recover");

	add_finding(add_tcase(suite, "finding"));
	add_recovering(add_tcase(suite, "recovering"));
	return run_suite(suite);
}
