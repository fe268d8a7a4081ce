/*
 * lookup.h - the thread and the object that an event is about
 *
 * Numbers are KEYS_NONE where there is no room for more. ENOMEM.
 */
#ifndef FIGURES_LOCKS_LOOKUP_H
#define FIGURES_LOCKS_LOOKUP_H

#include "figures/locks/records.h"
#include "figures/locks/roles.h"

int lock_lookup_thread(struct locks *locks,
		       const struct posix_trace_item_np *item,
		       uint32_t *number);

/* The address of the object in an event of which fields has the data. */
bool lock_lookup_address(const struct fields *fields,
			 const struct lock_role *role, uint64_t *address);

/* process: a number. */
int lock_lookup_object(struct locks *locks, const struct lock_role *role,
		       uint32_t process, uint64_t address,
		       const struct posix_trace_item_np *item,
		       uint32_t *number);
int lock_lookup_claim(struct locks *locks, uint32_t object, uint32_t thread,
		      uint32_t *number);

/* KEYS_NONE also where nobody waits in that role. */
int lock_lookup_span(struct locks *locks, uint32_t object,
		     const struct lock_role *role, uint32_t *number);

#endif
