/* check_waits.c - events that wait, and numbers for those who record them */
#include "figures/entities.h"
#include "figures/waits.h"
#include "run.h"

static struct waits waits;
static struct entities entities;

static void begin(uint32_t most)
{
	struct key_seed seed;

	key_seed_init(&seed);
	waits_init(&waits, &seed, most);
	entities_init(&entities, most);
}

static void setup(void)
{
	begin(64);
}

static void teardown(void)
{
	waits_fini(&waits);
	entities_fini(&entities);
}

static struct key key_of(uint64_t number)
{
	return (struct key){ { 0, number } };
}

static uint32_t put(uint32_t owner, uint64_t number, int64_t ns)
{
	const struct key key = key_of(number);
	uint32_t gave_up;

	ck_assert_int_eq(waits_put(&waits, owner, &key, ns, 0, &gave_up), 0);
	return gave_up;
}

/* Since when it waited, or -1. */
static int64_t take(uint32_t owner, uint64_t number)
{
	const struct key key = key_of(number);
	int64_t ns;

	return waits_take(&waits, owner, &key, &ns) ? ns : -1;
}

START_TEST(nobody_waits_at_first)
{
	ck_assert_int_eq(take(0, 1), -1);
}
END_TEST

START_TEST(who_waits_is_taken_once)
{
	put(0, 1, 10);
	put(0, 2, 20);
	ck_assert_int_eq(take(0, 2), 20);
	ck_assert_int_eq(take(0, 2), -1);
	ck_assert_int_eq(take(0, 1), 10);
}
END_TEST

START_TEST(owners_are_apart)
{
	put(3, 1, 10);
	ck_assert_int_eq(take(2, 1), -1);
	ck_assert_int_eq(take(3, 1), 10);
}
END_TEST

START_TEST(the_latest_is_taken_first_also_after_growing)
{
	begin(1 << 12);
	for (int64_t i = 0; i < 1000; i++)
		put(0, (uint64_t)i / 2, i);
	for (int64_t i = 999; i >= 0; i--)
		ck_assert_int_eq(take(0, (uint64_t)i / 2), i);
}
END_TEST

START_TEST(the_oldest_gives_up_when_too_many_wait)
{
	for (uint32_t i = 0; i < 64; i++)
		ck_assert_uint_eq(put(i, 7, i), WAITS_NOBODY);
	ck_assert_int_eq(take(1, 7), 1);
	ck_assert_uint_eq(put(64, 7, 64), WAITS_NOBODY);
	ck_assert_uint_eq(put(65, 7, 65), 0);
	ck_assert_uint_eq(put(66, 7, 66), 2);
	ck_assert_int_eq(take(0, 7), -1);
	for (uint32_t i = 3; i < 67; i++)
		ck_assert_int_eq(take(i, 7), i);
	ck_assert_uint_eq(waits.room, 64);
}
END_TEST

START_TEST(the_newest_may_leave_and_the_oldest_is_still_known)
{
	put(0, 7, 0);
	put(1, 7, 1);
	ck_assert_int_eq(take(1, 7), 1);
	for (uint32_t i = 2; i < 65; i++)
		ck_assert_uint_eq(put(i, 7, i), WAITS_NOBODY);
	ck_assert_uint_eq(put(65, 7, 65), 0);
	for (uint32_t i = 2; i < 66; i++)
		ck_assert_uint_eq(put(i + 64, 7, i), i);
}
END_TEST

START_TEST(everybody_has_a_number_and_keeps_it)
{
	uint32_t number;

	begin(1 << 10);
	for (unsigned round = 0; round < 2; round++)
		for (uint32_t i = 0; i < 1000; i++) {
			const struct entity entity = {
				.origin = i % 2,
				.pid = (pid_t)i % 5,
				.tid = (pid_t)i,
				.type = i % 3,
			};

			ck_assert_int_eq(
				entities_find(&entities, &entity, &number), 0);
			ck_assert_uint_eq(number, i);
			ck_assert(!entities_is_rest(&entities, number));
		}
}
END_TEST

START_TEST(those_who_come_too_late_are_all_one)
{
	uint32_t number;

	for (pid_t i = 0; i < 1000; i++) {
		const struct entity entity = { .tid = i + 1 };

		ck_assert_int_eq(entities_find(&entities, &entity, &number), 0);
		ck_assert_uint_eq(number, i < 63 ? (uint32_t)i : 63);
		ck_assert_int_eq(entities_is_rest(&entities, number), i >= 63);
	}
	ck_assert_uint_eq(entities.count, 64);
	ck_assert_int_eq(
		entities_find(&entities, &(struct entity){ .tid = 7 }, &number),
		0);
	ck_assert_uint_eq(number, 6);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("waits");
	TCase *tcase = tcase_create("waits");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, nobody_waits_at_first);
	tcase_add_test(tcase, who_waits_is_taken_once);
	tcase_add_test(tcase, owners_are_apart);
	tcase_add_test(tcase, the_latest_is_taken_first_also_after_growing);
	tcase_add_test(tcase, the_oldest_gives_up_when_too_many_wait);
	tcase_add_test(tcase,
		       the_newest_may_leave_and_the_oldest_is_still_known);
	tcase_add_test(tcase, everybody_has_a_number_and_keeps_it);
	tcase_add_test(tcase, those_who_come_too_late_are_all_one);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
