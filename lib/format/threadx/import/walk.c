/* walk.c - events of a buffer, oldest first */
#include "format/threadx/import/walk.h"

void pxt_threadx_walk_begin(struct pxt_threadx_walk *walk,
			    const struct pxt_threadx_image *image)
{
	*walk = (struct pxt_threadx_walk){ .has_missing = image->missing };
}

/* Advances to the next slot, maybe in the next run. False: none. */
static bool has_slot(struct pxt_threadx_walk *walk,
		     const struct pxt_threadx_image *image)
{
	for (; walk->run < image->runs; walk->run++, walk->at = 0) {
		if (walk->at < image->run[walk->run].from)
			walk->at = image->run[walk->run].from;
		if (walk->at < image->run[walk->run].to)
			return true;
	}
	return false;
}

static size_t pass_empty(struct pxt_threadx_walk *walk,
			 const struct pxt_threadx_image *image)
{
	const size_t from = walk->at, end = image->run[walk->run].to;

	while (walk->at < end && !pxt_threadx_image_is_used(image, walk->at))
		walk->at++;
	return walk->at - from;
}

enum pxt_threadx_walk_step
pxt_threadx_walk_next(struct pxt_threadx_walk *walk,
		      const struct pxt_threadx_image *image)
{
	bool has_more = has_slot(walk, image);

	/* Without a current slot, empty slots may be unused ones. */
	while (!image->is_in_order && has_more && pass_empty(walk, image))
		has_more = has_slot(walk, image);

	if (walk->has_missing && (!has_more || walk->run)) {
		walk->has_missing = false;
		walk->count = image->missing;
		return PXT_THREADX_MISSING;
	}
	if (!has_more)
		return PXT_THREADX_END;
	walk->slot = walk->at;
	walk->count = pass_empty(walk, image);
	if (walk->count)
		return PXT_THREADX_EMPTY;
	walk->at++;
	return PXT_THREADX_USED;
}
