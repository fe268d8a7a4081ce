/*
 * check_first_use.c - programs that are linked with the library, and have not
 * asked it for anything yet
 *
 * The program heir is such a one until its first event.
 */
#include <dirent.h>

#include <trace_np.h>

#include "session/heir.h"
#include "session/heir_log.h"

static trace_id_t start_family_of(pid_t pid)
{
	trace_attr_t attr = attr_inherited(1 << 20);
	trace_id_t trid;
	struct got got;

	assert_ok(posix_trace_create(pid, &attr, &trid));
	assert_ok(posix_trace_start(trid));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	return trid;
}

START_TEST(it_leaves_no_file)
{
	struct heir heir =
		launch(HEIR("say", "await", "event", "e", "1", "say", "await"));

	listen_to(&heir);
	ck_assert(!has_file(heir.pid));
	prompt(&heir);
	listen_to(&heir);
	ck_assert(has_file(heir.pid) || !getenv("POSIXTRACE_DIR"));
	prompt(&heir);
	assert_well(&heir);
	ck_assert(!has_file(heir.pid));
}
END_TEST

/* The other one runs, or has left its file and its stream. */
START_TEST(streams_of_others_make_it_no_file)
{
	struct heir other = launch(HEIR("say", "await"));
	struct heir heir;
	trace_id_t trid;

	listen_to(&other);
	trid = start_family_of(other.pid);
	if (_i) {
		ck_assert_int_eq(kill(other.pid, SIGKILL), 0);
		ck_assert_int_eq(waitpid(other.pid, NULL, 0), other.pid);
		ck_assert(has_file(other.pid));
	}
	heir = launch(HEIR("say", "await", "event", "e", "1"));
	listen_to(&heir);
	ck_assert(!has_file(heir.pid));
	prompt(&heir);
	assert_well(&heir);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
	if (!_i) {
		prompt(&other);
		assert_well(&other);
	}
}
END_TEST

START_TEST(it_controls_others_without_a_file)
{
	struct heir target = launch(HEIR("say", "await"));
	struct heir controller;

	listen_to(&target);
	controller =
		launch(HEIR("trace", text_of(target.pid), "-", "say", "await"));
	listen_to(&controller);
	ck_assert(has_file(target.pid));
	ck_assert(!has_file(controller.pid));
	prompt(&controller);
	assert_well(&controller);
	prompt(&target);
	assert_well(&target);
}
END_TEST

/* OTH-01 OTH-02 EXE-10 */
START_TEST(it_can_be_traced)
{
	struct heir heir = launch(
		HEIR("say", "await", "event", "e", "1", "threads", "3", "f"));
	trace_id_t trid;

	listen_to(&heir);
	trid = start_for(heir.pid);
	prompt(&heir);
	assert_well(&heir);
	assert_next_named(trid, heir.pid, "e", 1);
	for (uint32_t i = 0; i < 3; i++)
		assert_next_named(trid, heir.pid, "f", i);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* Its first event is of a type that nobody has to open. */
START_TEST(its_first_call_may_be_an_event)
{
	struct heir heir = launch(HEIR("say", "await", "unnamed", "7"));
	trace_id_t trid;

	listen_to(&heir);
	trid = start_for(heir.pid);
	prompt(&heir);
	assert_well(&heir);
	assert_next_mark(trid, POSIX_TRACE_UNNAMED_USEREVENT, 0, 7);
	assert_empty(trid);
}
END_TEST

/* OTH-04: it has not opened any. */
START_TEST(a_name_the_controller_opened_becomes_its_own)
{
	struct heir heir = launch(HEIR("say", "await", "event", "e", "1"));
	trace_event_id_t other, type;
	trace_id_t trid;
	struct got got;

	listen_to(&heir);
	trid = start_for(heir.pid);
	assert_ok(posix_trace_trid_eventid_open(trid, "other", &other));
	assert_ok(posix_trace_trid_eventid_open(trid, "e", &type));
	prompt(&heir);
	assert_well(&heir);
	ck_assert(try_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, type);
	assert_named(trid, &got, heir.pid, "e", 1);
}
END_TEST

/* INH-07 */
START_TEST(its_children_inherit)
{
	char *forked[] = { heir_path(), "say", "await", "fork",
			   "event",	"e",   "1",	NULL };
	char *spawned[] = { heir_path(), "say", "await", "spawn", heir_path(),
			    "event",	 "e",	"1",	 NULL };
	struct heir heir = launch(_i ? spawned : forked);
	trace_id_t trid;

	listen_to(&heir);
	trid = start_family_of(heir.pid);
	prompt(&heir);
	assert_well(&heir);
	assert_next_named(trid, 0, "e", 1);
	assert_empty(trid);
}
END_TEST

/* INH-07: forked just before the stream was made, and maybe in the same
 * hundredth of a second. */
START_TEST(children_older_than_the_stream_do_not)
{
	struct heir heir = launch(HEIR("fork", "say", "await", "exec",
				       heir_path(), "event", "e", "1"));
	trace_id_t trid;

	listen_to(&heir);
	trid = start_family_of(heir.pid);
	prompt(&heir);
	assert_well(&heir);
	assert_empty(trid);
}
END_TEST

/* EXE-06: nobody traced the program before, and its file is still there. */
START_TEST(it_has_no_names_of_the_program_before)
{
	struct heir heir = launch(HEIR("event", "old", "1", "exec", heir_path(),
				       "say", "await", "event", "new", "2"));
	trace_id_t trid;

	listen_to(&heir);
	trid = start_for(heir.pid);
	ck_assert(!lists(trid, "old"));
	prompt(&heir);
	assert_well(&heir);
	assert_next_named(trid, heir.pid, "new", 2);
	assert_empty(trid);
	ck_assert(!lists(trid, "old"));
}
END_TEST

/* The program whose file is still there is not the one that is logged. */
START_TEST(a_log_tells_what_program_it_is)
{
	char *first[] = { heir_path(), "say", "await", "unnamed", "1", NULL };
	char *second[] = { heir_path(), "event",     "old", "1",
			   "exec",	heir_path(), "say", "await",
			   "unnamed",	"1",	     NULL };
	char *third[] = { heir_path(), "event",	  "old", "1",	"exec",
			  heir_path(), "unnamed", "0",	 "say", "await",
			  "unnamed",   "1",	  NULL };
	char **const programs[] = { first, second, third };
	struct heir heir = launch(programs[_i]);
	struct posix_trace_process_np process;
	int fd = make_file();
	trace_id_t trid;
	struct got got;

	listen_to(&heir);
	trid = create_logged_for(heir.pid, fd, 0, 0);
	assert_ok(posix_trace_start(trid));
	prompt(&heir);
	assert_well(&heir);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	while (read_log(trid, &got))
		;
	assert_ok(posix_trace_get_process_np(trid, 0, heir.pid, &process));
	ck_assert_str_eq(process.name, "heir");
	ck_assert_ptr_nonnull(strstr(process.command, " say await unnamed 1"));
	ck_assert_ptr_null(strstr(process.command, "old"));
}
END_TEST

static void tell(int fd)
{
	ck_assert_int_eq(write(fd, "x", 1), 1);
}

static void hear(int fd)
{
	char byte;

	ck_assert_int_eq(read(fd, &byte, 1), 1);
}

/* INH-07: not even its parent has used the library, which forks it in the same
 * hundredth of a second in which the stream is made. */
START_TEST(a_grandchild_inherits_at_once)
{
	trace_attr_t attr = attr_inherited(1 << 20);
	int go[2], told[2];
	trace_id_t trid;
	struct got got;
	pid_t child;

	ck_assert_int_eq(pipe2(go, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(told, O_CLOEXEC), 0);
	child = fork();
	if (!child) {
		tell(told[1]);
		hear(go[0]);
		if (!fork()) {
			posix_trace_event(POSIX_TRACE_UNNAMED_USEREVENT, "", 0);
			_exit(0);
		}
		wait(NULL);
		_exit(0);
	}
	hear(told[0]);
	nap_ms(15);
	assert_ok(posix_trace_create(child, &attr, &trid));
	assert_ok(posix_trace_start(trid));
	tell(go[1]);
	assert_exits_0(child);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_is(trid, POSIX_TRACE_UNNAMED_USEREVENT, &got);
}
END_TEST

static void be_a_parent_that_changes(int told, int go, int stay)
{
	trace_event_id_t type = type_of("of the parent");
	pid_t child = fork();

	if (child) {
		ck_assert_int_eq(write(told, &child, sizeof(child)),
				 sizeof(child));
		dup2(stay, 0);
		execv(heir_path(), HEIR("event", "other", "1", "await"));
		_exit(1);
	}
	hear(go);
	posix_trace_event(type, "", 0);
	tell(told);
	hear(go);
	_exit(0);
}

/* INH-06: its parent is another program by the time it uses them. */
START_TEST(a_child_keeps_its_names_whatever_becomes_of_its_parent)
{
	int go[2], told[2], stay[2];
	trace_id_t trid;
	pid_t parent, child;

	ck_assert_int_eq(pipe2(go, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(told, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(stay, O_CLOEXEC), 0);
	parent = fork();
	if (!parent)
		be_a_parent_that_changes(told[1], go[0], stay[0]);
	ck_assert_int_eq(read(told[0], &child, sizeof(child)), sizeof(child));
	nap_ms(100);

	tell(go[1]);
	hear(told[0]);
	trid = start_for(child);
	ck_assert(lists(trid, "of the parent"));
	assert_ok(posix_trace_shutdown(trid));
	trid = start_for(child);
	ck_assert(lists(trid, "of the parent"));
	tell(go[1]);
	tell(stay[1]);
	assert_exits_0(parent);
}
END_TEST

/* INH-17: its child, which has its memory, records before it does. */
START_TEST(a_child_that_borrows_its_memory_is_not_taken_for_it)
{
	struct heir heir =
		launch(HEIR("lend", "say", "await", "event", "e", "1"));
	trace_id_t trid;

	listen_to(&heir);
	trid = start_for(heir.pid);
	prompt(&heir);
	assert_well(&heir);
	assert_next_named(trid, heir.pid, "e", 1);
	assert_empty(trid);
}
END_TEST

/* INF-05: the rate of the clock was measured in a moment. */
START_TEST(times_are_right_from_the_first_event_on)
{
	struct heir heir = launch(HEIR("say", "await", "event", "e", "1"));
	int64_t before, after;
	trace_id_t trid;
	struct got got;

	listen_to(&heir);
	trid = start_for(heir.pid);
	before = now_ns();
	prompt(&heir);
	assert_well(&heir);
	after = now_ns();
	ck_assert(try_next(trid, &got));
	ck_assert_int_ge(ns_of(got.info.posix_timestamp),
			 before - CLOCK_TOLERANCE_NS);
	ck_assert_int_le(ns_of(got.info.posix_timestamp),
			 after + CLOCK_TOLERANCE_NS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("first_use");
	TCase *tcase = tcase_create("first_use");

	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, it_leaves_no_file);
	tcase_add_loop_test(tcase, streams_of_others_make_it_no_file, 0, 2);
	tcase_add_test(tcase, it_controls_others_without_a_file);
	tcase_add_test(tcase, it_can_be_traced);
	tcase_add_test(tcase, its_first_call_may_be_an_event);
	tcase_add_test(tcase, a_name_the_controller_opened_becomes_its_own);
	tcase_add_loop_test(tcase, its_children_inherit, 0, 2);
	tcase_add_test(tcase, children_older_than_the_stream_do_not);
	tcase_add_test(tcase, it_has_no_names_of_the_program_before);
	tcase_add_loop_test(tcase, a_log_tells_what_program_it_is, 0, 3);
	tcase_add_loop_test(tcase, a_grandchild_inherits_at_once, 0, 5);
	tcase_add_test(tcase,
		       a_child_keeps_its_names_whatever_becomes_of_its_parent);
	tcase_add_test(tcase,
		       a_child_that_borrows_its_memory_is_not_taken_for_it);
	tcase_add_test(tcase, times_are_right_from_the_first_event_on);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
