/*
 * next.h - the functions behind the wrappers
 *
 * Each is looked up at its first call, which may precede this library's
 * constructor, and all of them in the constructor: a signal handler cannot look
 * up a symbol.
 */
#ifndef WRAP_CALLS_NEXT_H
#define WRAP_CALLS_NEXT_H

#include <stdatomic.h>
#include <stddef.h>

#include "wrap/calls/jump.h"
#include "wrap/calls/visibility.h"

enum wrap_next {
#define FUNCTION(name, version) WRAP_NEXT_##name,
#include "wrap/calls/functions.h"
#undef FUNCTION
	WRAP_NEXT_COUNT
};

extern WRAP_OWN _Atomic(void *) wrap_next_known[WRAP_NEXT_COUNT];

/* Depth of the thread's look-ups: allocations within them cannot wait for a
 * result. */
extern WRAP_OWN __thread unsigned wrap_next_depth
	__attribute__((tls_model("initial-exec")));

/* Looks up one function, and does not return without it. */
void *wrap_next_find(enum wrap_next which);

/* Looks up all functions. */
void wrap_next_init(void);

static inline void *wrap_next(enum wrap_next which)
{
	void *next = atomic_load_explicit(&wrap_next_known[which],
					  memory_order_relaxed);

	return __builtin_expect(next != NULL, 1) ? next : wrap_next_find(which);
}

#define NEXT(name) ((__typeof__(&(name)))wrap_next(WRAP_NEXT_##name))

#endif
