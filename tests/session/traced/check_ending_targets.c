/* Processes that end, or are killed, while another traces them. */
#include <poll.h>

#include "target_process.h"
#include "sanitizers.h"

static void kill_it(struct target *t)
{
	ck_assert_int_eq(kill(t->pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(t->pid, NULL, 0), t->pid);
}

/* All that each thread published is there, in order, and at most the one event
 * that was under way is there besides. */
static void assert_all_published(trace_id_t trid, bool log,
				 const struct published *published)
{
	uint32_t next[TARGET_THREADS] = { 0 };
	struct got got;

	while (log ? log_next(trid, &got) : try_next(trid, &got)) {
		if (!is_user(&got) || got.len == 0)
			continue;
		ck_assert_uint_eq(got.len, sizeof(got.mark));
		assert_name(trid, got.info.posix_event_id, "e");
		ck_assert_uint_lt(got.mark.who, TARGET_THREADS);
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	}
	for (int i = 0; i < TARGET_THREADS; i++) {
		ck_assert_uint_ge(next[i], published->count[i]);
		ck_assert_uint_le(next[i], published->count[i] + 1);
	}
}

/* OTH-10 OTH-11 OTH-12 */
START_TEST(a_target_killed_while_it_writes_leaves_all_it_had_published)
{
	struct got got;
	trace_id_t trid;

	target = launch();
	trid = create_for(target.pid, 16 << 20, 0);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(tell(&target, "storm e 3"), 0);
	nap_ms(20 + 7 * _i);
	kill_it(&target);

	assert_all_published(trid, false, target.published);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_start(trid));
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* OTH-11 OTH-18 */
START_TEST(a_target_killed_while_it_writes_leaves_a_log_with_all)
{
	int fd = make_file();
	trace_id_t trid;

	target = launch();
	trid = create_logged_for(target.pid, fd, 8 << 20, 0);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(tell(&target, "storm e 3"), 0);
	nap_ms(20 + 7 * _i);
	kill_it(&target);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_all_published(trid, true, target.published);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
}
END_TEST

static trace_id_t orphan;
static _Atomic bool has_read;

static void *read_orphan(void *got)
{
	log_next(orphan, got);
	has_read = true;
	return NULL;
}

/* GET-20 OTH-12: nothing comes until the controller does something. */
START_TEST(the_stream_of_a_dead_target_is_waited_for)
{
	pthread_t reader;
	struct got got = { .len = 0 };

	target = launch();
	orphan = start_for(target.pid);
	ck_assert_int_eq(tell(&target, "event e 1"), 0);
	kill_it(&target);
	assert_next_is(orphan, POSIX_TRACE_START, &got);
	assert_next_named(orphan, "e", 1);

	assert_ok(pthread_create(&reader, NULL, read_orphan, &got));
	nap_ms(100);
	ck_assert(!has_read);
	assert_ok(posix_trace_stop(orphan));
	assert_ok(pthread_join(reader, NULL));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	assert_ok(posix_trace_shutdown(orphan));
}
END_TEST

/* OTH-12: it tells the names, also to a stream whose controller has not asked
 * for them yet. */
START_TEST(a_dead_targets_file_goes_with_its_last_stream)
{
	trace_id_t one, other;

	target = launch();
	one = start_for(target.pid);
	other = start_for(target.pid);
	ck_assert_int_eq(tell(&target, "event e 1"), 0);
	kill_it(&target);
	assert_ok(posix_trace_shutdown(one));
	ck_assert(has_file(target.pid));
	assert_ok(posix_trace_shutdown(other));
	ck_assert(!has_file(target.pid));
}
END_TEST

/* A target without a handler has a thread that records by itself. */
static void await_count(uint32_t count, bool by_signals)
{
	while (target.published->count[0] < count) {
		if (by_signals)
			kill(target.pid, SIGALRM);
		nap_ms(1);
	}
}

static const char *const who_records_at_the_end[] = {
	"storm e 1", /* another thread */
	"ring e",    /* a signal handler */
};

/* A target whose destructors are over, the library's too, and that does not
 * end, as nobody takes what it has to write. */
static struct target launch_babbling(const char *who_records)
{
	struct target made = launch();
	struct pollfd out = { fileno(made.out), POLLIN, 0 };

	ck_assert_int_gt(tell(&made, "open other"), 0);
	ck_assert_int_eq(tell(&made, "babble 200000"), 0);
	ck_assert_int_eq(tell(&made, who_records), 0);
	fclose(made.in);
	made.in = NULL;
	ck_assert_int_eq(poll(&out, 1, -1), 1);
	return made;
}

static void let_end(void)
{
	while (fgetc(target.out) != EOF)
		;
	assert_exits_0(target.pid);
}

/* OTH-06 */
START_TEST(a_process_that_is_about_to_end_can_be_traced)
{
	trace_id_t trid;
	struct got got;
	uint32_t first;

	target = launch_babbling(who_records_at_the_end[_i]);
	trid = start_for(target.pid);
	first = target.published->count[0] + 1;
	await_count(first + 20, _i);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	await_next(trid, &got);
	assert_name(trid, got.info.posix_event_id, "e");
	ck_assert_uint_le(got.mark.number, first);
	for (uint32_t i = got.mark.number + 1; i < first + 20; i++)
		assert_next_named(trid, "e", i);
	assert_ok(posix_trace_shutdown(trid));
	let_end();
}
END_TEST

/* OTH-04: numbers of types that the program has are the stream's for other
 * names by now. */
START_TEST(no_event_at_the_end_has_anothers_name)
{
	trace_event_id_t type;
	trace_id_t trid;
	struct got got;

	target = launch_babbling("ring e");
	trid = create_for(target.pid, 0, 0);
	for (const char *name = "abcd"; *name; name++)
		assert_ok(posix_trace_trid_eventid_open(
			trid, (char[]){ *name, 0 }, &type));
	assert_ok(posix_trace_start(trid));
	await_count(20, true);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
	let_end();
}
END_TEST

/* OTH-12: nobody but the controller would need it. */
START_TEST(a_file_for_a_program_without_the_library_goes_with_the_stream)
{
	trace_id_t one, other;

	target = prepare("/bin/cat");
	execute(&target);
	ck_assert_int_eq(tell(&target, "4711"), 4711);
	one = start_for(target.pid);
	other = start_for(target.pid);
	assert_ok(posix_trace_shutdown(one));
	ck_assert(has_file(target.pid));
	assert_ok(posix_trace_shutdown(other));
	ck_assert(!has_file(target.pid));
	fclose(target.in);
	assert_exits_0(target.pid);
}
END_TEST

/* OTH-16 */
START_TEST(a_target_that_has_ended_is_not_there)
{
	trace_id_t trid;

	target = launch();
	kill_it(&target);
	ck_assert_int_eq(posix_trace_create(target.pid, NULL, &trid), ESRCH);
}
END_TEST

/* CTL-06 CTL-11 LIM-05: a controller ends, and another one goes on. */
START_TEST(a_target_outlives_its_controller)
{
	trace_id_t trid;
	pid_t child;

	target = launch();
	child = fork();
	if (!child) {
		trace_attr_t attr = attr_of(0, 0);

		assert_ok(posix_trace_create(target.pid, &attr, &trid));
		assert_ok(posix_trace_start(trid));
		kill(getpid(), SIGKILL);
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	ck_assert_int_eq(tell(&target, "event e 1"), 0);
	trid = start_for(target.pid);
	drain(trid);
	ck_assert_int_eq(tell(&target, "event e 2"), 0);
	assert_next_named(trid, "e", 2);
	assert_ok(posix_trace_shutdown(trid));
	dismiss(&target);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ending_targets");
	TCase *tcase = tcase_create("ending_targets");

	tcase_add_checked_fixture(tcase, NULL, release);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(
		tcase,
		a_target_killed_while_it_writes_leaves_all_it_had_published, 0,
		5);
	tcase_add_loop_test(
		tcase, a_target_killed_while_it_writes_leaves_a_log_with_all, 0,
		5);
	tcase_add_test(tcase, the_stream_of_a_dead_target_is_waited_for);
	tcase_add_test(tcase, a_dead_targets_file_goes_with_its_last_stream);
	/* A race detector calls no handler while the end of a process waits. */
	tcase_add_loop_test(tcase, a_process_that_is_about_to_end_can_be_traced,
			    0, FINDS_RACES ? 1 : 2);
	if (!FINDS_RACES)
		tcase_add_test(tcase, no_event_at_the_end_has_anothers_name);
	tcase_add_test(
		tcase,
		a_file_for_a_program_without_the_library_goes_with_the_stream);
	tcase_add_test(tcase, a_target_that_has_ended_is_not_there);
	tcase_add_test(tcase, a_target_outlives_its_controller);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
