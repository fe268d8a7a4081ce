/*
 * check_follow.c - posix_trace_follow_np() keeps the order of a log that grows
 *
 * A log is made, and then grows once more, a few bytes at a time, where it is
 * read: that is what a reader sees who comes while its controller writes.
 */
#include <trace_np.h>

#include "session/heir.h"
#include "session/numbered_events.h"

enum {
	ROUNDS = 40, /* of the runners */
	LENGTH = 40, /* of their events */
	STEP = 56,   /* bytes */
	OLD_S = 60,
	EVENTS = 100,
};

static uint8_t *bytes; /* of the log */
static size_t length;
static uint32_t events;

static void make_log(void)
{
	pthread_t runner[RUNNERS];
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 1 << 20, 0);
	struct stat st;

	next_number = 0;
	over = false;
	start_runners(runner, LENGTH);
	assert_ok(posix_trace_start(trid));
	for (int i = 0; i < ROUNDS; i++)
		pass_baton();
	stop_runners(runner);
	assert_ok(posix_trace_shutdown(trid));
	events = next_number;

	ck_assert_int_eq(fstat(fd, &st), 0);
	length = (size_t)st.st_size;
	bytes = malloc(length);
	ck_assert_int_eq(pread(fd, bytes, length, 0), length);
	close(fd);
}

static void free_log(void)
{
	free(bytes);
}

static unsigned count_marks(trace_id_t log)
{
	struct got got;
	unsigned count = 0;

	while (log_next(log, &got))
		count += is_user(&got);
	return count;
}

static unsigned count_marks_of(int fd)
{
	trace_id_t log = open_log(fd);
	unsigned count = count_marks(log);

	assert_ok(posix_trace_close(log));
	return count;
}

/* As it is while it is still written. */
static int begin_empty_log(size_t *written)
{
	int fd = make_file();

	*written = 8192;
	ck_assert_int_eq(write(fd, bytes, *written), *written);
	ck_assert_uint_eq(count_marks_of(fd), 0);
	return fd;
}

/* Up to one runner's events. */
static void grow_to_marks(int fd, size_t *written)
{
	while (!count_marks_of(fd)) {
		ck_assert_uint_lt(*written, length);
		ck_assert_int_eq(write(fd, bytes + *written, 8), 8);
		*written += 8;
	}
}

static int begin_log(size_t *written)
{
	int fd = begin_empty_log(written);

	grow_to_marks(fd, written);
	return fd;
}

static void grow(int fd, size_t *written)
{
	size_t step = length - *written < STEP ? length - *written : STEP;

	ck_assert_int_eq(write(fd, bytes + *written, step), step);
	*written += step;
}

static void make_old(int fd)
{
	const struct timespec long_ago = { .tv_sec = time(NULL) - OLD_S };
	const struct timespec times[2] = { long_ago, long_ago };

	ck_assert_int_eq(futimens(fd, times), 0);
}

START_TEST(events_of_all_threads_come_in_order_while_the_log_grows)
{
	struct log_run run = { 0 };
	size_t written;
	int fd = begin_log(&written);
	trace_id_t log = open_log(fd);

	while (written < length) {
		assert_ok(posix_trace_follow_np(log, 1));
		read_more(log, &run);
		grow(fd, &written);
	}
	assert_ok(posix_trace_follow_np(log, 1));
	read_more(log, &run);
	assert_run_is(&run, 0, events);
	assert_ends_with_stop(&run, false);
	assert_ok(posix_trace_close(log));
	close(fd);
}
END_TEST

START_TEST(what_may_not_be_next_waits_until_nobody_follows)
{
	size_t written;
	int fd = begin_log(&written);
	trace_id_t log = open_log(fd);

	assert_ok(posix_trace_follow_np(log, 1));
	ck_assert_uint_eq(count_marks(log), 0);
	assert_ok(posix_trace_rewind(log));
	ck_assert_uint_eq(count_marks(log), 0);

	assert_ok(posix_trace_follow_np(log, 0));
	ck_assert_uint_gt(count_marks(log), 0);
	assert_ok(posix_trace_close(log));
	close(fd);
}
END_TEST

START_TEST(a_log_that_nobody_is_known_to_write_is_read_to_its_end)
{
	size_t written;
	int fd = begin_log(&written);
	trace_id_t log = open_log(fd);

	make_old(fd);
	assert_ok(posix_trace_follow_np(log, 1));
	ck_assert_uint_gt(count_marks(log), 0);
	assert_ok(posix_trace_close(log));
	close(fd);
}
END_TEST

START_TEST(a_log_that_was_quiet_is_followed_when_it_grows)
{
	size_t written;
	int fd = begin_empty_log(&written);
	trace_id_t log = open_log(fd);

	make_old(fd);
	assert_ok(posix_trace_follow_np(log, 1));
	ck_assert_uint_eq(count_marks(log), 0);
	assert_ok(posix_trace_follow_np(log, 1));
	grow_to_marks(fd, &written);
	ck_assert_uint_eq(count_marks(log), 0);
	assert_ok(posix_trace_close(log));
	close(fd);
}
END_TEST

/* What it has in memory was never written. */
START_TEST(the_log_of_a_controller_that_is_killed_goes_on_to_its_end)
{
	char path[] = "/tmp/follow.XXXXXX", count[16];
	int fd = mkostemp(path, O_CLOEXEC);
	struct posix_trace_log_np facts;
	struct heir heir;
	struct got got;
	trace_id_t log;

	ck_assert_int_ge(fd, 0);
	snprintf(count, sizeof(count), "%d", EVENTS);
	heir = launch(HEIR("lazy", "trace", "0", path, "event", "f", "7",
			   "flush", "events", "e", count, "say", "await"));
	listen_to(&heir);
	log = open_log(fd);
	assert_ok(posix_trace_follow_np(log, 1));
	ck_assert(read_log(log, &got)); /* START */
	ck_assert(read_log(log, &got));
	assert_named(log, &got, heir.pid, "f", 7);
	ck_assert(!read_log(log, &got));
	assert_ok(posix_trace_follow_np(log, 1));
	ck_assert(!read_log(log, &got));

	ck_assert_int_eq(kill(heir.pid, SIGKILL), 0);
	ck_assert_int_eq(end_of(heir.pid), SIGKILL);
	assert_ok(posix_trace_follow_np(log, 1));
	for (unsigned i = 0; i < EVENTS; i++) {
		ck_assert(read_log(log, &got));
		assert_named(log, &got, heir.pid, "e", i);
	}
	ck_assert(read_log(log, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert(!read_log(log, &got));
	assert_ok(posix_trace_get_log_np(log, &facts));
	ck_assert(facts.complete);
	assert_ok(posix_trace_close(log));
	close(fd);
	close(heir.in);
	close(heir.out);
	unlink(path);
}
END_TEST

START_TEST(only_prerecorded_streams_are_followed)
{
	size_t written;
	int fd = begin_log(&written);
	trace_id_t log = open_log(fd), trid = start_stream(0);

	assert_invalid(posix_trace_follow_np(trid, 1));
	assert_invalid(posix_trace_follow_np(0, 1));
	assert_invalid(posix_trace_follow_np(-1, 0));
	assert_ok(posix_trace_shutdown(trid));
	assert_ok(posix_trace_follow_np(log, 0));
	assert_ok(posix_trace_follow_np(log, -1));
	assert_ok(posix_trace_close(log));
	assert_invalid(posix_trace_follow_np(log, 1));
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_follow_np");
	TCase *logs = tcase_create("logs");

	tcase_add_checked_fixture(logs, make_log, free_log);
	tcase_set_timeout(logs, 60);
	tcase_add_test(logs,
		       events_of_all_threads_come_in_order_while_the_log_grows);
	tcase_add_test(logs, what_may_not_be_next_waits_until_nobody_follows);
	tcase_add_test(logs,
		       a_log_that_nobody_is_known_to_write_is_read_to_its_end);
	tcase_add_test(logs, a_log_that_was_quiet_is_followed_when_it_grows);
	tcase_add_test(
		logs,
		the_log_of_a_controller_that_is_killed_goes_on_to_its_end);
	tcase_add_test(logs, only_prerecorded_streams_are_followed);
	suite_add_tcase(suite, logs);

	return run_suite(suite);
}
