/* unreached_losses.c - LOSS records of what did not reach a stream */
#include "session/unreached_losses.h"

#include <errno.h>

#include "base/wait.h"
#include "session/steer.h"
#include "stream/unreached.h"

enum {
	TURN_ATTEMPTS = 1000,
	TURN_PAUSE_NS = 50000,
};

/* Visit all processes that may have events for the stream: heirs are looked for
 * once one of the family has had to count. */
static void for_each(struct pxt_session *session, pxt_process_visit *visit,
		     void *argument)
{
	const struct pxt_names *names = &session->process.names;

	if (session->attr.inherited != POSIX_TRACE_INHERITED)
		visit(&session->process, argument);
	else if (names->shared && atomic_load_explicit(&names->shared->unreached,
						       memory_order_relaxed))
		pxt_process_for_each(session->dir, visit, argument);
}

/* Is there a START without a STOP, or is the stream full? A controller that
 * died has not seen what shut the gate. */
bool pxt_session_takes_events(const struct pxt_session *session)
{
	const uint32_t full = PXT_GATE_OPEN | PXT_GATE_FULL;

	return atomic_load_explicit(&session->stream.shared->window,
				    memory_order_relaxed) ||
	       (pxt_steer_gate(session) & full) == full;
}

static bool put(struct pxt_session *session, const struct pxt_process *process,
		const struct pxt_unreached *unreached)
{
	const struct pxt_clock_pair now = pxt_clock_read(session->stream.clock);
	const struct pxt_writer_self self = { .pid = (uint32_t)process->pid };
	const struct pxt_loss loss = {
		.count = unreached->count,
		.since_ns = unreached->since_ns,
	};

	if (pxt_writer_force_at(&session->control, &self, &now, PXT_RECORD_LOSS,
				unreached->reason, &loss, sizeof(loss)))
		return false;
	pxt_unreached_add_up(session->stream.ring.shared, unreached);
	return true;
}

/* U3 */
static int claim(const struct pxt_session *session, struct pxt_process *process,
		 const struct pxt_filter *filter, struct pxt_unreached *out)
{
	int err = EBUSY;

	for (int i = 0; i <= TURN_ATTEMPTS && err == EBUSY; i++) {
		if (i)
			pxt_pause(TURN_PAUSE_NS);
		err = pxt_unreached_claim(process, session->stream.nonce,
					  PXT_UNREACHED_CONTROLLER,
					  i == TURN_ATTEMPTS, filter, out);
	}
	return err;
}

static void tell(struct pxt_process *process, void *argument)
{
	struct pxt_session *session = argument;
	struct pxt_unreached unreached;

	if (claim(session, process, &session->stream.shared->filter,
		  &unreached))
		return;
	pxt_unreached_settle(process, &unreached,
			     !unreached.count ||
				     put(session, process, &unreached));
}

static void forget(struct pxt_process *process, void *argument)
{
	struct pxt_session *session = argument;
	struct pxt_unreached unreached;

	if (!claim(session, process, NULL, &unreached))
		pxt_unreached_settle(process, &unreached, true);
}

void pxt_unreached_losses_forget(struct pxt_session *session)
{
	for_each(session, forget, session);
}

void pxt_unreached_losses_tell(struct pxt_session *session, bool took)
{
	for_each(session, took ? tell : forget, session);
}

struct sum {
	const struct pxt_session *session;
	uint64_t count;
	int reason;
};

static void count(struct pxt_process *process, void *argument)
{
	struct sum *sum = argument;
	const struct pxt_stream *stream = &sum->session->stream;
	const uint64_t n = pxt_unreached_count(process, stream->nonce,
					       &stream->shared->filter);

	sum->count += n;
	if (n)
		sum->reason = pxt_unreached_reason(process);
}

uint64_t pxt_unreached_losses_count(struct pxt_session *session, int *reason)
{
	const struct pxt_ring_shared *ring = session->stream.ring.shared;
	struct sum sum = { .session = session };

	if (pxt_session_takes_events(session))
		for_each(session, count, &sum);
	*reason = sum.reason ? sum.reason :
			       (int)atomic_load_explicit(
				       &ring->unreached_reason,
				       memory_order_relaxed);
	return sum.count;
}
