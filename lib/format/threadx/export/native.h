/*
 * native.h - writing back what was a ThreadX event trace
 *
 * Its events have the words of the buffer, its notes the header, and its
 * objects the registry: what the format leaves no choice in is as it was.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_NATIVE_H
#define PXT_FORMAT_THREADX_EXPORT_NATIVE_H

#include "format/threadx/export/buffer.h"

/* Whether an event is one, and if so, its words. */
bool pxt_threadx_native_is(struct pxt_threadx_shapes *shapes,
			   struct pxt_view *view,
			   const struct posix_trace_item_np *item,
			   struct pxt_threadx_words *words);

/* How the buffer of an origin was, as its notes have it. What was asked for
 * otherwise is set later. */
void pxt_threadx_native_begin(struct pxt_threadx_buffer *buffer,
			      struct pxt_view *view, unsigned origin);

/* All events have come: place them, and fill the registry. keep: the layout is
 * as it was, and so are addresses. ENOMEM. */
int pxt_threadx_native_end(struct pxt_threadx_buffer *buffer,
			   struct pxt_export *export, unsigned origin,
			   bool keep);

#endif
