/*
 * start.h - start of a session, by the frames behind its record
 *
 * For captures: a live target has sent nothing more yet.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_START_H
#define PXT_FORMAT_RKH_IMPORT_START_H

#include "format/rkh/import/reader.h"

/* Doubts pointers of eight bytes, before the session of that record begins:
 * where frames have four, these become a setting. */
void pxt_rkh_start_doubt(struct pxt_rkh_reader *reader,
			 const struct pxt_rkh_config *config,
			 enum pxt_rkh_dialect form);

/* Finds the time of the first record, that of the next one. False: on a line it
 * may still come. */
bool pxt_rkh_start_find(struct pxt_rkh_reader *reader);

#endif
