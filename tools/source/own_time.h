/*
 * own_time.h - traces of systems without a real-time clock
 */
#ifndef OWN_TIME_H
#define OWN_TIME_H

#include <stdbool.h>

#include "source/source.h"

/* True if times count from an unknown start: on another system than Linux, and
 * within a year of 1970. */
bool own_time_at(const struct source_origin *origin,
		 const struct timespec *time);

/* Same for an item of a source. */
bool own_time_is(struct source *source, const struct posix_trace_item_np *item);

#endif
