/*
 * holes.h - bytes of a trace that nobody knows
 *
 * A text that a trace was sent as may have lines that are damaged, or miss some:
 * there are zeroes in their place, which say nothing.
 */
#ifndef PXT_FORMAT_HOLES_H
#define PXT_FORMAT_HOLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Take the bytes of a hole from *filler, which all holes of a text share. False:
 * it has not that many left, or the hole is too large to be one. */
bool pxt_hole_fits(size_t *filler, uint64_t bytes);

struct pxt_hole {
	uint64_t from, to; /* without the last */
};

/* By their places. Zeroes at first. */
struct pxt_holes {
	struct pxt_hole *hole;
	size_t count, room;
};

void pxt_holes_fini(struct pxt_holes *holes);

/* Add one that is behind all others, or follows the last. ENOMEM. */
int pxt_holes_add(struct pxt_holes *holes, uint64_t from, uint64_t to);

/* Whether one of these bytes is in a hole. */
bool pxt_holes_meet(const struct pxt_holes *holes, uint64_t from, uint64_t to);

#endif
