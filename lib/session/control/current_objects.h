/*
 * current_objects.h - the objects that a stream's processes have
 *
 * What a log tells of them, without a log: of those that have ended only the
 * last ones are known.
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

/* The one that lives behind *slot, from 0 on, which then is where it was, and
 * one more. ESRCH: there are no more. */
int pxt_current_objects_next(const struct pxt_names *names, uint32_t *slot,
			     struct pxt_object_texts *texts,
			     struct posix_trace_object_np *object);

#endif
