/*
 * grow.h - take in logs that came later
 *
 * A recording that goes on in another log has made that log before it completes
 * the one before. So once all logs are complete, and were read, there is one
 * more or the recording has its end; and no item of it is before one that was
 * given.
 */
#ifndef SOURCE_MERGE_GROW_H
#define SOURCE_MERGE_GROW_H

#include "source/merge/merge.h"

/* Look for logs that the names mean by now. Whether there are some. One that
 * cannot be taken in is told of, and let be. */
bool merge_grow(struct source *source);

#endif
