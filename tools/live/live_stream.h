/*
 * live_stream.h - watching a process by a second stream, with a log in memory
 */
#ifndef LIVE_STREAM_H
#define LIVE_STREAM_H

#include <sys/types.h>

#include "live/live_class.h"

/* inherited: watch its children as well. Returns the exit status, after
 * reporting errors. */
int live_stream_open(struct live **live, pid_t pid,
		     const struct live_plan *plan, bool inherited);

#endif
