/*
 * fit.h - how much of a look at a stream fits into what is left of a log
 *
 * In the order of time, over all pieces: a log that fills up has all events
 * up to some moment, and none behind it.
 */
#ifndef PXT_SESSION_TRANSFER_FIT_H
#define PXT_SESSION_TRANSFER_FIT_H

#include "stream/live.h"

/* The ticks of the last event that fits into room bytes; 0: not even the
 * first one does. buffer: of the size of a chunk. ENOMEM. */
int pxt_fit_upto(struct pxt_live *live, const struct pxt_live_piece *pieces,
		 size_t count, size_t room, uint8_t *buffer, uint64_t *ticks);

#endif
