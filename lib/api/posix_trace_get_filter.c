/* posix_trace_get_filter.c - retrieve and set the filter of a trace stream */
#include <trace.h>

#include "session/control/control.h"

int posix_trace_get_filter(trace_id_t trid, trace_event_set_t *set)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_get_filter(session, set);

	pxt_session_put(session);
	return err;
}

int posix_trace_set_filter(trace_id_t trid, const trace_event_set_t *set,
			   int how)
{
	uint64_t address = (uintptr_t)__builtin_return_address(0);
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_set_filter(session, set, how, address);

	pxt_session_put(session);
	return err;
}
