/* live_reading.c - reading events from active streams */
#include "session/control/reading.h"

#include <errno.h>
#include <time.h>

#include "base/timespec.h"
#include "base/wait.h"
#include "session/control/delivery.h"
#include "session/steer.h"

enum {
	PENDING_OVERFLOW = 1,
	PENDING_RESUME = 2,
	PENDING_EVENT = 4,
	LOOKS = 4,	   /* an attempt may take so many */
	EARLY = 2,	   /* naps that may end in vain, before */
	REST_NS = 2000000, /* ... a nap that nobody can end */
};

/* In a looping stream, events in the gap are dropped for all threads, so that
 * the rest is complete. OVERFLOW and RESUME mark its beginning. */

static bool in_gap(const struct pxt_live_gap *gap, uint64_t ticks)
{
	return ticks >= gap->since && ticks <= gap->horizon;
}

/* Marks the gap before the first event behind it. */
static void note_gap(struct pxt_session *session, const struct pxt_event *event)
{
	const struct pxt_live_gap *gap = pxt_live_gap(session->controller.live);

	if (!gap->horizon || event->ticks <= gap->horizon)
		return;
	/* The gap may begin with events that were read before; and the
	 * clocks of two threads differ. */
	session->overflow_ns =
		pxt_stream_time(&session->controller.stream, gap->from);
	if (session->overflow_ns < session->read_ns)
		session->overflow_ns = session->read_ns;
	if (session->overflow_ns > event->time_ns)
		session->overflow_ns = event->time_ns;
	pxt_live_pass_gap(session->controller.live);
	if (pxt_steer_wants(&session->controller, POSIX_TRACE_OVERFLOW))
		session->pending |= PENDING_OVERFLOW;
	if (pxt_steer_wants(&session->controller, POSIX_TRACE_RESUME))
		session->pending |= PENDING_RESUME;
}

static void make_event(struct pxt_event *event, uint32_t type, int64_t time_ns)
{
	*event = (struct pxt_event){ .type = type, .time_ns = time_ns };
}

/* An event that waits behind OVERFLOW or RESUME. */
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

/* A stream that has been read empty is not full any more. If it had stopped, it
 * goes on when its STOP was delivered, or filtered out. One that becomes full
 * now has no STOP yet. */
static bool go_on(struct pxt_session *session)
{
	const bool full =
		pxt_controller_gate(&session->controller) & PXT_GATE_FULL;

	if (pxt_steer_note_full(&session->controller))
		return true;
	if (pxt_merge_is_waiting(session->controller.merge))
		return false;
	pxt_steer_note_empty(&session->controller);
	if (full)
		pxt_steer_reopen(&session->controller);
	return full;
}

static void note_stop(struct pxt_session *session,
		      const struct pxt_event *event)
{
	if (event->type == POSIX_TRACE_STOP &&
	    !pxt_merge_is_waiting(session->controller.merge))
		go_on(session);
}

/* Gets the next event outside of gaps. Looks in vain may be caused by damaged
 * memory: their number is limited. *dropped: events in gaps. */
static int find_whole(struct pxt_session *session, uint64_t looks,
		      struct pxt_event *event, uint64_t *dropped)
{
	int err;

	for (;;) {
		err = pxt_merge_next(session->controller.merge, event);
		if (!err && !in_gap(pxt_live_gap(session->controller.live),
				    event->ticks))
			return 0;
		*dropped += !err;
		if (err && err != ENODATA)
			return err;
		if (pxt_live_looks(session->controller.live) >= looks)
			return EAGAIN;
		if (err && !go_on(session))
			return ENODATA;
	}
}

/* The dropped are counted at once: writers read the line of their count at each
 * event. */
static int next_whole(struct pxt_session *session, uint64_t looks,
		      struct pxt_event *event)
{
	uint64_t dropped = 0;
	const int err = find_whole(session, looks, event, &dropped);

	if (dropped)
		atomic_fetch_add_explicit(
			&session->controller.stream.ring.shared->dropped,
			dropped, memory_order_relaxed);
	return err;
}

/* Called with the lock held. EAGAIN: not enough looks. The data is borrowed
 * until the next call. */
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

/* True if no event will come. The STOP of a shutdown is for the log only. */
static bool is_over(const struct pxt_session *session)
{
	return atomic_load_explicit(&session->ended, memory_order_seq_cst) ||
	       pxt_stream_is_lost(&session->controller.stream);
}

static int try(struct pxt_session *session, const struct pxt_request *request)
{
	struct pxt_event event;
	uint64_t looks;
	int err;
	int cancel;

	/* Events being written are not to be read, and others are unknown until
	 * then. */
	if (!pxt_flusher_enter_soon(session->flusher))
		return ENODATA;
	cancel = pxt_session_lock(session);
	looks = pxt_live_looks(session->controller.live) + LOOKS;
	err = is_over(session) ? EINVAL : 0;
	while (!err) {
		err = next_live(session, looks, &event);
		if (err || event.type != PXT_RECORD_LOSS)
			break;
	}
	if (!err)
		pxt_delivery_put(&event, request);
	else if (err == ENODATA &&
		 pxt_merge_is_waiting(session->controller.merge))
		err = EAGAIN; /* the event is younger than the look */
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

/* Naps last a second at most: a lost wake-up, of a writer that was killed, does
 * not block a reader for ever. A futex with a timeout is not restarted after
 * signals. */
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

/* Try once, so announced that the next event wakes a reader that waits. */
static int try_before_waiting(struct pxt_session *session,
			      const struct pxt_request *request,
			      struct pxt_nap *nap)
{
	struct pxt_ring_shared *shared = session->controller.stream.ring.shared;
	int err;

	err = give_up(request);
	if (err)
		return err;
	nap->word = &shared->wake;
	nap->seen = atomic_load_explicit(nap->word, memory_order_acquire);
	atomic_fetch_or_explicit(&shared->gate, PXT_GATE_WATCHED,
				 memory_order_relaxed);

	/* The next look has the barrier of R9. */
	err = try(session, request);
	if (err == ENODATA && is_over(session))
		return EINVAL;
	return err;
}

/* A look in vain costs more than a wake-up, and others want the lock: damaged
 * memory must not cause continuous looking. */
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

/* The caller holds neither lock nor turn. */
int pxt_reading_wait(struct pxt_nap *nap)
{
	int err;

	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &nap->cancel_type);
	err = pxt_wait(nap->word, nap->seen, &nap->until);
	pthread_setcanceltype(nap->cancel_type, NULL);
	nap->early = err ? 0 : nap->early + 1;
	return err == EINTR ? err : 0;
}
