/*
 * live_slot.h - progress of a ring's reader, by slot
 *
 * The reader's state, private to live.c and live_source.c.
 */
#ifndef PXT_STREAM_LIVE_SLOT_H
#define PXT_STREAM_LIVE_SLOT_H

#include "model/merge.h"
#include "stream/live_gap.h"
#include "stream/stream.h"

struct pxt_live_piece;

/* Progress in one slot. */
struct pxt_live_progress {
	uint64_t sequence;
	uint32_t taken;	     /* bytes given to a merge, or processed */
	uint32_t records;    /* records in these, in a ring that loops */
	uint32_t copied;     /* there: end of the copied piece, */
	uint32_t before;     /* records before it, */
	uint32_t has;	     /* and up to its end */
	uint32_t unfinished; /* runs still in a merge */
	uint32_t stuck_at;   /* bytes, when its writer stopped */
	bool stuck;	     /* true: waited for in vain */
	bool is_forgotten;   /* the taken bytes were not read: no context */
	/* The context behind the processed records or, in a ring that loops,
	 * the taken ones. */
	struct pxt_context context;
	uint64_t context_ticks;
};

struct pxt_live {
	struct pxt_source source;
	struct pxt_stream *stream;
	struct pxt_live_progress *progress; /* array, by slot */
	size_t progress_size;
	struct pxt_live_piece *pieces;
	size_t count;
	size_t room;
	uint64_t floor;
	uint64_t looked; /* ticks of the last look */
	uint64_t looks;
	uint64_t skew;	   /* in ticks */
	int64_t buried_ns; /* time of the last search for dead writers */
	struct pxt_ring_patience patience; /* patience of the last look */
	struct pxt_record_walk copied;	   /* end of the last copied piece */
	uint8_t *chunk;			   /* room for a chunk */

	struct pxt_live_gap gap;
};

static inline bool pxt_live_loops(const struct pxt_live *live)
{
	return live->stream->ring.geometry.loop;
}

/* Returns the progress of a chunk, reset if the slot has another chunk. */
struct pxt_live_progress *
pxt_live_slot_follow(struct pxt_live *live, uint32_t slot, uint64_t sequence);

/* Looks again, waiting for a writer within a record. */
void pxt_live_slot_look(struct pxt_live *live, uint32_t slot,
			struct pxt_ring_sight *sight);

/* Frees a slot that is seen to be retired and taken whole. */
void pxt_live_slot_free_if_done(struct pxt_live *live, uint32_t slot,
				const struct pxt_ring_sight *sight);

/* Frees the slot in its present state, if it still has the chunk of the
 * progress. */
void pxt_live_slot_free(struct pxt_live *live, uint32_t slot);

/* Remembers the context at the next piece of the chunk. */
void pxt_live_slot_remember(struct pxt_live *live, uint32_t slot,
			    uint64_t sequence,
			    const struct pxt_context *context,
			    uint64_t context_ticks);

/* Marks a chunk as taken, or processed, up to there. records: of the copied piece,
 * if it is not taken whole. ESTALE: the chunk was overwritten meanwhile. */
int pxt_live_slot_take(struct pxt_live *live, uint32_t slot, uint64_t sequence,
		       uint32_t to, uint32_t records);

#endif
