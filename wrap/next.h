/*
 * next.h - the functions that ours stand in front of
 *
 * Each is looked for when it is first called, which may be before this
 * library's constructor, or for all of them there: nothing else may be done
 * about it in a signal handler.
 */
#ifndef WRAP_NEXT_H
#define WRAP_NEXT_H

#include <stdatomic.h>
#include <stddef.h>

#include "wrap/jump.h"

enum wrap_next {
#define FUNCTION(name, version) WRAP_NEXT_##name,
#include "wrap/functions.h"
#undef FUNCTION
	WRAP_NEXT_COUNT
};

extern _Atomic(void *) wrap_next_known[WRAP_NEXT_COUNT];

/* How many the thread is looking for: what that allocates cannot wait for it. */
extern __thread unsigned wrap_next_depth
	__attribute__((tls_model("initial-exec")));

/* Look for one. It does not return without it. */
void *wrap_next_find(enum wrap_next which);

/* Look for all that there are. */
void wrap_next_init(void);

static inline void *wrap_next(enum wrap_next which)
{
	void *next = atomic_load_explicit(&wrap_next_known[which],
					  memory_order_relaxed);

	return __builtin_expect(next != NULL, 1) ? next :
						   wrap_next_find(which);
}

#define NEXT(name) ((__typeof__(&(name)))wrap_next(WRAP_NEXT_##name))

#endif
