/*
 * geometry.h - bounds of the parts of a ThreadX memory
 *
 * The kernel puts the parts one behind the other, each of whole slots: the
 * header is redundant. Among contradicting addresses the majority wins, and a
 * name size that does not fit the registry is replaced by one whose slots look
 * like objects. Corrections are made in the header, and reported as damage at
 * their place in it.
 */
#ifndef PXT_FORMAT_THREADX_GEOMETRY_H
#define PXT_FORMAT_THREADX_GEOMETRY_H

#include "format/threadx/memory.h"
#include "format/trace.h"

/* Corrects the addresses of the header. trace: NULL for no reports. EBADMSG:
 * parts end before they start, reported by pxt_trace_refuse(). */
int pxt_threadx_geometry_mend(struct pxt_threadx_image *image,
			      struct pxt_trace *trace);

/* Size of a registry slot, in a registry of so many bytes. */
size_t pxt_threadx_geometry_slot(struct pxt_threadx_image *image,
				 uint64_t bytes, struct pxt_trace *trace);

#endif
