/*
 * controller.h - the controller's end of a stream
 *
 * What it takes to steer a stream, to read it, to write it to a log and to end
 * it. A rescuer, in the place of a controller that died, has the same.
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
	pthread_mutex_t *lock; /* over all of it; NULL: nobody shares it */
	struct pxt_attr attr;  /* the stream's; a rescuer may change it */
	int dir;	       /* stream and process lie there; -1: none */
	struct pxt_stream stream;
	struct pxt_process process; /* the target */
	struct pxt_live *live;
	struct pxt_merge *merge;  /* NULL: nobody reads the stream */
	struct pxt_writer writer; /* START, STOP and other marks */
	_Atomic uint64_t missed;  /* events, as the status last told */
	_Atomic uint64_t emptied; /* overwritten, when it was last empty */
};

/* A controller without a stream; fini closes what was put into it. */
void pxt_controller_init(struct pxt_controller *controller,
			 pthread_mutex_t *lock);
void pxt_controller_fini(struct pxt_controller *controller);

/* Removes the file of the process, where it is of no more use. */
void pxt_controller_leave_process(struct pxt_controller *controller);

/* Around what takes long: nothing, where nobody shares the controller. */
void pxt_controller_lock(const struct pxt_controller *controller);
void pxt_controller_unlock(const struct pxt_controller *controller);

/* PXT_GATE_... as they are now. */
uint32_t pxt_controller_gate(const struct pxt_controller *controller);

/* Are events being recorded, with that gate? */
static inline bool pxt_controller_gate_runs(uint32_t gate)
{
	return (gate & (PXT_GATE_OPEN | PXT_GATE_FULL)) == PXT_GATE_OPEN;
}

/* Would the stream have taken an event until now? */
bool pxt_controller_takes_events(const struct pxt_controller *controller);

/* The end: no process is traced into the stream any more, and its file goes. */
void pxt_controller_let_go(struct pxt_controller *controller);

#endif
