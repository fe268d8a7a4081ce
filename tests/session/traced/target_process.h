/*
 * target_process.h - how tests start the program target, and talk to it
 */
#ifndef SESSION_TRACED_TARGET_PROCESS_H
#define SESSION_TRACED_TARGET_PROCESS_H

#include "build_programs.h"
#include "target.h"
#include "tracing.h"

/* The program target, and the ends of what it is told and answers. */
struct target {
	pid_t pid;
	FILE *in, *out;
	int go; /* write to it, and the program is executed */
	struct published *published;
};

static struct target target;

/* In the child: wait for the word, then become the program. */
static inline void become(const char *path, int go, int in, int out, int memory)
{
	char byte;

	if (read(go, &byte, 1) != 1 || dup2(in, 0) < 0 || dup2(out, 1) < 0 ||
	    dup2(memory, 50) < 0 || dup2(50, TARGET_FD) < 0)
		_exit(126);
	for (int fd = TARGET_FD + 1; fd < 100; fd++)
		close(fd);
	execl(path, path, (char *)NULL);
	_exit(127);
}

static inline struct target prepare(const char *path)
{
	int go[2], in[2], out[2], memory = memfd_create("published", 0);
	struct target made;

	ck_assert_int_eq(ftruncate(memory, sizeof(struct published)), 0);
	made.published = mmap(NULL, sizeof(struct published),
			      PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
	ck_assert_ptr_ne(made.published, MAP_FAILED);
	ck_assert_int_eq(pipe2(go, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(in, O_CLOEXEC), 0);
	ck_assert_int_eq(pipe2(out, O_CLOEXEC), 0);

	made.pid = fork();
	if (!made.pid)
		become(path, go[0], in[0], out[1], memory);
	close(go[0]);
	close(in[0]);
	close(out[1]);
	close(memory);
	made.go = go[1];
	made.in = fdopen(in[1], "w");
	made.out = fdopen(out[0], "r");
	return made;
}

static inline void execute(struct target *t)
{
	ck_assert_int_eq(write(t->go, "g", 1), 1);
}

static inline long answer(struct target *t)
{
	char line[100];

	ck_assert_ptr_nonnull(fgets(line, sizeof(line), t->out));
	return strtol(line, NULL, 10);
}

static inline long tell(struct target *t, const char *command)
{
	ck_assert_int_gt(fprintf(t->in, "%s\n", command), 0);
	ck_assert_int_eq(fflush(t->in), 0);
	return answer(t);
}

/* A target that runs. */
static inline struct target launch(void)
{
	struct target made = prepare(built("tests/api/target"));

	execute(&made);
	ck_assert_int_eq(tell(&made, "pid"), made.pid);
	return made;
}

/* It has to be alive and well. */
static inline void dismiss(struct target *t)
{
	ck_assert_int_eq(tell(t, "pid"), t->pid);
	fclose(t->in);
	assert_exits_0(t->pid);
	fclose(t->out);
}

static inline trace_id_t start_for(pid_t pid)
{
	trace_id_t trid = create_for(pid, 1 << 20, 0);

	assert_ok(posix_trace_start(trid));
	return trid;
}

static inline void assert_next_named(trace_id_t trid, const char *name,
				     uint32_t number)
{
	struct got got;

	await_next(trid, &got);
	assert_name(trid, got.info.posix_event_id, name);
	assert_mark(&got, 0, number);
	ck_assert_int_eq(got.info.posix_pid, target.pid);
}

static inline void release(void)
{
	if (target.pid > 0)
		kill(target.pid, SIGKILL);
}

#endif
