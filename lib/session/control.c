/* control.c - active streams, from the controller's side */
#include "session/control.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/proc.h"
#include "base/shm.h"
#include "base/wait.h"
#include "session/attach.h"
#include "session/lineage.h"
#include "session/program.h"

/* Recording what the controller does */

void pxt_control_put(struct pxt_session *session, uint32_t type,
		     uint64_t address, const void *data, size_t len)
{
	const bool own = address && session->process.pid == getpid();
	const struct pxt_writer_self self = {
		.thread = own ? (uint64_t)pthread_self() : 0,
		.pid = (uint32_t)session->process.pid,
		.tid = own ? (uint32_t)gettid() : 0,
	};

	pxt_writer_force(&session->control, &self, type, own ? address : 0,
			 data, len);
}

static uint32_t gate(const struct pxt_session *session)
{
	return atomic_load_explicit(&session->stream.shared->ring.gate,
				    memory_order_relaxed);
}

void pxt_control_put_start(struct pxt_session *session, uint64_t address)
{
	trace_event_set_t filter;

	for (size_t i = 0; i < PXT_STREAM_FILTER_WORDS; i++)
		filter.__posix_trace_bits[i] =
			atomic_load_explicit(&session->stream.shared->filter[i],
					     memory_order_relaxed);
	pxt_control_put(session, POSIX_TRACE_START, address, &filter,
			sizeof(filter));
	session->started = true;
}

void pxt_control_put_stop(struct pxt_session *session, uint64_t address,
			  int by_itself)
{
	if (session->started)
		pxt_control_put(session, POSIX_TRACE_STOP, address, &by_itself,
				sizeof(by_itself));
	session->started = false;
}

/* A full stream has stopped by itself. What it then records of that, and of
 * going on, is up to whoever makes room. */
int pxt_control_start(struct pxt_session *session, uint64_t address)
{
	int cancel;

	cancel = pxt_session_lock(session);
	if (!(gate(session) & (PXT_GATE_OPEN | PXT_GATE_FULL)))
		pxt_control_put_start(session, address);
	atomic_fetch_or_explicit(&session->stream.shared->ring.gate,
				 PXT_GATE_OPEN, memory_order_release);
	pxt_session_unlock(session, cancel);
	return 0;
}

/* With the lock held: no event is later than STOP. */
static void stop(struct pxt_session *session, uint64_t address)
{
	if (!(gate(session) & PXT_GATE_OPEN))
		return;
	atomic_fetch_and_explicit(&session->stream.shared->ring.gate,
				  ~(uint32_t)PXT_GATE_OPEN,
				  memory_order_release);
	pxt_ring_settle(&session->stream.ring);
	if (!(gate(session) & PXT_GATE_FULL))
		pxt_control_put_stop(session, address, 0);
}

int pxt_control_stop(struct pxt_session *session, uint64_t address)
{
	int cancel;

	cancel = pxt_session_lock(session);
	stop(session, address);
	pxt_session_unlock(session, cancel);
	return 0;
}

int pxt_control_flush(struct pxt_session *session)
{
	int err;
	int cancel;

	if (!session->flusher)
		return EINVAL;
	cancel = pxt_session_lock(session);
	err = pxt_flusher_flush(session->flusher);
	pxt_session_unlock(session, cancel);
	return err;
}

/* Status */

static bool is_full(const struct pxt_session *session)
{
	const struct pxt_ring *ring = &session->stream.ring;

	if (gate(session) & PXT_GATE_FULL)
		return true;
	return ring->geometry.loop &&
	       pxt_ring_retired(ring) >= ring->geometry.base;
}

void pxt_control_status(struct pxt_session *session,
			struct posix_trace_status_info *status)
{
	uint64_t now;
	int cancel;

	cancel = pxt_session_lock(session);
	now = pxt_ring_missed(&session->stream.ring);
	*status = (struct posix_trace_status_info){
		.posix_stream_status =
			(gate(session) & (PXT_GATE_OPEN | PXT_GATE_FULL)) ==
					PXT_GATE_OPEN ?
				POSIX_TRACE_RUNNING :
				POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = is_full(session) ?
						    POSIX_TRACE_FULL :
						    POSIX_TRACE_NOT_FULL,
		.posix_stream_overrun_status = now != session->missed ?
						       POSIX_TRACE_OVERRUN :
						       POSIX_TRACE_NO_OVERRUN,
		.posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING,
	};
	session->missed = now;
	if (session->flusher)
		status->posix_stream_flush_error =
			pxt_flusher_take_error(session->flusher);
	pxt_session_unlock(session, cancel);
}

/* Making */

/* The process must be there, and the caller's to trace. */
static int find_target(pid_t pid, struct pxt_session *session)
{
	uint64_t start;
	int err;

	err = pxt_proc_start_time(pid, &start);
	if (err)
		return err;
	err = pxt_shm_directory(pid == getpid() ? 0 : pid, &session->dir);
	if (err)
		return err;
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

/* What is not there yet; NEWS has the list. */
static int check_supported(const struct pxt_attr *attr, bool with_log)
{
	if (attr->stream_policy == POSIX_TRACE_UNTIL_FULL ||
	    (with_log && attr->log_policy != POSIX_TRACE_APPEND))
		return ENOTSUP;
	return 0;
}

static bool has_heirs(const struct pxt_session *session)
{
	return session->attr.inherited == POSIX_TRACE_INHERITED;
}

struct dropping {
	unsigned number;
	uint64_t nonce;
	bool any;
};

static void drop_heir(struct pxt_process *process, void *argument)
{
	struct dropping *dropping = argument;

	dropping->any |= pxt_process_drop_stream(process, dropping->number,
						 dropping->nonce);
}

/* An heir that is being born while its parent is looked at may be missed,
 * but not twice. */
static void drop_heirs(struct pxt_session *session)
{
	struct dropping dropping = {
		.number = session->stream.number,
		.nonce = session->stream.nonce,
	};

	do {
		dropping.any = false;
		pxt_process_for_each(session->dir, drop_heir, &dropping);
	} while (dropping.any);
}

static void let_go(struct pxt_session *session)
{
	pxt_process_drop_stream(&session->process, session->stream.number,
				session->stream.nonce);
	if (has_heirs(session))
		drop_heirs(session);
	pxt_stream_remove(session->dir, &session->stream);
	if (!pxt_proc_alive(session->process.pid, session->process.start))
		pxt_process_remove(session->dir, &session->process);
	if (has_heirs(session))
		pxt_process_sweep(session->dir);
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
	err = pxt_process_add_stream(
		&session->process, session->stream.number,
		session->stream.nonce,
		has_heirs(session) ? pxt_proc_now() : 0);
	if (err)
		return err;
	return pxt_session_enter(session, trid);
}

int pxt_control_create(pid_t pid, const trace_attr_t *attr, int fd,
		       trace_id_t *trid)
{
	struct pxt_session *session;
	int err;

	if (!trid)
		return EINVAL;
	err = pxt_session_new(PXT_ACTIVE, &session);
	if (err)
		return err;
	err = pxt_attr_settle(attr, fd >= 0, &session->attr);
	if (!err)
		err = check_supported(&session->attr, fd >= 0);
	if (!err)
		err = find_target(pid ? pid : getpid(), session);
	if (!err)
		err = pxt_stream_create(session->dir, &session->attr,
					&session->stream);
	if (err)
		goto free;

	session->attr = session->stream.attr;
	pxt_stream_set_target(&session->stream, session->process.pid,
			      session->process.start);
	err = set_up(session, fd, trid);
	if (!err)
		return 0;

	let_go(session);
free:
	pxt_session_free(session);
	return err;
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

	wake_readers(session);
	if (session->flusher)
		pxt_flusher_join(session->flusher);

	cancel = pxt_session_lock(session);
	stop(session, address);
	if (session->flusher)
		err = pxt_flusher_finish(session->flusher);
	let_go(session);
	pxt_session_unlock(session, cancel);

	if (session->process.pid == getpid())
		pxt_attach_sweep();
	pxt_session_put(session);
	return err;
}
