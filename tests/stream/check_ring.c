#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "stream/ring.h"
#include "run.h"
#include "sanitizers.h"

enum {
	CONTEXT = 64, /* what a writer puts before its first record */
	PLACES = 200,
	KILLS = 300,
	ROUNDS = 3000,
	STRESS = 100000,
	SHUTS = 100000,
	TURNS = SANITIZED ? 2000 : 50000,
	STOPPED = 12,
	NOW = 1 << 30, /* the mark of a burial */
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

static size_t round_up(size_t value)
{
	return (value + 4095) & ~(size_t)4095;
}

static size_t lengths(size_t *states)
{
	*states = round_up(sizeof(struct pxt_ring_shared));
	return round_up(*states + ring.slots * sizeof(uint64_t));
}

static void bind_ring(void)
{
	size_t states, chunks = lengths(&states);

	ring.shared = memory;
	ring.state = (void *)((uint8_t *)memory + states);
	ring.chunks = (uint8_t *)memory + chunks;
	taken = calloc(ring.slots, sizeof(*taken));
	buffer = malloc(ring.geometry.chunk);
}

static void make_ring(uint64_t size, uint32_t record, bool loop)
{
	size_t states;

	ring.geometry = pxt_ring_plan(size, record + CONTEXT, loop);
	ck_assert(pxt_ring_plausible(&ring.geometry));
	ring.slots = pxt_ring_slots(&ring.geometry);
	memory_length = lengths(&states) +
			(size_t)ring.slots * ring.geometry.chunk;
	memory = mmap(NULL, memory_length, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	ck_assert_ptr_ne(memory, MAP_FAILED);
	bind_ring();
}

static void drop_ring(void)
{
	munmap(memory, memory_length);
	free(taken);
	free(buffer);
}

/* Writing, as stream/writer.c does it */

static void append(struct pxt_ring_place *place, uint32_t span, uint32_t who,
		   uint32_t number)
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

static void publish(struct pxt_ring_place *place)
{
	atomic_store_explicit(&place->chunk->tail, place->tail,
			      memory_order_release);
}

static int put_as(struct pxt_ring_place *place, pid_t tid, uint32_t span,
		  uint32_t who, uint32_t number)
{
	int err;

	atomic_store_explicit(&place->chunk->tail,
			      place->tail | PXT_TAIL_BUSY,
			      memory_order_relaxed);
	if (pxt_tail_bytes(place->tail) + span + CONTEXT > place->end) {
		err = pxt_ring_move(&ring, place, tid, false);
		if (err) {
			publish(place);
			return err;
		}
		append(place, CONTEXT, who, FILLING);
	}
	append(place, span, who, number);
	publish(place);
	return 0;
}

static int put(struct pxt_ring_place *place, uint32_t span, uint32_t number)
{
	return put_as(place, NOBODY, span, 0, number);
}

/* Reading, as stream/live.c does it */

/* Check notes each of its assertions: too slow for every byte. */
static void require(bool condition)
{
	if (!condition)
		ck_abort_msg("it is not so");
}

static uint32_t check_record(const uint8_t *at, uint32_t left,
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

static int take_slot(uint32_t slot, visitor visit)
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
	if (pxt_ring_copy(&ring, slot, sight.sequence, mine->bytes,
			  sight.bytes, buffer))
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

static void take_all(visitor visit)
{
	for (uint32_t slot = 0; slot < pxt_ring_high(&ring); slot++)
		take_slot(slot, visit);
}

static uint8_t *seen;
static uint32_t seen_count, seen_least;

static void mark(const struct record *record)
{
	require(!seen[record->number]);
	seen[record->number] = 1;
	seen_count++;
	if (record->number < seen_least)
		seen_least = record->number;
}

static void read_back(uint32_t records)
{
	seen = calloc(records, 1);
	seen_count = 0;
	seen_least = UINT32_MAX;
	take_all(mark);
	free(seen);
}

/* Pseudo-random numbers, the same at each run. */
static uint64_t seed;

static uint32_t chance(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(seed >> 32);
}

static uint32_t some_span(uint32_t most)
{
	return LEAST + chance() % (most - LEAST + 8) / 8 * 8;
}

/* The promise */

static struct pxt_ring_place places[PLACES];

static void init_places(void)
{
	for (int i = 0; i < PLACES; i++)
		pxt_ring_place_init(&places[i]);
}

static void leave_places(void)
{
	for (int i = 0; i < PLACES; i++)
		pxt_ring_leave(&ring, &places[i]);
}

enum { ALONE, IN_TURN, AT_ONCE, TOGETHER, WAYS };

static int put_by_way(int way, uint32_t span, uint32_t number)
{
	struct pxt_ring_place *place = &places[number % PLACES];
	int err;

	if (way == ALONE)
		return put(&places[0], span, number);
	err = put(place, span, number);
	if (way == IN_TURN)
		pxt_ring_leave(&ring, place);
	if (way == AT_ONCE && number % PLACES == PLACES - 1)
		leave_places();
	return err;
}

static void fill_to_size(int way, uint64_t size, uint32_t most, bool mixed)
{
	uint32_t number = 0;
	uint32_t span = most;

	for (uint64_t sum = 0;; number++) {
		if (mixed)
			span = some_span(most);
		sum += span + CONTEXT;
		if (sum > size)
			break;
		require(!put_by_way(way, span, number));
	}
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten), 0);
	read_back(number);
	ck_assert_uint_eq(seen_count, number);
}

START_TEST(records_that_add_up_to_the_size_are_all_kept)
{
	static const uint64_t sizes[] = { 8192, 100000, 1 << 19 };
	static const uint32_t spans[] = { 24, 200, 1048, 4120 };
	const bool loop = _i & 1;
	const int way = _i / 2;

	seed = 1;
	for (size_t s = 0; s < 3; s++)
		for (size_t r = 0; r < 4; r++)
			for (int mixed = 0; mixed < 2; mixed++) {
				make_ring(sizes[s], spans[r], loop);
				init_places();
				fill_to_size(way, sizes[s], spans[r], mixed);
				drop_ring();
			}
}
END_TEST

/* Chunks of records as large as can be have room for few. */
START_TEST(every_size_has_a_geometry)
{
	const uint32_t most = (16 << 20) + 20 + CONTEXT;

	for (uint64_t size = 1; size <= UINT64_C(1) << 40; size *= 2)
		for (uint32_t record = 64; record <= most; record += record) {
			struct pxt_ring_geometry plan =
				pxt_ring_plan(size, record, false);

			ck_assert(pxt_ring_plausible(&plan));
			ck_assert_uint_ge((uint64_t)plan.base *
						  (plan.chunk - PXT_RING_HEAD -
						   record),
					  size);
		}
}
END_TEST

START_TEST(less_address_space_is_finer_chunks_and_then_fewer_writers)
{
	struct pxt_ring_geometry plan, plain, least;

	plain = pxt_ring_plan(4 << 20, 4200, false);
	ck_assert_uint_eq(plain.writers, PXT_RING_WRITERS);
	plan = pxt_ring_plan_within(4 << 20, 4200, false, 40 << 20);
	ck_assert(pxt_ring_plausible(&plan));
	ck_assert_uint_lt(plan.chunk, plain.chunk);
	ck_assert_uint_eq(plan.writers, PXT_RING_WRITERS);
	ck_assert_uint_le((uint64_t)pxt_ring_slots(&plan) * plan.chunk,
			  40 << 20);

	least = pxt_ring_plan_within(4 << 20, 4200, false, 6 << 20);
	pxt_ring_limit_writers(&least, 6 << 20);
	ck_assert(pxt_ring_plausible(&least));
	ck_assert_uint_lt(least.writers, PXT_RING_WRITERS);
	ck_assert_uint_ge((uint64_t)least.base *
				  (least.chunk - PXT_RING_HEAD - least.room),
			  4 << 20);
}
END_TEST

/* Its memory ends behind the slots that it has. */
static void make_narrow_ring(uint32_t slots, bool loop)
{
	make_ring(8192, 200, loop);
	init_places();
	ck_assert_int_eq(pxt_ring_narrow(&ring, slots), 0);
	ck_assert_int_eq(
		mprotect(ring.chunks + (size_t)slots * ring.geometry.chunk,
			 (size_t)8 * ring.geometry.chunk, PROT_NONE),
		0);
	atomic_store(&ring.shared->gate, PXT_GATE_OPEN);
}

START_TEST(a_view_without_room_for_a_few_chunks_is_none)
{
	make_ring(8192, 200, false);
	ck_assert_int_eq(pxt_ring_narrow(&ring, PXT_RING_SLOTS_LEAST - 1),
			 ENOMEM);
	ck_assert_int_eq(pxt_ring_narrow(&ring, ring.slots), 0);
	ck_assert(!ring.is_narrow);
	drop_ring();
}
END_TEST

/* Whatever the shared words say of the slots behind it. */
START_TEST(a_narrow_view_has_nothing_to_do_with_other_slots)
{
	const uint32_t slots = 6;
	uint32_t number = 0;

	make_narrow_ring(slots, _i);
	for (uint32_t slot = slots; slot < slots + 8; slot++)
		atomic_store(&ring.state[slot],
			     _i ? PXT_CHUNK_RETIRED : PXT_CHUNK_RELEASED);
	atomic_store(&ring.shared->high, slots + 8);
	ck_assert_uint_eq(pxt_ring_high(&ring), slots);
	while (number < 1000 && !put(&places[0], 200, number))
		number++;
	ck_assert_uint_lt(places[0].slot, slots);
	ck_assert_uint_ge(number, _i ? 1000 : 3);
	pxt_ring_leave(&ring, &places[0]);
	drop_ring();
}
END_TEST

/* R18: the others may still have room. */
START_TEST(a_narrow_view_that_is_used_up_leaves_the_gate_open)
{
	const uint32_t slots = PXT_RING_SLOTS_LEAST;

	make_narrow_ring(slots, _i);
	for (uint32_t i = 0; i < slots; i++)
		ck_assert_int_eq(put(&places[i], 200, i), 0);
	ck_assert_int_eq(put(&places[slots], 200, slots), ENOMEM);
	pxt_ring_lose_cramped(&ring);
	ck_assert_uint_eq(atomic_load(&ring.shared->gate), PXT_GATE_OPEN);
	ck_assert_uint_eq(pxt_ring_lost_in_all(&ring), 1);
	ck_assert_uint_eq(pxt_ring_unreached(&ring), 1);
	drop_ring();
}
END_TEST

START_TEST(a_view_narrower_than_the_ring_is_full_when_it_is)
{
	uint32_t number = 0;
	int err;

	make_narrow_ring(PXT_RING_SLOTS_LEAST, false);
	do
		err = put(&places[0], 200, number++);
	while (!err);
	ck_assert_int_eq(err, ENOSPC);
	ck_assert_uint_eq(pxt_ring_retired(&ring), ring.geometry.base);
	drop_ring();
}
END_TEST

START_TEST(a_full_ring_refuses_and_keeps_what_it_has)
{
	struct pxt_ring_place before;
	uint32_t number = 0;

	make_ring(8192, 200, false);
	init_places();
	while (!put(&places[0], 200, number))
		number++;
	ck_assert_uint_gt(number * (200 + CONTEXT), 8192);

	before = places[0];
	ck_assert_int_eq(put(&places[0], 200, number), ENOSPC);
	ck_assert_int_eq(memcmp(&before, &places[0], sizeof(before)), 0);
	ck_assert_int_eq(put(&places[1], 200, number), ENOSPC);
	ck_assert_uint_eq(places[1].end, 0);

	read_back(number);
	ck_assert_uint_eq(seen_count, number);
	drop_ring();
}
END_TEST

START_TEST(a_full_ring_has_a_chunk_for_the_controller)
{
	make_ring(8192, 200, false);
	init_places();
	for (uint32_t number = 0; !put(&places[0], 200, number);)
		number++;
	ck_assert_int_eq(pxt_ring_move(&ring, &places[1], 0, true), 0);
	ck_assert_uint_ge(places[1].end - pxt_tail_bytes(places[1].tail),
			  ring.geometry.room);
	drop_ring();
}
END_TEST

START_TEST(a_ring_that_loops_gives_up_the_oldest)
{
	enum { NUMBER = 1000 };

	make_ring(8192, 200, true);
	init_places();
	for (uint32_t number = 0; number < NUMBER; number++)
		ck_assert_int_eq(put(&places[0], 200, number), 0);
	read_back(NUMBER);
	ck_assert_uint_eq(seen_count, NUMBER - seen_least);
	ck_assert_uint_ge(seen_count * (200 + CONTEXT), 8192);
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten), seen_least);
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten_from), 1);
	ck_assert_uint_eq(atomic_load(&ring.shared->horizon), seen_least);
	drop_ring();
}
END_TEST

/* Up to the last record that its chunk has room for. */
static uint32_t fill_chunk(struct pxt_ring_place *place, uint32_t number)
{
	do
		ck_assert_int_eq(put(place, 200, number++), 0);
	while (pxt_tail_bytes(place->tail) + 200 + CONTEXT <= place->end);
	return number;
}

/* A chunk that was claimed first and filled last, after all that the ring
 * keeps. Gives how many records there were before it was filled. */
static uint32_t fill_slowly(uint32_t *end)
{
	uint32_t begin, number = 1;

	ck_assert_int_eq(put(&places[1], 200, 0), 0);
	for (uint32_t i = 0; i < ring.geometry.base; i++)
		number = fill_chunk(&places[0], number);
	begin = number;
	number = fill_chunk(&places[1], number);
	*end = number;
	return begin;
}

/* LOP-02 LOP-16 */
START_TEST(the_first_to_retire_is_the_first_to_go)
{
	uint32_t slot, fast, slow, end, number;
	uint64_t sequence;
	struct pxt_ring_sight sight;

	make_ring(8192, 200, true);
	init_places();
	slow = fill_slowly(&number);
	fast = (slow - 1) / ring.geometry.base; /* records in a chunk */
	slow = number - slow + 1;
	slot = places[1].slot;
	sequence = places[1].sequence;
	end = number;
	ck_assert_int_eq(put(&places[1], 200, number++), 0);
	pxt_ring_glance(&ring, slot, &sight);
	ck_assert_uint_eq(sight.state, PXT_CHUNK_RETIRED);

	/* All that was older goes before it. */
	while (pxt_ring_glance(&ring, slot, &sight),
	       sight.sequence == sequence)
		ck_assert_int_eq(put(&places[0], 200, number++), 0);
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten),
			  fast * (ring.geometry.base - 1) + slow);
	ck_assert_uint_eq(atomic_load(&ring.shared->horizon), end);
	drop_ring();
}
END_TEST

START_TEST(the_number_of_retirements_may_wrap_around)
{
	enum { NUMBER = 1000 };

	make_ring(8192, 200, true);
	init_places();
	atomic_store(&ring.shared->retirements, (UINT64_C(1) << 22) - 30);
	for (uint32_t number = 0; number < NUMBER; number++) {
		ck_assert_int_eq(put(&places[0], 200, number), 0);
		ck_assert_uint_le(atomic_load(&ring.shared->horizon), number);
	}
	ck_assert_uint_gt(atomic_load(&ring.shared->retirements),
			  UINT64_C(1) << 22);
	read_back(NUMBER);
	ck_assert_uint_eq(seen_count, NUMBER - seen_least);
	drop_ring();
}
END_TEST

START_TEST(the_gap_begins_with_the_lowest_mark)
{
	uint32_t number;
	uint64_t from;

	make_ring(8192, 200, true);
	init_places();
	ck_assert_uint_gt(fill_slowly(&number), 0);
	ck_assert_int_eq(put(&places[1], 200, number++), 0);
	while (!(from = atomic_load(&ring.shared->overwritten_from)))
		ck_assert_int_eq(put(&places[0], 200, number++), 0);
	ck_assert_uint_eq(from, 2);
	while (from == 2) {
		ck_assert_int_eq(put(&places[0], 200, number++), 0);
		from = atomic_load(&ring.shared->overwritten_from);
	}
	ck_assert_uint_eq(from, 1);
	drop_ring();
}
END_TEST

/* What was taken */

static void take_place(const struct pxt_ring_place *place)
{
	ck_assert_int_eq(pxt_ring_take(&ring, place->slot, place->sequence,
				       pxt_tail_bytes(place->tail),
				       place->records),
			 0);
}

/* LOP-11 */
START_TEST(what_was_taken_is_not_lost)
{
	uint32_t number = 0;
	uint64_t first;

	make_ring(8192, 200, true);
	init_places();
	number = fill_chunk(&places[0], number);
	first = places[0].sequence;
	for (uint32_t lap = 0; lap < 3 * ring.geometry.base; lap++) {
		take_place(&places[0]);
		number = fill_chunk(&places[0], number);
	}
	/* One is not. */
	ck_assert_uint_gt(places[0].sequence, first + ring.geometry.base);
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten), 0);
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten_from), 0);
	ck_assert_uint_eq(atomic_load(&ring.shared->horizon), 0);
	for (uint32_t i = 0; i <= ring.geometry.base; i++)
		number = fill_chunk(&places[0], number);
	ck_assert_uint_gt(atomic_load(&ring.shared->overwritten), 0);
	drop_ring();
}
END_TEST

START_TEST(of_what_was_taken_in_part_the_rest_is_lost)
{
	uint32_t number, records;

	make_ring(8192, 200, true);
	init_places();
	for (number = 0; number < 3; number++)
		ck_assert_int_eq(put(&places[0], 200, number), 0);
	take_place(&places[0]);
	atomic_store(&ring.shared->taken_upto, 4);
	number = fill_chunk(&places[0], number);
	records = number;
	while (!atomic_load(&ring.shared->overwritten))
		number = fill_chunk(&places[0], number);
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten), records - 3);
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten_from), 4);
	ck_assert_uint_eq(atomic_load(&ring.shared->horizon), records);
	drop_ring();
}
END_TEST

START_TEST(what_is_reclaimed_is_not_taken)
{
	struct pxt_ring_place old;
	uint32_t number;

	make_ring(8192, 200, true);
	init_places();
	number = fill_chunk(&places[0], 0);
	old = places[0];
	while (!atomic_load(&ring.shared->overwritten))
		number = fill_chunk(&places[0], number);
	ck_assert_uint_eq(places[0].slot, old.slot);
	ck_assert_int_eq(pxt_ring_take(&ring, old.slot, old.sequence,
				       pxt_tail_bytes(old.tail), old.records),
			 ESTALE);

	/* Nor is the next lap. */
	for (uint32_t i = 0; i <= ring.geometry.base; i++)
		number = fill_chunk(&places[0], number);
	ck_assert_uint_gt(atomic_load(&ring.shared->overwritten), number / 2);
	drop_ring();
}
END_TEST

/* Between claiming and beginning it may have a loss to tell. */
START_TEST(a_chunk_that_is_reclaimed_but_not_begun_is_busy)
{
	const bool loop = _i;
	struct pxt_ring_sight sight;
	uint64_t word;

	make_ring(8192, 200, loop);
	init_places();
	ck_assert_int_eq(put_as(&places[0], gettid(), 200, 0, 0), 0);
	pxt_ring_glance(&ring, 0, &sight);
	ck_assert(!sight.busy);

	word = atomic_load(&ring.state[0]);
	atomic_store(&ring.state[0], word + (UINT64_C(1) << 24));
	pxt_ring_glance(&ring, 0, &sight);
	ck_assert_int_eq(sight.busy, loop);
	ck_assert_uint_eq(sight.bytes, 0);
	drop_ring();
}
END_TEST

/* Slots that nobody has used, and that say otherwise. */
START_TEST(a_writer_gives_up_where_somebody_scribbles)
{
	make_ring(8192, 200, false);
	init_places();
	for (uint32_t slot = 0; slot < ring.slots; slot++)
		atomic_store(&ring.state[slot],
			     (UINT64_C(7) << 24) | PXT_CHUNK_OWNED);
	ck_assert_int_eq(put(&places[0], 200, 0), ENOSPC);
	drop_ring();
}
END_TEST

START_TEST(the_next_continues_a_chunk_that_was_left)
{
	uint32_t slot;
	uint64_t sequence;

	make_ring(8192, 200, false);
	init_places();
	ck_assert_int_eq(put(&places[0], 200, 0), 0);
	slot = places[0].slot;
	sequence = places[0].sequence;
	pxt_ring_leave(&ring, &places[0]);
	ck_assert_uint_eq(places[0].end, 0);

	ck_assert_int_eq(put(&places[1], 200, 1), 0);
	ck_assert_uint_eq(places[1].slot, slot);
	ck_assert_uint_eq(places[1].sequence, sequence);
	ck_assert_uint_eq(places[1].first, 1);
	ck_assert_uint_eq(places[1].records, 2);
	read_back(2);
	ck_assert_uint_eq(seen_count, 2);
	drop_ring();
}
END_TEST

START_TEST(what_was_read_to_its_end_makes_room)
{
	uint32_t number = 0;

	make_ring(8192, 200, false);
	init_places();
	seen = calloc(10000, 1);
	seen_count = 0;
	for (int lap = 0; lap < 20; lap++) {
		while (!put(&places[0], 200, number))
			number++;
		ck_assert_uint_ge(pxt_ring_retired(&ring), ring.geometry.base);
		take_all(mark);
		ck_assert_uint_eq(pxt_ring_retired(&ring), 0);
		ck_assert_uint_eq(seen_count, number);
	}
	free(seen);
	drop_ring();
}
END_TEST

START_TEST(a_copy_of_what_was_overwritten_is_stale)
{
	struct pxt_ring_sight sight;

	make_ring(8192, 200, true);
	init_places();
	ck_assert_int_eq(put(&places[0], 200, 0), 0);
	pxt_ring_look(&ring, places[0].slot, &sight);
	ck_assert_int_eq(pxt_ring_copy(&ring, 0, sight.sequence, 0,
				       sight.bytes, buffer),
			 0);
	while (!atomic_load(&ring.shared->overwritten))
		ck_assert_int_eq(put(&places[0], 200, 0), 0);
	ck_assert_int_eq(pxt_ring_copy(&ring, 0, sight.sequence, 0,
				       sight.bytes, buffer),
			 ESTALE);

	/* Freeing by the old sequence does not free the new chunk. */
	pxt_ring_free(&ring, 0, sight.sequence);
	pxt_ring_look(&ring, 0, &sight);
	ck_assert_uint_eq(sight.state, PXT_CHUNK_OWNED);
	drop_ring();
}
END_TEST

/* The dead */

START_TEST(what_the_dead_published_stays)
{
	struct pxt_ring_sight sight;

	make_ring(8192, 200, false);
	init_places();
	ck_assert_int_eq(put(&places[0], 200, 0), 0);
	append(&places[0], 200, 0, 1); /* and killed */
	pxt_ring_bury(&ring, places[0].slot, NOW);
	pxt_ring_look(&ring, 0, &sight);
	ck_assert_uint_eq(sight.state, PXT_CHUNK_RELEASED);
	ck_assert_int_eq(sight.tid, 0);

	ck_assert_int_eq(put(&places[1], 200, 2), 0);
	ck_assert_uint_eq(places[1].slot, 0);
	read_back(3);
	ck_assert_uint_eq(seen_count, 2);
	drop_ring();
}
END_TEST

START_TEST(a_full_chunk_of_the_dead_is_retired)
{
	struct pxt_ring_sight sight;

	make_ring(8192, 1800, false);
	init_places();
	for (uint32_t number = 0; !number || places[0].end -
				  pxt_tail_bytes(places[0].tail) >=
				  ring.geometry.room; number++)
		ck_assert_int_eq(put(&places[0], 1800, number), 0);
	pxt_ring_bury(&ring, 0, NOW);
	pxt_ring_look(&ring, 0, &sight);
	ck_assert_uint_eq(sight.state, PXT_CHUNK_RETIRED);

	/* Once is enough. */
	pxt_ring_bury(&ring, 0, NOW);
	pxt_ring_free(&ring, 0, sight.sequence);
	pxt_ring_bury(&ring, 0, NOW);
	pxt_ring_look(&ring, 0, &sight);
	ck_assert_uint_eq(sight.state, PXT_CHUNK_FREE);
	drop_ring();
}
END_TEST

/* Killed between taking a chunk and writing to it: the words in the chunk
 * are of its last lap. */
START_TEST(the_dead_leave_nothing_of_the_lap_before)
{
	struct pxt_ring_place place;

	make_ring(8192, 200, false);
	init_places();
	while (!put(&places[0], 200, 7))
		;
	pxt_ring_leave(&ring, &places[0]);

	for (uint32_t slot = 0; slot < pxt_ring_high(&ring); slot++) {
		struct pxt_ring_sight sight;

		pxt_ring_look(&ring, slot, &sight);
		pxt_ring_free(&ring, slot, sight.sequence);
	}

	pxt_ring_place_init(&place);
	ck_assert_int_eq(pxt_ring_move(&ring, &place, NOBODY, false), 0);
	pxt_ring_bury(&ring, place.slot, NOW);
	ck_assert_int_eq(pxt_ring_move(&ring, &places[1], NOBODY, false), 0);
	ck_assert_uint_eq(places[1].slot, place.slot);
	ck_assert_uint_eq(places[1].first, 0);
	ck_assert_uint_eq(places[1].records, 0);
	drop_ring();
}
END_TEST

START_TEST(overwriting_what_the_dead_left_is_noticed)
{
	make_ring(8192, 1800, true);
	init_places();
	do
		ck_assert_int_eq(put(&places[0], 1800, 0), 0);
	while (places[0].end - pxt_tail_bytes(places[0].tail) >=
	       ring.geometry.room);
	pxt_ring_bury(&ring, 0, NOW);
	ck_assert_uint_eq(pxt_ring_retired(&ring), 1);

	while (places[1].slot || !places[1].end)
		ck_assert_int_eq(put(&places[1], 1800, 1), 0);
	ck_assert_uint_gt(atomic_load(&ring.shared->overwritten), 0);
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten_from), 1);
	ck_assert_uint_eq(atomic_load(&ring.shared->horizon), NOW);
	drop_ring();
}
END_TEST

/* Killed between claiming a chunk and telling what it overwrites. */
START_TEST(what_the_dead_did_not_tell_is_told_at_their_burial)
{
	struct pxt_ring_place old;
	uint32_t number;
	uint64_t word;

	make_ring(8192, 200, true);
	init_places();
	number = fill_chunk(&places[0], 0);
	old = places[0];
	ck_assert_int_eq(put(&places[0], 200, number), 0);
	ck_assert_uint_ne(places[0].slot, old.slot);
	word = atomic_load(&ring.state[places[0].slot]);
	atomic_store(&ring.state[old.slot], word + (UINT64_C(1) << 24));

	/* In the second case it has begun to tell. */
	if (_i)
		atomic_store(&old.chunk->taken, PXT_TAKEN_CLOSED);

	for (int i = 0; i < 2; i++) {
		pxt_ring_bury(&ring, old.slot, NOW);
		ck_assert_uint_eq(atomic_load(&ring.shared->overwritten),
				  number);
		ck_assert_uint_eq(atomic_load(&ring.shared->overwritten_from),
				  1);
		ck_assert_uint_eq(atomic_load(&ring.shared->horizon), number);
	}
	drop_ring();
}
END_TEST

/* Killed when it had told, and whoever is next in the place as well. */
START_TEST(what_was_told_is_not_told_again_at_a_burial)
{
	struct pxt_ring_place next;
	uint64_t word;

	make_ring(8192, 200, true);
	init_places();
	fill_chunk(&places[0], 0);
	word = atomic_load(&ring.state[places[0].slot]);
	atomic_store(&ring.state[places[0].slot], word + (UINT64_C(1) << 24));
	pxt_ring_bury(&ring, places[0].slot, NOW);
	word = atomic_load(&ring.shared->overwritten);
	ck_assert_uint_gt(word, 0);

	pxt_ring_place_init(&next);
	ck_assert_int_eq(pxt_ring_move(&ring, &next, NOBODY, false), 0);
	ck_assert_uint_eq(next.slot, places[0].slot);
	atomic_store(&next.chunk->tail, places[0].tail);
	pxt_ring_bury(&ring, next.slot, NOW);
	ck_assert_uint_eq(atomic_load(&ring.shared->overwritten), word);
	drop_ring();
}
END_TEST

START_TEST(the_living_are_not_buried)
{
	struct pxt_ring_sight sight;

	make_ring(8192, 200, false);
	init_places();
	ck_assert_int_eq(put_as(&places[0], gettid(), 200, 0, 0), 0);
	pxt_ring_bury(&ring, places[0].slot, NOW);
	pxt_ring_glance(&ring, places[0].slot, &sight);
	ck_assert_uint_eq(sight.state, PXT_CHUNK_OWNED);
	drop_ring();
}
END_TEST

/* Losses */

START_TEST(losses_are_counted_where_they_are_made)
{
	make_ring(8192, 200, false);
	init_places();
	ck_assert_int_eq(put(&places[0], 200, 0), 0);

	atomic_store(&ring.shared->gate, PXT_GATE_OPEN);
	pxt_ring_lose(&ring, &places[0], 5);
	pxt_ring_lose(&ring, &places[0], 6);
	pxt_ring_lose(&ring, &places[1], 7);
	ck_assert_uint_eq(pxt_ring_lost(&ring, places[0].slot), 2);
	ck_assert_uint_eq(atomic_load(&ring.shared->lost), 1);
	ck_assert_uint_eq(atomic_load(&ring.shared->full_at), 5);
	ck_assert_uint_eq(atomic_load(&ring.shared->gate),
			  PXT_GATE_OPEN | PXT_GATE_FULL);
	drop_ring();
}
END_TEST

/* A mark of 0: the writer met FULL, which may have been cleared since. */
START_TEST(a_loss_behind_a_full_gate_does_not_shut_it_again)
{
	make_ring(8192, 200, false);
	init_places();
	atomic_store(&ring.shared->gate, PXT_GATE_OPEN);
	pxt_ring_lose(&ring, &places[0], 0);
	ck_assert_uint_eq(atomic_load(&ring.shared->lost), 1);
	ck_assert_uint_eq(atomic_load(&ring.shared->gate), PXT_GATE_OPEN);
	drop_ring();
}
END_TEST

START_TEST(a_gate_that_is_shut_does_not_become_full)
{
	make_ring(8192, 200, false);
	init_places();
	pxt_ring_lose(&ring, &places[0], 5);
	ck_assert_uint_eq(atomic_load(&ring.shared->lost), 1);
	ck_assert_uint_eq(atomic_load(&ring.shared->gate), 0);
	ck_assert_uint_eq(atomic_load(&ring.shared->full_at), 0);
	drop_ring();
}
END_TEST

/* LOP-01: it goes on RUNNING, come what may. */
START_TEST(a_ring_that_loops_does_not_become_full)
{
	make_ring(8192, 200, true);
	init_places();
	ring.slots = 1; /* no memory for more */
	atomic_store(&ring.shared->gate, PXT_GATE_OPEN);
	ck_assert_int_eq(put(&places[0], 200, 0), 0);
	ck_assert_int_eq(put(&places[1], 200, 1), ENOSPC);
	pxt_ring_lose(&ring, &places[1], 5);
	ck_assert_uint_eq(atomic_load(&ring.shared->lost), 1);
	ck_assert_uint_eq(atomic_load(&ring.shared->gate), PXT_GATE_OPEN);
	drop_ring();
}
END_TEST

START_TEST(who_sleeps_is_woken_when_chunks_retire)
{
	make_ring(8192, 200, false);
	init_places();
	atomic_store(&ring.shared->sleeping, 1);
	for (uint32_t number = 0; !put(&places[0], 200, number);)
		number++;
	ck_assert_uint_eq(atomic_load(&ring.shared->sleeping), 0);
	ck_assert_uint_eq(atomic_load(&ring.shared->wake), 1);
	drop_ring();
}
END_TEST

START_TEST(who_sleeps_is_woken_when_places_are_left)
{
	make_ring(8192, 1800, false);
	init_places();
	atomic_store(&ring.shared->sleeping, 1);
	for (uint32_t i = 0; i < PLACES; i++) {
		while (!put(&places[i], 1800, 0) &&
		       places[i].end - pxt_tail_bytes(places[i].tail) >=
			       ring.geometry.room)
			;
		pxt_ring_leave(&ring, &places[i]);
	}
	ck_assert_uint_ge(pxt_ring_retired(&ring), ring.geometry.base);
	ck_assert_uint_eq(atomic_load(&ring.shared->sleeping), 0);
	drop_ring();
}
END_TEST

START_TEST(who_sleeps_is_woken_when_a_full_place_is_left)
{
	make_ring(8192, 1800, false);
	init_places();
	for (uint32_t i = 0; i < ring.geometry.base; i++) {
		do
			ck_assert_int_eq(put(&places[i], 1800, 0), 0);
		while (places[i].end - pxt_tail_bytes(places[i].tail) >=
		       ring.geometry.room);
	}
	atomic_store(&ring.shared->sleeping, 1);
	for (uint32_t i = 0; i < ring.geometry.base; i++)
		pxt_ring_leave(&ring, &places[i]);
	ck_assert_uint_eq(pxt_ring_retired(&ring), ring.geometry.base);
	ck_assert_uint_eq(atomic_load(&ring.shared->sleeping), 0);
	ck_assert_uint_eq(atomic_load(&ring.shared->wake), 1);
	drop_ring();
}
END_TEST

/* Writers that were stopped in the middle of a record */

static void stop_writers(void)
{
	make_ring(8192, 200, false);
	init_places();
	for (int i = 0; i < STOPPED; i++) {
		ck_assert_int_eq(put_as(&places[i], gettid(), 200, 0, 0), 0);
		atomic_store(&places[i].chunk->tail,
			     places[i].tail | PXT_TAIL_BUSY);
	}
}

static int64_t ms_since(int64_t start_ns)
{
	return (pxt_clock_ns(CLOCK_MONOTONIC) - start_ns) / 1000000;
}

START_TEST(one_patience_serves_for_all_who_are_stopped)
{
	const int64_t start = pxt_clock_ns(CLOCK_MONOTONIC);

	stop_writers();
	ck_assert(!pxt_ring_settle(&ring));
	ck_assert_int_ge(ms_since(start), PXT_RING_PATIENCE_MS);
	ck_assert_int_lt(ms_since(start), STOPPED / 2 * PXT_RING_PATIENCE_MS);
	drop_ring();
}
END_TEST

START_TEST(patience_that_is_over_waits_for_nobody)
{
	const int64_t start = pxt_clock_ns(CLOCK_MONOTONIC);
	struct pxt_ring_patience patience = { .end_ns = start };
	struct pxt_ring_sight sight;

	stop_writers();
	for (uint32_t slot = 0; slot < STOPPED; slot++) {
		pxt_ring_look_within(&ring, slot, &patience, &sight);
		ck_assert(sight.busy);
	}
	ck_assert_int_lt(ms_since(start), PXT_RING_PATIENCE_MS);
	drop_ring();
}
END_TEST

/* Memory that somebody scribbles over */

/* Small, exact, and each part on its own: what reads or writes beside it is
 * caught by the address sanitizer. */
static void make_fragile_ring(bool loop)
{
	ring.geometry = (struct pxt_ring_geometry){
		.chunk = 4096, .base = 3, .room = 500, .loop = loop
	};
	ring.slots = 7;
	ring.shared = aligned_alloc(64, sizeof(*ring.shared));
	ring.state = calloc(ring.slots, sizeof(*ring.state));
	ring.chunks = aligned_alloc(4096, ring.slots * 4096);
	memset(ring.shared, 0, sizeof(*ring.shared));
	memset(ring.chunks, 0, ring.slots * 4096);
}

static void drop_fragile_ring(void)
{
	free(ring.shared);
	free(ring.state);
	free(ring.chunks);
}

static uint64_t nasty(void)
{
	static const uint64_t word[] = { 0, 1, UINT32_MAX, UINT64_MAX,
					 UINT64_C(1) << 63, 4096, 0xfffffff8 };

	return chance() % 2 ? word[chance() % 7] :
			      (uint64_t)chance() << 32 | chance();
}

static struct pxt_ring_chunk *chunk_at(uint32_t slot)
{
	return (void *)(ring.chunks + slot * ring.geometry.chunk);
}

/* States and tails that go together, with whatever else may stand there. The
 * owner is dead: a living one would be waited for. */
static void scribble(void)
{
	uint32_t slot = chance() % ring.slots;
	uint64_t sequence = nasty() & ((UINT64_C(1) << 40) - 1);

	atomic_store(&ring.state[slot],
		     sequence << 24 | NOBODY << 2 | chance() % 4);
	atomic_store(&chunk_at(slot)->tail,
		     (sequence & UINT32_MAX) << 32 | (uint32_t)nasty());
	switch (chance() % 8) {
	case 0:
		atomic_store(&ring.shared->high, (uint32_t)nasty());
		break;
	case 1:
		atomic_store(&ring.shared->sequence, nasty());
		break;
	case 2:
		atomic_store(&chunk_at(slot)->records, (uint32_t)nasty());
		atomic_store(&chunk_at(slot)->first, nasty());
		atomic_store(&chunk_at(slot)->last, nasty());
		break;
	case 3:
		atomic_store(&chunk_at(slot)->tail, nasty());
		break;
	default:
		atomic_store(&ring.shared->high, ring.slots);
		break;
	}
}

static void read_everything(void)
{
	const uint32_t high = pxt_ring_high(&ring);

	ck_assert_uint_le(high, ring.slots);
	for (uint32_t slot = 0; slot < high; slot++) {
		struct pxt_ring_sight sight;
		uint8_t *out;

		pxt_ring_look(&ring, slot, &sight);
		ck_assert_uint_le(sight.bytes,
				  ring.geometry.chunk - PXT_RING_HEAD);
		out = malloc(sight.bytes + 1);
		pxt_ring_copy(&ring, slot, sight.sequence, 0, sight.bytes,
			      out);
		free(out);
		pxt_ring_lost(&ring, slot);
		if (chance() % 4 == 0)
			pxt_ring_free(&ring, slot, sight.sequence);
		if (chance() % 4 == 0)
			pxt_ring_bury(&ring, slot, NOW);
	}
	ck_assert_uint_le(pxt_ring_retired(&ring), ring.slots);
}

START_TEST(readers_survive_scribbling)
{
	seed = 1;
	make_fragile_ring(_i);
	for (int round = 0; round < ROUNDS; round++) {
		scribble();
		read_everything();
		if (round % 100 == 0)
			pxt_ring_settle(&ring);
	}
	drop_fragile_ring();
}
END_TEST

/* Nobody's chunk may be in two hands here, but all stays in the ring. */
START_TEST(writers_survive_scribbling)
{
	struct pxt_ring_place place;

	seed = 1;
	make_fragile_ring(_i);
	pxt_ring_place_init(&place);
	for (int round = 0; round < ROUNDS; round++) {
		scribble();
		if (!pxt_ring_move(&ring, &place, NOBODY, chance() % 2)) {
			ck_assert_uint_ge(place.end -
						  pxt_tail_bytes(place.tail),
					  ring.geometry.room);
			append(&place, ring.geometry.room & ~7U, 0, 0);
			publish(&place);
		}
		if (chance() % 2)
			pxt_ring_leave(&ring, &place);
		pxt_ring_lose(&ring, &place, 1);
	}
	drop_fragile_ring();
}
END_TEST

/* At once */

static _Atomic bool over;

static void *write_gapless(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;
	struct pxt_ring_place place;

	pxt_ring_place_init(&place);
	for (uint32_t number = 0; number < STRESS; number++) {
		uint32_t span = LEAST + number % 9 * 8;

		while (put_as(&place, (pid_t)(NOBODY - who), span, who,
			      number))
			sched_yield();
		if (number % 1000 == who)
			pxt_ring_leave(&ring, &place);
	}
	pxt_ring_leave(&ring, &place);
	return NULL;
}

static uint8_t gapless[2][STRESS];

static void mark_writer(const struct record *record)
{
	require(record->who < 2 && record->number < STRESS);
	require(!gapless[record->who][record->number]);
	gapless[record->who][record->number] = 1;
	seen_count++;
}

START_TEST(two_writers_and_a_reader_miss_nothing)
{
	pthread_t writer[2];

	make_ring(65536, 200, false);
	seen_count = 0;
	for (uintptr_t i = 0; i < 2; i++)
		pthread_create(&writer[i], NULL, write_gapless, (void *)i);
	while (seen_count < 2 * STRESS) {
		take_all(mark_writer);
		sched_yield();
	}
	for (int i = 0; i < 2; i++)
		pthread_join(writer[i], NULL);
	take_all(mark_writer);
	ck_assert_uint_eq(seen_count, 2 * STRESS);
	drop_ring();
}
END_TEST

/* So little room is left that who leaves the chunk retires it. */
static void take_and_fill(struct pxt_ring_place *place)
{
	require(!pxt_ring_move(&ring, place, NOBODY, false));
	append(place, place->end - ring.geometry.room + 8, 0, FILLING);
	publish(place);
}

/* The first chunk and the last, in turn: never are both retired. */
static void *retire_in_turn(void *argument)
{
	struct pxt_ring_place *const turn[] = { &places[0],
						&places[PLACES - 1] };

	for (int i = 0; i < TURNS; i++) {
		for (int j = 0; j < 2; j++) {
			const struct pxt_ring_place left = *turn[j];

			pxt_ring_leave(&ring, turn[j]);
			pxt_ring_free(&ring, left.slot, left.sequence);
		}
		take_and_fill(turn[0]);
		take_and_fill(turn[1]);
	}
	atomic_store(&over, true);
	return argument;
}

/* R14. While one writer counts what is retired, others go on. */
START_TEST(chunks_count_as_retired_that_are_so_at_one_time)
{
	pthread_t other;

	make_ring(1000, 200, false);
	ck_assert_uint_eq(ring.geometry.base, 2);
	init_places();
	for (int i = 0; i < PLACES; i++)
		take_and_fill(&places[i]);
	atomic_store(&over, false);
	pthread_create(&other, NULL, retire_in_turn, NULL);
	while (!atomic_load(&over))
		require(pxt_ring_retired(&ring) < 2);
	pthread_join(other, NULL);
	drop_ring();
}
END_TEST

static void *write_for_ever(void *argument)
{
	const uint32_t who = (uint32_t)(uintptr_t)argument;
	struct pxt_ring_place place;

	pxt_ring_place_init(&place);
	for (uint32_t number = 0; !atomic_load(&over); number++)
		require(!put_as(&place, (pid_t)(NOBODY - who), 200, who,
				number % 256));
	pxt_ring_leave(&ring, &place);
	return NULL;
}

static void ignore(const struct record *record)
{
	require(record->who < 2);
}

/* Chunks are overwritten all the time: the copies that count are whole. */
START_TEST(no_torn_record_is_read_from_a_ring_that_loops)
{
	pthread_t writer[2];
	unsigned stale = 0;

	if (!KNOWS_FENCES)
		return;
	make_ring(8192, 200, true);
	for (uintptr_t i = 0; i < 2; i++)
		pthread_create(&writer[i], NULL, write_for_ever, (void *)i);
	for (int i = 0; i < 100000; i++)
		stale += take_slot((uint32_t)i % ring.geometry.base, ignore) ==
			 ESTALE;
	atomic_store(&over, true);
	for (int i = 0; i < 2; i++)
		pthread_join(writer[i], NULL);
	(void)stale; /* how many is up to the scheduler */
	drop_ring();
}
END_TEST

static void *lose_for_ever(void *argument)
{
	struct pxt_ring_place place;

	pxt_ring_place_init(&place);
	while (!atomic_load(&over))
		pxt_ring_lose(&ring, &place, 5);
	return argument;
}

/* Whoever shut the gate knows what it was: it stays that. */
START_TEST(no_gate_becomes_full_once_it_is_shut)
{
	pthread_t thread;
	uint32_t was;

	make_ring(8192, 200, false);
	pthread_create(&thread, NULL, lose_for_ever, NULL);
	for (int i = 0; i < SHUTS; i++) {
		atomic_store(&ring.shared->gate, PXT_GATE_OPEN);
		was = atomic_fetch_and(&ring.shared->gate,
				       ~(uint32_t)PXT_GATE_OPEN);
		for (int look = 0; look < 10; look++)
			require(atomic_load(&ring.shared->gate) ==
				(was & PXT_GATE_FULL));
	}
	atomic_store(&over, true);
	pthread_join(thread, NULL);
	drop_ring();
}
END_TEST

/* Killed */

/* Shared with the children. */
struct shared {
	_Atomic uint32_t published;
};
static struct shared *shared;
static uint32_t expected;

static __attribute__((noreturn)) void write_until_killed(uint32_t number)
{
	struct pxt_ring_place place;

	pxt_ring_place_init(&place);
	for (;; number++) {
		while (put_as(&place, getpid(), LEAST + number % 30 * 8, 0,
			      number))
			pause();
		atomic_store(&shared->published, number + 1);
		if (number % 50 == 0)
			pxt_ring_leave(&ring, &place);
	}
}

static void expect(const struct record *record)
{
	require(record->number == expected);
	expected++;
}

static void bury_all(void)
{
	struct pxt_ring_sight sight;

	for (uint32_t slot = 0; slot < pxt_ring_high(&ring); slot++) {
		pxt_ring_look(&ring, slot, &sight);
		if (sight.state == PXT_CHUNK_OWNED)
			pxt_ring_bury(&ring, slot, NOW);
	}
}

/* Chunk by chunk in the order they were begun. */
static void take_in_order(void)
{
	struct pxt_ring_sight sight;
	uint64_t least, from = 0;
	uint32_t slot;

	do {
		least = UINT64_MAX;
		slot = 0;
		for (uint32_t i = 0; i < pxt_ring_high(&ring); i++) {
			pxt_ring_look(&ring, i, &sight);
			if (sight.state != PXT_CHUNK_FREE &&
			    sight.sequence >= from && sight.sequence < least) {
				least = sight.sequence;
				slot = i;
			}
		}
		if (least != UINT64_MAX)
			ck_assert_int_eq(take_slot(slot, expect), 0);
		from = least + 1;
	} while (least != UINT64_MAX);
}

START_TEST(what_a_killed_writer_published_is_there_and_whole)
{
	uint32_t count;
	pid_t child;

	make_ring(65536, 300, false);
	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(shared, MAP_FAILED);
	seed = (uint64_t)getpid();
	for (int i = 0; i < KILLS; i++) {
		child = fork();
		ck_assert_int_ge(child, 0);
		if (!child)
			write_until_killed(expected);
		usleep(chance() % 600);
		kill(child, SIGKILL);
		ck_assert_int_eq(waitpid(child, NULL, 0), child);

		bury_all();
		take_in_order();
		count = atomic_load(&shared->published);
		ck_assert_uint_ge(expected, count);
		ck_assert_uint_le(expected, count + 1);
		atomic_store(&shared->published, expected);
	}
	ck_assert_uint_gt(expected, 1000);
	munmap(shared, 4096);
	drop_ring();
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("ring");
	TCase *t = tcase_create("ring");

	tcase_set_timeout(t, 20);
	tcase_add_loop_test(t, records_that_add_up_to_the_size_are_all_kept, 0,
			    2 * WAYS);
	tcase_add_test(t, every_size_has_a_geometry);
	tcase_add_test(
		t, less_address_space_is_finer_chunks_and_then_fewer_writers);
	tcase_add_test(t, a_view_without_room_for_a_few_chunks_is_none);
	tcase_add_loop_test(
		t, a_narrow_view_has_nothing_to_do_with_other_slots, 0, 2);
	tcase_add_loop_test(
		t, a_narrow_view_that_is_used_up_leaves_the_gate_open, 0, 2);
	tcase_add_test(t, a_view_narrower_than_the_ring_is_full_when_it_is);
	tcase_add_test(t, a_full_ring_refuses_and_keeps_what_it_has);
	tcase_add_test(t, a_full_ring_has_a_chunk_for_the_controller);
	tcase_add_test(t, a_ring_that_loops_gives_up_the_oldest);
	tcase_add_test(t, the_first_to_retire_is_the_first_to_go);
	tcase_add_test(t, the_number_of_retirements_may_wrap_around);
	tcase_add_test(t, the_gap_begins_with_the_lowest_mark);
	tcase_add_test(t, what_was_taken_is_not_lost);
	tcase_add_test(t, of_what_was_taken_in_part_the_rest_is_lost);
	tcase_add_test(t, what_is_reclaimed_is_not_taken);
	tcase_add_loop_test(t, a_chunk_that_is_reclaimed_but_not_begun_is_busy,
			    0, 2);
	tcase_add_test(t, a_writer_gives_up_where_somebody_scribbles);
	tcase_add_test(t, the_next_continues_a_chunk_that_was_left);
	tcase_add_test(t, what_was_read_to_its_end_makes_room);
	tcase_add_test(t, a_copy_of_what_was_overwritten_is_stale);
	tcase_add_test(t, what_the_dead_published_stays);
	tcase_add_test(t, a_full_chunk_of_the_dead_is_retired);
	tcase_add_test(t, the_dead_leave_nothing_of_the_lap_before);
	tcase_add_test(t, overwriting_what_the_dead_left_is_noticed);
	tcase_add_loop_test(
		t, what_the_dead_did_not_tell_is_told_at_their_burial, 0, 2);
	tcase_add_test(t, what_was_told_is_not_told_again_at_a_burial);
	tcase_add_test(t, the_living_are_not_buried);
	tcase_add_test(t, losses_are_counted_where_they_are_made);
	tcase_add_test(t, a_loss_behind_a_full_gate_does_not_shut_it_again);
	tcase_add_test(t, a_gate_that_is_shut_does_not_become_full);
	tcase_add_test(t, a_ring_that_loops_does_not_become_full);
	tcase_add_test(t, who_sleeps_is_woken_when_chunks_retire);
	tcase_add_test(t, who_sleeps_is_woken_when_places_are_left);
	tcase_add_test(t, who_sleeps_is_woken_when_a_full_place_is_left);
	tcase_add_test(t, one_patience_serves_for_all_who_are_stopped);
	tcase_add_test(t, patience_that_is_over_waits_for_nobody);
	tcase_add_loop_test(t, readers_survive_scribbling, 0, 2);
	tcase_add_loop_test(t, writers_survive_scribbling, 0, 2);
	tcase_add_test(t, two_writers_and_a_reader_miss_nothing);
	tcase_add_test(t, chunks_count_as_retired_that_are_so_at_one_time);
	tcase_add_test(t, no_torn_record_is_read_from_a_ring_that_loops);
	tcase_add_test(t, no_gate_becomes_full_once_it_is_shut);
	tcase_add_test(t, what_a_killed_writer_published_is_there_and_whole);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
