/*
 * notes.h - notes about the origins of all logs
 *
 * Notes are kept, as logs are closed one by one.
 */
#ifndef SOURCE_MERGE_NOTES_H
#define SOURCE_MERGE_NOTES_H

#include "source/merge/merge.h"

/* Keeps the present notes of a log. Without memory they are left out. */
void merge_notes_meet(struct merge *merge, struct merge_input *input);

/* Notes the drift of an origin that is shifted, besides that of an earlier merge. */
void merge_notes_add_drift(struct merge *merge, unsigned origin,
			   const struct clock_shift *shift);

int merge_notes_get(struct source *source, unsigned origin, unsigned index,
		    struct posix_trace_note_np *note);

void merge_notes_fini(struct merge_notes *notes);

#endif
