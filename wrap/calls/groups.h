/*
 * groups.h - the groups of functions that are recorded
 *
 * One word with a bit for each group. A call of a group that is not recorded
 * costs no more than a look at it. It is zero until the library is ready.
 */
#ifndef WRAP_CALLS_GROUPS_H
#define WRAP_CALLS_GROUPS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "wrap/calls/code_ranges.h"
#include "wrap/calls/group_names.h"
#include "wrap/calls/visibility.h"

extern WRAP_OWN _Atomic uint32_t wrap_groups;

/* True if a call of the group, returning to caller, is to be recorded. */
static inline bool wrap_wants(enum wrap_group group, const void *caller)
{
	return __builtin_expect(atomic_load_explicit(&wrap_groups,
						     memory_order_acquire) &
					group,
				1) &&
	       !wrap_code_range_has(&wrap_tracer, caller);
}

#endif
