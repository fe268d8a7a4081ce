/*
 * threadx.h - the format of ThreadX's event traces, as of TraceX
 */
#ifndef PXT_FORMAT_THREADX_THREADX_H
#define PXT_FORMAT_THREADX_THREADX_H

#include "format/format.h"

extern const struct pxt_format pxt_format_threadx;

#endif
