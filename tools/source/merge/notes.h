/*
 * notes.h - what is noted of the origins of all logs
 *
 * It is kept, as the logs are closed one by one.
 */
#ifndef SOURCE_MERGE_NOTES_H
#define SOURCE_MERGE_NOTES_H

#include "source/merge/merge.h"

/* Keep what a log knows by now. What there is no memory for is left out. */
void merge_notes_meet(struct merge *merge, struct merge_input *input);

int merge_notes_get(struct source *source, unsigned origin, unsigned index,
		    struct posix_trace_note_np *note);

void merge_notes_fini(struct merge_notes *notes);

#endif
