/* What becomes of the log of a stream that is cleared. */
#include <trace_np.h>

#include "clear.h"

static const int stream_policies[] = {
	POSIX_TRACE_FLUSH,
	POSIX_TRACE_LOOP,
	POSIX_TRACE_UNTIL_FULL,
};

enum { STREAM_POLICIES = ARRAY_LEN(stream_policies) };

static void assert_log_has_marks(trace_id_t log, uint32_t who, uint32_t first,
				 uint32_t end)
{
	struct got got;

	for (uint32_t i = first; i < end; i++) {
		ck_assert(next_logged(log, &got));
		ck_assert_uint_eq(got.info.posix_event_id, type);
		assert_mark(&got, who, i);
	}
}

/* CLR-09 CLR-02: whether it was flushed before or not. */
START_TEST(what_was_in_the_log_is_gone_too)
{
	const int log_policy = log_policies[1 + _i / STREAM_POLICIES];
	const int policy = stream_policies[_i % STREAM_POLICIES];
	int fd = make_file();
	trace_id_t trid = create_log(fd, policy, log_policy, 0), log;

	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 3; i++) {
		record_some(1, 0, 100);
		assert_ok(posix_trace_flush(trid));
		record_some(2, 0, 100);
		clear(trid);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_no_overrun(trid);
		record_some(3, 0, 10 * i);
	}
	assert_ok(posix_trace_flush(trid));
	record_some(3, 20, 40);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has_marks(log, 3, 0, 40);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* CLR-09 CLR-03 */
START_TEST(the_log_of_a_suspended_stream_begins_with_the_next_start)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_flush(trid));
	clear(trid);
	record_some(2, 0, 100);
	assert_ok(posix_trace_start(trid));
	record_some(3, 0, 100);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has(log, POSIX_TRACE_START);
	assert_log_has_marks(log, 3, 0, 100);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* CLR-09, with nothing after it but the end. */
START_TEST(a_log_cleared_at_the_end_is_an_empty_log)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_flush(trid));
	clear(trid);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_ends(log);
	assert_name(log, type, "event");
}
END_TEST

/* CLR-09 OPN-24: in the file, as soon as it is flushed. */
START_TEST(the_file_has_nothing_of_before)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 1000);
	assert_ok(posix_trace_flush(trid));
	clear(trid);
	assert_ok(posix_trace_flush(trid));
	log = open_log(fd);
	assert_log_ends(log);
	assert_ok(posix_trace_close(log));

	record_some(2, 0, 100);
	assert_ok(posix_trace_flush(trid));
	log = open_log(fd);
	assert_log_has_marks(log, 2, 0, 100);
	assert_log_ends(log);
	assert_ok(posix_trace_close(log));
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static void record_portion(uint32_t who, uint32_t *number)
{
	unsigned char data[64] = { 0 };

	for (int i = 0; i < 20; i++) {
		const struct mark mark = { .who = who, .number = *number };

		memcpy(data, &mark, sizeof(mark));
		posix_trace_event(type, data, sizeof(data));
		(*number)++;
	}
}

/* Write portions to the log until it is full and has thrown events away. */
static uint32_t fill_log(trace_id_t trid, uint32_t who)
{
	struct posix_trace_status_info status;
	bool full = false, overrun = false;
	uint32_t number = 0;

	for (int i = 0; i < LOG_TRIES && !(full && overrun); i++) {
		record_portion(who, &number);
		assert_ok(posix_trace_flush(trid));
		status = status_of(trid);
		full = status.posix_log_full_status == POSIX_TRACE_FULL;
		overrun |=
			status.posix_log_overrun_status == POSIX_TRACE_OVERRUN;
	}
	ck_assert(full && overrun);
	return number;
}

/* CLR-10 CLR-09 */
START_TEST(a_full_log_has_room_again)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], SMALL);
	assert_ok(posix_trace_start(trid));
	for (uint32_t round = 0; round < 3; round++) {
		uint32_t number = fill_log(trid, round);

		record_portion(round, &number);
		assert_ok(posix_trace_flush(trid));
		clear(trid);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
		assert_no_overrun(trid);
	}
	record_some(7, 0, 50);
	assert_ok(posix_trace_flush(trid));
	assert_no_overrun(trid);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has_marks(log, 7, 0, 50);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* A gapless run of the events of one writer: the first and how many. */
static uint32_t count_run(trace_id_t log, uint32_t who, uint32_t *first)
{
	uint32_t count = 0;
	struct got got;

	while (next_logged(log, &got)) {
		if (got.info.posix_event_id != type)
			continue;
		ck_assert_uint_eq(got.mark.who, who);
		if (!count)
			*first = got.mark.number;
		ck_assert_uint_eq(got.mark.number, *first + count);
		count++;
	}
	return count;
}

/* CLR-10 LGP-03 LGP-05 LGP-09: what it takes then is what a full log takes. */
START_TEST(a_log_full_for_the_second_time_has_its_share)
{
	const bool loops = log_policies[1 + _i] == POSIX_TRACE_LOOP;
	uint32_t first = 0, count, recorded;
	int fd = make_file();
	trace_id_t trid, log;
	trace_attr_t attr;
	size_t size;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], SMALL);
	assert_ok(posix_trace_start(trid));
	fill_log(trid, 1);
	clear(trid);
	recorded = fill_log(trid, 2);
	attr = told(trid);
	assert_ok(posix_trace_attr_getlogsize(&attr, &size));
	/* The log may be full without one of them, or have overwritten events
	 * of the system only. */
	while (recorded * 64 <= size)
		record_portion(2, &recorded);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	count = count_run(log, 2, &first);
	ck_assert_uint_ge(count * 64, size / 4);
	ck_assert_uint_eq(first, loops ? recorded - count : 0);
	ck_assert_uint_lt(count, recorded);
	ck_assert_int_eq(status_of(log).posix_log_full_status,
			 POSIX_TRACE_FULL);
}
END_TEST

/* CLR-14 */
START_TEST(names_of_before_get_to_the_log)
{
	trace_event_id_t used = type_of("used"), unused = type_of("unused");
	trace_event_id_t opened, later;
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[_i], 0);
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_trid_eventid_open(trid, "ours", &opened));
	record(used, 0, 1);
	assert_ok(posix_trace_flush(trid));
	clear(trid);
	later = type_of("opened after");
	record(used, 0, 2);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_name(log, used, "used");
	assert_name(log, unused, "unused");
	assert_name(log, opened, "ours");
	assert_name(log, later, "opened after");
	assert_name(log, type, "event");
}
END_TEST

/* CLR-15 */
START_TEST(a_log_that_appends_keeps_what_was_flushed)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, stream_policies[1 + _i], POSIX_TRACE_APPEND, 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_flush(trid));
	record_some(1, 100, 200);
	clear(trid);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record_some(1, 200, 300);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has(log, POSIX_TRACE_START);
	assert_log_has_marks(log, 1, 0, 100);
	assert_log_has_marks(log, 1, 200, 300);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

/* CLR-15, where the stream flushes itself: perhaps it did just before. */
START_TEST(a_log_that_appends_loses_nothing_that_was_flushed)
{
	bool seen[300] = { false };
	int fd = make_file();
	trace_id_t trid, log;
	int64_t last = -1;
	struct got got;

	trid = create_log(fd, POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND, 0);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_flush(trid));
	record_some(1, 100, 200);
	clear(trid);
	record_some(1, 200, 300);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	while (next_logged(log, &got)) {
		if (!is_user(&got))
			continue;
		ck_assert_int_gt(got.mark.number, last);
		last = got.mark.number;
		seen[last] = true;
	}
	for (uint32_t i = 0; i < 300; i++)
		ck_assert(seen[i] || (i >= 100 && i < 200));
}
END_TEST

/* CLR-12 CLR-16 OPN-10 */
START_TEST(a_log_tells_the_attributes_of_before)
{
	trace_attr_t attr = unusual(POSIX_TRACE_FLUSH, log_policies[_i]);
	trace_attr_t before, after, logged;
	int fd = make_file();
	trace_id_t trid;

	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	before = told(trid);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 100);
	assert_ok(posix_trace_flush(trid));
	nap_ms(2);
	clear(trid);
	after = told(trid);
	assert_ok(posix_trace_shutdown(trid));
	logged = told(open_log(fd));
	assert_same(&before, &after);
	assert_same(&before, &logged);
}
END_TEST

static void assert_no_loss(trace_id_t log)
{
	struct posix_trace_item_np item;
	int end = 0;

	assert_ok(posix_trace_rewind(log));
	for (;;) {
		assert_ok(posix_trace_getnext_item_np(log, &item, &end));
		if (end)
			return;
		ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_EVENT_NP);
	}
}

/* CLR-13 CLR-06: neither OVERFLOW nor a loss of our own kind. */
START_TEST(a_loss_of_before_is_not_in_the_log)
{
	const int policy = stream_policies[1 + _i / LOG_POLICIES];
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, policy, log_policies[_i % LOG_POLICIES], SMALL);
	assert_ok(posix_trace_start(trid));
	overfill();
	clear(trid);
	if (policy == POSIX_TRACE_UNTIL_FULL) {
		assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
		assert_ok(posix_trace_start(trid));
	}
	record_some(1, 0, 10);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	if (policy == POSIX_TRACE_UNTIL_FULL)
		assert_log_has(log, POSIX_TRACE_START);
	assert_log_has_marks(log, 1, 0, 10);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
	assert_no_loss(log);
}
END_TEST

/* CLR-13 FLP-05: the next loss is, and with its own time. */
START_TEST(a_loss_after_it_is_in_the_log)
{
	int fd = make_file();
	trace_id_t trid, log;
	struct got got;
	int64_t cleared;
	uint32_t next;

	trid = create_log(fd, POSIX_TRACE_LOOP, log_policies[_i], SMALL);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 3);
	nap_ms(2);
	cleared =
		now_ns(); /* and what the clearing itself records is after it */
	clear(trid);
	record_some(2, 0, MANY);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	ck_assert(next_logged(log, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_OVERFLOW);
	ck_assert_int_ge(ns_of(got.info.posix_timestamp),
			 cleared - CLOCK_TOLERANCE_NS);
	do
		ck_assert(next_logged(log, &got));
	while (!is_user(&got));
	next = got.mark.number + 1;
	assert_log_has_marks(log, 2, next, MANY);
	assert_log_has(log, POSIX_TRACE_STOP);
}
END_TEST

/* CLR-06 CLR-09: a stream that is full because its log finds no room. */
START_TEST(a_stream_full_for_want_of_disk_can_be_cleared)
{
	int fd = make_file();
	trace_id_t trid, log;

	trid = create_log(fd, POSIX_TRACE_FLUSH, log_policies[1 + _i], SMALL);
	assert_ok(posix_trace_start(trid));
	record_some(1, 0, 60);
	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	overfill();
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_FULL);
	clear(trid);
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	allow_growth();
	assert_ok(posix_trace_start(trid));
	record_some(2, 0, 100);
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	assert_log_has(log, POSIX_TRACE_START);
	assert_log_has_marks(log, 2, 0, 100);
	assert_log_has(log, POSIX_TRACE_STOP);
	assert_log_ends(log);
}
END_TEST

static TCase *logs(void)
{
	TCase *tcase = tcase_create("logs");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, what_was_in_the_log_is_gone_too, 0,
			    (LOG_POLICIES - 1) * STREAM_POLICIES);
	tcase_add_loop_test(
		tcase, the_log_of_a_suspended_stream_begins_with_the_next_start,
		0, LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, a_log_cleared_at_the_end_is_an_empty_log, 0,
			    LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, the_file_has_nothing_of_before, 0,
			    LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, a_full_log_has_room_again, 0,
			    LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, a_log_full_for_the_second_time_has_its_share,
			    0, LOG_POLICIES - 1);
	tcase_add_loop_test(tcase, names_of_before_get_to_the_log, 0,
			    LOG_POLICIES);
	tcase_add_loop_test(tcase, a_log_that_appends_keeps_what_was_flushed, 0,
			    STREAM_POLICIES - 1);
	tcase_add_test(tcase,
		       a_log_that_appends_loses_nothing_that_was_flushed);
	tcase_add_loop_test(tcase, a_log_tells_the_attributes_of_before, 0,
			    LOG_POLICIES);
	tcase_add_loop_test(tcase, a_loss_of_before_is_not_in_the_log, 0,
			    (STREAM_POLICIES - 1) * LOG_POLICIES);
	tcase_add_loop_test(tcase, a_loss_after_it_is_in_the_log, 0,
			    LOG_POLICIES);
	tcase_add_loop_test(tcase,
			    a_stream_full_for_want_of_disk_can_be_cleared, 0,
			    LOG_POLICIES - 1);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_clear_log");

	suite_add_tcase(suite, logs());
	return run_suite(suite);
}
