/*
 * check_exec.c - what becomes of tracing when a process becomes another program
 */
#include <sys/prctl.h>
#include <sys/statvfs.h>

#include "session/heir.h"

enum {
	SKIPPED = 77,
	/* Two users that nobody is, for a program that belongs to the other. */
	CONTROLLER = 54321,
	OTHER = 54322,
};

/* A copy of this process, that becomes a program when told to; before that it
 * records some events of its own. */
static struct heir prepare(char *const argv[])
{
	int in[2], out[2];
	struct heir made;

	ck_assert_int_eq(pipe2(in, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);
	made.pid = fork();
	ck_assert_int_ge(made.pid, 0);
	if (!made.pid) {
		char byte;

		if (read(in[0], &byte, 1) != 1)
			leave(1);
		record(type_of("old"), 0, 1);
		record(type_of("shared"), 0, 2);
		if (dup2(in[0], 0) < 0 || dup2(out[1], 1) < 0)
			leave(1);
		execv(argv[0], argv);
		leave(127);
	}
	made.in = in[1];
	made.out = out[0];
	close(in[0]);
	close(out[1]);
	return made;
}

static trace_event_id_t type_of_next(trace_id_t trid, pid_t pid,
				     const char *name, uint32_t number)
{
	struct got got;

	ck_assert_msg(try_next(trid, &got), "there is no event \"%s\"", name);
	assert_named(trid, &got, pid, name, number);
	return got.info.posix_event_id;
}

/* EXE-01 EXE-03 EXE-04 EXE-05 */
START_TEST(a_process_that_calls_exec_is_still_traced)
{
	struct heir heir = prepare(HEIR("event", "new", "3", "event", "shared",
					"4", "event", "other", "5"));
	trace_event_id_t old, new, shared;
	trace_id_t trid = start_for(heir.pid);

	prompt(&heir);
	assert_well(&heir);
	old = type_of_next(trid, heir.pid, "old", 1);
	shared = type_of_next(trid, heir.pid, "shared", 2);
	new = type_of_next(trid, heir.pid, "new", 3);
	ck_assert_uint_ne(old, new);
	ck_assert_uint_eq(type_of_next(trid, heir.pid, "shared", 4), shared);
	assert_next_named(trid, heir.pid, "other", 5);
	assert_empty(trid);

	assert_name(trid, old, "old");
	assert_name(trid, shared, "shared");
	ck_assert(lists(trid, "old"));
	ck_assert(lists(trid, "new"));
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
}
END_TEST

/* EXE-03 EXE-05: it was asked before, and must not change. */
START_TEST(names_are_the_same_before_and_after)
{
	struct heir heir =
		launch(HEIR("event", "a", "1", "event", "b", "2", "say",
			    "await", "exec", heir_path(), "event", "b", "3",
			    "event", "a", "4", "event", "c", "5"));
	trace_event_id_t a, b, asked;
	trace_id_t trid;

	listen_to(&heir);
	trid = start_for(heir.pid);
	assert_ok(posix_trace_trid_eventid_open(trid, "a", &a));
	assert_ok(posix_trace_trid_eventid_open(trid, "b", &b));
	prompt(&heir);
	assert_well(&heir);
	ck_assert_uint_eq(type_of_next(trid, heir.pid, "b", 3), b);
	ck_assert_uint_eq(type_of_next(trid, heir.pid, "a", 4), a);
	assert_next_named(trid, heir.pid, "c", 5);
	assert_name(trid, a, "a");
	assert_ok(posix_trace_trid_eventid_open(trid, "a", &asked));
	ck_assert_uint_eq(asked, a);
}
END_TEST

/* EXE-03 EXE-04 EXE-05, and in a log. */
START_TEST(a_log_has_the_names_of_both_programs)
{
	struct heir heir =
		prepare(HEIR("event", "new", "3", "event", "shared", "4"));
	int fd = make_file();
	trace_id_t trid = create_logged_for(heir.pid, fd, 0, 0);
	static const char *const name[] = { "old", "shared", "new", "shared" };
	trace_event_id_t types[ARRAY_LEN(name)];
	struct got got;

	assert_ok(posix_trace_start(trid));
	prompt(&heir);
	assert_well(&heir);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	ck_assert(read_log(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	for (uint32_t i = 0; i < ARRAY_LEN(name); i++) {
		ck_assert(read_log(trid, &got));
		assert_named(trid, &got, heir.pid, name[i], i + 1);
		types[i] = got.info.posix_event_id;
	}
	ck_assert_uint_eq(types[1], types[3]);
	ck_assert(read_log(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert(!read_log(trid, &got));
}
END_TEST

/* EXE-02 */
START_TEST(a_stream_made_before_the_exec_has_its_first_event)
{
	struct heir heir = launch((char *[]){
		"/bin/sh", "-c", "echo; read x; exec \"$0\" event first 1",
		heir_path(), NULL });
	trace_id_t trid;

	listen_to(&heir);
	trid = start_for(heir.pid);
	ck_assert_int_eq(write(heir.in, "\n", 1), 1);
	assert_well(&heir);
	assert_next_named(trid, heir.pid, "first", 1);
	assert_empty(trid);
}
END_TEST

/* EXE-01 EXE-03 EXE-04 EXE-10: programs without trace points lie between. */
START_TEST(a_process_is_traced_through_many_programs)
{
	enum { PROGRAMS = 4 };
	struct heir heir = launch(HEIR(
		"say", "await", "event", "e", "0", "event", "e0", "1", "exec",
		"/bin/sh", "-c", "exec \"$0\" \"$@\"", heir_path(), "event",
		"e", "0", "event", "e1", "1", "exec", heir_path(), "event",
		"e2", "1", "event", "e", "0", "exec", heir_path(), "event", "e",
		"0", "event", "e3", "1", "exec", "/bin/true"));
	trace_event_id_t e = 0, own[PROGRAMS];
	trace_id_t trid;
	struct got got;

	listen_to(&heir);
	trid = start_for(heir.pid);
	prompt(&heir);
	assert_well(&heir);
	for (int i = 0, j = 0; i < 2 * PROGRAMS; i++) {
		ck_assert(try_next(trid, &got));
		ck_assert_int_eq(got.info.posix_pid, heir.pid);
		if (got.mark.number) {
			own[j++] = got.info.posix_event_id;
			continue;
		}
		if (e)
			ck_assert_uint_eq(got.info.posix_event_id, e);
		e = got.info.posix_event_id;
	}
	assert_empty(trid);
	assert_name(trid, e, "e");
	assert_name(trid, own[0], "e0");
	assert_name(trid, own[1], "e1");
	assert_name(trid, own[2], "e2");
	assert_name(trid, own[3], "e3");
}
END_TEST

/* The event "PREFIXn" that the program recorded when there were no names left:
 * nearly all that a process may have were its own. */
static void assert_last_name(trace_id_t trid, pid_t pid, const char *prefix)
{
	char name[100];
	struct got got;

	ck_assert(try_next(trid, &got));
	ck_assert_uint_ge(got.mark.number, TRACE_USER_EVENT_MAX - 10);
	snprintf(name, sizeof(name), "%s%u", prefix, got.mark.number - 1);
	assert_named(trid, &got, pid, name, got.mark.number);
}

/* EXE-03 EXE-04 EXE-06 */
START_TEST(a_program_has_all_names_for_itself)
{
	struct heir heir = launch(HEIR(
		"say", "await", "event", "both", "1", "names", "first", "exec",
		heir_path(), "event", "fresh", "2", "event", "both", "3",
		"names", "second", "exec", heir_path(), "event", "late", "4"));
	trace_event_id_t both;
	trace_id_t trid;

	listen_to(&heir);
	trid = start_for(heir.pid);
	prompt(&heir);
	assert_well(&heir);
	both = type_of_next(trid, heir.pid, "both", 1);
	assert_last_name(trid, heir.pid, "first");
	assert_next_named(trid, heir.pid, "fresh", 2);
	ck_assert_uint_eq(type_of_next(trid, heir.pid, "both", 3), both);
	assert_last_name(trid, heir.pid, "second");
	assert_next_named(trid, heir.pid, "late", 4);
	assert_empty(trid);
	ck_assert(lists(trid, "first0"));
	ck_assert(lists(trid, "second0"));
}
END_TEST

/* EXE-06, traced by nobody when the names were used up. */
START_TEST(a_program_has_all_names_for_itself_also_untraced)
{
	struct heir heir = launch(HEIR("names", "first", "exec", heir_path(),
				       "event", "early", "1", "say", "await",
				       "event", "fresh", "2"));
	trace_id_t trid;

	listen_to(&heir);
	trid = start_for(heir.pid);
	prompt(&heir);
	assert_well(&heir);
	assert_next_named(trid, heir.pid, "fresh", 2);
	assert_empty(trid);
	ck_assert(lists(trid, "early"));
}
END_TEST

/* EXE-06 INH-06: of a family, with a parent that has no name left. */
START_TEST(a_spawned_program_has_all_names_for_itself)
{
	trace_id_t trid = start_family(0);
	pid_t child;

	for (uint32_t i = 0;; i++) {
		trace_event_id_t type;
		char name[100];

		snprintf(name, sizeof(name), "parents%u", i);
		assert_ok(posix_trace_eventid_open(name, &type));
		if (type == POSIX_TRACE_UNNAMED_USEREVENT)
			break;
	}
	child = spawn(HEIR("event", "fresh", "1", "event", "parents0", "2",
			   "names", "childs"));
	assert_exits_0(child);
	record(type_of("parents0"), 0, 3);
	assert_next_named(trid, child, "fresh", 1);
	ck_assert_uint_eq(type_of_next(trid, child, "parents0", 2),
			  type_of("parents0"));
	assert_last_name(trid, child, "childs");
	assert_next_named(trid, getpid(), "parents0", 3);
	assert_empty(trid);
}
END_TEST

/* EXE-07 EXE-09 */
START_TEST(a_spawned_process_is_traced_if_inherited)
{
	trace_event_id_t shared = type_of("shared");
	trace_id_t trid = start_family(0);
	pid_t child;

	record(shared, 0, 1);
	child = spawn(HEIR("event", "childs", "2", "event", "shared", "3"));
	assert_exits_0(child);
	record(shared, 0, 4);
	ck_assert_uint_eq(type_of_next(trid, getpid(), "shared", 1), shared);
	assert_next_named(trid, child, "childs", 2);
	ck_assert_uint_eq(type_of_next(trid, child, "shared", 3), shared);
	ck_assert_uint_eq(type_of_next(trid, getpid(), "shared", 4), shared);
	assert_empty(trid);
	ck_assert(lists(trid, "childs"));
}
END_TEST

/* EXE-09: children of one parent that open the same names one after the other,
 * or at the same time. */
START_TEST(spawned_processes_share_the_types_of_their_names)
{
	enum { CHILDREN = 4 };
	trace_event_id_t type[3] = { 0 };
	trace_id_t trid = start_family(0);
	struct heir heir[CHILDREN];
	struct got got;

	for (int i = 0; i < CHILDREN; i++)
		heir[i] = launch(HEIR("await", "event", i % 2 ? "n1" : "n2",
				      i % 2 ? "1" : "2", "event",
				      i % 2 ? "n2" : "n1", i % 2 ? "2" : "1"));
	for (int i = 0; i < CHILDREN; i++)
		prompt(&heir[i]);
	for (int i = 0; i < CHILDREN; i++)
		assert_well(&heir[i]);
	for (int i = 0; i < 2 * CHILDREN; i++) {
		char name[10];

		ck_assert(try_next(trid, &got));
		snprintf(name, sizeof(name), "n%u", got.mark.number);
		assert_named(trid, &got, 0, name, got.mark.number);
		if (type[got.mark.number])
			ck_assert_uint_eq(got.info.posix_event_id,
					  type[got.mark.number]);
		type[got.mark.number] = got.info.posix_event_id;
	}
	ck_assert_uint_ne(type[1], type[2]);
	assert_empty(trid);
}
END_TEST

/* EXE-08 */
START_TEST(a_spawned_process_is_not_traced_if_closed)
{
	trace_event_id_t shared = type_of("shared");
	trace_id_t trid = start_stream(0);
	struct got got;

	assert_next_is(trid, POSIX_TRACE_START, &got);
	run_heir(HEIR("event", "shared", "1", "event", "childs", "2"));
	record(shared, 0, 3);
	assert_next_mark(trid, shared, 0, 3);
	assert_empty(trid);
	ck_assert(!lists(trid, "childs"));
}
END_TEST

/* EXE-01 of a child that is traced because its parent is. */
START_TEST(a_traced_child_that_calls_exec_is_still_traced)
{
	trace_id_t trid = start_family(0);
	pid_t child = fork();

	if (!child) {
		char **argv = HEIR("event", "new", "2");

		record(type_of("old"), 0, 1);
		execv(argv[0], argv);
		leave(127);
	}
	assert_exits_0(child);
	assert_next_named(trid, child, "old", 1);
	assert_next_named(trid, child, "new", 2);
	assert_empty(trid);
}
END_TEST

/* EXE-10 */
START_TEST(a_program_without_trace_points_leaves_the_stream_alone)
{
	struct heir heir = prepare((char *[]){ "/bin/cat", NULL });
	trace_id_t trid = start_for(heir.pid);
	trace_event_id_t type;
	struct got got;

	prompt(&heir);
	prompt(&heir);
	listen_to(&heir);
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_next_named(trid, heir.pid, "old", 1);
	assert_next_named(trid, heir.pid, "shared", 2);
	assert_empty(trid);
	assert_ok(posix_trace_trid_eventid_open(trid, "asked", &type));
	assert_ok(posix_trace_stop(trid));
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	close(heir.in);
	assert_exits_0(heir.pid);
	assert_name(trid, type, "asked");
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static void spawn_a_tracer(void)
{
	run_heir(HEIR("trace", "0", "-", "events", "e", "10"));
}

static void spawn_a_stranger(void)
{
	assert_exits_0(spawn((char *[]){ "/bin/true", NULL }));
}

static void call_system(void)
{
	ck_assert_int_eq(system("exit 0"), 0);
}

static void fail_to_spawn(void)
{
	char *argv[] = { "/nonexistent/program", NULL };
	pid_t pid;

	ck_assert_int_eq(posix_spawn(&pid, argv[0], NULL, NULL, argv, environ),
			 ENOENT);
}

static void fail_to_exec(void)
{
	char *argv[] = { "/nonexistent/program", NULL };

	ck_assert_int_eq(execv(argv[0], argv), -1);
	ck_assert_int_eq(errno, ENOENT);
}

static void (*const executions[])(void) = {
	spawn_a_tracer, spawn_a_stranger, call_system,
	fail_to_spawn,	fail_to_exec,
};

/* EXE-11 */
START_TEST(a_controller_that_spawns_keeps_its_streams)
{
	trace_event_id_t type = type_of("controllers");
	struct heir heir = launch(HEIR("say", "await", "event", "e", "1"));
	trace_id_t other, own, logged;
	int fd = make_file();
	struct got got;

	listen_to(&heir);
	other = start_for(heir.pid);
	own = start_for(getpid());
	logged = create_logged_for(0, fd, 0, 0);
	assert_ok(posix_trace_start(logged));
	executions[_i]();
	record(type, 0, 1);
	executions[_i]();
	record(type, 0, 2);
	prompt(&heir);
	assert_well(&heir);

	assert_next_mark(own, type, 0, 1);
	assert_next_mark(own, type, 0, 2);
	assert_empty(own);
	assert_next_named(other, heir.pid, "e", 1);
	assert_empty(other);
	assert_ok(posix_trace_shutdown(own));
	assert_ok(posix_trace_shutdown(other));
	assert_ok(posix_trace_shutdown(logged));
	logged = open_log(fd);
	for (int i = 0; i < 4; i++)
		ck_assert(read_log(logged, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert(!read_log(logged, &got));
}
END_TEST

/*
 * A program of somebody else's, which the controller may not trace
 */

/* A copy of heir in a directory of its own. */
static void copy_heir(const char *path)
{
	char line[9000];

	snprintf(line, sizeof(line), "cp '%s' '%s'", heir_path(), path);
	ck_assert_int_eq(system(line), 0);
}

/* The directory that user would keep its files in; we leave none. */
static const char *home_of(unsigned user)
{
	static char path[100];

	snprintf(path, sizeof(path), "/dev/shm/posixtrace-%u", user);
	return path;
}

static void remove_home(unsigned user)
{
	char line[200];

	snprintf(line, sizeof(line), "rm -rf %s", home_of(user));
	ck_assert_int_eq(system(line), 0);
}

static void become(const char *path, const char *user)
{
	char *argv[] = { (char *)(uintptr_t)path,
			 "euid",
			 (char *)(uintptr_t)user,
			 "attempt",
			 "secret",
			 "2",
			 "_exit", /* looking for leaks takes a right */
			 NULL };

	execv(argv[0], argv);
}

/* In a process of the controller's user: trace another one, that becomes the
 * program, and tell how many events it recorded. */
static int count_events_of(const char *path, const char *user)
{
	trace_attr_t attr;
	trace_id_t trid;
	struct got got;
	int go[2], status, none, count = 0;
	pid_t child;
	char byte;

	if (pipe2(go, O_CLOEXEC))
		return -1;
	child = fork();
	if (!child) {
		if (read(go[0], &byte, 1) != 1)
			leave(1);
		become(path, user);
		leave(SKIPPED);
	}
	if (posix_trace_attr_init(&attr) ||
	    posix_trace_create(child, &attr, &trid) || posix_trace_start(trid))
		return -2;
	if (write(go[1], "g", 1) != 1 || waitpid(child, &status, 0) != child)
		return -3;
	if (status)
		return WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED ?
			       -SKIPPED :
			       -4;
	for (;;) {
		if (posix_trace_trygetnext_event(trid, &got.info, got.data,
						 ROOM, &got.len, &none))
			return -5;
		if (none)
			break;
		count += is_user(&got);
	}
	return posix_trace_shutdown(trid) ? -6 : count;
}

/* The number of events, or -SKIPPED, as the exit status. */
static int count_as_controller(const char *path, const char *user)
{
	const char *builddir = getenv("top_builddir");
	int status;
	pid_t child = fork();

	if (!child) {
		unsetenv("POSIXTRACE_DIR");
		/* A child of who was root is root's, but for this. */
		if (setresgid(CONTROLLER, CONTROLLER, CONTROLLER) ||
		    setresuid(CONTROLLER, CONTROLLER, CONTROLLER) ||
		    prctl(PR_SET_DUMPABLE, 1))
			leave(255);
		/* It loads the library from where that was built. */
		if (access(builddir, R_OK | X_OK))
			leave(-SKIPPED & 255);
		leave(count_events_of(path, user) & 255);
	}
	status = end_of(child);
	ck_assert(WIFEXITED(status));
	return (int8_t)WEXITSTATUS(status);
}

static bool can_be_two_users(const char *dir)
{
	struct statvfs fs;
	struct stat shm;

	return !stat("/dev/shm", &shm) && shm.st_mode & S_IWOTH && !geteuid() &&
	       access(home_of(CONTROLLER), F_OK) &&
	       access(home_of(OTHER), F_OK) && !statvfs(dir, &fs) &&
	       !(fs.f_flag & ST_NOSUID);
}

static void count_both(const char *path, int *plain, int *privileged)
{
	copy_heir(path);
	ck_assert_int_eq(chmod(path, 0755), 0);
	*plain = count_as_controller(path, "54321");
	ck_assert_int_eq(chown(path, OTHER, OTHER), 0);
	ck_assert_int_eq(chmod(path, 04755), 0);
	*privileged = count_as_controller(path, "54322");
}

/* EXE-12: the same program is traced without the mode bit. */
START_TEST(a_set_user_id_program_is_not_traced_by_others)
{
	char dir[] = "/tmp/heir.XXXXXX", path[100];
	int plain, privileged;

	ck_assert_ptr_nonnull(mkdtemp(dir));
	ck_assert_int_eq(chmod(dir, 0711), 0);
	snprintf(path, sizeof(path), "%s/heir", dir);
	if (!can_be_two_users(dir)) {
		skipped("a set-user-ID program: only root can be two users, on "
			"a file system that allows it");
		rmdir(dir);
		return;
	}
	count_both(path, &plain, &privileged);
	unlink(path);
	rmdir(dir);
	remove_home(CONTROLLER);
	remove_home(OTHER);

	if (plain == -SKIPPED) {
		skipped("a set-user-ID program: another user cannot execute it");
		return;
	}
	ck_assert_int_eq(plain, 1);
	ck_assert_int_eq(privileged, 0);
}
END_TEST

static TCase *replaced(void)
{
	TCase *tcase = tcase_create("replaced");

	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, a_process_that_calls_exec_is_still_traced);
	tcase_add_test(tcase, names_are_the_same_before_and_after);
	tcase_add_test(tcase, a_log_has_the_names_of_both_programs);
	tcase_add_test(tcase,
		       a_stream_made_before_the_exec_has_its_first_event);
	tcase_add_test(tcase, a_process_is_traced_through_many_programs);
	tcase_add_test(tcase, a_program_has_all_names_for_itself);
	tcase_add_test(tcase, a_program_has_all_names_for_itself_also_untraced);
	tcase_add_test(tcase,
		       a_program_without_trace_points_leaves_the_stream_alone);
	tcase_add_test(tcase, a_set_user_id_program_is_not_traced_by_others);
	return tcase;
}

static TCase *spawned(void)
{
	TCase *tcase = tcase_create("spawned");

	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, a_spawned_process_is_traced_if_inherited);
	tcase_add_test(tcase, spawned_processes_share_the_types_of_their_names);
	tcase_add_test(tcase, a_spawned_process_is_not_traced_if_closed);
	tcase_add_test(tcase, a_traced_child_that_calls_exec_is_still_traced);
	tcase_add_test(tcase, a_spawned_program_has_all_names_for_itself);
	tcase_add_loop_test(tcase, a_controller_that_spawns_keeps_its_streams,
			    0, ARRAY_LEN(executions));
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("exec");

	suite_add_tcase(suite, replaced());
	suite_add_tcase(suite, spawned());
	return run_suite(suite);
}
