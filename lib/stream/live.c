/* live.c - taking from a ring what its writers publish */
#include "stream/live.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/barrier.h"

enum {
	PERIOD_NS = 1000000000, /* of looking for the dead */
	SKEW_NS = 1000000,	/* between the clocks of two processors */
};

/* How far one slot has been taken. */
struct cursor {
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
	struct cursor *cursor; /* one per slot */
	struct pxt_live_piece *pieces;
	size_t count;
	size_t room;
	uint64_t floor;
	uint64_t looked; /* ticks of the last look */
	uint64_t looks;
	uint64_t skew; /* in ticks */
	int64_t buried_ns; /* when the dead were last looked for */
	struct pxt_ring_patience patience; /* of the last look */
	struct pxt_record_walk copied;	   /* at the end of the last piece */
	uint8_t *chunk;			   /* room for one */

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

static bool loops(const struct pxt_live *live)
{
	return live->stream->ring.geometry.loop;
}

/* In a ring that loops, what was taken is in memory of our own. */
static void free_if_done(struct pxt_live *live, uint32_t slot,
			 const struct pxt_ring_sight *sight)
{
	const struct cursor *cursor = &live->cursor[slot];

	if (sight->state == PXT_CHUNK_RETIRED &&
	    cursor->taken >= sight->bytes &&
	    (!cursor->unfinished || loops(live)))
		pxt_ring_free(&live->stream->ring, slot, sight->sequence);
}

static struct cursor *follow(struct pxt_live *live, uint32_t slot,
			     uint64_t sequence)
{
	struct cursor *cursor = &live->cursor[slot];

	if (cursor->sequence != sequence)
		*cursor = (struct cursor){ .sequence = sequence };
	return cursor;
}

/* Behind this, what was overwritten is told (R13), by whoever did it or, if
 * that is dead, by us (R17). */
static void look_closely(struct pxt_live *live, uint32_t slot,
			 struct pxt_ring_sight *sight)
{
	struct pxt_ring *ring = &live->stream->ring;

	pxt_ring_look_within(ring, slot, &live->patience, sight);
	if (sight->begins)
		pxt_ring_bury(ring, slot,
			      pxt_clock_ticks(live->stream->clock));
}

/* A writer that was waited for in vain, and has not moved since, is not waited
 * for again. */
static void look_patiently(struct pxt_live *live, uint32_t slot,
			   struct pxt_ring_sight *sight)
{
	struct cursor *cursor = &live->cursor[slot];

	pxt_ring_glance(&live->stream->ring, slot, sight);
	if (sight->busy && cursor->stuck && cursor->stuck_at == sight->bytes &&
	    cursor->sequence == sight->sequence)
		return;
	if (sight->busy)
		look_closely(live, slot, sight);
	cursor->stuck = false;
	if (!sight->busy)
		return;
	cursor = follow(live, slot, sight->sequence);
	cursor->stuck = true;
	cursor->stuck_at = sight->bytes;
}

static int look_at(struct pxt_live *live, uint32_t slot, bool *stopped)
{
	struct pxt_ring_sight sight;
	struct cursor *cursor;
	int err;

	look_patiently(live, slot, &sight);
	*stopped |= sight.busy;
	if (sight.state == PXT_CHUNK_FREE)
		return 0;
	cursor = follow(live, slot, sight.sequence);
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
		.last = sight.state == PXT_CHUNK_RETIRED ?
				pxt_ring_last(&live->stream->ring, slot) :
				UINT64_MAX,
		.context = cursor->context,
		.context_ticks = cursor->context_ticks,
	};
	return 0;
}

static int by_end(const void *a, const void *b)
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

/* It asks the kernel about every owner: not at each of the hundreds of looks
 * at a busy stream in a second. */
static void bury_if_due(struct pxt_live *live)
{
	if (pxt_clock_ns(CLOCK_MONOTONIC) - live->buried_ns >= PERIOD_NS)
		pxt_live_bury(live);
}

/* Gaps */

/* Should we die before it is dealt with, the next reader knows. */
static void keep_from(struct pxt_ring_shared *shared, uint64_t from)
{
	const uint64_t old =
		atomic_load_explicit(&shared->gap_from, memory_order_relaxed);

	if (from && (!old || from < old))
		atomic_store_explicit(&shared->gap_from, from,
				      memory_order_relaxed);
}

/* Where what was overwritten since the last time begins. */
static uint64_t take_from(struct pxt_live *live)
{
	struct pxt_ring_shared *shared = live->stream->ring.shared;
	uint64_t from;

	keep_from(shared, atomic_load_explicit(&shared->overwritten_from,
					       memory_order_relaxed));
	from = atomic_exchange_explicit(&shared->overwritten_from, 0,
					memory_order_relaxed);
	keep_from(shared, from);
	/* What the last reader noticed. */
	if (!live->gap.records && atomic_load_explicit(&shared->gap_from,
						       memory_order_relaxed))
		from = atomic_load_explicit(&shared->gap_from,
					    memory_order_relaxed);
	/* None: who was in the middle of telling told it to the last gap. */
	if (!from)
		from = atomic_load_explicit(&shared->taken_upto,
					    memory_order_relaxed);
	keep_from(shared, from);
	return from;
}

static void note_gap(struct pxt_live *live)
{
	struct pxt_ring_shared *shared = live->stream->ring.shared;
	struct pxt_live_gap *gap = &live->gap;
	uint64_t records = atomic_load_explicit(&shared->overwritten,
						memory_order_acquire);
	uint64_t from;

	if (records == gap->records)
		return;
	from = take_from(live);
	if (!gap->horizon)
		gap->since = atomic_load_explicit(&shared->taken_upto,
						  memory_order_relaxed);
	if (!gap->horizon || from < gap->from)
		gap->from = from;
	gap->horizon =
		atomic_load_explicit(&shared->horizon, memory_order_relaxed);
	gap->records = records;
}

void pxt_live_has_all(struct pxt_live *live, uint64_t before)
{
	struct pxt_ring_shared *shared = live->stream->ring.shared;

	atomic_store_explicit(&shared->taken_upto, before,
			      memory_order_relaxed);
	if (!live->gap.horizon)
		atomic_store_explicit(&shared->gap_from, 0,
				      memory_order_relaxed);
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

	/* A writer that is stopped in the middle of a record, by a debugger
	 * say, may yet publish one that is older than now. */
	if (!stopped)
		live->floor = now;
	if (loops(live))
		note_gap(live);
	if (live->count)
		qsort(live->pieces, live->count, sizeof(*live->pieces), by_end);
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

/* What is to be known of a piece of a ring that loops: by the time its turn
 * comes the chunk may be another. */
static void examine(struct pxt_live *live, const struct pxt_live_piece *piece,
		    const void *data)
{
	struct cursor *cursor = &live->cursor[piece->slot];
	struct pxt_event event;

	cursor->copied = piece->to;
	cursor->has = piece->from ? cursor->records : 0;
	pxt_live_walk(live, piece, data, &live->copied);
	while (!pxt_record_walk_next(&live->copied, &event))
		cursor->has++;
}

int pxt_live_copy(struct pxt_live *live, const struct pxt_live_piece *piece,
		  void *out)
{
	struct pxt_ring_sight sight;
	int err;

	err = pxt_ring_copy(&live->stream->ring, piece->slot, piece->sequence,
			    piece->from, piece->to, out);
	if (!loops(live))
		return err;
	if (err)
		look_closely(live, piece->slot, &sight);
	else
		examine(live, piece, out);
	return err;
}

bool pxt_live_is_counted(const struct pxt_live *live,
			 const struct pxt_live_piece *piece)
{
	return piece->last != UINT64_MAX &&
	       pxt_ring_records(&live->stream->ring, piece->slot) ==
		       live->cursor[piece->slot].has;
}

/* R12: if the chunk was reclaimed just now, then what was copied of it is in
 * the gap that follows. */
static int note_taken(struct pxt_live *live, const struct pxt_live_piece *piece)
{
	struct cursor *cursor = &live->cursor[piece->slot];
	struct pxt_ring_sight sight;
	int err;

	cursor->taken = piece->to;
	if (!loops(live)) {
		pxt_ring_take(&live->stream->ring, piece->slot, piece->sequence,
			      piece->to, 0);
		return 0;
	}
	if (cursor->copied == piece->to)
		cursor->records = cursor->has;
	err = pxt_ring_take(&live->stream->ring, piece->slot, piece->sequence,
			    cursor->taken, cursor->records);
	if (err)
		look_closely(live, piece->slot, &sight);
	return err;
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

	pxt_ring_glance(&live->stream->ring, slot, &sight);
	if (sight.sequence == live->cursor[slot].sequence)
		free_if_done(live, slot, &sight);
}

int pxt_live_took(struct pxt_live *live, const struct pxt_live_piece *piece,
		  const struct pxt_context *context, uint64_t context_ticks)
{
	const int err = note_taken(live, piece);

	remember(live, piece->slot, piece->sequence, context, context_ticks);
	free_slot(live, piece->slot);
	return err;
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
	run->latest = pxt_live_latest(live);
	if (err) {
		free(run->buffer);
		run->buffer = NULL;
	}
	return err;
}

/* Of a ring that loops, while it is there. */
static int bring_at_once(struct pxt_live *live,
			 const struct pxt_live_piece *piece,
			 struct pxt_run *run)
{
	int err;

	err = bring(live, piece, run);
	if (err)
		return err;
	run->context = piece->context;
	run->context_ticks = piece->context_ticks;
	memcpy(&run->first, run->data, sizeof(run->first));
	return 0;
}

static int bring_first(struct pxt_live *live,
		       const struct pxt_live_piece *piece, struct pxt_run *run)
{
	return pxt_ring_copy(
		&live->stream->ring, piece->slot, piece->sequence, piece->from,
		piece->from + (uint32_t)sizeof(run->first), &run->first);
}

static void note_added(struct pxt_live *live,
		       const struct pxt_live_piece *piece)
{
	live->cursor[piece->slot].unfinished++;
	if (!loops(live)) {
		live->cursor[piece->slot].taken = piece->to;
		return;
	}
	note_taken(live, piece);
	remember(live, piece->slot, piece->sequence, &live->copied.context,
		 live->copied.context_ticks);
	free_slot(live, piece->slot);
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

	err = loops(live) ? bring_at_once(live, piece, &run) :
			    bring_first(live, piece, &run);
	if (err == ESTALE) {
		live->cursor[piece->slot].taken = piece->to;
		return 0;
	}
	/* It cannot be: that is found out when it is loaded, which is at once,
	 * and not when this time comes. */
	if (run.first > pxt_live_latest(live))
		run.first = 0;
	if (!err)
		err = pxt_merge_add(merge, &run);
	if (err) {
		free(run.buffer);
		return err;
	}
	note_added(live, piece);
	return 0;
}

/* What readers do about gaps */

const struct pxt_live_gap *pxt_live_gap(const struct pxt_live *live)
{
	return &live->gap;
}

void pxt_live_pass_gap(struct pxt_live *live)
{
	live->gap = (struct pxt_live_gap){ .records = live->gap.records };
}

/* From the beginning of the chunk, where a context is: nobody knows what was
 * in force where a run was dropped. */
static void forget_slot(struct pxt_live *live, uint32_t slot)
{
	struct pxt_ring_sight sight;
	struct pxt_live_piece all;
	struct cursor *cursor;

	pxt_ring_glance(&live->stream->ring, slot, &sight);
	if (sight.state == PXT_CHUNK_FREE)
		return;
	cursor = follow(live, slot, sight.sequence);
	cursor->unfinished = 0;
	all = (struct pxt_live_piece){
		.slot = slot,
		.to = sight.bytes,
		.sequence = sight.sequence,
	};
	if (pxt_live_copy(live, &all, live->chunk))
		return;
	if (!loops(live))
		examine(live, &all, live->chunk);
	pxt_live_took(live, &all, &live->copied.context,
		      live->copied.context_ticks);
}

void pxt_live_forget(struct pxt_live *live)
{
	struct pxt_ring *ring = &live->stream->ring;

	live->count = 0;
	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		forget_slot(live, slot);

	if (loops(live))
		pxt_live_has_all(live, pxt_clock_ticks(live->stream->clock));
	atomic_store_explicit(&ring->shared->overwritten_from, 0,
			      memory_order_relaxed);
	live->gap = (struct pxt_live_gap){
		.records = atomic_load_explicit(&ring->shared->overwritten,
						memory_order_acquire),
	};
}

/* The source */

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
	/* The newest first: while the reader copies, the oldest are being
	 * overwritten, and all that is older than the newest of these is lost
	 * with it. */
	for (size_t i = count; i-- > 0;) {
		err = add_run(live, &pieces[i], merge);
		if (err)
			return err;
	}
	if (loops(live)) {
		note_gap(live);
		pxt_live_has_all(live, floor);
	}
	pxt_merge_floor(merge, live->looked);
	return ENODATA;
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

/* How far a run was delivered. */
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

/* What was not delivered is there for the next look. */
static void take_run(struct pxt_live *live, uint32_t slot,
		     const struct pxt_run *run)
{
	struct cursor *cursor = &live->cursor[slot];
	uint32_t upto = delivered_upto(run);

	if (run->loaded)
		remember(live, slot, cursor->sequence, &run->walk.context,
			 run->walk.context_ticks);
	if (upto < run->cookie[COOKIE_TO] && cursor->taken > upto)
		cursor->taken = upto;
	pxt_ring_take(&live->stream->ring, slot, cursor->sequence, upto, 0);
}

static void done(struct pxt_source *source, struct pxt_run *run)
{
	struct pxt_live *live = live_of(source);
	uint32_t slot = (uint32_t)run->cookie[COOKIE_SLOT];
	struct cursor *cursor = &live->cursor[slot];

	if (cursor->sequence == run->cookie[COOKIE_SEQUENCE]) {
		if (!loops(live))
			take_run(live, slot, run);
		/* A sequence that came back counts from zero. */
		if (cursor->unfinished)
			cursor->unfinished--;
		free_slot(live, slot);
	}
	free(run->buffer);
	run->buffer = NULL;
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
	live->chunk = malloc(stream->ring.geometry.chunk);
	if (!live->cursor || !live->chunk) {
		pxt_live_close(live);
		return ENOMEM;
	}
	live->stream = stream;
	live->skew = ((uint64_t)SKEW_NS << 32) / stream->rate;
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
	free(live->chunk);
	free(live->cursor);
	free(live);
}
