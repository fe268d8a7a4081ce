/* control.c - active streams, from the controller's side */
#include "session/control/control.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/shm.h"
#include "base/wait.h"
#include "session/control/rescue.h"
#include "session/steer.h"
#include "session/traced/attach.h"
#include "session/traced/lineage.h"
#include "session/traced/own_image.h"
#include "session/unreached_losses.h"
#include "stream/live_source.h"
#include "stream/process_streams.h"
#include "stream/process_sweep.h"

enum { GENERATIONS = 64 }; /* more are somebody who scribbles */

/* Has another thread shut it down meanwhile? The log gets no more then. */
static int over(struct pxt_session *session)
{
	return atomic_load(&session->ended) ? EINVAL : 0;
}

/* The flusher's turn, with the lock. EINVAL: too late. Either way it is to be
 * ended. */
static int take_turn(struct pxt_session *session, int *cancel)
{
	pxt_flusher_enter(session->flusher);
	*cancel = pxt_session_lock(session);
	return over(session);
}

/* EINVAL: there is no log, either. */
static int take_turn_at_log(struct pxt_session *session, int *cancel)
{
	const int err = take_turn(session, cancel);

	return session->flusher ? err : EINVAL;
}

/* Gives err. */
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
		pxt_steer_start(session, address);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_control_stop(struct pxt_session *session, uint64_t address)
{
	int cancel;

	cancel = pxt_session_lock(session);
	pxt_steer_stop(session, address);
	pxt_session_unlock(session, cancel);
	return 0;
}

int pxt_control_clear(struct pxt_session *session)
{
	int cancel;
	int err = take_turn(session, &cancel);

	if (!err)
		pxt_steer_clear(session);
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
	pxt_steer_get_filter(session, set);
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
	err = pxt_steer_set_filter(session, set, how, address);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_control_choose(struct pxt_session *session, const char *choice,
		       uint64_t address)
{
	int err;
	int cancel;

	cancel = pxt_session_lock(session);
	err = pxt_steer_choose(session, choice, address);
	pxt_session_unlock(session, cancel);
	return err;
}

/* Status */

static bool is_full(const struct pxt_session *session, uint32_t gate)
{
	const struct pxt_ring *ring = &session->stream.ring;

	if (gate & PXT_GATE_FULL)
		return true;
	if (!ring->geometry.loop)
		return false;
	return pxt_ring_retired(ring) >= ring->geometry.base ||
	       atomic_load(&ring->shared->overwritten) != session->emptied;
}

/* The gate is read once, and before the losses: whoever shuts it for want of
 * room has lost an event. */
static void tell_status(struct pxt_session *session,
			struct posix_trace_status_info *status)
{
	uint32_t gate = pxt_steer_gate(session);
	int reason;
	uint64_t now = pxt_ring_missed(&session->stream.ring) +
		       pxt_unreached_losses_count(session, &reason);
	uint64_t before = atomic_exchange(&session->missed, now);

	*status = (struct posix_trace_status_info){
		.posix_stream_status = pxt_steer_is_running(gate) ?
					       POSIX_TRACE_RUNNING :
					       POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = is_full(session, gate) ?
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

/* The lock is let go now and then during a flush, but not for long. */
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

/* What is in the stream can be counted only between two writes. */
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

/* Making */

/* The process must be there, and the caller's to trace. What the dead left is
 * cleared away first: streams, which may still be complete logs, and then the
 * files of processes, which those need for that. */
static int find_target(pid_t pid, bool patient, struct pxt_session *session)
{
	uint64_t start;
	int err;

	err = pxt_proc_start_time(pid, &start);
	if (err)
		return err;
	err = pxt_shm_directory(pid == getpid() ? 0 : pid, &session->dir);
	if (err)
		return err;
	pxt_rescue_begin(session->dir);
	if (patient)
		pxt_rescue_await();
	pxt_process_sweep(session->dir);
	err = pxt_process_open(session->dir, pid, start, &session->process);
	if (!err)
		pxt_lineage_foresee(&session->process, session->dir);
	return err;
}

static int open_reading(struct pxt_session *session)
{
	int err;

	err = pxt_live_create(&session->stream, &session->live);
	if (err)
		return err;
	return pxt_merge_create(pxt_live_source(session->live),
				&session->merge);
}

static bool has_heirs(const struct pxt_session *session)
{
	return session->attr.inherited == POSIX_TRACE_INHERITED;
}

struct dropping {
	uint64_t nonce;
	bool any;
};

static void drop_heir(struct pxt_process *process, void *argument)
{
	struct dropping *dropping = argument;

	dropping->any |= pxt_process_drop_stream(process, dropping->nonce);
}

/* An heir that is being born while its parent is looked at may be missed,
 * but not twice; and generations of them are few. */
static void drop_heirs(struct pxt_session *session)
{
	struct dropping dropping = {
		.nonce = session->stream.nonce,
	};

	for (int i = 0; i < GENERATIONS; i++) {
		dropping.any = false;
		pxt_process_for_each(session->dir, drop_heir, &dropping);
		if (!dropping.any)
			break;
	}
}

/* Another stream of it needs the file: it tells the names. */
static bool is_done_with(const struct pxt_process *process)
{
	return !pxt_process_traced(atomic_load(&process->shared->word)) &&
	       !pxt_proc_alive(process->pid, process->start);
}

void pxt_control_let_go(struct pxt_session *session)
{
	pxt_process_drop_stream(&session->process, session->stream.nonce);
	if (has_heirs(session))
		drop_heirs(session);
	pxt_stream_remove(session->dir, &session->stream);
	if (is_done_with(&session->process))
		pxt_process_remove_dead(session->dir, &session->process);
	if (has_heirs(session))
		pxt_process_sweep(session->dir);
}

/* What a process records for itself alone ends with it: without a guardian it
 * cannot be steered by others, and nothing else is missing. */
static int guard(struct pxt_session *session)
{
	int err = pxt_guardian_create(session, &session->guardian);

	return session->process.pid == getpid() && !has_heirs(session) ? 0 :
									 err;
}

static int set_up(struct pxt_session *session, int fd, trace_id_t *trid)
{
	int err;

	err = open_reading(session);
	if (err)
		return err;
	pxt_writer_init(&session->control, &session->stream);
	if (fd >= 0) {
		err = pxt_flusher_create(session, fd, &session->flusher);
		if (err)
			return err;
	}
	err = guard(session);
	if (err)
		return err;
	err = pxt_process_add_stream(&session->process, session->stream.number,
				     session->stream.nonce,
				     has_heirs(session) ? pxt_proc_now() : 0);
	if (err)
		return err;
	return pxt_session_enter(session, trid);
}

/* Streams of the dead do not count, even where their logs are out of reach. */
static int make_stream(struct pxt_session *session)
{
	int err;

	err = pxt_stream_create(session->dir, &session->attr,
				session->process.pid, &session->stream);
	if (err == EAGAIN) {
		pxt_rescue_await();
		err = pxt_stream_create(session->dir, &session->attr,
					session->process.pid, &session->stream);
	}
	if (err == EAGAIN) {
		pxt_rescue_make_room(session->dir);
		err = pxt_stream_create(session->dir, &session->attr,
					session->process.pid, &session->stream);
	}
	return err == EBUSY ? EAGAIN : err;
}

static int create(pid_t pid, const trace_attr_t *attr, int fd, bool patient,
		  trace_id_t *trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_new(PXT_ACTIVE, &session);
	if (err)
		return err;
	err = pxt_attr_settle(attr, fd >= 0, &session->attr);
	if (!err)
		err = find_target(pid ? pid : getpid(), patient, session);
	/* Who records itself needs its home in any case, and has the means for
	 * it now. */
	if (!err && session->process.pid == getpid() && pxt_home_is_awaited())
		err = EAGAIN;
	if (!err)
		err = make_stream(session);
	if (err)
		goto free;

	session->attr = session->stream.attr;
	pxt_stream_set_target(&session->stream, session->process.pid,
			      session->process.start);
	if (fd >= 0 && session->process.pid == getpid())
		pxt_own_image_publish();
	err = set_up(session, fd, trid);
	if (!err)
		return 0;

	pxt_control_let_go(session);
free:
	pxt_session_free(session);
	return err;
}

/* Half a stream would be left behind by a thread that is cancelled. */
static int create_whole(pid_t pid, const trace_attr_t *attr, int fd,
			bool patient, trace_id_t *trid)
{
	int cancel, err;

	if (!trid)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = create(pid, attr, fd, patient, trid);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

int pxt_control_create(pid_t pid, const trace_attr_t *attr, int fd,
		       trace_id_t *trid)
{
	return create_whole(pid, attr, fd, true, trid);
}

int pxt_control_create_at_once(const trace_attr_t *attr, int fd,
			       trace_id_t *trid)
{
	return create_whole(0, attr, fd, false, trid);
}

/* Ending */

static void wake_readers(struct pxt_session *session)
{
	struct pxt_ring_shared *shared = &session->stream.shared->ring;

	atomic_store(&session->ended, true);
	atomic_fetch_add(&shared->wake, 1);
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
	pxt_steer_stop(session, address);
	if (session->flusher)
		err = pxt_flusher_finish(session->flusher);
	pxt_control_let_go(session);
	pthread_mutex_unlock(&session->lock);
	pxt_flusher_leave(session->flusher);

	if (session->process.pid == getpid())
		pxt_attach_sweep();
	pxt_session_put(session);
	pthread_setcancelstate(cancel, NULL);
	return err;
}
