/*
 * beside.h - an event of ThreadX beside those of others
 *
 * It keeps its id and its words, but for addresses, which are those of the new
 * registry.
 */
#ifndef PXT_FORMAT_THREADX_EXPORT_BESIDE_H
#define PXT_FORMAT_THREADX_EXPORT_BESIDE_H

#include "format/threadx/export/foreign.h"
#include "format/threadx/image.h"

/* A context that is no thread. */
static inline bool pxt_threadx_is_special(uint64_t context)
{
	return context == PXT_THREADX_INTERRUPT ||
	       context == PXT_THREADX_INITIALIZE;
}

/* Put it, with these words. ENOMEM. */
int pxt_threadx_beside_put(struct pxt_threadx_foreign *event,
			   const struct pxt_threadx_words *from);

#endif
