/*
 * select_fields.h - the fields of an event that a condition may name
 *
 * All events have those that are listed in select_fields.c, and hide others of
 * their names; behind "args." are those only that programs have described.
 */
#ifndef SELECT_FIELDS_H
#define SELECT_FIELDS_H

#include "select/selection_state.h"

/* Find out which fields the selection's condition names, if it has one. What
 * that takes is kept until end. ENOMEM. */
int select_fields_begin(struct selection *selection);
void select_fields_end(struct selection *selection);

/* Whether the condition holds for an event. */
bool select_fields_hold(struct selection *selection,
			const struct posix_trace_item_np *item);

/* Tell which of the fields no event that was described so far has. */
void select_fields_tell(const struct selection *selection);

/* The name of each field that all events have, in turn; NULL: there are no
 * more. */
const char *select_fields_name(size_t index);

/* An event of no thread is its process's. */
static inline pid_t select_thread(const struct posix_trace_item_np *item)
{
	return item->tid ? item->tid : item->info.posix_pid;
}

#endif
