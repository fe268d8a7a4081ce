/*
 * bar_tracks.c - the lines of a page on which spans and holds are drawn
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "report/bar_tracks.h"

void bar_tracks_fini(struct bar_tracks *tracks)
{
	pxt_map_fini(&tracks->numbers);
	free(tracks->track);
}

int bar_tracks_find(struct bar_tracks *tracks, const struct bar_track *track,
		    uint32_t *number)
{
	size_t *found;

	if (pxt_array_reserve(&tracks->track, &tracks->room, tracks->count + 1,
			      sizeof(*tracks->track)))
		return ENOMEM;
	found = pxt_map_at(&tracks->numbers, track, sizeof(*track));
	if (!found)
		return ENOMEM;
	if (!*found) {
		tracks->track[tracks->count] = *track;
		*found = ++tracks->count;
	}
	*number = (uint32_t)*found - 1;
	return 0;
}
