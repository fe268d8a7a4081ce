/*
 * log_reader_damage.h - what a reader notes of damage
 */
#ifndef PXT_LOG_READER_DAMAGE_H
#define PXT_LOG_READER_DAMAGE_H

#include "log/log_reader_state.h"

/* In a log that is overwritten, half-written sections look like damaged ones
 * until the end is known. A damaged END is damage. */
bool pxt_log_reader_is_unsettled(struct pxt_log_reader *reader);

void pxt_log_reader_note_beginning(struct pxt_log_reader *reader,
				   const struct pxt_log_beginning *beginning);

/* A section was found, and read with this error: notes what is missing before
 * it, and its damage. */
void pxt_log_reader_note_section(struct pxt_log_reader *reader,
				 const struct pxt_log_position *position,
				 const struct pxt_log_spot *spot, int err);

/* The events of a chunk are lost. */
void pxt_log_reader_note_chunk(struct pxt_log_reader *reader,
			       const struct pxt_run *run, const char *what);

/* Notes the end of the round: nothing else shows that the newest chunks are
 * lost. */
void pxt_log_reader_note_round(struct pxt_log_reader *reader);

/* Notes the state of the end. A growing file may end differently later. */
int pxt_log_reader_note_end(struct pxt_log_reader *reader);

#endif
