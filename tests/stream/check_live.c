/* check_live.c - reading a live stream */
#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "run.h"
#include "stream/live_stream.h"

START_TEST(nothing_recorded_is_no_piece)
{
	look();
	ck_assert_uint_eq(piece_count, 0);
}
END_TEST

START_TEST(what_was_not_taken_is_seen_again)
{
	record_number(0, 1);
	look();
	ck_assert_uint_eq(piece_count, 1);
	look();
	ck_assert_uint_eq(piece_count, 1);
	ck_assert_uint_eq(take(&pieces[0]), 1);
	look();
	ck_assert_uint_eq(piece_count, 0);
}
END_TEST

START_TEST(a_later_piece_has_the_context_of_the_one_before)
{
	record_number(0, 1);
	look();
	ck_assert_uint_eq(pieces[0].context.rate, 0);
	ck_assert_uint_eq(take(&pieces[0]), 1);

	record_number(0, 2);
	record_number(0, 3);
	look();
	ck_assert_uint_eq(piece_count, 1);
	ck_assert_uint_gt(pieces[0].from, 0);
	ck_assert_uint_eq(pieces[0].context.tid, self[0].tid);
	ck_assert_uint_eq(take(&pieces[0]), 2);
}
END_TEST

START_TEST(pieces_come_in_the_order_of_their_chunks)
{
	static const uint8_t data[500];

	for (int i = 0; i < 100; i++)
		record(0, data, sizeof(data));
	look();
	ck_assert_uint_gt(piece_count, 2);
	for (size_t i = 1; i < piece_count; i++)
		ck_assert_uint_lt(pieces[i - 1].sequence, pieces[i].sequence);
}
END_TEST

/* Else its memory would be in the cache of the reader's processor when a thread
 * writes to it again. */
START_TEST(what_is_forgotten_is_not_read)
{
	static const uint8_t data[500];
	uint8_t *page;

	for (int i = 0; i < 12; i++)
		record(0, data, sizeof(data));
	page = stream.ring.chunks +
	       (size_t)writer[0].place.slot * stream.ring.geometry.chunk + 4096;
	ck_assert_uint_gt(pxt_tail_bytes(writer[0].place.tail), 5000);
	ck_assert_int_eq(mprotect(page, 4096, PROT_NONE), 0);
	pxt_live_forget(live);
	ck_assert_int_eq(mprotect(page, 4096, PROT_READ | PROT_WRITE), 0);

	record_number(0, 7);
	look();
	ck_assert_uint_eq(piece_count, 1);
	ck_assert_uint_eq(pieces[0].context.tid, self[0].tid);
	ck_assert_uint_ne(pieces[0].context.rate, 0);
	ck_assert_uint_eq(take(&pieces[0]), 1);
}
END_TEST

START_TEST(a_chunk_taken_whole_is_freed)
{
	static const uint8_t data[500];
	unsigned taken = 0, recorded = 0;

	/* Many times what the stream holds. */
	while (recorded < 1000) {
		for (int i = 0; i < 20; i++, recorded++)
			record(0, data, sizeof(data));
		look();
		for (size_t i = 0; i < piece_count; i++)
			taken += take(&pieces[i]);
		ck_assert_uint_eq(taken, recorded);
		ck_assert_uint_eq(pxt_ring_retired(&stream.ring), 0);
	}
	ck_assert_uint_eq(atomic_load(&stream.shared->ring.lost), 0);
}
END_TEST

START_TEST(a_chunk_taken_in_part_is_not_freed)
{
	static const uint8_t data[500];

	record_number(0, 1);
	look();
	while (!pxt_ring_retired(&stream.ring))
		record(0, data, sizeof(data));
	take(&pieces[0]);
	ck_assert_uint_eq(pxt_ring_retired(&stream.ring), 1);
	look();
	ck_assert_uint_eq(piece_count, 2);
}
END_TEST

START_TEST(all_events_before_the_floor_are_in_pieces)
{
	for (unsigned i = 0; i < 100; i++)
		record_number(i % WRITERS, i);
	look();
	ck_assert_uint_ge(floor_ticks, writer[4].place.last);
	record_number(0, 100);
	ck_assert_uint_le(floor_ticks, writer[0].place.last);
}
END_TEST

START_TEST(what_is_overwritten_before_it_is_copied_is_stale)
{
	static uint8_t copy[1 << 20], data[500];

	drop_stream();
	make_stream(POSIX_TRACE_LOOP);
	record_number(0, 1);
	look();
	while (!atomic_load(&stream.shared->ring.overwritten))
		record(0, data, sizeof(data));
	ck_assert_int_eq(pxt_live_copy(live, &pieces[0], copy), ESTALE);
}
END_TEST

START_TEST(events_of_several_writers_come_in_their_order)
{
	struct pxt_event event;

	for (uint32_t i = 0; i < 100; i++)
		record_number(i * 7 % WRITERS, i);
	for (uint32_t i = 0; i < 100; i++) {
		next(&event);
		ck_assert_uint_eq(number_of(&event), i);
		ck_assert_uint_eq(event.type, TYPE + i * 7 % WRITERS);
		ck_assert_uint_eq(event.tid, self[i * 7 % WRITERS].tid);
	}
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
	record_number(3, 100);
	next(&event);
	ck_assert_uint_eq(number_of(&event), 100);
}
END_TEST

START_TEST(reading_frees_what_was_read)
{
	struct pxt_event event;

	for (uint32_t i = 0; i < MANY; i++) {
		record_number(i % WRITERS, i);
		next(&event);
		ck_assert_uint_eq(number_of(&event), i);
	}
	ck_assert_uint_eq(atomic_load(&stream.shared->ring.gate),
			  PXT_GATE_OPEN);
}
END_TEST

START_TEST(an_adopted_chunk_tells_whose_each_event_is)
{
	struct pxt_event event;

	record_number(0, 0);
	next(&event);
	ck_assert_uint_eq(event.tid, self[0].tid);
	pxt_writer_fini(&writer[0]);
	record_number(1, 1);
	ck_assert_uint_eq(writer[1].place.slot, 0);
	next(&event);
	ck_assert_uint_eq(event.tid, self[1].tid);
}
END_TEST

START_TEST(a_stream_that_loops_delivers_its_last_events)
{
	struct pxt_event event;
	uint32_t expected;

	drop_stream();
	make_stream(POSIX_TRACE_LOOP);
	for (uint32_t i = 0; i < MANY; i++)
		record_number(0, i);
	next(&event);
	expected = number_of(&event);
	ck_assert_uint_gt(expected, 0);
	while (++expected < MANY) {
		next(&event);
		ck_assert_uint_eq(number_of(&event), expected);
	}
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
}
END_TEST

/* What cannot be */

/* Sets the ticks of the nth event in a writer's chunk. A context is before it, and
 * more of them where the writer was slow. */
static void set_ticks(unsigned who, unsigned n, uint64_t ticks)
{
	uint8_t *at = pxt_ring_bytes(&writer[who].place);
	uint32_t size;
	uint16_t type;

	for (;;) {
		memcpy(&size, at + 16, sizeof(size));
		memcpy(&type, at + 14, sizeof(type));
		if (type != PXT_RECORD_CONTEXT && !--n)
			break;
		at += pxt_record_span(size);
	}
	memcpy(at, &ticks, sizeof(ticks));
}

START_TEST(an_event_of_the_future_is_dropped)
{
	const uint64_t future = pxt_clock_ticks(stream.clock) + (1ULL << 60);
	const unsigned first = 1 + (unsigned)_i % 3;
	struct pxt_event event;

	if (_i / 3) {
		drop_stream();
		make_stream(POSIX_TRACE_LOOP);
	}
	for (uint32_t i = 1; i < 4; i++)
		record_number(0, i);
	record_number(1, 4);
	set_ticks(0, first, future);
	for (uint32_t i = 1; i < first; i++) {
		next(&event);
		ck_assert_uint_eq(number_of(&event), i);
	}
	next(&event);
	ck_assert_uint_eq(number_of(&event), 4);
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
	ck_assert(!pxt_merge_is_waiting(merge));
}
END_TEST

/* Another look, another run: its first event is of the future. */
START_TEST(a_run_of_the_future_is_dropped)
{
	struct pxt_event event;

	if (_i) {
		drop_stream();
		make_stream(POSIX_TRACE_LOOP);
	}
	record_number(0, 1);
	next(&event);
	record_number(0, 2);
	set_ticks(0, 2, UINT64_MAX - 1);
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
	ck_assert(!pxt_merge_is_waiting(merge));
}
END_TEST

/* Another chunk at each look, and none that can be delivered. */
START_TEST(what_never_comes_is_not_kept)
{
	struct pxt_event event;
	uint64_t state;

	if (_i) {
		drop_stream();
		make_stream(POSIX_TRACE_LOOP);
	}
	record_number(0, 1);
	record_number(0, 2);
	set_ticks(0, 1, UINT64_MAX - 1);
	for (uint64_t i = 1; i < 1000; i++) {
		state = (writer[0].place.sequence + i) << 24 |
			(uint64_t)getpid() << 2 | PXT_CHUNK_OWNED;
		atomic_store(&stream.ring.state[writer[0].place.slot], state);
		atomic_store(&writer[0].place.chunk->tail,
			     (writer[0].place.sequence + i) << 32 |
				     pxt_tail_bytes(writer[0].place.tail));
		ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
		ck_assert(!pxt_merge_is_waiting(merge));
	}
}
END_TEST

START_TEST(a_writer_that_is_stopped_holds_nobody_up)
{
	struct pxt_event event;

	record_number(0, 1);
	pxt_writer_enter(&writer[0]);
	for (uint32_t i = 2; i < 5; i++)
		record_number(1, i);
	for (uint32_t i = 1; i < 5; i++) {
		next(&event);
		ck_assert_uint_eq(number_of(&event), i);
	}
	pxt_writer_leave(&writer[0]);
}
END_TEST

/* But once, and for a second. */
START_TEST(a_writer_that_is_stopped_is_waited_for_once)
{
	const int64_t start = pxt_clock_ns(CLOCK_MONOTONIC);

	record_number(0, 1);
	pxt_writer_enter(&writer[0]);
	for (int i = 0; i < 100; i++)
		look();
	ck_assert_int_lt(pxt_clock_ns(CLOCK_MONOTONIC) - start,
			 INT64_C(50000000000));
	pxt_writer_leave(&writer[0]);

	record_number(0, 2);
	look();
	ck_assert_uint_gt(floor_ticks, writer[0].place.last);
}
END_TEST

/* The dead */

static uint32_t somebody_dead(void)
{
	pid_t child = fork();

	ck_assert_int_ge(child, 0);
	if (!child)
		_exit(0);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	return (uint32_t)child;
}

static unsigned state_of_slot(uint32_t slot)
{
	struct pxt_ring_sight sight;

	pxt_ring_glance(&stream.ring, slot, &sight);
	return sight.state;
}

START_TEST(looking_buries_the_dead)
{
	self[0].owner = somebody_dead();
	record_number(0, 1);
	record_number(1, 2);
	look();
	ck_assert_uint_eq(state_of_slot(writer[0].place.slot),
			  PXT_CHUNK_RELEASED);
	ck_assert_uint_eq(state_of_slot(writer[1].place.slot), PXT_CHUNK_OWNED);
	ck_assert_uint_eq(piece_count, 2);
	pxt_writer_init(&writer[0], &stream);
}
END_TEST

START_TEST(the_dead_are_buried_at_once_on_request)
{
	look();
	self[0].owner = somebody_dead();
	record_number(0, 1);
	record_number(1, 2);
	pxt_live_bury(live);
	ck_assert_uint_eq(state_of_slot(writer[0].place.slot),
			  PXT_CHUNK_RELEASED);
	ck_assert_uint_eq(state_of_slot(writer[1].place.slot), PXT_CHUNK_OWNED);
	pxt_writer_init(&writer[0], &stream);
}
END_TEST

/* At once */

static _Atomic unsigned writing;

static void *write_fast(void *argument)
{
	const unsigned who = (unsigned)(uintptr_t)argument;

	for (uint32_t i = 0; i < 10 * MANY; i++)
		record_number(who, i);
	writing--;
	return NULL;
}

struct reader {
	uint32_t expected[2];
	uint64_t read;
	unsigned gaps;
};

/* As session/control/reading.c does it: what is outside of gaps has no hole,
 * and what is missing from it is told. */
static void read_one(struct reader *reader, const struct pxt_event *event)
{
	const struct pxt_live_gap *gap = pxt_live_gap(live);
	const unsigned who = event->type - TYPE;
	const bool passes = gap->horizon && event->ticks > gap->horizon;

	if (event->ticks >= gap->since && event->ticks <= gap->horizon)
		return;
	if (passes) {
		pxt_live_pass_gap(live);
		reader->expected[0] = reader->expected[1] = UINT32_MAX;
		reader->gaps++;
	}
	if (who > 1)
		ck_abort_msg("type %u", event->type);
	if (reader->expected[who] != UINT32_MAX &&
	    reader->expected[who] != number_of(event))
		ck_abort_msg("%u, not %u", number_of(event),
			     reader->expected[who]);
	reader->expected[who] = number_of(event) + 1;
	reader->read++;
}

/* THR-05 LOP-03 */
START_TEST(nothing_is_missing_but_in_gaps)
{
	struct reader reader = { .read = 0 };
	struct pxt_event event;
	pthread_t thread[2];
	bool last = false;

	if (!KNOWS_FENCES)
		return;
	make_loop();
	writing = 2;
	for (uintptr_t i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, write_fast, (void *)i);
	while (!last) {
		last = !writing;
		while (!pxt_merge_next(merge, &event))
			read_one(&reader, &event);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	ck_assert_uint_gt(reader.read, 0);
	/* The last event is there, whoever made it. */
	ck_assert(reader.expected[0] == 10 * MANY ||
		  reader.expected[1] == 10 * MANY);
	if (!overwritten())
		ck_assert_uint_eq(reader.read, 2 * 10 * MANY);
}
END_TEST

static void *write_many(void *argument)
{
	const unsigned who = (unsigned)(uintptr_t)argument;
	struct pxt_ring *ring = &stream.ring;

	for (uint32_t i = 0; i < MANY; i++) {
		/* Never full: nothing may be lost here. */
		while (pxt_ring_retired(ring) > ring->geometry.base / 2)
			sched_yield();
		record_number(who, i);
		if (i % 1000 == 0) {
			pxt_writer_fini(&writer[who]);
			pxt_writer_init(&writer[who], &stream);
		}
	}
	return NULL;
}

/* THR-02 THR-05 */
START_TEST(reading_along_loses_nothing_and_keeps_the_order)
{
	uint32_t expected[2] = { 0 };
	pthread_t thread[2];
	uint64_t last = 0;

	for (uintptr_t i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, write_many, (void *)i);
	while (expected[0] < MANY || expected[1] < MANY) {
		struct pxt_event event;
		unsigned who;
		int err = pxt_merge_next(merge, &event);

		if (err) {
			if (err != ENODATA)
				ck_abort_msg("error %d", err);
			sched_yield();
			continue;
		}
		who = event.type - TYPE;
		if (event.ticks < last || who > 1 ||
		    number_of(&event) != expected[who]++)
			ck_abort_msg("number %u of %u", number_of(&event), who);
		last = event.ticks;
	}
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("live");
	TCase *t = tcase_create("live");

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, nothing_recorded_is_no_piece);
	tcase_add_test(t, what_was_not_taken_is_seen_again);
	tcase_add_test(t, a_later_piece_has_the_context_of_the_one_before);
	tcase_add_test(t, pieces_come_in_the_order_of_their_chunks);
	tcase_add_test(t, what_is_forgotten_is_not_read);
	tcase_add_test(t, a_chunk_taken_whole_is_freed);
	tcase_add_test(t, a_chunk_taken_in_part_is_not_freed);
	tcase_add_test(t, all_events_before_the_floor_are_in_pieces);
	tcase_add_test(t, what_is_overwritten_before_it_is_copied_is_stale);
	tcase_add_test(t, events_of_several_writers_come_in_their_order);
	tcase_add_test(t, reading_frees_what_was_read);
	tcase_add_test(t, an_adopted_chunk_tells_whose_each_event_is);
	tcase_add_test(t, a_stream_that_loops_delivers_its_last_events);
	tcase_add_loop_test(t, an_event_of_the_future_is_dropped, 0, 6);
	tcase_add_loop_test(t, a_run_of_the_future_is_dropped, 0, 2);
	tcase_add_loop_test(t, what_never_comes_is_not_kept, 0, 2);
	tcase_add_test(t, a_writer_that_is_stopped_holds_nobody_up);
	tcase_add_test(t, a_writer_that_is_stopped_is_waited_for_once);
	tcase_add_test(t, looking_buries_the_dead);
	tcase_add_test(t, the_dead_are_buried_at_once_on_request);
	tcase_add_test(t, nothing_is_missing_but_in_gaps);
	tcase_add_test(t, reading_along_loses_nothing_and_keeps_the_order);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
