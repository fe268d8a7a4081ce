/* stream.h - LiteOS's events in streams */
#ifndef FIRMWARE_LITEOS_STREAM_H
#define FIRMWARE_LITEOS_STREAM_H

#include <stdbool.h>

#include <trace_np.h>

#include "firmware/liteos/event_types.h"
#include "firmware/liteos/objects.h"
#include "format/liteos/frame.h"
#include "format/liteos/layout.h"

/* True if any stream may record. */
static inline bool liteos_stream_wants(void)
{
	return __posix_trace_wanted();
}

/* Values and details of a frame: all params twice, and the rest. */
enum { LITEOS_STREAM_DATA_MAX = 8 * (2 * PXT_LITEOS_PARAMS_MAX + 2) + 64 };

/* An event of a frame, which may get its time later. */
struct liteos_stream_event {
	trace_event_id_t type;
	struct pxt_liteos_values values;
	struct pxt_liteos_frame *frame;
};

/* Begins an event of that number, of a frame of that layout. A constant layout
 * is compiled for itself, here and below. */
static inline __attribute__((always_inline)) void
liteos_stream_begin(const struct pxt_liteos_layout *layout, uint32_t number,
		    struct pxt_liteos_frame *frame,
		    struct liteos_stream_event *event)
{
	event->frame = frame;
	event->type = liteos_event_type(number, &layout->shape,
					layout->tree == 'l', &event->values);
	if (event->values.objects)
		liteos_objects_meet(&event->values, frame);
}

/* Makes its data; returns the length. */
static inline __attribute__((always_inline)) size_t
liteos_stream_make(const struct pxt_liteos_layout *layout,
		   const struct liteos_stream_event *event, uint8_t *data)
{
	return (size_t)(pxt_liteos_values_put_frame(&event->values,
						    &layout->shape,
						    event->frame, data) -
			data);
}

/* Records it, at that place in the program. */
static inline __attribute__((always_inline)) void
liteos_stream_put(const struct pxt_liteos_layout *layout,
		  const struct liteos_stream_event *event, const void *place)
{
	uint8_t data[LITEOS_STREAM_DATA_MAX];
	const size_t len = liteos_stream_make(layout, event, data);

	posix_trace_event_at_np(event->type, data, len, place);
}

#endif
