#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/shm.h"
#include "stream/live.h"
#include "stream/writer.h"
#include "run.h"

enum { TYPE = PXT_EVENT_USER_FIRST, WRITERS = 5, MANY = 20000 };

static int dir;
static struct pxt_stream stream;
static struct pxt_live *live;
static struct pxt_merge *merge;
static struct pxt_writer writer[WRITERS];
static struct pxt_writer_self self[WRITERS];

static void make_stream(int policy)
{
	trace_attr_t object;
	struct pxt_attr attr;

	posix_trace_attr_init(&object);
	posix_trace_attr_setstreamfullpolicy(&object, policy);
	posix_trace_attr_setstreamsize(&object, 65536);
	posix_trace_attr_setmaxdatasize(&object, 500);
	ck_assert_int_eq(pxt_attr_settle(&object, 0, &attr), 0);
	ck_assert_int_eq(pxt_stream_create(dir, &attr, &stream), 0);
	ck_assert_int_eq(pxt_live_create(&stream, &live), 0);
	ck_assert_int_eq(pxt_merge_create(pxt_live_source(live), &merge), 0);
	atomic_store(&stream.shared->ring.gate, PXT_GATE_OPEN);
	for (uint32_t i = 0; i < WRITERS; i++) {
		self[i] = (struct pxt_writer_self){ .pid = 1, .tid = 100 + i,
						    .owner =
							    (uint32_t)getpid() };
		pxt_writer_init(&writer[i], &stream);
	}
}

static void setup(void)
{
	pxt_barrier_register();
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
	make_stream(POSIX_TRACE_UNTIL_FULL);
}

static void drop_stream(void)
{
	for (int i = 0; i < WRITERS; i++)
		pxt_writer_fini(&writer[i]);
	pxt_merge_close(merge);
	pxt_live_close(live);
	pxt_stream_remove(dir, &stream);
	pxt_stream_close(&stream);
}

static void teardown(void)
{
	drop_stream();
	close(dir);
}

static void record(unsigned who, const void *data, size_t len)
{
	if (!pxt_writer_try(&writer[who], 0, TYPE + who, 0, data, len,
			    PXT_WRITER_ANY))
		pxt_writer_put(&writer[who], &self[who], TYPE + who, 0, data,
			       len);
}

static void record_number(unsigned who, uint32_t number)
{
	record(who, &number, sizeof(number));
}

static uint32_t number_of(const struct pxt_event *event)
{
	uint32_t number;

	ck_assert_uint_ge(event->len, sizeof(number));
	memcpy(&number, event->data, sizeof(number));
	return number;
}

/* Pieces */

static const struct pxt_live_piece *pieces;
static size_t piece_count;
static uint64_t floor_ticks;

static void look(void)
{
	ck_assert_int_eq(pxt_live_look(live, &pieces, &piece_count,
				       &floor_ticks),
			 0);
}

/* Walk a piece as the log's writer does, and take it. */
static unsigned take(const struct pxt_live_piece *piece)
{
	static uint8_t copy[1 << 20];
	struct pxt_record_walk walk;
	struct pxt_event event;
	unsigned events = 0;
	int err;

	ck_assert_int_eq(pxt_live_copy(live, piece, copy), 0);
	pxt_record_walk_init(&walk, copy, piece->to - piece->from,
			     piece->context.rate ? &piece->context : NULL,
			     piece->context_ticks);
	while (!(err = pxt_record_walk_next(&walk, &event)))
		events++;
	ck_assert_int_eq(err, ENODATA);
	pxt_live_took(live, piece, &walk.context, walk.context_ticks);
	return events;
}

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

	for (int i = 0; i < 50; i++)
		record(0, data, sizeof(data));
	look();
	ck_assert_uint_gt(piece_count, 2);
	for (size_t i = 1; i < piece_count; i++)
		ck_assert_uint_lt(pieces[i - 1].sequence, pieces[i].sequence);
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

/* As a source */

static void next(struct pxt_event *event)
{
	ck_assert_int_eq(pxt_merge_next(merge, event), 0);
}

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
			ck_abort_msg("number %u of %u", number_of(&event),
				     who);
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
	tcase_add_test(t, a_chunk_taken_whole_is_freed);
	tcase_add_test(t, a_chunk_taken_in_part_is_not_freed);
	tcase_add_test(t, all_events_before_the_floor_are_in_pieces);
	tcase_add_test(t, what_is_overwritten_before_it_is_copied_is_stale);
	tcase_add_test(t, events_of_several_writers_come_in_their_order);
	tcase_add_test(t, reading_frees_what_was_read);
	tcase_add_test(t, an_adopted_chunk_tells_whose_each_event_is);
	tcase_add_test(t, a_stream_that_loops_delivers_its_last_events);
	tcase_add_test(t, reading_along_loses_nothing_and_keeps_the_order);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
