/*
 * live.h - what a running program does now, as a log that grows
 *
 * A stream that somebody has goes on as it is. If it goes to a log as it fills
 * that log is followed, and its controller is asked to write to it what is
 * still in memory. For any other stream, and for a process, there is one of our
 * own, with the same target; its log is in memory, and what was read of it is
 * given back. It loops: who reads too slowly misses events, and is told so;
 * nobody waits for us.
 *
 * Either way a source gives the items. What gives a status has told why.
 */
#ifndef LIVE_H
#define LIVE_H

#include <stdbool.h>

#include "live/live_class.h"

struct live_plan {
	const char *events; /* as posix_trace_select_np() has it, or NULL */
	bool follow;	    /* more than what there is now is wanted */
};

/* Is that the name of a stream, and of no file? */
bool live_is_stream(const char *name);

int live_open_stream(struct live **live, const char *name,
		     const struct live_plan *plan);

/* process: a number or a name. */
int live_open_process(struct live **live, const char *process,
		      const struct live_plan *plan);

#endif
