/*
 * heir.h - how tests start the program heir, and talk to it
 *
 * It reads from a pipe that in is the end of, and out is the end of what it
 * writes to. Check ends whatever a test leaves behind.
 */
#ifndef TESTS_SESSION_HEIR_H
#define TESTS_SESSION_HEIR_H

#include <spawn.h>

#include "build_programs.h"
#include "tracing.h"

struct heir {
	pid_t pid;
	int in, out;
};

/* The arguments of heir: HEIR("event", "e", "1"). */
#define HEIR(...) ((char *[]){ heir_path(), __VA_ARGS__, NULL })

static inline char *heir_path(void)
{
	return built("tests/session/heir");
}

/* Start a program with a descriptor of ours as its standard output, and
 * maybe another as its input. */
static inline pid_t spawn_with(char *const argv[], int in, int out)
{
	posix_spawn_file_actions_t actions;
	pid_t pid;

	assert_ok(posix_spawn_file_actions_init(&actions));
	if (in >= 0)
		assert_ok(posix_spawn_file_actions_adddup2(&actions, in, 0));
	if (out >= 0)
		assert_ok(posix_spawn_file_actions_adddup2(&actions, out, 1));
	assert_ok(posix_spawn(&pid, argv[0], &actions, NULL, argv, environ));
	posix_spawn_file_actions_destroy(&actions);
	return pid;
}

static inline pid_t spawn(char *const argv[])
{
	return spawn_with(argv, -1, -1);
}

static inline struct heir launch(char *const argv[])
{
	int in[2], out[2];
	struct heir heir;

	ck_assert_int_eq(pipe2(in, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);
	heir.pid = spawn_with(argv, in[0], out[1]);
	heir.in = in[1];
	heir.out = out[0];
	close(in[0]);
	close(out[1]);
	return heir;
}

/* It does what it does, and that well. */
static inline void run_heir(char *const argv[])
{
	assert_exits_0(spawn(argv));
}

/* Wait until it "say"s something. */
static inline void listen_to(const struct heir *heir)
{
	char byte;

	ck_assert_int_eq(read(heir->out, &byte, 1), 1);
}

/* End its "await". */
static inline void prompt(const struct heir *heir)
{
	ck_assert_int_eq(write(heir->in, "g", 1), 1);
}

/* Nobody has its standard output open any more. */
static inline void await_hangup(const struct heir *heir)
{
	char byte;

	ck_assert_int_eq(read(heir->out, &byte, 1), 0);
}

static inline void assert_well(struct heir *heir)
{
	assert_exits_0(heir->pid);
	close(heir->in);
	close(heir->out);
}

/* How it ended. */
static inline int end_of(pid_t pid)
{
	int status;

	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return status;
}

/* A family: streams trace children too. */
static inline trace_attr_t attr_inherited(size_t size)
{
	trace_attr_t attr = attr_of(size, 0);

	assert_ok(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	return attr;
}

/* A stream of this process and of the children to come; it runs, and its
 * START was read. */
static inline trace_id_t start_family(size_t size)
{
	trace_attr_t attr = attr_inherited(size);
	trace_id_t trid;
	struct got got;

	assert_ok(posix_trace_create(0, &attr, &trid));
	assert_ok(posix_trace_start(trid));
	ck_assert(try_next(trid, &got));
	ck_assert_uint_eq(got.info.posix_event_id, POSIX_TRACE_START);
	return trid;
}

/* The next event of a stream, or of a log, has this name and number; process
 * 0: whoever recorded it. */
static inline void assert_named(trace_id_t trid, const struct got *got,
				pid_t pid, const char *name, uint32_t number)
{
	assert_name(trid, got->info.posix_event_id, name);
	assert_mark(got, 0, number);
	if (pid)
		ck_assert_int_eq(got->info.posix_pid, pid);
}

static inline void assert_next_named(trace_id_t trid, pid_t pid,
				     const char *name, uint32_t number)
{
	struct got got;

	ck_assert_msg(try_next(trid, &got), "there is no event \"%s\"", name);
	assert_named(trid, &got, pid, name, number);
}

/* The next event of a log. When it was written is no concern of ours. */
static inline bool read_log(trace_id_t trid, struct got *got)
{
	while (log_next(trid, got))
		if (got->info.posix_event_id != POSIX_TRACE_FLUSH_START &&
		    got->info.posix_event_id != POSIX_TRACE_FLUSH_STOP)
			return true;
	return false;
}

/* A stream of that process that runs, and whose START was read. */
static inline trace_id_t start_for(pid_t pid)
{
	trace_id_t trid = create_for(pid, 1 << 20, 0);
	struct got got;

	assert_ok(posix_trace_start(trid));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	return trid;
}

/* Is a type of that name in the stream's list? */
static inline bool lists(trace_id_t trid, const char *name)
{
	char got[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t type;
	int unavailable;

	assert_ok(posix_trace_eventtypelist_rewind(trid));
	for (;;) {
		assert_ok(posix_trace_eventtypelist_getnext_id(trid, &type,
							       &unavailable));
		if (unavailable)
			return false;
		assert_ok(posix_trace_eventid_get_name(trid, type, got));
		if (!strcmp(got, name))
			return true;
	}
}

#endif
