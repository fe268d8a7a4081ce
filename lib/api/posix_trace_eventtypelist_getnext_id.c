/* posix_trace_eventtypelist_getnext_id.c - iterate over the event types */
#include <errno.h>
#include <trace.h>

#include "session/control/reading.h"

int posix_trace_eventtypelist_getnext_id(trace_id_t trid,
					 trace_event_id_t *restrict event,
					 int *restrict unavailable)
{
	struct pxt_session *session;
	trace_event_id_t type;
	int err;

	if (!event || !unavailable)
		return EINVAL;
	err = pxt_session_get(trid, PXT_ANY, &session);
	if (err)
		return err;

	type = pxt_reading_next_type(session);
	if (type)
		*event = type;
	*unavailable = !type;

	pxt_session_put(session);
	return 0;
}

int posix_trace_eventtypelist_rewind(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ANY, &session);
	if (err)
		return err;

	pxt_reading_rewind_types(session);

	pxt_session_put(session);
	return 0;
}
