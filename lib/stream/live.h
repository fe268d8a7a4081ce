/*
 * live.h - what the writers of an active stream have published, piece by piece
 *
 * The one reader that a ring has, with its lock held. It takes what writers
 * have published piece by piece: to be merged into events, or to be written
 * to a log as it is. A chunk that was retired and taken whole is freed; in a
 * ring that loops that is when it was copied, else when it was dealt with.
 *
 * A look is exact: all events before its floor are among the pieces, taken
 * already or lost. For that it makes every writer's last stores visible
 * (R9 of ring.h) and waits for those in the middle of a record. Once a second
 * it also takes their chunks from writers that have died.
 *
 * What writers and others may have scribbled is taken for what it can be: of a
 * chunk no more than its size, of a look no more than one run a slot, and no
 * event that is younger than the look. So what is in memory for a merge is less
 * than twice what the stream can hold.
 */
#ifndef PXT_STREAM_LIVE_H
#define PXT_STREAM_LIVE_H

#include "model/record.h"
#include "stream/live_gap.h"
#include "stream/stream.h"

struct pxt_live;

/* Bytes of one chunk that were published and not taken yet. */
struct pxt_live_piece {
	uint32_t slot;
	uint32_t from;
	uint32_t to;
	uint64_t sequence;
	uint64_t last; /* ticks of the chunk's last record; or UINT64_MAX */
	struct pxt_context context; /* in force before; rate 0: none */
	uint64_t context_ticks;
};

/* stream: borrowed until close. */
int pxt_live_create(struct pxt_stream *stream, struct pxt_live **out);
void pxt_live_close(struct pxt_live *live);

/* What there is now: pieces of chunks that are over first, in the order in
 * which these ended, so that a log that overwrites its oldest part loses what
 * is old. The pieces are borrowed until the next look. */
int pxt_live_look(struct pxt_live *live, const struct pxt_live_piece **pieces,
		  size_t *count, uint64_t *floor);

/* Bring a piece to memory of its length. ESTALE: overwritten. */
int pxt_live_copy(struct pxt_live *live, const struct pxt_live_piece *piece,
		  void *out);

/* Of a piece that was copied: does whoever overwrites its chunk know how many
 * records it has? Owners that died have not told. */
bool pxt_live_is_counted(const struct pxt_live *live,
			 const struct pxt_live_piece *piece);

/* Ticks that no event has which was copied by now: one that is younger nobody
 * has recorded. */
uint64_t pxt_live_latest(const struct pxt_live *live);

/* A walk over the records of a piece that was copied to memory. */
void pxt_live_walk(const struct pxt_live *live,
		   const struct pxt_live_piece *piece, const void *copy,
		   struct pxt_record_walk *walk);

/* A piece is dealt with; context is in force at its end. ESTALE: meanwhile it
 * was overwritten, and all of it is told so by the next gap. */
int pxt_live_took(struct pxt_live *live, const struct pxt_live_piece *piece,
		  const struct pxt_context *context, uint64_t context_ticks);

/* How many looks there were, ever. */
uint64_t pxt_live_looks(const struct pxt_live *live);

/* Take the chunks of dead writers from them now. */
void pxt_live_bury(struct pxt_live *live);

/* Before the first look, that of a controller that died, maybe in the middle
 * of a record. */
void pxt_live_disown(struct pxt_live *live);

/* Of a ring that loops: the reader has everything of before these ticks, or
 * knows of its loss. A gap that comes does not begin earlier. */
void pxt_live_has_all(struct pxt_live *live, uint64_t before);

/* Until it is passed, a gap grows by what is overwritten besides. */
const struct pxt_live_gap *pxt_live_gap(const struct pxt_live *live);

/* An event beyond the horizon was delivered: there is no gap now, and what is
 * overwritten next makes another one. */
void pxt_live_pass_gap(struct pxt_live *live);

/* With the gate shut and writers settled, and the merge above reset: all that
 * is there counts as taken, and what was overwritten is never told. */
void pxt_live_forget(struct pxt_live *live);

#endif
