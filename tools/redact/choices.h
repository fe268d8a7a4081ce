/*
 * choices.h - the rules that hold for an event type and its fields
 *
 * They are found once: patterns are slow, and events are many.
 */
#ifndef REDACT_CHOICES_H
#define REDACT_CHOICES_H

#include <trace_np.h>

#include "redact/redaction.h"

/* The choice of a type; a rule is NULL for what is kept. */
struct choice {
	bool is_made;
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct redact_rule *of_event;
	const struct posix_trace_layout_np
		*layout;	       /* layout of the rules below */
	struct redact_rule **of_field; /* rules by field */
	size_t room;
};

/* Zero at first. */
struct choices {
	struct choice *of_type;
	size_t room;
};

/* Finds the choice of a type of that name, for the event as a whole. NULL: no
 * memory. */
struct choice *choices_find(struct choices *choices,
			    const struct redaction *redaction,
			    trace_event_id_t type, const char *name);

/* Finds the rules of the fields of a layout. ENOMEM. */
int choice_find_fields(struct choice *choice, const struct redaction *redaction,
		       const struct posix_trace_layout_np *layout);
void choices_fini(struct choices *choices);

#endif
