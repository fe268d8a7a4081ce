#include <trace_np.h>

#include "tracing.h"

enum { WRITERS = 3, EVENTS = 30000, LOGS = 25 };

static trace_event_id_t type;

static void setup(void)
{
	type = type_of("event");
}

static void *record_many(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;

	for (uint32_t i = 0; i < EVENTS; i++) {
		record(type, who, i);
		if (i % 16 == 0)
			usleep(20);
	}
	return NULL;
}

static void start_writers(pthread_t *threads)
{
	for (uintptr_t i = 0; i < WRITERS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, record_many,
						(void *)i),
				 0);
}

static void join_writers(pthread_t *threads)
{
	for (size_t i = 0; i < WRITERS; i++)
		pthread_join(threads[i], NULL);
}

/* Read a whole log; each writer's events go on where they are expected to. */
static unsigned read_on(int fd, uint32_t *expected)
{
	trace_id_t trid = open_log(fd);
	struct posix_trace_damage_np damage;
	unsigned count = 0;
	struct got got;

	while (log_next(trid, &got)) {
		if (!is_user(&got))
			continue;
		ck_assert_uint_lt(got.mark.who, WRITERS);
		ck_assert_uint_eq(got.mark.number, expected[got.mark.who]);
		expected[got.mark.who]++;
		count++;
	}
	assert_ok(posix_trace_get_damage_np(trid, &damage));
	ck_assert_msg(!damage.count, "%s", damage.what);
	assert_ok(posix_trace_close(trid));
	return count;
}

static trace_id_t start_logged(pid_t pid, int fd, int policy)
{
	trace_attr_t attr = attr_of(4 << 20, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, policy));
	assert_ok(posix_trace_create_withlog(pid, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	return trid;
}

START_TEST(each_event_is_in_one_of_many_logs)
{
	uint32_t expected[WRITERS] = { 0 };
	struct posix_trace_totals_np totals;
	pthread_t threads[WRITERS];
	int fd[LOGS], parts = 0;
	trace_id_t trid;

	for (size_t i = 0; i < LOGS; i++)
		fd[i] = make_file();
	trid = start_logged(0, fd[0], _i);
	start_writers(threads);
	for (size_t i = 1; i < LOGS; i++) {
		nap_ms(2);
		assert_ok(posix_trace_switch_log_np(trid, fd[i], NULL));
	}
	join_writers(threads);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_get_totals_np(trid, &totals));
	assert_ok(posix_trace_shutdown(trid));

	ck_assert_uint_eq(totals.lost, 0);
	ck_assert_uint_ge(totals.events, WRITERS * EVENTS);
	ck_assert_uint_eq(totals.threads, WRITERS + 1); /* START is ours */
	for (size_t i = 0; i < LOGS; i++)
		parts += read_on(fd[i], expected) > 0;
	for (size_t i = 0; i < WRITERS; i++)
		ck_assert_uint_eq(expected[i], EVENTS);
	ck_assert_int_gt(parts, 3);
}
END_TEST

/* One that was never recorded into may be completed as well, and names,
 * descriptions and processes are in all of them. */
START_TEST(a_log_says_what_it_takes_to_read_it)
{
	int fd[3] = { make_file(), make_file(), make_file() };
	trace_id_t trid = start_logged(0, fd[0], POSIX_TRACE_FLUSH);
	char name[TRACE_EVENT_NAME_MAX + 1], text[64];

	assert_ok(posix_trace_eventid_describe_np(type,
						  "uint32_t writer, number"));
	record(type, 0, 0);
	assert_ok(posix_trace_switch_log_np(trid, fd[1], NULL));
	assert_ok(posix_trace_switch_log_np(trid, fd[2], NULL));
	record(type, 0, 1);
	assert_ok(posix_trace_shutdown(trid));
	for (size_t i = 0; i < 3; i++) {
		struct posix_trace_process_np process;
		struct posix_trace_status_info status;
		trace_id_t log = open_log(fd[i]);
		struct got got;

		while (log_next(log, &got))
			;
		assert_ok(posix_trace_eventid_get_name(log, type, name));
		ck_assert_str_eq(name, "event");
		assert_ok(posix_trace_eventid_get_description_np(
			log, type, text, sizeof(text)));
		ck_assert_str_eq(text, "uint32_t writer, number");
		assert_ok(
			posix_trace_get_process_np(log, 0, getpid(), &process));
		ck_assert_ptr_nonnull(strstr(process.name, "check_switch"));
		assert_ok(posix_trace_get_status(log, &status));
		ck_assert_int_eq(status.posix_stream_overrun_status,
				 POSIX_TRACE_NO_OVERRUN);
		assert_ok(posix_trace_close(log));
	}
}
END_TEST

START_TEST(what_is_too_old_goes_to_no_log)
{
	int fd[2] = { make_file(), make_file() };
	uint32_t expected[WRITERS] = { 5 };
	struct posix_trace_item_np item;
	struct timespec since;
	trace_id_t trid, log;
	int unavailable;

	trid = start_logged(0, fd[0], POSIX_TRACE_LOOP);
	for (uint32_t i = 0; i < 5; i++)
		record(type, 0, i);
	nap_ms(20);
	since = in_ms(0);
	nap_ms(20);
	for (uint32_t i = 5; i < 10; i++)
		record(type, 0, i);
	assert_ok(posix_trace_switch_log_np(trid, fd[1], &since));
	ck_assert_uint_eq(read_on(fd[0], expected), 5);
	log = open_log(fd[0]);
	assert_ok(posix_trace_getnext_item_np(log, &item, &unavailable));
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_EVENT_NP);
	ck_assert_uint_eq(item.info.posix_event_id, type);

	record(type, 0, 10);
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_uint_eq(read_on(fd[1], expected), 1);
}
END_TEST

/* A program that hangs: what it did last is of another time as long. */
START_TEST(the_last_events_are_kept_however_old_they_are)
{
	int fd[3] = { make_file(), make_file(), make_file() };
	uint32_t expected[WRITERS] = { 5 };
	struct timespec since;
	int64_t begin, length_ms;
	trace_id_t trid;

	trid = start_logged(0, fd[0], POSIX_TRACE_LOOP);
	for (uint32_t i = 0; i < 5; i++)
		record(type, 0, i);
	nap_ms(2000);
	begin = now_ns();
	for (uint32_t i = 5; i < 10; i++)
		record(type, 0, i);
	length_ms = (now_ns() - begin) / NS_PER_MS + 1000;
	nap_ms(length_ms + 10);
	since = in_ms(-length_ms);
	assert_ok(posix_trace_switch_log_np(trid, fd[1], &since));
	ck_assert_uint_eq(read_on(fd[0], expected), 5);
	/* They are not saved twice. */
	assert_ok(posix_trace_switch_log_np(trid, fd[2], &since));
	ck_assert_uint_eq(read_on(fd[1], expected), 0);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

START_TEST(one_event_that_is_young_enough_leaves_out_the_old)
{
	int fd[2] = { make_file(), make_file() };
	uint32_t expected[WRITERS] = { 5 };
	struct timespec since;
	trace_id_t trid;

	trid = start_logged(0, fd[0], POSIX_TRACE_LOOP);
	for (uint32_t i = 0; i < 5; i++)
		record(type, 0, i);
	nap_ms(20);
	since = in_ms(0);
	nap_ms(20);
	record(type, 0, 5);
	assert_ok(posix_trace_switch_log_np(trid, fd[1], &since));
	ck_assert_uint_eq(read_on(fd[0], expected), 1);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* A stream that was overwritten long ago is whole since. */
START_TEST(a_gap_that_is_too_old_is_not_told)
{
	int fd[2] = { make_file(), make_file() };
	struct posix_trace_item_np item;
	struct timespec since;
	trace_id_t trid, log;
	int unavailable = 0;
	unsigned count = 0;

	trid = start_logged(0, fd[0], POSIX_TRACE_LOOP);
	for (uint32_t i = 0; i < 400000; i++)
		record(type, 0, i);
	nap_ms(20);
	since = in_ms(0);
	nap_ms(20);
	for (uint32_t i = 0; i < 10; i++)
		record(type, 1, i);
	assert_ok(posix_trace_switch_log_np(trid, fd[1], &since));
	log = open_log(fd[0]);
	for (;;) {
		assert_ok(
			posix_trace_getnext_item_np(log, &item, &unavailable));
		if (unavailable)
			break;
		ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_EVENT_NP);
		ck_assert_uint_eq(item.info.posix_event_id, type);
		count++;
	}
	ck_assert_uint_eq(count, 10);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* In a child: record the parent, switch, and be gone. */
static void control_and_vanish(const int *fd, int ready)
{
	trace_id_t trid = start_logged(getppid(), fd[0], POSIX_TRACE_FLUSH);

	must(write(ready, "r", 1) == 1);
	for (size_t i = 1; i < LOGS; i++) {
		nap_ms(2);
		must(!posix_trace_switch_log_np(trid, fd[i], NULL));
	}
	nap_ms(5);
	kill(getpid(), SIGKILL);
}

/* As each_event_is_in_one_of_many_logs, up to where the stream stopped. */
START_TEST(who_completes_the_last_log_repeats_nothing)
{
	uint32_t expected[WRITERS] = { 0 };
	pthread_t threads[WRITERS];
	int fd[LOGS], ready[2];
	unsigned count = 0;
	pid_t child;
	char byte;

	for (size_t i = 0; i < LOGS; i++)
		fd[i] = make_file();
	ck_assert_int_eq(pipe(ready), 0);
	child = fork();
	if (!child)
		control_and_vanish(fd, ready[1]);
	ck_assert_int_eq(read(ready[0], &byte, 1), 1);
	start_writers(threads);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	join_writers(threads);
	for (size_t i = 0; i < LOGS; i++)
		count += read_on(fd[i], expected);
	ck_assert_uint_gt(count, 100);
}
END_TEST

/* What cannot be begun leaves all as it was. */
START_TEST(a_log_that_cannot_be_is_refused)
{
	const struct timespec no_time = { .tv_nsec = -1 };
	uint32_t expected[WRITERS] = { 0 };
	int fd = make_file(), pipes[2];
	trace_id_t trid = start_logged(0, fd, POSIX_TRACE_FLUSH);
	trace_id_t other = create_for(0, 0, 0);

	ck_assert_int_eq(pipe(pipes), 0);
	ck_assert_int_eq(posix_trace_switch_log_np(trid, -1, NULL), EBADF);
	ck_assert_int_eq(posix_trace_switch_log_np(trid, 1000, NULL), EBADF);
	assert_invalid(posix_trace_switch_log_np(trid, pipes[1], NULL));
	assert_invalid(posix_trace_switch_log_np(trid, fd, NULL));
	assert_invalid(posix_trace_switch_log_np(trid, dup(fd), NULL));
	assert_invalid(posix_trace_switch_log_np(trid, make_file(), &no_time));
	assert_invalid(posix_trace_switch_log_np(other, make_file(), NULL));
	assert_invalid(posix_trace_switch_log_np(0, make_file(), NULL));

	record(type, 0, 0);
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_uint_eq(read_on(fd, expected), 1);
	assert_invalid(posix_trace_switch_log_np(trid, make_file(), NULL));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("switch_log");
	TCase *tcase = tcase_create("switch_log");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_test(tcase, a_log_says_what_it_takes_to_read_it);
	tcase_add_test(tcase, what_is_too_old_goes_to_no_log);
	tcase_add_test(tcase, the_last_events_are_kept_however_old_they_are);
	tcase_add_test(tcase,
		       one_event_that_is_young_enough_leaves_out_the_old);
	tcase_add_test(tcase, a_gap_that_is_too_old_is_not_told);
	tcase_add_test(tcase, who_completes_the_last_log_repeats_nothing);
	tcase_add_test(tcase, a_log_that_cannot_be_is_refused);
	suite_add_tcase(suite, tcase);

	tcase = tcase_create("all policies");
	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 30);
	tcase_add_loop_test(tcase, each_event_is_in_one_of_many_logs, 1, 4);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
