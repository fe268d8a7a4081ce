/*
 * import.h - a stream of RKH that is being read
 */
#ifndef PXT_FORMAT_RKH_IMPORT_IMPORT_H
#define PXT_FORMAT_RKH_IMPORT_IMPORT_H

#include "format/import.h"

/* Notes: the configuration before any record, and what the user said; "ptr=4
 * fun=4"... And the dialect. */
#define PXT_RKH_NOTE_START "rkh.start"
#define PXT_RKH_NOTE_GIVEN "rkh.given"
#define PXT_RKH_NOTE_DIALECT "rkh.dialect"

extern const struct pxt_importer pxt_rkh_import;

#endif
