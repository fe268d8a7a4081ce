/*
 * check_identifiers.c - which identifiers the functions take
 *
 * All functions that take one are in a table, so that none is forgotten.
 */
#include <limits.h>

#include "tracing.h"

static trace_event_id_t type;

static void setup(void)
{
	type = type_of("event");
}

/* The functions. What they store goes nowhere; none may wait. */

static struct got got;
static trace_event_set_t set;
static trace_attr_t attr;
static trace_event_id_t id;
static int none;

static int get_status(trace_id_t trid)
{
	struct posix_trace_status_info status;

	return posix_trace_get_status(trid, &status);
}

static int get_attr(trace_id_t trid)
{
	return posix_trace_get_attr(trid, &attr);
}

static int get_filter(trace_id_t trid)
{
	return posix_trace_get_filter(trid, &set);
}

static int set_filter(trace_id_t trid)
{
	trace_event_set_t all;

	posix_trace_eventset_fill(&all, POSIX_TRACE_ALL_EVENTS);
	return posix_trace_set_filter(trid, &all, POSIX_TRACE_SET_EVENTSET);
}

static int getnext(trace_id_t trid)
{
	return posix_trace_getnext_event(trid, &got.info, got.data, ROOM,
					 &got.len, &none);
}

static int trygetnext(trace_id_t trid)
{
	return posix_trace_trygetnext_event(trid, &got.info, got.data, ROOM,
					    &got.len, &none);
}

static int timedgetnext(trace_id_t trid)
{
	const struct timespec never = { .tv_sec = INT_MAX };

	return posix_trace_timedgetnext_event(trid, &got.info, got.data, ROOM,
					      &got.len, &none, &never);
}

static int open_name(trace_id_t trid)
{
	return posix_trace_trid_eventid_open(trid, "name", &id);
}

static int get_name(trace_id_t trid)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	return posix_trace_eventid_get_name(trid, type, name);
}

static int get_predefined_name(trace_id_t trid)
{
	char name[TRACE_EVENT_NAME_MAX + 1];

	return posix_trace_eventid_get_name(trid, POSIX_TRACE_START, name);
}

static int get_next_id(trace_id_t trid)
{
	return posix_trace_eventtypelist_getnext_id(trid, &id, &none);
}

enum {
	ACTIVE = 1, /* for active streams, and those only */
	LOGGED = 2, /* for active streams with log only */
	CLOSED = 4, /* for pre-recorded streams only */
	BOTH = 8,   /* for either */
};

static const struct {
	const char *name;
	int (*call)(trace_id_t);
	int kinds;
} functions[] = {
	{ "start", posix_trace_start, ACTIVE },
	{ "stop", posix_trace_stop, ACTIVE },
	{ "clear", posix_trace_clear, ACTIVE },
	{ "flush", posix_trace_flush, LOGGED },
	{ "shutdown", posix_trace_shutdown, ACTIVE },
	{ "get_status", get_status, BOTH },
	{ "get_attr", get_attr, BOTH },
	{ "get_filter", get_filter, ACTIVE },
	{ "set_filter", set_filter, ACTIVE },
	{ "getnext_event", getnext, BOTH },
	{ "trygetnext_event", trygetnext, ACTIVE },
	{ "timedgetnext_event", timedgetnext, BOTH },
	{ "trid_eventid_open", open_name, ACTIVE },
	{ "eventid_get_name", get_name, BOTH },
	{ "eventid_get_name", get_predefined_name, BOTH },
	{ "eventtypelist_getnext_id", get_next_id, BOTH },
	{ "eventtypelist_rewind", posix_trace_eventtypelist_rewind, BOTH },
	{ "close", posix_trace_close, CLOSED },
	{ "rewind", posix_trace_rewind, CLOSED },
};

static void assert_refused(trace_id_t trid, int kinds)
{
	for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
		int err;

		if (!(functions[i].kinds & kinds))
			continue;
		err = functions[i].call(trid);
		ck_assert_msg(err == EINVAL, "%s(%#x): %d", functions[i].name,
			      (unsigned)trid, err);
	}
}

static void assert_dead(trace_id_t trid)
{
	assert_refused(trid, ACTIVE | LOGGED | CLOSED | BOTH);
}

/* A log with START, one event and STOP. */
static int make_log(void)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_start(trid));
	record(type, 1, 2);
	assert_ok(posix_trace_shutdown(trid));
	return fd;
}

static void assert_log_next(trace_id_t trid, trace_event_id_t expected)
{
	ck_assert(log_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, expected);
}

/*
 * TID-01 TID-02 TID-03 TID-04 TID-05 TID-06 TID-07 TID-08 TID-09 TID-10
 * TID-11 TID-12 TID-13 TID-14 TID-15 TID-16
 */
START_TEST(after_the_shutdown_an_identifier_is_dead)
{
	trace_id_t trid = start_stream(0);
	trace_id_t logged = create_logged_for(0, make_file(), 0, 0);

	record(type, 1, 2);
	assert_ok(posix_trace_shutdown(trid));
	assert_ok(posix_trace_shutdown(logged));
	assert_dead(trid);
	assert_dead(logged);
}
END_TEST

/* TID-35: active streams and logs share the places. */
START_TEST(a_dead_identifier_stays_dead)
{
	const int fd = make_log();
	trace_id_t trid = create_for(0, 0, 0), next;
	trace_id_t log = open_log(fd);

	assert_ok(posix_trace_shutdown(trid));
	assert_ok(posix_trace_close(log));
	for (int i = 0; i < (SANITIZED ? 20 : 100); i++) {
		next = create_for(0, 0, 0);
		ck_assert_int_ne(next, trid);
		ck_assert_int_ne(next, log);
		assert_dead(trid);
		assert_dead(log);
		assert_ok(posix_trace_shutdown(next));
		next = open_log(fd);
		ck_assert_int_ne(next, trid);
		ck_assert_int_ne(next, log);
		assert_dead(trid);
		assert_dead(log);
		assert_ok(posix_trace_close(next));
	}
}
END_TEST

/* TID-34 TID-36 */
START_TEST(after_the_close_an_identifier_is_dead)
{
	trace_id_t log = open_log(make_log());

	assert_ok(posix_trace_close(log));
	assert_dead(log);
}
END_TEST

/* TID-38 TID-40. An identifier in use is left alone. */
START_TEST(garbage_is_no_identifier)
{
	const trace_id_t trid = create_for(0, 0, 0);
	unsigned seed = 1;

	assert_dead(0);
	assert_dead(-1);
	assert_dead(INT_MAX);
	assert_dead(INT_MIN);
	for (int bit = 0; bit < 32; bit++)
		if ((trace_id_t)(1U << bit) != trid)
			assert_dead((trace_id_t)(1U << bit));
	for (int bit = 0; bit < 32; bit++)
		assert_dead((trace_id_t)((unsigned)trid ^ 1U << bit));
	for (int i = 0; i < 1000; i++)
		assert_dead(rand_r(&seed) | 4095);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* TID-17 TID-18 TID-19 TID-37 */
START_TEST(what_is_for_logs_is_refused_on_an_active_stream)
{
	trace_id_t trid = start_stream(0);

	record(type, 1, 2);
	assert_refused(trid, LOGGED | CLOSED);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	record(type, 1, 3);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_mark(trid, type, 1, 2);
	assert_next_mark(trid, type, 1, 3);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* TID-20 TID-21 TID-37 */
START_TEST(what_is_for_prerecorded_streams_is_refused_on_one_with_log)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_start(trid));
	record(type, 1, 2);
	assert_refused(trid, CLOSED);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_log_next(trid, POSIX_TRACE_START);
	assert_log_next(trid, type);
	assert_log_next(trid, POSIX_TRACE_STOP);
}
END_TEST

/*
 * TID-22 TID-23 TID-24 TID-25 TID-26 TID-27 TID-28 TID-29 TID-30 TID-37: in
 * the middle of reading
 */
START_TEST(a_prerecorded_stream_is_not_controlled)
{
	struct posix_trace_status_info before, after;
	trace_id_t log = open_log(make_log());

	assert_log_next(log, POSIX_TRACE_START);
	before = status_of(log);
	assert_refused(log, ACTIVE | LOGGED);
	after = status_of(log);
	ck_assert_mem_eq(&before, &after, sizeof(before));
	assert_log_next(log, type);
	assert_log_next(log, POSIX_TRACE_STOP);
	ck_assert(!log_next(log, &got));
	assert_ok(posix_trace_close(log));
}
END_TEST

static void assert_dead_in_a_child(const trace_id_t *trid, size_t count)
{
	pid_t child = fork();

	if (!child) {
		/* A failed assertion ends the child with another status. */
		for (size_t i = 0; i < count; i++)
			assert_dead(trid[i]);
		leave(0);
	}
	assert_exits_0(child);
}

/* TID-31 TID-32 TID-33 TID-37 TID-39 CTL-07 */
START_TEST(a_childs_parents_identifiers_are_not_its_own)
{
	int fd = make_file();
	trace_id_t trid[3];

	trid[2] = open_log(make_log());
	trid[1] = create_logged_for(0, fd, 0, 0);
	trid[0] = start_stream(0);
	assert_ok(posix_trace_start(trid[1]));
	record(type, 0, 1);
	assert_dead_in_a_child(trid, ARRAY_LEN(trid));
	record(type, 0, 2);

	assert_state(trid[0], POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_next_is(trid[0], POSIX_TRACE_START, &got);
	assert_next_mark(trid[0], type, 0, 1);
	assert_next_mark(trid[0], type, 0, 2);
	assert_empty(trid[0]);
	assert_log_next(trid[2], POSIX_TRACE_START);
	for (int i = 0; i < 2; i++)
		assert_ok(posix_trace_shutdown(trid[i]));
	assert_ok(posix_trace_close(trid[2]));
	ck_assert_int_ge(open_log(fd), 0);
}
END_TEST

/* TID-31 TID-32 TID-33: being traced into a stream does not make it one's
 * own. */
START_TEST(a_traced_childs_parents_identifier_is_not_its_own)
{
	trace_attr_t inherited = attr_of(0, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setinherited(&inherited,
						POSIX_TRACE_INHERITED));
	assert_ok(posix_trace_create(0, &inherited, &trid));
	assert_ok(posix_trace_start(trid));
	assert_dead_in_a_child(&trid, 1);
	record(type, 0, 1);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_mark(trid, type, 0, 1);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("identifiers");
	TCase *tcase = tcase_create("identifiers");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, after_the_shutdown_an_identifier_is_dead);
	tcase_add_test(tcase, a_dead_identifier_stays_dead);
	tcase_add_test(tcase, after_the_close_an_identifier_is_dead);
	tcase_add_test(tcase, garbage_is_no_identifier);
	tcase_add_test(tcase, what_is_for_logs_is_refused_on_an_active_stream);
	tcase_add_test(
		tcase,
		what_is_for_prerecorded_streams_is_refused_on_one_with_log);
	tcase_add_test(tcase, a_prerecorded_stream_is_not_controlled);
	tcase_add_test(tcase, a_childs_parents_identifiers_are_not_its_own);
	tcase_add_test(tcase,
		       a_traced_childs_parents_identifier_is_not_its_own);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
