/*
 * bar_tracks.h - the lines of a page on which spans and holds are drawn
 *
 * Nothing on a track overlaps: each depth of a thread's spans has one, and so
 * has each lane. Tracks count from 0 in order of appearance.
 */
#ifndef REPORT_BAR_TRACKS_H
#define REPORT_BAR_TRACKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

enum track_kind { TRACK_THREAD, TRACK_LANE, TRACK_OBJECT };

struct bar_track {
	uint32_t kind;
	uint32_t owner; /* thread, or process */
	uint32_t name;	/* LANE: name of its spans; OBJECT: the object */
	uint32_t lane;	/* depth, or lane, from 0 */
};

/* Zero at first. */
struct bar_tracks {
	struct pxt_map numbers; /* + 1 */
	struct bar_track *track;
	size_t count, room;
};

void bar_tracks_fini(struct bar_tracks *tracks);

/* Finds or adds a track. ENOMEM. */
int bar_tracks_find(struct bar_tracks *tracks, const struct bar_track *track,
		    uint32_t *number);

#endif
