/*
 * roles.h - roles of a type's events for objects
 */
#ifndef FIGURES_LOCKS_ROLES_H
#define FIGURES_LOCKS_ROLES_H

#include "figures/locks/words.h"
#include "source/source.h"

struct lock_role {
	unsigned field;	     /* field with the object's number */
	int owner;	     /* field with the owner, or -1 */
	uint32_t kind, span; /* words */
	bool begins, ends, optional;
	bool acquires, releases;
	bool self; /* the object is a thread */
	bool hex;
};

struct lock_roles {
	const struct posix_trace_layout_np *layout;
	unsigned count;
	struct lock_role role[];
};

/* The caller frees the result. ENOMEM. */
int lock_roles_make(struct lock_words *words, struct source *source,
		    trace_event_id_t type,
		    const struct posix_trace_layout_np *layout,
		    struct lock_roles **roles);

#endif
