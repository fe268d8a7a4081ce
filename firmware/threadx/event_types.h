/*
 * event_types.h - event types of posixtrace for the ids of ThreadX
 *
 * The names and descriptions are those of an import. Safe in signal handlers.
 */
#ifndef FIRMWARE_THREADX_EVENT_TYPES_H
#define FIRMWARE_THREADX_EVENT_TYPES_H

#include <trace.h>

#include "format/threadx/import/description.h"

/* Gets the type of an id, and what comes first in its data: *layout is in memory
 * that stays, or it is *own. */
trace_event_id_t threadx_event_type(uint16_t id,
				    const struct pxt_threadx_layout **layout,
				    struct pxt_threadx_layout *own);

#endif
