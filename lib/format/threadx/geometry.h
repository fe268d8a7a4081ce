/*
 * geometry.h - where the parts of a ThreadX memory begin and end
 *
 * The kernel has the parts one behind the other, each of whole slots, so that its
 * header says most things twice. Of addresses that disagree those are taken that
 * most others agree with, and a name size that does not fit the registry is taken
 * to be the one whose slots look like objects. What was mended is in the header
 * from then on, and told as damage at its place there.
 */
#ifndef PXT_FORMAT_THREADX_GEOMETRY_H
#define PXT_FORMAT_THREADX_GEOMETRY_H

#include "format/threadx/memory.h"
#include "format/trace.h"

/* Mend the addresses of the header. trace: NULL, nothing is told. EBADMSG: the
 * parts end before they start, which is told with pxt_trace_refuse(). */
int pxt_threadx_geometry_mend(struct pxt_threadx_image *image,
			      struct pxt_trace *trace);

/* Bytes of a registry slot, in a registry of so many bytes. */
size_t pxt_threadx_geometry_slot(struct pxt_threadx_image *image,
				 uint64_t bytes, struct pxt_trace *trace);

#endif
