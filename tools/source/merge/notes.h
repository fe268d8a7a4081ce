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

/* Notes what is found out of an origin. */
void merge_notes_put(struct merge *merge, unsigned origin,
		     const struct posix_trace_note_np *note);

int merge_notes_get(struct source *source, unsigned origin, unsigned index,
		    struct posix_trace_note_np *note);

void merge_notes_fini(struct merge_notes *notes);

#endif
