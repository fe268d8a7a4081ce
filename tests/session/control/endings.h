/*
 * endings.h - the ways in which a controller ends without a shutdown
 *
 * The controller is the program heir.
 */
#ifndef TESTS_SESSION_CONTROL_ENDINGS_H
#define TESTS_SESSION_CONTROL_ENDINGS_H

#include "session/heir_log.h"

enum {
	EVENTS = SANITIZED ? 200 : 1000,
	STORM = SANITIZED ? 500 : 4000,
};

/* What heir is told at its end, and how waitpid() tells of it. */
static const struct ending {
	char *word[2];
	int status;
	bool shuts_down; /* it does itself what has to be done */
	bool lives;	 /* the process does, as cat */
} endings[] = {
	{ { "return" }, 0, true, false },
	{ { "exit" }, 0, true, false },
	{ { "_exit" }, 0, false, false },
	{ { "abort" }, SIGABRT, false, false },
	{ { "segfault" }, SIGSEGV, false, false },
	{ { "kill" }, SIGKILL, false, false },
	{ { "exec", "/bin/true" }, 0, false, false },
	{ { "exec", "/bin/cat" }, 0, false, true },
};

enum { EXITED = 1, DEATHS = 2, KILLED = 5, ENDINGS = ARRAY_LEN(endings) };

#define END(ending) (ending)->word[0], (ending)->word[1]

/* Wait until the controller has ended so. A process that goes on as cat
 * answers. */
static inline void await_end(const struct heir *heir,
			     const struct ending *ending)
{
	int status;

	if (ending->lives) {
		prompt(heir);
		listen_to(heir);
		return;
	}
	status = end_of(heir->pid);
	ck_assert_msg(status == ending->status, "%s: the wait status is %#x",
		      ending->word[0], (unsigned)status);
}

/* What became of the process that lives. */
static inline void dismiss(struct heir *heir, const struct ending *ending)
{
	close(heir->in);
	if (ending->lives)
		assert_exits_0(heir->pid);
	close(heir->out);
}

static inline void create_a_stream(void)
{
	assert_ok(posix_trace_shutdown(create_for(0, 0, 0)));
}

static inline uint32_t hear_number(const struct heir *heir)
{
	uint32_t number;

	ck_assert_int_eq(read(heir->out, &number, sizeof(number)),
			 sizeof(number));
	return number;
}

static inline struct heir launch_controller(pid_t pid,
					    const struct ending *ending)
{
	struct heir heir = launch(
		HEIR("trace", text_of(pid), path, "say", "await", END(ending)));

	listen_to(&heir);
	return heir;
}

#endif
