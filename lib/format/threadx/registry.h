/*
 * registry.h - the objects of a ThreadX event trace
 *
 * A slot that is marked as available holds an object that was deleted, and its
 * name stays known. Several slots may have one address: a live one is preferred
 * to those, and then the last.
 */
#ifndef PXT_FORMAT_THREADX_REGISTRY_H
#define PXT_FORMAT_THREADX_REGISTRY_H

#include "format/threadx/contexts.h"
#include "format/threadx/image.h"

/* Tell of all objects, and add all threads to contexts. ENOMEM. */
int pxt_threadx_registry_tell(const struct pxt_threadx_image *image,
			      struct pxt_threadx_contexts *contexts,
			      struct pxt_trace *trace);

/* Give threads the names that TraceX has for them: each that of the first slot of
 * its address. ENOMEM. */
int pxt_threadx_registry_name(const struct pxt_threadx_image *image,
			      struct pxt_threadx_contexts *contexts);

/* What objects of a type are called: "queue"; NULL: there is no such type. */
const char *pxt_threadx_kind(unsigned type);

/* The type of that kind; 0: there is none. */
unsigned pxt_threadx_kind_find(const char *kind);

#endif
