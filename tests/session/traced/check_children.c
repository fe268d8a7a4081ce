/*
 * check_children.c - what of a stream is its children's
 *
 * Ways of making a child differ in what they copy, and in whether the library
 * sees them happen; whatever the way, the stream shows the same.
 */
#include "children.h"

/*
 * Ways to make children that record "kin" 0, 1 ... one after the other, and to
 * see them end. They tell who recorded it, if it was one and is known.
 */

static pid_t by_fork(void)
{
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (!child) {
		record(type_of("kin"), 0, 0);
		leave(0);
	}
	assert_exits_0(child);
	return child;
}

static pid_t by_fork_and_exec(void)
{
	char **argv = HEIR("event", "kin", "0");
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (!child) {
		execv(argv[0], argv);
		leave(1);
	}
	assert_exits_0(child);
	return child;
}

static pid_t by_vfork_and_exec(void)
{
	char **argv = HEIR("event", "kin", "0");
	pid_t child = vfork();

	if (!child) {
		execv(argv[0], argv);
		_exit(127);
	}
	assert_exits_0(child);
	return child;
}

static pid_t by_spawn(void)
{
	pid_t child = spawn(HEIR("event", "kin", "0"));

	assert_exits_0(child);
	return child;
}

static pid_t by_system(void)
{
	char line[5000];

	snprintf(line, sizeof(line), "'%s' event kin 0", heir_path());
	ck_assert_int_eq(system(line), 0);
	return 0;
}

/* Nor does a shell that lies between have the library. */
static pid_t by_shell(void)
{
	char line[15000];

	snprintf(line, sizeof(line),
		 "'%s' event kin 0 && ('%s' event kin 1) && '%s' event kin 2",
		 heir_path(), heir_path(), heir_path());
	assert_exits_0(spawn((char *[]){ "/bin/sh", "-c", line, NULL }));
	return 0;
}

static pid_t by_generations(void)
{
	char line[15000];

	snprintf(line, sizeof(line),
		 "'%s' event kin 1 fork event kin 2 && '%s' fork vfork "
		 "/bin/sh -c \"'%s' event kin 3; exit 0\"",
		 heir_path(), heir_path(), heir_path());
	run_heir(HEIR("event", "kin", "0", "spawn", "/bin/sh", "-c", line));
	return 0;
}

static const struct {
	pid_t (*make)(void);
	uint32_t events;
} ways[] = {
	{ by_fork, 1 },		  { by_fork_and_exec, 1 },
	{ by_vfork_and_exec, 1 }, { by_spawn, 1 },
	{ by_system, 1 },	  { by_shell, 3 },
	{ by_generations, 4 },
};

/* INH-01 INH-02 EXE-08 */
START_TEST(a_stream_closed_for_children_has_nothing_of_them)
{
	trace_id_t trid = start_closed(0);

	record(type, 0, 1);
	ways[_i].make();
	record(type, 0, 2);
	assert_next_mark(trid, type, 0, 1);
	assert_next_mark(trid, type, 0, 2);
	assert_empty(trid);
	ck_assert(!lists(trid, "kin"));
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
}
END_TEST

/* INH-03 INH-05 INH-07 EXE-07 EXE-09 */
START_TEST(children_are_recorded_in_the_same_stream)
{
	trace_id_t trid = start_family(0);
	struct got got;
	pid_t child;

	record(type, 0, 1);
	child = ways[_i].make();
	record(type, 0, 2);
	assert_next_named(trid, getpid(), "parents", 1);
	for (uint32_t i = 0; i < ways[_i].events; i++) {
		ck_assert(try_next(trid, &got));
		assert_named(trid, &got, child, "kin", i);
		ck_assert_int_ne(got.info.posix_pid, getpid());
	}
	assert_next_named(trid, getpid(), "parents", 2);
	assert_empty(trid);
	ck_assert(lists(trid, "kin"));
}
END_TEST

/* INH-03 INH-05, and the log has it too. */
START_TEST(children_are_recorded_in_the_same_log)
{
	trace_attr_t attr = attr_inherited(0);
	int fd = make_file();
	trace_id_t trid;
	struct got got;
	pid_t child;

	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	child = ways[_i].make();
	record(type, 0, 1);
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	ck_assert(read_log(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	for (uint32_t i = 0; i < ways[_i].events; i++) {
		ck_assert(read_log(trid, &got));
		assert_named(trid, &got, child, "kin", i);
		ck_assert_int_ne(got.info.posix_pid, getpid());
	}
	ck_assert(read_log(trid, &got));
	assert_named(trid, &got, getpid(), "parents", 1);
	ck_assert(read_log(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_STOP);
	ck_assert(!read_log(trid, &got));
}
END_TEST

/* INH-03, of another process: its children are traced, ours are not. */
START_TEST(a_stream_of_another_process_has_its_children)
{
	trace_attr_t attr = attr_inherited(0);
	struct heir heir = launch(HEIR("say", "await", "event", "first", "1",
				       "fork", "event", "second", "2", "spawn",
				       heir_path(), "event", "third", "3"));
	trace_id_t trid;
	struct got got;

	listen_to(&heir);
	assert_ok(posix_trace_create(heir.pid, &attr, &trid));
	assert_ok(posix_trace_start(trid));
	by_fork();
	by_spawn();
	prompt(&heir);
	assert_well(&heir);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_named(trid, heir.pid, "first", 1);
	assert_next_named(trid, 0, "second", 2);
	assert_next_named(trid, 0, "third", 3);
	assert_empty(trid);
}
END_TEST

/* Two generations before the stream: one alive, one without a trace point. */
START_TEST(who_was_born_before_the_stream_is_not_traced)
{
	struct heir heir = launch(HEIR("say", "await", "event", "early", "1",
				       "fork", "event", "early", "2"));
	struct heir shell = launch((char *[]){
		"/bin/sh", "-c", "echo; read x; \"$0\" event early 3",
		heir_path(), NULL });
	trace_id_t trid;

	listen_to(&heir);
	listen_to(&shell);
	/* The kernel tells births to a hundredth of a second. */
	nap_ms(30);
	trid = start_family(0);
	prompt(&heir);
	assert_well(&heir);
	close(shell.in);
	assert_exits_0(shell.pid);
	record(type, 0, 1);
	assert_next_mark(trid, type, 0, 1);
	assert_empty(trid);
}
END_TEST

/* INH-04 INH-05 INH-06 */
START_TEST(a_child_knows_its_parents_types_in_their_stream)
{
	trace_id_t trid = start_family(0);
	pid_t child = fork();

	if (!child) {
		record(type, 0, 1);
		ck_assert_uint_eq(type_of("parents"), type);
		record(type_of("childs"), 0, 2);
		leave(0);
	}
	assert_exits_0(child);
	assert_next_mark(trid, type, 0, 1);
	assert_next_named(trid, child, "childs", 2);
	ck_assert(lists(trid, "childs"));
	ck_assert(lists(trid, "parents"));
	record(type_of("childs"), 0, 3);
	assert_next_named(trid, getpid(), "childs", 3);
}
END_TEST

/* Record names in an order of one's own. */
static void record_names(const char *order)
{
	trace_event_id_t opened[8];
	char name[2] = "";

	for (int i = 0; order[i]; i++) {
		name[0] = order[i];
		opened[i] = type_of(name);
	}
	for (int i = 0; order[i]; i++)
		record(opened[i], 0, (uint32_t)order[i]);
}

/* INH-06: they open them at the same time, and each first another. */
START_TEST(a_name_has_one_type_for_the_whole_family)
{
	static const char *const order[KIN] = { "abcdef", "fedcba", "cafebd" };
	trace_id_t trid = start_family(0);
	trace_event_id_t types[8] = { 0 };
	struct bell go = make_bell();
	pid_t child[KIN];
	struct got got;

	for (int i = 0; i < KIN; i++) {
		child[i] = fork();
		if (!child[i]) {
			hear(&go);
			record_names(order[i]);
			leave(0);
		}
	}
	for (int i = 0; i < KIN; i++)
		ring(&go);
	for (int i = 0; i < KIN; i++)
		assert_exits_0(child[i]);
	run_heir(HEIR("event", "e", "101", "event", "b", "98"));
	record_names("def");

	for (int i = 0; i < KIN * 6 + 2 + 3; i++) {
		trace_event_id_t *known;
		char name[2] = "";

		ck_assert(try_next(trid, &got));
		name[0] = (char)got.mark.number;
		assert_name(trid, got.info.posix_event_id, name);
		known = &types[got.mark.number - 'a'];
		if (*known)
			ck_assert_uint_eq(got.info.posix_event_id, *known);
		*known = got.info.posix_event_id;
	}
	assert_empty(trid);
}
END_TEST

static void end_by_exit(void)
{
	run_heir(HEIR("event", "e", "0", "exit"));
}

static void end_by_return(void)
{
	run_heir(HEIR("event", "e", "0", "return"));
}

static void end_by_exit_at_once(void)
{
	run_heir(HEIR("event", "e", "0", "_exit"));
}

static void end_of_a_copy_by_exit(void)
{
	pid_t child;

	fflush(NULL);
	child = fork();
	if (!child) {
		record(type_of("e"), 0, 0);
		/* See leave(). */
		if (SANITIZED)
			leave(0);
		exit(0);
	}
	assert_exits_0(child);
}

static void end_by_abort(void)
{
	const int status = end_of(spawn(HEIR("event", "e", "0", "abort")));

	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void end_by_kill(void)
{
	const int status = end_of(spawn(HEIR("event", "e", "0", "kill")));

	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void end_by_exec(void)
{
	run_heir(HEIR("event", "e", "0", "exec", "/bin/true"));
}

static void (*const ends[])(void) = {
	end_by_exit,  end_by_return, end_by_exit_at_once, end_of_a_copy_by_exit,
	end_by_abort, end_by_kill,   end_by_exec,
};

/* INH-08 CTL-07 */
START_TEST(the_end_of_a_child_leaves_the_stream_alone)
{
	trace_id_t trid = start_family(0);

	for (uint32_t i = 0; i < 3; i++) {
		ends[_i]();
		record(type, 0, i);
		assert_next_named(trid, 0, "e", 0);
		assert_next_named(trid, getpid(), "parents", i);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	}
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* CTL-07, of children that are not traced. */
START_TEST(the_end_of_a_child_leaves_a_closed_stream_alone)
{
	trace_id_t trid = start_closed(0);

	for (uint32_t i = 0; i < 3; i++) {
		ends[_i]();
		record(type, 0, i);
		assert_next_mark(trid, type, 0, i);
		assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	}
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* INH-09 */
START_TEST(parent_and_children_record_at_the_same_time)
{
	trace_id_t trid = start_family(BIG);
	uint32_t next[KIN + 1] = { 0 };
	struct bell go = make_bell();
	pid_t pid[KIN + 1];
	struct got got;

	for (uint32_t i = 0; i < KIN; i++) {
		pid[i] = fork();
		if (!pid[i]) {
			hear(&go);
			write_many(i);
			leave(0);
		}
	}
	pid[KIN] = getpid();
	for (int i = 0; i < KIN; i++)
		ring(&go);
	write_many(KIN);
	for (int i = 0; i < KIN; i++)
		assert_exits_0(pid[i]);

	while (try_next(trid, &got)) {
		ck_assert_uint_le(got.mark.who, KIN);
		ck_assert_int_eq(got.info.posix_pid, pid[got.mark.who]);
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	}
	for (int i = 0; i <= KIN; i++)
		ck_assert_uint_eq(next[i], MANY);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 POSIX_TRACE_NO_OVERRUN);
}
END_TEST

/* INH-09: born while threads of the parent are writing. */
START_TEST(children_are_born_while_threads_record)
{
	trace_id_t trid = start_family(BIG);
	uint32_t next[2 + KIN] = { 0 };
	pthread_t thread[2];
	struct got got;
	pid_t child;

	for (uintptr_t i = 0; i < 2; i++)
		assert_ok(pthread_create(&thread[i], NULL, write_in_thread,
					 (void *)i));
	for (uint32_t i = 0; i < KIN; i++) {
		child = fork();
		if (!child) {
			write_many(2 + i);
			leave(0);
		}
		assert_exits_0(child);
	}
	for (int i = 0; i < 2; i++)
		assert_ok(pthread_join(thread[i], NULL));

	while (try_next(trid, &got)) {
		ck_assert_uint_lt(got.mark.who, 2 + KIN);
		ck_assert_int_eq(got.mark.who < 2,
				 got.info.posix_pid == getpid());
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	}
	for (int i = 0; i < 2 + KIN; i++)
		ck_assert_uint_eq(next[i], MANY);
}
END_TEST

/* INH-11 */
START_TEST(a_child_is_traced_into_inherited_streams_only)
{
	trace_id_t closed = start_closed(0), family = start_family(0);
	trace_id_t closed_too = start_closed(0);

	for (uint32_t i = 0; i < 2; i++) {
		pid_t child = ways[_i].make();

		record(type, 0, i);
		for (uint32_t j = 0; j < ways[_i].events; j++)
			assert_next_named(family, child, "kin", j);
		assert_next_named(family, getpid(), "parents", i);
		assert_empty(family);
		assert_next_mark(closed, type, 0, i);
		assert_empty(closed);
		assert_next_mark(closed_too, type, 0, i);
		assert_empty(closed_too);
	}
}
END_TEST

/* INH-03: and a child is in all streams that are inherited. */
START_TEST(a_child_is_traced_into_every_inherited_stream)
{
	trace_id_t one = start_family(0), other = start_family(0);
	pid_t child = ways[_i].make();

	for (uint32_t i = 0; i < ways[_i].events; i++) {
		assert_next_named(one, child, "kin", i);
		assert_next_named(other, child, "kin", i);
	}
	assert_ok(posix_trace_shutdown(one));
	child = ways[_i].make();
	for (uint32_t i = 0; i < ways[_i].events; i++)
		assert_next_named(other, child, "kin", i);
	assert_empty(other);
}
END_TEST

/* INH-13 */
START_TEST(a_child_not_traced_keeps_its_parents_types)
{
	trace_event_id_t other = type_of("other");
	trace_id_t trid = start_closed(0);
	pid_t child = fork();

	if (!child) {
		trace_id_t own = start_closed(0);

		record(type, 0, 1);
		ck_assert_uint_eq(type_of("other"), other);
		record(other, 0, 2);
		assert_next_named(own, getpid(), "parents", 1);
		assert_next_named(own, getpid(), "other", 2);
		assert_empty(own);
		leave(0);
	}
	assert_exits_0(child);
	assert_empty(trid);
}
END_TEST

/* INH-16 */
START_TEST(threads_created_later_are_traced)
{
	trace_id_t trid = start_family(0);
	pthread_t thread;
	struct got got;

	assert_ok(pthread_create(&thread, NULL, write_in_thread, NULL));
	for (uint32_t i = 0; i < MANY; i++) {
		await_next(trid, &got);
		assert_named(trid, &got, getpid(), "parents", i);
		ck_assert(pthread_equal(got.info.posix_thread_id, thread));
	}
	assert_ok(pthread_join(thread, NULL));

	run_heir(HEIR("threads", "3", "threads", "fork", "threads", "3",
		      "threads"));
	for (uint32_t i = 0; i < 6; i++)
		assert_next_named(trid, 0, "threads", i % 3);
	assert_empty(trid);
}
END_TEST

static TCase *closed(void)
{
	TCase *tcase = tcase_create("closed");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase,
			    a_stream_closed_for_children_has_nothing_of_them, 0,
			    ARRAY_LEN(ways));
	tcase_add_loop_test(tcase,
			    the_end_of_a_child_leaves_a_closed_stream_alone, 0,
			    ARRAY_LEN(ends));
	tcase_add_test(tcase, a_child_not_traced_keeps_its_parents_types);
	return tcase;
}

static TCase *inherited(void)
{
	TCase *tcase = tcase_create("inherited");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, children_are_recorded_in_the_same_stream, 0,
			    ARRAY_LEN(ways));
	tcase_add_loop_test(tcase, children_are_recorded_in_the_same_log, 0,
			    ARRAY_LEN(ways));
	tcase_add_test(tcase, a_stream_of_another_process_has_its_children);
	tcase_add_test(tcase, who_was_born_before_the_stream_is_not_traced);
	tcase_add_test(tcase, a_child_knows_its_parents_types_in_their_stream);
	tcase_add_test(tcase, a_name_has_one_type_for_the_whole_family);
	tcase_add_loop_test(tcase, the_end_of_a_child_leaves_the_stream_alone,
			    0, ARRAY_LEN(ends));
	tcase_add_test(tcase, parent_and_children_record_at_the_same_time);
	tcase_add_test(tcase, children_are_born_while_threads_record);
	tcase_add_loop_test(tcase,
			    a_child_is_traced_into_inherited_streams_only, 0,
			    ARRAY_LEN(ways));
	tcase_add_loop_test(tcase,
			    a_child_is_traced_into_every_inherited_stream, 0,
			    ARRAY_LEN(ways));
	tcase_add_test(tcase, threads_created_later_are_traced);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("children");

	suite_add_tcase(suite, closed());
	suite_add_tcase(suite, inherited());
	return run_suite(suite);
}
