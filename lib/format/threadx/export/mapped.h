/*
 * mapped.h - the events of other systems as those of ThreadX
 *
 * What has a meaning there (vocabulary.h) gets its id, and what follows
 * from it, so that TraceX knows who runs: a thread that waits is suspended, and
 * resumed with its next event. What is one of ThreadX beside others keeps its
 * words, but for addresses. All else is an event of the user.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_MAPPED_H
#define PXT_FORMAT_THREADX_EXPORT_MAPPED_H

#include "format/threadx/export/buffer.h"
#include "format/threadx/export/mapping.h"

/* An event. ENOMEM. */
int pxt_threadx_mapped_put(struct pxt_threadx_mapping *mapping,
			   struct pxt_threadx_buffer *buffer,
			   struct pxt_export *export,
			   const struct posix_trace_item_np *item);

/* All have come: fill the registry, and make times ticks. hz 0: as many as fit.
 * ENOMEM. */
int pxt_threadx_mapped_end(struct pxt_threadx_mapping *mapping,
			   struct pxt_threadx_buffer *buffer,
			   struct pxt_export *export, uint64_t hz);

#endif
