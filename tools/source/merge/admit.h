/*
 * admit.h - take in a log
 *
 * Its types and origins get their numbers when it comes in. One that is there
 * already, itself or as what another was made of, is refused: events are to
 * come once.
 */
#ifndef SOURCE_MERGE_ADMIT_H
#define SOURCE_MERGE_ADMIT_H

#include "source/merge/merge.h"

/* Take it in, as the next of the logs. Gives the exit status, and has told why
 * not. */
int merge_admit(struct merge *merge, struct merge_input *input,
		const char *name);

#endif
