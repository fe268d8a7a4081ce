/*
 * sysevent.h - data of system events
 */
#ifndef SYSEVENT_H
#define SYSEVENT_H

#include <stdbool.h>

#include <trace_np.h>

#include "common/out.h"
#include "event/labels.h"

/* Puts the data of a system event in words. False, and nothing put: another
 * event, or invalid data. */
bool sysevent_put(struct out *out, struct labels *labels,
		  const struct posix_trace_item_np *item);

#endif
