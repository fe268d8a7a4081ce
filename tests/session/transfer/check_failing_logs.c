/* What becomes of a stream, and of its log, while the disk fails: the program
 * goes on, and the log says what it could not take. */
#include <trace_np.h>

#include "disks.h"
#include "session/logged.h"

enum {
	SIZE = 64 << 10,
	LENGTH = 64,
	MANY = 5000, /* events, for a stream of SIZE */
};

static const int stream_policy[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
				     POSIX_TRACE_FLUSH };
static const int log_policy[] = { POSIX_TRACE_LOOP, POSIX_TRACE_UNTIL_FULL,
				  POSIX_TRACE_APPEND };

enum {
	POLICIES = ARRAY_LEN(stream_policy),
	PAIRS = POLICIES * ARRAY_LEN(log_policy),
};

static trace_event_id_t type;
static pid_t disk;
static int fd;	    /* of the log */
static int beneath; /* of the same file, where nothing fails */

static bool has_disk(void)
{
	disk = start_disk();
	if (disk < 0) {
		skipped("a file system that fails: this needs root, /dev/fuse "
			"and libfuse3");
		return false;
	}
	type = type_of("event");
	fd = open(ON_DISK, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	ck_assert_int_ge(fd, 0);
	beneath = open(BENEATH, O_RDONLY | O_CLOEXEC);
	ck_assert_int_ge(beneath, 0);
	return true;
}

static trace_id_t start_sized(int for_stream, int for_log, size_t log_size)
{
	trace_attr_t attr = attr_of(SIZE, LENGTH);
	trace_event_set_t marks;
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, for_stream));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, for_log));
	if (log_size)
		assert_ok(posix_trace_attr_setlogsize(&attr, log_size));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));

	/* Those of flushes would be overwritten and counted with the rest. */
	assert_ok(posix_trace_eventset_empty(&marks));
	assert_ok(posix_trace_eventset_add(POSIX_TRACE_FLUSH_START, &marks));
	assert_ok(posix_trace_eventset_add(POSIX_TRACE_FLUSH_STOP, &marks));
	if (for_stream == POSIX_TRACE_LOOP)
		assert_ok(posix_trace_set_filter(trid, &marks,
						 POSIX_TRACE_SET_EVENTSET));
	assert_ok(posix_trace_start(trid));
	return trid;
}

/* The pair of policies for a loop test. */
static trace_id_t start_pair(int i)
{
	return start_sized(stream_policy[i / POLICIES],
			   log_policy[i % POLICIES], 0);
}

static bool flushes_itself(int i)
{
	return stream_policy[i / POLICIES] == POSIX_TRACE_FLUSH;
}

static void record_all(uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to; i++)
		record_numbered(type, i, LENGTH);
}

/* What a log has, from its beginning to its end. */
struct account {
	uint32_t events; /* numbered ones, without a repetition, in order */
	uint32_t next;	 /* one more than the number of the last */
	unsigned long long lost;
	unsigned losses;      /* intervals */
	int64_t from, to;     /* the last of these */
	unsigned flush_marks; /* that begin one */
	trace_event_id_t last;
	int flush_error; /* as the end tells it */
	struct posix_trace_damage_np damage;
};

static void note_number(struct account *account, const void *data)
{
	struct mark mark;

	memcpy(&mark, data, sizeof(mark));
	if (mark.who != LENGTH || mark.number < account->next)
		ck_abort_msg("event %u behind %u", mark.number, account->next);
	account->events++;
	account->next = mark.number + 1;
}

static struct account read_so_far(int file)
{
	struct account account = { 0 };
	struct posix_trace_item_np item;
	trace_id_t log = open_log(file);
	int none;

	for (;;) {
		assert_ok(posix_trace_getnext_item_np(log, &item, &none));
		if (none)
			break;
		account.last = item.info.posix_event_id;
		account.flush_marks += item.kind == POSIX_TRACE_ITEM_EVENT_NP &&
				       account.last == POSIX_TRACE_FLUSH_START;
		if (item.kind == POSIX_TRACE_ITEM_LOSS_NP) {
			account.lost += item.lost;
			account.losses++;
			account.from = ns_of(item.info.posix_timestamp);
			account.to = ns_of(item.lost_end);
			account.last = 0;
		} else if (account.last > POSIX_TRACE_UNNAMED_USEREVENT) {
			note_number(&account, item.data);
		}
	}
	assert_ok(posix_trace_get_damage_np(log, &account.damage));
	account.flush_error = status_of(log).posix_stream_flush_error;
	assert_ok(posix_trace_close(log));
	return account;
}

static struct account read_account(int file)
{
	const struct account account = read_so_far(file);

	ck_assert_msg(!account.damage.count, "at %llu: %s",
		      account.damage.offset, account.damage.what);
	return account;
}

/* Everything up to there, and nothing behind it but what is missing. */
static void assert_has_all(int file, uint32_t count)
{
	const struct account account = read_so_far(file);

	ck_assert_uint_le(account.damage.count, 1);
	ck_assert_uint_eq(account.events, count);
	ck_assert_uint_eq(account.next, count);
	ck_assert_uint_eq(account.lost, 0);
}

static void assert_accounts_for(const struct account *account, uint32_t made)
{
	ck_assert_uint_eq(account->events + account->lost, made);
}

static void await_error(trace_id_t trid, int expected)
{
	int err;

	do
		err = status_of(trid).posix_stream_flush_error;
	while (!err && (nap_ms(1), true));
	ck_assert_int_eq(err, expected);
}

/* A disk that hangs */

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

/* A quarter of the stream is used, which is reason enough for a flush. */
START_TEST(flushes_that_fail_leave_no_marks)
{
	enum { RETRIES = 8 };
	struct account account;
	trace_id_t trid;
	off_t before;

	if (!has_disk())
		return;
	trid = start_sized(POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND, 0);
	order_disk("eio");
	before = disk_refusals();
	record_all(0, 400);
	await_refusals(before + RETRIES);
	order_disk("");
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_shutdown(trid));
	account = read_account(fd);
	ck_assert_uint_eq(account.events, 400);
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

/* What does not fit is a chunk; that it is missing does. */
START_TEST(a_log_on_a_full_disk_ends_with_what_it_misses)
{
	struct account account;
	trace_id_t trid;
	int filler = -1;

	if (!has_little_room(&filler))
		return;
	trid = start_pair(_i);
	record_all(0, 1);
	assert_ok(posix_trace_flush(trid));
	leave_no_room(filler);
	record_all(1, MANY);
	ck_assert_int_eq(posix_trace_flush(trid), ENOSPC);
	assert_ok(posix_trace_stop(trid));
	ck_assert_int_eq(posix_trace_shutdown(trid), ENOSPC);

	account = read_account(fd);
	ck_assert_int_eq(account.flush_error, ENOSPC);
	ck_assert_uint_eq(account.last, 0);
	/* And the STOP, which a stream that was full has not got. */
	ck_assert_uint_le(account.events + account.lost, MANY + 5);
	ck_assert_uint_ge(account.events + account.lost, MANY);
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

static unsigned long long count_all(int file)
{
	trace_id_t log = open_log(file);
	struct posix_trace_item_np item;
	unsigned long long sum = 0;
	int none;

	for (;;) {
		assert_ok(posix_trace_getnext_item_np(log, &item, &none));
		if (none)
			break;
		if (item.kind == POSIX_TRACE_ITEM_LOSS_NP)
			sum += item.lost;
		else
			sum += item.info.posix_event_id >
			       POSIX_TRACE_UNNAMED_USEREVENT;
	}
	assert_ok(posix_trace_close(log));
	return sum;
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
	ck_assert_uint_eq(count_all(fd), HASTY * HASTE);
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

	tcase_set_timeout(tcase, 20);
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
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("failing logs");

	suite_add_tcase(suite, hanging());
	suite_add_tcase(suite, refusing());
	suite_add_tcase(suite, overwriting());
	suite_add_tcase(suite, ending());
	return run_suite(suite);
}
