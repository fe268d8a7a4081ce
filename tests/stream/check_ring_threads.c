/* check_ring_threads.c - several at once, and one who scribbles */
#include <check.h>
#include <pthread.h>
#include <sched.h>

#include "run.h"
#include "stream/rings.h"

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
	static const uint64_t word[] = {
		0,    1,	 UINT32_MAX, UINT64_MAX, UINT64_C(1) << 63,
		4096, 0xfffffff8
	};

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
		pxt_ring_copy(&ring, slot, sight.sequence, 0, sight.bytes, out);
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

		while (put_as(&place, (pid_t)(NOBODY - who), span, who, number))
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

static Suite *suite(void)
{
	Suite *s = suite_create("ring_threads");
	TCase *t = tcase_create("ring");

	tcase_set_timeout(t, 20);
	tcase_add_loop_test(t, readers_survive_scribbling, 0, 2);
	tcase_add_loop_test(t, writers_survive_scribbling, 0, 2);
	tcase_add_test(t, two_writers_and_a_reader_miss_nothing);
	tcase_add_test(t, chunks_count_as_retired_that_are_so_at_one_time);
	tcase_add_test(t, no_torn_record_is_read_from_a_ring_that_loops);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
