/* check_ring.c - records in chunks, in rings that fill or loop */
#include <check.h>
#include <unistd.h>

#include "run.h"
#include "stream/rings.h"

static uint32_t some_span(uint32_t most)
{
	return LEAST + chance() % (most - LEAST + 8) / 8 * 8;
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
			ck_assert_uint_ge(
				(uint64_t)plan.base *
					(plan.chunk - PXT_RING_HEAD - record),
				size);
		}
}
END_TEST

/* A change of chunks takes as long as some events: so few changes, but not at
 * the price of memory. */
START_TEST(chunks_are_large_in_streams_of_any_size)
{
	for (uint64_t size = 256 << 10; size <= 64 << 20; size *= 2) {
		const struct pxt_ring_geometry plan =
			pxt_ring_plan(size, 4200, true);

		ck_assert_uint_ge(plan.chunk, 64 << 10);
		ck_assert_uint_le((uint64_t)plan.base * plan.chunk,
				  size + size / 2);
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
	pxt_ring_limit_writers(&plan, 40 << 20);
	ck_assert_uint_ge(plan.writers, 1024);
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

/* Pages of the ring's chunks that have memory. */
static size_t count_pages(void)
{
	const size_t length = (size_t)ring.slots * ring.geometry.chunk;
	unsigned char *there = malloc(length / 4096);
	size_t count = 0;

	ck_assert_int_eq(mincore(ring.chunks, length, there), 0);
	for (size_t i = 0; i < length / 4096; i++)
		count += there[i] & 1;
	free(there);
	return count;
}

/* However large chunks are, a thread with an event now and then has a page. */
START_TEST(thousands_of_writers_have_little_memory)
{
	enum { WRITERS = 4096 };
	struct pxt_ring_place *writers = calloc(WRITERS, sizeof(*writers));

	make_ring(16 << 20, 4200, _i);
	for (uint32_t i = 0; i < WRITERS; i++) {
		pxt_ring_place_init(&writers[i]);
		ck_assert_int_eq(put(&writers[i], 200, i), 0);
	}
	ck_assert_uint_le(count_pages(), WRITERS);
	read_back(WRITERS);
	ck_assert_uint_eq(seen_count, WRITERS);
	ck_assert_uint_eq(pxt_ring_lost_in_all(&ring), 0);
	drop_ring();
	free(writers);
}
END_TEST

/* ... and one with many events the whole chunk, in a few steps. */
START_TEST(a_chunk_gets_memory_as_it_is_used)
{
	const uint32_t whole = (1 << 18) - PXT_RING_HEAD;
	uint32_t number = 0, steps = 0, end, slot;

	make_ring(16 << 20, 4200, false);
	init_places();
	ck_assert_uint_eq(ring.geometry.chunk, whole + PXT_RING_HEAD);
	for (slot = 0; slot <= pxt_ring_ready(&ring.geometry); slot++)
		ck_assert_int_eq(put(&places[slot], 200, number++), 0);
	ck_assert_uint_eq(places[0].end, whole);
	slot = pxt_ring_ready(&ring.geometry);
	ck_assert_uint_lt(places[slot].end, 4096);

	while (places[slot].slot == slot) {
		end = places[slot].end;
		ck_assert_uint_ge(2 * PXT_RING_HEAD + 2 * end,
				  pxt_tail_bytes(places[slot].tail));
		ck_assert_int_eq(put(&places[slot], 200, number++), 0);
		steps += places[slot].end != end;
	}
	ck_assert_uint_eq(end, whole);
	ck_assert_uint_le(steps, 7);
	read_back(number);
	ck_assert_uint_eq(seen_count, number);
	drop_ring();
}
END_TEST

/* Not for each of a few chunks, and long before it is full. */
START_TEST(a_ring_is_read_when_a_part_of_it_is_full)
{
	const uint64_t size[] = { 64 << 10, 256 << 10, 1 << 20, 16 << 20 };

	for (size_t i = 0; i < sizeof(size) / sizeof(*size); i++) {
		uint32_t number = 0, retired = 0;

		make_ring(size[i], 200, false);
		init_places();
		while (!pxt_ring_is_filling(&ring)) {
			number = fill_chunk(&places[0], number);
			retired++;
		}
		ck_assert_uint_ge(retired * ring.geometry.chunk, size[i] / 4);
		ck_assert_uint_le(2 * retired, ring.geometry.base + 3);
		drop_ring();
	}
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
	while (pxt_ring_glance(&ring, slot, &sight), sight.sequence == sequence)
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
	ck_assert_int_eq(
		pxt_ring_copy(&ring, 0, sight.sequence, 0, sight.bytes, buffer),
		0);
	while (!atomic_load(&ring.shared->overwritten))
		ck_assert_int_eq(put(&places[0], 200, 0), 0);
	ck_assert_int_eq(
		pxt_ring_copy(&ring, 0, sight.sequence, 0, sight.bytes, buffer),
		ESTALE);

	/* Freeing by the old sequence does not free the new chunk. */
	pxt_ring_free(&ring, 0, sight.sequence);
	pxt_ring_look(&ring, 0, &sight);
	ck_assert_uint_eq(sight.state, PXT_CHUNK_OWNED);
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
	tcase_add_test(t, chunks_are_large_in_streams_of_any_size);
	tcase_add_test(
		t, less_address_space_is_finer_chunks_and_then_fewer_writers);
	tcase_add_test(t, a_view_without_room_for_a_few_chunks_is_none);
	tcase_add_loop_test(t, a_narrow_view_has_nothing_to_do_with_other_slots,
			    0, 2);
	tcase_add_loop_test(
		t, a_narrow_view_that_is_used_up_leaves_the_gate_open, 0, 2);
	tcase_add_test(t, a_view_narrower_than_the_ring_is_full_when_it_is);
	tcase_add_test(t, a_full_ring_refuses_and_keeps_what_it_has);
	tcase_add_test(t, a_full_ring_has_a_chunk_for_the_controller);
	tcase_add_loop_test(t, thousands_of_writers_have_little_memory, 0, 2);
	tcase_add_test(t, a_chunk_gets_memory_as_it_is_used);
	tcase_add_test(t, a_ring_is_read_when_a_part_of_it_is_full);
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
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
