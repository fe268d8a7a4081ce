/*
 * check_steering.c - what is there is told, and does what others ask
 *
 * It makes no difference to a controller who asks: here it is the process
 * itself, and tests/tools/check-steer.sh has others.
 */
#include <trace_np.h>

#include "tracing.h"

enum {
	ASKERS = 4,
	ROUNDS = 20,
	SELECTORS = 12, /* more than a mailbox has places */
	KILLS = 100,
};

static trace_event_id_t type;

static void setup(void)
{
	type = type_of("event");
}

static int steer(int what)
{
	return posix_trace_steer_np(geteuid(), 0, what);
}

/* What is told */

struct told {
	struct posix_trace_stream_np stream;
	struct posix_trace_traceable_np process;
	unsigned streams, processes, events;
	char last[TRACE_EVENT_NAME_MAX + 1];
};

static void tell_stream(const struct posix_trace_stream_np *stream,
			void *argument)
{
	struct told *told = argument;

	told->stream = *stream;
	told->streams++;
}

static void tell_process(const struct posix_trace_traceable_np *process,
			 void *argument)
{
	struct told *told = argument;

	if (process->pid == getpid())
		told->process = *process;
	told->processes++;
}

static void tell_event(trace_event_id_t event, const char *name, void *argument)
{
	struct told *told = argument;

	ck_assert_uint_gt(event, POSIX_TRACE_UNNAMED_USEREVENT);
	snprintf(told->last, sizeof(told->last), "%s", name);
	told->events++;
}

static struct told look(pid_t pid)
{
	struct told told = { 0 };

	assert_ok(posix_trace_list_streams_np(pid, tell_stream, &told));
	assert_ok(posix_trace_list_processes_np(tell_process, &told));
	assert_ok(posix_trace_list_events_np(getpid(), tell_event, &told));
	return told;
}

START_TEST(a_process_is_there_with_what_it_opened)
{
	struct told told;

	type_of("another");
	told = look(0);
	ck_assert_uint_eq(told.streams, 0);
	ck_assert_uint_eq(told.process.events, 2);
	ck_assert_uint_eq(told.process.streams, 0);
	ck_assert_uint_eq(told.process.user, geteuid());
	ck_assert_uint_eq(told.events, 2);
	ck_assert_str_eq(told.last, "another");
}
END_TEST

START_TEST(a_stream_is_there_with_its_figures)
{
	trace_id_t trid = create_for(0, 1 << 16, 0);
	struct told told = look(0);
	const unsigned long long before = told.stream.events;

	ck_assert_uint_eq(told.streams, 1);
	ck_assert_int_eq(told.stream.status, POSIX_TRACE_SUSPENDED);
	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 100; i++)
		record(type, 0, i);

	told = look(getpid());
	ck_assert_uint_eq(told.streams, 1);
	ck_assert_int_eq(told.stream.number, 0);
	ck_assert_int_eq(told.stream.status, POSIX_TRACE_RUNNING);
	ck_assert_int_eq(told.stream.policy, POSIX_TRACE_LOOP);
	ck_assert_int_eq(told.stream.target, getpid());
	ck_assert_int_eq(told.stream.controller, getpid());
	ck_assert(told.stream.controller_lives && told.stream.target_lives);
	ck_assert_uint_eq(told.stream.size, 1 << 16);
	ck_assert_uint_eq(told.stream.lost, 0);
	/* START is one, too. */
	ck_assert_uint_eq(told.stream.events - before, 101);
	ck_assert_uint_gt(told.stream.used, 100 * sizeof(struct mark));
	ck_assert_uint_eq(told.process.streams, 1);
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_uint_eq(look(0).streams, 0);
}
END_TEST

static void compare_status(trace_id_t trid,
			   const struct posix_trace_stream_np *told)
{
	struct posix_trace_status_info status;

	assert_ok(posix_trace_get_status(trid, &status));
	ck_assert_int_eq(told->status, status.posix_stream_status);
	ck_assert_int_eq(told->full, status.posix_stream_full_status);
}

START_TEST(what_was_overwritten_or_lost_is_counted)
{
	trace_id_t loop = start_stream(1 << 14);
	trace_attr_t attr = attr_of(1 << 14, 0);
	trace_id_t full;
	struct told told;

	for (uint32_t i = 0; i < 20000; i++)
		record(type, 0, i);
	told = look(0);
	compare_status(loop, &told.stream);
	ck_assert_int_eq(told.stream.status, POSIX_TRACE_RUNNING);
	ck_assert_int_eq(told.stream.full, POSIX_TRACE_FULL);
	ck_assert_uint_eq(told.stream.lost, 0);
	ck_assert_uint_gt(told.stream.overwritten, 10000);
	ck_assert_uint_ge(told.stream.events, 20000);
	assert_ok(posix_trace_shutdown(loop));

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr,
						       POSIX_TRACE_UNTIL_FULL));
	assert_ok(posix_trace_create(0, &attr, &full));
	assert_ok(posix_trace_start(full));
	for (uint32_t i = 0; i < 20000; i++)
		record(type, 0, i);
	told = look(0);
	compare_status(full, &told.stream);
	ck_assert_int_eq(told.stream.status, POSIX_TRACE_SUSPENDED);
	ck_assert_int_eq(told.stream.full, POSIX_TRACE_FULL);
	ck_assert_uint_gt(told.stream.lost, 10000);
	ck_assert_uint_eq(told.stream.overwritten, 0);
	assert_ok(posix_trace_shutdown(full));
}
END_TEST

static pthread_barrier_t turn;

/* Records now and then: nothing of it is overwritten. */
static void *record_seldom(void *unused)
{
	for (uint32_t i = 0; i < ROUNDS; i++) {
		record(type, 1, i);
		pthread_barrier_wait(&turn);
		pthread_barrier_wait(&turn);
	}
	return unused;
}

/* Those of one thread are left out where those of another were overwritten. */
START_TEST(what_is_left_out_with_overwritten_events_is_counted)
{
	trace_id_t loop = start_stream(1 << 14);
	unsigned long long read = 0;
	pthread_t thread;
	struct got got;

	assert_ok(pthread_barrier_init(&turn, NULL, 2));
	assert_ok(pthread_create(&thread, NULL, record_seldom, NULL));
	for (uint32_t i = 0; i < ROUNDS; i++) {
		pthread_barrier_wait(&turn);
		for (uint32_t n = 0; n < 1000; n++)
			record(type, 0, n);
		pthread_barrier_wait(&turn);
	}
	assert_ok(pthread_join(thread, NULL));
	assert_ok(posix_trace_stop(loop));
	while (try_next(loop, &got))
		read += got.info.posix_event_id != POSIX_TRACE_OVERFLOW &&
			got.info.posix_event_id != POSIX_TRACE_RESUME;
	/* START and STOP, too */
	ck_assert_uint_eq(read + look(0).stream.overwritten, 1001 * ROUNDS + 2);
	assert_ok(posix_trace_shutdown(loop));
}
END_TEST

/* What was overwritten once is no reason, but what is not read. */
START_TEST(a_stream_that_was_read_empty_is_not_full)
{
	trace_id_t loop = start_stream(1 << 14);
	struct got got;
	struct told told;

	for (uint32_t i = 0; i < 20000; i++)
		record(type, 0, i);
	while (try_next(loop, &got))
		;
	told = look(0);
	compare_status(loop, &told.stream);
	ck_assert_int_eq(told.stream.full, POSIX_TRACE_NOT_FULL);
	ck_assert_uint_gt(told.stream.overwritten, 10000);
	assert_ok(posix_trace_shutdown(loop));
}
END_TEST

START_TEST(a_process_that_is_not_there_has_nothing)
{
	struct told told = { 0 };
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	ck_assert_int_eq(posix_trace_list_streams_np(pid, tell_stream, &told),
			 ESRCH);
	ck_assert_int_eq(posix_trace_list_events_np(pid, tell_event, &told),
			 ESRCH);
	assert_invalid(posix_trace_list_streams_np(0, NULL, NULL));
	assert_invalid(posix_trace_list_processes_np(NULL, NULL));
	assert_invalid(posix_trace_list_events_np(getpid(), NULL, NULL));
}
END_TEST

/* What is asked */

START_TEST(it_stops_and_starts_where_it_was_asked)
{
	trace_id_t trid = create_for(0, 0, 0);
	struct got got;

	assert_ok(steer(POSIX_TRACE_STEER_START_NP));
	record(type, 0, 1);
	assert_ok(steer(POSIX_TRACE_STEER_STOP_NP));
	record(type, 0, 2);
	assert_ok(steer(POSIX_TRACE_STEER_START_NP));
	record(type, 0, 3);

	await_next(trid, &got);
	ck_assert_int_eq(got.info.posix_event_id, POSIX_TRACE_START);
	await_next(trid, &got);
	ck_assert_uint_eq(got.mark.number, 1);
	await_next(trid, &got);
	ck_assert_int_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	await_next(trid, &got);
	ck_assert_int_eq(got.info.posix_event_id, POSIX_TRACE_START);
	await_next(trid, &got);
	ck_assert_uint_eq(got.mark.number, 3);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

START_TEST(it_is_cleared)
{
	trace_id_t trid = start_stream(0);
	struct got got;

	record(type, 0, 1);
	assert_ok(steer(POSIX_TRACE_STEER_CLEAR_NP));
	record(type, 0, 2);
	do
		await_next(trid, &got);
	while (!is_user(&got));
	ck_assert_uint_eq(got.mark.number, 2);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

START_TEST(it_is_flushed)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);
	struct posix_trace_totals_np totals;

	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	assert_ok(steer(POSIX_TRACE_STEER_FLUSH_NP));
	assert_ok(posix_trace_get_totals_np(trid, &totals));
	ck_assert_uint_ge(totals.events, 2);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* Events of the program that a log has so far, and marks of flushes. */
static unsigned count_logged(int fd, unsigned *marks)
{
	trace_id_t trid = open_log(fd);
	unsigned seen = 0;
	struct got got;

	*marks = 0;
	while (log_next(trid, &got)) {
		seen += is_user(&got);
		*marks += got.info.posix_event_id == POSIX_TRACE_FLUSH_START ||
			  got.info.posix_event_id == POSIX_TRACE_FLUSH_STOP;
	}
	assert_ok(posix_trace_close(trid));
	return seen;
}

START_TEST(it_is_drained_and_nothing_tells_of_that)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);
	unsigned marks;

	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 10; i++) {
		record(type, 0, i);
		assert_ok(i % 2 ? steer(POSIX_TRACE_STEER_DRAIN_NP) :
				  posix_trace_drain_np(trid));
		ck_assert_uint_eq(count_logged(fd, &marks), i + 1);
		ck_assert_uint_eq(marks, 0);
	}
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

START_TEST(a_log_of_its_controllers_choice_is_not_drained_by_others)
{
	int fd = make_file();
	trace_attr_t attr = attr_of(1 << 16, 0);
	trace_id_t trid;
	unsigned marks;

	assert_ok(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	assert_invalid(steer(POSIX_TRACE_STEER_DRAIN_NP));
	ck_assert_uint_eq(count_logged(fd, &marks), 0);
	assert_ok(posix_trace_drain_np(trid));
	ck_assert_uint_eq(count_logged(fd, &marks), 1);
	ck_assert_uint_eq(marks, 0);
	assert_ok(posix_trace_shutdown(trid));
	assert_invalid(posix_trace_drain_np(trid));
}
END_TEST

START_TEST(it_is_shut_down_and_its_log_is_whole)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);
	struct posix_trace_damage_np damage;
	struct got got;
	unsigned seen = 0;

	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 1000; i++)
		record(type, 0, i);
	assert_ok(steer(POSIX_TRACE_STEER_SHUTDOWN_NP));
	assert_invalid(posix_trace_stop(trid));
	assert_invalid(posix_trace_shutdown(trid));
	ck_assert_int_eq(steer(POSIX_TRACE_STEER_STOP_NP), ENOENT);
	ck_assert_uint_eq(look(0).streams, 0);

	trid = open_log(fd);
	while (log_next(trid, &got))
		seen += is_user(&got);
	ck_assert_uint_eq(seen, 1000);
	ck_assert_int_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	assert_ok(posix_trace_get_damage_np(trid, &damage));
	ck_assert_uint_eq(damage.count, 0);
	assert_ok(posix_trace_close(trid));
}
END_TEST

static void *wait_for_event(void *argument)
{
	const trace_id_t *trid = argument;
	struct posix_trace_event_info info;
	int unavailable = 0, err;
	size_t len;

	err = posix_trace_getnext_event(*trid, &info, NULL, 0, &len,
					&unavailable);
	return (void *)(intptr_t)(err ? err : unavailable);
}

START_TEST(a_reader_that_waits_is_let_go)
{
	trace_id_t trid = create_for(0, 0, 0);
	pthread_t reader;
	void *result;

	ck_assert_int_eq(pthread_create(&reader, NULL, wait_for_event, &trid),
			 0);
	nap_ms(50);
	assert_ok(steer(POSIX_TRACE_STEER_SHUTDOWN_NP));
	ck_assert_int_eq(pthread_join(reader, &result), 0);
	ck_assert_int_eq((intptr_t)result, EINVAL);
}
END_TEST

START_TEST(what_cannot_be_done_is_refused)
{
	trace_id_t trid;

	ck_assert_int_eq(steer(POSIX_TRACE_STEER_START_NP), ENOENT);
	trid = create_for(0, 0, 0);
	ck_assert_int_eq(steer(POSIX_TRACE_STEER_FLUSH_NP), EINVAL);
	ck_assert_int_eq(steer(POSIX_TRACE_STEER_DRAIN_NP), EINVAL);
	assert_invalid(posix_trace_drain_np(trid));
	ck_assert_int_eq(steer(0), EINVAL);
	ck_assert_int_eq(steer(POSIX_TRACE_STEER_DRAIN_NP + 1), EINVAL);
	ck_assert_int_eq(
		posix_trace_steer_np(geteuid(), -1, POSIX_TRACE_STEER_STOP_NP),
		ENOENT);
	ck_assert_int_eq(posix_trace_steer_np(geteuid(), TRACE_SYS_MAX,
					      POSIX_TRACE_STEER_STOP_NP),
			 ENOENT);
	ck_assert_int_eq(posix_trace_steer_np(geteuid() + 1, 0,
					      POSIX_TRACE_STEER_STOP_NP),
			 EPERM);
	ck_assert_int_eq(
		posix_trace_steer_beside_np(-1, 0, POSIX_TRACE_STEER_STOP_NP),
		ESRCH);
	ck_assert_int_eq(posix_trace_steer_select_beside_np(-1, 0, NULL),
			 ESRCH);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static void *ask_often(void *argument)
{
	int err = 0;

	for (int i = 0; i < ROUNDS && !err; i++)
		err = steer(i % 2 ? POSIX_TRACE_STEER_STOP_NP :
				    POSIX_TRACE_STEER_START_NP);
	(void)argument;
	return (void *)(intptr_t)err;
}

START_TEST(everybody_gets_an_answer)
{
	trace_id_t trid = create_for(0, 0, 0);
	pthread_t asker[ASKERS];
	void *result;

	for (int i = 0; i < ASKERS; i++)
		ck_assert_int_eq(
			pthread_create(&asker[i], NULL, ask_often, NULL), 0);
	for (int i = 0; i < ASKERS; i++) {
		ck_assert_int_eq(pthread_join(asker[i], &result), 0);
		ck_assert_int_eq((intptr_t)result, 0);
	}
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* What others select */

static int choose(const char *selection)
{
	return posix_trace_steer_select_np(geteuid(), 0, selection);
}

START_TEST(others_select_where_they_ask)
{
	trace_id_t trid = start_stream(0);
	trace_event_id_t other = type_of("other"), later;
	trace_event_id_t wanted[6];
	struct got got;

	record(type, 0, 1);
	assert_ok(choose("other,late*"));
	record(type, 0, 2);
	record(other, 0, 3);
	later = type_of("later");
	record(later, 0, 4);
	record(type_of("none"), 0, 5);
	assert_ok(choose(NULL));
	record(type, 0, 6);

	wanted[0] = type;
	wanted[1] = POSIX_TRACE_FILTER;
	wanted[2] = other;
	wanted[3] = later;
	wanted[4] = POSIX_TRACE_FILTER;
	wanted[5] = type;
	await_next(trid, &got);
	ck_assert_int_eq(got.info.posix_event_id, POSIX_TRACE_START);
	for (int i = 0; i < 6; i++) {
		await_next(trid, &got);
		ck_assert_int_eq(got.info.posix_event_id, wanted[i]);
	}
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* The filter that it starts with is told by START. */
START_TEST(a_stream_that_is_stopped_tells_when_it_starts)
{
	trace_id_t trid = create_for(0, 0, 0);
	const trace_event_set_t *filter;
	struct got got;
	int excluded;

	assert_ok(choose("nothing_is_called_that"));
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	await_next(trid, &got);
	ck_assert_int_eq(got.info.posix_event_id, POSIX_TRACE_START);
	filter = (const void *)got.data;
	assert_ok(posix_trace_eventset_ismember(type, filter, &excluded));
	ck_assert(excluded);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

START_TEST(what_others_may_not_select_is_refused)
{
	char text[POSIX_TRACE_SELECTION_MAX_NP + 2];
	trace_id_t trid;
	struct got got;

	ck_assert_int_eq(choose("a"), ENOENT);
	trid = start_stream(0);
	memset(text, 'a', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	assert_invalid(choose(text));
	assert_invalid(choose(""));
	assert_invalid(choose("a,,b"));
	assert_invalid(choose("!"));
	ck_assert_int_eq(posix_trace_steer_select_np(geteuid() + 1, 0, "a"),
			 EPERM);
	ck_assert_int_eq(posix_trace_steer_select_np(geteuid(), -1, "a"),
			 ENOENT);
	/* What is asked with a text cannot be asked without. */
	assert_invalid(steer(POSIX_TRACE_STEER_DRAIN_NP + 1));
	record(type, 0, 1);
	await_next(trid, &got);
	await_next(trid, &got);
	ck_assert_uint_eq(got.mark.number, 1);

	text[sizeof(text) - 2] = '\0';
	assert_ok(choose(text));
	record(type, 0, 2);
	await_next(trid, &got);
	ck_assert_int_eq(got.info.posix_event_id, POSIX_TRACE_FILTER);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* Texts that have nothing in common, so that a mixture is found out. */
static void select_often(unsigned number)
{
	char text[POSIX_TRACE_SELECTION_MAX_NP + 1];

	memset(text, 'a' + (int)number, sizeof(text));
	memcpy(text, "event,", 6);
	text[sizeof(text) - 1] = '\0';
	for (int i = 0; i < ROUNDS; i++)
		if (choose(text))
			_exit(1);
	_exit(0);
}

START_TEST(many_processes_select_and_all_are_answered)
{
	trace_id_t trid = start_stream(1 << 20);
	trace_event_id_t other = type_of("other");
	unsigned filters = 0;
	struct got got;
	int status;

	for (unsigned i = 0; i < SELECTORS; i++)
		if (!fork())
			select_often(i);
	for (unsigned i = 0; i < SELECTORS; i++) {
		ck_assert_int_gt(wait(&status), 0);
		ck_assert_int_eq(status, 0);
	}
	record(other, 0, 1);
	record(type, 0, 2);
	while (try_next(trid, &got) && !is_user(&got))
		filters += got.info.posix_event_id == POSIX_TRACE_FILTER;
	ck_assert_uint_eq(got.info.posix_event_id, type);
	ck_assert_uint_eq(filters, SELECTORS * ROUNDS);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static void select_for_ever(void)
{
	for (;;)
		choose("event,something_long_that_is_not_there");
}

START_TEST(who_is_killed_while_he_selects_leaves_nothing_behind)
{
	trace_id_t trid = start_stream(1 << 20);
	trace_event_id_t other = type_of("other");
	struct got got;

	for (long i = 0; i < KILLS; i++) {
		const struct timespec while_ = { .tv_nsec = 30011 * i };
		pid_t pid = fork();

		if (!pid)
			select_for_ever();
		nanosleep(&while_, NULL);
		kill(pid, SIGKILL);
		ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
		assert_ok(choose("other"));
	}
	/* The last request of one that is dead was done before ours. */
	record(type, 0, 1);
	record(other, 0, 2);
	while (try_next(trid, &got) && !is_user(&got))
		;
	ck_assert_uint_eq(got.info.posix_event_id, other);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static TCase *looking(void)
{
	TCase *tcase = tcase_create("looking");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, a_process_is_there_with_what_it_opened);
	tcase_add_test(tcase, a_stream_is_there_with_its_figures);
	tcase_add_test(tcase, what_was_overwritten_or_lost_is_counted);
	tcase_add_test(tcase,
		       what_is_left_out_with_overwritten_events_is_counted);
	tcase_add_test(tcase, a_stream_that_was_read_empty_is_not_full);
	tcase_add_test(tcase, a_process_that_is_not_there_has_nothing);
	return tcase;
}

static TCase *steering(void)
{
	TCase *tcase = tcase_create("steering");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, it_stops_and_starts_where_it_was_asked);
	tcase_add_test(tcase, it_is_cleared);
	tcase_add_test(tcase, it_is_flushed);
	tcase_add_test(tcase, it_is_drained_and_nothing_tells_of_that);
	tcase_add_test(
		tcase,
		a_log_of_its_controllers_choice_is_not_drained_by_others);
	tcase_add_test(tcase, it_is_shut_down_and_its_log_is_whole);
	tcase_add_test(tcase, a_reader_that_waits_is_let_go);
	tcase_add_test(tcase, what_cannot_be_done_is_refused);
	tcase_add_test(tcase, everybody_gets_an_answer);
	return tcase;
}

static TCase *selecting(void)
{
	TCase *tcase = tcase_create("selecting");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_test(tcase, others_select_where_they_ask);
	tcase_add_test(tcase, a_stream_that_is_stopped_tells_when_it_starts);
	tcase_add_test(tcase, what_others_may_not_select_is_refused);
	tcase_add_test(tcase, many_processes_select_and_all_are_answered);
	tcase_add_test(tcase,
		       who_is_killed_while_he_selects_leaves_nothing_behind);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("steering");

	suite_add_tcase(suite, looking());
	suite_add_tcase(suite, steering());
	suite_add_tcase(suite, selecting());
	return run_suite(suite);
}
