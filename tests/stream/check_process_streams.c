/*
 * check_process_streams.c - the streams that a process file lists, and those who inherit them
 */
#include <check.h>
#include <errno.h>
#include <sched.h>
#include <string.h>

#include "run.h"
#include "stream/processes.h"

/* Streams */

START_TEST(streams_are_added_and_dropped)
{
	uint64_t word = atomic_load(&process.shared->word);

	ck_assert(!pxt_process_traced(word));
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		ck_assert_int_eq(
			pxt_process_add_stream(&process, i, i + 100, 0), 0);
	ck_assert_int_eq(pxt_process_add_stream(&process, 99, 99, 0), EAGAIN);
	ck_assert(pxt_process_traced(atomic_load(&process.shared->word)));

	ck_assert(!pxt_process_drop_stream(&process, 7));
	ck_assert_int_eq(pxt_process_add_stream(&process, 99, 99, 0), EAGAIN);
	ck_assert(pxt_process_drop_stream(&process, 107));
	ck_assert(!pxt_process_drop_stream(&process, 107));
	ck_assert_int_eq(pxt_process_add_stream(&process, 99, 99, 0), 0);
	ck_assert(pxt_process_drop_stream(&process, 99));
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		ck_assert_int_eq(pxt_process_drop_stream(&process, i + 100),
				 i != 7);
	ck_assert(!pxt_process_traced(atomic_load(&process.shared->word)));
	ck_assert_uint_ne(atomic_load(&process.shared->word), word);
}
END_TEST

START_TEST(the_word_changes_with_every_stream)
{
	uint64_t before, after = atomic_load(&process.shared->word);

	for (int i = 0; i < 10; i++) {
		before = after;
		pxt_process_add_stream(&process, 1, 1, 0);
		after = atomic_load(&process.shared->word);
		ck_assert_uint_gt(after >> 16, before >> 16);
		before = after;
		pxt_process_drop_stream(&process, 1);
		after = atomic_load(&process.shared->word);
		ck_assert_uint_gt(after >> 16, before >> 16);
	}
}
END_TEST

/* P4: killed before it told the number, so that the slot has the last one's. */
START_TEST(a_stream_whose_number_was_not_told_is_dropped)
{
	ck_assert_int_eq(pxt_process_add_stream(&process, 5, 55, 0), 0);
	ck_assert(pxt_process_drop_stream(&process, 55));
	atomic_store(&process.shared->slot[0].nonce, 66);
	ck_assert(pxt_process_drop_stream(&process, 66));
	ck_assert_uint_eq(atomic_load(&process.shared->slot[0].nonce), 0);
	ck_assert_uint_eq(streams_of(&process), 0);
}
END_TEST

/* P3: killed between the slot and the word. */
START_TEST(who_finds_its_stream_dropped_mends_the_word)
{
	uint64_t word;

	ck_assert_int_eq(pxt_process_add_stream(&process, 5, 55, 0), 0);
	ck_assert_int_eq(pxt_process_add_stream(&process, 6, 66, 0), 0);
	word = atomic_load(&process.shared->word);
	atomic_store(&process.shared->slot[0].nonce, 0);
	ck_assert(!pxt_process_drop_stream(&process, 55));
	ck_assert_uint_eq(streams_of(&process), 1);
	ck_assert_uint_gt(atomic_load(&process.shared->word) >> 16, word >> 16);

	/* Once is enough. */
	word = atomic_load(&process.shared->word);
	ck_assert(!pxt_process_drop_stream(&process, 55));
	ck_assert_uint_eq(atomic_load(&process.shared->word), word);
}
END_TEST

static _Atomic unsigned *arrived;

/* As close together as can be. */
static void meet(unsigned *meetings)
{
	const unsigned all = 2 * ++*meetings;

	atomic_fetch_add(arrived, 1);
	for (unsigned i = 1; atomic_load(arrived) < all; i++)
		if (i % 1000 == 0)
			sched_yield();
}

/* Then a little apart, each time otherwise. */
static void linger(unsigned round)
{
	for (volatile unsigned i = round % 128; i; i--)
		;
}

static int drop_with_another(unsigned who)
{
	unsigned meetings = 0;

	for (unsigned i = 0; who < 2 && i < DROPS; i++) {
		if (!who && pxt_process_add_stream(&process, 1, 1, 0))
			return 1;
		meet(&meetings);
		linger(who ? i : 64);
		pxt_process_drop_stream(&process, 1);
		meet(&meetings);
		if (streams_of(&process))
			return 1;
		meet(&meetings);
	}
	return 0;
}

START_TEST(a_stream_that_two_drop_is_dropped_once)
{
	arrived = share(sizeof(*arrived));
	make_children(drop_with_another);
	wait_for_children();
	ck_assert_uint_eq(streams_of(&process), 0);
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		ck_assert_uint_eq(atomic_load(&process.shared->slot[i].nonce),
				  0);
}
END_TEST

static int add_and_drop(unsigned who)
{
	for (unsigned i = 0; i < RACES; i++) {
		for (unsigned n = who; n < PXT_PROCESS_SLOTS; n += MANY)
			if (pxt_process_add_stream(&process, n, n + 1, 0))
				return 1;
		for (unsigned n = who; n < PXT_PROCESS_SLOTS; n += MANY)
			if (!pxt_process_drop_stream(&process, n + 1))
				return 1;
	}
	return 0;
}

START_TEST(many_add_and_drop_streams_of_their_own)
{
	make_children(add_and_drop);
	wait_for_children();
	ck_assert_uint_eq(streams_of(&process), 0);
	ck_assert_uint_ge(atomic_load(&process.shared->word) >> 16,
			  2 * RACES * PXT_PROCESS_SLOTS);
}
END_TEST

START_TEST(who_is_born_before_inherits_nothing)
{
	pxt_process_add_stream(&process, 3, 33, 1000);
	ck_assert(!pxt_process_has_heirs(&process, 0));
	ck_assert(!pxt_process_has_heirs(&process, 999));
	ck_assert(pxt_process_has_heirs(&process, 1000));
	ck_assert(pxt_process_has_heirs(&process, 1001));
	ck_assert(pxt_process_has_heirs(&process, UINT64_MAX));

	make_heir();
	pxt_process_inherit(&heir, &process, 999);
	ck_assert_uint_eq(streams_of(&heir), 0);
	pxt_process_inherit(&heir, &process, 1000);
	ck_assert_uint_eq(streams_of(&heir), 1);
	ck_assert(pxt_process_drop_stream(&heir, 33));
	let_heir_go();
}
END_TEST

/* A process whose file could not be made whole tries once more. */
START_TEST(who_inherits_again_has_a_stream_once)
{
	pxt_process_add_stream(&process, 3, 33, 1000);
	make_heir();
	pxt_process_inherit(&heir, &process, 1000);
	pxt_process_inherit(&heir, &process, 1000);
	ck_assert_uint_eq(streams_of(&heir), 1);
	ck_assert_uint_eq(pxt_process_count_streams(&heir), 1);
	ck_assert(pxt_process_drop_stream(&heir, 33));
	let_heir_go();
}
END_TEST

START_TEST(a_stream_without_heirs_has_none)
{
	pxt_process_add_stream(&process, 3, 33, 0);
	ck_assert(!pxt_process_has_heirs(&process, 1));
	ck_assert(!pxt_process_has_heirs(&process, UINT64_MAX));
	make_heir();
	pxt_process_inherit(&heir, &process, UINT64_MAX);
	ck_assert_uint_eq(streams_of(&heir), 0);
	let_heir_go();
}
END_TEST

START_TEST(the_next_stream_of_a_slot_has_no_heirs_of_the_last)
{
	pxt_process_add_stream(&process, 3, 33, 1);
	pxt_process_drop_stream(&process, 33);
	ck_assert(!pxt_process_has_heirs(&process, UINT64_MAX));
	ck_assert_uint_eq(atomic_load(&process.shared->slot[0].heirs_since), 0);
	pxt_process_add_stream(&process, 3, 34, 0);
	ck_assert(!pxt_process_has_heirs(&process, UINT64_MAX));
}
END_TEST

START_TEST(of_many_streams_those_with_heirs_are_handed_on)
{
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		pxt_process_add_stream(&process, i, i + 100, i % 3);
	make_heir();
	pxt_process_inherit(&heir, &process, 1);
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		ck_assert_int_eq(pxt_process_drop_stream(&heir, i + 100),
				 i % 3 == 1);
	ck_assert_uint_eq(streams_of(&heir), 0);
	ck_assert_uint_eq(streams_of(&process), PXT_PROCESS_SLOTS);
	let_heir_go();
}
END_TEST

/* It is younger than its parent, and so than the stream. */
START_TEST(an_heir_hands_on_to_all_its_children)
{
	pxt_process_add_stream(&process, 3, 33, 1000);
	make_heir();
	pxt_process_inherit(&heir, &process, 1000);
	ck_assert(pxt_process_has_heirs(&heir, 1));
	let_heir_go();
}
END_TEST

START_TEST(an_heir_without_room_goes_without)
{
	make_heir();
	for (unsigned i = 0; i < PXT_PROCESS_SLOTS; i++)
		pxt_process_add_stream(&heir, i, i + 100, 0);
	pxt_process_add_stream(&process, 3, 33, 1);
	pxt_process_inherit(&heir, &process, 2);
	ck_assert_uint_eq(streams_of(&heir), PXT_PROCESS_SLOTS);
	ck_assert(!pxt_process_drop_stream(&heir, 33));
	let_heir_go();
}
END_TEST

static void *keep_inheriting(void *unused)
{
	unsigned meetings = 0;

	for (unsigned i = 0; i < DROPS; i++) {
		meet(&meetings);
		linger(64);
		pxt_process_inherit(&heir, &process, 2);
		meet(&meetings);
	}
	return unused;
}

/* next: what is in the slot of the first stream then. */
static void drop_while_inherited(uint64_t next)
{
	unsigned meetings = 0;
	pthread_t thread;

	make_heir();
	arrived = share(sizeof(*arrived));
	pthread_create(&thread, NULL, keep_inheriting, NULL);
	for (unsigned i = 0; i < DROPS; i++) {
		pxt_process_add_stream(&process, 1, 11, 1);
		meet(&meetings);
		linger(i);
		pxt_process_drop_stream(&process, 11);
		if (next)
			pxt_process_add_stream(&process, 2, next, 0);
		pxt_process_drop_stream(&heir, 11);
		meet(&meetings);
		ck_assert_uint_eq(streams_of(&heir), 0);
		if (next)
			pxt_process_drop_stream(&process, next);
	}
	pthread_join(thread, NULL);
	let_heir_go();
}

/* However the two fall, nobody is left who holds a stream that is gone. */
START_TEST(a_stream_that_is_dropped_meanwhile_has_no_heir)
{
	drop_while_inherited(0);
}
END_TEST

/* The stream that is in the slot next is not for children. */
START_TEST(a_stream_that_is_replaced_meanwhile_has_no_heir)
{
	drop_while_inherited(22);
}
END_TEST

static TCase *streams(void)
{
	TCase *t = new_case("streams");

	tcase_add_test(t, streams_are_added_and_dropped);
	tcase_add_test(t, the_word_changes_with_every_stream);
	tcase_add_test(t, a_stream_whose_number_was_not_told_is_dropped);
	tcase_add_test(t, who_finds_its_stream_dropped_mends_the_word);
	tcase_add_test(t, a_stream_that_two_drop_is_dropped_once);
	tcase_add_test(t, many_add_and_drop_streams_of_their_own);
	tcase_add_test(t, who_is_born_before_inherits_nothing);
	tcase_add_test(t, who_inherits_again_has_a_stream_once);
	tcase_add_test(t, a_stream_without_heirs_has_none);
	tcase_add_test(t, the_next_stream_of_a_slot_has_no_heirs_of_the_last);
	tcase_add_test(t, of_many_streams_those_with_heirs_are_handed_on);
	tcase_add_test(t, an_heir_hands_on_to_all_its_children);
	tcase_add_test(t, an_heir_without_room_goes_without);
	tcase_add_test(t, a_stream_that_is_dropped_meanwhile_has_no_heir);
	tcase_add_test(t, a_stream_that_is_replaced_meanwhile_has_no_heir);
	return t;
}

int main(void)
{
	Suite *s = suite_create("process_streams");
	suite_add_tcase(s, streams());
	return run_suite(s);
}
