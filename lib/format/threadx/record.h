/*
 * record.h - words of a ThreadX event from its described data
 *
 * The importer adds the raw words as details: they are found by name in any
 * log.
 */
#ifndef PXT_FORMAT_THREADX_RECORD_H
#define PXT_FORMAT_THREADX_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include <trace_np.h>

#include "format/threadx/events.h"

/* The words of the buffer, in this machine's byte order. */
struct pxt_threadx_record {
	uint64_t context;
	uint64_t priority;
	uint64_t id; /* including the core */
	uint64_t stamp;
	uint64_t info[PXT_THREADX_WORDS];
	uint64_t ticks; /* not in the buffer: since the first event */
};

enum { PXT_THREADX_RECORD_FIELDS = 5 + PXT_THREADX_WORDS };

/* The fields of a type that hold these words. */
struct pxt_threadx_shape {
	uint8_t field[PXT_THREADX_RECORD_FIELDS];
};

/* Shapes of types, each looked up once. Zero at first. */
enum { PXT_THREADX_SHAPES = 1 << 12 }; /* types beyond have none */

struct pxt_threadx_shapes {
	uint8_t known[PXT_THREADX_SHAPES];
	struct pxt_threadx_shape shape[PXT_THREADX_SHAPES];
};

/* Returns the shape of a type, or NULL. layout: of its description; NULL: none
 * so far. */
const struct pxt_threadx_shape *
pxt_threadx_shapes_get(struct pxt_threadx_shapes *shapes, trace_event_id_t type,
		       const struct posix_trace_layout_np *layout);

/* Reads the values of an event, as posix_trace_layout_decode_np() finds them.
 * False: some are missing. */
bool pxt_threadx_shape_read(const struct pxt_threadx_shape *shape,
			    const struct posix_trace_layout_np *layout,
			    const struct posix_trace_value_np *values,
			    unsigned count, struct pxt_threadx_record *record);

#endif
