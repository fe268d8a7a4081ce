/* reading.c - events out of active and pre-recorded streams */
#include "session/control/reading.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/timespec.h"
#include "base/wait.h"
#include "session/control/current_objects.h"
#include "session/control/rescue.h"
#include "session/steer.h"
#include "stream/process_names.h"

enum {
	PENDING_OVERFLOW = 1,
	PENDING_RESUME = 2,
	PENDING_EVENT = 4,
	QUIET_S = 10, /* without a write: nobody is in the middle of one */
	LOOKS = 4,	   /* that one attempt may take */
	EARLY = 2,	   /* naps that may be ended in vain, before */
	REST_NS = 2000000, /* ... one that nobody can end */
};

/* Streams that loop: what was overwritten is gone for all threads, so that
 * what is left is without a gap. OVERFLOW and RESUME say where it begins. */

static bool in_gap(const struct pxt_live_gap *gap, uint64_t ticks)
{
	return ticks >= gap->since && ticks <= gap->horizon;
}

/* The event is the first behind a gap, if there is one. */
static void note_gap(struct pxt_session *session, const struct pxt_event *event)
{
	const struct pxt_live_gap *gap = pxt_live_gap(session->live);

	if (!gap->horizon || event->ticks <= gap->horizon)
		return;
	/* What was overwritten may begin with events that were read; and the
	 * clocks of two threads differ. */
	session->overflow_ns = pxt_stream_time(&session->stream, gap->from);
	if (session->overflow_ns < session->read_ns)
		session->overflow_ns = session->read_ns;
	if (session->overflow_ns > event->time_ns)
		session->overflow_ns = event->time_ns;
	pxt_live_pass_gap(session->live);
	if (pxt_steer_wants(session, POSIX_TRACE_OVERFLOW))
		session->pending |= PENDING_OVERFLOW;
	if (pxt_steer_wants(session, POSIX_TRACE_RESUME))
		session->pending |= PENDING_RESUME;
}

static void make_event(struct pxt_event *event, uint32_t type, int64_t time_ns)
{
	*event = (struct pxt_event){ .type = type, .time_ns = time_ns };
}

/* An event that waits behind what tells of a loss. */
static int next_pending(struct pxt_session *session, struct pxt_event *event)
{
	if (session->pending & PENDING_OVERFLOW) {
		session->pending &= ~PENDING_OVERFLOW;
		make_event(event, POSIX_TRACE_OVERFLOW, session->overflow_ns);
	} else if (session->pending & PENDING_RESUME) {
		session->pending &= ~PENDING_RESUME;
		make_event(event, POSIX_TRACE_RESUME, session->held.time_ns);
	} else {
		session->pending = 0;
		*event = session->held;
	}
	return 0;
}

/* A stream that has been read empty is not full any more. One that had stopped
 * goes on when its STOP was delivered, or would have been, were it not
 * filtered. One that becomes full now has no STOP yet. */
static bool go_on(struct pxt_session *session)
{
	const bool full = pxt_steer_gate(session) & PXT_GATE_FULL;

	if (pxt_steer_note_full(session))
		return true;
	if (pxt_merge_is_waiting(session->merge))
		return false;
	pxt_steer_note_empty(session);
	if (full)
		pxt_steer_reopen(session);
	return full;
}

static void note_stop(struct pxt_session *session,
		      const struct pxt_event *event)
{
	if (event->type == POSIX_TRACE_STOP &&
	    !pxt_merge_is_waiting(session->merge))
		go_on(session);
}

/* The next event that is in no gap. Each look that was in vain may have been
 * made so by somebody who scribbles: enough is enough. */
static int next_whole(struct pxt_session *session, uint64_t looks,
		      struct pxt_event *event)
{
	int err;

	for (;;) {
		err = pxt_merge_next(session->merge, event);
		if (!err && !in_gap(pxt_live_gap(session->live), event->ticks))
			return 0;
		if (err && err != ENODATA)
			return err;
		if (pxt_live_looks(session->live) >= looks)
			return EAGAIN;
		if (err && !go_on(session))
			return ENODATA;
	}
}

/* With the lock held, with so many looks. EAGAIN: they were not enough. The
 * data is borrowed until the next call. */
static int next_live(struct pxt_session *session, uint64_t looks,
		     struct pxt_event *event)
{
	int err;

	if (session->pending & PENDING_EVENT)
		return next_pending(session, event);
	err = next_whole(session, looks, event);
	if (err)
		return err;

	note_gap(session, event);
	session->read_ns = event->time_ns;
	if (!session->pending) {
		note_stop(session, event);
		return 0;
	}
	session->held = *event;
	session->pending |= PENDING_EVENT;
	return next_pending(session, event);
}

/* A log can be read from a section on, and not from an event. A loss is where
 * it ends. */
static int next_sought(struct pxt_session *session, struct pxt_event *event)
{
	int err;

	do
		err = pxt_merge_next(session->merge, event);
	while (!err && event->time_ns < session->from_ns);

	session->seeking = err;
	return err;
}

static int next_merged(struct pxt_session *session, struct pxt_event *event)
{
	return session->seeking ? next_sought(session, event) :
				  pxt_merge_next(session->merge, event);
}

/* A stream that is not known here may be of another machine, or of another
 * user, and somebody writes its log all the same. */
static bool is_left(const struct pxt_session *session)
{
	struct stat st;

	return session->unclaimed && pxt_merge_is_waiting(session->merge) &&
	       !fstat(pxt_log_reader_file(session->log), &st) &&
	       time(NULL) - st.st_mtim.tv_sec > QUIET_S;
}

/* What waits and was not followed by anything for so long has nothing older
 * behind it: nobody pauses that long in what he writes at once. */
static int next_of_file(struct pxt_session *session, struct pxt_event *event)
{
	int err = next_merged(session, event);

	if (err != ENODATA || !is_left(session))
		return err;
	pxt_merge_floor(session->merge, UINT64_MAX);
	return next_merged(session, event);
}

/* What is in memory needs no call that is a cancellation point. */
static int next_logged(struct pxt_session *session, struct pxt_event *event)
{
	int cancel, err;

	if (!session->seeking && !pxt_merge_next_ready(session->merge, event))
		return 0;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = next_of_file(session, event);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

/* Delivering */

static void tell(const struct pxt_event *event,
		 struct posix_trace_event_info *info)
{
	info->posix_event_id = event->type;
	info->posix_pid = (pid_t)event->pid;
	info->posix_prog_address = (void *)(uintptr_t)event->address;
	info->posix_thread_id = (pthread_t)event->thread;
	info->posix_timestamp = pxt_timespec_of(event->time_ns);
	info->posix_truncation_status = event->truncated ?
						POSIX_TRACE_TRUNCATED_RECORD :
						POSIX_TRACE_NOT_TRUNCATED;
}

static void deliver(const struct pxt_event *event,
		    const struct pxt_request *request)
{
	size_t len = event->len;

	tell(event, request->info);
	if (!request->data)
		len = 0;
	if (len > request->size)
		len = request->size;
	if (len < event->len)
		request->info->posix_truncation_status =
			POSIX_TRACE_TRUNCATED_READ;
	if (len)
		memcpy(request->data, event->data, len);
	*request->len = len;
	*request->unavailable = 0;
}

/* There is nothing to wait for. The STOP of a shutdown is for the log alone. */
static bool is_over(const struct pxt_session *session)
{
	return atomic_load(&session->ended) ||
	       pxt_stream_is_lost(&session->stream);
}

static int try(struct pxt_session *session, const struct pxt_request *request)
{
	struct pxt_event event;
	uint64_t looks;
	int err;
	int cancel;

	/* What is being written is not to be read, and more than that nobody
	 * knows before it is. */
	if (!pxt_flusher_enter_soon(session->flusher))
		return ENODATA;
	cancel = pxt_session_lock(session);
	looks = pxt_live_looks(session->live) + LOOKS;
	err = is_over(session) ? EINVAL : 0;
	while (!err) {
		err = next_live(session, looks, &event);
		if (err || event.type != PXT_RECORD_LOSS)
			break;
	}
	if (!err)
		deliver(&event, request);
	else if (err == ENODATA && pxt_merge_is_waiting(session->merge))
		err = EAGAIN; /* younger than the look: it takes another */
	pxt_session_unlock(session, cancel);
	pxt_flusher_leave(session->flusher);
	return err;
}

/* Waiting */

static bool is_past(const struct timespec *deadline)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec > deadline->tv_sec ||
	       (now.tv_sec == deadline->tv_sec &&
		now.tv_nsec >= deadline->tv_nsec);
}

/* A second at a time: should a wake-up ever get lost, a writer killed before
 * it could make it, no reader sleeps for ever. And a futex that waits with a
 * limit is not restarted after signals. */
static struct timespec nap_end(const struct pxt_request *request)
{
	struct timespec end;

	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec++;
	if (request->patience == PXT_UNTIL_DEADLINE &&
	    (request->deadline->tv_sec < end.tv_sec ||
	     (request->deadline->tv_sec == end.tv_sec &&
	      request->deadline->tv_nsec < end.tv_nsec)))
		end = *request->deadline;
	return end;
}

static int give_up(const struct pxt_request *request)
{
	if (request->patience != PXT_UNTIL_DEADLINE)
		return 0;
	if (!pxt_timespec_is_time(request->deadline))
		return EINVAL;
	if (!is_past(request->deadline))
		return 0;
	*request->unavailable = 1;
	return ETIMEDOUT;
}

/* One attempt, so announced that the next event wakes whoever then waits. */
static int try_before_waiting(struct pxt_session *session,
			      const struct pxt_request *request,
			      struct pxt_nap *nap)
{
	struct pxt_ring_shared *shared = session->stream.ring.shared;
	int err;

	err = give_up(request);
	if (err)
		return err;
	nap->word = &shared->wake;
	nap->seen = atomic_load_explicit(nap->word, memory_order_acquire);
	atomic_fetch_or_explicit(&shared->gate, PXT_GATE_WATCHED,
				 memory_order_relaxed);

	/* The look behind this has the barrier of R9. */
	err = try(session, request);
	if (err == ENODATA && is_over(session))
		return EINVAL;
	return err;
}

/* A look that finds nothing ready costs more than a wake-up, and others want
 * the lock: whoever scribbles is not to have us do nothing else. */
static void rest(struct pxt_nap *nap)
{
	static _Atomic uint32_t never;
	int64_t end = pxt_clock_ns(CLOCK_REALTIME) + REST_NS;

	nap->word = &never;
	nap->seen = 0;
	nap->until = pxt_timespec_of(end);
	nap->early = 0;
}

static int next_or_wait(struct pxt_session *session,
			const struct pxt_request *request, struct pxt_nap *nap)
{
	int err;

	err = try_before_waiting(session, request, nap);
	if (err == EAGAIN)
		err = try_before_waiting(session, request, nap);
	if (err != ENODATA && err != EAGAIN)
		return err;
	if (err == EAGAIN || nap->early > EARLY)
		rest(nap);
	else
		nap->until = nap_end(request);
	return EWOULDBLOCK;
}

int pxt_reading_next(struct pxt_session *session,
		     const struct pxt_request *request, struct pxt_nap *nap)
{
	int err;

	if (nap->word)
		return next_or_wait(session, request, nap);
	err = try(session, request);
	if (err != ENODATA && err != EAGAIN)
		return err;
	if (request->patience != PXT_NOT_AT_ALL)
		return next_or_wait(session, request, nap);
	*request->unavailable = 1;
	return 0;
}

int pxt_reading_next_logged(struct pxt_session *session,
			    const struct pxt_request *request)
{
	struct pxt_event event;
	int err;

	do
		err = next_logged(session, &event);
	while (!err && event.type == PXT_RECORD_LOSS);
	if (!err)
		deliver(&event, request);
	else if (err == ENODATA)
		*request->unavailable = 1;
	return err == ENODATA ? 0 : err;
}

/* Nothing is held here. */
int pxt_reading_wait(struct pxt_nap *nap)
{
	int err;

	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &nap->cancel_type);
	err = pxt_wait(nap->word, nap->seen, &nap->until);
	pthread_setcanceltype(nap->cancel_type, NULL);
	nap->early = err ? 0 : nap->early + 1;
	return err == EINTR ? err : 0;
}

int pxt_reading_item(struct pxt_session *session,
		     struct posix_trace_item_np *item, int *unavailable)
{
	struct pxt_event event;
	struct pxt_loss loss;
	int err;

	err = next_logged(session, &event);
	*unavailable = err != 0;
	if (err)
		return err == ENODATA ? 0 : err;

	*item = (struct posix_trace_item_np){
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.origin = event.origin,
		.tid = (pid_t)event.tid,
		.data = event.data,
		.data_len = event.len,
		.offset = event.offset,
		.data_offset = event.offset + PXT_RECORD_HEAD,
	};
	tell(&event, &item->info);
	if (event.type != PXT_RECORD_LOSS)
		return 0;

	memcpy(&loss, event.data, sizeof(loss));
	item->kind = POSIX_TRACE_ITEM_LOSS_NP;
	item->lost = loss.count;
	item->lost_end = item->info.posix_timestamp;
	item->info.posix_timestamp = pxt_timespec_of((int64_t)loss.since_ns);
	item->info.posix_prog_address = NULL;
	item->data = event.why;
	item->data_len = event.why ? strlen(event.why) : 0;
	item->data_offset = 0;
	return 0;
}

/* Logs */

/* A log without an end whose controller has died is completed first. */
static int open_whole(int fd, struct pxt_log_reader **log)
{
	int err;

	err = pxt_log_open(fd, log);
	if (err || pxt_log_reader_end(*log))
		return err;
	/* Somebody else may have completed it meanwhile. */
	pxt_rescue_log(pxt_log_reader_header(*log)->uuid, fd);
	pxt_log_reader_close(*log);
	*log = NULL;
	return pxt_log_open(fd, log);
}

static bool is_made(const struct pxt_session *session)
{
	return pxt_log_reader_header(session->log)->clock == PXT_CLOCK_MADE;
}

static int open_session(int fd, trace_id_t *trid)
{
	struct pxt_session *session;
	int err;

	err = pxt_session_new(PXT_PRERECORDED, &session);
	if (err)
		return err;
	err = open_whole(fd, &session->log);
	if (err)
		goto free;
	session->attr = pxt_log_reader_header(session->log)->attr;
	err = pxt_merge_create(pxt_log_reader_source(session->log),
			       &session->merge);
	if (!err && is_made(session))
		pxt_merge_trust_times(session->merge);
	if (!err)
		err = pxt_session_enter(session, trid);
	if (!err)
		return 0;
free:
	pxt_session_free(session);
	return err;
}

int pxt_reading_open(int fd, trace_id_t *trid)
{
	int cancel, err;

	if (!trid)
		return EINVAL;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	err = open_session(fd, trid);
	pthread_setcancelstate(cancel, NULL);
	return err;
}

static void begin_again(struct pxt_session *session)
{
	pxt_merge_reset(session->merge);
	pxt_log_reader_rewind(session->log);
	session->seeking = false;
}

int pxt_reading_rewind(struct pxt_session *session)
{
	int cancel;

	cancel = pxt_session_lock(session);
	begin_again(session);
	pxt_session_unlock(session, cancel);
	return 0;
}

static bool has_end(struct pxt_session *session)
{
	bool ended;
	int cancel;

	cancel = pxt_session_lock(session);
	ended = pxt_log_reader_end(session->log);
	pxt_session_unlock(session, cancel);
	return ended;
}

/* Whoever completes a log takes locks of which the session's is one of the
 * last. */
int pxt_reading_follow(struct pxt_session *session, bool on)
{
	const struct pxt_log_reader *log = session->log;
	int err = EBUSY;
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (on && !has_end(session))
		err = pxt_rescue_log(pxt_log_reader_header(log)->uuid,
				     pxt_log_reader_file(log));
	pxt_session_lock(session);
	/* 0: it was left, and has its end now, if it can have one. */
	pxt_log_reader_follow(session->log, on && err);
	session->unclaimed = err == ENOENT;
	pxt_session_unlock(session, cancel);
	return 0;
}

int pxt_reading_seek(struct pxt_session *session, const struct timespec *time)
{
	int cancel, err;

	if (!pxt_timespec_is_time(time))
		return EINVAL;

	cancel = pxt_session_lock(session);
	session->from_ns = pxt_timespec_ns(time);
	pxt_merge_reset(session->merge);
	err = pxt_log_reader_seek(session->log, session->from_ns);
	session->seeking = !err;
	pxt_session_unlock(session, cancel);
	return err;
}

/* The time of an item, or where a loss begins. */
static int first_time(struct pxt_session *session, int64_t *ns)
{
	struct pxt_event event;
	struct pxt_loss loss;
	int err;

	begin_again(session);
	err = pxt_merge_next(session->merge, &event);
	if (err)
		return err;
	*ns = event.time_ns;
	if (event.type == PXT_RECORD_LOSS) {
		memcpy(&loss, event.data, sizeof(loss));
		*ns = (int64_t)loss.since_ns;
	}
	return 0;
}

/* ENODATA: nothing comes any more. */
static int time_at_end(struct pxt_session *session, int64_t *ns)
{
	struct pxt_event event;
	bool any = false;
	int err;

	while (!(err = pxt_merge_next(session->merge, &event))) {
		*ns = event.time_ns;
		any = true;
	}
	return err == ENODATA && any ? 0 : err;
}

/* A seek to behind all times leaves the last chunks to be read. If these are
 * damaged, only reading tells which events are the last. */
static int last_time(struct pxt_session *session, int64_t *ns)
{
	int err;

	begin_again(session);
	err = pxt_log_reader_seek(session->log, INT64_MAX);
	if (!err)
		err = time_at_end(session, ns);
	if (err != ENODATA)
		return err;
	begin_again(session);
	return time_at_end(session, ns);
}

int pxt_reading_times(struct pxt_session *session, struct timespec *first,
		      struct timespec *last)
{
	int64_t first_ns, last_ns = 0;
	int cancel, err;

	cancel = pxt_session_lock(session);
	err = first_time(session, &first_ns);
	if (!err)
		err = last_time(session, &last_ns);
	begin_again(session);
	pxt_session_unlock(session, cancel);
	if (err)
		return err;

	*first = pxt_timespec_of(first_ns);
	*last = pxt_timespec_of(last_ns);
	return 0;
}

_Static_assert((int)POSIX_TRACE_CLOCK_MONOTONIC_NP == PXT_CLOCK_MONOTONIC &&
		       (int)POSIX_TRACE_CLOCK_TSC_NP == PXT_CLOCK_TSC &&
		       (int)POSIX_TRACE_CLOCK_MADE_NP == PXT_CLOCK_MADE,
	       "the clocks are numbered alike");
_Static_assert((int)POSIX_TRACE_SYNC_NONE_NP == PXT_SYNC_NONE &&
		       (int)POSIX_TRACE_SYNC_KEPT_NP == PXT_SYNC_KEPT,
	       "and so is what keeps them right");

int pxt_reading_log(struct pxt_session *session, struct posix_trace_log_np *log)
{
	const struct pxt_log_header *header;
	const struct pxt_machine *machine;
	int cancel;

	memset(log, 0, sizeof(*log));
	cancel = pxt_session_lock(session);
	header = pxt_log_reader_header(session->log);
	machine = &header->machine;
	log->version = header->version;
	memcpy(log->uuid, header->uuid, sizeof(log->uuid));
	log->target = (pid_t)header->target_pid;
	log->clock = (int)header->clock;
	log->tick_ns = (double)header->rate / 0x1p32;
	log->complete = pxt_log_reader_end(session->log) != NULL;
	strcpy(log->host, header->host);
	strcpy(log->system, header->system);
	memcpy(log->boot, machine->boot, sizeof(log->boot));
	log->clock_sync = (int)machine->sync;
	log->clock_offset_ns = machine->offset_ns;
	log->clock_error_ns = machine->error_ns;
	pxt_session_unlock(session, cancel);
	return 0;
}

static void tell_origin(const struct pxt_log_origin *found,
			struct posix_trace_origin_np *origin)
{
	origin->offset_ns = found->offset_ns;
	origin->error_ns = found->error_ns;
	memcpy(origin->uuid, found->uuid, sizeof(origin->uuid));
	memcpy(origin->boot, found->boot, sizeof(origin->boot));
	strcpy(origin->host, found->host);
	strcpy(origin->system, found->system);
}

/* The log itself. */
static void tell_itself(const struct pxt_log_header *header,
			struct posix_trace_origin_np *origin)
{
	memcpy(origin->uuid, header->uuid, sizeof(origin->uuid));
	memcpy(origin->boot, header->machine.boot, sizeof(origin->boot));
	strcpy(origin->host, header->host);
	strcpy(origin->system, header->system);
}

int pxt_reading_origin(struct pxt_session *session, unsigned number,
		       struct posix_trace_origin_np *origin)
{
	const struct pxt_log_origin *found;
	int cancel;

	memset(origin, 0, sizeof(*origin));
	origin->number = number;
	cancel = pxt_session_lock(session);
	found = pxt_log_reader_origin(session->log, number);
	if (found)
		tell_origin(found, origin);
	else if (!number)
		tell_itself(pxt_log_reader_header(session->log), origin);
	pxt_session_unlock(session, cancel);
	return found || !number ? 0 : ESRCH;
}

int pxt_reading_thread(struct pxt_session *session, unsigned origin, pid_t pid,
		       pid_t tid, char *name, size_t size)
{
	const char *found;
	int cancel, err = ENODATA;

	cancel = pxt_session_lock(session);
	found = pxt_log_reader_thread(session->log, origin, (uint32_t)pid,
				      (uint32_t)tid);
	if (found)
		err = strlen(found) < size ? 0 : ERANGE;
	if (!err)
		strcpy(name, found);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_reading_image(struct pxt_session *session, unsigned origin, pid_t pid,
		      struct pxt_image *image)
{
	const struct pxt_image *found;
	int cancel;

	cancel = pxt_session_lock(session);
	found = pxt_log_reader_process(session->log, origin, (uint32_t)pid);
	if (found)
		*image = *found;
	pxt_session_unlock(session, cancel);
	return found ? 0 : ESRCH;
}

static void tell_object(const struct pxt_log_object *found,
			struct posix_trace_object_np *object)
{
	*object = (struct posix_trace_object_np){
		.pid = (pid_t)found->pid,
		.address = found->address,
		.kind = found->kind,
		.name = found->name,
		.details = found->details,
		.since = pxt_timespec_of(found->since_ns),
	};
}

/* Of an active stream. Asking for a name finds out whether the process has
 * another family by now. */
static int find_now(struct pxt_session *session,
		    const struct pxt_log_object *wanted,
		    struct posix_trace_object_np *object)
{
	int cancel, err = ESRCH;

	cancel = pxt_session_lock(session);
	pxt_process_has_type(&session->process, PXT_EVENT_USER_FIRST);
	if (!wanted->origin)
		err = pxt_current_objects_find(&session->process.names, wanted,
					       &session->told, object);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_reading_object(struct pxt_session *session,
		       const struct pxt_log_object *wanted,
		       struct posix_trace_object_np *object)
{
	const struct pxt_log_object *found;
	int cancel;

	if (session->kind == PXT_ACTIVE)
		return find_now(session, wanted, object);
	cancel = pxt_session_lock(session);
	found = pxt_log_reader_object(session->log, wanted);
	if (found)
		tell_object(found, object);
	pxt_session_unlock(session, cancel);
	return found ? 0 : ESRCH;
}

int pxt_reading_next_object(struct pxt_session *session, unsigned origin,
			    const struct pxt_log_object **before,
			    struct posix_trace_object_np *object)
{
	const struct pxt_log_object *found;
	int cancel;

	cancel = pxt_session_lock(session);
	found = pxt_log_reader_next_object(session->log, origin, *before);
	if (found)
		tell_object(found, object);
	pxt_session_unlock(session, cancel);
	*before = found;
	return found ? 0 : ESRCH;
}

int pxt_reading_next_object_now(struct pxt_session *session, uint32_t *slot,
				struct posix_trace_object_np *object)
{
	int cancel, err;

	cancel = pxt_session_lock(session);
	pxt_process_has_type(&session->process, PXT_EVENT_USER_FIRST);
	err = pxt_current_objects_next(&session->process.names, slot,
				       &session->told, object);
	pxt_session_unlock(session, cancel);
	return err;
}

int pxt_reading_note(struct pxt_session *session, unsigned origin,
		     unsigned index, struct posix_trace_note_np *note)
{
	const struct pxt_log_note *found;
	int cancel;

	cancel = pxt_session_lock(session);
	found = pxt_log_reader_note(session->log, origin, index);
	if (found)
		*note = (struct posix_trace_note_np){ found->key,
						      found->value };
	pxt_session_unlock(session, cancel);
	return found ? 0 : ENODATA;
}

int pxt_reading_count(struct pxt_session *session,
		      struct posix_trace_count_np *count)
{
	struct pxt_log_count found;
	int cancel, err;

	cancel = pxt_session_lock(session);
	err = pxt_log_reader_count(session->log, &found);
	pxt_session_unlock(session, cancel);
	if (err)
		return err;

	count->chunks = found.chunks;
	count->events = found.events;
	count->lost = found.lost;
	return 0;
}

void pxt_reading_status(struct pxt_session *session,
			struct posix_trace_status_info *status)
{
	const struct pxt_log_end *end;
	int cancel;

	*status = (struct posix_trace_status_info){
		.posix_stream_status = POSIX_TRACE_SUSPENDED,
		.posix_stream_full_status = POSIX_TRACE_NOT_FULL,
		.posix_stream_flush_status = POSIX_TRACE_NOT_FLUSHING,
	};
	cancel = pxt_session_lock(session);
	end = pxt_log_reader_end(session->log);
	if (end) {
		status->posix_stream_overrun_status =
			end->stream_overrun ? POSIX_TRACE_OVERRUN :
					      POSIX_TRACE_NO_OVERRUN;
		status->posix_stream_flush_error = (int)end->flush_error;
		status->posix_log_overrun_status =
			end->log_overrun ? POSIX_TRACE_OVERRUN :
					   POSIX_TRACE_NO_OVERRUN;
		status->posix_log_full_status =
			end->log_full ? POSIX_TRACE_FULL : POSIX_TRACE_NOT_FULL;
	}
	pxt_session_unlock(session, cancel);
}

/* Types */

static int user_name(struct pxt_session *session, trace_event_id_t type,
		     char *name)
{
	const char *found;

	if (session->kind == PXT_ACTIVE)
		return pxt_process_name(&session->process, type, name);

	found = pxt_log_reader_name(
		session->log, pxt_log_reader_header(session->log)->target_pid,
		type);
	if (!found)
		return EINVAL;
	strcpy(name, found);
	return 0;
}

int pxt_reading_name(struct pxt_session *session, trace_event_id_t type,
		     char *name)
{
	const char *predefined = pxt_event_predefined_name(type);
	int err;
	int cancel;

	if (!name)
		return EINVAL;
	if (predefined) {
		strcpy(name, predefined);
		return 0;
	}
	cancel = pxt_session_lock(session);
	err = user_name(session, type, name);
	pxt_session_unlock(session, cancel);
	return err;
}

static int user_description(struct pxt_session *session, trace_event_id_t type,
			    char *text)
{
	const char *found;

	if (session->kind == PXT_ACTIVE)
		return pxt_process_description(&session->process, type, text);

	found = pxt_log_reader_description(
		session->log, pxt_log_reader_header(session->log)->target_pid,
		type);
	if (!found)
		return ENODATA;
	strcpy(text, found);
	return 0;
}

int pxt_reading_description(struct pxt_session *session, trace_event_id_t type,
			    char *text)
{
	int err;
	int cancel;

	cancel = pxt_session_lock(session);
	err = user_description(session, type, text);
	pxt_session_unlock(session, cancel);
	return err;
}

static uint32_t type_after(struct pxt_session *session, uint32_t type)
{
	if (type < PXT_EVENT_UNNAMED)
		return type + 1;
	if (session->kind == PXT_PRERECORDED)
		return pxt_log_reader_next_type(
			session->log,
			pxt_log_reader_header(session->log)->target_pid, type);
	if (type < PXT_EVENT_USER_FIRST)
		type = PXT_EVENT_USER_FIRST - 1;
	return pxt_process_has_type(&session->process, type + 1) ? type + 1 : 0;
}

trace_event_id_t pxt_reading_next_type(struct pxt_session *session)
{
	uint32_t type;
	int cancel;

	cancel = pxt_session_lock(session);
	type = type_after(session, session->listed);
	if (type)
		session->listed = type;
	pxt_session_unlock(session, cancel);
	return type;
}

void pxt_reading_rewind_types(struct pxt_session *session)
{
	int cancel;

	cancel = pxt_session_lock(session);
	session->listed = 0;
	pxt_session_unlock(session, cancel);
}
