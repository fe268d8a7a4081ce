/*
 * lifeline.h - words of shared memory that the kernel marks when a thread ends
 *
 * A thread holds a word like a robust futex, for its lifetime: when it ends,
 * killed or not, or its process executes another program, the kernel marks the
 * word. No other process is needed for that, and reading it takes no system
 * call.
 *
 * The word is not trusted: a process that can write to it can make the thread
 * look dead, or immortal.
 */
#ifndef PXT_BASE_LIFELINE_H
#define PXT_BASE_LIFELINE_H

#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Private memory of the holder, for the lifetime of its thread. */
struct pxt_lifeline {
	struct robust_list_head head;
};

/* Makes the calling thread hold the word: this one only, and no robust mutex.
 * ENOSYS and the like: not supported by the kernel. */
int pxt_lifeline_hold(struct pxt_lifeline *lifeline, _Atomic uint32_t *word);

/* Releases the word, so that the thread may end. */
void pxt_lifeline_release(struct pxt_lifeline *lifeline,
			  _Atomic uint32_t *word);

/* True if a thread has died that held the word. */
static inline bool pxt_lifeline_is_cut(const _Atomic uint32_t *word)
{
	return atomic_load_explicit(word, memory_order_relaxed) &
	       FUTEX_OWNER_DIED;
}

#endif
