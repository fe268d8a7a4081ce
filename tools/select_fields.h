/*
 * select_fields.h - the fields of an event that a condition may name
 *
 * All events have those that are listed in select_fields.c.
 */
#ifndef SELECT_FIELDS_H
#define SELECT_FIELDS_H

#include "selection.h"

/* Find out which fields the selection's condition names. */
void select_fields_find(struct selection *selection);

/* Whether the condition holds for an event. */
bool select_fields_hold(struct selection *selection,
			const struct posix_trace_item_np *item);

/* An event of no thread is its process's. */
static inline pid_t select_thread(const struct posix_trace_item_np *item)
{
	return item->tid ? item->tid : item->info.posix_pid;
}

#endif
