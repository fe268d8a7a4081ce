/*
 * event_types.h - event types of posixtrace for the ids of ThreadX
 *
 * The names and descriptions are those of an import. Safe in signal handlers.
 */
#ifndef FIRMWARE_THREADX_EVENT_TYPES_H
#define FIRMWARE_THREADX_EVENT_TYPES_H

#include <stdatomic.h>

#include <trace.h>

#include "firmware/common/types.h"
#include "format/threadx/import/description.h"

/* EMPTY -> FILLED: by the one who writes the layout; -> WHOLE: it and the type
 * are there. Others make a layout of their own meanwhile. */
enum threadx_event_type_state {
	THREADX_EVENT_TYPE_EMPTY,
	THREADX_EVENT_TYPE_FILLED,
	THREADX_EVENT_TYPE_WHOLE,
};

struct threadx_event_type {
	struct firmware_type type;
	_Atomic uint8_t state;
	struct pxt_threadx_layout layout;
};

/* Pages that no id needs are never there. */
extern struct threadx_event_type threadx_event_types[UINT16_MAX + 1];

/* Opens the type of an id, and lays its data out. */
trace_event_id_t threadx_event_type_open(uint16_t id,
					 struct pxt_threadx_layout *layout);

/* Gets the type of an id, and what comes first in its data: *layout is in
 * memory that stays, or it is *own. */
static inline trace_event_id_t
threadx_event_type(uint16_t id, const struct pxt_threadx_layout **layout,
		   struct pxt_threadx_layout *own)
{
	const struct threadx_event_type *entry = &threadx_event_types[id];

	if (__builtin_expect(
		    atomic_load_explicit(&entry->state, memory_order_acquire) !=
			    THREADX_EVENT_TYPE_WHOLE,
		    0)) {
		*layout = own;
		return threadx_event_type_open(id, own);
	}
	*layout = &entry->layout;
	return firmware_type_id(&entry->type);
}

#endif
