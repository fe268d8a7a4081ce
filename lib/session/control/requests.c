/* requests.c - executing requests in the mailbox */
#include "session/control/requests.h"

#include <errno.h>

#include "session/control/control.h"
#include "session/control/remote.h"

/* The last event of a stream has no thread, like the first. */
static int shut_down(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_leave(trid, PXT_ACTIVE, &session);
	return err ? err : pxt_control_shutdown(session, 0);
}

/* A stream that goes to its log as it fills does so a little earlier; one that
 * waits for the word of its controller does not. */
static int drain(struct pxt_session *session)
{
	return session->controller.attr.stream_policy == POSIX_TRACE_FLUSH ?
		       pxt_control_drain(session) :
		       EINVAL;
}

static int serve(struct pxt_session *session, trace_id_t trid, unsigned what)
{
	switch (what) {
	case POSIX_TRACE_STEER_START_NP:
		return pxt_control_start(session, 0);
	case POSIX_TRACE_STEER_STOP_NP:
		return pxt_control_stop(session, 0);
	case POSIX_TRACE_STEER_CLEAR_NP:
		return pxt_control_clear(session);
	case POSIX_TRACE_STEER_FLUSH_NP:
		return pxt_control_flush(session);
	case POSIX_TRACE_STEER_SHUTDOWN_NP:
		return shut_down(trid);
	case POSIX_TRACE_STEER_DRAIN_NP:
		return drain(session);
	}
	return ENOSYS;
}

/* The copy of the text is checked, and put in force. */
static int select_events(struct pxt_session *session, struct pxt_mailbox *box,
			 uint32_t request)
{
	char text[PXT_MAILBOX_TEXT];

	if (!pxt_mailbox_text(box, request, text))
		return EAGAIN;
	return pxt_control_choose(session, *text ? text : NULL, 0);
}

static trace_id_t trid_of(struct pxt_session *session)
{
	const int cancel = pxt_session_lock(session);
	const trace_id_t trid = session->trid;

	pxt_session_unlock(session, cancel);
	return trid;
}

/* While the session is borrowed the stream stays mapped, and can be answered
 * in; returning it may end the guardian. */
void pxt_requests_serve(void *argument)
{
	struct pxt_session *session = argument;
	struct pxt_mailbox *box = &session->controller.stream.shared->mailbox;
	const trace_id_t trid = trid_of(session);
	uint32_t request;
	unsigned what;
	int err;

	what = pxt_mailbox_take(box, &request);
	if (!what)
		return;
	if (pxt_session_get(trid, PXT_ACTIVE, &session)) {
		pxt_mailbox_answer(box, request, ESRCH);
		return;
	}
	err = what == PXT_REMOTE_SELECT ? select_events(session, box, request) :
					  serve(session, trid, what);
	pxt_mailbox_answer(box, request, err);
	pxt_session_put(session);
}
