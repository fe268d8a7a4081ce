/* posix_trace_start.c - trace start and stop */
#include <trace.h>

#include "session/control/control.h"

int posix_trace_start(trace_id_t trid)
{
	uint64_t address = (uintptr_t)__builtin_return_address(0);
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_start(session, address);

	pxt_session_put(session);
	return err;
}

int posix_trace_stop(trace_id_t trid)
{
	uint64_t address = (uintptr_t)__builtin_return_address(0);
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_stop(session, address);

	pxt_session_put(session);
	return err;
}
