/* What becomes of a stream, and of its log, while the disk refuses to write:
 * the program goes on, and the log says what it could not take. */
#include <trace_np.h>

#include "failing_log.h"

static bool flushes_itself(int i)
{
	return stream_policy[i / POLICIES] == POSIX_TRACE_FLUSH;
}

static void await_error(trace_id_t trid, int expected)
{
	int err;

	do
		err = status_of(trid).posix_stream_flush_error;
	while (!err && (nap_ms(1), true));
	ck_assert_int_eq(err, expected);
}

/* A disk that refuses */

struct fault {
	const char *orders;
	int error;
};

static const struct fault faults[] = {
	{ "eio", EIO },
	{ "eio nocut", EIO },
	{ "torn", EIO },
	{ "torn nocut", EIO },
};

/* A fault in the middle of everything: events, a name, and more events than
 * there is room for. */
static void fail_and_recover(int pair, const struct fault *fault)
{
	const uint32_t end = MANY + 100;
	trace_id_t trid = start_pair(pair);
	struct account account;
	int64_t before, after;

	before = now_ns();
	record_all(0, 100);
	assert_ok(posix_trace_flush(trid));
	order_disk(fault->orders);
	type_of("new in the meantime");
	record_all(100, MANY / 2);
	ck_assert_int_eq(posix_trace_flush(trid), fault->error);
	await_error(trid, fault->error);
	if (!flushes_itself(pair))
		ck_assert_int_eq(status_of(trid).posix_stream_flush_error, 0);
	account = read_so_far(fd);
	ck_assert_uint_le(account.damage.count, 1);
	ck_assert_uint_ge(account.events, 100);
	ck_assert_uint_eq(account.events, account.next);
	record_all(MANY / 2, MANY);

	order_disk("");
	assert_ok(posix_trace_flush(trid));
	after = now_ns();
	record_all(MANY, end);
	assert_ok(posix_trace_shutdown(trid));
	account = read_account(fd);
	assert_accounts_for(&account, end);
	ck_assert_uint_eq(account.next, end);
	ck_assert_uint_eq(account.losses, 1);
	ck_assert_int_ge(account.from, before - CLOCK_TOLERANCE_NS);
	ck_assert_int_le(account.to, after + CLOCK_TOLERANCE_NS);
	ck_assert_int_eq(account.flush_error, fault->error);
	ck_assert_uint_eq(account.last, POSIX_TRACE_STOP);
}

START_TEST(whatever_the_policies_a_log_goes_on_and_counts_what_it_missed)
{
	if (!has_disk())
		return;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++)
		fail_and_recover(_i, &faults[i]);
}
END_TEST

/* ... and a fault without a loss leaves no trace of it. */
START_TEST(what_the_stream_can_hold_is_not_lost)
{
	trace_id_t trid;

	if (!has_disk())
		return;
	trid = start_pair(_i);
	for (uint32_t i = 0; i < 1600; i += 200) {
		order_disk(i % 400 ? "torn nocut" : "eio");
		record_all(i, i + 200);
		ck_assert_int_eq(posix_trace_flush(trid), EIO);
		order_disk("");
		assert_ok(posix_trace_flush(trid));
		assert_has_all(fd, i + 200);
	}
	assert_ok(posix_trace_shutdown(trid));
	assert_has_all(fd, 1600);
}
END_TEST

/* It writes where something is already, in the middle of a section or just
 * before one: that depends on how much is written at a time. */

enum { STEPS = 8, LOOPING = 64 << 10, LEAST = LOOPING / 4 / LENGTH };

static struct log_run fail_to_overwrite(trace_id_t trid, uint32_t from,
					uint32_t to, const struct fault *fault)
{
	struct log_run run;

	order_disk(fault->orders);
	record_all(from, to);
	ck_assert_int_eq(posix_trace_flush(trid), fault->error);
	run = read_run_of(fd);
	order_disk("");
	return run;
}

START_TEST(a_looping_log_loses_no_more_than_it_replaces)
{
	const uint32_t step = 100 + 31 * (uint32_t)_i;
	struct log_run run;
	trace_id_t trid;
	uint32_t i;

	if (!has_disk())
		return;
	trid = start_sized(POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_LOOP, LOOPING);
	for (i = 0; i < 4000; i += step) {
		record_all(i, i + step);
		assert_ok(posix_trace_flush(trid));
	}
	for (unsigned round = 0; round < 40; round++, i += step) {
		run = fail_to_overwrite(trid, i, i + step,
					&faults[round % ARRAY_LEN(faults)]);
		ck_assert_uint_ge(run.end, i);
		ck_assert_uint_eq(run.gaps, 0);
		ck_assert_uint_ge(run_length(&run), LEAST);
		assert_ok(posix_trace_flush(trid));
		run = read_run_of(fd);
		assert_run_is(&run, run.first, i + step);
		ck_assert_uint_ge(run_length(&run), LEAST);
	}
	assert_ok(posix_trace_shutdown(trid));
	run = read_run_of(fd);
	assert_run_is(&run, run.first, i);
}
END_TEST

/* So much of the stream is used that this is reason enough for a flush. */
START_TEST(flushes_that_fail_leave_no_marks)
{
	enum { RETRIES = 8, EVENTS = 700 };
	struct account account;
	trace_id_t trid;
	off_t before;

	if (!has_disk())
		return;
	trid = start_sized(POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND, 0);
	order_disk("eio");
	before = disk_refusals();
	record_all(0, EVENTS);
	await_refusals(before + RETRIES);
	order_disk("");
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_shutdown(trid));
	account = read_account(fd);
	ck_assert_uint_eq(account.events, EVENTS);
	ck_assert_uint_lt(account.flush_marks, RETRIES / 2);
}
END_TEST

/* A slow machine tries less often, never more. */
START_TEST(a_write_that_fails_is_tried_again_now_and_then)
{
	off_t before;
	int64_t began;

	if (!has_disk())
		return;
	start_sized(POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND, 0);
	order_disk("eio");
	began = now_ns();
	before = disk_refusals();
	record_all(0, MANY);
	nap_ms(500);
	ck_assert_int_le(disk_refusals() - before,
			 5 + (now_ns() - began) / (50 * NS_PER_MS));
	leave(0);
}
END_TEST

/* At the end */

START_TEST(whatever_the_policies_a_failing_end_leaves_what_there_is)
{
	trace_id_t trid;

	if (!has_disk())
		return;
	trid = start_pair(_i);
	record_all(0, 100);
	assert_ok(posix_trace_flush(trid));
	order_disk(_i % 2 ? "eio nocut" : "torn nocut");
	ck_assert_int_eq(posix_trace_shutdown(trid), EIO);
	order_disk("");
	assert_has_all(fd, 100);
}
END_TEST

START_TEST(whatever_the_policies_a_disk_that_is_gone_is_told)
{
	trace_id_t trid;

	if (!has_disk())
		return;
	trid = start_pair(_i);
	record_all(0, 100);
	assert_ok(posix_trace_flush(trid));
	ck_assert_int_eq(kill(disk, SIGKILL), 0);
	ck_assert_int_eq(waitpid(disk, NULL, 0), disk);

	record_all(100, MANY);
	ck_assert_int_eq(posix_trace_flush(trid), ENOTCONN);
	await_error(trid, ENOTCONN);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_start(trid));
	record_all(MANY, 2 * MANY);
	ck_assert_int_eq(posix_trace_shutdown(trid), ENOTCONN);
	assert_invalid(posix_trace_shutdown(trid));
	assert_has_all(beneath, 100);
}
END_TEST

static bool has_little_room(int *filler)
{
	fd = make_file_in_little_room(filler);
	if (fd < 0)
		skipped("a full disk: cannot mount one");
	type = type_of("event");
	return fd >= 0;
}

/* Rooms for a log's beginning, and not for much more. */
enum {
	PAGE = 4096,
	ROOM_LEAST = 3,
	ROOM_MOST = 10,
	NAMES = 300,
	FLUSHES = 10,
};

/* A log on a full disk has its end, and accounts for what was made. flushes: as
 * many have marks of the system's that may be lost, too. */
static void assert_ends_full(trace_id_t trid, uint32_t made, uint32_t flushes)
{
	struct account account;

	ck_assert_int_eq(posix_trace_flush(trid), ENOSPC);
	assert_ok(posix_trace_stop(trid));
	ck_assert_int_eq(posix_trace_shutdown(trid), ENOSPC);
	account = read_account(fd);
	ck_assert_int_eq(account.flush_error, ENOSPC);
	ck_assert_uint_eq(account.last, 0);
	/* And the STOP, which a stream that was full has not got. */
	ck_assert_uint_le(account.events + account.lost,
			  made + 5 + 2 * flushes);
	ck_assert_uint_ge(account.events + account.lost, made);
}

/* What does not fit is a chunk; that it is missing does, and so does the end,
 * though others take all that the log leaves. */
START_TEST(a_log_on_a_full_disk_ends_with_what_it_misses)
{
	trace_id_t trid;
	int filler = -1;

	if (!has_little_room(&filler))
		return;
	for (off_t room = ROOM_LEAST; room <= ROOM_MOST; room++) {
		assert_ok(ftruncate(fd, 0));
		leave_little_room(filler, room * PAGE);
		trid = start_pair(_i);
		record_all(0, 1);
		assert_ok(posix_trace_flush(trid));
		leave_no_room(filler);
		record_all(1, MANY);
		assert_ends_full(trid, MANY, 0);
	}
}
END_TEST

/* There the end takes the room of what was written last, and counts that. */
START_TEST(a_full_disk_without_reserves_loses_a_little_more)
{
	trace_id_t trid;
	int filler = -1;

	if (!has_little_room(&filler))
		return;
	forbid_reserves();
	for (off_t room = ROOM_MOST; room <= 2 * ROOM_MOST; room++) {
		assert_ok(ftruncate(fd, 0));
		leave_little_room(filler, room * PAGE);
		trid = start_pair(_i);
		for (uint32_t i = 0; i < FLUSHES; i++) {
			record_all(20 * i, 20 * i + 20);
			posix_trace_flush(trid);
		}
		leave_no_room(filler);
		record_all(20 * FLUSHES, MANY);
		assert_ends_full(trid, MANY, FLUSHES);
	}
}
END_TEST

/* Names take room twice: where they are told, and in the end, which repeats
 * them. */
START_TEST(a_log_that_names_fill_the_disk_of_has_its_end)
{
	trace_id_t trid;
	char name[64];
	int filler = -1;

	if (!has_little_room(&filler))
		return;
	for (int i = 0; i < NAMES; i++) {
		snprintf(name, sizeof(name), "%060d", i);
		type_of(name);
	}
	for (off_t room = ROOM_LEAST; room <= ROOM_MOST; room++) {
		assert_ok(ftruncate(fd, 0));
		leave_little_room(filler, room * PAGE);
		trid = start_pair(_i);
		leave_no_room(filler);
		record_all(0, 100);
		assert_ends_full(trid, 100, 0);
	}
}
END_TEST

/* A limit on files */
START_TEST(whatever_the_policies_beyond_a_limit_nothing_is_lost_untold)
{
	struct account account;
	trace_id_t trid;

	type = type_of("event");
	fd = make_file();
	trid = start_pair(_i);
	record_all(0, 100);
	assert_ok(posix_trace_flush(trid));
	forbid_growth(fd);
	record_all(100, MANY);
	ck_assert_int_eq(posix_trace_flush(trid), EFBIG);
	await_error(trid, EFBIG);
	allow_growth();
	assert_ok(posix_trace_flush(trid));
	record_all(MANY, MANY + 100);
	assert_ok(posix_trace_shutdown(trid));
	account = read_account(fd);
	assert_accounts_for(&account, MANY + 100);
	ck_assert_uint_eq(account.losses, 1);
	ck_assert_int_eq(account.flush_error, EFBIG);
}
END_TEST

/* Two threads that never pause, while the stream fills up and is emptied over
 * and over: whatever is missing is told, to the event. */

enum { HASTE = SANITIZED ? 50000 : 400000, HASTY = 2 };

static void *record_in_haste(void *unused)
{
	record_all(0, HASTE);
	return unused;
}

START_TEST(losses_are_counted_to_the_event)
{
	pthread_t thread[HASTY];
	trace_id_t trid;

	type = type_of("event");
	fd = make_file();
	trid = start_sized(POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND, 0);
	for (size_t i = 0; i < HASTY; i++)
		assert_ok(pthread_create(&thread[i], NULL, record_in_haste,
					 NULL));
	for (size_t i = 0; i < HASTY; i++)
		assert_ok(pthread_join(thread[i], NULL));
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_uint_eq(recorded_or_lost(fd), HASTY * HASTE);
}
END_TEST

static TCase *refusing(void)
{
	TCase *tcase = tcase_create("refusing");

	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(
		tcase,
		whatever_the_policies_a_log_goes_on_and_counts_what_it_missed,
		0, PAIRS);
	tcase_add_loop_test(tcase, what_the_stream_can_hold_is_not_lost, 0,
			    PAIRS);
	tcase_add_test(tcase, flushes_that_fail_leave_no_marks);
	tcase_add_test(tcase, a_write_that_fails_is_tried_again_now_and_then);
	tcase_add_loop_test(
		tcase,
		whatever_the_policies_beyond_a_limit_nothing_is_lost_untold, 0,
		PAIRS);
	tcase_add_test(tcase, losses_are_counted_to_the_event);
	return tcase;
}

static TCase *overwriting(void)
{
	TCase *tcase = tcase_create("overwriting");

	/* Each takes 5 s of an idle processor if logs are compressed. */
	tcase_set_timeout(tcase, 200);
	tcase_add_loop_test(tcase, a_looping_log_loses_no_more_than_it_replaces,
			    0, STEPS);
	return tcase;
}

static TCase *ending(void)
{
	TCase *tcase = tcase_create("ending");

	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(
		tcase, whatever_the_policies_a_failing_end_leaves_what_there_is,
		0, PAIRS);
	tcase_add_loop_test(tcase,
			    whatever_the_policies_a_disk_that_is_gone_is_told,
			    0, PAIRS);
	tcase_add_loop_test(
		tcase, a_log_on_a_full_disk_ends_with_what_it_misses, 0, PAIRS);
	tcase_add_loop_test(tcase,
			    a_full_disk_without_reserves_loses_a_little_more, 0,
			    PAIRS);
	tcase_add_loop_test(
		tcase, a_log_that_names_fill_the_disk_of_has_its_end, 0, PAIRS);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("failing logs");

	suite_add_tcase(suite, refusing());
	suite_add_tcase(suite, overwriting());
	suite_add_tcase(suite, ending());
	return run_suite(suite);
}
