/* posix_trace_clear.c - clear trace stream and trace log */
#include <errno.h>
#include <trace.h>

#include "session/session.h"

/* Not there yet: NEWS. */
int posix_trace_clear(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	pxt_session_put(session);
	return ENOTSUP;
}
