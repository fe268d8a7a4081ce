/* controller.c - the controller's end of a stream */
#include "session/controller.h"

#include <string.h>
#include <unistd.h>

#include "stream/process_streams.h"
#include "stream/process_sweep.h"

enum { GENERATIONS = 64 }; /* more mean damaged memory */

void pxt_controller_init(struct pxt_controller *controller,
			 pthread_mutex_t *lock)
{
	memset(controller, 0, sizeof(*controller));
	controller->lock = lock;
	controller->dir = -1;
}

void pxt_controller_fini(struct pxt_controller *controller)
{
	pxt_merge_close(controller->merge);
	pxt_live_close(controller->live);
	pxt_process_close(&controller->process);
	pxt_stream_close(&controller->stream);
	if (controller->dir >= 0)
		close(controller->dir);
}

void pxt_controller_lock(const struct pxt_controller *controller)
{
	if (controller->lock)
		pthread_mutex_lock(controller->lock);
}

void pxt_controller_unlock(const struct pxt_controller *controller)
{
	if (controller->lock)
		pthread_mutex_unlock(controller->lock);
}

uint32_t pxt_controller_gate(const struct pxt_controller *controller)
{
	return atomic_load_explicit(&controller->stream.shared->ring.gate,
				    memory_order_acquire);
}

/* True if there is a START without a STOP, or the stream is full: a controller
 * that died has not seen the gate shut. */
bool pxt_controller_takes_events(const struct pxt_controller *controller)
{
	const uint32_t full = PXT_GATE_OPEN | PXT_GATE_FULL;

	return atomic_load_explicit(&controller->stream.shared->window,
				    memory_order_relaxed) ||
	       (pxt_controller_gate(controller) & full) == full;
}

/* Release */

static bool is_inherited(const struct pxt_controller *controller)
{
	return controller->attr.inherited == POSIX_TRACE_INHERITED;
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

/* An heir that is just being born may be missed, but not twice; and heirs have
 * few generations. */
static void drop_heirs(struct pxt_controller *controller)
{
	struct dropping dropping = {
		.nonce = controller->stream.nonce,
	};

	for (int i = 0; i < GENERATIONS; i++) {
		dropping.any = false;
		pxt_process_for_each(controller->dir, drop_heir, &dropping);
		if (!dropping.any)
			break;
	}
}

/* The file is needed by other streams of the process, as it tells the names, and
 * by the library in the process, as long as that lives. */
void pxt_controller_leave_process(struct pxt_controller *controller)
{
	struct pxt_process *process = &controller->process;

	if (pxt_process_traced(atomic_load_explicit(&process->shared->word,
						    memory_order_seq_cst)))
		return;
	if (pxt_process_lives(process))
		pxt_process_retire(controller->dir, process, PXT_PROGRAM_NONE);
	else
		pxt_process_remove_dead(controller->dir, process);
}

void pxt_controller_let_go(struct pxt_controller *controller)
{
	pxt_process_drop_stream(&controller->process, controller->stream.nonce);
	if (is_inherited(controller))
		drop_heirs(controller);
	pxt_stream_remove(controller->dir, &controller->stream);
	pxt_controller_leave_process(controller);
	if (is_inherited(controller))
		pxt_process_sweep(controller->dir);
}
