#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "run.h"
#include "writers.h"

/* The gate */

START_TEST(a_closed_gate_records_nothing)
{
	atomic_store(&stream.shared->ring.gate, 0);
	record(TYPE, 8);
	ck_assert_uint_eq(pxt_ring_high(&stream.ring), 0);

	atomic_store(&stream.shared->ring.gate, PXT_GATE_OPEN);
	record(TYPE, 8);
	atomic_store(&stream.shared->ring.gate, PXT_GATE_GONE);
	record(TYPE, 8);
	pxt_writer_put(&writer, &self, TYPE, ADDRESS, bytes, 8);
	atomic_store(&stream.shared->ring.gate, PXT_GATE_FULL);
	record(TYPE, 8);
	ck_assert_uint_eq(count(0), 1);
	ck_assert_uint_eq(lost(), 0);
}
END_TEST

static void filter_out(uint32_t type)
{
	trace_event_set_t set = { 0 };

	set.__posix_trace_bits[type / 64] = 1ULL << type % 64;
	pxt_filter_set(&stream.shared->filter, &set);
}

/* FLT-06 EVT-04 */
START_TEST(the_filter_is_asked_by_a_choosy_gate)
{
	filter_out(TYPE);
	record(TYPE, 8);
	ck_assert_uint_eq(count(TYPE), 1);

	atomic_store(&stream.shared->ring.gate,
		     PXT_GATE_OPEN | PXT_GATE_CHOOSY);
	for (int i = 0; i < 3; i++) {
		record(TYPE, 8);
		record(TYPE, 500);
		record(PXT_EVENT_END - 1, 8);
	}
	ck_assert_uint_eq(count(TYPE), 1);
	ck_assert_uint_eq(count(PXT_EVENT_END - 1), 3);
}
END_TEST

START_TEST(the_filter_has_a_bit_for_every_type)
{
	static const uint32_t types[] = {
		1, 31, 32, 63, 64, 1038, 1039, 2048, 4032, PXT_EVENT_END - 1,
	};
	static const trace_event_set_t none;

	atomic_store(&stream.shared->ring.gate,
		     PXT_GATE_OPEN | PXT_GATE_CHOOSY);
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
		filter_out(types[i]);
		record(types[i], 8);
		ck_assert_uint_eq(count(types[i]), 0);
		pxt_filter_set(&stream.shared->filter, &none);
		record(types[i], 8);
		ck_assert_uint_eq(count(types[i]), 1);
	}
}
END_TEST

START_TEST(the_controller_records_whatever_the_gate_says)
{
	struct pxt_writer control;
	unsigned kept;

	while (!(atomic_load(&stream.shared->ring.gate) & PXT_GATE_FULL))
		record(TYPE, 100);
	kept = count(0);
	atomic_store(&stream.shared->ring.gate, PXT_GATE_FULL);
	pxt_writer_init(&control, &stream);
	pxt_writer_force(&control, &self, POSIX_TRACE_STOP, 0, bytes, 4);
	pxt_writer_force(&control, &self, POSIX_TRACE_START, 0, bytes,
			 sizeof(trace_event_set_t));
	pxt_writer_fini(&control);
	ck_assert_uint_eq(count(0), kept + 2);
	ck_assert_uint_eq(count(POSIX_TRACE_STOP), 1);
	ck_assert_uint_eq(count(POSIX_TRACE_START), 1);
}
END_TEST

/* At once */

static _Atomic bool over;

/* Long records of two types: many of them need a new chunk. */
static void *keep_writing(void *unused)
{
	struct pxt_writer mine;

	pxt_writer_init(&mine, &stream);
	for (unsigned i = 0; !atomic_load(&over); i++) {
		record_as(&mine, TYPE + i % 2, i % 4 ? 20 : 900);
		if (i % 64 == 0)
			sched_yield();
	}
	pxt_writer_fini(&mine);
	return unused;
}

struct snapshot {
	uint64_t sequence;
	uint32_t bytes;
};

static void take_snapshot(struct snapshot *snapshot)
{
	struct pxt_ring_sight sight;

	for (uint32_t slot = 0; slot < pxt_ring_high(&stream.ring); slot++) {
		pxt_ring_look(&stream.ring, slot, &sight);
		snapshot[slot] = (struct snapshot){
			.sequence = sight.bytes ? sight.sequence : 0,
			.bytes = sight.bytes,
		};
	}
}

static void free_retired(void)
{
	struct pxt_ring_sight sight;

	for (uint32_t slot = 0; slot < pxt_ring_high(&stream.ring); slot++) {
		pxt_ring_look(&stream.ring, slot, &sight);
		if (sight.state == PXT_CHUNK_RETIRED)
			pxt_ring_free(&stream.ring, slot, sight.sequence);
	}
}

static void set_gate(uint32_t gate)
{
	atomic_store(&stream.shared->ring.gate, gate);
	pxt_ring_settle(&stream.ring);
}

/* THR-07 */
START_TEST(nothing_is_recorded_after_a_stop)
{
	enum { SLOTS = PXT_RING_WRITERS + 1024 };
	static struct snapshot before[SLOTS], after[SLOTS];
	pthread_t thread[2];

	ck_assert_uint_le(stream.ring.slots, SLOTS);
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, keep_writing, NULL);
	for (int i = 0; i < STOPS; i++) {
		set_gate(PXT_GATE_OPEN);
		usleep((unsigned)i % 50);
		set_gate(0);
		take_snapshot(before);
		usleep(50);
		take_snapshot(after);
		ck_assert_mem_eq(before, after, sizeof(before));
		free_retired();
	}
	atomic_store(&over, true);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
}
END_TEST

START_TEST(no_event_of_a_filtered_type_comes_after_the_filter)
{
	unsigned before;
	pthread_t thread[2];

	filter_out(TYPE);
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, keep_writing, NULL);
	for (int i = 0; i < STOPS; i++) {
		set_gate(PXT_GATE_OPEN);
		usleep((unsigned)i % 50);
		set_gate(PXT_GATE_OPEN | PXT_GATE_CHOOSY);
		before = count(TYPE);
		usleep(20);
		ck_assert_uint_eq(count(TYPE), before);
		set_gate(0);
		free_retired();
	}
	atomic_store(&over, true);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
}
END_TEST

static TCase *both_ways(const char *name, SFun begin)
{
	TCase *t = tcase_create(name);

	tcase_set_timeout(t, 20);
	tcase_add_checked_fixture(t, begin, teardown);
	tcase_add_test(t, a_closed_gate_records_nothing);
	tcase_add_test(t, the_filter_is_asked_by_a_choosy_gate);
	tcase_add_test(t, the_filter_has_a_bit_for_every_type);
	tcase_add_test(t, the_controller_records_whatever_the_gate_says);
	tcase_add_test(t, nothing_is_recorded_after_a_stop);
	tcase_add_test(t, no_event_of_a_filtered_type_comes_after_the_filter);
	return t;
}

static Suite *suite(void)
{
	Suite *s = suite_create("writer_gate");

	suite_add_tcase(s, both_ways("short way first", setup_short));
	suite_add_tcase(s, both_ways("any way", setup_any));
	return s;
}

int main(void)
{
	return run_suite(suite());
}
