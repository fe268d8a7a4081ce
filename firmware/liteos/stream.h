/* stream.h - LiteOS's events in streams */
#ifndef FIRMWARE_LITEOS_STREAM_H
#define FIRMWARE_LITEOS_STREAM_H

#include <stdbool.h>
#include <string.h>

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

/* An event that is ready but for its time. */
struct liteos_stream_event {
	trace_event_id_t type;
	uint8_t *time; /* in data */
	size_t len;
	/* Values and details of a frame: all params twice, and the rest. */
	uint8_t data[8 * (2 * PXT_LITEOS_PARAMS_MAX + 2) + 64];
};

/* Makes an event of that number, of a frame of that layout. A constant layout
 * is compiled for itself. */
static inline __attribute__((always_inline)) void
liteos_stream_make(const struct pxt_liteos_layout *layout, uint32_t number,
		   const struct pxt_liteos_frame *frame,
		   struct liteos_stream_event *event)
{
	struct pxt_liteos_values values;
	uint8_t *end;

	event->type = liteos_event_type(number, &layout->shape,
					layout->tree == 'l', &values);
	if (values.objects)
		liteos_objects_meet(&values, frame);
	end = pxt_liteos_values_put_frame(&values, &layout->shape, frame,
					  event->data, &event->time);
	event->len = (size_t)(end - event->data);
}

/* Records it, at that place in the program. */
static inline void liteos_stream_put(const struct liteos_stream_event *event,
				     uint64_t time, const void *place)
{
	memcpy(event->time, &time, sizeof(time));
	posix_trace_event_at_np(event->type, event->data, event->len, place);
}

#endif
