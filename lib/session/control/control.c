/* control.c - active streams, from the controller's side */
#include "session/control/control.h"

#include <errno.h>
#include <unistd.h>

#include "base/wait.h"
#include "session/steer.h"
#include "session/traced/attach.h"
#include "session/unreached_losses.h"

/* True if another thread has shut it down meanwhile: the log is complete
 * then. */
static int over(struct pxt_session *session)
{
	return atomic_load_explicit(&session->ended, memory_order_seq_cst) ?
		       EINVAL :
		       0;
}

/* Takes the flusher's turn, with the lock. EINVAL: too late. Either way it has
 * to be ended. */
static int take_turn(struct pxt_session *session, int *cancel)
{
	pxt_flusher_enter(session->flusher);
	*cancel = pxt_session_lock(session);
	return over(session);
}

/* EINVAL: also without a log. */
static int take_turn_at_log(struct pxt_session *session, int *cancel)
{
	const int err = take_turn(session, cancel);

	return session->flusher ? err : EINVAL;
}

/* Returns err. */
static int end_turn(struct pxt_session *session, int cancel, int err)
{
	pxt_session_unlock(session, cancel);
	pxt_flusher_leave(session->flusher);
	return err;
}

int pxt_control_start(struct pxt_session *session, uint64_t address)
{
	int err;
	int cancel;

	cancel = pxt_session_lock(session);
	err = over(session);
	if (!err)
		pxt_steer_start(&session->controller, address);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_control_stop(struct pxt_session *session, uint64_t address)
{
	int cancel;

	cancel = pxt_session_lock(session);
	pxt_steer_stop(&session->controller, address);
	pxt_session_unlock(session, cancel);
	return 0;
}

static void throw_away(struct pxt_session *session)
{
	const uint32_t gate = pxt_steer_begin_clear(&session->controller);

	session->pending = 0;
	if (session->flusher)
		pxt_flusher_forget(session->flusher);
	pxt_steer_end_clear(&session->controller, gate);
}

int pxt_control_clear(struct pxt_session *session)
{
	int cancel;
	int err = take_turn(session, &cancel);

	if (!err)
		throw_away(session);
	if (!err && session->flusher)
		err = pxt_flusher_clear(session->flusher);
	return end_turn(session, cancel, err);
}

int pxt_control_flush(struct pxt_session *session)
{
	int cancel;
	int err = take_turn_at_log(session, &cancel);

	if (!err)
		err = pxt_flusher_flush(session->flusher);
	return end_turn(session, cancel, err);
}

int pxt_control_drain(struct pxt_session *session)
{
	int cancel;
	int err = take_turn_at_log(session, &cancel);

	if (!err)
		err = pxt_flusher_drain(session->flusher);
	return end_turn(session, cancel, err);
}

int pxt_control_switch(struct pxt_session *session, int fd, int64_t since_ns)
{
	int cancel;
	int err = take_turn_at_log(session, &cancel);

	if (!err && pxt_stream_logs_to(&session->controller.stream, fd))
		err = EINVAL;
	if (!err)
		err = pxt_flusher_switch(session->flusher, fd, since_ns);
	return end_turn(session, cancel, err);
}

int pxt_control_note(struct pxt_session *session, const char *key,
		     const char *value)
{
	int cancel;
	int err = take_turn_at_log(session, &cancel);

	if (!err)
		err = pxt_flusher_note(session->flusher, key, value);
	return end_turn(session, cancel, err);
}

/* The filter */

int pxt_control_get_filter(struct pxt_session *session, trace_event_set_t *set)
{
	int cancel;

	if (!set)
		return EINVAL;
	cancel = pxt_session_lock(session);
	pxt_steer_get_filter(&session->controller, set);
	pxt_session_unlock(session, cancel);
	return 0;
}

int pxt_control_set_filter(struct pxt_session *session,
			   const trace_event_set_t *set, int how,
			   uint64_t address)
{
	int err;
	int cancel;

	if (!set)
		return EINVAL;
	cancel = pxt_session_lock(session);
	err = pxt_steer_set_filter(&session->controller, set, how, address);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_control_choose(struct pxt_session *session, const char *choice,
		       uint64_t address)
{
	int err;
	int cancel;

	cancel = pxt_session_lock(session);
	err = pxt_steer_choose(&session->controller, choice, address);
	pxt_session_unlock(session, cancel);
	return err;
}

/* Status */

/* The gate is read once, before the losses: a writer that shuts it for lack of
 * room has lost an event. */
static void tell_status(struct pxt_session *session,
			struct posix_trace_status_info *status)
{
	uint32_t gate = pxt_controller_gate(&session->controller);
	int reason;
	uint64_t now =
		pxt_ring_missed(&session->controller.stream.ring) +
		pxt_unreached_losses_count(&session->controller, &reason);
	uint64_t before = atomic_exchange_explicit(&session->controller.missed,
						   now, memory_order_seq_cst);

	*status = (struct posix_trace_status_info){
		.posix_stream_status = pxt_controller_gate_runs(gate) ?
					       POSIX_TRACE_RUNNING :
					       POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status =
			pxt_ring_is_full(&session->controller.stream.ring,
					 gate) ?
				POSIX_TRACE_FULL :
				POSIX_TRACE_NOT_FULL,
		.posix_stream_overrun_status = now != before ?
						       POSIX_TRACE_OVERRUN :
						       POSIX_TRACE_NO_OVERRUN,
		.posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING,
	};
	if (session->flusher)
		pxt_flusher_status(session->flusher, status);
}

/* The lock is released during a flush again and again. */
void pxt_control_status(struct pxt_session *session,
			struct posix_trace_status_info *status)
{
	int cancel;

	if (session->flusher && pxt_flusher_is_flushing(session->flusher)) {
		tell_status(session, status);
		return;
	}
	cancel = pxt_session_lock(session);
	tell_status(session, status);
	pxt_session_unlock(session, cancel);
}

/* Events in the stream can be counted only between two writes. */
int pxt_control_totals(struct pxt_session *session,
		       struct posix_trace_totals_np *totals)
{
	bool unwritten;
	int cancel;

	if (!session->flusher)
		return EINVAL;
	unwritten = pxt_flusher_enter_soon(session->flusher);
	cancel = pxt_session_lock(session);
	pxt_flusher_totals(session->flusher, unwritten, totals);
	pxt_session_unlock(session, cancel);
	if (unwritten)
		pxt_flusher_leave(session->flusher);
	return 0;
}

/* Ending */

static void wake_readers(struct pxt_session *session)
{
	struct pxt_ring_shared *shared =
		&session->controller.stream.shared->ring;

	atomic_store_explicit(&session->ended, true, memory_order_seq_cst);
	atomic_fetch_add_explicit(&shared->wake, 1, memory_order_seq_cst);
	pxt_wake(&shared->wake);
}

int pxt_control_shutdown(struct pxt_session *session, uint64_t address)
{
	int err = 0;
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	wake_readers(session);
	if (session->flusher)
		pxt_flusher_join(session->flusher);

	pxt_flusher_enter(session->flusher);
	pthread_mutex_lock(&session->lock);
	pxt_steer_stop(&session->controller, address);
	if (session->flusher)
		err = pxt_flusher_finish(session->flusher);
	pxt_controller_let_go(&session->controller);
	pthread_mutex_unlock(&session->lock);
	pxt_flusher_leave(session->flusher);

	if (pxt_process_is_own(&session->controller.process))
		pxt_attach_sweep();
	pxt_session_put(session);
	pthread_setcancelstate(cancel, NULL);
	return err;
}
