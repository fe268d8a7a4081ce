/* event_types.c - event types of posixtrace for the ids of ThreadX */
#include "firmware/threadx/event_types.h"

#include <stdatomic.h>

#include "firmware/common/types.h"

/* EMPTY -> FILLED: by the one who writes the layout; -> WHOLE: it and the type
 * are there. Others make a layout of their own meanwhile. */
enum state { EMPTY, FILLED, WHOLE };

static struct entry {
	struct firmware_type type;
	_Atomic uint8_t state;
	struct pxt_threadx_layout layout;
} entries[UINT16_MAX + 1]; /* pages that no id needs are never there */

static bool is_mine(struct entry *entry)
{
	uint8_t state = EMPTY;

	return atomic_compare_exchange_strong_explicit(
		&entry->state, &state, FILLED, memory_order_relaxed,
		memory_order_relaxed);
}

static __attribute__((noinline)) trace_event_id_t
open_type(uint16_t id, struct pxt_threadx_layout *layout)
{
	struct pxt_threadx_description description;
	struct entry *entry = &entries[id];
	trace_event_id_t type;

	pxt_threadx_describe(&description, layout, sizeof(uint32_t),
			     pxt_threadx_event(id, PXT_THREADX_CURRENT), id);
	type = firmware_type_open(&entry->type, description.name,
				  description.text);
	if (is_mine(entry)) {
		entry->layout = *layout;
		atomic_store_explicit(&entry->state, WHOLE,
				      memory_order_release);
	}
	return type;
}

trace_event_id_t threadx_event_type(uint16_t id,
				    const struct pxt_threadx_layout **layout,
				    struct pxt_threadx_layout *own)
{
	struct entry *entry = &entries[id];

	if (__builtin_expect(
		    atomic_load_explicit(&entry->state, memory_order_acquire) !=
			    WHOLE,
		    0)) {
		*layout = own;
		return open_type(id, own);
	}
	*layout = &entry->layout;
	return firmware_type_id(&entry->type);
}
