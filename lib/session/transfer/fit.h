/*
 * fit.h - cutting a look to the room of a log
 *
 * The cut is in time, over all pieces: a log that fills up has all events up to
 * some moment, and none behind it.
 */
#ifndef PXT_SESSION_TRANSFER_FIT_H
#define PXT_SESSION_TRANSFER_FIT_H

#include "stream/live.h"

/* The ticks of the last event that fits into room bytes; 0: none fits. buffer:
 * of the size of a chunk. ENOMEM. */
int pxt_fit_upto(struct pxt_live *live, const struct pxt_live_piece *pieces,
		 size_t count, size_t room, uint8_t *buffer, uint64_t *ticks);

#endif
