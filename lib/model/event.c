/*
 * event.c - predefined event types
 */
#include "model/event.h"

#include <string.h>

static const char *const names[] = {
	[POSIX_TRACE_ERROR] = "posix_trace_error",
	[POSIX_TRACE_START] = "posix_trace_start",
	[POSIX_TRACE_STOP] = "posix_trace_stop",
	[POSIX_TRACE_FILTER] = "posix_trace_filter",
	[POSIX_TRACE_OVERFLOW] = "posix_trace_overflow",
	[POSIX_TRACE_RESUME] = "posix_trace_resume",
	[POSIX_TRACE_FLUSH_START] = "posix_trace_flush_start",
	[POSIX_TRACE_FLUSH_STOP] = "posix_trace_flush_stop",
	[POSIX_TRACE_UNNAMED_USEREVENT] = "posix_trace_unnamed_userevent",
};

enum { NAMES_END = sizeof(names) / sizeof(names[0]) };
_Static_assert(NAMES_END == PXT_EVENT_UNNAMED + 1, "one name for each");

const char *pxt_event_predefined_name(uint32_t type)
{
	return type < NAMES_END ? names[type] : NULL;
}

uint32_t pxt_event_predefined(const char *name)
{
	for (uint32_t type = PXT_EVENT_SYSTEM_FIRST; type < NAMES_END; type++)
		if (!strcmp(name, names[type]))
			return type;

	return 0;
}
