/*
 * names.h - names from RKH's records, and numbers that have them
 */
#ifndef PXT_FORMAT_RKH_IMPORT_NAMES_H
#define PXT_FORMAT_RKH_IMPORT_NAMES_H

#include "format/rkh/import/reader.h"

/* Learns a name from a record of that meaning. ENOMEM. */
int pxt_rkh_names_learn(struct pxt_rkh_reader *reader,
			enum pxt_rkh_meaning meaning);

/* Announces the objects of the record. */
void pxt_rkh_names_meet(struct pxt_rkh_reader *reader);

#endif
