/*
 * threads.h - blocks of levels, one per thread
 *
 * A thread gets its block with its first event, and its last destructor returns
 * it. A4 and A6 are clauses of attach.h.
 */
#ifndef PXT_SESSION_TRACED_THREADS_H
#define PXT_SESSION_TRACED_THREADS_H

#include "session/traced/level.h"

/* At the program's start. */
void pxt_threads_init(void);

/* At the end of the process: announces the names of its threads. */
void pxt_threads_leave_names(void);

/* The next three functions are called with the home's lock held. */

/* Assigns a block to the calling thread, which has none. NULL: no memory. */
struct pxt_thread *pxt_threads_join(void);

/* In a child: no thread of the parent has a valid level. */
void pxt_threads_forked(void);

/* True if a level uses the stream, or if one that knows that word may (A4). */
bool pxt_threads_use(uint64_t nonce, uint64_t word);

/* Returns what the level has of the stream of a slot (A6). */
void pxt_threads_drop_writer(struct pxt_level *level, size_t slot);

bool pxt_threads_is_nobody(const struct pxt_thread *thread);

/* Makes the block the calling thread's. */
void pxt_threads_identify(struct pxt_thread *thread);

/* True if the calling thread is within an event. */
bool pxt_threads_is_recording(void);

/* Ends that. In a child, only the calling thread exists, and will make its
 * levels anew. */
void pxt_threads_forget(void);

/* After an event that was entered slowly: a thread whose destructors have all
 * run, as when the C library frees memory afterwards, keeps no block. */
void pxt_threads_end_event(void);

#endif
