/*
 * watch.h - waiting for the end of a process, signals, and time
 *
 * From init on the signals that end programs are blocked and read in turn, so
 * that nothing is interrupted. SIGPIPE stays blocked: a failing write reports
 * its error.
 */
#ifndef WATCH_H
#define WATCH_H

#include <signal.h>
#include <stddef.h>

#include "record/target.h"

struct watch {
	int signals; /* a signalfd, of these */
	sigset_t read;
	sigset_t mask; /* previous mask: for a command */
};

enum watch_news {
	WATCH_TIME,   /* timeout */
	WATCH_ENDED,  /* the process, or the descriptor, has ended */
	WATCH_SIGNAL, /* a signal came */
};

int watch_init(struct watch *watch);
void watch_fini(struct watch *watch);

/* Adds signals to read. */
int watch_add(struct watch *watch, const sigset_t *signals);

/* Waits for the next news, at most ms milliseconds. Any of several processes
 * may have ended; those known to have are ignored. */
enum watch_news watch_next(struct watch *watch, struct target *const *targets,
			   size_t count, int ms, int *signal);

/* Waits for a readable fd in place of a process; ms -1: without a limit. */
enum watch_news watch_or(struct watch *watch, int fd, int ms, int *signal);

#endif
