/*
 * threads.h - the blocks of levels that the threads of this process record with
 *
 * A thread gets its block with its first event, and its last destructor gives
 * it back. A4 and A6 are clauses of attach.h.
 */
#ifndef PXT_SESSION_TRACED_THREADS_H
#define PXT_SESSION_TRACED_THREADS_H

#include "session/traced/level.h"

/* At the program's start. */
void pxt_threads_init(void);

/* The process ends: its streams are told what its threads are called. */
void pxt_threads_leave_names(void);

/* The following three with the home's lock held. */

/* A block for the calling thread, which has none. NULL: without memory. */
struct pxt_thread *pxt_threads_join(void);

/* In a child: no thread of the parent's has a level that is made. */
void pxt_threads_forked(void);

/* Does a level use the stream, or may one that knows that word (A4)? */
bool pxt_threads_use(uint64_t nonce, uint64_t word);

/* Give back what the level has of the stream of a slot (A6). */
void pxt_threads_drop_writer(struct pxt_level *level, size_t slot);

bool pxt_threads_is_nobody(const struct pxt_thread *thread);

/* The block is the calling thread's. */
void pxt_threads_identify(struct pxt_thread *thread);

/* Is the calling thread in the middle of an event? */
bool pxt_threads_is_recording(void);

/* It is not. In a child that another thread may be the first to use: of all
 * threads only the calling one is there, and will make its levels anew. */
void pxt_threads_forget(void);

/* Behind an event that was entered slowly: a thread whose destructors have all
 * run, as the C library gives back memory behind them, keeps no block. */
void pxt_threads_end_event(void);

#endif
