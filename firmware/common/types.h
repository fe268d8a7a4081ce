/*
 * types.h - event types that are opened and described at their first use
 *
 * Safe in signal handlers, and for several threads at once: these may open one
 * type together, and get one id.
 *
 * What is ordered
 *	T1  id (release) -> id (acquire): the description of the type, and what
 *	    the one who opened it has stored beside the id before
 */
#ifndef FIRMWARE_COMMON_TYPES_H
#define FIRMWARE_COMMON_TYPES_H

#include <stdatomic.h>

#include <trace_np.h>

/* Zero at first. */
struct firmware_type {
	_Atomic trace_event_id_t id;
};

/* Opens the type unless it is open. description: NULL for data without one.
 * Keeps errno. */
trace_event_id_t firmware_type_open(struct firmware_type *type,
				    const char *name, const char *description);

/* Returns 0 for a type that is not open yet. */
static inline trace_event_id_t
firmware_type_id(const struct firmware_type *type)
{
	return atomic_load_explicit(&type->id, memory_order_acquire); /* T1 */
}

#endif
