/*
 * record.h - events of RKH
 */
#ifndef PXT_FORMAT_RKH_IMPORT_RECORD_H
#define PXT_FORMAT_RKH_IMPORT_RECORD_H

#include "format/rkh/import/reader.h"

/* Begins with the next frame. */
void pxt_rkh_record_begin(struct pxt_rkh_reader *reader);

/* Reads the current record, without its checksum: sets outcome, type, thread
 * and data, and learns what it says. ENOMEM. */
int pxt_rkh_record_take(struct pxt_rkh_reader *reader);

/* Finds the active object and thread of a record that is known by its roles;
 * what is posted to it, or what it takes, gets a number behind its data. */
void pxt_rkh_record_pair(struct pxt_rkh_reader *reader,
			 enum pxt_rkh_meaning meaning);

/* Verifies the checksum of the frame, which is no configuration record, and
 * reads that. */
int pxt_rkh_record_check(struct pxt_rkh_reader *reader);

#endif
