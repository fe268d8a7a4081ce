/*
 * check_posix_trace_eventid_describe_np.c - descriptions travel with events: to
 * other processes, over the ends of programs, and through logs
 */
#include <trace_np.h>

#include "tracing.h"

#define ORDER "uint64_t id [[key]]; double price"

static char text[POSIX_TRACE_DESCRIPTION_MAX_NP + 1];

static void assert_described(trace_id_t trid, trace_event_id_t type,
			     const char *wanted)
{
	assert_ok(posix_trace_eventid_get_description_np(trid, type, text,
							 sizeof(text)));
	ck_assert_str_eq(text, wanted);
}

static void assert_not_described(trace_id_t trid, trace_event_id_t type)
{
	ck_assert_int_eq(posix_trace_eventid_get_description_np(
				 trid, type, text, sizeof(text)),
			 ENODATA);
}

START_TEST(a_stream_tells_the_description)
{
	const trace_event_id_t type = type_of("order");
	trace_id_t trid = start_stream(0);

	assert_not_described(trid, type);
	assert_ok(posix_trace_eventid_describe_np(type, ORDER));
	assert_described(trid, type, ORDER);
	assert_not_described(trid, type_of("other"));
	assert_not_described(trid, POSIX_TRACE_START);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

START_TEST(a_description_is_given_once)
{
	const trace_event_id_t type = type_of("order");

	assert_ok(posix_trace_eventid_describe_np(type, ORDER));
	assert_ok(posix_trace_eventid_describe_np(type, ORDER));
	ck_assert_int_eq(posix_trace_eventid_describe_np(type, "int id"),
			 EEXIST);
}
END_TEST

START_TEST(what_is_no_description_or_no_type_is_refused)
{
	const trace_event_id_t type = type_of("order");
	trace_id_t trid = start_stream(0);

	memset(text, ' ', sizeof(text));
	/* The macro would have the compiler complain. */
	assert_invalid((posix_trace_eventid_describe_np)(type, NULL));
	assert_invalid(posix_trace_eventid_describe_np(type, ""));
	assert_invalid(posix_trace_eventid_describe_np(type, "integer id"));
	memcpy(text, "int a", 5);
	text[sizeof(text) - 1] = ';';
	assert_invalid(posix_trace_eventid_describe_np(type, text));
	assert_invalid(posix_trace_eventid_describe_np(0, ORDER));
	assert_invalid(
		posix_trace_eventid_describe_np(POSIX_TRACE_START, ORDER));
	assert_invalid(posix_trace_eventid_describe_np(
		POSIX_TRACE_UNNAMED_USEREVENT, ORDER));
	assert_invalid(posix_trace_eventid_describe_np(type + 1, ORDER));
	assert_invalid(posix_trace_eventid_describe_np(~0U, ORDER));
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* The first that was refused, until there is a right one. */
START_TEST(what_was_refused_is_told_until_there_is_a_right_one)
{
	static char longer[POSIX_TRACE_DESCRIPTION_MAX_NP + 2];
	const trace_event_id_t type = type_of("order"),
			       other = type_of("other");
	trace_id_t trid = start_stream(0);

	assert_invalid(posix_trace_eventid_describe_np(type, "integer id"));
	assert_invalid(posix_trace_eventid_describe_np(type, "text"));
	assert_described(trid, type, "integer id");
	assert_ok(posix_trace_eventid_describe_np(type, ORDER));
	assert_described(trid, type, ORDER);
	assert_invalid(posix_trace_eventid_describe_np(type, "text"));
	assert_described(trid, type, ORDER);
	ck_assert_int_eq(posix_trace_eventid_describe_np(type, "int id"),
			 EEXIST);

	memset(longer, ' ', sizeof(longer) - 1);
	memcpy(longer, "int a", 5);
	assert_invalid(posix_trace_eventid_describe_np(other, longer));
	assert_ok(posix_trace_eventid_get_description_np(trid, other, text,
							 sizeof(text)));
	ck_assert_uint_eq(strlen(text), POSIX_TRACE_DESCRIPTION_MAX_NP);
	ck_assert_str_eq(text + strlen(text) - 11, "too long */");
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* Events that a log has already are read by the right one, too. */
START_TEST(a_right_description_takes_the_place_of_a_refused_one_in_a_log)
{
	int fd = make_file();
	const trace_event_id_t type = type_of("order"),
			       other = type_of("other");
	trace_id_t trid;

	trid = create_logged_for(0, fd, 0, 0);
	assert_ok(posix_trace_start(trid));
	assert_invalid(posix_trace_eventid_describe_np(type, "integer id"));
	assert_invalid(posix_trace_eventid_describe_np(other, "integer a"));
	record(type, 1, 1);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_eventid_describe_np(type, ORDER));
	record(type, 1, 2);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_described(trid, type, ORDER);
	assert_described(trid, other, "integer a");
	assert_ok(posix_trace_close(trid));
	close(fd);
}
END_TEST

static void must_be_described(trace_id_t trid, trace_event_id_t type,
			      const char *wanted)
{
	must(!posix_trace_eventid_get_description_np(trid, type, text,
						     sizeof(text)));
	must(!strcmp(text, wanted));
}

/* In a child: a stream of its own knows what its parent said. */
static trace_id_t create_and_find(trace_event_id_t type, const char *wanted)
{
	trace_id_t trid;
	trace_attr_t attr;

	must(!posix_trace_attr_init(&attr));
	must(!posix_trace_create(0, &attr, &trid));
	must_be_described(trid, type, wanted);
	return trid;
}

START_TEST(a_child_may_describe_what_its_parent_was_refused)
{
	const trace_event_id_t type = type_of("order");
	pid_t child;

	assert_invalid(posix_trace_eventid_describe_np(type, "integer id"));
	child = fork();
	if (!child) {
		const trace_id_t trid = create_and_find(type, "integer id");

		must(!posix_trace_eventid_describe_np(type, ORDER));
		must_be_described(trid, type, ORDER);
		must(!posix_trace_shutdown(trid));
		leave(0);
	}
	assert_exits_0(child);
}
END_TEST

START_TEST(too_little_room_is_told)
{
	const trace_event_id_t type = type_of("order");
	trace_id_t trid = start_stream(0);

	assert_ok(posix_trace_eventid_describe_np(type, ORDER));
	strcpy(text, "untouched");
	ck_assert_int_eq(posix_trace_eventid_get_description_np(
				 trid, type, text, sizeof(ORDER) - 1),
			 ERANGE);
	ck_assert_str_eq(text, "untouched");
	assert_ok(posix_trace_eventid_get_description_np(trid, type, text,
							 sizeof(ORDER)));
	assert_invalid(
		posix_trace_eventid_get_description_np(trid, type, NULL, 0));
	assert_invalid(posix_trace_eventid_get_description_np(
		trid + 1, type, text, sizeof(text)));
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* A description before the stream, one while it runs, and one for a type that
 * no event has. */
START_TEST(a_log_has_the_descriptions)
{
	int fd = make_file();
	trace_event_id_t early = type_of("early"), late = type_of("late");
	trace_id_t trid;

	assert_ok(posix_trace_eventid_describe_np(early, ORDER));
	trid = create_logged_for(0, fd, 0, 0);
	assert_ok(posix_trace_start(trid));
	record(early, 1, 1);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_eventid_describe_np(late, "int late"));
	record(late, 1, 2);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_described(trid, early, ORDER);
	assert_described(trid, late, "int late");
	assert_not_described(trid, POSIX_TRACE_START);
	assert_ok(posix_trace_close(trid));
	close(fd);
}
END_TEST

START_TEST(a_log_without_its_end_has_them_before_the_events)
{
	int fd = make_file(), cut = make_file();
	const trace_event_id_t type = type_of("order");
	struct stat st;
	trace_id_t trid, log;
	char *copy;

	trid = create_logged_for(0, fd, 0, 0);
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_eventid_describe_np(type, ORDER));
	record(type, 1, 1);
	assert_ok(posix_trace_flush(trid));
	ck_assert_int_eq(fstat(fd, &st), 0);
	copy = malloc((size_t)st.st_size);
	ck_assert_int_eq(pread(fd, copy, (size_t)st.st_size, 0), st.st_size);
	ck_assert_int_eq(write(cut, copy, (size_t)st.st_size), st.st_size);
	free(copy);

	log = open_log(cut);
	assert_described(log, type, ORDER);
	assert_ok(posix_trace_close(log));
	assert_ok(posix_trace_shutdown(trid));
	close(cut);
	close(fd);
}
END_TEST

START_TEST(a_cleared_log_keeps_them)
{
	int fd = make_file();
	const trace_event_id_t type = type_of("order");
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, POSIX_TRACE_LOOP));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	assert_ok(posix_trace_eventid_describe_np(type, ORDER));
	record(type, 1, 1);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_clear(trid));
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	assert_described(trid, type, ORDER);
	assert_ok(posix_trace_close(trid));
	close(fd);
}
END_TEST

/* Said by a child, after it was made. */
static void describe_and_die(int fd, int how)
{
	char byte = 0;

	must(!posix_trace_eventid_describe_np(type_of("order"), ORDER));
	record(type_of("order"), 2, 2);
	must(write(fd, &byte, 1) == 1);
	if (how == SIGKILL)
		pause();
	leave(0);
}

START_TEST(the_controller_has_what_a_killed_program_said)
{
	int fds[2], status;
	trace_event_id_t type;
	trace_id_t trid;
	pid_t child;
	char byte;

	ck_assert_int_eq(pipe(fds), 0);
	child = fork();
	if (!child) {
		/* Until there is the stream. */
		must(read(fds[0], &byte, 1) == 1);
		close(fds[0]);
		describe_and_die(fds[1], SIGKILL);
	}
	trid = create_for(child, 0, 0);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(write(fds[1], "x", 1), 1);
	nap_ms(20);
	while (posix_trace_trid_eventid_open(trid, "order", &type) ||
	       posix_trace_eventid_get_description_np(trid, type, text,
						      sizeof(text)))
		nap_ms(1);
	kill(child, SIGKILL);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	assert_described(trid, type, ORDER);
	assert_ok(posix_trace_shutdown(trid));
	close(fds[0]);
	close(fds[1]);
}
END_TEST

START_TEST(a_child_keeps_what_its_parent_said)
{
	const trace_event_id_t type = type_of("order");
	pid_t child;

	assert_ok(posix_trace_eventid_describe_np(type, ORDER));
	child = fork();
	if (!child) {
		const trace_id_t trid = create_and_find(type, ORDER);

		must(posix_trace_eventid_describe_np(type, "int a") == EEXIST);
		must(!posix_trace_shutdown(trid));
		leave(0);
	}
	assert_exits_0(child);
}
END_TEST

START_TEST(what_a_child_says_of_its_family_all_know)
{
	const trace_event_id_t type = type_of("order");
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid;
	pid_t child;

	assert_ok(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	assert_ok(posix_trace_create(0, &attr, &trid));
	assert_ok(posix_trace_start(trid));
	child = fork();
	if (!child) {
		must(!posix_trace_eventid_describe_np(type, ORDER));
		leave(0);
	}
	assert_exits_0(child);
	assert_described(trid, type, ORDER);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("posix_trace_eventid_describe_np");
	TCase *c = tcase_create("describe");

	tcase_add_test(c, a_stream_tells_the_description);
	tcase_add_test(c, a_description_is_given_once);
	tcase_add_test(c, what_is_no_description_or_no_type_is_refused);
	tcase_add_test(c, what_was_refused_is_told_until_there_is_a_right_one);
	tcase_add_test(
		c,
		a_right_description_takes_the_place_of_a_refused_one_in_a_log);
	tcase_add_test(c, a_child_may_describe_what_its_parent_was_refused);
	tcase_add_test(c, too_little_room_is_told);
	tcase_add_test(c, a_log_has_the_descriptions);
	tcase_add_test(c, a_log_without_its_end_has_them_before_the_events);
	tcase_add_test(c, a_cleared_log_keeps_them);
	tcase_add_test(c, the_controller_has_what_a_killed_program_said);
	tcase_add_test(c, a_child_keeps_what_its_parent_said);
	tcase_add_test(c, what_a_child_says_of_its_family_all_know);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
