/*
 * target.h - the recorded process: our own command, or a running process
 *
 * A command is forked at once but waits before it executes its program, so that
 * its stream can be there from the first event on.
 */
#ifndef TARGET_H
#define TARGET_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

enum {
	TARGET_NAME_MAX = 64,
	TARGETS_MAX = 16, /* limit, below that of streams */
};

struct target {
	pid_t pid;
	char name[TARGET_NAME_MAX]; /* name of its program, fit for a file
				     * name */
	bool ours;
	bool ended;
	int status; /* command: status of waitpid(), once it has ended */
	int pidfd;  /* -1: not supported, poll instead */
	int gate;   /* command: a byte releases it, closing ends it */
	int report; /* command: errno of a failed exec */
};

/* Forks the command. mask: its signal mask. */
int target_launch(struct target *target, char **command, const sigset_t *mask);

/* Identifies a running process. ESRCH: none. */
int target_attach(struct target *target, pid_t pid);

/* Lets the command execute its program. Returns an error number of that. */
int target_release(struct target *target);

/* True if it has ended. Does not wait. */
bool target_has_ended(struct target *target);

/* Ends a command that was not released; forgets any other target. */
void target_close(struct target *target);

#endif
