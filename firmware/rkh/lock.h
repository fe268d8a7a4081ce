/*
 * lock.h - the critical section of records
 *
 * Recursive: a signal handler that interrupts its thread inside enters as well.
 * Other threads wait. A fork waits until no other thread is inside.
 */
#ifndef FIRMWARE_RKH_LOCK_H
#define FIRMWARE_RKH_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The owner's thread number; 0: free. */
extern _Atomic uint32_t pxt_rkh_lock_word;
extern __thread uint32_t pxt_rkh_lock_own; /* 0: not known yet */

static inline bool pxt_rkh_lock_is_mine(void)
{
	const uint32_t number = pxt_rkh_lock_own;

	return number && atomic_load_explicit(&pxt_rkh_lock_word,
					      memory_order_relaxed) == number;
}

void pxt_rkh_lock_enter(void);
void pxt_rkh_lock_exit(void);

/* The same, inline where the section is free. */
static inline void pxt_rkh_lock_enter_free(void)
{
	const uint32_t number = pxt_rkh_lock_own;
	uint32_t nobody = 0;

	if (__builtin_expect(!number ||
				     !atomic_compare_exchange_strong_explicit(
					     &pxt_rkh_lock_word, &nobody,
					     number, memory_order_acquire,
					     memory_order_relaxed),
			     0))
		pxt_rkh_lock_enter();
}

/* The library's rkhport_enter_critical(), whatever function of that name the
 * program has. */
void pxt_rkh_lock_port(void);

#endif
