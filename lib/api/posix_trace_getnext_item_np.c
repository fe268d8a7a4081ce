/* posix_trace_getnext_item_np.c - the items of a log, and places in it */
#include <errno.h>
#include <trace_np.h>

#include "session/control/reading.h"

int posix_trace_getnext_item_np(trace_id_t trid,
				struct posix_trace_item_np *item,
				int *unavailable)
{
	struct pxt_session *session;
	int err;

	if (!item || !unavailable)
		return EINVAL;
	err = pxt_session_hold(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_item(session, item, unavailable);

	pxt_session_release(session);
	return err;
}

int posix_trace_seek_np(trace_id_t trid, const struct timespec *time)
{
	struct pxt_session *session;
	int err;

	if (!time)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_seek(session, time);

	pxt_session_put(session);
	return err;
}

int posix_trace_follow_np(trace_id_t trid, int on)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_follow(session, on);

	pxt_session_put(session);
	return err;
}

int posix_trace_get_times_np(trace_id_t trid, struct timespec *first,
			     struct timespec *last)
{
	struct pxt_session *session;
	int err;

	if (!first || !last)
		return EINVAL;
	err = pxt_session_get(trid, PXT_PRERECORDED, &session);
	if (err)
		return err;

	err = pxt_reading_times(session, first, last);

	pxt_session_put(session);
	return err;
}
