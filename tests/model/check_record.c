#include <check.h>
#include <errno.h>
#include <stdlib.h>

#include "model/record.h"
#include "run.h"

static const struct pxt_context writer = {
	.pid = 10,
	.tid = 11,
	.thread = 0x7f0012345678,
	.realtime_ns = 1000000000,
	.rate = UINT64_C(1) << 31, /* two ticks make a nanosecond */
	.family = 3,
};

/* Records under construction. */
static uint8_t chunk[4096];
static size_t used;

static struct pxt_record_walk walk;
static struct pxt_event event;

static void setup(void)
{
	memset(chunk, 0, sizeof(chunk));
	used = 0;
	memset(&event, 0, sizeof(event));
}

static void put(uint64_t ticks, uint32_t type, uint64_t address,
		const void *data, uint32_t size)
{
	uint32_t len = size & PXT_RECORD_DATA_MAX;

	pxt_record_head(chunk + used, ticks, type, address, size);
	if (len)
		memcpy(chunk + used + PXT_RECORD_HEAD, data, len);
	used += pxt_record_span(len);
}

static void put_context(uint64_t ticks, const struct pxt_context *context)
{
	put(ticks, PXT_RECORD_CONTEXT, 0, context, sizeof(*context));
}

static void put_event(uint64_t ticks, uint32_t type)
{
	put(ticks, type, 0x401000, "data", 4);
}

/* Walk over a copy that ends where its memory ends. */
static int walk_copy(const struct pxt_context *context, size_t len,
		     unsigned *events)
{
	uint8_t *copy = malloc(len ? len : 1);
	uint8_t scratch[sizeof(chunk)];
	int err;

	memcpy(copy, chunk, len);
	*events = 0;
	pxt_record_walk_init(&walk, copy, len, context, 100);
	while (!(err = pxt_record_walk_next(&walk, &event))) {
		memcpy(scratch, event.data, event.len);
		++*events;
	}
	ck_assert(walk.in.at >= copy && walk.in.at <= copy + len);
	free(copy);
	return err;
}

static void assert_bad_at(const struct pxt_context *context, size_t offset)
{
	int err;

	pxt_record_walk_init(&walk, chunk, used, context, 100);
	while (!(err = pxt_record_walk_next(&walk, &event)))
		;
	ck_assert_int_eq(err, EBADMSG);
	ck_assert_uint_eq((size_t)(walk.in.at - chunk), offset);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), EBADMSG);
}

/* INF-05 */
START_TEST(time_counts_from_the_pair_in_both_directions)
{
	ck_assert_int_eq(pxt_context_time(&writer, 100, 100), 1000000000);
	ck_assert_int_eq(pxt_context_time(&writer, 100, 104), 1000000002);
	ck_assert_int_eq(pxt_context_time(&writer, 100, 105), 1000000002);
	ck_assert_int_eq(pxt_context_time(&writer, 100, 96), 999999998);
	ck_assert_int_eq(pxt_context_time(&writer, 100, 95), 999999997);
}
END_TEST

START_TEST(time_may_lie_before_the_epoch)
{
	struct pxt_context context = writer;

	context.realtime_ns = 10;
	ck_assert_int_eq(pxt_context_time(&context, 100, 60), -10);
	ck_assert_int_eq(pxt_context_time(&context, 100, 80), 0);
}
END_TEST

START_TEST(a_month_of_ticks_is_exact)
{
	struct pxt_context context = writer;
	uint64_t month = UINT64_C(30) * 86400 * 3000000000;

	context.rate = (UINT64_C(1) << 32) / 3; /* 3 GHz, cut */
	context.realtime_ns = 1700000000000000000;
	ck_assert_int_eq(
		pxt_context_time(&context, 5, 5 + month),
		1700000000000000000 +
			(int64_t)((__extension__(unsigned __int128) month *
				   context.rate) >>
				  32));
}
END_TEST

START_TEST(time_out_of_range_is_the_nearest_there_is)
{
	struct pxt_context context = writer;

	context.rate = UINT64_MAX;
	ck_assert_int_eq(pxt_context_time(&context, 0, UINT64_MAX), INT64_MAX);
	ck_assert_int_eq(pxt_context_time(&context, UINT64_MAX, 0), INT64_MIN);
	context.realtime_ns = UINT64_MAX;
	ck_assert_int_eq(pxt_context_time(&context, 5, 5), INT64_MAX);
	ck_assert_int_eq(pxt_context_time(&context, 5, 4), INT64_MAX);
	ck_assert_int_eq(pxt_context_time(&context, 5, 6), INT64_MAX);
}
END_TEST

START_TEST(a_record_comes_back_as_it_was_put)
{
	put_context(100, &writer);
	put(104, 17, 0x7fffdeadbeef, "hello", 5 | PXT_RECORD_CUT);

	pxt_record_walk_init(&walk, chunk, used, NULL, 0);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.ticks, 104);
	ck_assert_int_eq(event.time_ns, 1000000002);
	ck_assert_uint_eq(event.address, 0x7fffdeadbeef);
	ck_assert_uint_eq(event.thread, writer.thread);
	ck_assert_uint_eq(event.pid, 10);
	ck_assert_uint_eq(event.tid, 11);
	ck_assert_uint_eq(event.family, 3);
	ck_assert_uint_eq(event.type, 17);
	ck_assert_uint_eq(event.len, 5);
	ck_assert(event.truncated);
	ck_assert_mem_eq(event.data, "hello", 5);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), ENODATA);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), ENODATA);
}
END_TEST

START_TEST(an_event_without_data_or_cut_says_so)
{
	put(104, 17, 0, NULL, 0);

	pxt_record_walk_init(&walk, chunk, used, &writer, 100);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.len, 0);
	ck_assert(!event.truncated);
}
END_TEST

START_TEST(each_context_holds_until_the_next)
{
	struct pxt_context other = writer;

	other.tid = 12;
	other.realtime_ns = 2000000000;
	put_event(100, 20);
	put_context(200, &other);
	put_event(200, 21);
	put_event(202, 22);

	pxt_record_walk_init(&walk, chunk, used, &writer, 100);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.tid, 11);
	ck_assert_int_eq(event.time_ns, 1000000000);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.tid, 12);
	ck_assert_int_eq(event.time_ns, 2000000000);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_int_eq(event.time_ns, 2000000001);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), ENODATA);
}
END_TEST

START_TEST(the_ticks_of_a_context_are_not_in_the_row)
{
	put_event(300, 20);
	put_context(200, &writer);
	put_event(300, 21);

	pxt_record_walk_init(&walk, chunk, used, &writer, 100);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_int_eq(event.time_ns, 1000000050);
}
END_TEST

START_TEST(a_loss_is_delivered)
{
	struct pxt_loss loss = { .count = 5, .since_ns = 150 };
	struct pxt_loss got;

	put(120, PXT_RECORD_LOSS, 0, &loss, sizeof(loss));

	pxt_record_walk_init(&walk, chunk, used, &writer, 100);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.type, PXT_RECORD_LOSS);
	ck_assert_uint_eq(event.ticks, 120);
	ck_assert_uint_eq(event.tid, 11);
	ck_assert_uint_eq(event.len, sizeof(got));
	memcpy(&got, event.data, sizeof(got));
	ck_assert_uint_eq(got.count, 5);
	ck_assert_uint_eq(got.since_ns, 150);
}
END_TEST

START_TEST(without_a_context_nobody_knows_the_writer)
{
	put_event(100, 20);

	assert_bad_at(NULL, 0);
}
END_TEST

START_TEST(type_zero_is_no_event)
{
	put_event(100, 20);
	put_event(101, 0);

	assert_bad_at(&writer, pxt_record_span(4));
}
END_TEST

START_TEST(ticks_do_not_run_backwards)
{
	put_event(100, 20);
	put_event(100, 20);
	put_event(99, 20);

	assert_bad_at(&writer, 2 * pxt_record_span(4));
}
END_TEST

START_TEST(a_context_has_one_size_and_a_rate)
{
	struct pxt_context broken = writer;
	uint8_t longer[48] = { 0 };

	memcpy(longer, &writer, sizeof(writer));
	put(100, PXT_RECORD_CONTEXT, 0, longer, 39);
	assert_bad_at(&writer, 0);

	used = 0;
	put(100, PXT_RECORD_CONTEXT, 0, longer, 41);
	assert_bad_at(&writer, 0);

	used = 0;
	put(100, PXT_RECORD_CONTEXT, 0, longer, 40 | PXT_RECORD_CUT);
	assert_bad_at(&writer, 0);

	used = 0;
	broken.rate = 0;
	put_context(100, &broken);
	assert_bad_at(&writer, 0);
}
END_TEST

START_TEST(a_loss_has_one_size)
{
	uint8_t data[24] = { 0 };

	put(100, PXT_RECORD_LOSS, 0, data, 15);
	assert_bad_at(&writer, 0);

	used = 0;
	put(100, PXT_RECORD_LOSS, 0, data, 24);
	assert_bad_at(&writer, 0);
}
END_TEST

START_TEST(a_size_beyond_the_end_is_refused)
{
	static const uint32_t size[] = { 5, PXT_RECORD_DATA_MAX, 1u << 30,
					 UINT32_MAX, 1u << 30 | 4 };

	for (size_t i = 0; i < sizeof(size) / sizeof(size[0]); i++) {
		used = 0;
		put_event(100, 20);
		put_event(101, 20);
		memcpy(chunk + pxt_record_span(4) + 16, &size[i], 4);
		assert_bad_at(&writer, pxt_record_span(4));
	}
}
END_TEST

static uint32_t pass(size_t end, uint64_t upto)
{
	uint32_t type = 0, passed;

	pxt_record_walk_init(&walk, chunk, used, NULL, 0);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	passed = pxt_record_walk_pass(&walk, chunk + end, upto, &type);
	ck_assert_uint_eq(type, passed ? 20 + passed : 0);
	ck_assert_uint_eq(walk.last, 200 + 10 * passed);
	return passed;
}

START_TEST(a_row_of_events_is_passed_at_once)
{
	const size_t spans[] = { pxt_record_span(sizeof(writer)),
				 pxt_record_span(4) };

	put_context(100, &writer);
	for (uint32_t i = 0; i < 6; i++)
		put_event(200 + 10 * i, 20 + i);
	ck_assert_uint_eq(pass(used, UINT64_MAX), 5);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), ENODATA);

	ck_assert_uint_eq(pass(used + 1000, UINT64_MAX), 5);
	ck_assert_uint_eq(pass(used, 229), 2);
	ck_assert_uint_eq(pass(used, 230), 3);
	ck_assert_uint_eq(pass(spans[0] + 3 * spans[1], UINT64_MAX), 2);
	ck_assert_uint_eq(pass(spans[0] + 4 * spans[1] - 1, UINT64_MAX), 2);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.type, 23);
}
END_TEST

/* What ends a row: a context, a loss, no type, ticks that run backwards, a
 * size that is none. */
START_TEST(a_row_ends_where_there_is_more_to_see)
{
	const struct pxt_loss loss = { .count = 1 };

	put_context(100, &writer);
	put_event(200, 20);
	put_event(210, 21);
	switch (_i) {
	case 0:
		put_context(220, &writer);
		break;
	case 1:
		put(220, PXT_RECORD_LOSS, 0, &loss, sizeof(loss));
		break;
	case 2:
		put_event(220, 0);
		break;
	case 3:
		put_event(209, 22);
		break;
	case 4:
		put(220, 22, 0, NULL, 0);
		memset(chunk + used - 5, 0x40, 1);
		break;
	default:
		put(220, 22, 0, NULL, 0);
		memset(chunk + used - 8, 100, 1);
	}
	put_event(230, 23);
	ck_assert_uint_eq(pass(used, UINT64_MAX), 1);
}
END_TEST

START_TEST(every_cut_is_noticed)
{
	size_t whole[5];
	unsigned n = 0, events;
	int err;

	whole[n++] = used;
	put_context(100, &writer);
	whole[n++] = used;
	put_event(100, 20);
	whole[n++] = used;
	put(101, 21, 0, "0123456789", 10);
	whole[n++] = used;
	put(102, 22, 0, NULL, 0);
	whole[n++] = used;

	n = 0;
	for (size_t len = 0; len <= used; len++) {
		err = walk_copy(NULL, len, &events);
		if (len == whole[n]) {
			ck_assert_int_eq(err, ENODATA);
			n++;
		} else {
			ck_assert_int_eq(err, EBADMSG);
		}
		ck_assert_uint_eq(events, n < 2 ? 0 : n - 2);
	}
}
END_TEST

START_TEST(damage_never_leads_out_of_the_chunk)
{
	struct pxt_loss loss = { .count = 1, .since_ns = 300 };
	uint8_t good[sizeof(chunk)];
	unsigned events;
	int err;

	for (uint64_t ticks = 100; used < 1000; ticks += 10) {
		put_context(ticks, &writer);
		put_event(ticks, 20);
		put(ticks, 21, 0, "0123456789", (uint32_t)(ticks / 10 % 11));
		put(ticks, PXT_RECORD_LOSS, 0, &loss, sizeof(loss));
	}
	memcpy(good, chunk, used);
	srandom(1);
	for (int round = 0; round < 20000; round++) {
		memcpy(chunk, good, used);
		for (int flips = round % 4; flips >= 0; flips--)
			chunk[(size_t)random() % used] ^=
				(uint8_t)(1 << random() % 8);
		err = walk_copy(round & 1 ? &writer : NULL, used, &events);
		ck_assert(err == ENODATA || err == EBADMSG);
	}
}
END_TEST

/* Whoever walks through what others can write to knows what time it is. */
START_TEST(an_event_of_the_future_is_none)
{
	put_context(100, &writer);
	put_event(200, 7);
	put_event(300, 7);
	put_event(301, 7);
	pxt_record_walk_init(&walk, chunk, used, NULL, 0);
	walk.latest = 300;
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(event.ticks, 300);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), EBADMSG);
}
END_TEST

START_TEST(a_row_ends_before_an_event_of_the_future)
{
	uint32_t type;

	put_context(100, &writer);
	for (uint64_t ticks = 200; ticks < 210; ticks++)
		put_event(ticks, 7);
	pxt_record_walk_init(&walk, chunk, used, NULL, 0);
	walk.latest = 204;
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), 0);
	ck_assert_uint_eq(
		pxt_record_walk_pass(&walk, chunk + used, UINT64_MAX, &type),
		4);
	ck_assert_int_eq(pxt_record_walk_next(&walk, &event), EBADMSG);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("record");
	TCase *t = tcase_create("record");

	tcase_add_checked_fixture(t, setup, NULL);
	tcase_set_timeout(t, 30);
	tcase_add_test(t, time_counts_from_the_pair_in_both_directions);
	tcase_add_test(t, time_may_lie_before_the_epoch);
	tcase_add_test(t, a_month_of_ticks_is_exact);
	tcase_add_test(t, time_out_of_range_is_the_nearest_there_is);
	tcase_add_test(t, a_record_comes_back_as_it_was_put);
	tcase_add_test(t, an_event_without_data_or_cut_says_so);
	tcase_add_test(t, each_context_holds_until_the_next);
	tcase_add_test(t, the_ticks_of_a_context_are_not_in_the_row);
	tcase_add_test(t, a_loss_is_delivered);
	tcase_add_test(t, without_a_context_nobody_knows_the_writer);
	tcase_add_test(t, type_zero_is_no_event);
	tcase_add_test(t, ticks_do_not_run_backwards);
	tcase_add_test(t, a_context_has_one_size_and_a_rate);
	tcase_add_test(t, a_loss_has_one_size);
	tcase_add_test(t, a_size_beyond_the_end_is_refused);
	tcase_add_test(t, a_row_of_events_is_passed_at_once);
	tcase_add_loop_test(t, a_row_ends_where_there_is_more_to_see, 0, 6);
	tcase_add_test(t, an_event_of_the_future_is_none);
	tcase_add_test(t, a_row_ends_before_an_event_of_the_future);
	tcase_add_test(t, every_cut_is_noticed);
	tcase_add_test(t, damage_never_leads_out_of_the_chunk);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
