/*
 * stream_events.h - which events a stream is to record, as -e says it
 *
 * It is the library that chooses then, by posix_trace_select_np(): whether a
 * name is there makes no difference.
 */
#ifndef STREAM_EVENTS_H
#define STREAM_EVENTS_H

#include <argp.h>

#include <trace_np.h>

/* Empty: nothing was said. */
struct stream_events {
	char text[POSIX_TRACE_SELECTION_MAX_NP + 1];
};

/* Add the argument of an -e: what is given in several is one list. A name that
 * is empty, and more than there is room for, is misuse, and ends the program. */
void stream_events_add(struct stream_events *events, const char *arg,
		       struct argp_state *state);

#endif
