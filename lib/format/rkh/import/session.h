/*
 * session.h - sessions of a target
 *
 * A target sends its configuration when it starts, possibly again at any time.
 * Before that, the user's configuration or the default one applies.
 */
#ifndef PXT_FORMAT_RKH_IMPORT_SESSION_H
#define PXT_FORMAT_RKH_IMPORT_SESSION_H

#include "format/rkh/import/reader.h"

/* Applies the configuration that holds before any record, and notes it. */
void pxt_rkh_session_use(struct pxt_rkh_reader *reader);
void pxt_rkh_session_tell(struct pxt_rkh_reader *reader);

/* Notes the user's settings. */
void pxt_rkh_session_tell_options(struct pxt_rkh_reader *reader);

/* Starts the clock. */
void pxt_rkh_session_clock(struct pxt_rkh_reader *reader);

/* Recognizes a configuration record; returns it with the release of its
 * form. */
bool pxt_rkh_session_reads_config(const struct pxt_rkh_reader *reader,
				  struct pxt_rkh_config *config,
				  unsigned *form);

/* Begins a session with a configuration. ENOMEM. */
int pxt_rkh_session_take(struct pxt_rkh_reader *reader,
			 struct pxt_rkh_config *config,
			 enum pxt_rkh_dialect form);

#endif
