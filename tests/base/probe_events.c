/*
 * probe_events.c - four events, which no stream has to see
 *
 * Three with 0, 1 and 2 bytes, as programs write them, and one with 3.
 */
#include <trace_np.h>

int main(void)
{
	trace_event_id_t id;

	if (posix_trace_eventid_open("probed", &id))
		return 1;
	for (size_t i = 0; i < 3; i++)
		posix_trace_event(id, "abc", i);
	posix_trace_event_at_np(id, "abc", 3, "abc");
	return 0;
}
