/* live_slot.c - progress of a ring's reader, by slot */
#include "stream/live_slot.h"

struct pxt_live_progress *pxt_live_slot_follow(struct pxt_live *live,
					       uint32_t slot, uint64_t sequence)
{
	struct pxt_live_progress *progress = &live->progress[slot];

	if (progress->sequence != sequence)
		*progress = (struct pxt_live_progress){ .sequence = sequence };
	return progress;
}

/* Afterwards overwriting is reported (R13), by the writer or, if that is dead,
 * by this reader (R17). */
void pxt_live_slot_look(struct pxt_live *live, uint32_t slot,
			struct pxt_ring_sight *sight)
{
	struct pxt_ring *ring = &live->stream->ring;

	pxt_ring_look_within(ring, slot, &live->patience, sight);
	if (sight->begins)
		pxt_ring_bury(ring, slot, pxt_clock_ticks(live->stream->clock));
}

/* In a ring that loops, taken records were copied. */
void pxt_live_slot_free_if_done(struct pxt_live *live, uint32_t slot,
				const struct pxt_ring_sight *sight)
{
	const struct pxt_live_progress *progress = &live->progress[slot];

	if (sight->state == PXT_CHUNK_RETIRED &&
	    progress->taken >= sight->bytes &&
	    (!progress->unfinished || pxt_live_loops(live)))
		pxt_ring_free(&live->stream->ring, slot, sight->sequence);
}

void pxt_live_slot_free(struct pxt_live *live, uint32_t slot)
{
	struct pxt_ring_sight sight;

	pxt_ring_glance(&live->stream->ring, slot, &sight);
	if (sight.sequence == live->progress[slot].sequence)
		pxt_live_slot_free_if_done(live, slot, &sight);
}

void pxt_live_slot_remember(struct pxt_live *live, uint32_t slot,
			    uint64_t sequence,
			    const struct pxt_context *context,
			    uint64_t context_ticks)
{
	struct pxt_live_progress *progress = &live->progress[slot];

	if (progress->sequence != sequence || !context)
		return;
	progress->context = *context;
	progress->context_ticks = context_ticks;
}

/* R12: if the chunk was reclaimed just now, the copied records are part of the
 * next gap. */
int pxt_live_slot_take(struct pxt_live *live, uint32_t slot, uint64_t sequence,
		       uint32_t to, uint32_t records)
{
	struct pxt_live_progress *progress = &live->progress[slot];
	struct pxt_ring_sight sight;
	int err;

	progress->taken = to;
	if (!pxt_live_loops(live)) {
		pxt_ring_take(&live->stream->ring, slot, sequence, to, 0);
		return 0;
	}
	progress->records = progress->copied == to ? progress->has :
						     progress->before + records;
	err = pxt_ring_take(&live->stream->ring, slot, sequence,
			    progress->taken, progress->records);
	if (err)
		pxt_live_slot_look(live, slot, &sight);
	return err;
}
