/*
 * record.h - events of RKH
 */
#ifndef PXT_FORMAT_RKH_IMPORT_RECORD_H
#define PXT_FORMAT_RKH_IMPORT_RECORD_H

#include "format/rkh/import/reader.h"

/* Reads the current record, without its checksum: sets outcome, type, thread
 * and data, and learns what it says. ENOMEM. */
int pxt_rkh_record_take(struct pxt_rkh_reader *reader);

#endif
