/* create.c - creation of active streams */
#include <errno.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/proc.h"
#include "base/shm.h"
#include "session/control/control.h"
#include "session/control/orphan.h"
#include "session/control/requests.h"
#include "session/control/rescue.h"
#include "session/traced/home.h"
#include "session/traced/lineage.h"
#include "session/traced/own_image.h"
#include "stream/live_source.h"
#include "stream/process_streams.h"
#include "stream/process_sweep.h"
#include "stream/stream_directory.h"

enum { SWEEP_ONCE_IN = 8 }; /* creates among many files */

/* P5 of process.h */
static int hold_process(struct pxt_controller *controller,
			const struct pxt_process_id *id)
{
	int err = ESTALE;

	for (int i = 0; i < PXT_PROCESS_ATTEMPTS && err == ESTALE; i++) {
		err = pxt_process_open_id(controller->dir, id,
					  &controller->process);
		if (err)
			return err;
		err = pxt_process_hold(&controller->process);
		if (err)
			pxt_process_close(&controller->process);
	}
	return err == ESTALE ? EAGAIN : err;
}

/* Many files are not listed each time, as most of their processes live. */
static bool is_sweep_due(int dir)
{
	return !pxt_stream_directory_is_long(dir) ||
	       !((uint64_t)pxt_clock_ns(CLOCK_MONOTONIC) % SWEEP_ONCE_IN);
}

static int identify(pid_t pid, struct pxt_process_id *id, int *dir)
{
	uint64_t start;
	int err;

	if (pid >= PXT_PROCESS_UNSEEN) {
		err = pxt_shm_directory(0, dir);
		return err ? err : pxt_process_find_unseen(*dir, pid, id);
	}
	err = pxt_proc_start_time(pid, &start);
	if (err)
		return err;
	pxt_process_identify(pid, start, id);
	return pxt_shm_directory(pid == getpid() ? 0 : pid, dir);
}

/* The process must exist, and the caller may trace it. First files of ended
 * processes are removed: streams, which may still become complete logs, and
 * then process files, which those need. */
static int find_target(pid_t pid, bool patient,
		       struct pxt_controller *controller)
{
	struct pxt_process_id id;
	int err;

	err = identify(pid, &id, &controller->dir);
	if (err)
		return err;
	pxt_rescue_begin(controller->dir, false);
	if (patient)
		pxt_rescue_await();
	if (is_sweep_due(controller->dir))
		pxt_process_sweep(controller->dir);
	err = hold_process(controller, &id);
	if (err)
		return err;
	if (pid < PXT_PROCESS_UNSEEN)
		controller->process.here = pid;
	pxt_lineage_foresee(&controller->process, controller->dir);
	return 0;
}

static int open_reading(struct pxt_controller *controller)
{
	int err;

	err = pxt_live_create(&controller->stream, &controller->live);
	if (err)
		return err;
	return pxt_merge_create(pxt_live_source(controller->live),
				&controller->merge);
}

static bool is_inherited(const struct pxt_controller *controller)
{
	return controller->attr.inherited == POSIX_TRACE_INHERITED;
}

/* A stream that a process has for itself alone ends with it: without a guardian
 * it cannot be steered by others, and nothing else is missing. */
static int guard(struct pxt_session *session)
{
	struct pxt_controller *controller = &session->controller;
	struct pxt_stream_shared *shared = controller->stream.shared;
	int err = pxt_guardian_create(shared, pxt_requests_serve, session,
				      &session->guardian);

	if (!err)
		atomic_store_explicit(&shared->mailbox.open,
				      pxt_orphan_is_ours(controller->dir),
				      memory_order_seq_cst);
	return pxt_process_is_own(&controller->process) &&
			       !is_inherited(controller) ?
		       0 :
		       err;
}

static int set_up(struct pxt_session *session, int fd, trace_id_t *trid)
{
	struct pxt_controller *controller = &session->controller;
	int err;

	err = open_reading(controller);
	if (err)
		return err;
	pxt_writer_init(&controller->writer, &controller->stream);
	if (fd >= 0) {
		err = pxt_flusher_create(controller, fd, &session->flusher);
		if (err)
			return err;
	}
	err = guard(session);
	if (err)
		return err;
	err = pxt_process_add_stream(
		&controller->process, controller->stream.number,
		controller->stream.nonce,
		is_inherited(controller) ? pxt_proc_now() : 0);
	if (err)
		return err;
	return pxt_session_enter(session, trid);
}

/* Orphans do not count, even if their logs are out of reach. */
static int make_stream(struct pxt_controller *controller)
{
	int err;

	err = pxt_stream_create(controller->dir, &controller->attr,
				controller->process.here, &controller->stream);
	if (err == EAGAIN) {
		pxt_rescue_begin(controller->dir, true);
		pxt_rescue_await();
		err = pxt_stream_create(controller->dir, &controller->attr,
					controller->process.here,
					&controller->stream);
	}
	if (err == EAGAIN) {
		pxt_rescue_make_room(controller->dir);
		err = pxt_stream_create(controller->dir, &controller->attr,
					controller->process.here,
					&controller->stream);
	}
	return err == EBUSY ? EAGAIN : err;
}

static int trace_target(struct pxt_session *session, int fd, trace_id_t *trid)
{
	struct pxt_controller *controller = &session->controller;
	const bool itself = pxt_process_is_own(&controller->process);
	int err;

	/* A process that records itself needs its home in any case, and can
	 * make it now. */
	if (itself && pxt_home_is_awaited())
		return EAGAIN;
	err = make_stream(controller);
	if (err)
		return err;
	controller->attr = controller->stream.attr;
	pxt_stream_set_target(&controller->stream, &controller->process.id);
	if (fd >= 0 && itself)
		pxt_own_image_publish();
	return set_up(session, fd, trid);
}

/* A process that records itself has its home first, with what it inherits. */
static int begin(pid_t pid, struct pxt_session **session)
{
	if (pid == getpid())
		pxt_home_get();
	return pxt_session_new(PXT_ACTIVE, session);
}

static int create(pid_t pid, const trace_attr_t *attr, int fd, bool patient,
		  trace_id_t *trid)
{
	struct pxt_controller *controller;
	struct pxt_session *session;
	int err;

	err = begin(pid, &session);
	if (err)
		return err;
	controller = &session->controller;
	err = pxt_attr_settle(attr, fd >= 0, &controller->attr);
	if (!err)
		err = find_target(pid, patient, controller);
	if (err)
		goto free;
	err = trace_target(session, fd, trid);
	pxt_process_release(&controller->process);
	if (!err)
		return 0;

	if (controller->stream.shared)
		pxt_controller_let_go(controller);
	else
		pxt_controller_leave_process(controller);
free:
	pxt_session_free(session);
	return err;
}

/* A cancelled thread must not leave half a stream behind. */
static int create_whole(pid_t pid, const trace_attr_t *attr, int fd,
			bool patient, trace_id_t *trid)
{
	int cancel, err;

	if (!trid)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = create(pid ? pid : getpid(), attr, fd, patient, trid);
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
