/*
 * own_time.h - traces of systems that do not know what time it is
 */
#ifndef OWN_TIME_H
#define OWN_TIME_H

#include <stdbool.h>

#include "source/source.h"

/* Whether a time of a system counts from a start that nobody knows: on another
 * one than Linux, and within a year of 1970. */
bool own_time_at(const struct source_origin *origin,
		 const struct timespec *time);

/* The same of an item of a source. */
bool own_time_is(struct source *source,
		 const struct posix_trace_item_np *item);

#endif
