/* lock.c - the critical section of records */
#include "firmware/rkh/lock.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "base/barrier.h"
#include "base/wait.h"
#include "firmware/rkh/library.h"

enum { TRIES = 100 }; /* before sleeping */

/* The owner's thread number; 0: free. Taking it acquires, giving it up
 * releases. */
_Atomic uint32_t pxt_rkh_lock_word;

/* Threads that sleep, or are about to. An owner gives up the word and then
 * looks here, with nothing but the compiler in between; a thread counts itself
 * here, makes a barrier for all, and then looks at the word: one of the two
 * sees what the other has done. */
static _Atomic uint32_t sleepers;

/* The number of times that the owner has entered again. Only the owner, and
 * handlers that return it as it was, write to it. */
static volatile unsigned again;

__thread uint32_t pxt_rkh_lock_own;

static bool try_to_enter(uint32_t number)
{
	uint32_t nobody = 0;

	return atomic_compare_exchange_strong_explicit(
		&pxt_rkh_lock_word, &nobody, number, memory_order_acquire,
		memory_order_relaxed);
}

static void sleep_until_free(void)
{
	uint32_t value;

	atomic_fetch_add_explicit(&sleepers, 1, memory_order_relaxed);
	pxt_barrier_all();
	value = atomic_load_explicit(&pxt_rkh_lock_word, memory_order_relaxed);
	if (value)
		pxt_wait(&pxt_rkh_lock_word, value, NULL);
	atomic_fetch_sub_explicit(&sleepers, 1, memory_order_relaxed);
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
	pxt_rkh_lock_own = (uint32_t)gettid();
	return pxt_rkh_lock_own;
}

void pxt_rkh_lock_enter(void)
{
	const uint32_t number =
		pxt_rkh_lock_own ? pxt_rkh_lock_own : find_own_number();

	if (pxt_rkh_lock_is_mine())
		again++;
	else if (!try_to_enter(number))
		enter_slowly(number);
}

void pxt_rkh_lock_exit(void)
{
	if (!pxt_rkh_lock_is_mine())
		return;
	if (again) {
		again--;
		return;
	}
	atomic_store_explicit(&pxt_rkh_lock_word, 0, memory_order_release);
	pxt_barrier_light();
	if (__builtin_expect(
		    atomic_load_explicit(&sleepers, memory_order_relaxed), 0))
		pxt_wake(&pxt_rkh_lock_word);
}

RKH_API void rkhport_enter_critical(void)
{
	pxt_rkh_lock_enter();
}

void pxt_rkh_lock_port(void) __attribute__((alias("rkhport_enter_critical")));

RKH_API void rkhport_exit_critical(void)
{
	pxt_rkh_lock_exit();
}

/* Fork: the only thread of the child is the owner, under another number. */
static void leave_in_child(void)
{
	atomic_store_explicit(&pxt_rkh_lock_word, find_own_number(),
			      memory_order_relaxed);
	atomic_store_explicit(&sleepers, 0, memory_order_relaxed);
	pxt_rkh_lock_exit();
}

static __attribute__((constructor)) void begin(void)
{
	pxt_barrier_register();
	pthread_atfork(pxt_rkh_lock_enter, pxt_rkh_lock_exit, leave_in_child);
}
