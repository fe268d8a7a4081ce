/* import.h - reading traces in Chrome's JSON */
#ifndef PXT_FORMAT_CHROME_IMPORT_IMPORT_H
#define PXT_FORMAT_CHROME_IMPORT_IMPORT_H

#include "format/import.h"

extern const struct pxt_importer pxt_chrome_importer;

#endif
