/*
 * cmd_steer.c - start, stop, select, clear, flush and shutdown of existing
 * streams
 */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <trace_np.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/talk.h"
#include "live/stream_name.h"
#include "select/stream_events.h"

#define ARGS "STREAM..."
#define DOC                                                                    \
	"\vSTREAM is a number, as `posixtrace ls' lists it, or USER/NUMBER, "  \
	"or NUMBER@PID beside a process with files of its own. "               \
	"The controller of the stream, which may be any process, carries out " \
	"the command.\n\nExit status: 0 success; 1 there is no such stream, "  \
	"or it has no controller; 2 wrong usage; 3 a stream is damaged; "      \
	"5 not permitted; 7 it failed, or took too long."

/* The operation: one of POSIX_TRACE_STEER_..._NP, or a selection. */
struct deed {
	int what;
	bool selects;
	const char *selection; /* NULL: all */
};

static const struct {
	const struct command *cmd;
	int what;
} deeds[] = {
	{ &cmd_start, POSIX_TRACE_STEER_START_NP },
	{ &cmd_stop, POSIX_TRACE_STEER_STOP_NP },
	{ &cmd_clear, POSIX_TRACE_STEER_CLEAR_NP },
	{ &cmd_flush, POSIX_TRACE_STEER_FLUSH_NP },
	{ &cmd_shutdown, POSIX_TRACE_STEER_SHUTDOWN_NP },
};

struct operands {
	char **names;
	int count;
	struct stream_events events;
	bool all;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct operands *operands = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_ARGS:
		operands->names = state->argv + state->next;
		operands->count = state->argc - state->next;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		misuse(state, "which stream? see posixtrace ls streams");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* Refusals */

static int refuse(const char *name, int what, int err)
{
	switch (err) {
	case ENOENT:
		talk("stream %s: no such stream; see posixtrace ls streams",
		     name);
		return EXIT_NOTHING;
	case ESRCH:
		talk("stream %s: its controller is gone; see posixtrace "
		     "recover",
		     name);
		return EXIT_NOTHING;
	case ENOTSUP:
		talk("stream %s: its controller takes no requests; it traces "
		     "another user's process, or can have no thread",
		     name);
		return EXIT_NOTHING;
	case EBADMSG:
		talk("stream %s: damaged, or of another version of posixtrace",
		     name);
		return EXIT_DAMAGED;
	case EPERM:
	case EACCES:
		talk("stream %s: %s; be its user, or root", name,
		     strerror(EPERM));
		return EXIT_DENIED;
	case ETIMEDOUT:
		talk("stream %s: its controller does not answer, and nothing "
		     "was done; is it stopped?",
		     name);
		return EXIT_SYSTEM;
	case EINPROGRESS:
		talk("stream %s: its controller has not finished within a "
		     "minute, and goes on",
		     name);
		return EXIT_SYSTEM;
	case EINVAL:
		if (what == POSIX_TRACE_STEER_FLUSH_NP) {
			talk("stream %s: it has no log", name);
			return EXIT_NOTHING;
		}
	}
	talk("stream %s: %s", name, strerror(err));
	return EXIT_SYSTEM;
}

static int steer_beside(const struct stream_name *name, const struct deed *deed)
{
	return deed->selects ?
		       posix_trace_steer_select_beside_np(
			       name->beside, name->number, deed->selection) :
		       posix_trace_steer_beside_np(name->beside, name->number,
						   deed->what);
}

static int steer_users(const struct stream_name *name, const struct deed *deed)
{
	return deed->selects ?
		       posix_trace_steer_select_np(name->user, name->number,
						   deed->selection) :
		       posix_trace_steer_np(name->user, name->number,
					    deed->what);
}

static int steer_stream(const char *name, const struct deed *deed)
{
	struct stream_name parsed;
	int err;

	if (!stream_name_parse(name, &parsed)) {
		talk("%s: not a stream; expected NUMBER, USER/NUMBER or "
		     "NUMBER@PID",
		     name);
		return EXIT_MISUSE;
	}
	err = parsed.beside ? steer_beside(&parsed, deed) :
			      steer_users(&parsed, deed);
	return err ? refuse(name, deed->what, err) : EXIT_SUCCESS;
}

static int steer_all(const struct operands *operands, const struct deed *deed)
{
	int status = EXIT_SUCCESS;

	for (int i = 0; i < operands->count; i++) {
		const int one = steer_stream(operands->names[i], deed);

		status = one > status ? one : status;
	}
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	struct deed deed = { 0 };
	struct operands operands = { 0 };

	for (size_t i = 0; i < sizeof(deeds) / sizeof(deeds[0]); i++)
		if (deeds[i].cmd == cmd)
			deed.what = deeds[i].what;
	arguments_parse(cmd, argc, argv, &operands);
	return steer_all(&operands, &deed);
}

/* The commands */

const struct command cmd_start = {
	.name = "start",
	.argp =
		&(const struct argp){
			.parser = parse,
			.args_doc = ARGS,
			.doc = "let streams record" DOC,
		},
	.run = run,
};

const struct command cmd_stop = {
	.name = "stop",
	.argp =
		&(const struct argp){
			.parser = parse,
			.args_doc = ARGS,
			.doc = "let streams record nothing until they are "
			       "started" DOC,
		},
	.run = run,
};

const struct command cmd_clear = {
	.name = "clear",
	.argp =
		&(const struct argp){
			.parser = parse,
			.args_doc = ARGS,
			.doc = "throw away what streams have recorded, and "
			       "their filters" DOC,
		},
	.run = run,
};

const struct command cmd_flush = {
	.name = "flush",
	.argp =
		&(const struct argp){
			.parser = parse,
			.args_doc = ARGS,
			.doc = "write what streams have recorded to their "
			       "logs" DOC,
		},
	.run = run,
};

const struct command cmd_shutdown = {
	.name = "shutdown",
	.argp =
		&(const struct argp){
			.parser = parse,
			.args_doc = ARGS,
			.doc = "end streams, and complete their logs" DOC,
		},
	.run = run,
};

static const struct argp_option select_table[] = {
	{ "event", 'e', "NAME,...", 0,
	  "only these events: names, globs as 'order_*'; '!NAME' excludes", 0 },
	{ "all", 'a', NULL, 0, "all again", 0 },
	{ 0 },
};

static error_t parse_select(int key, char *arg, struct argp_state *state)
{
	struct operands *operands = state->input;

	switch (key) {
	case 'e':
		stream_events_add(&operands->events, arg, state);
		return 0;
	case 'a':
		operands->all = true;
		return 0;
	case ARGP_KEY_SUCCESS:
		if (operands->all == !!*operands->events.text)
			misuse(state,
			       "which events? -e NAME,..., or -a for all");
		return 0;
	}
	return parse(key, arg, state);
}

static const struct argp select_argp = {
	.options = select_table,
	.parser = parse_select,
	.args_doc = "-e NAME,... " ARGS "\n-a " ARGS,
	.doc = "change which events streams record" DOC,
};

static int run_select(const struct command *cmd, int argc, char **argv)
{
	struct deed deed = { .selects = true };
	struct operands operands = { 0 };

	arguments_parse(cmd, argc, argv, &operands);
	if (!operands.all)
		deed.selection = operands.events.text;
	return steer_all(&operands, &deed);
}

const struct command cmd_select = {
	.name = "select",
	.argp = &select_argp,
	.run = run_select,
};
