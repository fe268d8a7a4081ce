/*
 * live.h - reading what writers publish in an active stream
 *
 * A ring has one reader, with the ring's lock held. It takes published records
 * in pieces, for merging into events or for writing to a log unchanged. A
 * retired chunk that was taken whole is freed; in a ring that loops, once it
 * was copied, else when its records were processed.
 *
 * A look is exact: all events before its floor are among the pieces, taken
 * already or lost. For that it makes every writer's last stores visible (R9 of
 * ring.h) and waits for those in the middle of a record. Once a second it also
 * takes their chunks from writers that have died.
 *
 * Damaged memory is limited in its effect: a chunk to its size, a look to one
 * run per slot, events to the time of the look. So a merge needs less than
 * twice the memory of the stream.
 */
#ifndef PXT_STREAM_LIVE_H
#define PXT_STREAM_LIVE_H

#include "model/record.h"
#include "stream/live_gap.h"
#include "stream/stream.h"

struct pxt_live;

/* Bytes of a chunk that are published and not taken yet. */
struct pxt_live_piece {
	uint32_t slot;
	uint32_t from;
	uint32_t to;
	uint64_t sequence;
	uint64_t last; /* ticks of the chunk's last record; or UINT64_MAX */
	struct pxt_context context; /* context of the first record; rate 0:
				     * none */
	uint64_t context_ticks;
};

/* stream: borrowed until close. */
int pxt_live_create(struct pxt_stream *stream, struct pxt_live **out);
void pxt_live_close(struct pxt_live *live);

/* Looks at the ring: pieces of finished chunks come first, in the order in
 * which these ended, so that a log that overwrites its oldest part loses old
 * events. The pieces are borrowed until the next look. */
int pxt_live_look(struct pxt_live *live, const struct pxt_live_piece **pieces,
		  size_t *count, uint64_t *floor);

/* Copies a piece into memory of its length. ESTALE: overwritten. */
int pxt_live_copy(struct pxt_live *live, const struct pxt_live_piece *piece,
		  void *out);

/* True if the chunk of a copied piece has a count of its records, for whoever
 * overwrites it. Owners that died leave none. */
bool pxt_live_is_counted(const struct pxt_live *live,
			 const struct pxt_live_piece *piece);

/* The maximum ticks of events copied so far: no later one was recorded. */
uint64_t pxt_live_latest(const struct pxt_live *live);

/* Begins a walk over the records of a copied piece. */
void pxt_live_walk(const struct pxt_live *live,
		   const struct pxt_live_piece *piece, const void *copy,
		   struct pxt_record_walk *walk);

/* Marks a piece as processed, or its beginning: then records tells how many
 * events and losses that has. context is the one at its end. ESTALE: it was
 * overwritten meanwhile, and is part of the next gap. */
int pxt_live_took(struct pxt_live *live, const struct pxt_live_piece *piece,
		  uint32_t records, const struct pxt_context *context,
		  uint64_t context_ticks);

/* The number of looks so far. */
uint64_t pxt_live_looks(const struct pxt_live *live);

/* Takes the chunks of dead writers from them now. */
void pxt_live_bury(struct pxt_live *live);

/* Before the first look, takes the chunk of a controller that died, maybe
 * within a record. */
void pxt_live_disown(struct pxt_live *live);

/* In a looping ring: the reader has everything before these ticks, or knows of
 * its loss. Later gaps do not begin earlier. */
void pxt_live_has_all(struct pxt_live *live, uint64_t before);

/* The gap, which grows by further overwriting until it is passed. */
const struct pxt_live_gap *pxt_live_gap(const struct pxt_live *live);

/* Ends the gap, as an event beyond the horizon was delivered: later overwriting
 * makes a new one. */
void pxt_live_pass_gap(struct pxt_live *live);

/* With the gate shut and writers settled, and the merge above reset: everything
 * counts as taken, and overwritten events are never reported. */
void pxt_live_forget(struct pxt_live *live);

#endif
