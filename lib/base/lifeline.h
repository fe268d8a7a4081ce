/*
 * lifeline.h - words of shared memory that the kernel marks when a thread dies
 *
 * A thread holds a word as it would hold a robust futex, and never lets go:
 * when it ends, killed or not, or its process executes another program, the
 * kernel says so in the word. Nobody has to be there, and who wants to know
 * needs no call of the system.
 *
 * What is in the word is not trusted: whoever can write to it can make the
 * thread look dead, or immortal.
 */
#ifndef PXT_BASE_LIFELINE_H
#define PXT_BASE_LIFELINE_H

#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Private memory of the holder, for as long as its thread lives. */
struct pxt_lifeline {
	struct robust_list_head head;
};

/* The calling thread holds the word: this one only, and no robust mutex.
 * ENOSYS and the like: the kernel does not watch over it. */
int pxt_lifeline_hold(struct pxt_lifeline *lifeline, _Atomic uint32_t *word);

/* It does not any more, and may end. */
void pxt_lifeline_release(struct pxt_lifeline *lifeline,
			  _Atomic uint32_t *word);

/* Has a thread died that held the word? */
static inline bool pxt_lifeline_is_cut(const _Atomic uint32_t *word)
{
	return atomic_load_explicit(word, memory_order_relaxed) &
	       FUTEX_OWNER_DIED;
}

#endif
