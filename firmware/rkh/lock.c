/* lock.c - the critical section of records */
#include "firmware/rkh/lock.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "base/wait.h"
#include "firmware/rkh/library.h"

enum {
	WAITERS = INT32_MIN, /* bit: somebody sleeps on the word */
	TRIES = 100,	     /* before sleeping */
};

/* The owner's thread number, and WAITERS; 0: free. Taking it acquires, giving
 * it up releases. */
static _Atomic uint32_t word;

/* The number of times that the owner has entered again. Only the owner, and
 * handlers that return it as it was, write to it. */
static volatile unsigned again;

static __thread uint32_t own_number;

static bool try_to_enter(uint32_t number)
{
	uint32_t nobody = 0;

	return atomic_compare_exchange_strong_explicit(&word, &nobody, number,
						       memory_order_acquire,
						       memory_order_relaxed);
}

static void sleep_until_free(void)
{
	uint32_t value = atomic_load_explicit(&word, memory_order_relaxed);

	if (!value)
		return;
	if (!(value & (uint32_t)WAITERS) &&
	    !atomic_compare_exchange_strong_explicit(
		    &word, &value, value | (uint32_t)WAITERS,
		    memory_order_relaxed, memory_order_relaxed))
		return;
	pxt_wait(&word, value | (uint32_t)WAITERS, NULL);
}

static __attribute__((noinline)) void enter_slowly(uint32_t number)
{
	const int saved = errno;
	unsigned tries = 0;

	while (!try_to_enter(number)) {
		if (tries++ < TRIES)
			pxt_relax();
		else
			sleep_until_free();
	}
	errno = saved;
}

static __attribute__((noinline)) uint32_t find_own_number(void)
{
	own_number = (uint32_t)gettid();
	return own_number;
}

static uint32_t owner(void)
{
	return atomic_load_explicit(&word, memory_order_relaxed) &
	       ~(uint32_t)WAITERS;
}

void pxt_rkh_lock_enter(void)
{
	const uint32_t number = own_number ? own_number : find_own_number();

	if (owner() == number)
		again++;
	else if (!try_to_enter(number))
		enter_slowly(number);
}

void pxt_rkh_lock_exit(void)
{
	if (!own_number || owner() != own_number)
		return;
	if (again) {
		again--;
		return;
	}
	if (atomic_exchange_explicit(&word, 0, memory_order_release) &
	    (uint32_t)WAITERS)
		pxt_wake(&word);
}

RKH_API void rkhport_enter_critical(void)
{
	pxt_rkh_lock_enter();
}

RKH_API void rkhport_exit_critical(void)
{
	pxt_rkh_lock_exit();
}

/* Fork: the only thread of the child is the owner, under another number. */
static void leave_in_child(void)
{
	atomic_store_explicit(&word, find_own_number(), memory_order_relaxed);
	pxt_rkh_lock_exit();
}

static __attribute__((constructor)) void watch_forks(void)
{
	pthread_atfork(pxt_rkh_lock_enter, pxt_rkh_lock_exit, leave_in_child);
}
