/*
 * patience.h - a way out for the user while something waits for a disk
 *
 * Signals are not delivered while we record, see watch.h: who hangs in a call
 * of the system cannot be interrupted. So a thread looks after the user. When
 * a second has gone by it says that it is the disk that is waited for; from
 * then on the next signal ends the program, with 128 and its number.
 */
#ifndef PATIENCE_H
#define PATIENCE_H

#include <stdbool.h>
#include <pthread.h>

#include "watch.h"

struct patience {
	struct watch *watch; /* borrowed until end, and its signals with it */
	const char *way_out;
	pthread_t thread;
	bool has_thread;
	int done; /* an eventfd */
};

/* way_out: what the user may do, and what becomes of it. Without a thread to be
 * had there is none. */
void patience_begin(struct patience *patience, struct watch *watch,
		    const char *way_out);
void patience_end(struct patience *patience);

#endif
