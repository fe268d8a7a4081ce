/* delivery.h - events in the form of the standard's functions */
#ifndef PXT_SESSION_CONTROL_DELIVERY_H
#define PXT_SESSION_CONTROL_DELIVERY_H

#include "model/event.h"
#include "session/control/reading.h"

/* Delivers the event with its data, cut to the reader's room. */
void pxt_delivery_put(const struct pxt_event *event,
		      const struct pxt_request *request);

#endif
