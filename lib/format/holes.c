/* holes.c - unknown bytes of a trace */
#include "format/holes.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

enum { LARGEST = 64 << 10 };

bool pxt_hole_fits(size_t *filler, uint64_t bytes)
{
	if (bytes > LARGEST || bytes > *filler)
		return false;
	*filler -= (size_t)bytes;
	return true;
}

void pxt_holes_fini(struct pxt_holes *holes)
{
	free(holes->hole);
	*holes = (struct pxt_holes){ 0 };
}

int pxt_holes_add(struct pxt_holes *holes, uint64_t from, uint64_t to)
{
	if (holes->count && holes->hole[holes->count - 1].to == from) {
		holes->hole[holes->count - 1].to = to;
		return 0;
	}
	if (pxt_array_reserve(&holes->hole, &holes->room, holes->count + 1,
			      sizeof(*holes->hole)))
		return ENOMEM;
	holes->hole[holes->count++] = (struct pxt_hole){ from, to };
	return 0;
}

bool pxt_holes_meet(const struct pxt_holes *holes, uint64_t from, uint64_t to)
{
	size_t low = 0, high = holes->count;

	/* Find the first hole that ends behind from. */
	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (holes->hole[middle].to <= from)
			low = middle + 1;
		else
			high = middle;
	}
	return low < holes->count && holes->hole[low].from < to;
}
