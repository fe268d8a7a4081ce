#include "firmware/common/slots.h"

#include <check.h>
#include <pthread.h>
#include <string.h>

#include "run.h"

enum { LOG2 = 8, SLOTS = 1 << LOG2 };

static struct slot {
	_Atomic uint64_t key;
	_Atomic unsigned found, claimed;
} slots[SLOTS];

static const struct firmware_slots table = { slots, sizeof(*slots), LOG2 };

static void empty(void)
{
	memset(slots, 0, sizeof(slots));
}

START_TEST(a_key_has_one_slot_and_is_new_once)
{
	struct slot *slot;
	bool is_new;

	empty();
	slot = firmware_slots_find(&table, 7, &is_new);
	ck_assert_ptr_nonnull(slot);
	ck_assert(is_new);
	ck_assert_uint_eq(slot->key, 7);
	ck_assert_ptr_eq(firmware_slots_find(&table, 7, &is_new), slot);
	ck_assert(!is_new);
	ck_assert_ptr_ne(firmware_slots_find(&table, 8, &is_new), slot);
	ck_assert(is_new);
}
END_TEST

START_TEST(a_full_table_refuses_keys_and_keeps_those_it_has)
{
	struct slot *slot[2 * SLOTS];
	unsigned refused = 0;
	bool is_new;

	empty();
	for (uint64_t key = 1; key < 2 * SLOTS; key++) {
		slot[key] = firmware_slots_find(&table, key, &is_new);
		ck_assert(is_new == !!slot[key]);
		refused += !slot[key];
	}
	ck_assert_uint_ge(refused, SLOTS - 1);
	for (uint64_t key = 1; key < 2 * SLOTS; key++) {
		ck_assert_ptr_eq(firmware_slots_find(&table, key, &is_new),
				 slot[key]);
		ck_assert(!is_new);
	}
}
END_TEST

enum { THREADS = 4, KEYS = SLOTS / 2 };
static pthread_barrier_t barrier;

static void *find_all(void *unused)
{
	struct slot *slot;
	bool is_new;

	for (uint64_t key = 1; key <= KEYS; key++) {
		pthread_barrier_wait(&barrier);
		slot = firmware_slots_find(&table, key, &is_new);
		if (!slot)
			continue;
		atomic_fetch_add_explicit(&slot->found, 1,
					  memory_order_relaxed);
		atomic_fetch_add_explicit(&slot->claimed, is_new,
					  memory_order_relaxed);
	}
	return unused;
}

START_TEST(threads_that_look_for_a_key_together_get_one_slot)
{
	pthread_t thread[THREADS];
	unsigned used = 0;

	empty();
	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(
			pthread_create(&thread[i], NULL, find_all, NULL), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	for (int i = 0; i < SLOTS; i++) {
		if (!slots[i].key)
			continue;
		used++;
		ck_assert_uint_eq(slots[i].found, THREADS);
		ck_assert_uint_eq(slots[i].claimed, 1);
	}
	ck_assert_uint_eq(used, KEYS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("slots");
	TCase *tc = tcase_create("slots");

	tcase_add_test(tc, a_key_has_one_slot_and_is_new_once);
	tcase_add_test(tc, a_full_table_refuses_keys_and_keeps_those_it_has);
	tcase_add_test(tc, threads_that_look_for_a_key_together_get_one_slot);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
