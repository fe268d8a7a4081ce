/*
 * grow.h - adding logs that appear later
 *
 * A recording that continues in another log creates it before it completes the
 * previous one. So once all logs are complete and read, there is another one or
 * the recording has ended; and no item of it is earlier than those delivered.
 */
#ifndef SOURCE_MERGE_GROW_H
#define SOURCE_MERGE_GROW_H

#include "source/merge/merge.h"

/* Looks for new logs of the names. True if there are any. A log that cannot be
 * added is reported, and ignored. */
bool merge_grow(struct source *source);

#endif
