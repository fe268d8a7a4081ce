/*
 * title.h - the name of an object at the time of an event
 */
#ifndef FIGURES_LOCKS_TITLE_H
#define FIGURES_LOCKS_TITLE_H

#include "event/objects.h"
#include "figures/locks/records.h"

enum { LOCK_TITLE = OBJECTS_TEXT + OBJECTS_NUMBER };

/* Names like "mutex/jobs", "fd/3", "mutex/0x5000", or a path. item: an event of
 * its process. Returns name. */
char *lock_title(const struct locks *locks, const struct lock_object *object,
		 const struct posix_trace_item_np *item, char name[LOCK_TITLE]);

#endif
