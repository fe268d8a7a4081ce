/*
 * selection_walk.h - all selected items, one after the other
 *
 * Items of a whole log are taken by batches, in the workers that decoded them, one
 * after the other.
 */
#ifndef SELECTION_WALK_H
#define SELECTION_WALK_H

#include <stdbool.h>

#include "select/selection.h"

struct selection_walk {
	/* Takes an item; not always in the thread of the caller. An error
	 * number ends the walk. */
	int (*add)(void *argument, const struct posix_trace_item_np *item);
	/* Waits for more where there are no items; false: the end. NULL: the
	 * source does not grow. */
	bool (*wait)(void *argument);
	void *argument;
};

/* Walks from the place of selection_begin() to the end. Errors of reading, and of
 * add(). */
int selection_walk(struct selection *selection,
		   const struct selection_walk *walk);

#endif
