/*
 * patience.h - a way out for the user while something waits for a disk
 *
 * Signals are not delivered while we record, see watch.h: who hangs in a call
 * of the system cannot be interrupted. So a thread looks after the user. When
 * a second has gone by it says that it is the disk that is waited for; then a
 * signal ends the program, with 128 and its number. Within that second signals
 * stay where they are.
 */
#ifndef PATIENCE_H
#define PATIENCE_H

#include <stdbool.h>
#include <pthread.h>

#include "record/watch.h"

struct patience {
	struct watch *watch; /* borrowed until end, and its signals with it */
	const char *way_out;
	bool again;
	pthread_t thread;
	bool has_thread;
	int done; /* an eventfd */
};

/* way_out: what the user may do, and what becomes of it. again: signals of
 * before it was said are dropped, they are what began the waiting. Without a
 * thread to be had there is no way out. */
void patience_begin(struct patience *patience, struct watch *watch,
		    const char *way_out, bool again);
void patience_end(struct patience *patience);

#endif
