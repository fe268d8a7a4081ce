/* posix_trace_close.c - trace log management */
#include <trace.h>

#include "session/control/reading.h"

int posix_trace_open(int file_desc, trace_id_t *trid)
{
	return pxt_reading_open(file_desc, trid);
}

int posix_trace_rewind(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_rewind(session);

	pxt_session_put(session);
	return err;
}

int posix_trace_close(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_leave(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	pxt_session_put(session);
	return 0;
}
