/* check_event_sorter.c - events that came in any order, in order of time */
#include <check.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"
#include "format/event_sorter.h"
#include "run.h"

enum { EVENTS = 5000, SMALL = 16 << 10, GREAT = 300000 };

static unsigned files;

static int open_temporary(int *fd)
{
	files++;
	return pxt_temporary_open(fd);
}

static int refuse(int *fd)
{
	*fd = -1;
	return EMFILE;
}

static struct pxt_event_sorter sorter;

static void setup(void)
{
	sorter = (struct pxt_event_sorter){ .budget = SMALL,
					    .temporary = open_temporary };
	files = 0;
}

static void teardown(void)
{
	pxt_event_sorter_fini(&sorter);
}

static int put(int64_t ns, uint64_t rank, uint64_t number, const void *data,
	       size_t len)
{
	const struct pxt_sorted_event event = {
		.ns = ns,
		.rank = rank,
		.number = number,
		.len = (uint32_t)len,
	};

	return pxt_event_sorter_put(&sorter, &event, data);
}

/* Times that go up and down, each with its number as data. */
static void put_many(void)
{
	uint32_t at = 1;

	for (uint64_t i = 0; i < EVENTS; i++) {
		at = at * 1103515245 + 12345;
		ck_assert_int_eq(put(at >> 20, at >> 10 & 3, i, &i, sizeof(i)),
				 0);
	}
}

static bool is_in_order(const struct pxt_sorted_event *a,
			const struct pxt_sorted_event *b)
{
	if (a->ns != b->ns)
		return a->ns < b->ns;
	if (a->rank != b->rank)
		return a->rank < b->rank;
	return a->number < b->number;
}

/* Returns how many there are. */
static size_t expect_order(void)
{
	struct pxt_sorted_event before = { .ns = INT64_MIN };
	const struct pxt_sorted_event *event;
	const void *data;
	size_t count = 0;

	ck_assert_int_eq(pxt_event_sorter_begin(&sorter), 0);
	while (!pxt_event_sorter_next(&sorter, &event, &data)) {
		ck_assert(is_in_order(&before, event));
		ck_assert_uint_eq(event->len, sizeof(event->number));
		ck_assert_mem_eq(data, &event->number, event->len);
		before = *event;
		count++;
	}
	return count;
}

START_TEST(events_come_in_order_of_time_rank_and_number)
{
	sorter.budget = PXT_EVENT_SORTER_BUDGET;
	put_many();
	ck_assert_uint_eq(expect_order(), EVENTS);
	ck_assert_uint_eq(files, 0);
}
END_TEST

START_TEST(beyond_the_budget_they_go_to_one_file_and_come_alike)
{
	put_many();
	ck_assert_uint_gt(sorter.runs, 8);
	ck_assert_uint_le(sorter.room, 2 * SMALL);
	ck_assert_uint_eq(expect_order(), EVENTS);
	ck_assert_uint_eq(files, 1);
}
END_TEST

START_TEST(they_can_be_given_again_from_the_middle_and_from_the_end)
{
	const struct pxt_sorted_event *event;
	const void *data;

	put_many();
	ck_assert_int_eq(pxt_event_sorter_begin(&sorter), 0);
	for (unsigned i = 0; i < EVENTS / 2; i++)
		ck_assert_int_eq(pxt_event_sorter_next(&sorter, &event, &data),
				 0);
	ck_assert_uint_eq(expect_order(), EVENTS);
	ck_assert_uint_eq(expect_order(), EVENTS);
	ck_assert_int_eq(pxt_event_sorter_next(&sorter, &event, &data),
			 ENODATA);
}
END_TEST

START_TEST(an_event_may_be_greater_than_the_budget)
{
	uint8_t *great = malloc(GREAT);
	const struct pxt_sorted_event *event;
	const void *data;

	ck_assert_ptr_nonnull(great);
	memset(great, 'x', GREAT);
	for (uint64_t i = 0; i < 3; i++)
		ck_assert_int_eq(put(3 - (int64_t)i, 0, i, great, GREAT - i),
				 0);
	ck_assert_int_eq(pxt_event_sorter_begin(&sorter), 0);
	for (uint64_t i = 3; i--;) {
		ck_assert_int_eq(pxt_event_sorter_next(&sorter, &event, &data),
				 0);
		ck_assert_uint_eq(event->len, GREAT - i);
		ck_assert_mem_eq(data, great, event->len);
	}
	free(great);
}
END_TEST

START_TEST(without_a_file_all_stay_in_memory)
{
	sorter.temporary = NULL;
	put_many();
	ck_assert_uint_eq(expect_order(), EVENTS);
}
END_TEST

START_TEST(a_file_that_cannot_be_made_is_an_error)
{
	int err = 0;

	sorter.temporary = refuse;
	for (uint64_t i = 0; !err && i < EVENTS; i++)
		err = put(0, 0, i, &i, sizeof(i));
	ck_assert_int_eq(err, EMFILE);
}
END_TEST

START_TEST(a_spool_may_be_empty)
{
	ck_assert_uint_eq(expect_order(), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("event_sorter");
	TCase *tcase = tcase_create("event_sorter");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, events_come_in_order_of_time_rank_and_number);
	tcase_add_test(tcase,
		       beyond_the_budget_they_go_to_one_file_and_come_alike);
	tcase_add_test(
		tcase,
		they_can_be_given_again_from_the_middle_and_from_the_end);
	tcase_add_test(tcase, an_event_may_be_greater_than_the_budget);
	tcase_add_test(tcase, without_a_file_all_stay_in_memory);
	tcase_add_test(tcase, a_file_that_cannot_be_made_is_an_error);
	tcase_add_test(tcase, a_spool_may_be_empty);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
