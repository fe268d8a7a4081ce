/*
 * source_merge.h - several logs as one source of items
 *
 * Items come in the order of their times; of those of one time, in the order
 * in which the logs were named. Types of events have one number for each name
 * and description, and origins one for each stream, whichever logs they come
 * from.
 *
 * A log is read when its time has come. Of many logs each is closed again when
 * it has been read, so that there may be more of them than descriptors; those
 * that grow stay open.
 */
#ifndef SOURCE_MERGE_H
#define SOURCE_MERGE_H

#include <stddef.h>

#include "source/source_as.h"

/* Open logs, and what is to be read as one. as: borrowed until it is closed.
 * Gives the exit status, and has told why not; two that are the same log are
 * misuse. */
int source_merge_open(struct source **source, char *const *names, size_t count,
		      const struct source_as *as);

/* These names, see lognames.h, may mean more logs later, which source_goes_on()
 * then takes in. They are borrowed until the source is closed. */
void source_merge_expect(struct source *source, char *const *given,
			 size_t count);

/* Of a log, by its place among the names: what it is called, its UUID, and one
 * of its origins, counted from 0; false: it has not as many. */
const char *source_merge_name(struct source *source, size_t log);
const unsigned char *source_merge_uuid(struct source *source, size_t log);
size_t source_merge_count(struct source *source);
bool source_merge_origin(struct source *source, size_t log, unsigned which,
			 unsigned *origin);

/* Add so much to the times of a log, which is right to error_ns. Once for each
 * log; reading begins anew. */
int source_merge_shift(struct source *source, size_t log, int64_t ns,
		       uint64_t error_ns);

/* When the first item of a log is, as it has it. False: it has none. */
bool source_merge_first(struct source *source, size_t log,
			struct timespec *first);

#endif
