/*
 * homeless.h - events of a process that has no process file yet
 *
 * For want of descriptors, or memory, a process may be unable to make its
 * process file, or to map the one that a controller has made. Streams may trace
 * it all the same, and get nothing. What it records meanwhile is counted:
 *
 *	for a stream that its parent hands on, in the parent's process file, which
 *	a child made by fork() still has mapped;
 *	for any other stream, in memory of its own: by types, and from the time
 *	on when the stream's file was made. Which streams there are it can see
 *	without a descriptor, but not which of them trace it.
 *
 * When there is a process file that tells which streams trace the process. What
 * was counted for these is brought there, and told as in stream/unreached.h;
 * the rest is forgotten.
 *
 * A stream that comes between two looks, while events go on, is taken to have
 * missed all since the first of these: a tenth of a second at most.
 *
 *	H1  an event is counted, then the home's word is read: where that is
 *	    there by now, who counted brings what was counted
 *	H2  who made the home brings what was counted behind the word
 *	H3  an event is counted among the recent ones, then the streams are read
 *	    that it is counted for. Whoever looks for streams sets the recent
 *	    events aside first; a new stream is put among those, and then the
 *	    recent events are read again: all of them may have missed it
 *
 * docs/model/homeless.pml has the proof.
 */
#ifndef PXT_SESSION_TRACED_HOMELESS_H
#define PXT_SESSION_TRACED_HOMELESS_H

#include "stream/process.h"

/* The functions below are called with the home's lock held. */

/* A child was just forked: it has its parent's types, and its streams if they
 * are handed on. The parent's file, if it had one, stays mapped. */
void pxt_homeless_inherit(struct pxt_process *parent, bool handed_on);

/* The process still has no file, for that reason. first: nothing was counted
 * yet. */
void pxt_homeless_wait(int reason, bool first);

/* The process has a file: bring there what was counted. late: it is in use
 * already, and the controller tells the loss. */
void pxt_homeless_bring(struct pxt_process *process, bool late);

/* Without the lock. */

/* Counts an event of a process that waits. Safe in signal handlers. */
void pxt_homeless_miss(uint32_t type);

#endif
