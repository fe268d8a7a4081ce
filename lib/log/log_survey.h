/*
 * log_survey.h - what a log tells besides events, wherever that is
 */
#ifndef PXT_LOG_SURVEY_H
#define PXT_LOG_SURVEY_H

#include "log/log_reader_state.h"

/* Reads a section that is no chunk. EBADMSG: it is damaged. */
int pxt_log_survey_take(struct pxt_log_reader *reader,
			const struct pxt_log_spot *spot);

/* A section was read: what it tells is no news any more. Later sections have
 * higher numbers, wherever they are. */
void pxt_log_survey_pass(struct pxt_log_reader *reader,
			 const struct pxt_log_spot *spot);

/* Reads names, processes and order from END. EBADMSG: no END, or an incomplete
 * one. */
int pxt_log_survey_end(struct pxt_log_reader *reader,
		       struct pxt_log_order *order);

/* Reads names and processes from all of their sections, and finds out the order
 * of the log. Damage is noted later, when reading gets there. */
int pxt_log_survey(struct pxt_log_reader *reader, struct pxt_log_order *order);

/* Reads the names and processes that a log that grows has got since. (Those of
 * a log that turned are in its tail, which is read anyway.) */
int pxt_log_survey_more(struct pxt_log_reader *reader);

#endif
