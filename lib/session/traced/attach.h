/*
 * attach.h - the traced side: threads, and the streams they record into
 *
 * Each thread has a block of writers, one per stream and per depth of nested
 * signal handlers: a level. A level knows which word of the process file it
 * was made for; when the word has changed it is made anew, with signals
 * blocked and the home's lock held. An event costs no more than the look.
 *
 * When may a stream be unmapped that the process file no longer names?
 *
 *	A1  a thread that enters moves to its next level, then reads the word;
 *	    it is in until it touches no stream any more
 *	A2  the unmapper finds the stream in no slot, reads the word, calls
 *	    pxt_barrier_all(), then looks at the levels made for the stream
 *	A3  a level that is made anew reads the word it will know, then the
 *	    slots: what comes later changes the word again
 *	A4  a level that is in keeps its streams; so does one at rest that knows
 *	    the word of A2, as a slot is cleared before the word changes (P2 of
 *	    process.h). Any other will see a new word before it uses a stream
 *	A5  levels are made anew, and streams mapped and unmapped, with the home's
 *	    lock held and signals blocked: a handler would wait for itself
 *	A6  a level at rest may have streams that are not mapped any more, and
 *	    gives back nothing of these
 *	A7  a level counts its events for each stream that a slot names and that
 *	    it has not got, as it could not be mapped (unreached.h); now and then
 *	    an event of it tries again, in the slow way
 *
 * A thread unmaps behind the event for which its level was made anew, as the
 * pages of a stream take longer to give back than the event takes. What is left
 * mapped, because somebody was in, goes when the next level is made anew.
 * docs/model/attach.pml has the proof.
 *
 * liburcu's read sides do the same, but have to be registered by a function
 * that a signal handler must not call; these need no registration.
 */
#ifndef PXT_SESSION_TRACED_ATTACH_H
#define PXT_SESSION_TRACED_ATTACH_H

#include "session/traced/home.h"
#include "session/traced/level.h"

/* In a child, with the home's lock held: drops all of the parent's tracing. */
void pxt_attach_forked(void);

/* Unmaps streams that are not used any more. */
void pxt_attach_sweep(void);

/* Makes a level anew, or assigns the thread a block first. NULL: this event, of
 * that type, cannot be recorded, and counts as lost. */
struct pxt_level *pxt_attach_enter_slowly(uint32_t type);

/* After an event that was entered slowly: unmaps what is not used any more, and
 * takes the block from a thread that has ended, see threads.h. */
void pxt_attach_end_event(void);

/* In an event, before it touches a stream, at a level that misses some: tries
 * to map them, if it is time to, and counts the event, or n of them, for those
 * that it does not reach. */
void pxt_attach_miss(struct pxt_level *level, uint32_t type, uint64_t n);

/* Opens the name of a type for this process, and announces it to streams
 * that choose by names. ENAMETOOLONG; otherwise errors of
 * pxt_process_open_name(). */
int pxt_attach_open_name(const char *name, uint32_t *type);

/* True if the type got a name since the thread last counted. */
bool pxt_attach_learn_type(struct pxt_thread *thread, uint32_t type);

/* Types that are not opened, and system types, are not recorded. */
static inline bool pxt_attach_knows_type(struct pxt_thread *thread,
					 uint32_t type)
{
	return __builtin_expect(type - PXT_EVENT_USER_FIRST < thread->types,
				1) ||
	       type == POSIX_TRACE_UNNAMED_USEREVENT ||
	       pxt_attach_learn_type(thread, type);
}

/* The word of this process's file, or NULL: no home yet. */
static inline _Atomic uint64_t *pxt_attach_known_word(void)
{
	return atomic_load_explicit(&pxt_home->word, memory_order_acquire);
}

/* Same, making a home if necessary. Kept during an event: a fork in between
 * leaves it readable, and no level made for it. */
static inline _Atomic uint64_t *pxt_attach_word(void)
{
	_Atomic uint64_t *word = pxt_attach_known_word();

	if (__builtin_expect(!word, 0))
		word = atomic_load_explicit(&pxt_home_get()->word,
					    memory_order_relaxed);
	return word;
}

/* Begins an event, at some level. NULL: try it slowly. */
static inline struct pxt_level *pxt_attach_enter(struct pxt_thread *thread,
						 const _Atomic uint64_t *word)
{
	struct pxt_level *level =
		atomic_load_explicit(&thread->next, memory_order_relaxed);

	atomic_store_explicit(&thread->next, level->after,
			      memory_order_relaxed);
	pxt_barrier_light(); /* A1 */
	if (__builtin_expect(
		    level->known ==
			    atomic_load_explicit(word, memory_order_acquire),
		    1))
		return level;

	atomic_store_explicit(&thread->next, level, memory_order_relaxed);
	return NULL;
}

/* Ends an event of this thread. */
static inline void pxt_attach_leave_in(struct pxt_thread *thread,
				       struct pxt_level *level)
{
	atomic_store_explicit(&thread->next, level, memory_order_release);
}

static inline void pxt_attach_leave(struct pxt_level *level)
{
	pxt_attach_leave_in(level->thread, level);
}

#endif
