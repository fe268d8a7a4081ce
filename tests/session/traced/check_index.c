#include <check.h>
#include <pthread.h>

#include "run.h"
#include "sanitizers.h"
#include "session/traced/index.h"

enum { WINDOW = 16, THREADS = 4, ROUNDS = SANITIZED ? 10000 : 200000 };

/* Hashes of one window. */
static uint64_t hash(uint64_t which)
{
	return (which + 1) << 32;
}

static void enter(uint64_t which)
{
	struct pxt_index_entry *entry = pxt_index_take(hash(which));

	ck_assert_ptr_nonnull(entry);
	pxt_index_put(entry, which + 1);
}

static pxt_object_handle found(uint64_t which)
{
	return pxt_index_handle(pxt_index_find(hash(which)), hash(which));
}

static void leave(uint64_t which, int64_t until)
{
	struct pxt_index_entry *entry = pxt_index_find(hash(which));

	if (entry)
		pxt_index_leave(entry, hash(which), found(which), until);
}

START_TEST(an_object_is_found_until_it_is_left)
{
	ck_assert_uint_eq(found(1), 0);
	enter(1);
	enter(2);
	ck_assert_uint_eq(found(1), 2);
	ck_assert_uint_eq(found(2), 3);
	leave(1, 0);
	ck_assert_uint_eq(found(1), 0);
	ck_assert_uint_eq(found(2), 3);
	leave(2, 0);
}
END_TEST

START_TEST(kinds_and_addresses_have_hashes_of_their_own)
{
	ck_assert_uint_ne(pxt_index_hash("fd", 1), pxt_index_hash("fd", 2));
	ck_assert_uint_ne(pxt_index_hash("fd", 1), pxt_index_hash("sem", 1));
	ck_assert_uint_ne(pxt_index_hash("", 0), 0);
}
END_TEST

START_TEST(a_full_window_has_no_entry_until_one_is_left)
{
	for (uint64_t i = 0; i < WINDOW; i++)
		enter(i);
	ck_assert_ptr_null(pxt_index_take(hash(WINDOW)));
	ck_assert_ptr_null(pxt_index_find(hash(WINDOW)));
	leave(3, 77);
	enter(WINDOW);
	ck_assert_uint_eq(found(WINDOW), WINDOW + 1);
	ck_assert_int_eq(pxt_index_free_since(pxt_index_find(hash(WINDOW))),
			 77);
	ck_assert_uint_eq(found(4), 5);
	for (uint64_t i = 0; i <= WINDOW; i++)
		leave(i, 0);
}
END_TEST

START_TEST(who_is_not_there_may_be_left)
{
	struct pxt_index_entry *was;

	enter(1);
	was = pxt_index_find(hash(1));
	leave(1, 0);
	enter(2);
	ck_assert_ptr_eq(pxt_index_find(hash(2)), was);
	pxt_index_leave(was, hash(1), pxt_index_handle(was, hash(1)), 0);
	ck_assert_uint_eq(found(2), 3);
	leave(2, 0);
	leave(9, 0);
}
END_TEST

START_TEST(a_decision_is_of_its_hash_only)
{
	struct pxt_index_entry *entry = pxt_index_take(hash(1));

	ck_assert_uint_eq(pxt_index_decision(entry, hash(1)), 0);
	pxt_index_decide(entry, hash(1), 5);
	ck_assert_uint_eq(pxt_index_decision(entry, hash(1)), 5);
	ck_assert_uint_eq(pxt_index_decision(entry, hash(2)), 0);
	ck_assert_uint_eq(pxt_index_decision(NULL, hash(1)), 0);
	pxt_index_leave(entry, hash(1), 0, 0);
	ck_assert_uint_eq(pxt_index_decision(entry, hash(1)), 0);
}
END_TEST

/* Enters, finds and leaves its own; the others' it leaves as if it did not
 * know that these are not its, before and behind. */
static void *come_and_go(void *argument)
{
	const uint64_t me = (uintptr_t)argument;
	uint64_t lost = 0;

	for (uint64_t i = 0; i < ROUNDS; i++) {
		const uint64_t mine = 100 + me + i % 64 * THREADS;
		struct pxt_index_entry *entry = pxt_index_take(hash(mine));

		if (!entry)
			return (void *)(uintptr_t)ROUNDS;
		pxt_index_put(entry, mine + 1);
		pxt_index_decide(entry, hash(mine), (uint32_t)mine);
		lost += found(mine) != mine + 1;
		leave(mine, 0);
		lost += found(mine) != 0;
		leave(mine, 0);
	}
	return (void *)(uintptr_t)lost;
}

START_TEST(threads_that_come_and_go_lose_nothing)
{
	pthread_t thread[THREADS];
	void *lost;

	for (uintptr_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, come_and_go,
						(void *)i),
				 0);
	for (int i = 0; i < THREADS; i++) {
		ck_assert_int_eq(pthread_join(thread[i], &lost), 0);
		ck_assert_ptr_null(lost);
	}
	/* Nobody is left. */
	for (uint64_t i = 0; i < WINDOW; i++)
		enter(1000 + i);
	for (uint64_t i = 0; i < WINDOW; i++)
		ck_assert_uint_eq(found(1000 + i), 1001 + i);
}
END_TEST

static Suite *index_suite(void)
{
	Suite *suite = suite_create("index");
	TCase *tcase = tcase_create("index");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, an_object_is_found_until_it_is_left);
	tcase_add_test(tcase, kinds_and_addresses_have_hashes_of_their_own);
	tcase_add_test(tcase, a_full_window_has_no_entry_until_one_is_left);
	tcase_add_test(tcase, who_is_not_there_may_be_left);
	tcase_add_test(tcase, a_decision_is_of_its_hash_only);
	tcase_add_test(tcase, threads_that_come_and_go_lose_nothing);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return run_suite(index_suite());
}
