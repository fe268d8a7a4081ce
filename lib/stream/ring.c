/* ring.c - see ring.h for the protocol; R1 to R19 are its clauses */
#include "stream/ring.h"

#include <errno.h>
#include <string.h>

#include "base/barrier.h"
#include "base/clock.h"
#include "base/number_space.h"
#include "base/proc.h"
#include "base/shm.h"
#include "base/wait.h"

enum {
	PAGE = 4096,
	CHUNK_MIN = PAGE,
	CHUNK_MAX = 64 << 20,
	CHUNKS_WANTED = 64,	  /* chunks of a large stream */
	CHUNKS_LEAST = 4,	  /* chunks of a small one */
	CHUNK_WANTED = 128 << 10, /* a change of chunks costs little by then */
	/* Largest records that a chunk holds: in half of a stream, in any case,
	 * and in little address space. */
	RECORDS_WANTED = 4,
	RECORDS_PLANNED = 2,
	RECORDS_LEAST = 1,
	EASE = 12 << 10, /* bytes beyond the size, but no more than a chunk, for
			  * what was read of one that is not free yet */
	FEW = 8,	 /* chunks of a ring that is read by halves */
	BASE_MAX = 1 << 20,
	BASE_REASONABLE = 1024, /* slots that a survey may walk through */
	WRITERS_ENOUGH = 1024,	/* for a limited address space */
	CLAIM_ATTEMPTS = 2 * PXT_RING_WRITERS,
	SWAP_ATTEMPTS = 1000,
	CLOSE_ATTEMPTS = 100, /* more than the reader's steps meanwhile */
	SPINS = 64,	      /* before sleeping for a writer */
	PAUSE_NS = 50000,
	AROUND = 64 << 10, /* what the kernel maps at a time */
	AHEAD = 1 << 20,
};

#define STATE_BITS 2
#define TID_BITS 22
#define TID_MASK ((UINT64_C(1) << TID_BITS) - 1)
#define SEQUENCE_MASK ((UINT64_C(1) << 40) - 1)

static uint64_t make_state(uint64_t sequence, pid_t tid, unsigned state)
{
	return (sequence & SEQUENCE_MASK) << (TID_BITS + STATE_BITS) |
	       ((uint64_t)tid & TID_MASK) << STATE_BITS | state;
}

static unsigned state_of(uint64_t word)
{
	return word & 3;
}

static pid_t tid_of(uint64_t word)
{
	return (pid_t)(word >> STATE_BITS & TID_MASK);
}

static uint64_t sequence_of(uint64_t word)
{
	return word >> (TID_BITS + STATE_BITS);
}

/* Compares retirement numbers (R11): each answer has half of the range of
 * differences. */
static bool is_before(uint64_t number, uint64_t other)
{
	return ((number - other) & TID_MASK) > TID_MASK / 2;
}

/* Compares two retired states. */
static bool retired_before(uint64_t word, uint64_t other)
{
	return is_before(word >> STATE_BITS, other >> STATE_BITS);
}

/* Extents are tails, or taken bytes of a chunk, with its sequence. */
static uint64_t make_extent(uint64_t sequence, uint32_t bytes)
{
	return (sequence & UINT32_MAX) << 32 | bytes;
}

static bool is_of(uint64_t extent, uint64_t sequence)
{
	return extent >> 32 == (sequence & UINT32_MAX);
}

static struct pxt_ring_chunk *chunk_of(const struct pxt_ring *ring,
				       uint32_t slot)
{
	return (struct pxt_ring_chunk *)(void *)(ring->chunks +
						 (size_t)slot *
							 ring->geometry.chunk);
}

static uint32_t usable(const struct pxt_ring *ring)
{
	return ring->geometry.chunk - PXT_RING_HEAD;
}

static bool swap(_Atomic uint64_t *word, uint64_t from, uint64_t to)
{
	/* acquire: R7; release: R6 for the last owner's data */
	return atomic_compare_exchange_strong_explicit(
		word, &from, to, memory_order_acq_rel, memory_order_relaxed);
}

/* Geometry */

static struct pxt_ring_geometry divide(uint64_t size, uint32_t record,
				       bool loop, uint64_t chunk)
{
	const uint64_t kept = chunk - PXT_RING_HEAD - record;
	const uint64_t ease = kept < EASE ? kept : EASE;

	return (struct pxt_ring_geometry){
		.chunk = (uint32_t)chunk,
		.base = (uint32_t)((size + ease + kept - 1) / kept),
		.writers = PXT_RING_WRITERS,
		.room = record,
		.loop = loop,
	};
}

static bool holds(uint64_t chunk, uint64_t records, uint64_t record)
{
	return chunk > PXT_RING_HEAD + record * records;
}

struct pxt_ring_geometry pxt_ring_plan(uint64_t size, uint32_t record,
				       bool loop)
{
	uint64_t wanted = size / CHUNKS_LEAST;
	uint64_t chunk = CHUNK_MIN;

	if (wanted > CHUNK_WANTED)
		wanted = CHUNK_WANTED;
	if (wanted < size / CHUNKS_WANTED)
		wanted = size / CHUNKS_WANTED;
	while (chunk < CHUNK_MAX &&
	       (chunk < wanted || !holds(chunk, RECORDS_PLANNED, record) ||
		(4 * chunk <= size && !holds(chunk, RECORDS_WANTED, record))))
		chunk *= 2;
	return divide(size, record, loop, chunk);
}

static uint64_t bytes_of(const struct pxt_ring_geometry *geometry,
			 uint32_t writers)
{
	return ((uint64_t)geometry->base + writers) * geometry->chunk;
}

/* More chunks for writers are better; without room for any, fewer bytes. */
static bool is_better(const struct pxt_ring_geometry *geometry,
		      const struct pxt_ring_geometry *other, uint64_t space)
{
	const uint64_t one = bytes_of(geometry, PXT_RING_SPARE);
	const uint64_t two = bytes_of(other, PXT_RING_SPARE);

	if (one > space || two > space)
		return one < two;
	return space / geometry->chunk - geometry->base >
	       space / other->chunk - other->base;
}

struct pxt_ring_geometry pxt_ring_plan_within(uint64_t size, uint32_t record,
					      bool loop, uint64_t space)
{
	struct pxt_ring_geometry best = pxt_ring_plan(size, record, loop);
	struct pxt_ring_geometry finer = best;

	while (bytes_of(&best, WRITERS_ENOUGH) > space &&
	       finer.chunk > CHUNK_MIN &&
	       holds(finer.chunk / 2, RECORDS_LEAST, record)) {
		finer = divide(size, record, loop, finer.chunk / 2);
		if (finer.base > BASE_REASONABLE)
			break;
		if (is_better(&finer, &best, space))
			best = finer;
	}
	return best;
}

void pxt_ring_limit_writers(struct pxt_ring_geometry *geometry, uint64_t space)
{
	const uint64_t slots = space / geometry->chunk;

	if (slots >= pxt_ring_slots(geometry))
		return;
	geometry->writers = PXT_RING_SPARE;
	if (slots > geometry->base + PXT_RING_SPARE)
		geometry->writers = (uint32_t)slots - geometry->base;
}

bool pxt_ring_plausible(const struct pxt_ring_geometry *geometry)
{
	return geometry->chunk >= CHUNK_MIN && geometry->chunk <= CHUNK_MAX &&
	       !(geometry->chunk & (geometry->chunk - 1)) &&
	       geometry->base > 0 && geometry->base <= BASE_MAX &&
	       geometry->writers >= PXT_RING_SPARE &&
	       geometry->writers <= PXT_RING_WRITERS &&
	       geometry->room <= geometry->chunk - PXT_RING_HEAD;
}

/* R18 */
int pxt_ring_narrow(struct pxt_ring *ring, uint32_t slots)
{
	const uint32_t spare =
		slots / 4 < PXT_RING_SPARE ? slots / 4 : PXT_RING_SPARE;

	if (slots >= ring->slots)
		return 0;
	if (slots < PXT_RING_SLOTS_LEAST)
		return ENOMEM;
	ring->slots = slots;
	ring->is_narrow = true;
	if (ring->geometry.base > slots - spare)
		ring->geometry.base = slots - spare;
	return 0;
}

/* Writers */

void pxt_ring_place_init(struct pxt_ring_place *place)
{
	memset(place, 0, sizeof(*place));
	place->chunk = &place->none;
}

/* The result of one pass over the slots. */
struct survey {
	uint64_t released, free, oldest; /* states; 0: none */
	uint32_t released_slot, free_slot, oldest_slot;
	uint32_t retired; /* number at one time: R14 */
	uint32_t high;
};

static void survey(const struct pxt_ring *ring, struct survey *found)
{
	uint64_t began = atomic_load_explicit(&ring->shared->retirements,
					      memory_order_acquire); /* R14 */
	bool free_found = false;

	memset(found, 0, sizeof(*found));
	found->high = pxt_ring_high(ring);
	found->free_slot = UINT32_MAX;
	for (uint32_t slot = 0; slot < found->high; slot++) {
		uint64_t word = atomic_load_explicit(&ring->state[slot],
						     memory_order_relaxed);

		switch (state_of(word)) {
		case PXT_CHUNK_RELEASED:
			if (!found->released) {
				found->released = word;
				found->released_slot = slot;
			}
			break;
		case PXT_CHUNK_FREE:
			if (!free_found) {
				free_found = true;
				found->free = word;
				found->free_slot = slot;
			}
			break;
		case PXT_CHUNK_RETIRED:
			found->retired += is_before(word >> STATE_BITS, began);
			if (!found->oldest ||
			    retired_before(word, found->oldest)) {
				found->oldest = word;
				found->oldest_slot = slot;
			}
			break;
		default:
			break;
		}
	}
}

static uint64_t next_sequence(struct pxt_ring *ring)
{
	return atomic_fetch_add_explicit(&ring->shared->sequence, 1,
					 memory_order_relaxed) +
	       1;
}

/* The state of a chunk that is given up, numbered if it retires. */
static uint64_t without_owner(struct pxt_ring *ring, uint64_t sequence,
			      unsigned state)
{
	uint64_t number = 0;

	if (state == PXT_CHUNK_RETIRED)
		number = atomic_fetch_add_explicit(&ring->shared->retirements,
						   1, memory_order_relaxed);
	return make_state(sequence, (pid_t)(number & TID_MASK), state);
}

/* Bytes of records that a chunk has memory for. Another process may write what
 * is read here: a wrong number makes faults, not writes elsewhere. */
static uint32_t backed(const struct pxt_ring *ring, uint32_t slot)
{
	uint32_t bytes;

	if (slot < pxt_ring_ready(&ring->geometry))
		return usable(ring);
	bytes = atomic_load_explicit(&chunk_of(ring, slot)->backed,
				     memory_order_relaxed);
	if (bytes < PAGE)
		bytes = PAGE;
	return (bytes < ring->geometry.chunk ? bytes : ring->geometry.chunk) -
	       PXT_RING_HEAD;
}

/* The chunk gets as much memory as it has, or more if that is not enough. */
int pxt_ring_extend(const struct pxt_ring *ring, struct pxt_ring_place *place,
		    uint32_t len)
{
	const uint32_t need = pxt_tail_bytes(place->tail) + len;
	uint64_t to = 2 * ((uint64_t)place->end + PXT_RING_HEAD);

	if (!place->end || need > usable(ring))
		return EMSGSIZE;
	while (to < need + PXT_RING_HEAD)
		to *= 2;
	if (to > ring->geometry.chunk)
		to = ring->geometry.chunk;
	if (pxt_shm_populate(pxt_ring_bytes(place) + place->end,
			     (size_t)to - PXT_RING_HEAD - place->end))
		return ENOSPC;
	atomic_store_explicit(&place->chunk->backed, (uint32_t)to,
			      memory_order_relaxed);
	place->end = (uint32_t)to - PXT_RING_HEAD; /* R19 */
	return 0;
}

/* Reading a page maps those around it as well, if they have memory: where the
 * last owner has written, a process takes one fault, and not one for each page
 * that it writes to first. Not the first page, which was written to by now. */
static void map_ahead(const struct pxt_ring_place *place)
{
	const volatile uint8_t *byte = (const uint8_t *)place->chunk;
	uint32_t end = pxt_tail_bytes(atomic_load_explicit(
		&place->chunk->tail, memory_order_relaxed));

	if (end > place->end)
		end = place->end;
	if (end > AHEAD)
		end = AHEAD;
	for (uint32_t at = PAGE; at < end; at += AROUND)
		(void)byte[at];
}

static void occupy(struct pxt_ring *ring, struct pxt_ring_place *place,
		   uint32_t slot, uint64_t sequence, uint32_t bytes)
{
	place->chunk = chunk_of(ring, slot);
	place->slot = slot;
	place->sequence = sequence;
	place->end = backed(ring, slot);
	place->tail = make_extent(sequence, bytes);
	map_ahead(place);
	atomic_thread_fence(memory_order_release); /* R8, R13 */
	atomic_store_explicit(&place->chunk->tail, place->tail | PXT_TAIL_BUSY,
			      memory_order_relaxed);
}

static void begin(struct pxt_ring *ring, struct pxt_ring_place *place,
		  uint32_t slot, uint64_t sequence)
{
	struct pxt_ring_chunk *chunk = chunk_of(ring, slot);

	place->first = 0;
	place->last = 0;
	place->records = 0;

	/* A dying owner leaves no counts. */
	atomic_store_explicit(&chunk->taken, make_extent(sequence, 0),
			      memory_order_relaxed);
	atomic_store_explicit(&chunk->first, 0, memory_order_relaxed);
	atomic_store_explicit(&chunk->last, 0, memory_order_relaxed);
	atomic_store_explicit(&chunk->records, 0, memory_order_relaxed);
	occupy(ring, place, slot, sequence, 0);
}

static bool adopt(struct pxt_ring *ring, struct pxt_ring_place *place,
		  const struct survey *found, pid_t tid)
{
	uint64_t sequence = sequence_of(found->released);
	struct pxt_ring_chunk *chunk = chunk_of(ring, found->released_slot);
	const uint64_t owned = make_state(sequence, tid, PXT_CHUNK_OWNED);
	uint64_t tail;
	uint32_t bytes;

	if (!swap(&ring->state[found->released_slot], found->released, owned))
		return false;

	/* The last owner died before it wrote anything (R3). */
	tail = atomic_load_explicit(&chunk->tail, memory_order_relaxed);
	if (!is_of(tail, sequence)) {
		begin(ring, place, found->released_slot, sequence);
		return true;
	}

	/* Other than the owner left it: damage. */
	bytes = pxt_tail_bytes(tail);
	if (bytes > usable(ring) - ring->geometry.room) {
		swap(&ring->state[found->released_slot], owned,
		     without_owner(ring, sequence, PXT_CHUNK_RETIRED));
		return false;
	}

	place->first =
		atomic_load_explicit(&chunk->first, memory_order_relaxed);
	place->last = atomic_load_explicit(&chunk->last, memory_order_relaxed);
	place->records =
		atomic_load_explicit(&chunk->records, memory_order_relaxed);
	occupy(ring, place, found->released_slot, sequence, bytes);
	return true;
}

static bool take(struct pxt_ring *ring, struct pxt_ring_place *place,
		 uint32_t slot, uint64_t word, pid_t tid)
{
	uint64_t sequence = next_sequence(ring);

	if (!swap(&ring->state[slot], word,
		  make_state(sequence, tid, PXT_CHUNK_OWNED)))
		return false;
	begin(ring, place, slot, sequence);
	return true;
}

/* Limited attempts: each failure means another writer's success, so too many
 * are damage. */
static bool try_swap(_Atomic uint64_t *word, uint64_t *old, uint64_t value,
		     unsigned *attempts)
{
	++*attempts;
	return atomic_compare_exchange_weak_explicit(word, old, value,
						     memory_order_relaxed,
						     memory_order_relaxed) ||
	       *attempts == SWAP_ATTEMPTS;
}

static void raise(_Atomic uint64_t *word, uint64_t value)
{
	uint64_t old = atomic_load_explicit(word, memory_order_relaxed);
	unsigned attempts = 0;

	while (old < value && !try_swap(word, &old, value, &attempts))
		;
}

/* Zero means unset, above all values. */
static void lower(_Atomic uint64_t *word, uint64_t value)
{
	uint64_t old = atomic_load_explicit(word, memory_order_relaxed);
	unsigned attempts = 0;

	while (value && (!old || value < old) &&
	       !try_swap(word, &old, value, &attempts))
		;
}

static uint32_t records_lost(const struct pxt_ring_chunk *chunk,
			     uint64_t sequence)
{
	uint32_t records =
		atomic_load_explicit(&chunk->records, memory_order_relaxed);
	uint64_t taken = atomic_load_explicit(&chunk->taken_records,
					      memory_order_relaxed);

	/* At least one: an owner that died left no count. */
	if (!is_of(taken, sequence))
		return records ? records : 1;
	return records > (uint32_t)taken ? records - (uint32_t)taken : 1;
}

static void tell_overwritten(struct pxt_ring *ring,
			     const struct pxt_ring_chunk *chunk,
			     uint64_t sequence)
{
	struct pxt_ring_shared *shared = ring->shared;
	uint64_t from =
		atomic_load_explicit(&chunk->first, memory_order_relaxed);
	uint64_t taken =
		atomic_load_explicit(&shared->taken_upto, memory_order_relaxed);

	lower(&shared->overwritten_from, from < taken ? taken : from);
	raise(&shared->horizon,
	      atomic_load_explicit(&chunk->last, memory_order_relaxed));
	atomic_fetch_add_explicit(&shared->overwritten,
				  records_lost(chunk, sequence),
				  memory_order_release);
}

/* True if a chunk held records that the reader had not taken: closed, and not
 * begun anew, by a process that may have died before reporting. */
static bool is_untold(uint64_t taken, uint64_t tail)
{
	if (taken == PXT_TAKEN_CLOSED)
		return true;
	return is_of(taken, tail >> 32) &&
	       taken != make_extent(tail >> 32, pxt_tail_bytes(tail));
}

/* Writes off the contents of a reclaimed chunk. That is reported between
 * closing it and beginning it anew, so that a death in between is detected;
 * reporting an interval twice changes nothing. */
static void write_off(struct pxt_ring *ring, struct pxt_ring_chunk *chunk,
		      uint64_t sequence)
{
	uint64_t tail =
		atomic_load_explicit(&chunk->tail, memory_order_relaxed);
	uint64_t taken =
		atomic_load_explicit(&chunk->taken, memory_order_acquire);

	for (int i = 0; i < CLOSE_ATTEMPTS && is_untold(taken, tail); i++) {
		if (taken != PXT_TAKEN_CLOSED &&
		    !atomic_compare_exchange_strong_explicit(
			    &chunk->taken, &taken, PXT_TAKEN_CLOSED,
			    memory_order_acq_rel,
			    memory_order_acquire)) /* R12 */
			continue;
		tell_overwritten(ring, chunk, tail >> 32);
		atomic_store_explicit(&chunk->taken, make_extent(sequence, 0),
				      memory_order_release);
		return;
	}
}

static bool reclaim(struct pxt_ring *ring, struct pxt_ring_place *place,
		    const struct survey *found, pid_t tid)
{
	uint64_t sequence = next_sequence(ring);

	if (!swap(&ring->state[found->oldest_slot], found->oldest,
		  make_state(sequence, tid, PXT_CHUNK_OWNED)))
		return false;

	write_off(ring, chunk_of(ring, found->oldest_slot), sequence);
	begin(ring, place, found->oldest_slot, sequence); /* R13 */
	return true;
}

/* A slot used for the first time. If its memory cannot be reserved, failing
 * here is better than a fault; and a slot that is not as it was made needs no
 * reserving. */
static int grow(struct pxt_ring *ring, struct pxt_ring_place *place,
		uint32_t high, pid_t tid, bool *done)
{
	const bool fresh =
		!atomic_load_explicit(&ring->state[high], memory_order_relaxed);

	*done = false;
	if (fresh && high >= pxt_ring_ready(&ring->geometry) &&
	    pxt_shm_populate(chunk_of(ring, high), PAGE))
		return ENOSPC;

	if (atomic_compare_exchange_strong_explicit(
		    &ring->shared->high, &high, high + 1, memory_order_relaxed,
		    memory_order_relaxed) &&
	    fresh)
		*done = take(ring, place, high, 0, tid);
	return 0;
}

/* Single attempt; *done: it won its race. */
static int try_claim(struct pxt_ring *ring, struct pxt_ring_place *place,
		     pid_t tid, bool force, bool *done)
{
	struct survey found;
	bool full;

	survey(ring, &found);
	full = found.retired >= ring->geometry.base;

	if (found.released)
		*done = adopt(ring, place, &found, tid);
	else if (full && ring->geometry.loop)
		*done = reclaim(ring, place, &found, tid);
	else if (full && !force)
		return ENOSPC;
	else if (found.free_slot != UINT32_MAX)
		*done = take(ring, place, found.free_slot, found.free, tid);
	else if (found.high < ring->slots &&
		 !grow(ring, place, found.high, tid, done))
		return 0;
	else if (found.oldest && ring->geometry.loop)
		*done = reclaim(ring, place, &found, tid);
	else
		return full || !ring->is_narrow ? ENOSPC : ENOMEM; /* R18 */
	return 0;
}

/* Each failed attempt lets another writer win one, and a winner does not come
 * back soon: so many in a row mean damaged states. */
static int claim(struct pxt_ring *ring, struct pxt_ring_place *place, pid_t tid,
		 bool force)
{
	bool done = false;
	int err = 0;

	for (int i = 0; i < CLAIM_ATTEMPTS && !done && !err; i++)
		err = try_claim(ring, place, tid, force, &done);
	return done || err ? err : ENOSPC;
}

static void wake(struct pxt_ring *ring)
{
	atomic_store_explicit(&ring->shared->sleeping, 0, memory_order_relaxed);
	atomic_fetch_add_explicit(&ring->shared->wake, 1, memory_order_release);
	pxt_wake(&ring->shared->wake);
}

/* True if the reader has everything in the chunk: it takes no room (R15). */
static bool was_taken(const struct pxt_ring_place *place)
{
	uint64_t taken = atomic_load_explicit(&place->chunk->taken,
					      memory_order_acquire);

	return taken ==
	       make_extent(place->sequence, pxt_tail_bytes(place->tail));
}

static void give_up(struct pxt_ring *ring, const struct pxt_ring_place *place,
		    unsigned state)
{
	struct pxt_ring_chunk *chunk = place->chunk;
	uint64_t word;

	if (!place->end)
		return;
	atomic_store_explicit(&chunk->first, place->first,
			      memory_order_relaxed);
	atomic_store_explicit(&chunk->last, place->last, memory_order_relaxed);
	atomic_store_explicit(&chunk->records, place->records,
			      memory_order_relaxed);
	atomic_store_explicit(&chunk->tail, place->tail, memory_order_release);
	if (state == PXT_CHUNK_RETIRED)
		atomic_fetch_add_explicit(&ring->shared->recorded,
					  place->records, memory_order_relaxed);
	if (state == PXT_CHUNK_RETIRED && was_taken(place))
		state = PXT_CHUNK_FREE;

	word = atomic_load_explicit(&ring->state[place->slot],
				    memory_order_relaxed);
	if (sequence_of(word) == (place->sequence & SEQUENCE_MASK) &&
	    state_of(word) == PXT_CHUNK_OWNED)
		swap(&ring->state[place->slot], word,
		     without_owner(ring, place->sequence, state));
}

static bool is_awaited(const struct pxt_ring *ring)
{
	atomic_thread_fence(memory_order_seq_cst); /* R10 */
	return atomic_load_explicit(&ring->shared->sleeping,
				    memory_order_relaxed);
}

static void wake_if_filling(struct pxt_ring *ring)
{
	if (is_awaited(ring) && pxt_ring_is_filling(ring))
		wake(ring);
}

int pxt_ring_move(struct pxt_ring *ring, struct pxt_ring_place *place,
		  pid_t tid, bool force)
{
	struct pxt_ring_place old = *place;
	int err;

	/* The new chunk first: without it the old one stays, to count
	 * losses. */
	err = claim(ring, place, tid, force);
	if (err)
		return err;

	give_up(ring, &old, PXT_CHUNK_RETIRED);
	wake_if_filling(ring);
	return 0;
}

void pxt_ring_leave(struct pxt_ring *ring, struct pxt_ring_place *place)
{
	bool retires = usable(ring) - pxt_tail_bytes(place->tail) <
		       ring->geometry.room;

	if (place->end) {
		give_up(ring, place,
			retires ? PXT_CHUNK_RETIRED : PXT_CHUNK_RELEASED);
		if (retires)
			wake_if_filling(ring);
	}
	pxt_ring_place_init(place);
}

static void count_loss(struct pxt_ring *ring, struct pxt_ring_place *place)
{
	_Atomic uint64_t *lost = &place->chunk->lost;

	if (!place->end) {
		atomic_fetch_add_explicit(&ring->shared->lost, 1,
					  memory_order_relaxed);
		return;
	}
	/* Only the owner counts in a chunk: no locked instruction. */
	atomic_store_explicit(
		lost, atomic_load_explicit(lost, memory_order_relaxed) + 1,
		memory_order_relaxed);
}

/* FULL is not set on a shut gate: the stop was requested. */
static bool shut(struct pxt_ring_shared *shared)
{
	uint32_t gate =
		atomic_load_explicit(&shared->gate, memory_order_relaxed);

	for (int i = 0; i < SWAP_ATTEMPTS; i++) {
		if (!(gate & PXT_GATE_OPEN) || gate & PXT_GATE_FULL)
			return false;
		if (atomic_compare_exchange_weak_explicit(
			    &shared->gate, &gate, gate | PXT_GATE_FULL,
			    memory_order_release, memory_order_relaxed))
			return true;
	}
	return false;
}

void pxt_ring_lose(struct pxt_ring *ring, struct pxt_ring_place *place,
		   uint64_t mark)
{
	count_loss(ring, place);
	if (!mark || ring->geometry.loop || !shut(ring->shared))
		return;
	atomic_store_explicit(&ring->shared->full_at, mark,
			      memory_order_release);
	if (is_awaited(ring))
		wake(ring);
}

void pxt_ring_lose_cramped(struct pxt_ring *ring)
{
	atomic_fetch_add_explicit(&ring->shared->cramped, 1,
				  memory_order_relaxed);
}

void pxt_ring_abandon(struct pxt_ring *ring)
{
	atomic_fetch_and_explicit(&ring->shared->gate, ~PXT_GATE_OPEN,
				  memory_order_relaxed);
}

void pxt_ring_wake(struct pxt_ring *ring)
{
	struct pxt_ring_shared *shared = ring->shared;

	if (!(atomic_fetch_and_explicit(&shared->gate, ~PXT_GATE_WATCHED,
					memory_order_acq_rel) &
	      PXT_GATE_WATCHED))
		return;
	atomic_fetch_add_explicit(&shared->wake, 1, memory_order_release);
	pxt_wake(&shared->wake);
}

/* The reader and the controller */

uint32_t pxt_ring_high(const struct pxt_ring *ring)
{
	uint32_t high =
		atomic_load_explicit(&ring->shared->high, memory_order_acquire);

	return high < ring->slots ? high : ring->slots;
}

void pxt_ring_glance(const struct pxt_ring *ring, uint32_t slot,
		     struct pxt_ring_sight *sight)
{
	struct pxt_ring_chunk *chunk = chunk_of(ring, slot);
	uint64_t word =
		atomic_load_explicit(&ring->state[slot], memory_order_acquire);
	uint64_t tail;

	memset(sight, 0, sizeof(*sight));
	sight->sequence = sequence_of(word);
	sight->state = state_of(word);
	/* A slot that was taken but never written may have no memory. */
	if (sight->state == PXT_CHUNK_FREE)
		return;

	tail = atomic_load_explicit(&chunk->tail,
				    memory_order_acquire); /* R6, R13 */
	if (is_of(tail, sight->sequence)) {		   /* R3 */
		sight->bytes = pxt_tail_bytes(tail);
		if (sight->bytes > usable(ring))
			sight->bytes = usable(ring);
	}
	if (sight->state != PXT_CHUNK_OWNED)
		return;
	sight->tid = tid_of(word);
	if (is_of(tail, sight->sequence))
		sight->busy = tail & PXT_TAIL_BUSY;
	else
		sight->busy = sight->begins = ring->geometry.loop;
}

/* A running writer is not busy for long. One that does not run may wait for
 * this processor: yielding gives it time, and sleeping takes no longer than
 * the writer needs. */
static void pause_briefly(unsigned round)
{
	if (round < SPINS)
		pxt_relax();
	else
		pxt_pause(PAUSE_NS);
}

static bool is_dead(const struct pxt_ring *ring, pid_t tid)
{
	if (!tid)
		return false;
	return ring->space ? !pxt_space_thread_alive(ring->space, tid) :
			     !pxt_proc_thread_alive(tid);
}

static bool is_over(struct pxt_ring_patience *patience)
{
	int64_t now = pxt_clock_ns(CLOCK_MONOTONIC);

	if (!patience->end_ns)
		patience->end_ns =
			now + PXT_RING_PATIENCE_MS * INT64_C(1000000);
	return now > patience->end_ns;
}

/* A writer busy with another record than before was idle in between. */
static bool is_in(const struct pxt_ring_sight *before,
		  const struct pxt_ring_sight *now)
{
	return now->begins || (now->busy && now->sequence == before->sequence &&
			       now->bytes == before->bytes);
}

void pxt_ring_look_within(const struct pxt_ring *ring, uint32_t slot,
			  struct pxt_ring_patience *patience,
			  struct pxt_ring_sight *sight)
{
	struct pxt_ring_sight now;

	pxt_ring_glance(ring, slot, sight);
	now = *sight;
	for (unsigned round = 0; is_in(sight, &now); round++) {
		if (round >= SPINS && is_dead(ring, now.tid))
			break;
		if (round >= SPINS && is_over(patience))
			return;
		pause_briefly(round);
		pxt_ring_glance(ring, slot, &now);
	}
	now.busy = false;
	*sight = now;
}

void pxt_ring_look(const struct pxt_ring *ring, uint32_t slot,
		   struct pxt_ring_sight *sight)
{
	struct pxt_ring_patience patience = { 0 };

	pxt_ring_look_within(ring, slot, &patience, sight);
}

bool pxt_ring_settle(const struct pxt_ring *ring)
{
	struct pxt_ring_patience patience = { 0 };
	struct pxt_ring_sight sight;
	bool settled = true;

	pxt_barrier_all(); /* R9 */
	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++) {
		pxt_ring_look_within(ring, slot, &patience, &sight);
		settled &= !sight.busy;
	}
	return settled;
}

int pxt_ring_copy(const struct pxt_ring *ring, uint32_t slot, uint64_t sequence,
		  uint32_t from, uint32_t to, void *out)
{
	const uint8_t *bytes = (uint8_t *)chunk_of(ring, slot) + PXT_RING_HEAD;
	uint64_t word;

	memcpy(out, bytes + from, to - from);

	atomic_thread_fence(memory_order_acquire); /* R8 */
	word = atomic_load_explicit(&ring->state[slot], memory_order_relaxed);
	return sequence_of(word) == sequence ? 0 : ESTALE;
}

int pxt_ring_take(struct pxt_ring *ring, uint32_t slot, uint64_t sequence,
		  uint32_t bytes, uint32_t records)
{
	struct pxt_ring_chunk *chunk = chunk_of(ring, slot);
	uint64_t old =
		atomic_load_explicit(&chunk->taken, memory_order_relaxed);
	unsigned attempts = 0;

	do {
		if (!is_of(old, sequence) || ++attempts > SWAP_ATTEMPTS)
			return ESTALE;
	} while (!atomic_compare_exchange_weak_explicit(
		&chunk->taken, &old, make_extent(sequence, bytes),
		memory_order_acq_rel, memory_order_relaxed)); /* R12 */

	/* A writer that does not see this yet reports more than was lost. */
	atomic_store_explicit(&chunk->taken_records,
			      make_extent(sequence, records),
			      memory_order_relaxed);
	return 0;
}

void pxt_ring_free(struct pxt_ring *ring, uint32_t slot, uint64_t sequence)
{
	uint64_t word =
		atomic_load_explicit(&ring->state[slot], memory_order_relaxed);

	if (sequence_of(word) == sequence &&
	    state_of(word) == PXT_CHUNK_RETIRED)
		swap(&ring->state[slot], word,
		     make_state(sequence, 0, PXT_CHUNK_FREE)); /* R7 */
}

static void take_from(struct pxt_ring *ring, uint32_t slot, uint64_t word,
		      uint64_t mark)
{
	struct pxt_ring_chunk *chunk = chunk_of(ring, slot);
	struct pxt_ring_sight sight;
	unsigned state;

	pxt_ring_glance(ring, slot, &sight);
	if (ring->geometry.loop &&
	    !is_of(atomic_load_explicit(&chunk->tail, memory_order_relaxed),
		   sequence_of(word)))
		write_off(ring, chunk, sequence_of(word)); /* R17 */
	atomic_store_explicit(&chunk->last, mark, memory_order_relaxed);
	state = usable(ring) - sight.bytes >= ring->geometry.room ?
			PXT_CHUNK_RELEASED :
			PXT_CHUNK_RETIRED;
	swap(&ring->state[slot], word,
	     without_owner(ring, sequence_of(word), state));
}

void pxt_ring_bury(struct pxt_ring *ring, uint32_t slot, uint64_t mark)
{
	uint64_t word =
		atomic_load_explicit(&ring->state[slot], memory_order_relaxed);

	if (state_of(word) == PXT_CHUNK_OWNED && is_dead(ring, tid_of(word)))
		take_from(ring, slot, word, mark);
}

void pxt_ring_disown(struct pxt_ring *ring, uint32_t slot, uint64_t mark)
{
	uint64_t word =
		atomic_load_explicit(&ring->state[slot], memory_order_relaxed);

	if (state_of(word) == PXT_CHUNK_OWNED && !tid_of(word))
		take_from(ring, slot, word, mark);
}

uint32_t pxt_ring_retired(const struct pxt_ring *ring)
{
	struct survey found;

	survey(ring, &found);
	return found.retired;
}

/* To wake a reader takes as long as a hundred events, so it is not done for one
 * of a few chunks. */
bool pxt_ring_is_filling(const struct pxt_ring *ring)
{
	const uint32_t base = ring->geometry.base;

	return pxt_ring_retired(ring) > (base < FEW ? base / 2 : base / 4);
}

bool pxt_ring_is_full(const struct pxt_ring *ring, uint32_t gate)
{
	const struct pxt_ring_shared *shared = ring->shared;

	if (gate & PXT_GATE_FULL)
		return true;
	if (!ring->geometry.loop)
		return false;
	return pxt_ring_retired(ring) >= ring->geometry.base ||
	       atomic_load_explicit(&shared->overwritten,
				    memory_order_seq_cst) !=
		       atomic_load_explicit(&shared->emptied,
					    memory_order_seq_cst);
}

uint64_t pxt_ring_last(const struct pxt_ring *ring, uint32_t slot)
{
	return atomic_load_explicit(&chunk_of(ring, slot)->last,
				    memory_order_relaxed);
}

uint32_t pxt_ring_records(const struct pxt_ring *ring, uint32_t slot)
{
	return atomic_load_explicit(&chunk_of(ring, slot)->records,
				    memory_order_relaxed);
}

uint64_t pxt_ring_recorded(const struct pxt_ring *ring)
{
	return atomic_load_explicit(&ring->shared->recorded,
				    memory_order_relaxed);
}

uint64_t pxt_ring_lost(const struct pxt_ring *ring, uint32_t slot)
{
	return atomic_load_explicit(&chunk_of(ring, slot)->lost,
				    memory_order_relaxed);
}

uint64_t pxt_ring_cramped(const struct pxt_ring *ring)
{
	return atomic_load_explicit(&ring->shared->cramped,
				    memory_order_relaxed);
}

uint64_t pxt_ring_unreached(const struct pxt_ring *ring)
{
	return pxt_ring_cramped(ring) +
	       atomic_load_explicit(&ring->shared->unreached,
				    memory_order_relaxed);
}

uint64_t pxt_ring_lost_in_all(const struct pxt_ring *ring)
{
	uint64_t sum =
		pxt_ring_cramped(ring) +
		atomic_load_explicit(&ring->shared->lost, memory_order_relaxed);

	for (uint32_t slot = 0; slot < pxt_ring_high(ring); slot++)
		sum += pxt_ring_lost(ring, slot);
	return sum;
}

uint64_t pxt_ring_missed(const struct pxt_ring *ring)
{
	return pxt_ring_lost_in_all(ring) +
	       atomic_load_explicit(&ring->shared->unreached,
				    memory_order_relaxed) +
	       atomic_load_explicit(&ring->shared->overwritten,
				    memory_order_relaxed);
}
