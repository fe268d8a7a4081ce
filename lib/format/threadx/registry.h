/*
 * registry.h - objects of a ThreadX trace
 *
 * A slot marked as available holds a deleted object, whose name stays known.
 * Several slots may have the same address: live ones take precedence, then the
 * last.
 */
#ifndef PXT_FORMAT_THREADX_REGISTRY_H
#define PXT_FORMAT_THREADX_REGISTRY_H

#include "format/threadx/contexts.h"
#include "format/threadx/image.h"

/* Announces all objects, and adds all threads to contexts. ENOMEM. */
int pxt_threadx_registry_tell(const struct pxt_threadx_image *image,
			      struct pxt_threadx_contexts *contexts,
			      struct pxt_trace *trace);

/* Renames threads as TraceX does: by the first slot of their address.
 * ENOMEM. */
int pxt_threadx_registry_name(const struct pxt_threadx_image *image,
			      struct pxt_threadx_contexts *contexts);

#endif
