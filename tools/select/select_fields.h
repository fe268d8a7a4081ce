/*
 * select_fields.h - fields of an event in conditions
 *
 * All events have the fields listed in select_fields.c, which hide described
 * fields of the same name; "args." denotes described fields only.
 */
#ifndef SELECT_FIELDS_H
#define SELECT_FIELDS_H

#include "common/guess.h"
#include "select/selection_state.h"

/* Finds the fields of the selection's condition, if it has one. Needed data is
 * kept until end. ENOMEM. */
int select_fields_begin(struct selection *selection);
void select_fields_end(struct selection *selection);

/* True if the condition holds for an event. */
bool select_fields_hold(struct selection *selection,
			const struct posix_trace_item_np *item);

/* The first field of the condition from number *i on that only described events
 * can have, or NULL: no more. *i: the number behind it. */
const char *select_fields_described(const struct selection *selection,
				    unsigned *i);

/* True if any event described so far has such a field; otherwise those that
 * exist are considered. */
bool select_fields_find(const struct selection *selection, const char *name,
			struct guess *guess);

/* The names of fields that all events have, by index; NULL: no more. */
const char *select_fields_name(size_t index);

/* Events without a thread belong to their process. */
static inline pid_t select_thread(const struct posix_trace_item_np *item)
{
	return item->tid ? item->tid : item->info.posix_pid;
}

#endif
