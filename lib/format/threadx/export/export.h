/*
 * export.h - exporter of ThreadX's event traces
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_EXPORT_H
#define PXT_FORMAT_THREADX_EXPORT_EXPORT_H

#include "format/export.h"
#include "format/format.h"

extern const struct pxt_exporter pxt_threadx_exporter;
extern const struct pxt_format_option pxt_threadx_export_options[];

#endif
