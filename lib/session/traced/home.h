/*
 * home.h - the state of a process, which a child does not inherit
 *
 * The home is a page that the kernel wipes in a child, however that was made: a
 * child finds no home, and makes its own before it does anything else. What
 * posix_trace_event() looks at first is reached through it.
 *
 * A program makes it at its start only if there is something to inherit.
 * Otherwise it does so when it first uses the library, or forks: most programs
 * that are linked with the library never do.
 *
 * If there are no descriptors, or there is no memory, a process waits for its
 * home: its events are counted (homeless.h), and each tenth of a second one of
 * them tries again.
 *
 * life.h, above this, makes a home.
 */
#ifndef PXT_SESSION_TRACED_HOME_H
#define PXT_SESSION_TRACED_HOME_H

#include <pthread.h>
#include <signal.h>

#include "base/own_facts.h"
#include "stream/process.h"

struct pxt_home {
	/* The word of the process file; NULL: none. First, as <trace.h> knows. */
	_Atomic(_Atomic uint64_t *) word;
	uint64_t epoch;		   /* number of this home; 0: none */
	_Atomic uint64_t number;   /* for pxt_home_number(); 0: none yet */
	_Atomic pid_t pid;	   /* the home's process; 0: wiped */
	bool began;		   /* has looked for what it inherits */
	_Atomic int64_t retry_ns;  /* CLOCK_MONOTONIC_COARSE; 0: not
					   * waiting */
	pthread_mutex_t lock;	   /* for pxt_home_lock() */
	pthread_mutex_t own_image; /* for own_image.c */
	struct pxt_own_facts facts;
};

/* Never NULL. The same pointer is in __posix_trace_home, for the macro in
 * <trace.h>. */
extern struct pxt_home *pxt_home __attribute__((visibility("hidden")));

/* The home of this process, made if need be. */
struct pxt_home *pxt_home_get(void);

/* The number of the calling process, which no ancestor has. It needs no home:
 * controllers and analyzers may do without. Never 0, and afterwards in
 * pxt_home->number. */
uint64_t pxt_home_number(void);

/* The process whose home it is; 0: it was wiped in a child. */
static inline pid_t pxt_home_pid(void)
{
	return atomic_load_explicit(&pxt_home->pid, memory_order_seq_cst);
}

/* The process file of the home; shared is NULL if there is none: tracing is
 * impossible, for now or for good. */
struct pxt_process *pxt_home_process(void);

/* True if the process waits for its home. */
bool pxt_home_is_awaited(void);

/* The state of a thread before it took the lock. */
struct pxt_home_guard {
	sigset_t signals;
	int cancel;
};

/* Locks and unlocks the home. In between signals are blocked, so that handlers
 * may lock it, too, and there is no cancellation point. */
void pxt_home_lock(struct pxt_home_guard *guard);
void pxt_home_unlock(const struct pxt_home_guard *guard);

/* True if the calling thread holds the lock. An event of code called under the
 * lock, or of a handler of a fault there, is left out. */
bool pxt_home_is_locked_here(void);

/* For life.h and homeless.h */

struct pxt_home_hooks {
	/* Makes the home, or waits for the means. With its lock held. */
	void (*settle)(struct pxt_home *home);
};

/* The hooks of life.c: constant, as life.h says. */
extern const struct pxt_home_hooks pxt_home_hooks
	__attribute__((visibility("hidden")));

/* The process file, even while the home waits; in a child without its own, its
 * parent's. */
struct pxt_process *pxt_home_file(void);

/* True if the home had to wait. */
bool pxt_home_has_waited(struct pxt_home *home);

/* Waits for a home, for a tenth of a second at least. */
void pxt_home_wait(struct pxt_home *home);

/* Events look at the word of the file from now on; where there is none, nothing
 * can be traced. */
void pxt_home_open(struct pxt_home *home);

/* Makes the next event make the home anew. */
void pxt_home_shut(struct pxt_home *home);

/* At the program's start: makes the page. */
void pxt_home_init(void);

#endif
