/*
 * notes.h - notes about a ThreadX trace
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_NOTES_H
#define PXT_FORMAT_THREADX_IMPORT_NOTES_H

#include "format/threadx/image.h"
#include "format/threadx/import/clock.h"

/* Notes the header, the layout, and the direction of stamps. */
void pxt_threadx_notes_tell(const struct pxt_threadx_image *image,
			    const struct pxt_threadx_clock *clock,
			    struct pxt_trace *trace);

#endif
