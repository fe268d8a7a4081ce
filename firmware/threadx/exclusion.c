/* exclusion.c - one thread at a time changes the buffer and its registry */
#include "firmware/threadx/exclusion.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "firmware/threadx/interface.h"

enum {
	SPINS = 100,	/* an owner that runs needs less */
	YIELDS = 10000, /* an owner that lost its processor needs less */
	SLEEPS = 1000,	/* of a millisecond each */
};

_Atomic(const void *) threadx_exclusion_owner;
__thread char threadx_exclusion_self;

/* With a kernel: the posture before. */
static __thread unsigned posture;

bool threadx_exclusion_wait(void)
{
	if (threadx_exclusion_is_mine())
		return false;
	for (unsigned i = 0; i < SPINS + YIELDS; i++) {
		if (i >= SPINS)
			sched_yield();
		if (!atomic_load_explicit(&threadx_exclusion_owner,
					  memory_order_relaxed) &&
		    threadx_exclusion_take())
			return true;
	}
	return false;
}

bool threadx_exclusion_begin_patiently(void)
{
	const struct timespec millisecond = { .tv_nsec = 1000000 };
	const int saved = errno;
	bool is_got = threadx_exclusion_begin();

	for (int i = 0; i < SLEEPS && !is_got && !threadx_exclusion_is_mine();
	     i++) {
		nanosleep(&millisecond, NULL);
		is_got = threadx_exclusion_take();
	}
	errno = saved;
	return is_got;
}

void threadx_exclusion_disable(void)
{
	posture = _tx_thread_interrupt_control(TX_INT_DISABLE);
}

void threadx_exclusion_restore(void)
{
	_tx_thread_interrupt_control(posture);
}

/* A child has none of its parent's other threads. */
static void forget_others(void)
{
	if (!threadx_exclusion_is_mine())
		atomic_store_explicit(&threadx_exclusion_owner, NULL,
				      memory_order_relaxed);
}

__attribute__((constructor)) static void watch_forks(void)
{
	pthread_atfork(NULL, NULL, forget_others);
}
