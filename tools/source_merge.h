/*
 * source_merge.h - several logs as one source of items
 *
 * Items come in the order of their times; of those of one time, in the order
 * in which the logs were named. Types of events have one number for each name
 * and description, and origins one for each stream, whichever logs they come
 * from.
 *
 * A log is read when its time has come. Of more than SOURCE_MERGE_OPEN logs
 * each is closed again when it has been read, so that there may be many of
 * them; those that grow stay open.
 */
#ifndef SOURCE_MERGE_H
#define SOURCE_MERGE_H

#include <stddef.h>

#include "source.h"

enum { SOURCE_MERGE_OPEN = 64 };

/* Open logs. Gives the exit status, and has told why not; two that are the
 * same log are misuse. */
int source_merge_open(struct source **source, char *const *names,
		      size_t count);

/* Of the log of that number, in the order of their names: the first of its
 * origins. */
unsigned source_merge_origin(struct source *source, size_t number);

/* Add so much to the times of a log. Reading begins anew. */
int source_merge_shift(struct source *source, size_t number, int64_t ns);

#endif
