/*
 * wait.h - waiting for a word of shared memory to change
 */
#ifndef PXT_BASE_WAIT_H
#define PXT_BASE_WAIT_H

#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

/* Sleep while *word is value, until somebody wakes it or CLOCK_REALTIME
 * reaches the deadline, if that is not NULL. 0: look again. EINTR: a signal was
 * caught, whatever its SA_RESTART. ETIMEDOUT. */
int pxt_wait(_Atomic uint32_t *word, uint32_t value,
	     const struct timespec *deadline);

/* Sleep while both words have these values, until somebody wakes one of them;
 * it may also be for nothing. Without futex_waitv(2) (before Linux 5.16) what
 * becomes of theirs is seen within a tenth of a second. */
void pxt_wait_either(_Atomic uint32_t *own, uint32_t own_value,
		     _Atomic uint32_t *theirs, uint32_t their_value);

/* Wake all who sleep on the word. Safe in signal handlers, keeps errno. */
void pxt_wake(_Atomic uint32_t *word);

/* Sleep that long; no cancellation point. */
void pxt_pause(long ns);

/* Between two looks at what another processor is about to change. */
static inline void pxt_relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#else
	atomic_signal_fence(memory_order_seq_cst);
#endif
}

#endif
