/* exclusion.c - one thread at a time changes the buffer and its registry */
#include "firmware/threadx/exclusion.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "firmware/threadx/interface.h"

enum {
	SPINS = 100,	 /* an owner that runs needs less */
	YIELDS = 10000,	 /* an owner that lost its processor needs less */
	SLEEPS = 1000,	 /* a millisecond each */
	FAVOURITES = 20, /* in the life of a process */
	OFTEN = 1000,	 /* times in a row that make the first one, and twice
			  * as many each next one */

	/* glibc keeps the values of the first keys in the thread itself; for
	 * later ones pthread_setspecific() may allocate, which a handler must
	 * not. */
	SAFE_KEYS = 32,
};

struct threadx_exclusion threadx_exclusion;
__thread char threadx_exclusion_self;
__thread bool threadx_exclusion_is_lent;
__thread const void *threadx_exclusion_behind;

/* The owner, while its thread looks for a hold. */
static __thread char candidate;

/* With a kernel: the posture before. */
static __thread unsigned posture;

/* A hold that the caller's thread is about to begin is one if the short way is
 * open behind the store that was made (X2). */
static bool has_hold(void)
{
	const struct threadx_exclusion_favourite *const favourite =
		threadx_exclusion_favourite();

	if (!favourite || favourite->who != &threadx_exclusion_self)
		return false;
	switch (atomic_load_explicit(&favourite->hold, memory_order_relaxed)) {
	case THREADX_EXCLUSION_TAKEN:
		return true;
	case THREADX_EXCLUSION_TRYING:
		return threadx_exclusion_is_open(favourite);
	default:
		return false;
	}
}

bool threadx_exclusion_is_mine(void)
{
	return threadx_exclusion_is_owner() || has_hold();
}

static bool is_candidate(void)
{
	return atomic_load_explicit(&threadx_exclusion.owner,
				    memory_order_relaxed) == &candidate;
}

static void release(void)
{
	atomic_store_explicit(&threadx_exclusion.owner, NULL,
			      memory_order_release); /* X3 */
}

/* The end of a thread */

static pthread_key_t key;
static bool has_key;
static __thread bool is_watched; /* the key has a value */

/* What an ending thread has still got, it was interrupted in, and does not go on
 * with: its handler called pthread_exit(), or it was cancelled. */
static void give_back(void *unused)
{
	struct threadx_exclusion_favourite *const favourite =
		threadx_exclusion_favourite();

	(void)unused;
	is_watched = false;
	threadx_exclusion_is_lent = false;
	threadx_exclusion_behind = NULL;
	if (favourite && favourite->who == &threadx_exclusion_self)
		threadx_exclusion_set(favourite, THREADX_EXCLUSION_NONE);
	if (threadx_exclusion_is_owner() || is_candidate())
		release();
}

static void watch_end(void)
{
	if (is_watched)
		return;
	is_watched = true;
	if (has_key)
		pthread_setspecific(key, &is_watched);
}

static void set_favourite(struct threadx_exclusion_favourite *favourite)
{
	atomic_store_explicit(&threadx_exclusion.favourite, favourite,
			      memory_order_release); /* X5 */
}

/* Closes the short way. True: the favourite has no hold (X1). A candidate that was
 * interrupted may be about to make its barrier. */
static bool close_short_way(struct threadx_exclusion_favourite *favourite,
			    bool is_in_place)
{
	if (is_in_place || threadx_exclusion_is_open(favourite)) {
		atomic_store_explicit(&favourite->is_open, false,
				      memory_order_relaxed);
		pxt_barrier_all(); /* X4 */
	}
	if (atomic_load_explicit(&favourite->hold,
				 memory_order_acquire)) /* X3 */
		/* X6 */
		return favourite->who == &threadx_exclusion_self;
	set_favourite(NULL);
	return true;
}

/* The owner's */
static struct threadx_exclusion_favourite favourites[FAVOURITES];
static unsigned used;	  /* number of favourites */
static const void *last;  /* the owner before, */
static unsigned in_a_row; /* times that this was the owner */

/* The hold begins before the ownership ends: a handler sees one of them. */
static void become_favourite(void)
{
	struct threadx_exclusion_favourite *const favourite =
		&favourites[used++];

	favourite->who = &threadx_exclusion_self;
	threadx_exclusion_set(favourite, THREADX_EXCLUSION_TAKEN);
	atomic_store_explicit(&favourite->is_open, true, memory_order_relaxed);
	set_favourite(favourite);
	release();
}

static void count_in_a_row(void)
{
	if (last != &threadx_exclusion_self)
		in_a_row = 0;
	last = &threadx_exclusion_self;
	if (++in_a_row < (unsigned)OFTEN << used || used == FAVOURITES)
		return;
	in_a_row = 0;
	become_favourite();
}

static void become_owner(void)
{
	atomic_store_explicit(&threadx_exclusion.owner, &threadx_exclusion_self,
			      memory_order_relaxed); /* X1 */
	pxt_barrier_light();
}

static bool become_candidate(void)
{
	const void *none = NULL;

	return !atomic_load_explicit(&threadx_exclusion.owner,
				     memory_order_relaxed) &&
	       atomic_compare_exchange_strong_explicit(
		       &threadx_exclusion.owner, &none, &candidate,
		       memory_order_acquire, memory_order_relaxed); /* X3 */
}

/* True if the short way is closed, where there is one. */
static bool is_alone(bool is_in_place)
{
	struct threadx_exclusion_favourite *const favourite =
		threadx_exclusion_favourite();

	return !favourite || close_short_way(favourite, is_in_place);
}

static bool take_in_place(void)
{
	if (!is_alone(true))
		return false;
	become_owner();
	threadx_exclusion_behind = &candidate; /* X7 */
	return true;
}

static bool take(void)
{
	watch_end();
	if (is_candidate())
		return take_in_place();
	if (!become_candidate())
		return false;
	if (!is_alone(false)) {
		release();
		return false;
	}
	become_owner();
	if (!threadx_exclusion_favourite())
		count_in_a_row();
	return true;
}

bool threadx_exclusion_wait(void)
{
	if (threadx_exclusion_is_mine())
		return false;
	for (unsigned i = 0; i < SPINS + YIELDS; i++) {
		if (i >= SPINS)
			sched_yield();
		if (take())
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
		is_got = take();
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
	const struct threadx_exclusion_favourite *const favourite =
		threadx_exclusion_favourite();

	if (!threadx_exclusion_is_owner() && !is_candidate())
		release();
	if (favourite && favourite->who != &threadx_exclusion_self)
		set_favourite(NULL);
}

__attribute__((constructor)) static void watch_forks(void)
{
	has_key = !pthread_key_create(&key, give_back) && key < SAFE_KEYS;
	pxt_barrier_register();
	pthread_atfork(NULL, NULL, forget_others);
}
