/* posix_trace_create.c - trace stream initialization, flush, and shutdown */
#include <errno.h>
#include <trace.h>

#include "session/control/control.h"

int posix_trace_create(pid_t pid, const trace_attr_t *restrict attr,
		       trace_id_t *restrict trid)
{
	return pxt_control_create(pid, attr, -1, trid);
}

int posix_trace_create_withlog(pid_t pid, const trace_attr_t *restrict attr,
			       int file_desc, trace_id_t *restrict trid)
{
	if (file_desc < 0)
		return EBADF;
	return pxt_control_create(pid, attr, file_desc, trid);
}

int posix_trace_flush(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_flush(session);

	pxt_session_put(session);
	return err;
}

int posix_trace_shutdown(trace_id_t trid)
{
	uint64_t address = (uintptr_t)__builtin_return_address(0);
	struct pxt_session *session;
	int err;

	err = pxt_session_leave(trid, PXT_ACTIVE, &session);
	if (err)
		return err;
	return pxt_control_shutdown(session, address);
}
