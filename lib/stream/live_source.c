/* live_source.c - an active stream as a source of runs */
#include "stream/live_source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stream/live_slot.h"

static struct pxt_live *live_of(struct pxt_source *source)
{
	return (struct pxt_live *)(void *)((char *)source -
					   offsetof(struct pxt_live, source));
}

enum { COOKIE_SLOT, COOKIE_SEQUENCE, COOKIE_FROM, COOKIE_TO };

static int copy_piece(struct pxt_live *live, const struct pxt_live_piece *piece,
		      struct pxt_run *run)
{
	int err;

	run->len = piece->to - piece->from;
	run->buffer = malloc(run->len);
	if (!run->buffer)
		return ENOMEM;
	run->data = run->buffer;
	err = pxt_live_copy(live, piece, run->buffer);
	run->latest = pxt_live_latest(live);
	if (err) {
		free(run->buffer);
		run->buffer = NULL;
	}
	return err;
}

/* A looping ring is copied while it is intact. */
static int copy_intact_piece(struct pxt_live *live,
			     const struct pxt_live_piece *piece,
			     struct pxt_run *run)
{
	int err;

	err = copy_piece(live, piece, run);
	if (err)
		return err;
	run->context = piece->context;
	run->context_ticks = piece->context_ticks;
	memcpy(&run->first, run->data, sizeof(run->first));
	return 0;
}

static int copy_first_record(struct pxt_live *live,
			     const struct pxt_live_piece *piece,
			     struct pxt_run *run)
{
	return pxt_ring_copy(
		&live->stream->ring, piece->slot, piece->sequence, piece->from,
		piece->from + (uint32_t)sizeof(run->first), &run->first);
}

static void note_run(struct pxt_live *live, const struct pxt_live_piece *piece)
{
	live->progress[piece->slot].unfinished++;
	if (!pxt_live_loops(live)) {
		live->progress[piece->slot].taken = piece->to;
		return;
	}
	pxt_live_slot_take(live, piece->slot, piece->sequence, piece->to, 0);
	pxt_live_slot_remember(live, piece->slot, piece->sequence,
			       &live->copied.context,
			       live->copied.context_ticks);
	pxt_live_slot_free(live, piece->slot);
}

static int add_run(struct pxt_live *live, const struct pxt_live_piece *piece,
		   struct pxt_merge *merge)
{
	struct pxt_run run = {
		.order = piece->sequence << 24 | piece->from >> 3,
		.cookie = { piece->slot, piece->sequence, piece->from,
			    piece->to },
	};
	int err;

	err = pxt_live_loops(live) ? copy_intact_piece(live, piece, &run) :
				     copy_first_record(live, piece, &run);
	if (err == ESTALE) {
		live->progress[piece->slot].taken = piece->to;
		return 0;
	}
	/* An impossible time: the run is loaded at once to find out, not when
	 * this time comes. */
	if (run.first > pxt_live_latest(live))
		run.first = 0;
	if (!err)
		err = pxt_merge_add(merge, &run);
	if (err) {
		free(run.buffer);
		return err;
	}
	note_run(live, piece);
	return 0;
}

static int load_runs(struct pxt_source *source, struct pxt_merge *merge)
{
	struct pxt_live *live = live_of(source);
	const struct pxt_live_piece *pieces;
	uint64_t floor;
	size_t count;
	int err;

	err = pxt_live_look(live, &pieces, &count, &floor);
	if (err)
		return err;
	/* Newest first: the oldest chunks are overwritten while the reader
	 * copies, and everything older than a lost chunk is lost with it. */
	for (size_t i = count; i-- > 0;) {
		err = add_run(live, &pieces[i], merge);
		if (err)
			return err;
	}
	if (pxt_live_loops(live)) {
		pxt_live_gap_note(&live->gap, live->stream->ring.shared);
		pxt_live_has_all(live, floor);
	}
	pxt_merge_floor(merge, live->looked);
	return ENODATA;
}

static int load_run(struct pxt_source *source, struct pxt_merge *merge,
		    struct pxt_run *run)
{
	struct pxt_live *live = live_of(source);
	const struct pxt_live_progress *progress =
		&live->progress[run->cookie[COOKIE_SLOT]];
	struct pxt_live_piece piece = {
		.slot = (uint32_t)run->cookie[COOKIE_SLOT],
		.sequence = run->cookie[COOKIE_SEQUENCE],
		.from = (uint32_t)run->cookie[COOKIE_FROM],
		.to = (uint32_t)run->cookie[COOKIE_TO],
	};

	(void)merge;
	if (pxt_live_loops(live))
		return 0;
	/* The previous run of the chunk is done by now. */
	run->context = progress->context;
	run->context_ticks = progress->context_ticks;
	return copy_piece(live, &piece, run);
}

static void drop_damaged(struct pxt_source *source, struct pxt_run *run,
			 size_t offset)
{
	(void)source;
	(void)run;
	(void)offset;
	/* Damaged memory: the rest of the run is dropped. */
}

/* Returns the number of delivered bytes of a run. */
static uint32_t delivered_upto(const struct pxt_run *run)
{
	const uint8_t *next = run->next.data;

	if (!run->loaded)
		return (uint32_t)run->cookie[COOKIE_FROM];
	if (!run->pending)
		return (uint32_t)run->cookie[COOKIE_TO];
	return (uint32_t)run->cookie[COOKIE_FROM] +
	       (uint32_t)(next - PXT_RECORD_HEAD - (const uint8_t *)run->data);
}

/* Bytes that were not delivered are left to the next look. */
static void take_run(struct pxt_live *live, uint32_t slot,
		     const struct pxt_run *run)
{
	struct pxt_live_progress *progress = &live->progress[slot];
	uint32_t upto = delivered_upto(run);

	if (run->loaded)
		pxt_live_slot_remember(live, slot, progress->sequence,
				       &run->walk.context,
				       run->walk.context_ticks);
	if (upto < run->cookie[COOKIE_TO] && progress->taken > upto)
		progress->taken = upto;
	pxt_ring_take(&live->stream->ring, slot, progress->sequence, upto, 0);
}

static void end_run(struct pxt_source *source, struct pxt_run *run)
{
	struct pxt_live *live = live_of(source);
	uint32_t slot = (uint32_t)run->cookie[COOKIE_SLOT];
	struct pxt_live_progress *progress = &live->progress[slot];

	if (progress->sequence == run->cookie[COOKIE_SEQUENCE]) {
		if (!pxt_live_loops(live))
			take_run(live, slot, run);
		/* A recurring sequence starts again from zero. */
		if (progress->unfinished)
			progress->unfinished--;
		pxt_live_slot_free(live, slot);
	}
	free(run->buffer);
	run->buffer = NULL;
}

struct pxt_source *pxt_live_source(struct pxt_live *live)
{
	live->source = (struct pxt_source){
		.more = load_runs,
		.load = load_run,
		.bad = drop_damaged,
		.done = end_run,
	};
	return &live->source;
}
