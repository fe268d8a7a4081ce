/*
 * threadx.h - the event traces of ThreadX, as TraceX reads them
 */
#ifndef PXT_FORMAT_THREADX_THREADX_H
#define PXT_FORMAT_THREADX_THREADX_H

#include "format/format.h"

extern const struct pxt_format pxt_format_threadx;

#endif
