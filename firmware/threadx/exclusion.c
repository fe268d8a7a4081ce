/* exclusion.c - one thread at a time changes the buffer and its registry */
#include "firmware/threadx/exclusion.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>

#include "firmware/threadx/interface.h"
#include "firmware/threadx/kernel.h"

enum {
	SPINS = 100,	/* an owner that runs needs less */
	YIELDS = 10000, /* an owner that lost its processor needs less */
};

/* The owner's thread-local variable; NULL: none. */
static _Atomic(const void *) owner;
static __thread char self;

/* With a kernel: the posture before. */
static __thread unsigned posture;

static bool take(void)
{
	const void *none = NULL;

	return atomic_compare_exchange_strong_explicit(&owner, &none, &self,
						       memory_order_acquire,
						       memory_order_relaxed);
}

bool threadx_exclusion_is_mine(void)
{
	return atomic_load_explicit(&owner, memory_order_relaxed) == &self;
}

static __attribute__((noinline)) bool wait_for_it(void)
{
	if (threadx_exclusion_is_mine())
		return false;
	for (unsigned i = 0; i < SPINS + YIELDS; i++) {
		if (i >= SPINS)
			sched_yield();
		if (!atomic_load_explicit(&owner, memory_order_relaxed) &&
		    take())
			return true;
	}
	return false;
}

bool threadx_exclusion_begin(void)
{
	if (threadx_kernel_excludes()) {
		posture = _tx_thread_interrupt_control(TX_INT_DISABLE);
		return true;
	}
	return take() || wait_for_it();
}

void threadx_exclusion_end(void)
{
	if (threadx_kernel_excludes())
		_tx_thread_interrupt_control(posture);
	else
		atomic_store_explicit(&owner, NULL, memory_order_release);
}

/* A child has none of its parent's other threads. */
static void forget_others(void)
{
	if (atomic_load_explicit(&owner, memory_order_relaxed) != &self)
		atomic_store_explicit(&owner, NULL, memory_order_relaxed);
}

__attribute__((constructor)) static void watch_forks(void)
{
	pthread_atfork(NULL, NULL, forget_others);
}
