/*
 * import.h - importer of ThreadX's event traces
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_IMPORT_H
#define PXT_FORMAT_THREADX_IMPORT_IMPORT_H

#include "format/format.h"

extern const struct pxt_importer pxt_threadx_importer;
extern const struct pxt_format_option pxt_threadx_import_options[];

#endif
