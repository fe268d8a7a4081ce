/*
 * source_merge.h - several logs as one source of items
 *
 * Items come in order of time; simultaneous ones in the order of the logs'
 * names. Event types have one number for each name and description, and origins
 * one for each stream, whatever their logs.
 *
 * A log is opened when its time has come. If there are many, each is closed
 * when it has been read, so that there may be more logs than descriptors;
 * growing ones stay open. What closed logs told of processes and threads is kept,
 * and a few are opened again for what only they know.
 */
#ifndef SOURCE_MERGE_H
#define SOURCE_MERGE_H

#include <stddef.h>

#include "source/source_as.h"

/* Opens logs and traces as one source. as: borrowed until it is closed. Returns
 * the exit status, after reporting errors; naming a log twice is misuse. */
int source_merge_open(struct source **source, char *const *names, size_t count,
		      const struct source_as *as);

/* Same for those that can be opened and merged: others are reported, and left
 * out, which is part of the damage that the source tells. status: damage that
 * was met before. */
int source_merge_open_some(struct source **source, char *const *names,
			   size_t count, const struct source_as *as,
			   int status);

/* Names, see lognames.h, that may match more logs later, which source_goes_on()
 * then adds. Borrowed until the source is closed. */
void source_merge_expect(struct source *source, char *const *given,
			 size_t count);

/* Names the source as the user does. */
void source_merge_call(struct source *source, const char *name);

/* Facts about a log, by the index of its name: its name, its UUID, and its
 * origins, counted from 0; false: no more. */
const char *source_merge_name(struct source *source, size_t log);
const unsigned char *source_merge_uuid(struct source *source, size_t log);
size_t source_merge_count(struct source *source);
bool source_merge_origin(struct source *source, size_t log, unsigned which,
			 unsigned *origin);

/* Shifts the times of a log. Once for each log; reading begins again. */
struct clock_shift;
int source_merge_shift(struct source *source, size_t log,
		       const struct clock_shift *shift);

/* Same for all logs, by the shift of each. */
int source_merge_shift_all(struct source *source,
			   const struct clock_shift *shifts);

/* The times of all logs that the source stands for, of which some are not
 * opened. */
void source_merge_span(struct source *source, int64_t first_ns,
		       int64_t last_ns);

/* The times of a log's first and last item, unshifted. False: no items. */
bool source_merge_times(struct source *source, size_t log,
			struct timespec *first, struct timespec *last);

#endif
