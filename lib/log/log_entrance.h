/*
 * log_entrance.h - large chunks that are entered in their middle
 *
 * Behind a seek a chunk of each thread is entered, and often few of its events
 * are read. Memory for all of it would cost more than they do: so the chunk passes
 * through the file's window, where it is verified as a whole, and some events from
 * the entrance on are kept. The rest is a run of its own. It is read, and verified,
 * when the reading gets there, and then twice as much of it is kept.
 */
#ifndef PXT_LOG_ENTRANCE_H
#define PXT_LOG_ENTRANCE_H

#include "log/log_reader_state.h"

/* Loads a run from its first event behind these ticks, and adds the rest to the
 * merge. False: it has to be read as a whole, as its chunk is packed, not large,
 * or damaged. */
bool pxt_log_enter(struct pxt_log_reader *reader, struct pxt_merge *merge,
		   struct pxt_run *run, uint64_t upto);

#endif
