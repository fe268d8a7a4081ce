/*
 * home.h - what is one per process, and how it survives fork
 *
 * The home is a page that the kernel wipes in a child, however that was
 * made: a child finds no home, and makes its own before it does anything
 * else. What posix_trace_event() looks at first is reached through it.
 *
 * Nor does a program make it when it begins, unless there is something to
 * inherit. It does when it first asks for something, or forks: most programs
 * that are linked with the library never do.
 *
 * If there are no descriptors, or there is no memory, a process waits for its
 * home: its events are counted (homeless.h), and each tenth of a second one of
 * them tries again.
 *
 * What making a home takes is above this: life.h.
 */
#ifndef PXT_SESSION_TRACED_HOME_H
#define PXT_SESSION_TRACED_HOME_H

#include <pthread.h>
#include <signal.h>

#include "stream/process.h"

struct pxt_home {
	/* The word of the process file; NULL: none. First, as <trace.h> knows. */
	_Atomic(_Atomic uint64_t *) word;
	uint64_t epoch;			  /* number of this home; 0: none */
	_Atomic pid_t pid;		  /* its process; 0: wiped */
	bool began;			  /* has looked for what it inherits */
	_Atomic int64_t retry_ns;	  /* CLOCK_MONOTONIC_COARSE; 0: it does
					   * not wait */
	pthread_mutex_t lock;		  /* pxt_home_lock()'s */
	pthread_mutex_t own_image;	  /* own_image.c's */
};

/* Never NULL. The same is in __posix_trace_home, for the macro in <trace.h>. */
extern struct pxt_home *pxt_home __attribute__((visibility("hidden")));

/* The home of this process, made if need be. */
struct pxt_home *pxt_home_get(void);

/* The process whose home it is; 0: it was wiped in a child. */
static inline pid_t pxt_home_pid(void)
{
	return atomic_load_explicit(&pxt_home->pid, memory_order_seq_cst);
}

/* The process file the home belongs to; shared is NULL where there is none:
 * nothing can be traced then, or not yet. */
struct pxt_process *pxt_home_process(void);

/* Does the process wait for its home? */
bool pxt_home_is_awaited(void);

/* The state of a thread before it took the lock. */
struct pxt_home_guard {
	sigset_t signals;
	int cancel;
};

/* Take and leave the home's lock. In between signals are blocked, so that
 * handlers may do it too, and nothing is a cancellation point. */
void pxt_home_lock(struct pxt_home_guard *guard);
void pxt_home_unlock(const struct pxt_home_guard *guard);

/* Has the calling thread got it? So it is when what it calls with the lock
 * held, or a handler of a fault there, makes an event: that is left out. */
bool pxt_home_is_locked_here(void);

/* For life.h and homeless.h */

struct pxt_home_hooks {
	/* Make the home, or wait for the means. With its lock held. */
	void (*settle)(struct pxt_home *home);
};

/* The hooks of life.c: constant, as life.h says. */
extern const struct pxt_home_hooks pxt_home_hooks
	__attribute__((visibility("hidden")));

/* The process file, also while the home waits; in a child, before it has its
 * own, its parent's. */
struct pxt_process *pxt_home_file(void);

/* Has this home been waited for? */
bool pxt_home_has_waited(struct pxt_home *home);

/* Wait for a home, at least for a tenth of a second. */
void pxt_home_wait(struct pxt_home *home);

/* Events look at the word of the file from now on; where there is none, nothing
 * can be traced. */
void pxt_home_open(struct pxt_home *home);

/* From now on the next event makes the home anew. */
void pxt_home_shut(struct pxt_home *home);

/* The program begins: make the page. */
void pxt_home_init(void);

#endif
