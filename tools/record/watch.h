/*
 * watch.h - wait for the end of a process, for signals, and for the time
 *
 * From init on the signals that end programs are not delivered but read in
 * their turn, so that nothing is ever interrupted. SIGPIPE and SIGXFSZ stay
 * blocked unread: a write that fails says so itself.
 */
#ifndef WATCH_H
#define WATCH_H

#include <signal.h>
#include <stddef.h>

#include "record/target.h"

struct watch {
	int signals;   /* a signalfd, of these */
	sigset_t read;
	sigset_t mask; /* as it was before: for a command */
};

enum watch_news {
	WATCH_TIME,   /* a while has gone by */
	WATCH_ENDED,  /* the process, or what else was waited for, has ended */
	WATCH_SIGNAL, /* a signal came */
};

int watch_init(struct watch *watch);
void watch_fini(struct watch *watch);

/* Read these signals, too. */
int watch_add(struct watch *watch, const sigset_t *signals);

/* Wait for the next of these, at most ms milliseconds. Of several processes
 * any may be the one that has ended; what is known to have is not waited for. */
enum watch_news watch_next(struct watch *watch, struct target *const *targets,
			   size_t count, int ms, int *signal);

/* The same for something that ends when fd can be read; -1: as long as it
 * takes. */
enum watch_news watch_or(struct watch *watch, int fd, int ms, int *signal);

#endif
