/* unreached_losses.c - LOSS records of events that did not reach a stream */
#include "session/unreached_losses.h"

#include <errno.h>

#include "base/wait.h"
#include "stream/process_names.h"
#include "stream/unreached.h"

enum {
	TURN_ATTEMPTS = 1000,
	TURN_PAUSE_NS = 50000,
};

struct tour {
	struct pxt_controller *controller;
	pxt_process_visit *visit;
	void *argument;
};

static void visit_heir(struct pxt_process *process, void *argument)
{
	const struct tour *tour = argument;
	const struct pxt_process_id *id = &tour->controller->process.id;

	if (process->id.pid != id->pid || process->id.start != id->start ||
	    process->id.space != id->space)
		tour->visit(process, tour->argument);
}

/* Visits all processes that may have events for the stream: first the target,
 * which takes no descriptor; heirs once a member of the family has counted
 * events. */
static void for_each(struct pxt_controller *controller,
		     pxt_process_visit *visit, void *argument)
{
	const struct pxt_names *names = &controller->process.names;
	struct tour tour = { controller, visit, argument };

	visit(&controller->process, argument);
	if (controller->attr.inherited == POSIX_TRACE_INHERITED &&
	    names->shared &&
	    atomic_load_explicit(&names->shared->unreached,
				 memory_order_relaxed))
		pxt_process_for_each(controller->dir, visit_heir, &tour);
}

/* A process that cannot map the stream cannot tell its filter of the names that it
 * opens (C3 of stream/filter.h). */
static void meet_names(const struct pxt_controller *controller,
		       struct pxt_process *process)
{
	struct pxt_filter *filter = &controller->stream.shared->filter;
	char name[TRACE_EVENT_NAME_MAX + 1];

	if (!pxt_unreached_were_any(process, controller->stream.nonce))
		return;
	for (uint32_t type = PXT_EVENT_USER_FIRST; type < PXT_EVENT_END; type++)
		if (!pxt_process_name(process, type, name))
			pxt_filter_name_opened(filter, type, name);
}

static bool put(struct pxt_controller *controller,
		const struct pxt_process *process,
		const struct pxt_unreached *unreached)
{
	const struct pxt_clock_pair now =
		pxt_clock_read(controller->stream.clock);
	const struct pxt_writer_self self = {
		.pid = (uint32_t)process->id.pid
	};
	const struct pxt_loss loss = {
		.count = unreached->count,
		.since_ns = unreached->since_ns,
	};

	if (pxt_writer_force_at(&controller->writer, &self, &now,
				PXT_RECORD_LOSS, unreached->reason, &loss,
				sizeof(loss)))
		return false;
	pxt_unreached_add_up(controller->stream.ring.shared, unreached);
	return true;
}

/* U3 */
static int claim(const struct pxt_controller *controller,
		 struct pxt_process *process, const struct pxt_filter *filter,
		 struct pxt_unreached *out)
{
	int err = EBUSY;

	for (int i = 0; i <= TURN_ATTEMPTS && err == EBUSY; i++) {
		if (i)
			pxt_pause(TURN_PAUSE_NS);
		err = pxt_unreached_claim(process, controller->stream.nonce,
					  PXT_UNREACHED_CONTROLLER,
					  i == TURN_ATTEMPTS, filter, out);
	}
	return err;
}

static void tell(struct pxt_process *process, void *argument)
{
	struct pxt_controller *controller = argument;
	struct pxt_unreached unreached;

	meet_names(controller, process);
	if (claim(controller, process, &controller->stream.shared->filter,
		  &unreached))
		return;
	pxt_unreached_settle(process, &unreached,
			     !unreached.count ||
				     put(controller, process, &unreached));
}

static void forget(struct pxt_process *process, void *argument)
{
	struct pxt_controller *controller = argument;
	struct pxt_unreached unreached;

	if (!claim(controller, process, NULL, &unreached))
		pxt_unreached_settle(process, &unreached, true);
}

void pxt_unreached_losses_forget(struct pxt_controller *controller)
{
	for_each(controller, forget, controller);
}

void pxt_unreached_losses_tell(struct pxt_controller *controller, bool took)
{
	for_each(controller, took ? tell : forget, controller);
}

struct sum {
	const struct pxt_controller *controller;
	uint64_t count;
	int reason;
};

static void count(struct pxt_process *process, void *argument)
{
	struct sum *sum = argument;
	const struct pxt_stream *stream = &sum->controller->stream;
	uint64_t n;

	meet_names(sum->controller, process);
	n = pxt_unreached_count(process, stream->nonce,
				&stream->shared->filter);
	sum->count += n;
	if (n)
		sum->reason = pxt_unreached_reason(process);
}

uint64_t pxt_unreached_losses_count(struct pxt_controller *controller,
				    int *reason)
{
	const struct pxt_ring_shared *ring = controller->stream.ring.shared;
	struct sum sum = { .controller = controller };

	if (pxt_controller_takes_events(controller))
		for_each(controller, count, &sum);
	*reason = sum.reason ?
			  sum.reason :
			  (int)atomic_load_explicit(&ring->unreached_reason,
						    memory_order_relaxed);
	return sum.count;
}
