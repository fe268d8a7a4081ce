/*
 * walk.h - the events of one buffer, from the oldest on
 */
#ifndef PXT_FORMAT_THREADX_IMPORT_WALK_H
#define PXT_FORMAT_THREADX_IMPORT_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/threadx/image.h"

struct pxt_threadx_walk {
	unsigned run;
	size_t at; /* the slot after those that were met, or before the run */
	bool has_missing;

	size_t slot;	/* the one that was met, or the first of some */
	uint64_t count; /* of slots */
};

enum pxt_threadx_met {
	PXT_THREADX_USED,    /* slot: an event */
	PXT_THREADX_EMPTY,   /* slot, and count: none where there was one */
	PXT_THREADX_MISSING, /* count: the dump has them not */
	PXT_THREADX_END,
};

void pxt_threadx_walk_begin(struct pxt_threadx_walk *walk,
			    const struct pxt_threadx_image *image);

enum pxt_threadx_met
pxt_threadx_walk_next(struct pxt_threadx_walk *walk,
		      const struct pxt_threadx_image *image);

#endif
