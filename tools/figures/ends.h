/*
 * ends.h - which processes a trace tells the ends of
 *
 * Events of posixtrace-wrap(7) do: proc_exit and proc_end of the process itself,
 * and proc_waited of the one that collects it, if it was killed.
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
	struct locks *locks; /* is told */
	uint8_t role[FIELDS_TYPES];
};

void ends_init(struct ends *ends, struct fields *fields, struct labels *labels,
	       struct locks *locks);

/* An event, which locks has had. */
void ends_add(struct ends *ends, const struct posix_trace_item_np *item);

#endif
