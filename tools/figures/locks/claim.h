/*
 * claim.h - a thread at an object: it waits for that, has it, lets it go
 *
 * A claim is named by its number.
 */
#ifndef FIGURES_LOCKS_CLAIM_H
#define FIGURES_LOCKS_CLAIM_H

#include "figures/locks/records.h"
#include "figures/locks/roles.h"

/* Begins a wait; if the thread waits already, the end of that was not seen.
 * address: of the code. */
void lock_claim_begin_wait(struct locks *locks, uint32_t number, uint32_t span,
			   const void *address, int64_t ns);
void lock_claim_end_wait(struct locks *locks, uint32_t number,
			 const struct lock_role *role, uint32_t span,
			 int64_t ns);

/* ENOMEM. */
int lock_claim_acquire(struct locks *locks, uint32_t number,
		       const void *address, int64_t ns);
void lock_claim_release(struct locks *locks, uint32_t number, int64_t ns);

/* Forgets waiting and owning, as neither is known any more. */
void lock_claim_forget(struct locks *locks, uint32_t number, int64_t ns);

/* Count what goes on up to that time. */
void lock_claim_settle(struct locks *locks, uint32_t number, int64_t ns);

/* Charge the waiting for an object, up to that time, to the claim that has it.
 */
void lock_object_charge(struct locks *locks, struct lock_object *object,
			int64_t ns);

/* Returns the time between two; 0 if they are in the wrong order, as clocks of
 * machines, or processors, differ a little. */
uint64_t lock_time_since(int64_t from, int64_t ns);

#endif
