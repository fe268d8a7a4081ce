/*
 * event_types.h - the stream's types of LiteOS's events, by their numbers
 *
 * Names, descriptions and values are those of the import. A type is opened at
 * its first use; any number of threads and signal handlers may do so together.
 */
#ifndef FIRMWARE_LITEOS_EVENT_TYPES_H
#define FIRMWARE_LITEOS_EVENT_TYPES_H

#include <stdint.h>

#include <trace_np.h>

#include "format/liteos/import/values.h"

trace_event_id_t liteos_event_type(uint32_t number,
				   const struct pxt_liteos_shape *shape,
				   bool old_timer,
				   struct pxt_liteos_values *values);

#endif
