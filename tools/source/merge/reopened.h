/*
 * reopened.h - logs that are opened again for a question
 *
 * Among many logs those that are read are open. A question that none of them
 * answers goes to a closed one: the log that told of a process last, or the last
 * log of an origin, as a recorder has all that it knows in each log. Such a log
 * stays open, so that its answer stays valid, until others are opened for other
 * questions.
 */
#ifndef SOURCE_MERGE_REOPENED_H
#define SOURCE_MERGE_REOPENED_H

#include "source/merge/merge.h"

/* The log of that number, which stays open until MERGE_REOPENED others were asked.
 * NULL: it cannot be opened, which is reported once. */
const struct merge_input *merge_reopened_get(struct merge *merge, size_t log);

/* The last log of an origin, if logs are closed at all and this one is not being
 * read, and the origin's number there. */
const struct merge_input *
merge_reopened_newest(struct merge *merge, unsigned origin, unsigned *there);

/* True if closed logs were asked that before, and did not know; none was closed
 * since. kind: of an object, or NULL. */
bool merge_reopened_lacks(const struct merge *merge, unsigned origin, pid_t pid,
			  uint64_t number, const char *kind);

/* Notes a question that closed logs did not answer. */
void merge_reopened_miss(struct merge *merge, unsigned origin, pid_t pid,
			 uint64_t number, const char *kind);

#endif
