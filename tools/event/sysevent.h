/*
 * sysevent.h - what the system's own events tell
 */
#ifndef SYSEVENT_H
#define SYSEVENT_H

#include <stdbool.h>

#include <trace_np.h>

#include "common/out.h"
#include "event/labels.h"

/* The data of a system event, in words. False, and nothing put: it is none,
 * or its data is not what such an event carries. */
bool sysevent_put(struct out *out, struct labels *labels,
		  const struct posix_trace_item_np *item);

#endif
