/* live.c - taking from a ring what its writers publish */
#include "stream/live.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/barrier.h"

/* How far one slot has been taken. */
struct cursor {
	uint64_t sequence;
	uint32_t taken;	     /* bytes given to a merge, or dealt with */
	uint32_t unfinished; /* runs in a merge */
	/* At the end of what was dealt with or, in a ring that loops, of what
	 * was taken. */
	struct pxt_context context;
	uint64_t context_ticks;
};

struct pxt_live {
	struct pxt_source source;
	struct pxt_stream *stream;
	struct cursor *cursor; /* one per slot */
	struct pxt_live_piece *pieces;
	size_t count;
	size_t room;
	uint64_t floor;
	struct pxt_live_gap gap;
};

static struct pxt_live *live_of(struct pxt_source *source)
{
	return (struct pxt_live *)(void *)((char *)source -
					   offsetof(struct pxt_live, source));
}

static int room_for_one(struct pxt_live *live)
{
	size_t room = live->room ? 2 * live->room : 64;
	struct pxt_live_piece *pieces;

	if (live->count < live->room)
		return 0;
	pieces = reallocarray(live->pieces, room, sizeof(*pieces));
	if (!pieces)
		return ENOMEM;
	live->pieces = pieces;
	live->room = room;
	return 0;
}

static void free_if_done(struct pxt_live *live, uint32_t slot,
			 const struct pxt_ring_sight *sight)
{
	const struct cursor *cursor = &live->cursor[slot];

	if (sight->state == PXT_CHUNK_RETIRED &&
	    cursor->taken >= sight->bytes && !cursor->unfinished)
		pxt_ring_free(&live->stream->ring, slot, sight->sequence);
}

static int look_at(struct pxt_live *live, uint32_t slot, bool *stopped)
{
	struct cursor *cursor = &live->cursor[slot];
	struct pxt_ring_sight sight;
	int err;

	pxt_ring_look(&live->stream->ring, slot, &sight);
	*stopped |= sight.busy;
	if (sight.state == PXT_CHUNK_FREE)
		return 0;
	if (cursor->sequence != sight.sequence) {
		memset(cursor, 0, sizeof(*cursor));
		cursor->sequence = sight.sequence;
	}
	if (cursor->taken >= sight.bytes) {
		free_if_done(live, slot, &sight);
		return 0;
	}

	err = room_for_one(live);
	if (err)
		return err;
	live->pieces[live->count++] = (struct pxt_live_piece){
		.slot = slot,
		.from = cursor->taken,
		.to = sight.bytes,
		.sequence = sight.sequence,
		.context = cursor->context,
		.context_ticks = cursor->context_ticks,
	};
	return 0;
}

static int by_sequence(const void *a, const void *b)
{
	const struct pxt_live_piece *one = a;
	const struct pxt_live_piece *other = b;

	return (one->sequence > other->sequence) -
	       (one->sequence < other->sequence);
}

int pxt_live_look(struct pxt_live *live, const struct pxt_live_piece **pieces,
		  size_t *count, uint64_t *floor)
{
	const struct pxt_ring *ring = &live->stream->ring;
	uint64_t now = pxt_clock_ticks(live->stream->clock);
	bool stopped = false;
	int err;

	pxt_barrier_all(); /* R9 */
	live->count = 0;
	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++) {
		err = look_at(live, slot, &stopped);
		if (err)
			return err;
	}

	/* A writer that is stopped in the middle of a record, by a debugger
	 * say, may yet publish one that is older than now. */
	if (!stopped)
		live->floor = now;
	if (live->count)
		qsort(live->pieces, live->count, sizeof(*live->pieces),
		      by_sequence);
	*pieces = live->pieces;
	*count = live->count;
	*floor = live->floor;
	return 0;
}

int pxt_live_copy(struct pxt_live *live, const struct pxt_live_piece *piece,
		  void *out)
{
	return pxt_ring_copy(&live->stream->ring, piece->slot, piece->sequence,
			     piece->from, piece->to, out);
}

static void remember(struct pxt_live *live, uint32_t slot, uint64_t sequence,
		     const struct pxt_context *context, uint64_t context_ticks)
{
	struct cursor *cursor = &live->cursor[slot];

	if (cursor->sequence != sequence || !context)
		return;
	cursor->context = *context;
	cursor->context_ticks = context_ticks;
}

static void free_slot(struct pxt_live *live, uint32_t slot)
{
	struct pxt_ring_sight sight;

	pxt_ring_look(&live->stream->ring, slot, &sight);
	if (sight.sequence == live->cursor[slot].sequence)
		free_if_done(live, slot, &sight);
}

void pxt_live_took(struct pxt_live *live, const struct pxt_live_piece *piece,
		   const struct pxt_context *context, uint64_t context_ticks)
{
	live->cursor[piece->slot].taken = piece->to;
	remember(live, piece->slot, piece->sequence, context, context_ticks);
	free_slot(live, piece->slot);
}

/* As a source of runs */

enum { COOKIE_SLOT, COOKIE_SEQUENCE, COOKIE_FROM, COOKIE_TO };

static int bring(struct pxt_live *live, const struct pxt_live_piece *piece,
		 struct pxt_run *run)
{
	int err;

	run->len = piece->to - piece->from;
	run->buffer = malloc(run->len);
	if (!run->buffer)
		return ENOMEM;
	run->data = run->buffer;
	err = pxt_live_copy(live, piece, run->buffer);
	if (err) {
		free(run->buffer);
		run->buffer = NULL;
	}
	return err;
}

static bool loops(const struct pxt_live *live)
{
	return live->stream->ring.geometry.loop;
}

/* By the time its turn comes the chunk may be another: what is to be known
 * of it has to be known now. */
static int bring_at_once(struct pxt_live *live, struct cursor *cursor,
			 const struct pxt_live_piece *piece,
			 struct pxt_run *run)
{
	struct pxt_record_walk walk;
	struct pxt_event event;
	int err;

	err = bring(live, piece, run);
	if (err)
		return err;
	run->context = piece->context;
	run->context_ticks = piece->context_ticks;
	pxt_record_walk_init(&walk, run->data, run->len,
			     run->context.rate ? &run->context : NULL,
			     run->context_ticks);
	while (!pxt_record_walk_next(&walk, &event))
		;
	cursor->context = walk.context;
	cursor->context_ticks = walk.context_ticks;
	return 0;
}

static int add_run(struct pxt_live *live, const struct pxt_live_piece *piece,
		   struct pxt_merge *merge)
{
	struct cursor *cursor = &live->cursor[piece->slot];
	struct pxt_run run = {
		.order = piece->sequence << 24 | piece->from >> 3,
		.cookie = { piece->slot, piece->sequence, piece->from,
			    piece->to },
	};
	struct pxt_live_piece head = *piece;
	int err;

	head.to = piece->from + (uint32_t)sizeof(run.first);
	err = pxt_live_copy(live, &head, &run.first);
	if (!err && loops(live))
		err = bring_at_once(live, cursor, piece, &run);
	if (err == ESTALE) {
		cursor->taken = piece->to;
		return 0;
	}
	if (!err)
		err = pxt_merge_add(merge, &run);
	if (err) {
		free(run.buffer);
		return err;
	}
	cursor->taken = piece->to;
	cursor->unfinished++;
	return 0;
}

static void note_gap(struct pxt_live *live)
{
	struct pxt_ring_shared *shared = live->stream->ring.shared;
	uint64_t records = atomic_load_explicit(&shared->overwritten,
						memory_order_acquire);

	if (records == live->gap.records)
		return;
	live->gap = (struct pxt_live_gap){
		.records = records,
		.from = atomic_exchange_explicit(&shared->overwritten_from, 0,
						 memory_order_relaxed),
		.horizon = atomic_load_explicit(&shared->horizon,
						memory_order_relaxed),
	};
}

const struct pxt_live_gap *pxt_live_gap(const struct pxt_live *live)
{
	return &live->gap;
}

static int more(struct pxt_source *source, struct pxt_merge *merge)
{
	struct pxt_live *live = live_of(source);
	const struct pxt_live_piece *pieces;
	uint64_t floor;
	size_t count;
	int err;

	err = pxt_live_look(live, &pieces, &count, &floor);
	if (err)
		return err;
	for (size_t i = 0; i < count; i++) {
		err = add_run(live, &pieces[i], merge);
		if (err)
			return err;
	}
	if (loops(live))
		note_gap(live);
	pxt_merge_floor(merge, floor);
	return count ? 0 : ENODATA;
}

static int load(struct pxt_source *source, struct pxt_run *run)
{
	struct pxt_live *live = live_of(source);
	const struct cursor *cursor = &live->cursor[run->cookie[COOKIE_SLOT]];
	struct pxt_live_piece piece = {
		.slot = (uint32_t)run->cookie[COOKIE_SLOT],
		.sequence = run->cookie[COOKIE_SEQUENCE],
		.from = (uint32_t)run->cookie[COOKIE_FROM],
		.to = (uint32_t)run->cookie[COOKIE_TO],
	};

	if (loops(live))
		return 0;
	/* The run before this one, of the same chunk, is done by now. */
	run->context = cursor->context;
	run->context_ticks = cursor->context_ticks;
	return bring(live, &piece, run);
}

static void bad(struct pxt_source *source, struct pxt_run *run, size_t offset)
{
	(void)source;
	(void)run;
	(void)offset;
	/* Memory that somebody scribbled over: the rest of it is dropped. */
}

static void done(struct pxt_source *source, struct pxt_run *run)
{
	struct pxt_live *live = live_of(source);
	uint32_t slot = (uint32_t)run->cookie[COOKIE_SLOT];
	struct cursor *cursor = &live->cursor[slot];

	free(run->buffer);
	run->buffer = NULL;
	if (cursor->sequence != run->cookie[COOKIE_SEQUENCE])
		return;
	if (run->loaded && !loops(live))
		remember(live, slot, cursor->sequence, &run->walk.context,
			 run->walk.context_ticks);
	cursor->unfinished--;
	free_slot(live, slot);
}

struct pxt_source *pxt_live_source(struct pxt_live *live)
{
	return &live->source;
}

int pxt_live_create(struct pxt_stream *stream, struct pxt_live **out)
{
	struct pxt_live *live;

	live = calloc(1, sizeof(*live));
	if (!live)
		return ENOMEM;
	live->cursor = calloc(stream->ring.slots, sizeof(*live->cursor));
	if (!live->cursor) {
		free(live);
		return ENOMEM;
	}
	live->stream = stream;
	live->source = (struct pxt_source){
		.more = more,
		.load = load,
		.bad = bad,
		.done = done,
	};
	*out = live;
	return 0;
}

void pxt_live_close(struct pxt_live *live)
{
	if (!live)
		return;
	free(live->pieces);
	free(live->cursor);
	free(live);
}
