/* posix_trace_clear.c - clear trace stream and trace log */
#include <trace.h>

#include "session/control/control.h"

int posix_trace_clear(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_clear(session);

	pxt_session_put(session);
	return err;
}
