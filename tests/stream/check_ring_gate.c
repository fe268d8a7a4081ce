/* check_ring_gate.c - losses, the gate, and who waits for chunks */
#include <check.h>
#include <pthread.h>
#include <unistd.h>

#include "run.h"
#include "stream/rings.h"

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

/* At once */

static _Atomic bool over;

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

static Suite *suite(void)
{
	Suite *s = suite_create("ring_gate");
	TCase *t = tcase_create("ring");

	tcase_set_timeout(t, 20);
	tcase_add_test(t, losses_are_counted_where_they_are_made);
	tcase_add_test(t, a_loss_behind_a_full_gate_does_not_shut_it_again);
	tcase_add_test(t, a_gate_that_is_shut_does_not_become_full);
	tcase_add_test(t, a_ring_that_loops_does_not_become_full);
	tcase_add_test(t, who_sleeps_is_woken_when_chunks_retire);
	tcase_add_test(t, who_sleeps_is_woken_when_places_are_left);
	tcase_add_test(t, who_sleeps_is_woken_when_a_full_place_is_left);
	tcase_add_test(t, one_patience_serves_for_all_who_are_stopped);
	tcase_add_test(t, patience_that_is_over_waits_for_nobody);
	tcase_add_test(t, no_gate_becomes_full_once_it_is_shut);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
