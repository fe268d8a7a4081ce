/* Streams that are created with a log, and files that cannot be one. */
#include <sys/socket.h>

#include "creation.h"
#include "disks.h"

/* Logs */

/* LOG-02 LOG-03 LOG-04 LOG-13 LOG-14 */
START_TEST(files_that_suit_no_log_are_refused)
{
	trace_attr_t attr = attr_of(0, 0);
	int fd = make_file(), ends[2], again;
	char path[32];
	trace_id_t trid;

	assert_log_refused(&attr, -1, EBADF);
	assert_log_refused(&attr, 1000, EBADF);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	again = open(path, O_RDONLY);
	ck_assert_int_ge(again, 0);
	assert_log_refused(&attr, again, EBADF);
	close(again);
	again = open(path, O_RDWR | O_APPEND);
	ck_assert_int_ge(again, 0);
	assert_log_refused(&attr, again, EINVAL);
	close(again);

	ck_assert_int_eq(pipe(ends), 0);
	assert_log_refused(&attr, ends[1], EINVAL);
	assert_log_refused(&attr, ends[0], EBADF);
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	assert_log_refused(&attr, ends[1], EINVAL);

	again = open(path, O_WRONLY);
	ck_assert_int_ge(again, 0);
	trid = create_logged_for(0, again, 0, 0);
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_shutdown(trid));
	open_log(fd);
}
END_TEST

static void assert_log_has(int fd, uint32_t events)
{
	trace_id_t trid = open_log(fd);
	struct got got;

	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	ck_assert_uint_eq(got.len, sizeof(trace_event_set_t));
	for (uint32_t i = 0; i < events; i++) {
		ck_assert(log_next(trid, &got));
		ck_assert_uint_eq(got.info.posix_event_id, type);
		assert_mark(&got, 0, i);
		ck_assert_int_eq(got.info.posix_pid, getpid());
		ck_assert(pthread_equal(got.info.posix_thread_id,
					pthread_self()));
		ck_assert_ptr_nonnull(got.info.posix_prog_address);
	}
	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert_uint_eq(got.len, sizeof(int));
	ck_assert_int_eq(got.number, 0);
	ck_assert(!log_next(trid, &got));
	assert_ok(posix_trace_close(trid));
}

/* LOG-01 LOG-06 LOG-07 LOG-08 LOG-15 LOG-23 LOG-24 */
START_TEST(a_shutdown_leaves_a_log_with_all_events_and_one_stop)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 100; i++)
		record(type, 0, i);
	assert_ok(posix_trace_shutdown(trid));
	assert_log_has(fd, 100);
	ck_assert_int_ne(fcntl(fd, F_GETFD), -1);
}
END_TEST

/* LOG-20 */
START_TEST(a_stream_stopped_before_has_no_second_stop)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	assert_ok(posix_trace_stop(trid));
	record(type, 0, 1);
	assert_ok(posix_trace_shutdown(trid));
	assert_log_has(fd, 1);
}
END_TEST

/* LOG-21 */
START_TEST(a_stream_never_started_leaves_a_log_without_events)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);
	struct got got;

	assert_ok(posix_trace_shutdown(trid));
	trid = open_log(fd);
	ck_assert(!log_next(trid, &got));
}
END_TEST

/* LOG-16 LOG-17 LOG-32 */
START_TEST(a_log_takes_the_place_of_what_the_file_held)
{
	const struct timespec old[2] = { { .tv_sec = 1000 },
					 { .tv_sec = 1000 } };
	static char noise[1 << 20];
	int fd = make_file();
	struct stat st;
	trace_id_t trid;

	memset(noise, '!', sizeof(noise));
	ck_assert_int_eq(write(fd, noise, sizeof(noise)), sizeof(noise));
	ck_assert_int_eq(futimens(fd, old), 0);
	trid = create_logged_for(0, fd, 0, 0);
	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	assert_ok(posix_trace_shutdown(trid));

	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_gt(st.st_mtim.tv_sec, 1000);
	ck_assert_int_lt(st.st_size, sizeof(noise));
	assert_log_has(fd, 1);
}
END_TEST

/* LOG-05 LOG-11 LOG-25 LOG-30: FLUSH_START and FLUSH_STOP are still to come. */
START_TEST(what_was_flushed_is_in_the_file)
{
	struct posix_trace_status_info status;
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0), log;
	uint32_t next = 0;
	struct got got;

	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 50; i++)
		record(type, 0, i);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_flush(trid));
	status = status_of(trid);
	ck_assert_int_eq(status.posix_stream_flush_status,
			 POSIX_TRACE_NOT_FLUSHING);
	ck_assert_int_eq(status.posix_stream_flush_error, 0);

	log = open_log(fd);
	while (log_next(log, &got))
		if (is_user(&got))
			assert_mark(&got, 0, next++);
	ck_assert_uint_eq(next, 50);

	for (uint32_t i = 50; i < 100; i++)
		record(type, 0, i);
	assert_ok(posix_trace_shutdown(trid));
	assert_ok(posix_trace_rewind(log));
	next = 0;
	while (log_next(log, &got))
		if (is_user(&got))
			assert_mark(&got, 0, next++);
	ck_assert_uint_eq(next, 100);
}
END_TEST

/* FLP-02 FLP-03 FLP-07 FLP-08 FLP-09 LOG-22 */
START_TEST(much_more_than_the_stream_holds_gets_to_the_log)
{
	enum { SIZE = 65536, PORTIONS = 100, PORTION = SIZE / 4 / 64 };
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, SIZE, 0);
	uint32_t i = 0, next = 0;
	struct got got;

	assert_ok(posix_trace_start(trid));
	for (int p = 0; p < PORTIONS; p++) {
		for (int j = 0; j < PORTION; j++)
			record(type, 0, i++);
		nap_ms(SANITIZED ? 20 : 10);
	}
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
	assert_ok(posix_trace_shutdown(trid));
	trid = open_log(fd);
	while (log_next(trid, &got))
		if (is_user(&got))
			assert_mark(&got, 0, next++);
	ck_assert_uint_eq(next, i);
}
END_TEST

/* FLP-05 LOP-06 LOP-07: the last window, its beginning marked. */
START_TEST(a_looping_stream_leaves_its_last_window)
{
	trace_attr_t attr = attr_of(8192, 16);
	const uint32_t count = 100000;
	int fd = make_file();
	uint32_t next = 0, first = 0;
	trace_id_t trid;
	struct got got;

	assert_ok(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < count; i++)
		record(type, 0, i);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	while (log_next(trid, &got)) {
		if (!is_user(&got))
			continue;
		if (!next)
			first = next = got.mark.number;
		assert_mark(&got, 0, next++);
	}
	ck_assert_uint_eq(next, count);
	ck_assert_uint_gt(first, 0);
	ck_assert_uint_le(first, count - 8192 / 2 / 64);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
}
END_TEST

/* LOG-26 */
START_TEST(streams_with_and_without_log_live_side_by_side)
{
	int fd = make_file();
	trace_id_t logged = create_logged_for(0, fd, 0, 0);
	trace_id_t trid = start_stream(0);

	assert_ok(posix_trace_start(logged));
	for (uint32_t i = 0; i < 10; i++)
		record(type, 0, i);
	assert_ok(posix_trace_shutdown(logged));
	assert_log_has(fd, 10);
	ck_assert_uint_eq(drain(trid), 11);
}
END_TEST

/* LOG-27 */
START_TEST(data_and_truncation_are_in_the_log_as_recorded)
{
	unsigned char data[100];
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 64);
	struct got got;

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (unsigned char)i;
	assert_ok(posix_trace_start(trid));
	for (size_t len = 0; len <= sizeof(data); len++)
		posix_trace_event(type, data, len);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	ck_assert(log_next(trid, &got));
	for (size_t len = 0; len <= sizeof(data); len++) {
		ck_assert(log_next(trid, &got));
		ck_assert_uint_eq(got.len, len < 64 ? len : 64);
		ck_assert_mem_eq(got.data, data, got.len);
		ck_assert_int_eq(got.info.posix_truncation_status,
				 len > 64 ? POSIX_TRACE_TRUNCATED_RECORD :
					    POSIX_TRACE_NOT_TRUNCATED);
	}
}
END_TEST

/* A device of one process: whatever happens to it, nobody else sees it. */

static bool mount_small_device(void)
{
	return leave_world() &&
	       !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) &&
	       !mount("none", "/mnt", "tmpfs", 0, "size=64k,mode=1777");
}

static void fill_device(void)
{
	static const char page[4096];
	int fd = open("/mnt/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	ck_assert_int_ge(fd, 0);
	while (write(fd, page, sizeof(page)) > 0)
		;
	ck_assert_int_eq(errno, ENOSPC);
	close(fd);
}

/* LOG-29 */
START_TEST(a_full_device_has_no_room_for_a_log)
{
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid;
	int fd;

	if (!mount_small_device()) {
		skipped("a log on a full device: cannot mount one");
		return;
	}
	fd = open("/mnt/log", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	ck_assert_int_ge(fd, 0);
	fill_device();
	assert_log_refused(&attr, fd, ENOSPC);

	ck_assert_int_eq(unlink("/mnt/filler"), 0);
	trid = create_logged_for(0, fd, 0, 0);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* LOG-18 LOG-19 STA-11 STA-13 FLP-10 */
START_TEST(a_full_disk_is_told_and_the_log_up_to_there_readable)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);
	uint32_t next = 0;
	struct got got;

	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	for (uint32_t i = 1; i < 1000; i++)
		record(type, 0, i);
	ck_assert_int_eq(posix_trace_flush(trid), EFBIG);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, EFBIG);
	ck_assert_int_ne(posix_trace_shutdown(trid), 0);
	assert_invalid(posix_trace_shutdown(trid));

	trid = open_log(fd);
	while (log_next(trid, &got))
		if (is_user(&got))
			assert_mark(&got, 0, next++);
	ck_assert_uint_ge(next, 1);
}
END_TEST

static TCase *logs(void)
{
	TCase *tcase = tcase_create("logs");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, files_that_suit_no_log_are_refused);
	tcase_add_test(tcase,
		       a_shutdown_leaves_a_log_with_all_events_and_one_stop);
	tcase_add_test(tcase, a_stream_stopped_before_has_no_second_stop);
	tcase_add_test(tcase,
		       a_stream_never_started_leaves_a_log_without_events);
	tcase_add_test(tcase, a_log_takes_the_place_of_what_the_file_held);
	tcase_add_test(tcase, what_was_flushed_is_in_the_file);
	tcase_add_test(tcase, much_more_than_the_stream_holds_gets_to_the_log);
	tcase_add_test(tcase, a_looping_stream_leaves_its_last_window);
	tcase_add_test(tcase, streams_with_and_without_log_live_side_by_side);
	tcase_add_test(tcase, data_and_truncation_are_in_the_log_as_recorded);
	tcase_add_test(tcase, a_full_device_has_no_room_for_a_log);
	tcase_add_test(tcase,
		       a_full_disk_is_told_and_the_log_up_to_there_readable);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_create_withlog");

	suite_add_tcase(suite, logs());
	return run_suite(suite);
}
