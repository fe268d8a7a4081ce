/*
 * log_runs.h - chunks of a log as runs of a merge
 *
 * Heads of sections and of chunks have checksums of their own: runs are
 * announced by them, and the rest of a chunk is read when the merge wants it.
 */
#ifndef PXT_LOG_RUNS_H
#define PXT_LOG_RUNS_H

#include "log/log_reader_state.h"

/* Announces a chunk. *told: the merge has learned something. EBADMSG: its head
 * is damaged. */
int pxt_log_runs_add(struct pxt_log_reader *reader, struct pxt_merge *merge,
		     const struct pxt_log_place *place, bool *told);

/* Members of struct pxt_source for the runs of a log. */
int pxt_log_runs_load(struct pxt_source *source, struct pxt_run *run);
void pxt_log_runs_note_damage(struct pxt_source *source, struct pxt_run *run,
			      size_t offset);
void pxt_log_runs_release(struct pxt_source *source, struct pxt_run *run);

#endif
