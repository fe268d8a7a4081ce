/*
 * description.h - descriptions of LiteOS's event types
 */
#ifndef PXT_FORMAT_LITEOS_IMPORT_DESCRIPTION_H
#define PXT_FORMAT_LITEOS_IMPORT_DESCRIPTION_H

#include <trace_np.h>

#include "format/liteos/events.h"
#include "format/liteos/frame.h"
#include "format/liteos/import/place.h"

/* Describes the layout of pxt_liteos_types_put() in
 * POSIX_TRACE_DESCRIPTION_MAX_NP + 1 bytes. event NULL: not a kernel's. */
void pxt_liteos_description_write(const struct pxt_liteos_event *event,
				  const struct pxt_liteos_shape *shape,
				  const struct pxt_liteos_place *place,
				  char *text);

/* Number of params with names. */
unsigned pxt_liteos_description_params(const struct pxt_liteos_event *event,
				       const struct pxt_liteos_shape *shape);

#endif
