/*
 * registry_entries.h - registry slots of other systems' threads and objects
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_REGISTRY_ENTRIES_H
#define PXT_FORMAT_THREADX_EXPORT_REGISTRY_ENTRIES_H

#include "format/threadx/export/conversion_state.h"

/* Enters all objects of events, and all others that are known. ENOMEM. */
int pxt_threadx_registry_entries_put(struct pxt_threadx_conversion *conversion,
				     struct pxt_threadx_buffer *buffer,
				     struct pxt_export *export);

#endif
