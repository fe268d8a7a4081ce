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
		     const struct pxt_log_spot *spot, bool *told);

/* Events up to these ticks are not delivered; 0: none. */
uint64_t pxt_log_runs_horizon(const struct pxt_log_reader *reader);

/* Reads and verifies the rest of a chunk that was announced, into one of these
 * buffers. Several threads may read chunks at the same time, with buffers of
 * their own, while another one announces more. ENODATA: the file was cut.
 * EBADMSG: the chunk is damaged; ENOMEM. */
int pxt_log_runs_fetch(const struct pxt_log_reader *reader, struct pxt_run *run,
		       struct pxt_log_buffers *buffers);

/* Makes a run that was fetched begin behind these ticks. EBADMSG: it has no
 * record at *bad from its previous beginning, and ends there. */
int pxt_log_runs_pass(struct pxt_run *run, uint64_t upto, size_t *bad);

/* Members of struct pxt_source for the runs of a log. */
int pxt_log_runs_load(struct pxt_source *source, struct pxt_merge *merge,
		      struct pxt_run *run);
void pxt_log_runs_note_damage(struct pxt_source *source, struct pxt_run *run,
			      size_t offset);
void pxt_log_runs_release(struct pxt_source *source, struct pxt_run *run);

#endif
