/*
 * record.h - the words of a ThreadX event, out of a described one
 *
 * What the importer makes of an event has the words themselves as details: in
 * whatever log the event has got since, they are found by their names.
 */
#ifndef PXT_FORMAT_THREADX_RECORD_H
#define PXT_FORMAT_THREADX_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "format/threadx/events.h"

/* As they are in the buffer, but for their order of bytes. */
struct pxt_threadx_record {
	uint64_t context;
	uint64_t priority;
	uint64_t id; /* with a core */
	uint64_t stamp;
	uint64_t info[PXT_THREADX_WORDS];
	uint64_t ticks; /* is not in the buffer: since the first event */
};

enum { PXT_THREADX_RECORD_FIELDS = 5 + PXT_THREADX_WORDS };

/* Where the fields of a type have them. */
struct pxt_threadx_shape {
	uint8_t field[PXT_THREADX_RECORD_FIELDS];
};

/* Of all types, each asked for once. Zeroes at first. */
enum { PXT_THREADX_SHAPES = 1 << 12 }; /* types beyond have none */

struct pxt_threadx_shapes {
	uint8_t known[PXT_THREADX_SHAPES];
	struct pxt_threadx_shape shape[PXT_THREADX_SHAPES];
};

/* Of a type, or NULL. layout: of its description; NULL: it has none so far. */
const struct pxt_threadx_shape *
pxt_threadx_shapes_get(struct pxt_threadx_shapes *shapes, trace_event_id_t type,
		       const struct posix_trace_layout_np *layout);

/* false: events of that type are none of ThreadX. */
bool pxt_threadx_shape_init(struct pxt_threadx_shape *shape,
			    const struct posix_trace_layout_np *layout);

/* Of the values of an event of the type, as posix_trace_layout_decode_np()
 * finds them. false: not all are there. */
bool pxt_threadx_shape_read(const struct pxt_threadx_shape *shape,
			    const struct posix_trace_layout_np *layout,
			    const struct posix_trace_value_np *values,
			    unsigned count, struct pxt_threadx_record *record);

#endif
