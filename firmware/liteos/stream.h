/* stream.h - LiteOS's events in streams */
#ifndef FIRMWARE_LITEOS_STREAM_H
#define FIRMWARE_LITEOS_STREAM_H

#include <stdbool.h>

#include <trace_np.h>

#include "format/liteos/frame.h"
#include "format/liteos/layout.h"

/* True if any stream may record. */
static inline bool liteos_stream_wants(void)
{
	return __posix_trace_wanted();
}

/* Records a frame of that layout, at that place in the program. */
void liteos_stream_put(const struct pxt_liteos_layout *layout,
		       const struct pxt_liteos_frame *frame, const void *place);

#endif
