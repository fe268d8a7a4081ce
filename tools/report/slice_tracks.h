/*
 * slice_tracks.h - the lines of a page on which spans and holds are drawn
 *
 * Nothing on a track overlaps: each depth of a thread's spans has one, and so
 * has each lane. Tracks count from 0 in order of appearance.
 */
#ifndef REPORT_SLICE_TRACKS_H
#define REPORT_SLICE_TRACKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

enum track_kind { TRACK_THREAD, TRACK_LANE, TRACK_OBJECT };

struct slice_track {
	uint32_t kind;
	uint32_t owner; /* thread, or process */
	uint32_t name;	/* LANE: name of its spans; OBJECT: the object */
	uint32_t lane;	/* depth, or lane, from 0 */
};

/* Zero at first. */
struct slice_tracks {
	struct pxt_map numbers; /* + 1 */
	struct slice_track *track;
	size_t count, room;
};

void slice_tracks_fini(struct slice_tracks *tracks);

/* Finds or adds a track. ENOMEM. */
int slice_tracks_find(struct slice_tracks *tracks,
		      const struct slice_track *track, uint32_t *number);

#endif
