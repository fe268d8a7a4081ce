/*
 * rings.h - a ring, its writers and its reader, for tests
 */
#ifndef TESTS_STREAM_RINGS_H
#define TESTS_STREAM_RINGS_H

#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/clock.h"
#include "sanitizers.h"
#include "stream/ring.h"

enum {
	CONTEXT = 64, /* what a writer puts before its first record */
	PLACES = 200,
	KILLS = 300,
	ROUNDS = 3000,
	STRESS = 100000,
	SHUTS = 100000,
	TURNS = SANITIZED ? 2000 : 50000,
	STOPPED = 12,
	NOW = 1 << 30,	   /* the mark of a burial */
	NOBODY = 0x3fffff, /* a thread that is not there */
};

/* Records as these tests make them: length, who and number, filling. */
struct record {
	uint64_t span;
	uint32_t who;
	uint32_t number;
};
#define LEAST ((uint32_t)sizeof(struct record))
#define FILLING UINT32_MAX

/* What a test has: the ring, and how far each slot was taken. */
struct taken {
	uint64_t sequence;
	uint32_t bytes;
};

static struct pxt_ring ring;
static size_t memory_length;
static void *memory;
static struct taken *taken;
static uint8_t *buffer;

/* Memory */

static inline size_t round_up(size_t value)
{
	return (value + 4095) & ~(size_t)4095;
}

static inline size_t lengths(size_t *states)
{
	*states = round_up(sizeof(struct pxt_ring_shared));
	return round_up(*states + ring.slots * sizeof(uint64_t));
}

static inline void bind_ring(void)
{
	size_t states, chunks = lengths(&states);

	ring.shared = memory;
	ring.state = (void *)((uint8_t *)memory + states);
	ring.chunks = (uint8_t *)memory + chunks;
	taken = calloc(ring.slots, sizeof(*taken));
	buffer = malloc(ring.geometry.chunk);
}

static inline void make_ring(uint64_t size, uint32_t record, bool loop)
{
	size_t states;

	ring.geometry = pxt_ring_plan(size, record + CONTEXT, loop);
	ck_assert(pxt_ring_plausible(&ring.geometry));
	ring.slots = pxt_ring_slots(&ring.geometry);
	memory_length =
		lengths(&states) + (size_t)ring.slots * ring.geometry.chunk;
	memory = mmap(NULL, memory_length, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	ck_assert_ptr_ne(memory, MAP_FAILED);
	bind_ring();
}

static inline void drop_ring(void)
{
	munmap(memory, memory_length);
	free(taken);
	free(buffer);
}

/* Writing, as stream/writer.c does it */

static inline void append(struct pxt_ring_place *place, uint32_t span,
			  uint32_t who, uint32_t number)
{
	const struct record head = { span, who, number };
	uint8_t *to = pxt_ring_bytes(place) + pxt_tail_bytes(place->tail);

	memset(to, (int)(number & 0xff), span);
	memcpy(to, &head, sizeof(head));
	place->tail += span;
	if (number == FILLING)
		return;
	if (!place->first) {
		place->first = number + 1;
		atomic_store(&place->chunk->first, place->first);
	}
	place->last = number + 1;
	place->records++;
}

static inline void publish(struct pxt_ring_place *place)
{
	atomic_store_explicit(&place->chunk->tail, place->tail,
			      memory_order_release);
}

static inline int put_as(struct pxt_ring_place *place, pid_t tid, uint32_t span,
			 uint32_t who, uint32_t number)
{
	int err = 0;

	atomic_store_explicit(&place->chunk->tail, place->tail | PXT_TAIL_BUSY,
			      memory_order_relaxed);
	if (pxt_tail_bytes(place->tail) + span + CONTEXT > place->end)
		err = pxt_ring_extend(&ring, place, span + CONTEXT);
	if (err == EMSGSIZE) {
		err = pxt_ring_move(&ring, place, tid, false);
		if (!err)
			append(place, CONTEXT, who, FILLING);
		if (!err && pxt_tail_bytes(place->tail) + span > place->end)
			err = pxt_ring_extend(&ring, place, span);
	}
	if (err) {
		publish(place);
		return err;
	}
	append(place, span, who, number);
	publish(place);
	return 0;
}

static inline int put(struct pxt_ring_place *place, uint32_t span,
		      uint32_t number)
{
	return put_as(place, NOBODY, span, 0, number);
}

/* Reading, as stream/live.c does it */

/* Check notes each of its assertions: too slow for every byte. */
static inline void require(bool condition)
{
	if (!condition)
		ck_abort_msg("it is not so");
}

static inline uint32_t check_record(const uint8_t *at, uint32_t left,
				    struct record *head)
{
	require(left >= sizeof(*head));
	memcpy(head, at, sizeof(*head));
	require(head->span >= sizeof(*head) && head->span <= left);
	for (uint32_t i = sizeof(*head); i < head->span; i++)
		require(at[i] == (head->number & 0xff));
	return (uint32_t)head->span;
}

typedef void (*visitor)(const struct record *record);

static inline int take_slot(uint32_t slot, visitor visit)
{
	struct taken *mine = &taken[slot];
	struct pxt_ring_sight sight;
	struct record record;
	uint32_t len;

	pxt_ring_look(&ring, slot, &sight);
	if (sight.state == PXT_CHUNK_FREE)
		return 0;
	if (mine->sequence != sight.sequence)
		*mine = (struct taken){ .sequence = sight.sequence };
	/* Overwritten between the look at its state and that at its tail. */
	if (sight.bytes < mine->bytes)
		return ESTALE;
	len = sight.bytes - mine->bytes;
	if (pxt_ring_copy(&ring, slot, sight.sequence, mine->bytes, sight.bytes,
			  buffer))
		return ESTALE;
	for (uint32_t at = 0; at < len;) {
		at += check_record(buffer + at, len - at, &record);
		if (record.number != FILLING)
			visit(&record);
	}
	mine->bytes = sight.bytes;
	if (sight.state == PXT_CHUNK_RETIRED)
		pxt_ring_free(&ring, slot, sight.sequence);
	return 0;
}

static inline void take_all(visitor visit)
{
	for (uint32_t slot = 0; slot < pxt_ring_high(&ring); slot++)
		take_slot(slot, visit);
}

static uint8_t *seen;
static uint32_t seen_count, seen_least;

static inline void mark(const struct record *record)
{
	require(!seen[record->number]);
	seen[record->number] = 1;
	seen_count++;
	if (record->number < seen_least)
		seen_least = record->number;
}

static inline void read_back(uint32_t records)
{
	seen = calloc(records, 1);
	seen_count = 0;
	seen_least = UINT32_MAX;
	take_all(mark);
	free(seen);
}

/* Pseudo-random numbers, the same at each run. */
static uint64_t seed;

static inline uint32_t chance(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(seed >> 32);
}

/* The promise */

static struct pxt_ring_place places[PLACES];

static inline void init_places(void)
{
	for (int i = 0; i < PLACES; i++)
		pxt_ring_place_init(&places[i]);
}

/* Up to the last record that its chunk has room for. */
static inline uint32_t fill_chunk(struct pxt_ring_place *place, uint32_t number)
{
	do
		ck_assert_int_eq(put(place, 200, number++), 0);
	while (pxt_tail_bytes(place->tail) + 200 + CONTEXT <= place->end);
	return number;
}

#endif
