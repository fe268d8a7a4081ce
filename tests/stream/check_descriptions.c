#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/shm.h"
#include "run.h"
#include "stream/descriptions.h"

enum { MANY = 200, THREADS = 4 };

static int dir;
static struct pxt_names names;
static char text[PXT_DESCRIPTION_MAX + 1];

static void setup(void)
{
	ck_assert_int_eq(pxt_shm_directory(0, &dir), 0);
	ck_assert_int_eq(pxt_names_create(dir, &names), 0);
}

static void teardown(void)
{
	pxt_names_remove(dir, names.id);
	pxt_names_close(&names);
	close(dir);
}

static uint32_t type_of(unsigned number)
{
	return PXT_EVENT_USER_FIRST + number;
}

static void number_text(unsigned number, char *out)
{
	sprintf(out, "int field_%u", number);
}

static void assert_text(const struct pxt_names *where, uint32_t type,
			const char *wanted)
{
	ck_assert_int_eq(pxt_descriptions_get(where, type, text), 0);
	ck_assert_str_eq(text, wanted);
}

static void assert_none(uint32_t type)
{
	ck_assert_int_eq(pxt_descriptions_get(&names, type, text), ENODATA);
}

START_TEST(a_type_has_the_description_it_was_given)
{
	assert_none(16);
	ck_assert_int_eq(pxt_descriptions_add(&names, 16, "int a"), 0);
	ck_assert_int_eq(pxt_descriptions_add(&names, 17, ""), 0);
	assert_text(&names, 16, "int a");
	assert_text(&names, 17, "");
	assert_none(18);
}
END_TEST

START_TEST(the_first_description_stays)
{
	uint32_t top;

	ck_assert_int_eq(pxt_descriptions_add(&names, 16, "int a"), 0);
	top = atomic_load(&names.shared->description_top);
	ck_assert_int_eq(pxt_descriptions_add(&names, 16, "int a"), 0);
	ck_assert_int_eq(pxt_descriptions_add(&names, 16, "int b"), EEXIST);
	ck_assert_int_eq(pxt_descriptions_add(&names, 16, "int a;"), EEXIST);
	assert_text(&names, 16, "int a");
	ck_assert_uint_eq(atomic_load(&names.shared->description_top), top);
}
END_TEST

START_TEST(who_looks_again_finds_what_is_new_only)
{
	uint32_t at = 0, type;

	ck_assert_int_eq(pxt_descriptions_next(&names, &at, &type, text),
			 ENODATA);
	for (unsigned i = 0; i < MANY; i++) {
		number_text(i, text);
		pxt_descriptions_add(&names, type_of(i), text);
		ck_assert_int_eq(
			pxt_descriptions_next(&names, &at, &type, text), 0);
		ck_assert_uint_eq(type, type_of(i));
		ck_assert_int_eq(
			pxt_descriptions_next(&names, &at, &type, text),
			ENODATA);
	}
}
END_TEST

START_TEST(all_types_may_be_described)
{
	unsigned i;

	for (i = 0; i < PXT_NAMES_MAX; i++) {
		number_text(i, text);
		ck_assert_int_eq(pxt_descriptions_add(&names, type_of(i), text),
				 0);
	}
	for (i = 0; i < PXT_NAMES_MAX; i += 97) {
		char wanted[32];

		number_text(i, wanted);
		assert_text(&names, type_of(i), wanted);
	}
}
END_TEST

START_TEST(when_the_area_is_full_a_description_is_refused)
{
	unsigned i;

	memset(text, 'x', PXT_DESCRIPTION_MAX);
	text[PXT_DESCRIPTION_MAX] = '\0';
	for (i = 0; !pxt_descriptions_add(&names, type_of(i), text); i++)
		;
	ck_assert_uint_eq(i, PXT_NAMES_DESCRIPTIONS / (8 + 4096));
	ck_assert_int_eq(pxt_descriptions_add(&names, type_of(i), text),
			 ENOMEM);
	ck_assert_int_eq(pxt_descriptions_add(&names, type_of(i), ""), 0);
	ck_assert_int_eq(pxt_descriptions_add(&names, type_of(i + 1), ""),
			 ENOMEM);
	ck_assert_int_eq(pxt_descriptions_add(&names, type_of(0), text), 0);
}
END_TEST

static _Atomic int refused, done;

static void *race(void *argument)
{
	const unsigned me = *(const unsigned *)argument;
	char mine[64];
	int err;

	for (unsigned i = 0; i < MANY; i++) {
		snprintf(mine, sizeof(mine), "int field_%u_of_%u", i, me);
		err = pxt_descriptions_add(&names, type_of(i), mine);
		atomic_fetch_add(err == EEXIST ? &refused : &done, 1);
		ck_assert(!err || err == EEXIST);
		ck_assert_int_eq(pxt_descriptions_add(&names, type_of(MANY + i),
						      "the same"),
				 0);
	}
	return NULL;
}

START_TEST(one_of_those_who_race_wins)
{
	unsigned number[THREADS];
	pthread_t thread[THREADS];
	unsigned seen[2 * MANY] = { 0 };
	uint32_t at = 0, type;

	for (unsigned i = 0; i < THREADS; i++) {
		number[i] = i;
		pthread_create(&thread[i], NULL, race, &number[i]);
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	ck_assert_int_eq(done, MANY);
	ck_assert_int_eq(refused, (THREADS - 1) * MANY);
	while (!pxt_descriptions_next(&names, &at, &type, text))
		seen[type - PXT_EVENT_USER_FIRST]++;
	for (unsigned i = 0; i < 2 * MANY; i++)
		ck_assert_uint_eq(seen[i], 1);
}
END_TEST

START_TEST(another_process_sees_it)
{
	struct pxt_names other;
	int status;
	pid_t child = fork();

	if (!child) {
		if (pxt_names_open(dir, names.id, &other))
			_exit(1);
		_exit(pxt_descriptions_add(&other, 16, "int a"));
	}
	waitpid(child, &status, 0);
	ck_assert_int_eq(status, 0);
	assert_text(&names, 16, "int a");
}
END_TEST

START_TEST(a_copy_describes_what_has_the_same_name)
{
	struct pxt_names copy;
	uint32_t a, b, a_there;

	pxt_names_add(&names, "a", &a);
	pxt_names_add(&names, "b", &b);
	pxt_descriptions_add(&names, b, "int of_b");
	pxt_descriptions_add(&names, a, "int of_a");
	ck_assert_int_eq(pxt_names_create(dir, &copy), 0);
	pxt_names_add(&copy, "other", &a_there);
	pxt_names_add(&copy, "a", &a_there);
	ck_assert_uint_ne(a, a_there);

	pxt_descriptions_copy(&copy, &names);
	assert_text(&copy, a_there, "int of_a");
	ck_assert_int_eq(pxt_descriptions_get(&copy, type_of(0), text),
			 ENODATA);
	pxt_names_remove(dir, copy.id);
	pxt_names_close(&copy);
}
END_TEST

/* Damage */

static void add_three(void)
{
	for (unsigned i = 0; i < 3; i++)
		ck_assert_int_eq(
			pxt_descriptions_add(&names, type_of(i), "int a"), 0);
}

static _Atomic uint32_t *word(unsigned index)
{
	return (_Atomic uint32_t *)(void *)names.shared->descriptions + index;
}

START_TEST(a_link_to_nowhere_ends_the_list)
{
	static const uint32_t links[] = { UINT32_MAX, UINT32_MAX / 4 + 2,
					  PXT_NAMES_DESCRIPTIONS / 4,
					  PXT_NAMES_DESCRIPTIONS / 4 + 1 };

	add_three();
	for (size_t i = 0; i < 4; i++) {
		atomic_store(word(0), links[i]);
		assert_text(&names, type_of(0), "int a");
		assert_none(type_of(1));
		ck_assert_int_eq(
			pxt_descriptions_add(&names, type_of(4), "int a"),
			ENOMEM);
	}
}
END_TEST

START_TEST(a_circle_is_walked_round_for_so_long_only)
{
	uint32_t at = 0, type;

	add_three();
	atomic_store(word(8), 1); /* the third leads to the first */
	assert_none(type_of(4));
	ck_assert_int_eq(pxt_descriptions_add(&names, type_of(4), "int a"),
			 ENOMEM);
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(
			pxt_descriptions_next(&names, &at, &type, text), 0);
	ck_assert_uint_eq(type, type_of(0));
}
END_TEST

START_TEST(a_length_beyond_what_there_is_is_no_description)
{
	add_three();
	atomic_store(word(1), type_of(0) << 16 | (PXT_DESCRIPTION_MAX + 1));
	assert_none(type_of(0));
	assert_text(&names, type_of(1), "int a");
	/* A node that ends where the area does. */
	atomic_store(word(0), PXT_NAMES_DESCRIPTIONS / 4 - 1);
	atomic_store(word(PXT_NAMES_DESCRIPTIONS / 4 - 1), type_of(7) << 16);
	assert_text(&names, type_of(7), "");
	atomic_store(word(PXT_NAMES_DESCRIPTIONS / 4 - 1),
		     type_of(7) << 16 | 1);
	assert_none(type_of(7));
}
END_TEST

START_TEST(a_top_that_is_nonsense_leaves_no_room)
{
	static const uint32_t tops[] = { UINT32_MAX, 1, PXT_NAMES_DESCRIPTIONS,
					 PXT_NAMES_DESCRIPTIONS - 4 };

	for (size_t i = 0; i < 4; i++) {
		atomic_store(&names.shared->description_top, tops[i]);
		ck_assert_int_eq(pxt_descriptions_add(&names, 16, "int a"),
				 ENOMEM);
	}
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("descriptions");
	TCase *c = tcase_create("descriptions");

	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_test(c, a_type_has_the_description_it_was_given);
	tcase_add_test(c, the_first_description_stays);
	tcase_add_test(c, who_looks_again_finds_what_is_new_only);
	tcase_add_test(c, all_types_may_be_described);
	tcase_add_test(c, when_the_area_is_full_a_description_is_refused);
	tcase_add_test(c, one_of_those_who_race_wins);
	tcase_add_test(c, another_process_sees_it);
	tcase_add_test(c, a_copy_describes_what_has_the_same_name);
	tcase_add_test(c, a_link_to_nowhere_ends_the_list);
	tcase_add_test(c, a_circle_is_walked_round_for_so_long_only);
	tcase_add_test(c, a_length_beyond_what_there_is_is_no_description);
	tcase_add_test(c, a_top_that_is_nonsense_leaves_no_room);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
