#include <check.h>
#include <string.h>

#include "base/map.h"
#include "run.h"

enum { MANY = 100000 };

static struct pxt_map map;

static void put(const void *key, size_t len, size_t value)
{
	size_t *at = pxt_map_at(&map, key, len);

	ck_assert_ptr_nonnull(at);
	*at = value;
}

START_TEST(a_map_of_nothing_has_nothing)
{
	ck_assert_uint_eq(pxt_map_get(&map, "key", 3), 0);
	pxt_map_clear(&map);
	ck_assert_uint_eq(pxt_map_get(&map, "", 0), 0);
}
END_TEST

/* Steps of a power of two: where a table is masked they would meet. */
START_TEST(each_of_many_keys_has_its_value)
{
	for (uint64_t i = 0; i < MANY; i++) {
		const uint64_t key = i << 20;

		put(&key, sizeof(key), (size_t)i + 1);
	}
	for (uint64_t i = 0; i < MANY; i++) {
		const uint64_t key = i << 20, other = key + 1;

		ck_assert_uint_eq(pxt_map_get(&map, &key, sizeof(key)), i + 1);
		ck_assert_uint_eq(pxt_map_get(&map, &other, sizeof(other)), 0);
	}
	pxt_map_fini(&map);
}
END_TEST

START_TEST(keys_of_all_lengths_are_kept_apart)
{
	char text[40];

	memset(text, 'x', sizeof(text));
	text[0] = 0;
	for (size_t len = 0; len <= sizeof(text); len++)
		put(text, len, len + 1);
	for (size_t len = 0; len <= sizeof(text); len++)
		ck_assert_uint_eq(pxt_map_get(&map, text, len), len + 1);
	pxt_map_fini(&map);
}
END_TEST

/* All hashes are one: what tells keys apart is that they are compared. */
START_TEST(keys_of_one_hash_are_compared)
{
	const uint32_t key = 1, other = 2;

	put(&key, sizeof(key), 1);
	for (size_t i = 0; i < map.slots; i++) {
		if (!map.slot[i].value)
			continue;
		memcpy(map.keys + map.slot[i].at, &other, sizeof(other));
		ck_assert_uint_eq(pxt_map_get(&map, &key, sizeof(key)), 0);
		memcpy(map.keys + map.slot[i].at, &key, sizeof(key));
		ck_assert_uint_eq(pxt_map_get(&map, &key, sizeof(key)), 1);
	}
	pxt_map_fini(&map);
}
END_TEST

START_TEST(a_key_has_the_value_that_it_got_last)
{
	put("key", 3, 1);
	put("key", 3, 2);
	ck_assert_uint_eq(pxt_map_get(&map, "key", 3), 2);
	ck_assert_uint_eq(map.count, 1);
	pxt_map_fini(&map);
}
END_TEST

START_TEST(what_was_forgotten_may_come_again)
{
	for (uint32_t turn = 0; turn < 3; turn++) {
		for (uint32_t i = 0; i < MANY; i += 1 + turn * 1000)
			put(&i, sizeof(i), i + 1);
		pxt_map_clear(&map);
		ck_assert_uint_eq(map.count, 0);
		for (uint32_t i = 0; i < MANY; i++)
			ck_assert_uint_eq(pxt_map_get(&map, &i, sizeof(i)), 0);
	}
	pxt_map_fini(&map);
}
END_TEST

/* Who knew the places of keys could make them meet. */
START_TEST(each_map_has_places_of_its_own)
{
	struct pxt_map other = { 0 };
	uint64_t key = 7;

	put(&key, sizeof(key), 1);
	*pxt_map_at(&other, &key, sizeof(key)) = 1;
	ck_assert_int_ne(memcmp(map.secret, other.secret, sizeof(map.secret)),
			 0);
	for (size_t i = 0; i < map.slots; i++)
		for (size_t j = 0; j < other.slots; j++)
			if (map.slot[i].value && other.slot[j].value)
				ck_assert_uint_ne(map.slot[i].hash,
						  other.slot[j].hash);
	pxt_map_fini(&map);
	pxt_map_fini(&other);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("map");
	TCase *t = tcase_create("map");

	tcase_add_test(t, a_map_of_nothing_has_nothing);
	tcase_add_test(t, each_of_many_keys_has_its_value);
	tcase_add_test(t, keys_of_all_lengths_are_kept_apart);
	tcase_add_test(t, keys_of_one_hash_are_compared);
	tcase_add_test(t, a_key_has_the_value_that_it_got_last);
	tcase_add_test(t, what_was_forgotten_may_come_again);
	tcase_add_test(t, each_map_has_places_of_its_own);
	suite_add_tcase(s, t);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
