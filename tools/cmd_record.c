/*
 * cmd_record.c - record a command, or a process that runs, into a log
 */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "command.h"
#include "patience.h"
#include "recording.h"
#include "talk.h"
#include "watch.h"

#define ARGS "[--] CMD [ARG...]\n-p PID"
#define SUMMARY "record a command, or a running process, into a log"

enum { OPTION_FORCE = 256, OPTION_ORPHAN, CHECK_MS = 200 };

struct options {
	const char *output;
	pid_t pid;  /* 0: a command */
	int orphan; /* POSIX_TRACE_ORPHAN_..._NP */
	bool force;
	bool quiet;
	bool verbose;
	char **command;
};

/* All that is held while recording. */
struct record {
	const struct options *options;
	struct watch watch;
	struct target target;
	struct logfile log;
	struct recording recording;
	struct timespec interrupted; /* when Ctrl-C came last */
	bool given_up;		     /* the command was not waited for */
};

static const struct argp_option option_table[] = {
	{ "output", 'o', "FILE", 0,
	  "the log; NAME-PID.ptl in the current directory by default", 0 },
	{ "pid", 'p', "PID", 0,
	  "record a process that runs, until it ends or Ctrl-C; it goes on",
	  0 },
	{ "force", OPTION_FORCE, NULL, 0, "replace FILE if it is there", 0 },
	{ "orphan", OPTION_ORPHAN, "stop|run", 0,
	  "what the stream does if this is killed: stop (the default), or run "
	  "on until it is full; posixtrace recover completes the log",
	  0 },
	{ "quiet", 'q', NULL, 0, "say nothing but errors and losses", 0 },
	{ "verbose", 'v', NULL, 0, "say more", 0 },
	{ 0 },
};

static pid_t parse_pid(const char *arg, struct argp_state *state)
{
	char *end;
	long pid;

	errno = 0;
	pid = strtol(arg, &end, 10);
	if (errno || end == arg || *end || pid <= 0 || pid > INT_MAX)
		argp_error(state, "-p %s: not the number of a process", arg);
	return (pid_t)pid;
}

static int parse_orphan(const char *arg, struct argp_state *state)
{
	if (!strcmp(arg, "run"))
		return POSIX_TRACE_ORPHAN_RUN_NP;
	if (strcmp(arg, "stop"))
		argp_error(state, "--orphan=%s: neither stop nor run", arg);
	return POSIX_TRACE_ORPHAN_STOP_NP;
}

static void check_options(const struct options *options,
			  struct argp_state *state)
{
	if (!options->command && !options->pid)
		argp_error(state, "name a command, or a process with -p");
	if (options->command && options->pid)
		argp_error(state, "a command or -p, not both");
	if (options->output && !strcmp(options->output, "-"))
		argp_error(state, "-o -: a log goes to a regular file");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	switch (key) {
	case 'o':
		options->output = arg;
		return 0;
	case 'p':
		options->pid = parse_pid(arg, state);
		return 0;
	case OPTION_FORCE:
		options->force = true;
		return 0;
	case OPTION_ORPHAN:
		options->orphan = parse_orphan(arg, state);
		return 0;
	case 'q':
		options->quiet = true;
		return 0;
	case 'v':
		options->verbose = true;
		return 0;
	case ARGP_KEY_ARG:
		/* What follows is the command's, options included. */
		options->command = state->argv + state->next - 1;
		state->next = state->argc;
		return 0;
	case ARGP_KEY_END:
		check_options(options, state);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = ARGS,
	.doc = SUMMARY
	"\vExit status: that of the command, or 128 and the number of the "
	"signal that ended it; 125 if recording it failed, 126 or 127 if it "
	"could not be executed or found. With -p: 0, 2 called wrongly, 5 not "
	"permitted, 6 no such process, 7 no space, no memory, I/O error.",
};

/* The status of an own failure: what a command exits with is its own. */
static int failure(const struct options *options, int status)
{
	return options->command ? EXIT_RECORD : status;
}

static int system_failure(const struct options *options, const char *what,
			  int err)
{
	talk_error(what, err);
	return failure(options, EXIT_SYSTEM);
}

static int create_log(struct record *record)
{
	const struct options *options = record->options;
	const char *path = options->output;
	char name[TARGET_NAME_MAX + 32];
	int err;

	if (!path) {
		snprintf(name, sizeof(name), "%s-%d.ptl", record->target.name,
			 (int)record->target.pid);
		path = name;
	}
	err = logfile_create(&record->log, path, options->force);
	return err ? failure(options, logfile_refuse(path, err)) : 0;
}

/* Then where streams are kept is not ours alone, or not the process's. */
static int no_safe_directory(const struct options *options)
{
	const char *chosen = getenv("POSIXTRACE_DIR");

	if (!chosen || !*chosen)
		chosen = "/dev/shm/posixtrace-UID";
	if (chosen[0] != '/')
		talk("POSIXTRACE_DIR: %s: %s; it has to be an absolute path",
		     chosen, strerror(EPERM));
	else
		talk("%s: %s; it has to be a directory of the process's user, "
		     "with mode 0700, and no link",
		     chosen, strerror(EPERM));
	return failure(options, EXIT_DENIED);
}

static int not_permitted(const struct record *record)
{
	char owner[64];

	if (target_is_open(record->target.pid))
		return no_safe_directory(record->options);
	target_owner(record->target.pid, owner, sizeof(owner));
	talk("%s (%d): %s; it belongs to %s: be that user, or root",
	     record->target.name, (int)record->target.pid, strerror(EPERM),
	     owner);
	return failure(record->options, EXIT_DENIED);
}

static int no_process(const struct options *options, pid_t pid)
{
	talk("%d: %s", (int)pid, strerror(ESRCH));
	return failure(options, EXIT_NO_TARGET);
}

static int cannot_start(const struct record *record, int err)
{
	switch (err) {
	case EPERM:
	case EACCES:
		return not_permitted(record);
	case ESRCH:
		return no_process(record->options, record->target.pid);
	case ENOSPC:
	case EFBIG:
	case EIO:
	case EDQUOT:
		return system_failure(record->options, record->log.path, err);
	}
	return system_failure(record->options, "cannot make a stream", err);
}

static void tell_start(const struct record *record)
{
	if (!record->options->quiet)
		talk("tracing %s (%d), all events, flush to %s",
		     record->target.name, (int)record->target.pid,
		     record->log.path);
}

static void tell_end(const struct record *record)
{
	const struct target *target = &record->target;

	if (!record->options->verbose || !target->ended)
		return;
	if (!target->ours)
		talk("%s (%d) has ended", target->name, (int)target->pid);
	else if (WIFSIGNALED(target->status))
		talk("%s (%d) was ended by signal %d (%s)", target->name,
		     (int)target->pid, WTERMSIG(target->status),
		     strsignal(WTERMSIG(target->status)));
	else
		talk("%s (%d) has ended with status %d", target->name,
		     (int)target->pid, WEXITSTATUS(target->status));
}

/* Whether the signal of before came within a second. */
static bool comes_again(struct record *record)
{
	struct timespec before = record->interrupted;
	struct timespec *now = &record->interrupted;

	clock_gettime(CLOCK_MONOTONIC, now);
	if (!before.tv_sec && !before.tv_nsec)
		return false;
	return (now->tv_sec - before.tv_sec) * 1000 +
		       (now->tv_nsec - before.tv_nsec) / 1000000 <
	       1000;
}

/*
 * A signal to us, seen from the command: the keyboard's it gets itself, and
 * what it makes of them is waited for; those that are meant for one process
 * are passed on. Whether recording is to end without its end.
 */
static bool command_signalled(struct record *record, int signal)
{
	const struct target *target = &record->target;

	if (signal == SIGTERM || signal == SIGHUP) {
		kill(target->pid, signal);
		return false;
	}
	if (signal != SIGINT || !comes_again(record))
		return false;

	talk("%s (%d) goes on without being recorded", target->name,
	     (int)target->pid);
	record->given_up = true;
	return true;
}

/* Until the process ends, or the user wants no more. */
static void follow(struct record *record)
{
	for (;;) {
		int signal;

		switch (watch_next(&record->watch, &record->target, CHECK_MS,
				   &signal)) {
		case WATCH_TIME:
			break;
		case WATCH_ENDED:
			return;
		case WATCH_SIGNAL:
			if (!record->target.ours ||
			    command_signalled(record, signal))
				return;
			break;
		}
		recording_check(&record->recording);
	}
}

static int command_status(const struct record *record)
{
	int status = record->target.status;

	if (record->given_up)
		return EXIT_SIGNALLED + SIGINT;
	if (WIFSIGNALED(status))
		return EXIT_SIGNALLED + WTERMSIG(status);
	return WEXITSTATUS(status);
}

static int finish(struct record *record)
{
	const struct options *options = record->options;
	struct recording *recording = &record->recording;
	struct patience patience;

	patience_begin(&patience, &record->watch,
		       "Ctrl-C again gives up, "
		       "and `posixtrace recover' then completes the log",
		       true);
	recording_end(recording);
	patience_end(&patience);
	tell_end(record);
	if (!options->quiet || recording->totals.lost)
		recording_tell(recording);

	if (recording->error)
		return failure(options, EXIT_SYSTEM);
	return options->command ? command_status(record) : EXIT_SUCCESS;
}

static int cannot_execute(const struct options *options, int err)
{
	talk_error(options->command[0], err);
	return err == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_EXECUTABLE;
}

/* The stream is there: now the program may run, and the log may stay. */
static int begin(struct record *record)
{
	int err;

	if (record->target.ours) {
		err = target_release(&record->target);
		if (err)
			return cannot_execute(record->options, err);
	}

	err = logfile_keep(&record->log);
	if (err)
		talk("%s: %s; the log is %s", record->log.path, strerror(err),
		     record->log.beside);
	return 0;
}

static int start(struct record *record)
{
	int status;
	int err;

	err = recording_start(&record->recording, &record->target,
			      &record->log, record->options->orphan);
	if (err) {
		logfile_drop(&record->log);
		return cannot_start(record, err);
	}

	status = begin(record);
	if (status) {
		recording_drop(&record->recording);
		logfile_drop(&record->log);
	}
	return status;
}

static int start_with_log(struct record *record)
{
	struct patience patience;
	int status;

	patience_begin(&patience, &record->watch, "Ctrl-C gives up", false);
	status = create_log(record);
	if (!status)
		status = start(record);
	patience_end(&patience);
	return status;
}

static int record_target(struct record *record)
{
	int status = start_with_log(record);

	if (!status) {
		tell_start(record);
		follow(record);
		status = finish(record);
	}
	logfile_close(&record->log);
	return status;
}

static int launch(struct record *record)
{
	const struct options *options = record->options;
	int err;

	err = target_launch(&record->target, options->command,
			    &record->watch.mask);
	return err ? system_failure(options, options->command[0], err) : 0;
}

static int attach(struct record *record)
{
	const struct options *options = record->options;

	if (target_attach(&record->target, options->pid))
		return no_process(options, options->pid);
	return 0;
}

static int record_watched(struct record *record)
{
	int status;

	status = record->options->command ? launch(record) : attach(record);
	if (status)
		return status;

	status = record_target(record);
	target_close(&record->target);
	return status;
}

static int run(int argc, char **argv)
{
	struct options options = { 0 };
	struct record record = { .options = &options };
	int status;
	int err;

	command_parse(&cmd_record, &argp, ARGP_IN_ORDER, argc, argv, &options);
	err = watch_init(&record.watch);
	if (err)
		return system_failure(&options, "signalfd", err);

	status = record_watched(&record);
	watch_fini(&record.watch);
	return status;
}

const struct command cmd_record = {
	.name = "record",
	.args = ARGS,
	.summary = SUMMARY,
	.run = run,
};
