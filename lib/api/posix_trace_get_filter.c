/* posix_trace_get_filter.c - retrieve and set the filter of a trace stream */
#include <errno.h>
#include <trace.h>

#include "session/session.h"

static int refuse(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	pxt_session_put(session);
	return ENOTSUP;
}

/* Not there yet: NEWS. */
int posix_trace_get_filter(trace_id_t trid, trace_event_set_t *set)
{
	(void)set;
	return refuse(trid);
}

int posix_trace_set_filter(trace_id_t trid, const trace_event_set_t *set,
			   int how)
{
	(void)set;
	(void)how;
	return refuse(trid);
}
