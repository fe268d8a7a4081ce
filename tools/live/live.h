/*
 * live.h - watching a running program, as a growing log
 *
 * An existing stream is not disturbed. If it writes to a log as it fills, that
 * log is followed, and its controller is asked to write what is still in
 * memory. For other streams, and for processes, a second stream is made, with
 * the same target; its log is in memory, and consumed data is given back. It
 * loops: a slow reader misses events, which is reported; the program never
 * waits. For who wants to go back, that log is a file without a name, up to a
 * size.
 *
 * Either way a source delivers the items. Functions that return a status have
 * reported errors.
 */
#ifndef LIVE_H
#define LIVE_H

#include <stdbool.h>

#include "live/live_class.h"

/* True for the name of a stream that is not also a file. */
bool live_is_stream(const char *name);

int live_open_stream(struct live **live, const char *name,
		     const struct live_plan *plan);

/* Finds the log of a stream, with its present events, as a name to be freed. */
int live_find_log(char **file, const char *name);

/* process: a number or a name. */
int live_open_process(struct live **live, const char *process,
		      const struct live_plan *plan);

#endif
