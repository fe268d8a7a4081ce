/*
 * ends.h - ends of processes in a trace
 *
 * The events are those of posixtrace-wrap(7): proc_exit and proc_end of the
 * process itself, and proc_waited of its parent, if it was killed.
 */
#ifndef ENDS_H
#define ENDS_H

#include <stdint.h>

#include "event/fields.h"
#include "event/labels.h"
#include "figures/locks/locks.h"

struct ends {
	struct fields *fields; /* borrowed, as all */
	struct labels *labels;
	struct locks *locks; /* notified */
	uint8_t role[FIELDS_TYPES];
};

void ends_init(struct ends *ends, struct fields *fields, struct labels *labels,
	       struct locks *locks);

/* True if events of that type tell of an end. */
bool ends_want(struct ends *ends, trace_event_id_t type);

/* Adds such an event, the last one decoded by fields, after locks has had
 * it. */
void ends_add(struct ends *ends, const struct posix_trace_item_np *item);

#endif
