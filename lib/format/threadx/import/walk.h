/*
 * walk.h - events of a buffer, oldest first
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_WALK_H
#define PXT_FORMAT_THREADX_IMPORT_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/threadx/image.h"

struct pxt_threadx_walk {
	unsigned run;
	size_t at; /* slot behind those visited, or before the run */
	bool has_missing;

	size_t slot;	/* the visited slot, or the first of several */
	uint64_t count; /* number of slots */
};

enum pxt_threadx_walk_step {
	PXT_THREADX_USED,    /* slot: an event */
	PXT_THREADX_EMPTY,   /* slot, and count: damaged or empty slots */
	PXT_THREADX_MISSING, /* count: slots missing in the dump */
	PXT_THREADX_END,
};

void pxt_threadx_walk_begin(struct pxt_threadx_walk *walk,
			    const struct pxt_threadx_image *image);

enum pxt_threadx_walk_step
pxt_threadx_walk_next(struct pxt_threadx_walk *walk,
		      const struct pxt_threadx_image *image);

#endif
