/* check_section_objects.c - the objects that events of a chunk may mean */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "ship/section_objects.h"
#include "source/section.h"

enum { SECOND = 1000000000, ENTRY = 256 };

static struct section_objects objects;
static char chosen[1024]; /* names of those chosen, with blanks between them */

static void setup(void)
{
	objects = (struct section_objects){ .count = 0 };
}

static void teardown(void)
{
	section_objects_fini(&objects);
}

/* An object of a process at an address, since so many seconds. */
static void add(uint32_t pid, uint64_t address, int64_t since, const char *kind,
		const char *name)
{
	unsigned char payload[ENTRY] = { 0 };
	size_t len = 24;

	section_put_u32(payload + 4, pid);
	section_put_u64(payload + 8, address);
	section_put_u64(payload + 16, (uint64_t)(since * SECOND));
	len += (size_t)sprintf((char *)payload + len, "%s", kind) + 1;
	len += (size_t)sprintf((char *)payload + len, "%s", name) + 1;
	ck_assert_int_eq(section_objects_add(&objects, payload, len + 1), 0);
}

/* Chooses those for events from so many seconds on. */
static const char *choose(int64_t from)
{
	unsigned char bytes[2048];
	uint32_t count;
	const size_t len =
		section_objects_choose(&objects, from * SECOND, &count);

	ck_assert_uint_le(len, sizeof(bytes));
	section_objects_put(&objects, bytes);
	*chosen = '\0';
	for (size_t at = 0; at < len; at += 4 + section_u32(bytes + at)) {
		const char *kind = (const char *)bytes + at + 4 + 24;

		snprintf(chosen + strlen(chosen),
			 sizeof(chosen) - strlen(chosen), "%s%s",
			 *chosen ? " " : "", kind + strlen(kind) + 1);
		count--;
	}
	ck_assert_uint_eq(count, 0);
	return chosen;
}

START_TEST(the_last_one_before_a_chunk_and_all_later_ones_are_chosen)
{
	add(7, 1, 10, "mutex", "a");
	add(7, 1, 20, "mutex", "b");
	add(7, 1, 30, "mutex", "c");

	ck_assert_str_eq(choose(15), "a b c");
	ck_assert_str_eq(choose(25), "b c");
	ck_assert_str_eq(choose(99), "c");
	ck_assert_str_eq(choose(15), "a b c");
	ck_assert_str_eq(choose(0), "a b c");
}
END_TEST

START_TEST(an_object_is_followed_by_one_of_its_place_and_kind_only)
{
	add(7, 1, 10, "mutex", "a");
	add(7, 2, 20, "mutex", "other-address");
	add(8, 1, 20, "mutex", "other-process");
	add(7, 1, 20, "queue", "other-kind");

	ck_assert_str_eq(choose(99),
			 "a other-address other-process other-kind");
}
END_TEST

START_TEST(an_object_told_late_hides_no_later_one)
{
	add(7, 1, 20, "mutex", "b");
	add(7, 1, 10, "mutex", "a");
	add(7, 1, 20, "mutex", "c");

	ck_assert_str_eq(choose(99), "a c");
}
END_TEST

START_TEST(objects_of_a_process_that_was_copied_stay)
{
	add(7, 1, 10, "mutex", "a");
	add(7, 1, 20, "mutex", "b");
	add(8, 1, 10, "mutex", "x");
	add(8, 1, 20, "mutex", "y");
	add(9, 0, 15, "process", "7");

	ck_assert_str_eq(choose(99), "a b y 7");
}
END_TEST

START_TEST(an_entry_that_is_not_sound_stays_as_it_is)
{
	unsigned char payload[30];

	memset(payload, 'x', sizeof(payload));
	ck_assert_int_eq(section_objects_add(&objects, payload, 4), 0);
	ck_assert_int_eq(
		section_objects_add(&objects, payload, sizeof(payload)), 0);
	ck_assert_uint_eq(
		section_objects_choose(&objects, INT64_MAX, &(uint32_t){ 0 }),
		4 + 4 + 4 + sizeof(payload));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("section_objects");
	TCase *tcase = tcase_create("section_objects");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(
		tcase,
		the_last_one_before_a_chunk_and_all_later_ones_are_chosen);
	tcase_add_test(tcase,
		       an_object_is_followed_by_one_of_its_place_and_kind_only);
	tcase_add_test(tcase, an_object_told_late_hides_no_later_one);
	tcase_add_test(tcase, objects_of_a_process_that_was_copied_stay);
	tcase_add_test(tcase, an_entry_that_is_not_sound_stays_as_it_is);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
