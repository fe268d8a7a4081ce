/*
 * types.h - event types of LiteOS
 *
 * A type has the values that the kernel declares, under their names, and as
 * details everything in a frame: eventType, identity and raw params, curTask,
 * curPid, curTime and so on. There is a type for each number and shape, made at
 * its first use.
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_TYPES_H
#define PXT_FORMAT_LITEOS_IMPORT_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/liteos/announced_tasks.h"
#include "format/liteos/events.h"
#include "format/liteos/frame.h"
#include "format/liteos/import/place.h"
#include "format/liteos/import/values.h"
#include "format/liteos/names.h"
#include "format/trace.h"

enum {
	/* Bytes of an event. */
	PXT_LITEOS_DATA_MAX = 1024 + PXT_LITEOS_ANNOUNCED_TASKS_MAX,
};

struct pxt_liteos_types;

/* trace, names: borrowed. old: numbers before LiteOS 5. ENOMEM. */
int pxt_liteos_types_create(struct pxt_trace *trace,
			    const struct pxt_liteos_names *names, bool old,
			    struct pxt_liteos_types **types);
void pxt_liteos_types_close(struct pxt_liteos_types *types);

/* Lays a frame out into data. old_timer: SWTMR_START with four params. */
trace_event_id_t pxt_liteos_types_put(struct pxt_liteos_types *types,
				      const struct pxt_liteos_shape *shape,
				      const struct pxt_liteos_place *place,
				      bool old_timer,
				      const struct pxt_liteos_frame *frame,
				      uint8_t *data, size_t *len,
				      struct pxt_liteos_values *values);

#endif
