/*
 * export.h - a trace as a stream of RKH
 */
#ifndef PXT_FORMAT_RKH_EXPORT_EXPORT_H
#define PXT_FORMAT_RKH_EXPORT_EXPORT_H

#include "format/export.h"

extern const struct pxt_exporter pxt_rkh_export;

#endif
