/*
 * controller.h - the controller's end of a stream
 *
 * Everything that is needed to steer a stream, to read it, to write it to a log
 * and to end it. A rescuer has the same in place of a dead controller.
 */
#ifndef PXT_SESSION_CONTROLLER_H
#define PXT_SESSION_CONTROLLER_H

#include <pthread.h>
#include <stdbool.h>

#include "model/attr.h"
#include "model/merge.h"
#include "stream/live.h"
#include "stream/process.h"
#include "stream/writer.h"

struct pxt_controller {
	pthread_mutex_t *lock; /* guards all of it; NULL: not shared */
	struct pxt_attr attr;  /* the stream's; a rescuer may change it */
	int dir;	       /* stream and process lie there; -1: none */
	struct pxt_stream stream;
	struct pxt_process process; /* the target */
	struct pxt_live *live;
	struct pxt_merge *merge;  /* NULL: nobody reads the stream */
	struct pxt_writer writer; /* START, STOP and other marks */
	_Atomic uint64_t missed;  /* lost events in the last status */
};

/* Initializes a controller without a stream; fini closes its members. */
void pxt_controller_init(struct pxt_controller *controller,
			 pthread_mutex_t *lock);
void pxt_controller_fini(struct pxt_controller *controller);

/* Removes the file of the process, where it is of no more use. */
void pxt_controller_leave_process(struct pxt_controller *controller);

/* Unlocks around a long operation, and locks again; no effect on a controller
 * that is not shared. */
void pxt_controller_lock(const struct pxt_controller *controller);
void pxt_controller_unlock(const struct pxt_controller *controller);

/* Present PXT_GATE_... bits. */
uint32_t pxt_controller_gate(const struct pxt_controller *controller);

/* Are events being recorded, with that gate? */
static inline bool pxt_controller_gate_runs(uint32_t gate)
{
	return (gate & (PXT_GATE_OPEN | PXT_GATE_FULL)) == PXT_GATE_OPEN;
}

/* True if the stream has taken events until now. */
bool pxt_controller_takes_events(const struct pxt_controller *controller);

/* The end: no process is traced into the stream any more, and its file goes. */
void pxt_controller_let_go(struct pxt_controller *controller);

#endif
