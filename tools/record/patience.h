/*
 * patience.h - interrupting a wait for a disk, or a reader
 *
 * Signals are blocked while recording, see watch.h: a hanging system call
 * cannot be interrupted. So a thread watches: after a second it reports what is
 * awaited; from then on a signal ends the program, with status 128 and its
 * number. Earlier signals stay pending.
 */
#ifndef PATIENCE_H
#define PATIENCE_H

#include <stdbool.h>
#include <pthread.h>

#include "record/watch.h"

struct patience {
	struct watch *watch; /* borrowed until end, including its signals */
	const char *whom;
	const char *way_out;
	bool again;
	pthread_t thread;
	bool has_thread;
	int done; /* an eventfd */
};

/* The report has whom, what is awaited, as "the disk", and way_out, the choices
 * of the user. again: signals from before the report are dropped, as they began
 * the wait. Without a thread there is no way out. */
void patience_begin(struct patience *patience, struct watch *watch,
		    const char *whom, const char *way_out, bool again);
void patience_end(struct patience *patience);

#endif
