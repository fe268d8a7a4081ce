/* stream.c - LiteOS's events in streams */
#include "firmware/liteos/stream.h"

#include "firmware/liteos/event_types.h"
#include "firmware/liteos/objects.h"

enum {
	/* Values and details of a frame: all params twice, and the rest. */
	DATA_MAX = 8 * (2 * PXT_LITEOS_PARAMS_MAX + 2) + 64,
};

void liteos_stream_put(const struct pxt_liteos_layout *layout,
		       const struct pxt_liteos_frame *frame, const void *place)
{
	static const struct pxt_liteos_place nowhere;
	struct pxt_liteos_values values;
	trace_event_id_t type;
	uint8_t data[DATA_MAX];
	size_t len;

	type = liteos_event_type(frame->type, &layout->shape,
				 layout->tree == 'l', &values);
	if (values.objects)
		liteos_objects_meet(&values, frame);
	len = pxt_liteos_values_put(&values, &layout->shape, &nowhere, frame,
				    data);
	posix_trace_event_at_np(type, data, len, place);
}
