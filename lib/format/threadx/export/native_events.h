/*
 * native_events.h - writing ThreadX's own events unchanged
 *
 * Events have the words of the buffer, notes the header, and objects the
 * registry: everything that the format determines is restored.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_NATIVE_EVENTS_H
#define PXT_FORMAT_THREADX_EXPORT_NATIVE_EVENTS_H

#include "format/threadx/export/buffer.h"

/* Reads an event's words. False: not an event of ThreadX. */
bool pxt_threadx_native_events_has(struct pxt_threadx_shapes *shapes,
				   struct pxt_view *view,
				   const struct posix_trace_item_np *item,
				   struct pxt_threadx_words *words);

/* Restores the geometry of an origin's buffer from its notes. Settings of the
 * user are applied later. */
void pxt_threadx_native_events_begin(struct pxt_threadx_buffer *buffer,
				     struct pxt_view *view, unsigned origin);

/* Places the events, and fills the registry. keep: layout and addresses are
 * unchanged. ENOMEM. */
int pxt_threadx_native_events_end(struct pxt_threadx_buffer *buffer,
				  struct pxt_export *export, unsigned origin,
				  bool keep);

#endif
