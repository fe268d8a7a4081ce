/*
 * import.h - importing an RKH stream
 */
#ifndef PXT_FORMAT_RKH_IMPORT_IMPORT_H
#define PXT_FORMAT_RKH_IMPORT_IMPORT_H

#include "format/import.h"

extern const struct pxt_importer pxt_rkh_import;

#endif
