/*
 * ticks.h - converting nanoseconds to ticks
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_TICKS_H
#define PXT_FORMAT_THREADX_EXPORT_TICKS_H

#include "format/threadx/export/buffer.h"

enum { PXT_THREADX_HZ = 1000000 }; /* default rate */

/* Converts the stamps of all events from nanoseconds to ticks since the first,
 * the first two being different. hz 0: 1 MHz, or less so that no interval
 * overflows. */
void pxt_threadx_ticks_convert(struct pxt_threadx_buffer *buffer,
			       struct pxt_export *export, uint64_t hz);

#endif
