#include <check.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run.h"
#include "sanitizers.h"
#include "stream/filter.h"

enum {
	FIRST = PXT_EVENT_USER_FIRST,
	OPENERS = 3,
	ROUNDS = SANITIZED ? 300 : 3000,
	NAMES = 8, /* of each opener, in a round; every second one is wanted */
};

/* What processes share. */
struct common {
	struct pxt_filter filter;
	_Atomic uint32_t named[PXT_EVENT_END]; /* the round before */
	_Atomic uint32_t round, names, done;
};

static struct common *common;
static struct pxt_filter *filter;
static trace_event_set_t none, all;

static void setup(void)
{
	common = mmap(NULL, sizeof(*common), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(common, MAP_FAILED);
	filter = &common->filter;
	memset(&all, 255, sizeof(all));
	memset(&none, 0, sizeof(none));
}

static void teardown(void)
{
	munmap(common, sizeof(*common));
}

START_TEST(what_was_set_is_got)
{
	trace_event_set_t set = none, got;

	set.__posix_trace_bits[1] = 0x8000000100000001;
	set.__posix_trace_bits[63] = UINT64_C(1) << 63;
	pxt_filter_set(filter, &set);
	pxt_filter_get(filter, &got);
	ck_assert_mem_eq(&got, &set, sizeof(set));
	ck_assert_uint_eq(pxt_filter_count(filter), 4);
	ck_assert(pxt_filter_has(filter, 64 + 63));
	ck_assert(pxt_filter_has(filter, 64 + 32));
	ck_assert(!pxt_filter_has(filter, 64 + 31));
	ck_assert(pxt_filter_has(filter, PXT_EVENT_END - 1));
}
END_TEST

static void choose(const char *choice)
{
	pxt_filter_choose(filter, choice);
	pxt_filter_set(filter, &all);
}

START_TEST(a_name_passes_if_it_is_chosen)
{
	choose("a*");
	pxt_filter_name_opened(filter, FIRST, "able");
	pxt_filter_name_opened(filter, FIRST + 1, "baker");
	ck_assert(!pxt_filter_has(filter, FIRST));
	ck_assert(pxt_filter_has(filter, FIRST + 1));
	choose("b*");
	ck_assert(pxt_filter_has(filter, FIRST));
	pxt_filter_name_opened(filter, FIRST, "able");
	pxt_filter_name_opened(filter, FIRST + 1, "baker");
	ck_assert(pxt_filter_has(filter, FIRST));
	ck_assert(!pxt_filter_has(filter, FIRST + 1));
}
END_TEST

START_TEST(nobody_chooses_where_there_is_no_choice)
{
	pxt_filter_set(filter, &all);
	pxt_filter_name_opened(filter, FIRST, "able");
	ck_assert(pxt_filter_has(filter, FIRST));
	choose("a*");
	choose(NULL);
	pxt_filter_name_opened(filter, FIRST, "able");
	ck_assert(pxt_filter_has(filter, FIRST));
}
END_TEST

START_TEST(a_word_of_an_older_choice_is_left_alone)
{
	choose("a*");
	pxt_filter_choose(filter, "b*");
	pxt_filter_name_opened(filter, FIRST, "baker");
	ck_assert(pxt_filter_has(filter, FIRST));
}
END_TEST

START_TEST(types_that_no_name_has_stay)
{
	choose("*");
	pxt_filter_name_opened(filter, FIRST - 1, "able");
	pxt_filter_name_opened(filter, PXT_EVENT_END, "able");
	pxt_filter_name_opened(filter, UINT32_MAX, "able");
	ck_assert_uint_eq(pxt_filter_count(filter), PXT_EVENT_END);
}
END_TEST

START_TEST(a_choice_without_an_end_is_read_no_further)
{
	choose("a*");
	memset(filter->choice, '*', sizeof(filter->choice));
	pxt_filter_name_opened(filter, FIRST, "able");
	ck_assert(!pxt_filter_has(filter, FIRST));
}
END_TEST

static void name(uint32_t type, uint32_t round, char *text, size_t size)
{
	snprintf(text, size, "%c%u", type % 2 ? 'a' : 'b', round);
}

static void look_through(uint32_t round)
{
	char text[32];

	for (uint32_t type = FIRST; type < FIRST + OPENERS * NAMES; type++)
		if (atomic_load(&common->named[type]) == round) {
			name(type, round, text, sizeof(text));
			pxt_filter_name_opened(filter, type, text);
		}
}

static void open_names(uint32_t first, uint32_t round)
{
	char text[32];

	for (uint32_t type = first; type < first + NAMES; type++) {
		name(type, round, text, sizeof(text));
		atomic_store_explicit(&common->named[type], round,
				      memory_order_release);
		atomic_fetch_add(&common->names, 1);
		pxt_filter_name_opened(filter, type, text);
	}
}

/* Until so many names have been opened, in all rounds. */
static void await_names(uint32_t count)
{
	while (atomic_load(&common->names) < count)
		sched_yield();
}

static uint32_t at(uint32_t round, uint32_t names)
{
	return (round - 1) * OPENERS * NAMES + names;
}

/* Rounds begin when all have come to the end of the one before. */
static void await(uint32_t round)
{
	while (atomic_load(&common->done) < OPENERS * round)
		sched_yield();
}

static _Noreturn void open_in_rounds(uint32_t first)
{
	for (uint32_t round = 1; round <= ROUNDS; round++) {
		while (atomic_load(&common->round) < round)
			sched_yield();
		open_names(first, round);
		atomic_fetch_add(&common->done, 1);
	}
	_exit(0);
}

static void start_openers(pid_t opener[OPENERS])
{
	for (uint32_t i = 0; i < OPENERS; i++) {
		opener[i] = fork();
		ck_assert_int_ge(opener[i], 0);
		if (!opener[i])
			open_in_rounds(FIRST + i * NAMES);
	}
}

static void join_openers(const pid_t opener[OPENERS])
{
	int status;

	for (int i = 0; i < OPENERS; i++) {
		ck_assert_int_eq(waitpid(opener[i], &status, 0), opener[i]);
		ck_assert_int_eq(status, 0);
	}
}

/* It takes a while to find out that a name passes. */
#define LONG "c1,c2,c3,c4,c5,c6,c7,c8,c9,*c*d*e*f,*d*e*f*g,*e*f*g*h,*f*g*h*i,"

START_TEST(processes_that_open_names_meet_the_last_choice)
{
	pid_t opener[OPENERS];

	start_openers(opener);
	for (uint32_t round = 1; round <= ROUNDS; round++) {
		choose(LONG "b*");
		atomic_store(&common->round, round);
		for (uint32_t i = 0; i < 4; i++) {
			await_names(at(round, 2 * i + round % 4));
			choose(i % 2 ? LONG "b*" : LONG "a*,b*");
			look_through(round);
		}
		choose(LONG "a*");
		look_through(round);
		await(round);
		for (uint32_t type = FIRST; type < FIRST + OPENERS * NAMES;
		     type++)
			ck_assert_msg(pxt_filter_has(filter, type) ==
					      !(type % 2),
				      "round %u: type %u", round, type);
	}
	join_openers(opener);
}
END_TEST

START_TEST(a_choice_that_is_over_lets_nothing_pass)
{
	pid_t opener[OPENERS];

	start_openers(opener);
	for (uint32_t round = 1; round <= ROUNDS; round++) {
		choose(LONG "a*");
		atomic_store(&common->round, round);
		await_names(at(round, round % (OPENERS * NAMES)));
		choose(NULL);
		await(round);
		ck_assert_uint_eq(pxt_filter_count(filter), PXT_EVENT_END);
	}
	join_openers(opener);
}
END_TEST

static Suite *filter_suite(void)
{
	Suite *suite = suite_create("filter");
	TCase *tcase = tcase_create("filter");

	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, what_was_set_is_got);
	tcase_add_test(tcase, a_name_passes_if_it_is_chosen);
	tcase_add_test(tcase, nobody_chooses_where_there_is_no_choice);
	tcase_add_test(tcase, a_word_of_an_older_choice_is_left_alone);
	tcase_add_test(tcase, types_that_no_name_has_stay);
	tcase_add_test(tcase, a_choice_without_an_end_is_read_no_further);
	tcase_add_test(tcase, processes_that_open_names_meet_the_last_choice);
	tcase_add_test(tcase, a_choice_that_is_over_lets_nothing_pass);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return run_suite(filter_suite());
}
