/* posix_trace_eventid_equal.c - manipulate the trace event type identifier */
#include <errno.h>
#include <string.h>
#include <trace.h>

#include "session/control/reading.h"
#include "session/traced/promised_types.h"
#include "stream/process_names.h"

/* Types are numbers, the same in all streams of a process; a promised type has
 * two. */
int posix_trace_eventid_equal(trace_id_t trid, trace_event_id_t event1,
			      trace_event_id_t event2)
{
	(void)trid;
	return event1 == event2 || (pxt_promised_types_resolve(event1) &&
				    pxt_promised_types_resolve(event1) ==
					    pxt_promised_types_resolve(event2));
}

int posix_trace_eventid_get_name(trace_id_t trid, trace_event_id_t event,
				 char *event_name)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ANY, &session);
	if (err)
		return err;

	err = pxt_reading_name(session, pxt_promised_types_resolve(event),
			       event_name);

	pxt_session_put(session);
	return err;
}

static int open_name(struct pxt_session *session, const char *name,
		     trace_event_id_t *event)
{
	uint32_t type;
	int err = 0;
	int cancel;

	if (!name || !event)
		return EINVAL;
	if (strnlen(name, TRACE_EVENT_NAME_MAX + 1) > TRACE_EVENT_NAME_MAX)
		return ENAMETOOLONG;

	type = pxt_event_predefined(name);
	cancel = pxt_session_lock(session);
	if (!type)
		err = pxt_process_open_name(&session->controller.process, name,
					    &type);
	if (!err)
		pxt_filter_name_opened(
			&session->controller.stream.shared->filter, type, name);
	pxt_session_unlock(session, cancel);
	if (!err)
		*event = type;
	return err;
}

int posix_trace_trid_eventid_open(trace_id_t trid,
				  const char *restrict event_name,
				  trace_event_id_t *restrict event)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = open_name(session, event_name, event);

	pxt_session_put(session);
	return err;
}
