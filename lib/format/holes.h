/*
 * holes.h - unknown bytes of a trace
 *
 * A text that encodes a trace may have damaged or missing lines: their bytes
 * are filled with zeroes, and mean nothing.
 */
#ifndef PXT_FORMAT_HOLES_H
#define PXT_FORMAT_HOLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes the bytes of a hole from *filler, the budget of a text. False: the
 * budget is exhausted, or the hole is implausibly large. */
bool pxt_hole_fits(size_t *filler, uint64_t bytes);

struct pxt_hole {
	uint64_t from, to; /* end exclusive */
};

/* Sorted by offset. Zero at first. */
struct pxt_holes {
	struct pxt_hole *hole;
	size_t count, room;
};

void pxt_holes_fini(struct pxt_holes *holes);

/* Adds a hole behind all others, or adjacent to the last. ENOMEM. */
int pxt_holes_add(struct pxt_holes *holes, uint64_t from, uint64_t to);

/* True if a byte of the range is in a hole. */
bool pxt_holes_meet(const struct pxt_holes *holes, uint64_t from, uint64_t to);

#endif
