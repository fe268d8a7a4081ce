/*
 * check_children.c - what of a stream is its children's
 *
 * Ways of making a child differ in what they copy, and in whether the library
 * sees them happen; whatever the way, the stream shows the same.
 */
#include <sched.h>

#include "session/heir.h"

enum {
	BIG = 4 << 20,
	STACK = 256 << 10,
	MANY = SANITIZED ? 300 : 2000,
	KIN = 3,
};

static trace_event_id_t type;

static void setup(void)
{
	type = type_of("parents");
}

static trace_id_t start_closed(size_t size)
{
	trace_id_t trid = start_stream(size);
	struct got got;

	assert_next_is(trid, POSIX_TRACE_START, &got);
	return trid;
}

/* Pipes between a parent and its children, either way. */
struct bell {
	int fd[2];
};

static struct bell make_bell(void)
{
	struct bell bell;

	ck_assert_int_eq(pipe2(bell.fd, O_CLOEXEC), 0);
	return bell;
}

static void ring(const struct bell *bell)
{
	ck_assert_int_eq(write(bell->fd[1], "r", 1), 1);
}

static void hear(const struct bell *bell)
{
	char byte;

	ck_assert_int_eq(read(bell->fd[0], &byte, 1), 1);
}

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

static void write_many(uint32_t who)
{
	for (uint32_t i = 0; i < MANY; i++)
		record(type, who, i);
}

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

static void *write_in_thread(void *argument)
{
	write_many((uint32_t)(uintptr_t)argument);
	return NULL;
}

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

/* A child that records "parents" 0, 1 ... each time a bell rings, and rings
 * back. */
static pid_t make_obedient(const struct bell *order, const struct bell *answer,
			   uint32_t events)
{
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (child)
		return child;
	for (uint32_t i = 0; i < events; i++) {
		hear(order);
		record(type, 0, i);
		ring(answer);
	}
	leave(0);
}

static void let_record(const struct bell *order, const struct bell *answer)
{
	ring(order);
	hear(answer);
}

/* INH-10 */
START_TEST(stop_and_start_hold_for_children)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_id_t trid = start_family(0);
	pid_t child = make_obedient(&order, &answer, 4);
	struct got got;

	let_record(&order, &answer);
	assert_ok(posix_trace_stop(trid));
	let_record(&order, &answer);
	assert_ok(posix_trace_start(trid));
	let_record(&order, &answer);
	assert_ok(posix_trace_stop(trid));
	let_record(&order, &answer);
	assert_exits_0(child);

	assert_next_named(trid, child, "parents", 0);
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_named(trid, child, "parents", 2);
	assert_next_is(trid, POSIX_TRACE_STOP, &got);
	assert_empty(trid);
}
END_TEST

/* INH-10: a stream that was never started before the child was born. */
START_TEST(a_start_later_than_the_birth_holds_for_the_child)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_attr_t attr = attr_inherited(0);
	struct got got;
	trace_id_t trid;
	pid_t child;

	assert_ok(posix_trace_create(0, &attr, &trid));
	child = make_obedient(&order, &answer, 2);
	let_record(&order, &answer);
	assert_ok(posix_trace_start(trid));
	let_record(&order, &answer);
	assert_exits_0(child);
	assert_next_is(trid, POSIX_TRACE_START, &got);
	assert_next_named(trid, child, "parents", 1);
	assert_empty(trid);
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

/* In a child, which has its parent's streams in none of its identifiers. */
static void trace_oneself(void)
{
	trace_id_t trid = start_closed(0);
	trace_event_id_t own = type_of("childs");

	record(own, 0, 1);
	assert_next_named(trid, getpid(), "childs", 1);
	assert_empty(trid);
	assert_ok(posix_trace_shutdown(trid));
	record(own, 0, 2);
}

/* INH-12 */
START_TEST(a_traced_child_can_trace_itself)
{
	trace_id_t trid = start_family(0);
	pid_t child = fork();

	if (!child) {
		trace_oneself();
		leave(0);
	}
	assert_exits_0(child);
	assert_next_named(trid, child, "childs", 1);
	assert_next_named(trid, child, "childs", 2);
	assert_empty(trid);
}
END_TEST

static trace_id_t own_stream;

/* The first thread of the child to have to do with tracing. */
static void *trace_first(void *argument)
{
	(void)argument;
	own_stream = create_for(0, 0, 0);
	assert_ok(posix_trace_start(own_stream));
	record(type_of("turn"), 1, 0);
	return NULL;
}

/* The one that forked had recorded in its parent. */
START_TEST(two_threads_of_a_child_are_two)
{
	trace_id_t trid = create_for(0, 0, 0);
	pthread_t other;
	struct got got;
	pid_t child;

	assert_ok(posix_trace_start(trid));
	record(type_of("turn"), 0, 0);
	child = fork();
	if (!child) {
		assert_ok(pthread_create(&other, NULL, trace_first, NULL));
		assert_ok(pthread_join(other, NULL));
		record(type_of("turn"), 0, 1);
		assert_next_is(own_stream, POSIX_TRACE_START, &got);
		ck_assert(try_next(own_stream, &got));
		ck_assert(!pthread_equal(got.info.posix_thread_id,
					 pthread_self()));
		ck_assert(try_next(own_stream, &got));
		ck_assert_int_eq(got.info.posix_pid, getpid());
		ck_assert(pthread_equal(got.info.posix_thread_id,
					pthread_self()));
		leave(0);
	}
	assert_exits_0(child);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

/* INH-12: the child's own stream has its children, but not its parent. */
START_TEST(a_traced_child_can_found_a_family)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_id_t trid = start_family(0), own;
	pid_t child = fork();

	if (!child) {
		own = start_family(0);
		ring(&answer);
		hear(&order);
		run_heir(HEIR("event", "grandchilds", "1"));
		assert_next_named(own, 0, "grandchilds", 1);
		assert_empty(own);
		leave(0);
	}
	hear(&answer);
	record(type, 0, 1);
	ring(&order);
	assert_exits_0(child);
	assert_next_named(trid, getpid(), "parents", 1);
	assert_next_named(trid, 0, "grandchilds", 1);
	assert_empty(trid);
}
END_TEST

/* INH-12: of another process, whose controller is a traced child. */
START_TEST(a_traced_child_can_trace_another_process)
{
	struct heir heir = launch(HEIR("say", "await", "event", "others", "1"));
	trace_id_t trid;
	pid_t child;

	/* Not a child of the stream's: it is older. */
	listen_to(&heir);
	trid = start_family(0);
	child = fork();
	if (!child) {
		trace_id_t own = create_for(heir.pid, 0, 0);
		struct got got;

		assert_ok(posix_trace_start(own));
		assert_next_is(own, POSIX_TRACE_START, &got);
		prompt(&heir);
		await_next(own, &got);
		assert_named(own, &got, heir.pid, "others", 1);
		leave(0);
	}
	assert_exits_0(child);
	assert_well(&heir);
	assert_empty(trid);
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

static trace_event_set_t set_of(trace_event_id_t member)
{
	trace_event_set_t set;

	assert_ok(posix_trace_eventset_empty(&set));
	if (member)
		assert_ok(posix_trace_eventset_add(member, &set));
	return set;
}

static void set_filter(trace_id_t trid, trace_event_id_t member)
{
	trace_event_set_t set = set_of(member);
	struct got got;

	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	assert_next_is(trid, POSIX_TRACE_FILTER, &got);
}

static pid_t record_in_child(const char *filtered, const char *other)
{
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (!child) {
		record(type_of(filtered), 0, 1);
		record(type_of(other), 0, 2);
		leave(0);
	}
	assert_exits_0(child);
	return child;
}

/* INH-14 */
START_TEST(the_filter_holds_for_children)
{
	trace_id_t trid = start_family(0);
	pid_t child;

	set_filter(trid, type_of("filtered"));
	child = record_in_child("filtered", "other");
	assert_next_named(trid, child, "other", 2);
	assert_empty(trid);
	run_heir(HEIR("event", "other", "3", "event", "filtered", "4"));
	assert_next_named(trid, 0, "other", 3);
	assert_empty(trid);

	set_filter(trid, 0);
	child = record_in_child("filtered", "other");
	assert_next_named(trid, child, "filtered", 1);
	assert_next_named(trid, child, "other", 2);
	assert_empty(trid);
}
END_TEST

/* INH-14: it is changed while the child lives. */
START_TEST(a_new_filter_holds_for_living_children)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_id_t trid = start_family(0);
	pid_t child = make_obedient(&order, &answer, 3);

	let_record(&order, &answer);
	assert_next_named(trid, child, "parents", 0);
	set_filter(trid, type);
	let_record(&order, &answer);
	assert_empty(trid);
	set_filter(trid, 0);
	let_record(&order, &answer);
	assert_next_named(trid, child, "parents", 2);
	assert_empty(trid);
	assert_exits_0(child);
}
END_TEST

/* INH-15 */
START_TEST(the_shutdown_ends_the_tracing_of_children)
{
	struct bell order = make_bell(), answer = make_bell();
	trace_id_t trid = start_family(0), later;
	pid_t child = make_obedient(&order, &answer, 3);

	let_record(&order, &answer);
	assert_next_named(trid, child, "parents", 0);
	assert_ok(posix_trace_shutdown(trid));
	let_record(&order, &answer);
	later = start_family(0);
	let_record(&order, &answer);
	assert_exits_0(child);
	assert_empty(later);
}
END_TEST

/* INH-15: whatever the children are about just then. */
START_TEST(a_shutdown_among_recording_children_does_no_harm)
{
	struct bell done = make_bell();

	for (int round = 0; round < 3; round++) {
		trace_id_t trid = start_family(0);
		struct bell stop = make_bell(), ready = make_bell();
		struct got got;
		pid_t child[KIN];

		for (uint32_t i = 0; i < KIN; i++) {
			child[i] = fork();
			if (child[i])
				continue;
			fcntl(stop.fd[0], F_SETFL, O_NONBLOCK);
			close(stop.fd[1]);
			ring(&ready);
			for (uint32_t n = 0;; n++) {
				char byte;

				record(type, i, n);
				if (n % 100 == 0 && !read(stop.fd[0], &byte, 1))
					break;
			}
			ring(&done);
			leave(0);
		}
		for (int i = 0; i < KIN; i++)
			hear(&ready);
		while (!try_next(trid, &got))
			;
		assert_ok(posix_trace_shutdown(trid));
		close(stop.fd[1]);
		for (int i = 0; i < KIN; i++) {
			hear(&done);
			assert_exits_0(child[i]);
		}
		close(stop.fd[0]);
	}
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

/*
 * Children that borrow the memory of their parent, with its threads' state
 */

enum { BORROWED = 50 };

static void record_borrowed(void)
{
	for (uint32_t i = 0; i < BORROWED; i++)
		record(type, 1, i);
}

static pid_t borrow_by_vfork(void)
{
	pid_t child = vfork();

	if (!child) {
		record_borrowed();
		_exit(0);
	}
	return child;
}

static pid_t borrow_by_vfork_and_exec(void)
{
	char **argv = HEIR("exit");
	pid_t child = vfork();

	if (!child) {
		record_borrowed();
		execv(argv[0], argv);
		_exit(127);
	}
	return child;
}

static int borrower(void *argument)
{
	(void)argument;
	record_borrowed();
	return 0;
}

static pid_t borrow_by_clone(void)
{
	char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
	pid_t child;

	ck_assert_ptr_ne(stack, MAP_FAILED);
	child = clone(borrower, stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD,
		      NULL);
	munmap(stack, STACK);
	return child;
}

static pid_t (*const borrow[])(void) = {
	borrow_by_vfork,
	borrow_by_vfork_and_exec,
	borrow_by_clone,
};

/* The race detector makes vfork() a fork(). */
static bool lends_memory(pid_t (*make)(void))
{
	return !FINDS_RACES || make == borrow_by_clone;
}

/* Its parent's events are all there, in their order, and what may be there of
 * the child besides is whole. */
static void assert_undamaged(trace_id_t trid, uint32_t events)
{
	uint32_t next[2] = { 0 };
	struct got got;

	while (try_next(trid, &got)) {
		ck_assert_uint_eq(got.info.posix_event_id, type);
		ck_assert_uint_le(got.mark.who, 1);
		ck_assert_uint_eq(got.len, sizeof(got.mark));
		if (got.mark.who) {
			ck_assert_uint_lt(got.mark.number, BORROWED);
			continue;
		}
		ck_assert_int_eq(got.info.posix_pid, getpid());
		assert_mark(&got, 0, next[0]++);
	}
	ck_assert_uint_eq(next[0], events);
}

/* INH-17, the second half: of streams of both kinds, before the thread has
 * recorded anything and afterwards. */
START_TEST(a_child_that_borrows_memory_damages_nothing)
{
	trace_id_t trid = _i % 2 ? start_family(BIG) : start_closed(BIG);
	uint32_t number = 0;

	for (int round = 0; round < 10; round++) {
		assert_exits_0(borrow[_i / 2]());
		for (int i = 0; i < 100; i++)
			record(type, 0, number++);
	}
	assert_state(trid, POSIX_TRACE_RUNNING, POSIX_TRACE_NOT_FULL);
	assert_undamaged(trid, number);
	assert_ok(posix_trace_stop(trid));
	assert_ok(posix_trace_shutdown(trid));

	trid = start_closed(0);
	record(type, 0, 1);
	assert_next_mark(trid, type, 0, 1);
	assert_empty(trid);
}
END_TEST

/* INH-17, the second half: other threads of the parent do not wait. */
START_TEST(a_child_that_borrows_memory_damages_no_other_thread)
{
	trace_id_t trid = start_family(BIG);
	uint32_t next[2] = { 0 }, borrowed = 0;
	pthread_t thread[2];
	struct got got;

	if (!lends_memory(borrow[_i]))
		return;
	for (uintptr_t i = 0; i < 2; i++)
		assert_ok(pthread_create(&thread[i], NULL, write_in_thread,
					 (void *)(10 + i)));
	for (int round = 0; round < 10; round++)
		assert_exits_0(borrow[_i]());
	for (int i = 0; i < 2; i++)
		assert_ok(pthread_join(thread[i], NULL));

	while (try_next(trid, &got)) {
		if (got.mark.who == 1) {
			borrowed++;
			continue;
		}
		ck_assert_uint_ge(got.mark.who, 10);
		ck_assert_uint_le(got.mark.who, 11);
		assert_mark(&got, got.mark.who, next[got.mark.who - 10]++);
	}
	ck_assert_uint_eq(next[0], MANY);
	ck_assert_uint_eq(next[1], MANY);
	ck_assert_uint_le(borrowed, 10 * BORROWED);
}
END_TEST

/* INH-17, the first half, as far as it is kept: docs/conformance.md. */
START_TEST(a_child_that_borrows_memory_is_not_taken_for_a_new_thread)
{
	trace_id_t trid = _i % 2 ? start_family(0) : start_closed(0);

	if (!lends_memory(borrow[_i / 2]))
		return;
	assert_exits_0(borrow[_i / 2]());
	record(type, 0, 1);
	assert_next_mark(trid, type, 0, 1);
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

static TCase *steering(void)
{
	TCase *tcase = tcase_create("steering");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, stop_and_start_hold_for_children);
	tcase_add_test(tcase, a_start_later_than_the_birth_holds_for_the_child);
	tcase_add_test(tcase, the_filter_holds_for_children);
	tcase_add_test(tcase, a_new_filter_holds_for_living_children);
	tcase_add_test(tcase, the_shutdown_ends_the_tracing_of_children);
	tcase_add_test(tcase, a_shutdown_among_recording_children_does_no_harm);
	/* A race detector takes a thread that a copy of a program with threads
	 * makes for one of those that it was copied from. */
	if (!FINDS_RACES)
		tcase_add_test(tcase, a_traced_child_can_trace_itself);
	tcase_add_test(tcase, two_threads_of_a_child_are_two);
	tcase_add_test(tcase, a_traced_child_can_found_a_family);
	tcase_add_test(tcase, a_traced_child_can_trace_another_process);
	return tcase;
}

static TCase *borrowers(void)
{
	TCase *tcase = tcase_create("borrowers");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, a_child_that_borrows_memory_damages_nothing,
			    0, 2 * ARRAY_LEN(borrow));
	tcase_add_loop_test(tcase,
			    a_child_that_borrows_memory_damages_no_other_thread,
			    0, ARRAY_LEN(borrow));
	tcase_add_loop_test(
		tcase,
		a_child_that_borrows_memory_is_not_taken_for_a_new_thread, 0,
		2 * ARRAY_LEN(borrow));
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("children");

	suite_add_tcase(suite, closed());
	suite_add_tcase(suite, inherited());
	suite_add_tcase(suite, steering());
	suite_add_tcase(suite, borrowers());
	return run_suite(suite);
}
