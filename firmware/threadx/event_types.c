/* event_types.c - event types of posixtrace for the ids of ThreadX */
#include "firmware/threadx/event_types.h"

struct threadx_event_type threadx_event_types[UINT16_MAX + 1];

static bool is_mine(struct threadx_event_type *entry)
{
	uint8_t state = THREADX_EVENT_TYPE_EMPTY;

	return atomic_compare_exchange_strong_explicit(
		&entry->state, &state, THREADX_EVENT_TYPE_FILLED,
		memory_order_relaxed, memory_order_relaxed);
}

trace_event_id_t threadx_event_type_open(uint16_t id,
					 struct pxt_threadx_layout *layout)
{
	struct threadx_event_type *entry = &threadx_event_types[id];
	struct pxt_threadx_description description;
	trace_event_id_t type;

	pxt_threadx_describe(&description, layout, sizeof(uint32_t),
			     pxt_threadx_event(id, PXT_THREADX_CURRENT), id);
	type = firmware_type_open(&entry->type, description.name,
				  description.text);
	if (is_mine(entry)) {
		entry->layout = *layout;
		atomic_store_explicit(&entry->state, THREADX_EVENT_TYPE_WHOLE,
				      memory_order_release);
	}
	return type;
}
