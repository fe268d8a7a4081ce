/*
 * stream_events.h - events that a stream is to record, option -e
 *
 * The library selects them, by posix_trace_select_np(): names need not exist.
 */
#ifndef STREAM_EVENTS_H
#define STREAM_EVENTS_H

#include <argp.h>

#include <trace_np.h>

/* Empty: not given. */
struct stream_events {
	char text[POSIX_TRACE_SELECTION_MAX_NP + 1];
};

/* Adds the argument of an -e: several make one list. An empty name, or an
 * overlong list, is misuse, and ends the program. */
void stream_events_add(struct stream_events *events, const char *arg,
		       struct argp_state *state);

#endif
