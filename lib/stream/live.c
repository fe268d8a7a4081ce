/* live.c - reading what writers publish in a ring */
#include "stream/live.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/barrier.h"
#include "base/pages.h"
#include "stream/live_slot.h"

enum {
	PERIOD_NS = 1000000000, /* between searches for dead writers */
	SKEW_NS = 1000000,	/* between the clocks of two processors */
};

static int reserve_piece(struct pxt_live *live)
{
	return pxt_array_reserve(&live->pieces, &live->room, live->count + 1,
				 sizeof(*live->pieces));
}

/* A writer that was waited for in vain, and has not moved since, is not waited
 * for again. */
static void look_patiently(struct pxt_live *live, uint32_t slot,
			   struct pxt_ring_sight *sight)
{
	struct pxt_live_progress *progress = &live->progress[slot];

	pxt_ring_glance(&live->stream->ring, slot, sight);
	if (sight->busy && progress->stuck &&
	    progress->stuck_at == sight->bytes &&
	    progress->sequence == sight->sequence)
		return;
	if (sight->busy)
		pxt_live_slot_look(live, slot, sight);
	progress->stuck = false;
	if (!sight->busy)
		return;
	progress = pxt_live_slot_follow(live, slot, sight->sequence);
	progress->stuck = true;
	progress->stuck_at = sight->bytes;
}

/* Returns the number of the piece's records. */
static uint32_t walk_to_end(struct pxt_live *live,
			    const struct pxt_live_piece *piece,
			    const void *data)
{
	struct pxt_event event;
	uint32_t records = 0;

	pxt_live_walk(live, piece, data, &live->copied);
	while (!pxt_record_walk_next(&live->copied, &event))
		records++;
	return records;
}

/* The context behind forgotten records is found when others follow them. */
static void find_context(struct pxt_live *live, uint32_t slot)
{
	struct pxt_live_progress *progress = &live->progress[slot];
	const struct pxt_live_piece forgotten = {
		.slot = slot,
		.to = progress->taken,
		.sequence = progress->sequence,
	};

	progress->is_forgotten = false;
	if (pxt_live_copy(live, &forgotten, live->chunk))
		return;
	walk_to_end(live, &forgotten, live->chunk);
	pxt_live_slot_remember(live, slot, forgotten.sequence,
			       &live->copied.context,
			       live->copied.context_ticks);
}

static int look_at(struct pxt_live *live, uint32_t slot, bool *stopped)
{
	struct pxt_ring_sight sight;
	struct pxt_live_progress *progress;
	int err;

	look_patiently(live, slot, &sight);
	*stopped |= sight.busy;
	if (sight.state == PXT_CHUNK_FREE)
		return 0;
	progress = pxt_live_slot_follow(live, slot, sight.sequence);
	if (progress->taken >= sight.bytes) {
		pxt_live_slot_free_if_done(live, slot, &sight);
		return 0;
	}

	err = reserve_piece(live);
	if (err)
		return err;
	if (progress->is_forgotten)
		find_context(live, slot);
	live->pieces[live->count++] = (struct pxt_live_piece){
		.slot = slot,
		.from = progress->taken,
		.to = sight.bytes,
		.sequence = sight.sequence,
		.last = sight.state == PXT_CHUNK_RETIRED ?
				pxt_ring_last(&live->stream->ring, slot) :
				UINT64_MAX,
		.context = progress->context,
		.context_ticks = progress->context_ticks,
	};
	return 0;
}

static int compare_ends(const void *a, const void *b)
{
	const struct pxt_live_piece *one = a;
	const struct pxt_live_piece *other = b;

	if (one->last != other->last)
		return one->last > other->last ? 1 : -1;
	return (one->sequence > other->sequence) -
	       (one->sequence < other->sequence);
}

void pxt_live_bury(struct pxt_live *live)
{
	struct pxt_ring *ring = &live->stream->ring;
	uint64_t now = pxt_clock_ticks(live->stream->clock);

	live->buried_ns = pxt_clock_ns(CLOCK_MONOTONIC);
	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		pxt_ring_bury(ring, slot, now);
}

void pxt_live_disown(struct pxt_live *live)
{
	struct pxt_ring *ring = &live->stream->ring;
	uint64_t now = pxt_clock_ticks(live->stream->clock);

	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		pxt_ring_disown(ring, slot, now);
}

/* Asking the kernel about every owner is too expensive for each of hundreds of
 * looks per second. */
static void bury_if_due(struct pxt_live *live)
{
	if (pxt_clock_ns(CLOCK_MONOTONIC) - live->buried_ns >= PERIOD_NS)
		pxt_live_bury(live);
}

/* Looks and pieces */

int pxt_live_look(struct pxt_live *live, const struct pxt_live_piece **pieces,
		  size_t *count, uint64_t *floor)
{
	const struct pxt_ring *ring = &live->stream->ring;
	bool stopped = false;
	uint64_t now;
	int err;

	bury_if_due(live);
	now = pxt_clock_ticks(live->stream->clock);
	pxt_barrier_all(); /* R9 */
	live->patience = (struct pxt_ring_patience){ 0 };
	live->count = 0;
	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++) {
		err = look_at(live, slot, &stopped);
		if (err)
			return err;
	}

	live->looked = now;
	live->looks++;

	/* A writer that is stopped within a record, by a debugger say, may yet
	 * publish one that is older than now. */
	if (!stopped)
		live->floor = now;
	if (pxt_live_loops(live))
		pxt_live_gap_note(&live->gap, live->stream->ring.shared);
	if (live->count)
		qsort(live->pieces, live->count, sizeof(*live->pieces),
		      compare_ends);
	*pieces = live->pieces;
	*count = live->count;
	*floor = live->floor;
	return 0;
}

uint64_t pxt_live_looks(const struct pxt_live *live)
{
	return live->looks;
}

uint64_t pxt_live_latest(const struct pxt_live *live)
{
	return pxt_clock_ticks(live->stream->clock) + live->skew;
}

void pxt_live_walk(const struct pxt_live *live,
		   const struct pxt_live_piece *piece, const void *copy,
		   struct pxt_record_walk *walk)
{
	pxt_record_walk_init(walk, copy, piece->to - piece->from,
			     &piece->context, piece->context_ticks);
	walk->latest = pxt_live_latest(live);
}

/* The context of a piece in a looping ring is read now: the chunk may be
 * another when its turn comes. */
static void examine(struct pxt_live *live, const struct pxt_live_piece *piece,
		    const void *data)
{
	struct pxt_live_progress *progress = &live->progress[piece->slot];

	progress->copied = piece->to;
	progress->before = piece->from ? progress->records : 0;
	progress->has = progress->before + walk_to_end(live, piece, data);
}

int pxt_live_copy(struct pxt_live *live, const struct pxt_live_piece *piece,
		  void *out)
{
	struct pxt_ring_sight sight;
	int err;

	err = pxt_ring_copy(&live->stream->ring, piece->slot, piece->sequence,
			    piece->from, piece->to, out);
	if (!pxt_live_loops(live))
		return err;
	if (err)
		pxt_live_slot_look(live, piece->slot, &sight);
	else
		examine(live, piece, out);
	return err;
}

bool pxt_live_is_counted(const struct pxt_live *live,
			 const struct pxt_live_piece *piece)
{
	return piece->last != UINT64_MAX &&
	       pxt_ring_records(&live->stream->ring, piece->slot) ==
		       live->progress[piece->slot].has;
}

int pxt_live_took(struct pxt_live *live, const struct pxt_live_piece *piece,
		  uint32_t records, const struct pxt_context *context,
		  uint64_t context_ticks)
{
	const int err = pxt_live_slot_take(live, piece->slot, piece->sequence,
					   piece->to, records);

	pxt_live_slot_remember(live, piece->slot, piece->sequence, context,
			       context_ticks);
	pxt_live_slot_free(live, piece->slot);
	return err;
}

/* Gaps, as seen by readers */

void pxt_live_has_all(struct pxt_live *live, uint64_t before)
{
	pxt_live_gap_has_all(&live->gap, live->stream->ring.shared, before);
}

const struct pxt_live_gap *pxt_live_gap(const struct pxt_live *live)
{
	return &live->gap;
}

void pxt_live_pass_gap(struct pxt_live *live)
{
	live->gap = (struct pxt_live_gap){ .records = live->gap.records };
}

/* In a ring that loops the records are counted, for the case that the chunk is
 * overwritten. Elsewhere they are not even read, as their memory would have to
 * come back from the reader's processor when the chunk is used again. */
static void forget_slot(struct pxt_live *live, uint32_t slot)
{
	const bool loops = pxt_live_loops(live);
	struct pxt_ring_sight sight;
	struct pxt_live_piece all;
	struct pxt_live_progress *progress;

	pxt_ring_glance(&live->stream->ring, slot, &sight);
	if (sight.state == PXT_CHUNK_FREE)
		return;
	progress = pxt_live_slot_follow(live, slot, sight.sequence);
	progress->unfinished = 0;
	progress->is_forgotten = !loops;
	all = (struct pxt_live_piece){
		.slot = slot,
		.to = sight.bytes,
		.sequence = sight.sequence,
	};
	if (loops && pxt_live_copy(live, &all, live->chunk))
		return;
	pxt_live_took(live, &all, 0, loops ? &live->copied.context : NULL,
		      live->copied.context_ticks);
}

void pxt_live_forget(struct pxt_live *live)
{
	struct pxt_ring *ring = &live->stream->ring;

	live->count = 0;
	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		forget_slot(live, slot);

	if (pxt_live_loops(live))
		pxt_live_has_all(live, pxt_clock_ticks(live->stream->clock));
	atomic_store_explicit(&ring->shared->overwritten_from, 0,
			      memory_order_relaxed);
	live->gap = (struct pxt_live_gap){
		.records = atomic_load_explicit(&ring->shared->overwritten,
						memory_order_acquire),
	};
}

int pxt_live_create(struct pxt_stream *stream, struct pxt_live **out)
{
	struct pxt_live *live;

	live = calloc(1, sizeof(*live));
	if (!live)
		return ENOMEM;
	live->progress_size = stream->ring.slots * sizeof(*live->progress);
	live->progress = pxt_pages_map(live->progress_size);
	live->chunk = malloc(stream->ring.geometry.chunk);
	if (!live->progress || !live->chunk) {
		pxt_live_close(live);
		return ENOMEM;
	}
	live->stream = stream;
	live->skew = ((uint64_t)SKEW_NS << 32) / stream->rate;
	*out = live;
	return 0;
}

void pxt_live_close(struct pxt_live *live)
{
	if (!live)
		return;
	free(live->pieces);
	free(live->chunk);
	pxt_pages_unmap(live->progress, live->progress_size);
	free(live);
}
