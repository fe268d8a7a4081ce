/* live_gap.h - what was overwritten in a ring before it was taken */
#ifndef PXT_STREAM_LIVE_GAP_H
#define PXT_STREAM_LIVE_GAP_H

#include "stream/ring.h"

/* What writers of a looping stream overwrote before it was taken: an interval,
 * and all events in it are to be dropped, that what is left beyond it be
 * without a gap. What is before it was taken by an earlier look, and is whole.
 * Whenever the source's merge gives an event, the gap has all that was
 * overwritten before this event; and behind a look, what was until then. */
struct pxt_live_gap {
	uint64_t records; /* overwritten, ever; only grows with a new gap */
	uint64_t since;	  /* ticks: the interval */
	uint64_t horizon; /* ticks of its last event, included; 0: no gap */
	uint64_t from;	  /* ticks of the first event overwritten */
};

/* By a look: what was overwritten since the last one makes a gap, or joins it. */
void pxt_live_gap_note(struct pxt_live_gap *gap,
		       struct pxt_ring_shared *shared);

/* The reader has everything of before these ticks, or knows of its loss. A gap
 * that comes does not begin earlier. */
void pxt_live_gap_has_all(const struct pxt_live_gap *gap,
			  struct pxt_ring_shared *shared, uint64_t before);

#endif
