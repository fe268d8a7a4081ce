/*
 * admit.h - adding a log to a merge
 *
 * Its types and origins get their numbers. A log that is already included,
 * itself or in a log made from it, is refused: events must not be duplicated.
 */
#ifndef SOURCE_MERGE_ADMIT_H
#define SOURCE_MERGE_ADMIT_H

#include "source/merge/merge.h"

/* Adds the next log. Returns the exit status, after reporting errors. */
int merge_admit(struct merge *merge, struct merge_input *input,
		const char *name);

#endif
