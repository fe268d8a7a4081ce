/*
 * notes.h - what a ThreadX event trace tells of itself
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_NOTES_H
#define PXT_FORMAT_THREADX_IMPORT_NOTES_H

#include "format/threadx/image.h"
#include "format/threadx/import/clock.h"

/* Note all of its header, how it is laid out, and how its stamps count. */
void pxt_threadx_notes_tell(const struct pxt_threadx_image *image,
			    const struct pxt_threadx_clock *clock,
			    struct pxt_trace *trace);

#endif
