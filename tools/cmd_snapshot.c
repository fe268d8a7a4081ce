/*
 * cmd_snapshot.c - having a flight recorder save
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/proc.h"
#include "common/runtime.h"
#include "common/talk.h"
#include "record/candidates.h"

enum { FILE_MAX = 65536 };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	pid_t *pid = state->input;
	char *end;
	long value;

	if (key != ARGP_KEY_ARG)
		return ARGP_ERR_UNKNOWN;
	errno = 0;
	value = strtol(arg, &end, 10);
	if (*pid || errno || end == arg || *end || value <= 0 ||
	    value > INT_MAX)
		misuse(state, "%s: not the number of one process", arg);
	*pid = (pid_t)value;
	return 0;
}

static const struct argp argp = {
	.parser = parse,
	.args_doc = "[PID]",
	.doc = "let a flight recorder save what it has"
	       "\vPID is the number of a `posixtrace record --flight'; it "
	       "may be left out if only one runs. The recorder prints the "
	       "name of the log and the totals."
	       "\n\nExit status: 0 the signal was sent, 2 wrong usage, or "
	       "several recorders run, 5 not permitted, 6 no recorder runs.",
};

/* "record", and "--flight" before any command. */
static bool is_asked_to_fly(pid_t pid)
{
	char text[FILE_MAX];
	const char *end = text + proc_read(pid, "cmdline", text, sizeof(text));
	bool records = false;

	for (const char *at = text; at < end && strcmp(at, "--");
	     at += strlen(at) + 1) {
		records |= !strcmp(at, "record");
		if (records && !strncmp(at, "--fl", 4))
			return true;
	}
	return false;
}

/* The signal is harmless then: it is read. */
static bool waits_for_signal(pid_t pid)
{
	static const char key[] = "\nSigBlk:";
	char text[FILE_MAX];
	const char *line;

	proc_read(pid, "status", text, sizeof(text));
	line = strstr(text, key);
	return line &&
	       strtoull(line + sizeof(key) - 1, NULL, 16) >> (SIGUSR1 - 1) & 1;
}

static bool is_recorder(pid_t pid)
{
	return is_asked_to_fly(pid) && waits_for_signal(pid);
}

static size_t find_recorders(pid_t pids[CANDIDATES_MAX])
{
	size_t count = candidates_find("posixtrace", pids);
	size_t recorders = 0;

	if (count > CANDIDATES_MAX)
		count = CANDIDATES_MAX;
	for (size_t i = 0; i < count; i++)
		if (is_recorder(pids[i]))
			pids[recorders++] = pids[i];
	return recorders;
}

static int find_recorder(pid_t *pid)
{
	pid_t pids[CANDIDATES_MAX];
	size_t count = find_recorders(pids);

	if (!count && runtime_is_refused())
		return runtime_refuse();
	if (!count) {
		talk("no flight recorder runs; see posixtrace record --flight");
		return EXIT_NO_TARGET;
	}
	if (count > 1) {
		talk("%zu flight recorders run; name one by its number:",
		     count);
		candidates_list(pids, count);
		return EXIT_MISUSE;
	}
	*pid = pids[0];
	return 0;
}

/* The process that was checked gets the signal, or none does. */
static int ask(pid_t pid, int pidfd)
{
	if (!is_recorder(pid)) {
		talk("%d: no flight recorder; see posixtrace record --flight",
		     (int)pid);
		return EXIT_NO_TARGET;
	}
	if (syscall(SYS_pidfd_send_signal, pidfd, SIGUSR1, NULL, 0)) {
		int err = errno;
		char number[16];

		snprintf(number, sizeof(number), "%d", (int)pid);
		talk_error(number, err);
		return err == EPERM ? EXIT_DENIED : EXIT_NO_TARGET;
	}
	return EXIT_SUCCESS;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	pid_t pid = 0;
	int pidfd, status;

	arguments_parse(cmd, argc, argv, &pid);
	status = pid ? 0 : find_recorder(&pid);
	if (status)
		return status;
	pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (pidfd < 0) {
		talk("%d: %s", (int)pid, strerror(errno));
		return errno == ESRCH ? EXIT_NO_TARGET : EXIT_SYSTEM;
	}
	status = ask(pid, pidfd);
	close(pidfd);
	return status;
}

const struct command cmd_snapshot = {
	.name = "snapshot",
	.argp = &argp,
	.run = run,
};
