/*
 * wait.h - waiting for changes of a word in shared memory
 */
#ifndef PXT_BASE_WAIT_H
#define PXT_BASE_WAIT_H

#include <stdatomic.h>
#include <stdint.h>
#include <time.h>

/* Sleeps while *word is value, until it is woken or CLOCK_REALTIME reaches the
 * deadline, if that is not NULL. 0: check again. EINTR: a signal was caught,
 * whatever its SA_RESTART. ETIMEDOUT. */
int pxt_wait(_Atomic uint32_t *word, uint32_t value,
	     const struct timespec *deadline);

/* Sleeps while both words have these values, until one of them is woken, or
 * spuriously. Without futex_waitv(2) (before Linux 5.16) a change of the second
 * word is seen within a tenth of a second. */
void pxt_wait_either(_Atomic uint32_t *own, uint32_t own_value,
		     _Atomic uint32_t *theirs, uint32_t their_value);

/* Wakes all sleepers on the word. Safe in signal handlers, keeps errno. */
void pxt_wake(_Atomic uint32_t *word);

/* Sleeps that long; not a cancellation point. */
void pxt_pause(long ns);

/* Pauses between two looks at memory that another processor is about to
 * change. */
static inline void pxt_relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#else
	atomic_signal_fence(memory_order_seq_cst);
#endif
}

#endif
