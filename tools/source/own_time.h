/*
 * own_time.h - traces of systems that do not know what time it is
 */
#ifndef OWN_TIME_H
#define OWN_TIME_H

#include <stdbool.h>

#include "source/source.h"

/* Whether an item of a source is timed from a start that nobody knows: on
 * another system than Linux, and within a year of 1970. */
bool own_time_is(struct source *source,
		 const struct posix_trace_item_np *item);

#endif
