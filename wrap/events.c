/* events.c - opening and describing the events */
#include "wrap/events.h"

trace_event_id_t wrap_event_id[WRAP_EVENTS];

static const struct {
	uint32_t group;
	const char *name, *description;
} event[] = {
#define EVENT(group, name, description) { WRAP_##group, #name, description },
#include "wrap/event_list.h"
#undef EVENT
};

/* An event that has no name, as the program has too many of its own, is not
 * recorded: nobody could tell what it is. Its id is none that is open. */
void wrap_events_init(uint32_t groups)
{
	for (unsigned i = 0; i < WRAP_EVENTS; i++) {
		trace_event_id_t id = 0;

		if (!(event[i].group & groups) ||
		    posix_trace_eventid_open(event[i].name, &id) ||
		    id == POSIX_TRACE_UNNAMED_USEREVENT)
			continue;
		posix_trace_eventid_describe_np(id, event[i].description);
		wrap_event_id[i] = id;
	}
}
