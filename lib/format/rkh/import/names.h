/*
 * names.h - names that records of RKH give, and numbers that have them
 */
#ifndef PXT_FORMAT_RKH_IMPORT_NAMES_H
#define PXT_FORMAT_RKH_IMPORT_NAMES_H

#include "format/rkh/import/reader.h"

/* The record gives something a name: what, its meaning says. ENOMEM. */
int pxt_rkh_names_learn(struct pxt_rkh_reader *reader,
			enum pxt_rkh_meaning meaning);

/* The objects that the record names have been met. */
void pxt_rkh_names_meet(struct pxt_rkh_reader *reader);

#endif
