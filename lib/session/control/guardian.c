/* guardian.c - the thread that holds a stream's lifeline */
#include "session/control/guardian.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/helper_thread.h"
#include "base/lifeline.h"
#include "base/wait.h"
#include "session/control/control.h"
#include "session/control/orphan.h"
#include "session/control/remote.h"
#include "session/control/session.h"

enum { BEGINNING, GUARDING, ENDING };

enum { BREATH_NS = 1000000 }; /* between two requests, for who scribbles */

struct pxt_guardian {
	struct pxt_lifeline lifeline;
	struct pxt_session *session; /* it owns us */
	struct pxt_stream_shared *shared;
	_Atomic uint32_t state;
	int err;	/* behind BEGINNING */
	bool by_itself; /* the thread has closed it */
	pthread_t thread;
};

static void change(struct pxt_guardian *guardian, uint32_t state)
{
	atomic_store(&guardian->state, state);
	pxt_wake(&guardian->state);
}

static void await_change(struct pxt_guardian *guardian, uint32_t from)
{
	while (atomic_load(&guardian->state) == from)
		pxt_wait(&guardian->state, from, NULL);
}

/* Requests */

/* The last event of a stream is of no thread's, as its first. */
static int shut_down(trace_id_t trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_leave(trid, PXT_ACTIVE, &session);
	return err ? err : pxt_control_shutdown(session, 0);
}

/* What goes to a log as it fills gets there a little earlier; what goes there
 * when its controller says so does not. */
static int drain(struct pxt_session *session)
{
	return session->attr.stream_policy == POSIX_TRACE_FLUSH ?
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

/* It is the copy that is looked at, and put in force. */
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

/* While it is borrowed the stream stays mapped, and can be answered in; what
 * gives it back may end the guardian. */
static void serve_one(struct pxt_guardian *guardian)
{
	struct pxt_mailbox *box = &guardian->shared->mailbox;
	const trace_id_t trid = trid_of(guardian->session);
	struct pxt_session *session;
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

static void wait_for_request(struct pxt_guardian *guardian)
{
	pxt_wait_either(&guardian->state, GUARDING,
			&guardian->shared->mailbox.request, 0);
}

static void guard(struct pxt_guardian *guardian)
{
	while (atomic_load(&guardian->state) == GUARDING) {
		if (!atomic_load(&guardian->shared->mailbox.request)) {
			wait_for_request(guardian);
			continue;
		}
		serve_one(guardian);
		pxt_pause(BREATH_NS);
	}
}

/* The thread */

static void *run(void *argument)
{
	struct pxt_guardian *guardian = argument;

	guardian->err = pxt_lifeline_hold(&guardian->lifeline,
					  &guardian->shared->lifeline);
	change(guardian, GUARDING);
	if (guardian->err)
		await_change(guardian, GUARDING);
	else
		guard(guardian);
	if (guardian->by_itself)
		free(guardian);
	else
		pxt_lifeline_release(&guardian->lifeline,
				     &guardian->shared->lifeline);
	return NULL;
}

int pxt_guardian_create(struct pxt_session *session, struct pxt_guardian **out)
{
	struct pxt_guardian *guardian = calloc(1, sizeof(*guardian));
	int err;

	if (!guardian)
		return ENOMEM;
	guardian->session = session;
	guardian->shared = session->stream.shared;
	err = pxt_helper_thread_start(&guardian->thread, "posixtrace", run,
				      guardian);
	if (err) {
		free(guardian);
		return err;
	}
	await_change(guardian, BEGINNING);
	err = guardian->err;
	if (err) {
		pxt_guardian_close(guardian);
		return err;
	}
	atomic_store(&guardian->shared->mailbox.open,
		     pxt_orphan_is_ours(session->dir));
	*out = guardian;
	return 0;
}

/* The stream is unmapped behind this, and the thread frees what it has. */
static void close_own(struct pxt_guardian *guardian)
{
	guardian->by_itself = true;
	pxt_lifeline_release(&guardian->lifeline, &guardian->shared->lifeline);
	pthread_detach(guardian->thread);
	change(guardian, ENDING);
}

void pxt_guardian_close(struct pxt_guardian *guardian)
{
	if (!guardian)
		return;
	if (pthread_equal(guardian->thread, pthread_self())) {
		close_own(guardian);
		return;
	}
	change(guardian, ENDING);
	pthread_join(guardian->thread, NULL);
	free(guardian);
}
