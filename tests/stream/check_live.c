#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/shm.h"
#include "stream/live.h"
#include "stream/live_source.h"
#include "stream/writer.h"
#include "run.h"
#include "sanitizers.h"

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
	ck_assert_int_eq(pxt_stream_create(dir, &attr, 0, &stream), 0);
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
	pxt_writer_enter(&writer[who]);
	pxt_barrier_light();
	if (!pxt_writer_try(&writer[who], pxt_clock_quick(), TYPE + who, 0,
			    data, len))
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

static struct pxt_record_walk at_end;

/* Walk a piece as the log's writer does. */
static unsigned walk(const struct pxt_live_piece *piece)
{
	static uint8_t copy[1 << 20];
	struct pxt_event event;
	unsigned events = 0;
	int err;

	ck_assert_int_eq(pxt_live_copy(live, piece, copy), 0);
	pxt_live_walk(live, piece, copy, &at_end);
	while (!(err = pxt_record_walk_next(&at_end, &event)))
		events++;
	ck_assert_int_eq(err, ENODATA);
	return events;
}

static unsigned take(const struct pxt_live_piece *piece)
{
	unsigned events = walk(piece);

	pxt_live_took(live, piece, &at_end.context, at_end.context_ticks);
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

/* What cannot be */

/* The ticks of the nth record in a writer's chunk; the first is its context. */
static void set_ticks(unsigned who, unsigned n, uint64_t ticks)
{
	uint8_t *at = pxt_ring_bytes(&writer[who].place);
	uint32_t size;

	while (n--) {
		memcpy(&size, at + 16, sizeof(size));
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
	uint8_t *at;
	const uint64_t future = UINT64_MAX - 1;

	if (_i) {
		drop_stream();
		make_stream(POSIX_TRACE_LOOP);
	}
	record_number(0, 1);
	next(&event);
	at = pxt_ring_bytes(&writer[0].place) +
	     pxt_tail_bytes(writer[0].place.tail);
	record_number(0, 2);
	memcpy(at, &future, sizeof(future));
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

/* What loops */

static void make_loop(void)
{
	drop_stream();
	make_stream(POSIX_TRACE_LOOP);
}

static uint64_t overwritten(void)
{
	return atomic_load(&stream.shared->ring.overwritten);
}

/* Until nothing more fits into this chunk. */
static uint32_t fill_chunk(unsigned who, uint32_t number)
{
	static uint8_t data[500];

	do {
		memcpy(data, &number, sizeof(number));
		record(who, data, sizeof(data));
		number++;
	} while (pxt_tail_bytes(writer[who].place.tail) +
			 pxt_record_span(sizeof(data)) <=
		 writer[who].place.end);
	return number;
}

static uint32_t overwrite(unsigned who, uint32_t number)
{
	const uint64_t before = overwritten();

	while (overwritten() == before)
		number = fill_chunk(who, number);
	return number;
}

static unsigned read_all(void)
{
	struct pxt_event event;
	unsigned events = 0;

	while (!pxt_merge_next(merge, &event))
		events++;
	return events;
}

/* LOP-11 LOP-12 */
START_TEST(what_was_read_is_not_overwritten)
{
	const uint64_t laps = 3 * stream.ring.geometry.base;
	uint32_t number = 0, events = 0;

	make_loop();
	/* Each chunk is read to its end before it is retired. */
	for (uint64_t lap = 0; lap < laps; lap++) {
		number = fill_chunk(0, number);
		events += read_all();
		ck_assert_uint_eq(events, number);
	}
	for (uint32_t i = 0; i < stream.ring.geometry.base; i++)
		number = fill_chunk(0, number);
	ck_assert_uint_eq(overwritten(), 0);
	ck_assert_uint_eq(events + read_all(), number);
	ck_assert_uint_eq(pxt_live_gap(live)->horizon, 0);
}
END_TEST

/* LOP-11 LOP-12 */
START_TEST(what_was_copied_makes_room)
{
	struct pxt_event event;
	uint32_t number = 0;

	make_loop();
	while (pxt_ring_retired(&stream.ring) < stream.ring.geometry.base)
		number = fill_chunk(0, number);
	next(&event); /* all of them are in the merge now */
	ck_assert_uint_eq(pxt_ring_retired(&stream.ring), 0);
	for (uint32_t i = 0; i < stream.ring.geometry.base; i++)
		number = fill_chunk(0, number);
	ck_assert_uint_eq(overwritten(), 0);
	ck_assert_uint_eq(1 + read_all(), number);
}
END_TEST

/* LOP-04 */
START_TEST(each_event_is_delivered_or_overwritten)
{
	uint32_t number = 0, events = 0;

	make_loop();
	for (int lap = 0; lap < 20; lap++) {
		for (int i = 0; i < lap; i++)
			record_number(0, number++);
		events += read_all();
		number = overwrite(0, number);
	}
	events += read_all();
	ck_assert_uint_eq(events + overwritten(), number);
	ck_assert_uint_eq(pxt_live_gap(live)->records, overwritten());
}
END_TEST

/* LOP-03 LOP-16 */
START_TEST(what_was_copied_before_a_gap_is_not_in_it)
{
	struct pxt_event event;
	uint32_t number;

	make_loop();
	for (number = 0; number < 10; number++)
		record_number(0, number);
	next(&event);
	number = overwrite(0, number);
	for (uint32_t i = 1; i < 10; i++) {
		next(&event);
		ck_assert_uint_eq(number_of(&event), i);
		ck_assert_uint_eq(pxt_live_gap(live)->horizon, 0);
	}
	next(&event);
	ck_assert_uint_eq(number_of(&event), 10 + overwritten());
	ck_assert_uint_lt(pxt_live_gap(live)->horizon, event.ticks);
	ck_assert_uint_gt(pxt_live_gap(live)->horizon, 0);
}
END_TEST

/* LOP-13 */
START_TEST(a_gap_grows_until_it_is_passed)
{
	struct pxt_live_gap gap;
	uint32_t number;

	make_loop();
	number = overwrite(0, 0);
	read_all();
	gap = *pxt_live_gap(live);
	ck_assert_uint_eq(gap.records, overwritten());
	ck_assert_uint_le(gap.from, gap.horizon);

	number = overwrite(0, number);
	read_all();
	ck_assert_uint_eq(pxt_live_gap(live)->from, gap.from);
	ck_assert_uint_gt(pxt_live_gap(live)->horizon, gap.horizon);
	ck_assert_uint_gt(pxt_live_gap(live)->records, gap.records);

	gap = *pxt_live_gap(live);
	pxt_live_pass_gap(live);
	ck_assert_uint_eq(pxt_live_gap(live)->horizon, 0);
	read_all();
	ck_assert_uint_eq(pxt_live_gap(live)->horizon, 0);
	overwrite(0, number);
	read_all();
	ck_assert_uint_gt(pxt_live_gap(live)->from, gap.horizon);
	ck_assert_uint_gt(pxt_live_gap(live)->horizon,
			  pxt_live_gap(live)->from);
	ck_assert_uint_eq(pxt_live_gap(live)->records, overwritten());
}
END_TEST

START_TEST(pieces_that_were_taken_are_not_overwritten)
{
	uint32_t number = 0, events = 0;

	make_loop();
	for (uint32_t lap = 0; lap < 40; lap++) {
		number = fill_chunk(0, number);
		look();
		for (size_t i = 0; i < piece_count; i++)
			events += take(&pieces[i]);
		ck_assert_uint_eq(events, number);
		ck_assert_uint_eq(pxt_ring_retired(&stream.ring), 0);
	}
	for (uint32_t i = 0; i < stream.ring.geometry.base; i++)
		number = fill_chunk(0, number);
	ck_assert_uint_eq(overwritten(), 0);
}
END_TEST

START_TEST(pieces_that_were_copied_only_are_overwritten)
{
	uint32_t records;

	make_loop();
	fill_chunk(0, 0);
	look();
	records = walk(&pieces[0]);
	overwrite(0, 0);
	ck_assert_uint_eq(overwritten(), records);
}
END_TEST

START_TEST(looking_tells_of_gaps)
{
	make_loop();
	overwrite(0, 0);
	look();
	ck_assert_uint_eq(pxt_live_gap(live)->records, overwritten());
	ck_assert_uint_gt(pxt_live_gap(live)->horizon, 0);
}
END_TEST

START_TEST(a_piece_may_be_taken_in_parts)
{
	struct pxt_live_piece part;
	uint32_t number, events = 0, had;

	make_loop();
	had = fill_chunk(0, 0);
	look();
	part = pieces[0];
	events = walk(&part);
	part.to = 64; /* its context */
	pxt_live_took(live, &part, &at_end.context, at_end.context_ticks);
	look();
	ck_assert_uint_eq(pieces[0].from, part.to);
	ck_assert_uint_eq(take(&pieces[0]), events);
	for (size_t i = 1; i < piece_count; i++)
		events += take(&pieces[i]);
	ck_assert_uint_eq(events, had);
	number = had;
	for (uint32_t i = 0; i < stream.ring.geometry.base; i++)
		number = fill_chunk(0, number);
	ck_assert_uint_eq(overwritten(), 0);
}
END_TEST

/* Forgetting */

static void forget(void)
{
	atomic_store(&stream.shared->ring.gate, 0);
	ck_assert(pxt_ring_settle(&stream.ring));
	pxt_merge_reset(merge);
	pxt_live_forget(live);
	atomic_store(&stream.shared->ring.gate, PXT_GATE_OPEN);
}

/* CLR-01 CLR-04 CLR-11 */
START_TEST(what_is_forgotten_is_gone_and_makes_room)
{
	const int policy = _i ? POSIX_TRACE_LOOP : POSIX_TRACE_UNTIL_FULL;
	struct pxt_event event;
	uint32_t number;

	drop_stream();
	make_stream(policy);
	for (int lap = 0; lap < 4; lap++) {
		number = 0;
		for (uint32_t i = 0; i < stream.ring.geometry.base; i++)
			number = fill_chunk(0, number);
		for (unsigned who = 1; who < WRITERS; who++)
			record_number(who, 0);
		for (int i = 0; i < lap; i++)
			next(&event);
		forget();
		ck_assert_uint_eq(pxt_ring_retired(&stream.ring), 0);
		ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
	}
	ck_assert_uint_eq(pxt_ring_missed(&stream.ring), 0);
}
END_TEST

/* CLR-02 */
START_TEST(what_comes_after_forgetting_is_whole)
{
	const int policy = _i ? POSIX_TRACE_LOOP : POSIX_TRACE_UNTIL_FULL;
	struct pxt_event event;

	drop_stream();
	make_stream(policy);
	for (uint32_t i = 0; i < 10; i++)
		record_number(i % 2, i);
	for (int i = 0; i < 3; i++)
		next(&event);
	forget();
	for (uint32_t i = 10; i < 20; i++)
		record_number(i % 2, i);
	for (uint32_t i = 10; i < 20; i++) {
		next(&event);
		ck_assert_uint_eq(number_of(&event), i);
		ck_assert_uint_eq(event.tid, self[i % 2].tid);
	}
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
}
END_TEST

/* CLR-13 */
START_TEST(a_loss_that_is_forgotten_is_never_told)
{
	struct pxt_event event;
	uint32_t number;
	uint64_t lost;

	make_loop();
	number = overwrite(0, 0);
	if (_i)
		next(&event); /* told already, but not passed */
	number = overwrite(0, number);
	forget();
	lost = overwritten();
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
	ck_assert_uint_eq(pxt_live_gap(live)->horizon, 0);

	/* Nor is what was forgotten lost when it is overwritten. */
	for (uint32_t i = 0; i <= stream.ring.geometry.base; i++)
		number = fill_chunk(0, number);
	ck_assert_uint_eq(overwritten(), lost);
	number = overwrite(0, number);
	next(&event);
	ck_assert_uint_gt(pxt_live_gap(live)->horizon, 0);
	ck_assert_uint_lt(pxt_live_gap(live)->horizon, event.ticks);
	(void)number;
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
	ck_assert_uint_eq(state_of_slot(writer[1].place.slot),
			  PXT_CHUNK_OWNED);
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
	ck_assert_uint_eq(state_of_slot(writer[1].place.slot),
			  PXT_CHUNK_OWNED);
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
	tcase_add_loop_test(t, an_event_of_the_future_is_dropped, 0, 6);
	tcase_add_loop_test(t, a_run_of_the_future_is_dropped, 0, 2);
	tcase_add_loop_test(t, what_never_comes_is_not_kept, 0, 2);
	tcase_add_test(t, a_writer_that_is_stopped_holds_nobody_up);
	tcase_add_test(t, a_writer_that_is_stopped_is_waited_for_once);
	tcase_add_test(t, what_was_read_is_not_overwritten);
	tcase_add_test(t, what_was_copied_makes_room);
	tcase_add_test(t, each_event_is_delivered_or_overwritten);
	tcase_add_test(t, what_was_copied_before_a_gap_is_not_in_it);
	tcase_add_test(t, a_gap_grows_until_it_is_passed);
	tcase_add_test(t, pieces_that_were_taken_are_not_overwritten);
	tcase_add_test(t, pieces_that_were_copied_only_are_overwritten);
	tcase_add_test(t, looking_tells_of_gaps);
	tcase_add_test(t, a_piece_may_be_taken_in_parts);
	tcase_add_loop_test(t, what_is_forgotten_is_gone_and_makes_room, 0, 2);
	tcase_add_loop_test(t, what_comes_after_forgetting_is_whole, 0, 2);
	tcase_add_loop_test(t, a_loss_that_is_forgotten_is_never_told, 0, 2);
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
