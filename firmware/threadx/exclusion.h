/*
 * exclusion.h - one thread at a time changes the buffer and its registry
 *
 * ThreadX has interrupts off meanwhile; programs without a kernel have threads
 * and signal handlers. Nothing waits for a thread that cannot go on: a handler
 * that interrupted the owner does not get it, and who has waited for long gives
 * up. A thread that ends gives back what it has still got. With a kernel this
 * switches interrupts off.
 *
 * Many programs have one thread that inserts nearly everything. A thread that
 * has taken the exclusion often in a row becomes the favourite, and takes it by
 * stores that wait for nothing, until another one wants it: that closes the
 * short way, and each time it takes longer until there is another favourite.
 * None of them uses the place of a former one, where that may have a store to
 * make still.
 *
 * Who writes
 *	owner	    any thread, by compare-and-swap, from NULL: a candidate; the
 *		    candidate, or a handler that interrupts it: itself as the
 *		    owner; all of them, back
 *	favourite   an owner; a candidate, NULL
 *	who	    an owner, before there is such a favourite
 *	is_open	    an owner: true; a candidate: false
 *	hold	    the favourite, and handlers that interrupt it and go back
 *
 * Always true
 *	X1  a candidate has closed the short way, and then seen no hold, before
 *	    it is the owner, and before the favourite goes: its handlers have
 *	    nothing until then, and do not wait for it.
 *	X2  a hold has begun only if the short way was seen to be open behind
 *	    the store of TRYING; who sees it closed takes that back.
 *	X6  a handler may become the owner while its own thread is TRYING: that
 *	    has begun nothing, and decides by what it saw. The favourite stays,
 *	    and keeps the others out.
 *	X7  a handler that was the owner in the place of its own thread, the
 *	    candidate, makes it that again: nobody else comes in between.
 *
 * What is ordered
 *	X3  owner, and hold: NULL and NONE (release) -> the next one's load
 *	    (acquire): all that was done meanwhile
 *	X4  the store of TRYING, then the load of is_open, with the compiler
 *	    alone in between; the closing store, then the load of hold, with a
 *	    barrier for all threads in between: one of the two sees the other
 *	X5  favourite (release) -> its load (acquire): who, is_open and hold
 */
#ifndef FIRMWARE_THREADX_EXCLUSION_H
#define FIRMWARE_THREADX_EXCLUSION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/barrier.h"
#include "firmware/threadx/kernel.h"

enum threadx_exclusion_hold {
	THREADX_EXCLUSION_NONE,
	THREADX_EXCLUSION_TRYING,
	THREADX_EXCLUSION_TAKEN,
};

struct threadx_exclusion_favourite {
	const void *who;
	_Atomic bool is_open;
	_Atomic enum threadx_exclusion_hold hold;
};

/* The owner, and who favourites are, by a thread-local variable; NULL: none. */
extern struct threadx_exclusion {
	_Atomic(const void *) owner;
	struct threadx_exclusion_favourite *_Atomic favourite;
} threadx_exclusion;

extern __thread char threadx_exclusion_self;

static inline bool threadx_exclusion_is_owner(void)
{
	return atomic_load_explicit(&threadx_exclusion.owner,
				    memory_order_relaxed) ==
	       &threadx_exclusion_self;
}

static inline struct threadx_exclusion_favourite *
threadx_exclusion_favourite(void)
{
	return atomic_load_explicit(&threadx_exclusion.favourite,
				    memory_order_acquire); /* X5 */
}

static inline void
threadx_exclusion_set(struct threadx_exclusion_favourite *favourite,
		      enum threadx_exclusion_hold hold)
{
	atomic_store_explicit(&favourite->hold, hold,
			      memory_order_release); /* X3 */
}

static inline bool
threadx_exclusion_is_open(const struct threadx_exclusion_favourite *favourite)
{
	return atomic_load_explicit(&favourite->is_open, memory_order_relaxed);
}

/* The short way. */
static inline bool threadx_exclusion_try(void)
{
	struct threadx_exclusion_favourite *const favourite =
		threadx_exclusion_favourite();

	if (!favourite || favourite->who != &threadx_exclusion_self ||
	    atomic_load_explicit(&favourite->hold, memory_order_relaxed))
		return false;
	threadx_exclusion_set(favourite, THREADX_EXCLUSION_TRYING);
	pxt_barrier_light(); /* X4 */
	if (threadx_exclusion_is_open(favourite)) {
		threadx_exclusion_set(favourite, THREADX_EXCLUSION_TAKEN);
		return true;
	}
	threadx_exclusion_set(favourite, THREADX_EXCLUSION_NONE); /* X2 */
	return false;
}

/* For the caller that got it by the short way. */
static inline void threadx_exclusion_end_short(void)
{
	threadx_exclusion_set(threadx_exclusion_favourite(),
			      THREADX_EXCLUSION_NONE);
}

/* True for the favourite, which need not wait while it stays that. */
static inline bool threadx_exclusion_is_near(void)
{
	const struct threadx_exclusion_favourite *const favourite =
		threadx_exclusion_favourite();

	return favourite && favourite->who == &threadx_exclusion_self;
}

/* True in a handler that interrupted the owner, or the favourite's hold. */
bool threadx_exclusion_is_mine(void);

/* True while the owner lets a function of the program run, which controls the
 * trace, and inserts nothing into the buffer itself. */
extern __thread bool threadx_exclusion_is_lent;

/* What a handler that interrupted a candidate leaves as the owner; else NULL. */
extern __thread const void *threadx_exclusion_behind;

/* The long ways. */
bool threadx_exclusion_wait(void);
void threadx_exclusion_disable(void);
void threadx_exclusion_restore(void);

/* False: another one has it, which may be the caller. */
static inline bool threadx_exclusion_begin(void)
{
	if (threadx_kernel_excludes()) {
		threadx_exclusion_disable();
		return true;
	}
	return threadx_exclusion_try() || threadx_exclusion_wait();
}

/* The same for calls of control, and for objects, which may wait for a second. */
bool threadx_exclusion_begin_patiently(void);

/* Handlers see the owner until the end. */
static inline void threadx_exclusion_end_long(void)
{
	const void *const behind = threadx_exclusion_behind;

	if (__builtin_expect(behind != NULL, 0)) {
		threadx_exclusion_behind = NULL;
		atomic_signal_fence(memory_order_seq_cst);
	}
	atomic_store_explicit(&threadx_exclusion.owner, behind,
			      memory_order_release); /* X3, X7 */
}

/* For the caller that got it. */
static inline void threadx_exclusion_end(void)
{
	if (threadx_kernel_excludes())
		threadx_exclusion_restore();
	else if (threadx_exclusion_is_owner())
		threadx_exclusion_end_long();
	else
		threadx_exclusion_end_short();
}

#endif
