#include <stdlib.h>

#include "run.h"
#include "writers.h"

START_TEST(an_event_comes_back_as_it_was)
{
	const int64_t before = pxt_clock_ns(CLOCK_REALTIME);
	struct pxt_event event;

	record(TYPE, 10);
	only_event(&event);
	ck_assert_uint_eq(event.type, TYPE);
	ck_assert_uint_eq(event.address, ADDRESS);
	ck_assert_uint_eq(event.thread, self.thread);
	ck_assert_uint_eq(event.pid, self.pid);
	ck_assert_uint_eq(event.tid, self.tid);
	ck_assert_uint_eq(event.family, FAMILY);
	ck_assert_uint_eq(event.len, 10);
	ck_assert_mem_eq(event.data, bytes, 10);
	ck_assert(!event.truncated);
	ck_assert_int_ge(event.time_ns, before);
	ck_assert_int_le(event.time_ns, pxt_clock_ns(CLOCK_REALTIME));
}
END_TEST

START_TEST(the_first_event_of_a_writer_takes_the_long_way)
{
	ck_assert(!try_it(&writer, TYPE, 10));
	pxt_writer_put(&writer, &self, TYPE, ADDRESS, bytes, 10);
	if (stream.clock == PXT_CLOCK_QUICK)
		ck_assert(try_it(&writer, TYPE, 10));
}
END_TEST

START_TEST(data_of_every_length_comes_back)
{
	struct pxt_record_walk walk;
	struct pxt_event event;
	uint32_t slot = 0;

	for (uint32_t len = 0; len < 150; len++)
		record(TYPE, len);
	read_slot(0, &walk);
	for (uint32_t len = 0; len < 150; len++) {
		if (pxt_record_walk_next(&walk, &event)) {
			read_slot(++slot, &walk);
			ck_assert_int_eq(pxt_record_walk_next(&walk, &event),
					 0);
		}
		ck_assert_uint_eq(event.len, len);
		ck_assert_mem_eq(event.data, bytes, len);
	}
}
END_TEST

START_TEST(data_beyond_the_maximum_is_cut)
{
	struct pxt_event event;

	record(TYPE, 1001);
	only_event(&event);
	ck_assert_uint_eq(event.len, 1000);
	ck_assert(event.truncated);
	ck_assert_mem_eq(event.data, bytes, 1000);

	record(TYPE, 1000);
	record(TYPE, 8000);
	ck_assert_uint_eq(count(0), 3);
}
END_TEST

START_TEST(data_beyond_a_short_maximum_is_cut)
{
	struct pxt_event event;

	teardown();
	setup();
	pxt_stream_remove(dir, &stream);
	pxt_stream_close(&stream);
	make_stream(POSIX_TRACE_UNTIL_FULL, 5);
	atomic_store(&stream.shared->ring.gate, PXT_GATE_OPEN);
	record(TYPE, 6);
	only_event(&event);
	ck_assert_uint_eq(event.len, 5);
	ck_assert(event.truncated);
	record(TYPE, 6);
	ck_assert_uint_eq(count(0), 2);
}
END_TEST

/* The walk begins with no context: without one first, it would fail. */
START_TEST(a_context_comes_first_in_every_chunk)
{
	unsigned events = 0;

	for (; !lost(); events++)
		record(TYPE, 500);
	ck_assert_uint_gt(pxt_ring_high(&stream.ring), 2);
	ck_assert_uint_eq(count(0), events - 1);
}
END_TEST

START_TEST(who_continues_a_chunk_says_so)
{
	struct pxt_writer_self other = self;
	struct pxt_record_walk walk;
	struct pxt_event event;
	struct pxt_writer next;

	record(TYPE, 8);
	pxt_writer_fini(&writer);
	other.tid = 2002;
	pxt_writer_init(&next, &stream);
	pxt_writer_put(&next, &other, TYPE, ADDRESS, bytes, 8);
	ck_assert_uint_eq(next.place.slot, 0);
	pxt_writer_fini(&next);

	read_slot(0, &walk);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.tid, self.tid);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.tid, other.tid);
}
END_TEST

START_TEST(a_context_is_renewed_after_a_while)
{
	record(TYPE, 8);
	record(TYPE, 8);
	ck_assert_uint_eq(contexts_in(0), 1);
	usleep(20000);
	record(TYPE, 8);
	ck_assert_uint_eq(contexts_in(0), 2);
}
END_TEST

/* The pair of the first context in a slot. */
static struct pxt_clock_pair first_pair(uint32_t slot, uint64_t *rate)
{
	struct pxt_record_walk walk;
	struct pxt_event event;

	read_slot(slot, &walk);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	*rate = walk.context.rate;
	return (struct pxt_clock_pair){
		.ticks = walk.context_ticks,
		.realtime_ns = (int64_t)walk.context.realtime_ns,
	};
}

/* Repeated where this process had to wait for so long between the two chunks
 * that the clocks were read again. */
START_TEST(a_new_chunk_goes_on_with_the_last_reading_of_the_clocks)
{
	struct pxt_clock_pair one, two;
	uint64_t rate, next_rate, ns;

	do {
		teardown();
		setup();
		while (pxt_ring_high(&stream.ring) < 2)
			record(TYPE, 500);
		one = first_pair(0, &rate);
		two = first_pair(1, &next_rate);
		ns = (two.ticks - one.ticks) * rate >> 32;
	} while (ns > 5000000);
	ck_assert_uint_eq(next_rate, rate);
	ck_assert_int_eq(two.realtime_ns, one.realtime_ns + (int64_t)ns);
}
END_TEST

/* Programs write an event without data with a null pointer. */
START_TEST(an_event_without_data_goes_the_short_way)
{
	if (!short_way || stream.clock != PXT_CLOCK_QUICK)
		return;
	record(TYPE, 8);
	ck_assert(pxt_writer_is_short(&writer, 0));
	ck_assert(pxt_writer_try_short(&writer, TYPE + 1, NULL, 0, false,
				       ADDRESS));
	ck_assert(!pxt_writer_try_short(&writer, TYPE + 1, NULL, 8, false,
					ADDRESS));
	pxt_writer_leave(&writer);
	ck_assert_uint_eq(count(TYPE + 1), 1);
}
END_TEST

/* A child's, an executed program's: their names are the target's. */
START_TEST(whoever_writes_the_family_is_the_targets)
{
	struct pxt_stream elsewhere;
	struct pxt_writer_self heir = self;
	struct pxt_record_walk walk;
	struct pxt_event event;
	struct pxt_writer other;

	heir.pid = 2000;
	heir.tid = 2001;
	ck_assert_int_eq(
		pxt_stream_open(dir, stream.number, stream.nonce, &elsewhere),
		0);
	pxt_writer_init(&other, &elsewhere);
	pxt_writer_put(&other, &heir, TYPE, ADDRESS, bytes, 8);
	read_slot(0, &walk);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.pid, 2000);
	ck_assert_uint_eq(event.tid, 2001);
	ck_assert_uint_eq(event.family, FAMILY);
	pxt_writer_fini(&other);
	pxt_stream_close(&elsewhere);
}
END_TEST

/* What is overwritten tells from when it was. */
START_TEST(a_chunk_tells_when_its_first_record_was_made)
{
	struct pxt_ring_chunk *chunk = (void *)stream.ring.chunks;
	struct pxt_record_walk walk;
	struct pxt_event event;
	uint64_t first;

	record(TYPE, 8);
	first = atomic_load(&chunk->first);
	read_slot(0, &walk);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_ne(first, 0);
	ck_assert_uint_eq(first, walk.context_ticks);
	ck_assert_uint_le(first, event.ticks);

	usleep(20000); /* then another context is due */
	record(TYPE, 8);
	ck_assert_uint_eq(contexts_in(0), 2);
	ck_assert_uint_eq(atomic_load(&chunk->first), first);
}
END_TEST

START_TEST(what_finds_no_room_is_counted)
{
	unsigned kept;

	while (!(atomic_load(&stream.shared->ring.gate) & PXT_GATE_FULL))
		record(TYPE, 100);
	kept = count(0);
	ck_assert_uint_eq(lost(), 1);
	ck_assert_uint_ne(atomic_load(&stream.shared->ring.full_at), 0);
	for (int i = 0; i < 10; i++)
		record(TYPE, 1);
	ck_assert_uint_eq(count(0), kept);
	ck_assert_uint_eq(lost(), 11);
}
END_TEST

/* SIZ-05 */
START_TEST(as_many_of_the_largest_events_as_were_promised_are_kept)
{
	const size_t size = pxt_attr_user_event_size(&stream.attr, 1000);
	const unsigned events = (unsigned)(stream.attr.stream_size / size);

	for (unsigned i = 0; i < events; i++) {
		struct pxt_writer other;

		pxt_writer_init(&other, &stream);
		record_as(&other, TYPE, 1000);
		if (i % 2)
			pxt_writer_fini(&other);
	}
	ck_assert_uint_eq(count(0), events);
	ck_assert_uint_eq(lost(), 0);
}
END_TEST

START_TEST(what_is_recorded_as_of_then_comes_behind_what_another_left)
{
	const struct pxt_clock_pair then = pxt_clock_read(stream.clock);
	struct pxt_writer control;

	record(TYPE, 8);
	pxt_writer_fini(&writer);
	pxt_writer_init(&control, &stream);
	pxt_writer_force_at(&control, &self, &then, POSIX_TRACE_STOP, 0, bytes,
			    4);
	ck_assert_uint_eq(pxt_ring_high(&stream.ring), 1);
	ck_assert_uint_eq(count(POSIX_TRACE_STOP), 1);
	pxt_writer_fini(&control);
}
END_TEST

START_TEST(a_reader_that_watches_is_woken_once)
{
	atomic_store(&stream.shared->ring.gate,
		     PXT_GATE_OPEN | PXT_GATE_WATCHED);
	record(TYPE, 8);
	ck_assert_uint_eq(atomic_load(&stream.shared->ring.gate),
			  PXT_GATE_OPEN);
	ck_assert_uint_eq(atomic_load(&stream.shared->ring.wake), 1);
	record(TYPE, 8);
	ck_assert_uint_eq(atomic_load(&stream.shared->ring.wake), 1);
	ck_assert_uint_eq(count(0), 2);
}
END_TEST

START_TEST(a_record_that_is_not_wanted_wakes_nobody)
{
	static const uint32_t gates[] = {
		PXT_GATE_WATCHED,
		PXT_GATE_WATCHED | PXT_GATE_GONE,
	};

	for (size_t i = 0; i < sizeof(gates) / sizeof(gates[0]); i++) {
		atomic_store(&stream.shared->ring.gate, gates[i]);
		record(TYPE, 8);
		record(TYPE, 500);
		ck_assert_uint_eq(atomic_load(&stream.shared->ring.gate),
				  gates[i]);
	}
	ck_assert_uint_eq(atomic_load(&stream.shared->ring.wake), 0);
	ck_assert_uint_eq(count(0), 0);
}
END_TEST

START_TEST(events_of_one_writer_are_in_order)
{
	struct pxt_record_walk walk;
	struct pxt_event event;
	int64_t last = 0;

	for (int i = 0; i < 200; i++)
		record(TYPE, (size_t)i % 20);
	read_slot(0, &walk); /* it checks the ticks */
	while (!pxt_record_walk_next(&walk, &event)) {
		ck_assert_int_ge(event.time_ns, last - 1000000);
		last = event.time_ns;
	}
}
END_TEST

static TCase *both_ways(const char *name, SFun begin)
{
	TCase *t = tcase_create(name);

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, begin, teardown);
	tcase_add_test(t, an_event_comes_back_as_it_was);
	tcase_add_test(t, the_first_event_of_a_writer_takes_the_long_way);
	tcase_add_test(t, data_of_every_length_comes_back);
	tcase_add_test(t, data_beyond_the_maximum_is_cut);
	tcase_add_test(t, data_beyond_a_short_maximum_is_cut);
	tcase_add_test(t, a_context_comes_first_in_every_chunk);
	tcase_add_test(t, who_continues_a_chunk_says_so);
	tcase_add_test(t, a_context_is_renewed_after_a_while);
	tcase_add_test(t,
		       a_new_chunk_goes_on_with_the_last_reading_of_the_clocks);
	tcase_add_test(t, an_event_without_data_goes_the_short_way);
	tcase_add_test(t, whoever_writes_the_family_is_the_targets);
	tcase_add_test(t, a_chunk_tells_when_its_first_record_was_made);
	tcase_add_test(t, what_finds_no_room_is_counted);
	tcase_add_test(t,
		       as_many_of_the_largest_events_as_were_promised_are_kept);
	tcase_add_test(
		t, what_is_recorded_as_of_then_comes_behind_what_another_left);
	tcase_add_test(t, a_reader_that_watches_is_woken_once);
	tcase_add_test(t, a_record_that_is_not_wanted_wakes_nobody);
	tcase_add_test(t, events_of_one_writer_are_in_order);
	return t;
}

static Suite *suite(void)
{
	Suite *s = suite_create("writer");

	suite_add_tcase(s, both_ways("short way first", setup_short));
	suite_add_tcase(s, both_ways("any way", setup_any));
	return s;
}

int main(void)
{
	return run_suite(suite());
}
