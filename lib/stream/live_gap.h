/* live_gap.h - gaps in a ring that loops */
#ifndef PXT_STREAM_LIVE_GAP_H
#define PXT_STREAM_LIVE_GAP_H

#include "stream/ring.h"

/* An interval of overwritten records: all events in it are dropped, so that
 * there is no gap beyond it. Events before it were taken by an earlier look,
 * and are complete. When the source's merge delivers an event, the gap includes
 * all overwriting before that event; after a look, all until then. */
struct pxt_live_gap {
	uint64_t records; /* overwritten so far; changes only with a new gap */
	uint64_t since;	  /* start of the interval, in ticks */
	uint64_t horizon; /* end of the interval, inclusive; 0: no gap */
	uint64_t from;	  /* first overwritten event, in ticks */
};

/* Called by a look: overwriting since the last one makes a gap, or extends
 * it. */
void pxt_live_gap_note(struct pxt_live_gap *gap,
		       struct pxt_ring_shared *shared);

/* The reader has everything before these ticks, or knows of its loss. Later
 * gaps do not begin earlier. */
void pxt_live_gap_has_all(const struct pxt_live_gap *gap,
			  struct pxt_ring_shared *shared, uint64_t before);

#endif
