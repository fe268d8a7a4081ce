/*
 * current_objects.h - present objects of a stream's processes
 *
 * The same facts as in a log, without a log: of ended objects only the last
 * ones are known.
 */
#ifndef PXT_SESSION_CONTROL_CURRENT_OBJECTS_H
#define PXT_SESSION_CONTROL_CURRENT_OBJECTS_H

#include <trace_np.h>

#include "log/log_format.h"
#include "stream/objects.h"

/* See pxt_log_reader_object(). The object is borrowed from texts. ESRCH. */
int pxt_current_objects_find(const struct pxt_names *names,
			     const struct pxt_log_object *wanted,
			     struct pxt_object_texts *texts,
			     struct posix_trace_object_np *object);

/* Gets the next live object from *slot, 0 at first, which is advanced. ESRCH:
 * no more. */
int pxt_current_objects_next(const struct pxt_names *names, uint32_t *slot,
			     struct pxt_object_texts *texts,
			     struct posix_trace_object_np *object);

#endif
