/*
 * record.h - a record of RKH that is an event
 */
#ifndef PXT_FORMAT_RKH_IMPORT_RECORD_H
#define PXT_FORMAT_RKH_IMPORT_RECORD_H

#include "format/rkh/import/reader.h"

/* Take what the reader has of it, without its checksum: then its outcome, type,
 * thread and data are there, and what it says is known. ENOMEM. */
int pxt_rkh_record_take(struct pxt_rkh_reader *reader);

#endif
