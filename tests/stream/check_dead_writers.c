/* check_dead_writers.c - what writers that died left in a ring */
#include <check.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"
#include "stream/rings.h"

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
	for (uint32_t number = 0;
	     !number || places[0].end - pxt_tail_bytes(places[0].tail) >=
				ring.geometry.room;
	     number++)
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
		/* Before anything that Check notes: a note cut by the kill
		 * would make those of the parent unreadable. */
		child = fork();
		if (!child)
			write_until_killed(expected);
		ck_assert_int_gt(child, 0);
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
	Suite *s = suite_create("dead_writers");
	TCase *t = tcase_create("ring");

	tcase_set_timeout(t, 20);
	tcase_add_test(t, what_the_dead_published_stays);
	tcase_add_test(t, a_full_chunk_of_the_dead_is_retired);
	tcase_add_test(t, the_dead_leave_nothing_of_the_lap_before);
	tcase_add_test(t, overwriting_what_the_dead_left_is_noticed);
	tcase_add_loop_test(
		t, what_the_dead_did_not_tell_is_told_at_their_burial, 0, 2);
	tcase_add_test(t, what_was_told_is_not_told_again_at_a_burial);
	tcase_add_test(t, the_living_are_not_buried);
	tcase_add_test(t, what_a_killed_writer_published_is_there_and_whole);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
