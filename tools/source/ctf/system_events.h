/*
 * system_events.h - the standard's events in a trace that posixtrace has written
 */
#ifndef SOURCE_CTF_SYSTEM_EVENTS_H
#define SOURCE_CTF_SYSTEM_EVENTS_H

#include <stdbool.h>

#include <trace_np.h>

/* The number of a system event type, by its name; 0: no such name. */
trace_event_id_t ctf_system_event(const char *name);

/* The name of a system event type, or NULL. */
const char *ctf_system_event_name(trace_event_id_t type);

/* True if the data of such events is sets of event types, whose numbers are those
 * of the log that was written. */
bool ctf_system_event_has_sets(trace_event_id_t type);

#endif
