/*
 * session.h - the configuration of a stream of RKH, and what it changes
 *
 * A target tells it as it begins, which may happen again at any time; until then
 * that of the user counts, or the usual one.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_SESSION_H
#define PXT_FORMAT_RKH_IMPORT_SESSION_H

#include "format/rkh/import/reader.h"

/* Use what the reader has before any record, and tell of it. */
void pxt_rkh_session_use(struct pxt_rkh_reader *reader);
void pxt_rkh_session_tell(struct pxt_rkh_reader *reader);

/* Begin to count the time. */
void pxt_rkh_session_clock(struct pxt_rkh_reader *reader);

/* Whether a frame is a record of the configuration; gives it, and the release
 * that has records of that form. */
bool pxt_rkh_session_is_told(const struct pxt_rkh_reader *reader,
			     struct pxt_rkh_config *told, unsigned *form);

/* It is: what follows has that configuration. ENOMEM. */
int pxt_rkh_session_take(struct pxt_rkh_reader *reader,
			 struct pxt_rkh_config *told,
			 enum pxt_rkh_dialect form);

/* Find the time of the first record, which is that of the next. False: over a
 * line that may still come. */
bool pxt_rkh_session_start(struct pxt_rkh_reader *reader);

#endif
