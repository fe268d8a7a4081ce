/*
 * exclusion.h - one thread at a time changes the buffer and its registry
 *
 * ThreadX has interrupts off meanwhile; programs without a kernel have threads
 * and signal handlers. Nothing waits for a thread that cannot go on: a handler
 * that interrupted the owner does not get it, and who has waited for long gives
 * up. With a kernel this switches interrupts off.
 */
#ifndef FIRMWARE_THREADX_EXCLUSION_H
#define FIRMWARE_THREADX_EXCLUSION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "firmware/threadx/kernel.h"

/* The owner's thread-local variable; NULL: none. */
extern _Atomic(const void *) threadx_exclusion_owner;
extern __thread char threadx_exclusion_self;

static inline bool threadx_exclusion_take(void)
{
	const void *none = NULL;

	return atomic_compare_exchange_strong_explicit(
		&threadx_exclusion_owner, &none, &threadx_exclusion_self,
		memory_order_acquire, memory_order_relaxed);
}

/* True in a handler that interrupted the owner. */
static inline bool threadx_exclusion_is_mine(void)
{
	return atomic_load_explicit(&threadx_exclusion_owner,
				    memory_order_relaxed) ==
	       &threadx_exclusion_self;
}

/* The long ways, behind a failure to take it, and with a kernel. */
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
	return threadx_exclusion_take() || threadx_exclusion_wait();
}

/* The same for calls of control, which may wait for a second. */
bool threadx_exclusion_begin_patiently(void);

/* For the caller that got it. */
static inline void threadx_exclusion_end(void)
{
	if (threadx_kernel_excludes())
		threadx_exclusion_restore();
	else
		atomic_store_explicit(&threadx_exclusion_owner, NULL,
				      memory_order_release);
}

#endif
