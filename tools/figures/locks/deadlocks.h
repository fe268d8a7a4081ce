/*
 * deadlocks.h - threads that wait for each other
 *
 * Threads wait for objects, and objects are owned by threads. A circle of these
 * is stuck, unless a wait has a timeout.
 */
#ifndef FIGURES_LOCKS_DEADLOCKS_H
#define FIGURES_LOCKS_DEADLOCKS_H

#include "figures/locks/locks.h"

struct deadlocks {
	uint32_t count;
	uint32_t *of_thread; /* deadlock of each thread, from 1; 0: none */
	uint32_t *of_object;
};

/* Finds present deadlocks, for fini. ENOMEM: nothing to release. */
int deadlocks_find(const struct locks *locks, struct deadlocks *found);
/* The thread named as owner by an event. KEYS_NONE: unknown. */
uint32_t deadlocks_said_owner(const struct locks *locks,
			      const struct lock_object *object);

void deadlocks_fini(struct deadlocks *deadlocks);

#endif
