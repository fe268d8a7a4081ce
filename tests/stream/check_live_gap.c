/*
 * check_live_gap.c - what a reader of a live stream has lost, passed over or forgotten
 */
#include <check.h>

#include "run.h"
#include "stream/live_stream.h"

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
	pxt_live_took(live, &part, 0, &at_end.context, at_end.context_ticks);
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

/* In two steps, of the same piece */
START_TEST(a_part_that_was_taken_is_not_overwritten)
{
	static uint8_t copy[1 << 20];
	struct pxt_live_piece part;
	struct pxt_event event;
	uint32_t records, taken = 0;

	make_loop();
	fill_chunk(0, 0);
	look();
	records = walk(&pieces[0]);
	part = pieces[0];
	ck_assert_int_eq(pxt_live_copy(live, &pieces[0], copy), 0);
	pxt_live_walk(live, &pieces[0], copy, &at_end);
	for (uint32_t step = 1; step <= 2; step++) {
		while (taken < step * records / 3) {
			ck_assert_int_eq(pxt_record_walk_next(&at_end, &event),
					 0);
			taken++;
		}
		part.to = (uint32_t)(at_end.in.at - copy);
		ck_assert_int_eq(pxt_live_took(live, &part, taken,
					       &at_end.context,
					       at_end.context_ticks),
				 0);
	}
	overwrite(0, 0);
	ck_assert_uint_eq(overwritten(), records - taken);
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

static Suite *suite(void)
{
	Suite *s = suite_create("live_gap");
	TCase *t = tcase_create("live");

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, what_was_read_is_not_overwritten);
	tcase_add_test(t, what_was_copied_makes_room);
	tcase_add_test(t, each_event_is_delivered_or_overwritten);
	tcase_add_test(t, what_was_copied_before_a_gap_is_not_in_it);
	tcase_add_test(t, a_gap_grows_until_it_is_passed);
	tcase_add_test(t, pieces_that_were_taken_are_not_overwritten);
	tcase_add_test(t, pieces_that_were_copied_only_are_overwritten);
	tcase_add_test(t, looking_tells_of_gaps);
	tcase_add_test(t, a_piece_may_be_taken_in_parts);
	tcase_add_test(t, a_part_that_was_taken_is_not_overwritten);
	tcase_add_loop_test(t, what_is_forgotten_is_gone_and_makes_room, 0, 2);
	tcase_add_loop_test(t, what_comes_after_forgetting_is_whole, 0, 2);
	tcase_add_loop_test(t, a_loss_that_is_forgotten_is_never_told, 0, 2);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
