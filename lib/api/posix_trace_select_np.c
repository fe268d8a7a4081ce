/* posix_trace_select_np.c - controlling an active stream */
#include <errno.h>
#include <trace_np.h>

#include "base/timespec.h"
#include "session/control/control.h"

int posix_trace_select_np(trace_id_t trid, const char *selection)
{
	uint64_t address = (uintptr_t)__builtin_return_address(0);
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_choose(session, selection, address);

	pxt_session_put(session);
	return err;
}

int posix_trace_drain_np(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_drain(session);

	pxt_session_put(session);
	return err;
}

int posix_trace_get_totals_np(trace_id_t trid,
			      struct posix_trace_totals_np *totals)
{
	struct pxt_session *session;
	int err;

	if (!totals)
		return EINVAL;
	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_totals(session, totals);

	pxt_session_put(session);
	return err;
}

int posix_trace_switch_log_np(trace_id_t trid, int fd,
			      const struct timespec *since)
{
	int64_t since_ns = INT64_MIN;
	struct pxt_session *session;
	int err;

	if (since && !pxt_timespec_is_date(since))
		return EINVAL;
	if (since)
		since_ns = pxt_timespec_ns(since);
	if (fd < 0)
		return EBADF;
	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_switch(session, fd, since_ns);

	pxt_session_put(session);
	return err;
}

int posix_trace_note_np(trace_id_t trid, const char *key, const char *value)
{
	struct pxt_session *session;
	int err;

	if (!key || !value)
		return EINVAL;
	err = pxt_session_get(trid, PXT_ACTIVE, &session);
	if (err)
		return err;

	err = pxt_control_note(session, key, value);

	pxt_session_put(session);
	return err;
}
