/*
 * system_events.c - the standard's events in a trace that posixtrace has written
 */
#include <string.h>

#include "source/ctf/system_events.h"

static const char *const names[] = {
	[POSIX_TRACE_ERROR] = "posix_trace_error",
	[POSIX_TRACE_START] = "posix_trace_start",
	[POSIX_TRACE_STOP] = "posix_trace_stop",
	[POSIX_TRACE_FILTER] = "posix_trace_filter",
	[POSIX_TRACE_OVERFLOW] = "posix_trace_overflow",
	[POSIX_TRACE_RESUME] = "posix_trace_resume",
	[POSIX_TRACE_FLUSH_START] = "posix_trace_flush_start",
	[POSIX_TRACE_FLUSH_STOP] = "posix_trace_flush_stop",
};

enum { NAMES = sizeof(names) / sizeof(*names) };

trace_event_id_t ctf_system_event(const char *name)
{
	for (trace_event_id_t type = POSIX_TRACE_ERROR; type < NAMES; type++)
		if (!strcmp(names[type], name))
			return type;
	return 0;
}

const char *ctf_system_event_name(trace_event_id_t type)
{
	return type < NAMES ? names[type] : NULL;
}

bool ctf_system_event_has_sets(trace_event_id_t type)
{
	return type == POSIX_TRACE_START || type == POSIX_TRACE_FILTER;
}
