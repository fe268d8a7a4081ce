/*
 * groups.h - which groups of functions are recorded
 *
 * One word, a bit for each group: all that a call of a group costs which is
 * not recorded. It is zero until everything is ready.
 */
#ifndef WRAP_GROUPS_H
#define WRAP_GROUPS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "wrap/group_names.h"
#include "wrap/texts.h"

extern _Atomic uint32_t wrap_groups;

/* Is a call of that group to be recorded, that returns to caller? */
static inline bool wrap_wants(enum wrap_group group, const void *caller)
{
	return __builtin_expect(
		       atomic_load_explicit(&wrap_groups,
					    memory_order_acquire) & group,
		       0) &&
	       !wrap_text_has(&wrap_tracer, caller);
}

#endif
