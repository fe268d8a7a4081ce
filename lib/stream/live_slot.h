/*
 * live_slot.h - how far the reader of a ring has taken each slot
 *
 * The reader's state, which is private to live.c and live_source.c.
 */
#ifndef PXT_STREAM_LIVE_SLOT_H
#define PXT_STREAM_LIVE_SLOT_H

#include "model/merge.h"
#include "stream/live_gap.h"
#include "stream/stream.h"

struct pxt_live_piece;

/* How far one slot has been taken. */
struct pxt_live_cursor {
	uint64_t sequence;
	uint32_t taken;	     /* bytes given to a merge, or dealt with */
	uint32_t records;    /* in these; at least, if a piece was cut */
	uint32_t copied;     /* bytes, in a ring that loops, */
	uint32_t has;	     /* ... and records in them */
	uint32_t unfinished; /* runs in a merge */
	uint32_t stuck_at;   /* bytes, when its writer did not go on ... */
	bool stuck;	     /* ... for as long as patience was */
	/* At the end of what was dealt with or, in a ring that loops, of what
	 * was taken. */
	struct pxt_context context;
	uint64_t context_ticks;
};

struct pxt_live {
	struct pxt_source source;
	struct pxt_stream *stream;
	struct pxt_live_cursor *cursor; /* one per slot */
	struct pxt_live_piece *pieces;
	size_t count;
	size_t room;
	uint64_t floor;
	uint64_t looked; /* ticks of the last look */
	uint64_t looks;
	uint64_t skew;	   /* in ticks */
	int64_t buried_ns; /* when the dead were last looked for */
	struct pxt_ring_patience patience; /* of the last look */
	struct pxt_record_walk copied;	   /* at the end of the last piece */
	uint8_t *chunk;			   /* room for one */

	struct pxt_live_gap gap;
};

static inline bool pxt_live_loops(const struct pxt_live *live)
{
	return live->stream->ring.geometry.loop;
}

/* The cursor of a chunk: a new one, if the slot has another. */
struct pxt_live_cursor *pxt_live_slot_follow(struct pxt_live *live,
					     uint32_t slot, uint64_t sequence);

/* Look once more, waiting for a writer in the middle of a record. */
void pxt_live_slot_look(struct pxt_live *live, uint32_t slot,
			struct pxt_ring_sight *sight);

/* Free a slot that is seen to be retired and taken whole. */
void pxt_live_slot_free_if_done(struct pxt_live *live, uint32_t slot,
				const struct pxt_ring_sight *sight);

/* The same, of what is there now, if that is still the chunk of the cursor. */
void pxt_live_slot_free(struct pxt_live *live, uint32_t slot);

/* What is in force where the next piece of the chunk begins. */
void pxt_live_slot_remember(struct pxt_live *live, uint32_t slot,
			    uint64_t sequence,
			    const struct pxt_context *context,
			    uint64_t context_ticks);

/* A chunk is taken, or dealt with, up to there. ESTALE: meanwhile it was
 * overwritten. */
int pxt_live_slot_take(struct pxt_live *live, uint32_t slot, uint64_t sequence,
		       uint32_t to);

#endif
