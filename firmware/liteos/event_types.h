/*
 * event_types.h - the stream's types of LiteOS's events, by their numbers
 *
 * Names, descriptions and values are those of the import. A type is opened at
 * its first use; any number of threads and signal handlers may do so together.
 */
#ifndef FIRMWARE_LITEOS_EVENT_TYPES_H
#define FIRMWARE_LITEOS_EVENT_TYPES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "firmware/common/types.h"
#include "format/liteos/import/values.h"

enum {
	LITEOS_PER_MODULE = 16,
	LITEOS_MODULES = 28, /* bits of a number */
};

/* A type, and its values in parts, once it is open (T1 of types.h). */
struct liteos_event_type {
	struct firmware_type type;
	_Atomic uint32_t declared, named, objects;
	const struct pxt_liteos_event *_Atomic event;
};

/* Types of modules: most events have one of these. */
extern struct liteos_event_type
	liteos_event_types[LITEOS_MODULES * LITEOS_PER_MODULE];

/* The type of a number of no one module. */
struct liteos_event_type *liteos_event_type_beside(uint32_t number);

trace_event_id_t liteos_event_type_open(struct liteos_event_type *type,
					uint32_t number,
					const struct pxt_liteos_shape *shape,
					bool old_timer,
					struct pxt_liteos_values *values);

/* The type of events of that number, and their values. A program has one shape,
 * and one form of timers. */
static inline trace_event_id_t
liteos_event_type(uint32_t number, const struct pxt_liteos_shape *shape,
		  bool old_timer, struct pxt_liteos_values *values)
{
	const uint32_t module = number & ~15U;
	struct liteos_event_type *type;
	trace_event_id_t id;

	if (module && !(module & (module - 1)))
		type = &liteos_event_types[((unsigned)__builtin_ctz(module) -
					    4) * LITEOS_PER_MODULE +
					   number % LITEOS_PER_MODULE];
	else
		type = liteos_event_type_beside(number);
	id = firmware_type_id(&type->type);
	if (!id)
		return liteos_event_type_open(type, number, shape, old_timer,
					      values);
	values->event =
		atomic_load_explicit(&type->event, memory_order_relaxed);
	values->declared = (uint8_t)atomic_load_explicit(&type->declared,
							 memory_order_relaxed);
	values->named =
		atomic_load_explicit(&type->named, memory_order_relaxed);
	values->objects =
		atomic_load_explicit(&type->objects, memory_order_relaxed);
	return id;
}

#endif
