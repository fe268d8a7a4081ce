#include <sys/socket.h>

#include "tracing.h"

enum { EVENTS = 300 };

static trace_event_id_t type;
static int fd;

/* A log of EVENTS events, with data of growing length. */
static void setup(void)
{
	trace_id_t trid;

	type = type_of("event");
	fd = make_file();
	trid = create_logged_for(0, fd, 0, 0);
	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < EVENTS; i++)
		record(type, 0, i);
	assert_ok(posix_trace_shutdown(trid));
}

/* From START to STOP, and then the end, again and again. */
static void assert_reads_whole(trace_id_t trid)
{
	struct got got;

	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	for (uint32_t i = 0; i < EVENTS; i++) {
		ck_assert(log_next(trid, &got));
		assert_mark(&got, 0, i);
	}
	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	for (int i = 0; i < 3; i++)
		ck_assert(!log_next(trid, &got));
}

/* OPN-01 OPN-02 OPN-03 OPN-04 OPN-05 OPN-06 */
START_TEST(a_log_is_read_from_its_beginning_to_its_end)
{
	trace_id_t trid = open_log(fd);
	struct got got;

	assert_reads_whole(trid);
	assert_ok(posix_trace_rewind(trid));
	assert_reads_whole(trid);
	assert_ok(posix_trace_rewind(trid));
	for (int i = 0; i < 10; i++)
		ck_assert(log_next(trid, &got));
	assert_ok(posix_trace_rewind(trid));
	assert_reads_whole(trid);
	assert_ok(posix_trace_close(trid));
}
END_TEST

/* TID-34 TID-36 OPN-06 */
START_TEST(what_is_closed_is_closed)
{
	trace_id_t trid = open_log(fd);
	struct posix_trace_status_info status;
	trace_event_id_t id;
	trace_attr_t attr;
	struct got got;
	int none;

	assert_ok(posix_trace_close(trid));
	assert_invalid(posix_trace_close(trid));
	assert_invalid(posix_trace_rewind(trid));
	assert_invalid(posix_trace_getnext_event(trid, &got.info, got.data,
						 ROOM, &got.len, &none));
	assert_invalid(posix_trace_get_status(trid, &status));
	assert_invalid(posix_trace_get_attr(trid, &attr));
	assert_invalid(posix_trace_eventtypelist_getnext_id(trid, &id, &none));
	ck_assert_int_ne(fcntl(fd, F_GETFD), -1);
}
END_TEST

/* TID-22 to TID-30 */
START_TEST(a_log_is_not_controlled)
{
	trace_id_t trid = open_log(fd);
	trace_event_set_t set;
	trace_event_id_t id;

	assert_ok(posix_trace_eventset_empty(&set));
	assert_invalid(posix_trace_clear(trid));
	assert_invalid(posix_trace_flush(trid));
	assert_invalid(posix_trace_shutdown(trid));
	assert_invalid(posix_trace_get_filter(trid, &set));
	assert_invalid(
		posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	assert_invalid(posix_trace_trid_eventid_open(trid, "event", &id));
	assert_reads_whole(trid);
}
END_TEST

/* OPN-14 OPN-19 OPN-22 */
START_TEST(readers_do_not_disturb_each_other)
{
	trace_id_t trid[3];
	struct got got;

	ck_assert_int_eq(lseek(fd, 7, SEEK_SET), 7);
	for (int i = 0; i < 3; i++)
		trid[i] = open_log(fd);
	for (int n = 0; n < 100; n++)
		ck_assert(log_next(trid[1], &got));
	assert_reads_whole(trid[0]);
	assert_ok(posix_trace_close(trid[0]));
	ck_assert(log_next(trid[1], &got));
	assert_mark(&got, 0, 99);
	assert_reads_whole(trid[2]);
	ck_assert_int_eq(lseek(fd, 0, SEEK_CUR), 7);
}
END_TEST

static void assert_refused(int file, bool may_be_bad)
{
	trace_id_t trid = 4711;
	int err = posix_trace_open(file, &trid);

	ck_assert(err == EINVAL || (may_be_bad && err == EBADF));
	ck_assert_int_eq(trid, 4711);
}

static int file_of(const void *data, size_t len)
{
	int file = make_file();

	ck_assert_int_eq(write(file, data, len), (ssize_t)len);
	return file;
}

/* OPN-07 */
START_TEST(what_is_no_log_is_refused)
{
	static unsigned char noise[100000];
	unsigned seed = 1;
	int ends[2];

	assert_refused(make_file(), false);
	assert_refused(file_of("x", 1), false);
	assert_refused(file_of("some text\n", 10), false);
	assert_refused(file_of(noise, sizeof(noise)), false);
	for (size_t i = 0; i < sizeof(noise); i++)
		noise[i] = (unsigned char)rand_r(&seed);
	assert_refused(file_of(noise, sizeof(noise)), false);

	assert_refused(open("/", O_RDONLY), false);
	assert_refused(open("/dev/null", O_RDONLY), false);
	ck_assert_int_eq(pipe(ends), 0);
	assert_refused(ends[0], false);
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	assert_refused(ends[0], false);
	assert_invalid(posix_trace_open(fd, NULL));
}
END_TEST

/* OPN-08 OPN-09 A24 */
START_TEST(descriptors_that_can_not_be_read_are_refused)
{
	char path[32];

	assert_refused(-1, true);
	assert_refused(1000, true);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	assert_refused(open(path, O_WRONLY), true);
}
END_TEST

static size_t load(unsigned char *bytes, size_t room)
{
	ssize_t len = pread(fd, bytes, room, 0);

	ck_assert_int_gt(len, 1000);
	ck_assert_int_lt(len, (ssize_t)room);
	return (size_t)len;
}

/* Refused, or read to an end: events in their order, whichever they are. */
static uint32_t read_what_is_left(int file)
{
	uint32_t count = 0, rounds = 0;
	trace_id_t trid;
	struct got got;
	int64_t last = -1;
	int err = posix_trace_open(file, &trid);

	if (err) {
		ck_assert_int_eq(err, EINVAL);
		return 0;
	}
	while (log_next(trid, &got)) {
		ck_assert_uint_lt(rounds++, 10 * EVENTS);
		if (got.info.posix_event_id != type ||
		    got.len != sizeof(got.mark))
			continue;
		ck_assert_int_gt(got.mark.number, last);
		last = got.mark.number;
		count++;
	}
	assert_ok(posix_trace_close(trid));
	return count;
}

/* OPN-17 LOG-31 */
START_TEST(a_log_that_is_cut_is_read_up_to_there)
{
	static unsigned char bytes[1 << 20];
	const size_t len = load(bytes, sizeof(bytes));
	uint32_t best = 0;

	for (size_t cut = 0; cut <= len; cut += SANITIZED ? 61 : 7) {
		int file = file_of(bytes, cut);
		uint32_t count = read_what_is_left(file);

		ck_assert_uint_ge(count, best);
		best = count;
		close(file);
	}
	ck_assert_uint_eq(best, EVENTS);
}
END_TEST

/* OPN-18 */
START_TEST(a_log_that_is_damaged_is_read_all_the_same)
{
	static unsigned char bytes[1 << 20];
	const size_t len = load(bytes, sizeof(bytes));

	for (size_t at = 0; at < len; at += SANITIZED ? 61 : 7) {
		int file = file_of(bytes, len);
		const unsigned char bad = bytes[at] ^ 0x41;

		ck_assert_int_eq(pwrite(file, &bad, 1, (off_t)at), 1);
		read_what_is_left(file);
		close(file);
	}
}
END_TEST

/* OPN-16 GET-06 */
START_TEST(an_event_cut_in_reading_is_whole_after_a_rewind)
{
	trace_id_t trid = open_log(fd);
	struct got got;
	int none;

	ck_assert(log_next(trid, &got));
	assert_ok(posix_trace_getnext_event(trid, &got.info, got.data, 3,
					    &got.len, &none));
	ck_assert_uint_eq(got.len, 3);
	ck_assert_int_eq(got.info.posix_truncation_status,
			 POSIX_TRACE_TRUNCATED_READ);
	assert_ok(posix_trace_rewind(trid));
	assert_reads_whole(trid);
}
END_TEST

/* In another program, the command as it were: this one, executed anew. */
static int read_elsewhere(int file)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct got got;
	trace_id_t trid;
	uint32_t next = 0;
	int none;

	if (posix_trace_open(file, &trid))
		return 2;
	while (!posix_trace_getnext_event(trid, &got.info, got.data, ROOM,
					  &got.len, &none) &&
	       !none) {
		if (!is_user(&got))
			continue;
		if (posix_trace_eventid_get_name(trid, got.info.posix_event_id,
						 name) ||
		    strcmp(name, "event") || got.mark.number != next++)
			return 3;
	}
	return next == EVENTS ? 0 : 4;
}

/* OPN-15 */
START_TEST(another_program_reads_events_and_names)
{
	char number[16];
	pid_t child;

	snprintf(number, sizeof(number), "%d", fd);
	fcntl(fd, F_SETFD, 0);
	child = fork();
	if (!child) {
		execl("/proc/self/exe", "reader", number, (char *)NULL);
		_exit(127);
	}
	assert_exits_0(child);
}
END_TEST

/* OPN-24 LOG-31: one that is still written. */
START_TEST(a_log_that_is_written_gives_what_is_there)
{
	int file = make_file();
	trace_id_t trid = create_logged_for(0, file, 0, 0), log;
	uint32_t next = 0;
	struct got got;

	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_flush(trid));
	log = open_log(file);
	for (uint32_t i = 0; i < 300; i++) {
		record(type, 0, i);
		if (i % 100 != 99)
			continue;
		assert_ok(posix_trace_flush(trid));
		while (log_next(log, &got))
			if (is_user(&got))
				assert_mark(&got, 0, next++);
		ck_assert_uint_eq(next, i + 1);
	}
	assert_ok(posix_trace_shutdown(trid));
	ck_assert(log_next(log, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_FLUSH_STOP);
	ck_assert(log_next(log, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
}
END_TEST

int main(int argc, char **argv)
{
	Suite *suite;
	TCase *tcase;

	if (argc == 2)
		return read_elsewhere(atoi(argv[1]));

	suite = suite_create("posix_trace_close");
	tcase = tcase_create("logs");
	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, a_log_is_read_from_its_beginning_to_its_end);
	tcase_add_test(tcase, what_is_closed_is_closed);
	tcase_add_test(tcase, a_log_is_not_controlled);
	tcase_add_test(tcase, readers_do_not_disturb_each_other);
	tcase_add_test(tcase, what_is_no_log_is_refused);
	tcase_add_test(tcase, descriptors_that_can_not_be_read_are_refused);
	tcase_add_test(tcase, a_log_that_is_cut_is_read_up_to_there);
	tcase_add_test(tcase, a_log_that_is_damaged_is_read_all_the_same);
	tcase_add_test(tcase, an_event_cut_in_reading_is_whole_after_a_rewind);
	tcase_add_test(tcase, another_program_reads_events_and_names);
	tcase_add_test(tcase, a_log_that_is_written_gives_what_is_there);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
