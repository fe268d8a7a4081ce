/* posix_trace_get_log_np.c - what a log tells of itself */
#include <errno.h>
#include <stdio.h>
#include <trace_np.h>

#include "session/control/reading.h"

int posix_trace_get_log_np(trace_id_t trid, struct posix_trace_log_np *log)
{
	struct pxt_session *session;
	int err;

	if (!log)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_log(session, log);

	pxt_session_put(session);
	return err;
}

int posix_trace_count_np(trace_id_t trid, struct posix_trace_count_np *count)
{
	struct pxt_session *session;
	int err;

	if (!count)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_count(session, count);

	pxt_session_put(session);
	return err;
}

int posix_trace_get_damage_np(trace_id_t trid,
			      struct posix_trace_damage_np *damage)
{
	struct pxt_session *session;
	struct pxt_log_damage found;
	int err;
	int cancel;

	if (!damage)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	cancel = pxt_session_lock(session);
	pxt_log_reader_damage(session->log, &found);
	pxt_session_unlock(session, cancel);
	damage->count = found.count;
	damage->offset = found.offset;
	snprintf(damage->what, sizeof(damage->what), "%s", found.what);

	pxt_session_put(session);
	return 0;
}
