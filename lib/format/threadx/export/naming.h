/*
 * naming.h - the registry of threads and objects of another system
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_NAMING_H
#define PXT_FORMAT_THREADX_EXPORT_NAMING_H

#include "format/threadx/export/mapping.h"

/* Enter all that events named, and what else is known. ENOMEM. */
int pxt_threadx_naming(struct pxt_threadx_mapping *mapping,
		       struct pxt_threadx_buffer *buffer,
		       struct pxt_export *export);

#endif
