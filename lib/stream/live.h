/*
 * live.h - an active stream as a source of runs
 *
 * The one reader that a ring has, with its lock held. It takes what writers
 * have published piece by piece: to be merged into events, or to be written
 * to a log as it is. A chunk that was retired and taken whole is freed.
 *
 * A look is exact: all events before its floor are among the pieces, taken
 * already or lost. For that it makes every writer's last stores visible
 * (R9 of ring.h) and waits for those in the middle of a record.
 */
#ifndef PXT_STREAM_LIVE_H
#define PXT_STREAM_LIVE_H

#include "model/merge.h"
#include "stream/stream.h"

struct pxt_live;

/* Bytes of one chunk that were published and not taken yet. */
struct pxt_live_piece {
	uint32_t slot;
	uint32_t from;
	uint32_t to;
	uint64_t sequence;
	struct pxt_context context; /* in force before; rate 0: none */
	uint64_t context_ticks;
};

/* stream: borrowed until close. */
int pxt_live_create(struct pxt_stream *stream, struct pxt_live **out);
void pxt_live_close(struct pxt_live *live);

/* What there is now, in the order the chunks were taken into use. The pieces
 * are borrowed until the next look. */
int pxt_live_look(struct pxt_live *live, const struct pxt_live_piece **pieces,
		  size_t *count, uint64_t *floor);

/* Bring a piece to memory of its length. ESTALE: overwritten. */
int pxt_live_copy(struct pxt_live *live, const struct pxt_live_piece *piece,
		  void *out);

/* A piece is dealt with; context is in force at its end. */
void pxt_live_took(struct pxt_live *live, const struct pxt_live_piece *piece,
		   const struct pxt_context *context, uint64_t context_ticks);

/* For pxt_merge_create(): takes the pieces as it delivers them. */
struct pxt_source *pxt_live_source(struct pxt_live *live);

/* What writers of a looping stream overwrote before the source took it. The
 * source copies all it finds at once; what it could not copy in time ends at
 * the horizon. */
struct pxt_live_gap {
	uint64_t records; /* overwritten, ever */
	uint64_t from;	  /* ticks of the first since the last gap */
	uint64_t horizon; /* ticks of the last */
};

const struct pxt_live_gap *pxt_live_gap(const struct pxt_live *live);

#endif
