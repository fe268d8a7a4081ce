#include <check.h>
#include <errno.h>
#include <stdlib.h>

#include "model/merge.h"
#include "run.h"

enum { RUNS = 64, STEPS = 64, ROOM = 8192 };

static const struct pxt_context writer = {
	.pid = 10,
	.tid = 11,
	.rate = UINT64_C(1) << 32, /* a tick is a nanosecond */
};

/* What the source will hand out: records, and what load() says of them. */
struct script_run {
	struct pxt_run run;
	uint8_t data[ROOM];
	size_t len;
	int fate[4]; /* of the first calls to load() */
	unsigned loads;
	unsigned dones;
	unsigned bads;
	size_t bad_at;
};

/* What one call to more() does. */
struct step {
	unsigned runs;
	uint64_t floor;
	int err;
};

static struct script_run runs[RUNS];
static unsigned nruns, added;
static struct step steps[STEPS];
static unsigned nsteps, taken, asked;
static unsigned in_memory, most_in_memory;

static struct pxt_merge *merge;
static struct pxt_event event;

static int more(struct pxt_source *source, struct pxt_merge *into)
{
	struct step *step;

	(void)source;
	asked++;
	if (taken == nsteps)
		return ENODATA;

	step = &steps[taken++];
	for (unsigned i = 0; i < step->runs; i++)
		ck_assert_int_eq(pxt_merge_add(into, &runs[added++].run), 0);
	if (step->floor)
		pxt_merge_floor(into, step->floor);
	return step->err;
}

/* The buffer ends where its memory ends, and is gone after done(). */
static int load(struct pxt_source *source, struct pxt_run *run)
{
	struct script_run *from = &runs[run->cookie[0]];
	int fate = 0;

	(void)source;
	ck_assert_int_eq(run->loaded, 0);
	if (from->loads < 4)
		fate = from->fate[from->loads];
	from->loads++;
	run->buffer = NULL;
	if (fate)
		return fate;

	run->buffer = malloc(from->len ? from->len : 1);
	memcpy(run->buffer, from->data, from->len);
	run->data = run->buffer;
	run->len = from->len;
	if (++in_memory > most_in_memory)
		most_in_memory = in_memory;
	return 0;
}

static void bad(struct pxt_source *source, struct pxt_run *run, size_t offset)
{
	struct script_run *from = &runs[run->cookie[0]];

	(void)source;
	ck_assert_uint_eq(from->dones, 0);
	from->bads++;
	from->bad_at = offset;
}

static void done(struct pxt_source *source, struct pxt_run *run)
{
	(void)source;
	runs[run->cookie[0]].dones++;
	if (run->buffer) {
		in_memory--;
		memset(run->buffer, 0xee, run->len);
		free(run->buffer);
	}
}

static struct pxt_source source = {
	.more = more,
	.load = load,
	.bad = bad,
	.done = done,
};

static void setup(void)
{
	memset(runs, 0, sizeof(runs));
	nruns = added = nsteps = taken = asked = 0;
	in_memory = most_in_memory = 0;
	ck_assert_int_eq(pxt_merge_create(&source, &merge), 0);
}

static void teardown(void)
{
	pxt_merge_close(merge);
	ck_assert_uint_eq(in_memory, 0);
}

/* A new run, in force the writer's context. */
static struct script_run *add_run(uint64_t first, uint64_t order)
{
	struct script_run *run = &runs[nruns];

	run->run.first = first;
	run->run.order = order;
	run->run.cookie[0] = nruns++;
	run->run.context = writer;
	return run;
}

static void put(struct script_run *run, uint64_t ticks, uint32_t type,
		const void *data, uint32_t len)
{
	ck_assert_uint_le(run->len + pxt_record_span(len), ROOM);
	pxt_record_head(run->data + run->len, ticks, type, 0, len);
	if (len)
		memcpy(run->data + run->len + PXT_RECORD_HEAD, data, len);
	run->len += pxt_record_span(len);
}

/* A run of events without data: their types tell them apart. */
static struct script_run *add_events(uint64_t order, uint32_t type,
				     const uint64_t *ticks)
{
	struct script_run *run = add_run(*ticks, order);

	for (; *ticks; ticks++)
		put(run, *ticks, type++, NULL, 0);
	return run;
}

#define TICKS(...) ((const uint64_t[]){ __VA_ARGS__, 0 })

static void add_step(unsigned count, uint64_t floor, int err)
{
	ck_assert_uint_lt(nsteps, STEPS);
	steps[nsteps++] = (struct step){ count, floor, err };
}

static void assert_next(uint64_t ticks, uint32_t type)
{
	ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
	ck_assert_uint_eq(event.ticks, ticks);
	ck_assert_uint_eq(event.type, type);
}

static void assert_no_more(void)
{
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
}

START_TEST(an_empty_source_has_no_events)
{
	assert_no_more();
	assert_no_more();
}
END_TEST

/* EVT-11 */
START_TEST(runs_are_merged_by_ticks)
{
	add_events(0, 20, TICKS(10, 40, 50));
	add_events(1, 30, TICKS(20, 30, 60));
	add_events(2, 40, TICKS(5, 45));
	add_step(3, UINT64_MAX, 0);

	assert_next(5, 40);
	assert_next(10, 20);
	assert_next(20, 30);
	assert_next(30, 31);
	assert_next(40, 21);
	assert_next(45, 41);
	assert_next(50, 22);
	assert_next(60, 32);
	assert_no_more();
	for (unsigned i = 0; i < nruns; i++)
		ck_assert_uint_eq(runs[i].dones, 1);
}
END_TEST

START_TEST(many_random_runs_come_out_sorted)
{
	uint64_t before = 0;
	unsigned count = 0;

	srandom(1);
	for (unsigned i = 0; i < RUNS; i++) {
		struct script_run *run = NULL;
		uint64_t ticks = 1 + (uint64_t)(random() % 2000);

		for (int n = 1 + (int)(random() % 100); n; n--) {
			if (!run)
				run = add_run(ticks, i);
			put(run, ticks, 20, NULL, 0);
			ticks += (uint64_t)(random() % 50);
			count++;
		}
	}
	add_step(RUNS, UINT64_MAX, 0);

	while (!pxt_merge_next(merge, &event)) {
		ck_assert_uint_ge(event.ticks, before);
		before = event.ticks;
		count--;
	}
	ck_assert_uint_eq(count, 0);
}
END_TEST

START_TEST(ties_go_by_order)
{
	add_events(7, 20, TICKS(10, 20));
	add_events(3, 30, TICKS(10, 20));
	add_events(5, 40, TICKS(10, 20));
	add_step(3, UINT64_MAX, 0);

	assert_next(10, 30);
	assert_next(10, 40);
	assert_next(10, 20);
	assert_next(20, 31);
	assert_next(20, 41);
	assert_next(20, 21);
}
END_TEST

/* INF-11: a chunk may come in several runs. */
START_TEST(ties_of_equal_order_go_as_they_were_added)
{
	add_events(1, 20, TICKS(10, 10));
	add_events(1, 30, TICKS(10, 10));
	add_events(1, 40, TICKS(10));
	add_step(3, UINT64_MAX, 0);

	assert_next(10, 20);
	assert_next(10, 21);
	assert_next(10, 30);
	assert_next(10, 31);
	assert_next(10, 40);
}
END_TEST

START_TEST(nothing_at_or_above_the_floor_is_delivered)
{
	add_events(0, 20, TICKS(10, 20, 30));
	add_events(1, 30, TICKS(15, 25));
	add_step(1, 20, 0);
	add_step(0, 0, ENODATA);
	add_step(1, 26, 0);
	add_step(0, 0, ENODATA);
	add_step(0, 100, ENODATA);

	assert_next(10, 20);
	assert_no_more();
	assert_next(15, 30);
	assert_next(20, 21);
	assert_next(25, 31);
	assert_no_more();
	assert_next(30, 22);
	assert_no_more();
}
END_TEST

START_TEST(a_floor_never_sinks)
{
	add_events(0, 20, TICKS(10, 20));
	add_step(1, 100, 0);
	add_step(0, 5, 0);

	assert_next(10, 20);
	pxt_merge_floor(merge, 15);
	assert_next(20, 21);
}
END_TEST

START_TEST(the_highest_floor_keeps_nothing_back)
{
	add_events(0, 20, TICKS(10, UINT64_MAX));
	add_step(1, UINT64_MAX, 0);

	assert_next(10, 20);
	assert_next(UINT64_MAX, 21);
	assert_no_more();
}
END_TEST

/* As a log's reader meets it: the end of the log, which then grows. */
START_TEST(the_highest_floor_holds_until_another_run_is_added)
{
	add_events(0, 20, TICKS(10, 50));
	add_events(1, 30, TICKS(40, 70));
	add_step(1, UINT64_MAX, 0);
	add_step(0, 0, ENODATA);
	add_step(1, 0, ENODATA);
	add_step(0, 71, 0);

	assert_next(10, 20);
	assert_next(50, 21);
	assert_no_more();
	assert_no_more();
	ck_assert(pxt_merge_is_waiting(merge));
	assert_next(40, 30);
	assert_next(70, 31);
	assert_no_more();
}
END_TEST

START_TEST(behind_the_highest_floor_an_older_one_holds_again)
{
	add_events(0, 20, TICKS(10));
	add_events(1, 30, TICKS(15, 25));
	add_step(1, 20, 0);
	add_step(0, UINT64_MAX, ENODATA);
	add_step(1, 0, ENODATA);

	assert_next(10, 20);
	assert_no_more();
	assert_next(15, 30);
	assert_no_more();
	pxt_merge_floor(merge, 21);
	assert_no_more();
	pxt_merge_floor(merge, 26);
	assert_next(25, 31);
}
END_TEST

START_TEST(the_highest_floor_can_be_told_again)
{
	for (uint32_t i = 0; i < 3; i++) {
		add_events(i, 20 + i, TICKS(10));
		add_step(1, UINT64_MAX, 0);
		assert_next(10, 20 + i);
		assert_no_more();
	}
}
END_TEST

START_TEST(a_lower_floor_takes_nothing_back)
{
	add_events(0, 20, TICKS(10, 50));
	add_step(1, UINT64_MAX, 0);

	assert_next(10, 20);
	pxt_merge_floor(merge, 30);
	assert_next(50, 21);
}
END_TEST

START_TEST(a_source_that_says_again_that_it_ended_is_not_asked_for_ever)
{
	for (unsigned i = 0; i < STEPS; i++)
		add_step(0, UINT64_MAX, 0);
	assert_no_more();
	ck_assert_uint_eq(asked, 2);
	assert_no_more();
	ck_assert_uint_eq(asked, 3);
}
END_TEST

START_TEST(events_wait_that_are_at_the_floor_and_no_others)
{
	ck_assert(!pxt_merge_is_waiting(merge));
	add_events(0, 20, TICKS(10, 20));
	add_step(1, 20, 0);

	assert_next(10, 20);
	assert_no_more();
	ck_assert(pxt_merge_is_waiting(merge));
	pxt_merge_floor(merge, UINT64_MAX);
	assert_next(20, 21);
	ck_assert(!pxt_merge_is_waiting(merge));
	assert_no_more();
	ck_assert(!pxt_merge_is_waiting(merge));
}
END_TEST

START_TEST(the_source_is_asked_until_it_tells_nothing_new)
{
	add_events(0, 20, TICKS(50));
	add_step(1, 0, 0);
	add_step(0, 10, 0);
	add_step(0, 51, 0);
	add_step(0, 0, 0);
	add_step(0, 0, 0);

	assert_next(50, 20);
	ck_assert_uint_eq(asked, 3);
	assert_no_more();
	ck_assert_uint_eq(asked, 4);
}
END_TEST

START_TEST(the_source_is_not_asked_while_events_wait)
{
	add_events(0, 20, TICKS(10, 20, 30));
	add_step(1, 100, 0);

	assert_next(10, 20);
	assert_next(20, 21);
	assert_next(30, 22);
	ck_assert_uint_eq(asked, 1);
}
END_TEST

START_TEST(an_error_of_the_source_comes_through)
{
	add_events(0, 20, TICKS(10));
	add_step(0, 0, EIO);
	add_step(1, 100, 0);

	ck_assert_int_eq(pxt_merge_next(merge, &event), EIO);
	assert_next(10, 20);
}
END_TEST

START_TEST(only_runs_that_overlap_are_loaded)
{
	for (uint64_t i = 0; i < 40; i++)
		add_events(i, 20, TICKS(10 + 10 * i, 15 + 10 * i, 22 + 10 * i));
	add_step(40, UINT64_MAX, 0);

	for (unsigned i = 0; i < 40 * 3; i++) {
		ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
		ck_assert_uint_le(in_memory, 3);
	}
	assert_no_more();
	ck_assert_uint_le(most_in_memory, 3);
	ck_assert_uint_eq(in_memory, 0);
}
END_TEST

START_TEST(a_run_at_the_floor_is_not_loaded)
{
	add_events(0, 20, TICKS(10));
	add_step(1, 10, 0);

	assert_no_more();
	ck_assert_uint_eq(runs[0].loads, 0);
	pxt_merge_floor(merge, 11);
	assert_next(10, 20);
}
END_TEST

START_TEST(a_run_may_begin_later_than_announced)
{
	struct script_run *run = add_run(5, 0);

	put(run, 30, 20, NULL, 0);
	add_events(1, 30, TICKS(10, 40));
	add_step(2, 35, 0);

	assert_next(10, 30);
	assert_next(30, 20);
	assert_no_more();
}
END_TEST

START_TEST(a_run_of_contexts_is_done_at_once)
{
	struct script_run *run = add_run(5, 0);

	put(run, 5, PXT_RECORD_CONTEXT, &writer, sizeof(writer));
	add_run(6, 0);
	add_events(1, 30, TICKS(10));
	add_step(3, 100, 0);

	assert_next(10, 30);
	ck_assert_uint_eq(runs[0].dones, 1);
	ck_assert_uint_eq(runs[1].dones, 1);
	ck_assert_uint_eq(runs[0].bads + runs[1].bads, 0);
}
END_TEST

START_TEST(a_run_without_context_must_begin_with_one)
{
	struct script_run *run = add_events(0, 20, TICKS(10));
	struct pxt_context own = writer;

	run->run.context.rate = 0;
	run = add_run(20, 1);
	run->run.context.rate = 0;
	own.tid = 99;
	put(run, 20, PXT_RECORD_CONTEXT, &own, sizeof(own));
	put(run, 20, 21, NULL, 0);
	add_step(2, 100, 0);

	assert_next(20, 21);
	ck_assert_uint_eq(event.tid, 99);
	ck_assert_uint_eq(runs[0].bads, 1);
	ck_assert_uint_eq(runs[0].bad_at, 0);
	ck_assert_uint_eq(runs[0].dones, 1);
}
END_TEST

START_TEST(a_run_that_is_gone_is_dropped)
{
	add_events(0, 20, TICKS(10, 20))->fate[0] = ESTALE;
	add_events(1, 30, TICKS(15))->fate[0] = EBADMSG;
	add_events(2, 40, TICKS(16));
	add_step(3, 100, 0);

	assert_next(16, 40);
	assert_no_more();
	for (unsigned i = 0; i < 2; i++) {
		ck_assert_uint_eq(runs[i].loads, 1);
		ck_assert_uint_eq(runs[i].dones, 1);
		ck_assert_uint_eq(runs[i].bads, 0);
	}
}
END_TEST

START_TEST(a_run_that_cannot_be_loaded_now_is_kept)
{
	struct script_run *run = add_events(0, 20, TICKS(10, 20));

	run->fate[0] = EIO;
	run->fate[1] = ENOMEM;
	add_events(1, 30, TICKS(15));
	add_step(2, 100, 0);

	ck_assert_int_eq(pxt_merge_next(merge, &event), EIO);
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENOMEM);
	ck_assert_uint_eq(run->dones, 0);
	assert_next(10, 20);
	assert_next(15, 30);
	assert_next(20, 21);
}
END_TEST

START_TEST(what_is_before_a_bad_record_is_delivered)
{
	struct script_run *run = add_run(10, 0);
	size_t offset;

	put(run, 10, 20, NULL, 0);
	put(run, 20, 21, "data", 4);
	offset = run->len;
	put(run, 30, 0, NULL, 0);
	put(run, 40, 23, NULL, 0);
	add_events(1, 30, TICKS(15, 35));
	add_step(2, 100, 0);

	assert_next(10, 20);
	assert_next(15, 30);
	assert_next(20, 21);
	ck_assert_mem_eq(event.data, "data", 4);
	assert_next(35, 31);
	assert_no_more();
	ck_assert_uint_eq(run->bads, 1);
	ck_assert_uint_eq(run->bad_at, offset);
	ck_assert_uint_eq(run->dones, 1);
}
END_TEST

START_TEST(a_loss_stands_at_its_beginning)
{
	struct script_run *run = add_run(10, 0);
	struct pxt_loss loss = { .count = 3, .since_ns = 50 };

	put(run, 10, 20, NULL, 0);
	put(run, 20, PXT_RECORD_LOSS, &loss, sizeof(loss));
	put(run, 55, 21, NULL, 0);
	add_events(1, 30, TICKS(15, 25));
	add_step(2, 100, 0);

	assert_next(10, 20);
	assert_next(15, 30);
	assert_next(20, PXT_RECORD_LOSS);
	ck_assert_mem_eq(event.data, &loss, sizeof(loss));
	assert_next(25, 31);
	assert_next(55, 21);
}
END_TEST

START_TEST(data_lasts_until_the_next_call)
{
	struct script_run *run = add_run(10, 0);

	put(run, 10, 20, "one", 4);
	put(run, 20, 21, "last", 5);
	add_events(1, 30, TICKS(15));
	add_step(2, 100, 0);

	assert_next(10, 20);
	ck_assert_str_eq(event.data, "one");
	assert_next(15, 30);
	assert_next(20, 21);
	ck_assert_str_eq(event.data, "last");
	ck_assert_uint_eq(run->dones, 0);
	assert_no_more();
	ck_assert_uint_eq(run->dones, 1);
}
END_TEST

/* A run with one event at ticks, at time. */
static void add_event_at(uint64_t ticks, uint64_t time_ns)
{
	struct script_run *run = add_events(0, 20, TICKS(ticks));

	run->run.context.realtime_ns = time_ns;
	run->run.context_ticks = ticks;
}

static void assert_time(int64_t time_ns)
{
	ck_assert_int_eq(pxt_merge_next(merge, &event), 0);
	ck_assert_int_eq(event.time_ns, time_ns);
}

START_TEST(times_do_not_run_backwards_a_little)
{
	add_event_at(10, 5000000);
	add_event_at(20, 4999999);
	add_event_at(30, 4000001);
	add_event_at(40, 5000001);
	add_step(4, 100, 0);

	assert_time(5000000);
	assert_time(5000000);
	assert_time(5000000);
	assert_time(5000001);
}
END_TEST

START_TEST(a_step_of_the_real_clock_passes)
{
	add_event_at(10, 5000000);
	add_event_at(20, 4000000);
	add_event_at(30, 3999999);
	add_event_at(40, 4000001);
	add_event_at(50, 0);
	add_step(5, 100, 0);

	assert_time(5000000);
	assert_time(4000000);
	assert_time(4000000);
	assert_time(4000001);
	assert_time(0);
}
END_TEST

START_TEST(a_reset_forgets_runs_floor_and_time)
{
	add_event_at(10, 5000000);
	add_events(0, 20, TICKS(20, 30));
	add_events(1, 30, TICKS(20, 30));
	add_events(2, 40, TICKS(90));
	add_step(4, 100, 0);
	assert_time(5000000);
	assert_next(20, 20);

	pxt_merge_reset(merge);
	ck_assert_uint_eq(in_memory, 0);
	ck_assert_uint_eq(runs[0].dones, 1);
	ck_assert_uint_eq(runs[1].dones, 1);
	ck_assert_uint_eq(runs[3].loads, 0);
	ck_assert_uint_eq(runs[3].dones, 1);

	add_event_at(5, 4999999);
	add_step(1, 0, 0);
	assert_no_more();
	pxt_merge_floor(merge, 6);
	assert_time(4999999);
}
END_TEST

START_TEST(a_reset_forgets_that_the_source_had_ended)
{
	add_events(0, 20, TICKS(10));
	add_step(1, UINT64_MAX, 0);
	assert_next(10, 20);
	pxt_merge_reset(merge);
	ck_assert(!pxt_merge_is_waiting(merge));

	add_events(0, 30, TICKS(5));
	add_step(1, 0, 0);
	assert_no_more();
	ck_assert(pxt_merge_is_waiting(merge));
	pxt_merge_floor(merge, UINT64_MAX);
	assert_next(5, 30);
}
END_TEST

START_TEST(a_reset_releases_the_last_event)
{
	add_events(0, 20, TICKS(10));
	add_step(1, 100, 0);
	assert_next(10, 20);
	ck_assert_uint_eq(in_memory, 1);

	pxt_merge_reset(merge);
	ck_assert_uint_eq(in_memory, 0);
	ck_assert_uint_eq(runs[0].dones, 1);
}
END_TEST

START_TEST(closing_nothing_does_nothing)
{
	pxt_merge_close(NULL);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("merge");
	TCase *t = tcase_create("merge");

	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, an_empty_source_has_no_events);
	tcase_add_test(t, runs_are_merged_by_ticks);
	tcase_add_test(t, many_random_runs_come_out_sorted);
	tcase_add_test(t, ties_go_by_order);
	tcase_add_test(t, ties_of_equal_order_go_as_they_were_added);
	tcase_add_test(t, nothing_at_or_above_the_floor_is_delivered);
	tcase_add_test(t, a_floor_never_sinks);
	tcase_add_test(t, the_highest_floor_keeps_nothing_back);
	tcase_add_test(t, the_highest_floor_holds_until_another_run_is_added);
	tcase_add_test(t, behind_the_highest_floor_an_older_one_holds_again);
	tcase_add_test(t, the_highest_floor_can_be_told_again);
	tcase_add_test(t, a_lower_floor_takes_nothing_back);
	tcase_add_test(
		t,
		a_source_that_says_again_that_it_ended_is_not_asked_for_ever);
	tcase_add_test(t, events_wait_that_are_at_the_floor_and_no_others);
	tcase_add_test(t, the_source_is_asked_until_it_tells_nothing_new);
	tcase_add_test(t, the_source_is_not_asked_while_events_wait);
	tcase_add_test(t, an_error_of_the_source_comes_through);
	tcase_add_test(t, only_runs_that_overlap_are_loaded);
	tcase_add_test(t, a_run_at_the_floor_is_not_loaded);
	tcase_add_test(t, a_run_may_begin_later_than_announced);
	tcase_add_test(t, a_run_of_contexts_is_done_at_once);
	tcase_add_test(t, a_run_without_context_must_begin_with_one);
	tcase_add_test(t, a_run_that_is_gone_is_dropped);
	tcase_add_test(t, a_run_that_cannot_be_loaded_now_is_kept);
	tcase_add_test(t, what_is_before_a_bad_record_is_delivered);
	tcase_add_test(t, a_loss_stands_at_its_beginning);
	tcase_add_test(t, data_lasts_until_the_next_call);
	tcase_add_test(t, times_do_not_run_backwards_a_little);
	tcase_add_test(t, a_step_of_the_real_clock_passes);
	tcase_add_test(t, a_reset_forgets_runs_floor_and_time);
	tcase_add_test(t, a_reset_forgets_that_the_source_had_ended);
	tcase_add_test(t, a_reset_releases_the_last_event);
	tcase_add_test(t, closing_nothing_does_nothing);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
