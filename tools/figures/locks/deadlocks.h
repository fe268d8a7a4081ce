/*
 * deadlocks.h - threads that wait for each other
 *
 * A thread waits for objects, and an object is had by threads. What lies on a
 * circle of these goes on no more, unless a wait has a time at which it ends.
 */
#ifndef FIGURES_LOCKS_DEADLOCKS_H
#define FIGURES_LOCKS_DEADLOCKS_H

#include "figures/locks/locks.h"

struct deadlocks {
	uint32_t count;
	uint32_t *of_thread; /* numbers from 1 on; 0: the thread is in none */
	uint32_t *of_object;
};

/* Find the deadlocks of now, to be given to fini. ENOMEM: there are none to be
 * given. */
int deadlocks_find(const struct locks *locks, struct deadlocks *found);
/* The number of the thread that an event said has the object. KEYS_NONE: no
 * event of that is known. */
uint32_t deadlocks_said_owner(const struct locks *locks,
			      const struct lock_object *object);

void deadlocks_fini(struct deadlocks *deadlocks);

#endif
