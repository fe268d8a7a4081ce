/*
 * describe.h - the description of a type of event of LiteOS
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_DESCRIBE_H
#define PXT_FORMAT_LITEOS_IMPORT_DESCRIBE_H

#include <trace_np.h>

#include "format/liteos/events.h"
#include "format/liteos/frame.h"
#include "format/liteos/import/place.h"

/* Describe what pxt_liteos_types_put() lays out: into
 * POSIX_TRACE_DESCRIPTION_MAX_NP + 1 bytes. event NULL: one that no kernel
 * has. */
void pxt_liteos_describe(const struct pxt_liteos_event *event,
			 const struct pxt_liteos_shape *shape,
			 const struct pxt_liteos_place *place, char *text);

/* How many of the params have names of their own there. */
unsigned pxt_liteos_described(const struct pxt_liteos_event *event,
			      const struct pxt_liteos_shape *shape);

#endif
