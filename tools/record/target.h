/*
 * target.h - the process that is recorded: a command of ours, or a stranger
 *
 * A command is forked at once but waits before it executes its program, so
 * that its stream can be there from the first event on.
 */
#ifndef TARGET_H
#define TARGET_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

enum {
	TARGET_NAME_MAX = 64,
	TARGETS_MAX = 16, /* at a time: one has more streams than that */
};

struct target {
	pid_t pid;
	char name[TARGET_NAME_MAX]; /* of its program, fit for a file name */
	bool ours;
	bool ended;
	int status; /* a command's, as waitpid() gives it, once it ended */
	int pidfd;  /* -1: this kernel has none, it has to be polled */
	int gate;   /* a command's: a byte lets it go, closing ends it */
	int report; /* a command's: the errno of a failed exec */
};

/* Fork the command. mask: the signals it is to find blocked. */
int target_launch(struct target *target, char **command, const sigset_t *mask);

/* Name a process that runs. ESRCH: there is none. */
int target_attach(struct target *target, pid_t pid);

/* Let the command execute its program. An error number: it could not. */
int target_release(struct target *target);

/* Whether it has ended. Does not wait. */
bool target_has_ended(struct target *target);

/* End a command that was not released; forget any other. */
void target_close(struct target *target);

#endif
