/*
 * clocking.h - from nanoseconds to the ticks of a buffer
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_CLOCKING_H
#define PXT_FORMAT_THREADX_EXPORT_CLOCKING_H

#include "format/threadx/export/buffer.h"

enum { PXT_THREADX_HZ = 1000000 }; /* where nobody says otherwise */

/* Make the stamps of all events, nanoseconds so far, ticks since the first; the
 * first two are apart. hz 0: 1 MHz, or so many less that no time between two
 * events is too long. */
void pxt_threadx_clocking(struct pxt_threadx_buffer *buffer,
			  struct pxt_export *export, uint64_t hz);

#endif
