/*
 * item.h - events and losses in the form of <trace_np.h>
 */
#ifndef PXT_MODEL_ITEM_H
#define PXT_MODEL_ITEM_H

#include <trace_np.h>

#include "model/event.h"

void pxt_item_tell(const struct pxt_event *event,
		   struct posix_trace_event_info *info);

/* The data stays that of the event. */
void pxt_item_of(const struct pxt_event *event,
		 struct posix_trace_item_np *item);

#endif
