/*
 * What a full log leaves out is told in it, whatever policies it and its stream
 * have: the events that it has and the losses that it tells are all that were
 * recorded. The log tells what the controller told.
 */
#include <sys/mman.h>

#include "run.h"
#include "session/heir.h"
#include "session/numbered_events.h"
#include "session/transfer/policies.h"

#include <trace_np.h>

enum {
	STREAM_SIZE = 64 << 10,
	LOG_SIZE = 128 << 10,
	LENGTH = 64,
	PORTION = 100, /* events between two flushes */
	EVENTS = 60 * PORTION,
	FLOOD = 5000, /* more than a stream holds */
};

static trace_event_id_t type;
static int fd;

static void setup(void)
{
	type = type_of("event");
	fd = make_file();
}

static trace_id_t start_with(int stream, int log)
{
	trace_attr_t attr = attr_of(STREAM_SIZE, LENGTH);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, stream));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, log));
	assert_ok(posix_trace_attr_setlogsize(&attr, LOG_SIZE));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	return trid;
}

static void record_many(uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		record_numbered(type, i, LENGTH);
}

/* Portions that the stream holds, then more than it holds. */
static void fill(trace_id_t trid)
{
	for (uint32_t i = 0; i < EVENTS / PORTION; i++) {
		record_many(PORTION);
		assert_ok(posix_trace_flush(trid));
	}
	record_many(FLOOD);
	assert_ok(posix_trace_flush(trid));
	record_many(PORTION);
}

/* What a log has. */
struct content {
	uint64_t events, lost;
	char reason[POSIX_TRACE_REASON_MAX_NP + 1]; /* of the last loss */
	struct timespec since, end;		    /* likewise */
	trace_event_id_t last;			    /* type of the last event */
	bool loss_is_last;
};

static void note_item(struct content *content,
		      const struct posix_trace_item_np *item)
{
	content->loss_is_last = item->kind == POSIX_TRACE_ITEM_LOSS_NP;
	if (!content->loss_is_last) {
		content->events++;
		content->last = item->info.posix_event_id;
		return;
	}
	content->lost += item->lost;
	content->since = item->info.posix_timestamp;
	content->end = item->lost_end;
	snprintf(content->reason, sizeof(content->reason), "%.*s",
		 (int)item->data_len, (const char *)item->data);
}

static struct content read_content(void)
{
	struct content content = { .events = 0 };
	struct posix_trace_item_np item;
	trace_id_t log = open_log(fd);
	int none;

	for (;;) {
		assert_ok(posix_trace_getnext_item_np(log, &item, &none));
		if (none)
			break;
		note_item(&content, &item);
	}
	assert_ok(posix_trace_close(log));
	return content;
}

/* LGP-04: a log that stops when it is full, and one that never is. */
START_TEST(events_and_losses_of_a_log_are_all_that_was_recorded)
{
	const int log = log_policy[_i % POLICIES];
	struct posix_trace_totals_np totals;
	struct content content;
	trace_id_t trid;

	if (log == POSIX_TRACE_LOOP)
		return; /* overwrites losses, too */
	trid = start_with(stream_policy[_i / POLICIES], log);
	fill(trid);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_get_totals_np(trid, &totals));
	assert_ok(posix_trace_shutdown(trid));

	content = read_content();
	ck_assert_uint_eq(content.events, totals.events);
	ck_assert_uint_eq(content.lost, totals.lost);
	if (log != POSIX_TRACE_UNTIL_FULL)
		return;
	ck_assert_uint_gt(content.lost, EVENTS / 2);
	ck_assert(content.loss_is_last);
	ck_assert_uint_eq(content.last, POSIX_TRACE_STOP);
	ck_assert_str_eq(content.reason, "the log was full");
	ck_assert_int_le(content.since.tv_sec, content.end.tv_sec);
}
END_TEST

/* A controller that is killed, after it has cleared what it had; its last totals. */
static struct posix_trace_totals_np kill_controller_after(bool clears,
							  int stream, int log)
{
	struct posix_trace_totals_np *totals =
		mmap(NULL, sizeof(*totals), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t controller;
	trace_id_t trid;

	ck_assert_ptr_ne(totals, MAP_FAILED);
	controller = fork();
	ck_assert_int_ge(controller, 0);
	if (!controller) {
		trid = start_with(stream, log);
		fill(trid);
		if (clears) {
			assert_ok(posix_trace_clear(trid));
			assert_ok(posix_trace_start(trid));
			fill(trid);
		}
		assert_ok(posix_trace_flush(trid));
		assert_ok(posix_trace_get_totals_np(trid, totals));
		raise(SIGKILL);
	}
	ck_assert_int_eq(end_of(controller), SIGKILL);
	return *totals;
}

static struct posix_trace_totals_np kill_controller(int stream, int log)
{
	return kill_controller_after(false, stream, log);
}

/* CTL-04: the number is in the stream, which outlives its controller. */
START_TEST(what_was_left_out_is_told_after_the_controller_was_killed)
{
	const struct posix_trace_totals_np totals =
		kill_controller(POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_UNTIL_FULL);
	struct content content;

	content = read_content();
	ck_assert_uint_gt(totals.lost, EVENTS / 2);
	ck_assert_uint_eq(content.events, totals.events);
	ck_assert_uint_ge(content.lost, totals.lost);
	/* FLUSH_STOP was in the stream, and the rescuer adds a STOP. */
	ck_assert_uint_le(content.lost, totals.lost + 2);
	ck_assert_str_eq(content.reason, "the log was full");
}
END_TEST

/* CTL-04: a log that stops when it is full, and one that never is. */
START_TEST(who_recovers_a_log_is_told_as_many_lost_as_it_tells)
{
	const int log = log_policy[_i % POLICIES];
	struct posix_trace_totals_np before;
	struct posix_trace_recovered_np result;
	struct content content;

	if (log == POSIX_TRACE_LOOP)
		return; /* overwrites losses, too */
	before = kill_controller(stream_policy[_i / POLICIES], log);
	assert_ok(posix_trace_recover_np(0, fd, &result));

	content = read_content();
	ck_assert_uint_eq(result.events, content.events);
	ck_assert_uint_eq(result.lost, content.lost);
	ck_assert_uint_ge(result.lost, before.lost);
}
END_TEST

static struct posix_trace_count_np count_log(void)
{
	struct posix_trace_count_np count;
	trace_id_t log = open_log(fd);

	assert_ok(posix_trace_count_np(log, &count));
	assert_ok(posix_trace_close(log));
	ck_assert_uint_gt(count.overwritten, 0);
	ck_assert(count.has_end);
	ck_assert_uint_eq(count.overwritten + count.events,
			  count.events_in_all);
	return count;
}

/* LGP-03 */
START_TEST(an_overwritten_log_tells_how_many_it_had)
{
	struct posix_trace_totals_np totals;
	struct posix_trace_count_np count;
	trace_id_t trid;

	trid = start_with(stream_policy[_i], POSIX_TRACE_LOOP);
	fill(trid);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_get_totals_np(trid, &totals));
	assert_ok(posix_trace_shutdown(trid));

	count = count_log();
	ck_assert_uint_eq(count.events_in_all, totals.events);
	ck_assert_uint_eq(count.lost_in_all, totals.lost);
}
END_TEST

/* LGP-03: who completes it has read what is left; a clear was before, or not. */
START_TEST(so_it_does_after_its_controller_was_killed)
{
	const bool clears = _i >= POLICIES;
	const struct posix_trace_totals_np before = kill_controller_after(
		clears, stream_policy[_i % POLICIES], POSIX_TRACE_LOOP);
	struct posix_trace_recovered_np result;
	struct posix_trace_count_np count;

	assert_ok(posix_trace_recover_np(0, fd, &result));

	count = count_log();
	/* STOP is new, and the losses of the stream's end may be told anew. */
	ck_assert_uint_ge(count.events_in_all, before.events);
	ck_assert_uint_le(count.events_in_all, before.events + 2);
	ck_assert_uint_ge(count.lost_in_all, before.lost);
	ck_assert_uint_le(count.lost_in_all, before.lost + 2);
	ck_assert_uint_eq(result.lost, count.lost_in_all);
}
END_TEST

static Suite *suite(void)
{
	TCase *tcase = tcase_create("left out");
	Suite *suite = suite_create("left out");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(
		tcase, events_and_losses_of_a_log_are_all_that_was_recorded, 0,
		PAIRS);
	tcase_add_test(
		tcase,
		what_was_left_out_is_told_after_the_controller_was_killed);
	tcase_add_loop_test(tcase,
			    who_recovers_a_log_is_told_as_many_lost_as_it_tells,
			    0, PAIRS);
	tcase_add_loop_test(tcase, an_overwritten_log_tells_how_many_it_had, 0,
			    POLICIES);
	tcase_add_loop_test(tcase, so_it_does_after_its_controller_was_killed,
			    0, 2 * POLICIES);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return run_suite(suite());
}
