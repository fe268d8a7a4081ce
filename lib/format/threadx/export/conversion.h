/*
 * conversion.h - converting events of other systems to ThreadX
 *
 * An event with an equivalent in ThreadX (vocabulary.h) gets its id and the
 * consequences, so that TraceX knows the running thread: a waiting thread is
 * suspended, and resumed at its next event. Events of ThreadX among others keep
 * their words, except addresses. All other events become user events.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_CONVERSION_H
#define PXT_FORMAT_THREADX_EXPORT_CONVERSION_H

#include "format/threadx/export/buffer.h"
#include "format/threadx/export/conversion_state.h"

/* Converts an event. ENOMEM. */
int pxt_threadx_conversion_put(struct pxt_threadx_conversion *conversion,
			       struct pxt_threadx_buffer *buffer,
			       struct pxt_export *export,
			       const struct posix_trace_item_np *item);

/* Fills the registry, and converts times to ticks. hz 0: the highest rate that
 * fits. ENOMEM. */
int pxt_threadx_conversion_end(struct pxt_threadx_conversion *conversion,
			       struct pxt_threadx_buffer *buffer,
			       struct pxt_export *export, uint64_t hz);

#endif
