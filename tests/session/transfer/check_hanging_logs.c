/* What becomes of a stream, and of its log, while the disk hangs. */
#include <trace_np.h>

#include "failing_log.h"

static void *flush_slowly(void *trid)
{
	return (void *)(intptr_t)posix_trace_flush(*(trace_id_t *)trid);
}

/* Let a flush begin, and wait until it waits for the disk. */
static pthread_t hang(trace_id_t *trid)
{
	const off_t before = disk_refusals();
	pthread_t flusher;

	order_disk("hang");
	assert_ok(pthread_create(&flusher, NULL, flush_slowly, trid));
	await_refusals(before + 1);
	return flusher;
}

static void go_on(pthread_t flusher)
{
	void *err;

	order_disk("");
	assert_ok(pthread_join(flusher, &err));
	ck_assert_ptr_null(err);
}

static void assert_hangs(trace_id_t trid)
{
	ck_assert_int_eq(status_of(trid).posix_stream_flush_status,
			 POSIX_TRACE_FLUSHING);
}

/* The disk answers when all of this is done: who waits for it waits for
 * ever. */
START_TEST(whatever_the_policies_events_do_not_wait_for_the_disk)
{
	struct account account;
	pthread_t flusher;
	trace_id_t trid;

	if (!has_disk())
		return;
	trid = start_pair(_i);
	record_all(0, 10);
	assert_ok(posix_trace_flush(trid));
	record_all(10, 20);
	flusher = hang(&trid);

	record_all(20, MANY);
	assert_hangs(trid);
	assert_has_all(beneath, 10);
	assert_has_all(fd, 10);

	go_on(flusher);
	assert_ok(posix_trace_flush(trid));
	record_all(MANY, MANY + 10);
	assert_ok(posix_trace_shutdown(trid));
	account = read_account(fd);
	/* When they were overwritten, no thread had told yet how many they
	 * were: those that were being written may be told as lost, too. */
	if (stream_policy[_i / POLICIES] == POSIX_TRACE_LOOP &&
	    account.events + account.lost > MANY + 10)
		account.lost -= 10;
	assert_accounts_for(&account, MANY + 10);
	ck_assert_uint_eq(account.next, MANY + 10);
	ck_assert_uint_eq(account.losses, 1);
	ck_assert_int_eq(account.flush_error, 0);
}
END_TEST

static void assert_filters(trace_id_t trid)
{
	trace_event_set_t set, found;
	int member;

	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(type, &set));
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_ADD_EVENTSET));
	assert_ok(posix_trace_get_filter(trid, &found));
	assert_ok(posix_trace_eventset_ismember(type, &found, &member));
	ck_assert(member);
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET));
}

static void assert_lists_types(trace_id_t trid)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t id;
	int none = 0;

	assert_ok(posix_trace_trid_eventid_open(trid, "another", &id));
	assert_ok(posix_trace_eventid_get_name(trid, id, name));
	ck_assert_str_eq(name, "another");
	assert_ok(posix_trace_eventtypelist_rewind(trid));
	while (!none)
		assert_ok(
			posix_trace_eventtypelist_getnext_id(trid, &id, &none));
}

static void assert_reads_nothing(trace_id_t trid)
{
	const struct timespec soon = in_ms(20);
	int none = 0;
	struct got got;

	assert_empty(trid);
	ck_assert_int_eq(posix_trace_timedgetnext_event(trid, &got.info,
							got.data, ROOM,
							&got.len, &none, &soon),
			 ETIMEDOUT);
}

START_TEST(whatever_the_policies_control_does_not_wait_for_the_disk)
{
	struct posix_trace_totals_np totals;
	struct account account;
	trace_id_t trid, other;
	trace_attr_t attr;
	pthread_t flusher;

	if (!has_disk())
		return;
	trid = start_pair(_i);
	record_all(0, 10);
	assert_ok(posix_trace_flush(trid));
	record_all(10, 20);
	flusher = hang(&trid);

	assert_ok(posix_trace_stop(trid));
	assert_state(trid, POSIX_TRACE_SUSPENDED, POSIX_TRACE_NOT_FULL);
	record_all(0, MANY);
	assert_ok(posix_trace_start(trid));
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_filters(trid);
	assert_lists_types(trid);
	assert_reads_nothing(trid);
	assert_ok(posix_trace_get_attr(trid, &attr));
	assert_ok(posix_trace_get_totals_np(trid, &totals));
	ck_assert_uint_ge(totals.events, 10);
	ck_assert_uint_eq(totals.lost, 0);
	other = start_stream(0);
	record_all(20, 30);
	assert_ok(posix_trace_shutdown(other));
	assert_hangs(trid);

	go_on(flusher);
	assert_ok(posix_trace_shutdown(trid));
	assert_has_all(fd, 30);
	account = read_account(fd);
	ck_assert_uint_eq(account.last, POSIX_TRACE_STOP);
}
END_TEST

/* What waits for it comes to its end with it. */
START_TEST(who_takes_events_waits_for_its_turn)
{
	struct got got;
	pthread_t flusher;
	trace_id_t trid;
	int none = 0;

	if (!has_disk())
		return;
	trid = start_sized(POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_APPEND, 0);
	record_all(0, 10);
	flusher = hang(&trid);
	record_all(10, 11);
	assert_reads_nothing(trid);
	order_disk("");
	go_on(flusher);

	/* That one was there before the flush looked anew, or is there now. */
	record_all(11, 12);
	do
		assert_ok(posix_trace_getnext_event(trid, &got.info, got.data,
						    ROOM, &got.len, &none));
	while (!is_user(&got) || got.mark.number != 11);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* The thread that writes belongs to the controller: it has nothing to do with
 * the program's end. */
START_TEST(a_program_ends_while_the_disk_hangs)
{
	trace_attr_t attr = attr_of(SIZE, LENGTH);
	trace_id_t trid;
	pid_t child;
	int go[2];
	char byte;

	if (!has_disk())
		return;
	ck_assert_int_eq(pipe(go), 0);
	child = fork();
	if (!child) {
		close(go[1]);
		if (read(go[0], &byte, 1) < 0)
			leave(1);
		record_all(0, 10 * MANY);
		exit(0);
	}
	close(go[0]);
	assert_ok(posix_trace_create_withlog(child, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	order_disk("hang");
	close(go[1]);
	assert_exits_0(child);
	await_refusals(1);
	assert_hangs(trid);
	order_disk("");
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static TCase *hanging(void)
{
	TCase *tcase = tcase_create("hanging");

	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(
		tcase, whatever_the_policies_events_do_not_wait_for_the_disk, 0,
		PAIRS);
	tcase_add_loop_test(
		tcase, whatever_the_policies_control_does_not_wait_for_the_disk,
		0, PAIRS);
	tcase_add_test(tcase, who_takes_events_waits_for_its_turn);
	tcase_add_test(tcase, a_program_ends_while_the_disk_hangs);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("hanging logs");

	suite_add_tcase(suite, hanging());
	return run_suite(suite);
}
