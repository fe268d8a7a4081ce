/* Streams that get no log, and files that cannot take what is flushed. */
#include "disks.h"
#include "flush_count.h"

/* Creating */

/* LOG-28 FLP-01 */
START_TEST(without_attributes_a_log_has_the_defaults)
{
	trace_attr_t fresh, attr;
	size_t expected, size;
	struct log_run run;
	trace_id_t trid;
	int policy;

	assert_ok(posix_trace_create_withlog(0, NULL, fd, &trid));
	assert_ok(posix_trace_attr_init(&fresh));
	assert_ok(posix_trace_get_attr(trid, &attr));
	assert_ok(posix_trace_attr_getstreamfullpolicy(&attr, &policy));
	ck_assert_int_eq(policy, POSIX_TRACE_FLUSH);
	assert_ok(posix_trace_attr_getlogfullpolicy(&attr, &policy));
	ck_assert_int_eq(policy, POSIX_TRACE_LOOP);
	assert_ok(posix_trace_attr_getlogsize(&fresh, &expected));
	assert_ok(posix_trace_attr_getlogsize(&attr, &size));
	ck_assert_uint_eq(size, expected);
	assert_ok(posix_trace_attr_getstreamsize(&fresh, &expected));
	assert_ok(posix_trace_attr_getstreamsize(&attr, &size));
	ck_assert_uint_eq(size, expected);

	assert_ok(posix_trace_start(trid));
	record_all(0, 10);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, 10);
}
END_TEST

static const trace_id_t UNTOUCHED = 4711;

static int try_create(pid_t pid, int file)
{
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid = UNTOUCHED;
	int err;

	err = posix_trace_create_withlog(pid, &attr, file, &trid);
	return err && trid == UNTOUCHED ? err : 0;
}

/* When run by root: somebody else's process, ours for nobody. */
static int create_for_another_user(void)
{
	pid_t pid = 1;

	if (!geteuid()) {
		pid = getppid();
		if (setresuid(65534, 65534, 65534))
			return 0;
	}
	return try_create(pid, fd);
}

/* LOG-12 */
START_TEST(who_is_not_there_or_not_ours_gets_no_log)
{
	char text[8] = "not ours", found[16];
	struct stat init;
	pid_t child = fork();

	if (!child)
		_exit(0);
	assert_exits_0(child);
	ck_assert_int_eq(pwrite(fd, text, sizeof(text), 0), sizeof(text));
	ck_assert_int_eq(try_create(child, fd), ESRCH);
	ck_assert_int_eq(try_create(-1, fd), ESRCH);

	ck_assert_int_eq(stat("/proc/1", &init), 0);
	if (!geteuid() || init.st_uid != geteuid()) {
		child = fork();
		if (!child)
			_exit(create_for_another_user() != EPERM);
		assert_exits_0(child);
	}
	/* What was refused has had no effect. */
	ck_assert_int_eq(pread(fd, found, sizeof(found), 0), sizeof(text));
	ck_assert_mem_eq(found, text, sizeof(text));
}
END_TEST

/* LOG-12 LIM-02 LIM-03 */
START_TEST(streams_with_log_count_like_others)
{
	trace_id_t logged =
		create_with(0, fd, POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND);
	int other_fd = make_file();

	for (int i = 1; i < TRACE_SYS_MAX; i++)
		create_for(0, 0, 0);
	ck_assert_int_eq(try_create(0, other_fd), EAGAIN);
	assert_ok(posix_trace_shutdown(logged));
	create_logged_for(0, other_fd, 0, 0);
	ck_assert_int_eq(try_create(0, fd), EAGAIN);
}
END_TEST

/* LOG-13: nor any other file that keeps nothing. */
START_TEST(devices_suit_no_log)
{
	static const char *const path[] = { "/dev/full", "/dev/null" };

	for (size_t i = 0; i < ARRAY_LEN(path); i++) {
		int device = open(path[i], O_RDWR);

		if (device < 0)
			continue;
		ck_assert_int_eq(try_create(0, device), EINVAL);
		close(device);
	}
}
END_TEST

/* Files that cannot grow */

/* LOG-18 LOG-19 STA-11 */
START_TEST(whatever_the_policies_a_log_that_cannot_grow_is_told)
{
	trace_id_t trid = start_pair(_i);
	const bool by_itself =
		stream_policy[_i / POLICIES] == POSIX_TRACE_FLUSH;
	int flushed_with, told, again, ended_with;
	struct log_run run;

	record_all(0, 1);
	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	record_all(1, 300);
	flushed_with = posix_trace_flush(trid);
	told = status_of(trid).posix_stream_flush_error;
	again = status_of(trid).posix_stream_flush_error;
	ended_with = posix_trace_shutdown(trid);
	allow_growth();

	ck_assert_int_eq(flushed_with, EFBIG);
	ck_assert_int_eq(told, EFBIG);
	if (!by_itself)
		ck_assert_int_eq(again, 0);
	ck_assert_int_eq(ended_with, EFBIG);
	assert_invalid(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, run.end);
	ck_assert_uint_ge(run.end, 1);

	/* And the stream is gone: another takes its place, and its file. */
	trid = start_pair(_i);
	record_all(0, 10);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, 10);
}
END_TEST

/* LOG-18 LOG-30: what could not be written waits in the stream. */
START_TEST(whatever_the_policies_a_log_goes_on_when_there_is_room_again)
{
	trace_id_t trid = start_pair(_i);
	struct log_run run;
	int err;

	record_all(0, 1);
	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	record_all(1, 300);
	err = posix_trace_flush(trid);
	allow_growth();
	ck_assert_int_eq(err, EFBIG);

	assert_ok(posix_trace_flush(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, 300);
	record_all(300, 400);
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, 400);
	ck_assert_uint_eq(run.overflows, 0);
	assert_ends_with_stop(&run, false);
}
END_TEST

/* A log that loops does not grow any more: whether there is room for what is
 * behind its events or not, it stays in order. LGP-05 LOG-18 */
START_TEST(a_looping_log_that_cannot_grow_stays_in_order)
{
	enum { STEP = 200, FULL = 20 * STEP };
	trace_attr_t attr = attr_of(SIZE, 64);
	int err[10], told[10], ended_with;
	struct log_run run;
	trace_id_t trid;

	assert_ok(posix_trace_attr_setlogsize(&attr, SIZE));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_LOOP));
	assert_ok(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < FULL; i += STEP) {
		record_all(i, i + STEP);
		assert_ok(posix_trace_flush(trid));
	}
	forbid_growth(fd);
	for (uint32_t i = 0; i < ARRAY_LEN(err); i++) {
		record_all(FULL + i * STEP, FULL + (i + 1) * STEP);
		err[i] = posix_trace_flush(trid);
		told[i] = status_of(trid).posix_stream_flush_error;
	}
	ended_with = posix_trace_shutdown(trid);
	allow_growth();

	for (uint32_t i = 0; i < ARRAY_LEN(err); i++)
		ck_assert_int_eq(err[i], told[i]);
	run = read_run_of(fd);
	ck_assert(run.has_any);
	if (!ended_with)
		assert_ends_with_stop(&run, false);
}
END_TEST

/* A file that refuses to grow with another error than EFBIG. */
static int make_sealable_file(void)
{
	int file = memfd_create("log", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	ck_assert_int_ge(file, 0);
	return file;
}

/* STA-11 STA-13 LOG-19 */
START_TEST(the_first_error_is_told_and_told_once)
{
	int first, second;
	struct log_run run;
	trace_id_t trid;

	fd = make_sealable_file();
	trid = start_appending(POSIX_TRACE_LOOP);
	record_all(0, 10);
	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	record_all(10, 300);
	first = posix_trace_flush(trid);
	allow_growth();
	ck_assert_int_eq(fcntl(fd, F_ADD_SEALS, F_SEAL_GROW), 0);
	second = posix_trace_flush(trid);
	ck_assert_int_eq(first, EFBIG);
	ck_assert_int_eq(second, EPERM);

	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, EFBIG);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, 0);
	ck_assert_int_eq(posix_trace_flush(trid), EPERM);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, EPERM);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, 0);
	ck_assert_int_eq(posix_trace_shutdown(trid), EPERM);
	run = read_run_of(fd);
	assert_run_is(&run, 0, run.end);
	ck_assert_uint_ge(run.end, 10);
}
END_TEST

/* OPN-20 OPN-13 STA-13 */
START_TEST(a_log_tells_its_status_as_often_as_it_is_asked)
{
	trace_id_t trid = start_appending(POSIX_TRACE_LOOP);
	struct posix_trace_status_info first, again;
	int err;

	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	record_all(0, TOO_MANY);
	err = posix_trace_flush(trid);
	allow_growth();
	ck_assert_int_eq(err, EFBIG);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	first = status_of(trid);
	ck_assert_int_eq(first.posix_stream_status, POSIX_TRACE_SUSPENDED);
	ck_assert_int_eq(first.posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	ck_assert_int_eq(first.posix_stream_flush_status,
			 POSIX_TRACE_NOT_FLUSHING);
	ck_assert_int_eq(first.posix_stream_flush_error, EFBIG);
	for (int i = 0; i < 3; i++) {
		again = status_of(trid);
		ck_assert_mem_eq(&again, &first, sizeof(first));
	}
}
END_TEST

static bool has_little_room(int *filler)
{
	fd = make_file_in_little_room(filler);
	if (fd < 0)
		skipped("a full disk: cannot mount one");
	return fd >= 0;
}

/* LOG-29 */
START_TEST(without_room_on_the_device_there_is_no_log)
{
	int filler;

	if (!has_little_room(&filler))
		return;
	leave_no_room(filler);
	ck_assert_int_eq(try_create(0, fd), ENOSPC);
	ck_assert_int_eq(ftruncate(filler, 0), 0);
	create_logged_for(0, fd, 0, 0);
}
END_TEST

/* Room for some hundred events, and less than a log reserves at once. */
enum { LITTLE = 64 << 10 };

/* LOG-18 LOG-19 STA-11 */
START_TEST(a_full_device_is_told_until_there_is_room_again)
{
	struct log_run run;
	trace_id_t trid;
	int filler;

	if (!has_little_room(&filler))
		return;
	leave_little_room(filler, LITTLE);
	trid = start_with(POSIX_TRACE_LOOP, log_policy[_i]);
	record_all(0, 1);
	assert_ok(posix_trace_flush(trid));
	leave_no_room(filler);
	record_all(1, 300);
	ck_assert_int_eq(posix_trace_flush(trid), ENOSPC);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, ENOSPC);
	ck_assert_int_eq(status_of(trid).posix_stream_flush_error, 0);
	leave_little_room(filler, LITTLE);
	assert_ok(posix_trace_flush(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, 300);

	leave_no_room(filler);
	record_all(300, 600);
	ck_assert_int_eq(posix_trace_shutdown(trid), ENOSPC);
	assert_invalid(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, 0, run.end);
	ck_assert_uint_ge(run.end, 300);
}
END_TEST

static TCase *creating(void)
{
	TCase *tcase = tcase_create("creating");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, without_attributes_a_log_has_the_defaults);
	tcase_add_test(tcase, who_is_not_there_or_not_ours_gets_no_log);
	tcase_add_test(tcase, streams_with_log_count_like_others);
	tcase_add_test(tcase, devices_suit_no_log);
	return tcase;
}

static TCase *failures(void)
{
	TCase *tcase = tcase_create("failures");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(
		tcase, whatever_the_policies_a_log_that_cannot_grow_is_told, 0,
		PAIRS);
	tcase_add_loop_test(
		tcase,
		whatever_the_policies_a_log_goes_on_when_there_is_room_again, 0,
		PAIRS);
	tcase_add_test(tcase, a_looping_log_that_cannot_grow_stays_in_order);
	tcase_add_test(tcase, the_first_error_is_told_and_told_once);
	tcase_add_test(tcase, a_log_tells_its_status_as_often_as_it_is_asked);
	tcase_add_test(tcase, without_room_on_the_device_there_is_no_log);
	tcase_add_loop_test(tcase,
			    a_full_device_is_told_until_there_is_room_again, 0,
			    POLICIES);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("flushing failures");

	suite_add_tcase(suite, creating());
	suite_add_tcase(suite, failures());
	return run_suite(suite);
}
