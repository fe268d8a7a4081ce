/*
 * turn.h - slices are taken one by one, each by the worker that decoded it
 *
 * Items that another thread takes have to come from the memory of their worker's
 * processor, which may cost more than decoding them. Where the worker takes them
 * itself, only what is made of the items goes from thread to thread.
 */
#ifndef PXT_READING_TURN_H
#define PXT_READING_TURN_H

#include "reading/passage.h"
#include "reading/slice.h"

struct pxt_turn {
	struct pxt_passage passage; /* its lock guards the rest */
	bool has_ended; /* a slice was refused: later ones are not taken */
	posix_trace_reading_take_np *take;
	void *argument;
};

void pxt_turn_init(struct pxt_turn *turn);
void pxt_turn_fini(struct pxt_turn *turn);

/* Begins anew with this slice; none is on its way. */
void pxt_turn_begin(struct pxt_turn *turn, uint64_t number,
		    posix_trace_reading_take_np *take, void *argument);

/* Waits until all earlier slices had their turn, and takes the batch, unless the
 * slice is broken, or an earlier one was refused. */
void pxt_turn_take(struct pxt_turn *turn, struct pxt_slice *slice);

#endif
