/* posix_trace_get_attr.c - retrieve the trace attributes or the trace status */
#include <errno.h>
#include <string.h>
#include <trace.h>

#include "session/control/control.h"
#include "session/control/reading.h"

int posix_trace_get_attr(trace_id_t trid, trace_attr_t *attr)
{
	struct pxt_session *session;
	int err;

	if (!attr)
		return EINVAL;
	err = pxt_session_get(trid, PXT_ANY, &session);
	if (err)
		return err;

	memset(attr, 0, sizeof(*attr));
	memcpy(attr, pxt_session_attr(session), sizeof(struct pxt_attr));

	pxt_session_put(session);
	return 0;
}

int posix_trace_get_status(trace_id_t trid,
			   struct posix_trace_status_info *status)
{
	struct pxt_session *session;
	int err;

	if (!status)
		return EINVAL;
	err = pxt_session_get(trid, PXT_ANY, &session);
	if (err)
		return err;

	if (session->kind == PXT_ACTIVE)
		pxt_control_status(session, status);
	else
		pxt_reading_status(session, status);

	pxt_session_put(session);
	return 0;
}
