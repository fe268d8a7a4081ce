/* check_damage_notes.c - damage that is noted, and read again */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "source/damage_notes.h"

enum { PLACES = 1000, NOTES = 64 };

static struct pxt_trace_damage place[PLACES];
static size_t kept; /* of them */
static char *key[NOTES], *value[NOTES];
static unsigned notes;

static int get_note(struct source *source, unsigned origin, unsigned index,
		    struct posix_trace_note_np *note)
{
	(void)source;
	if (origin != 7 || index >= notes)
		return ENODATA;
	note->key = key[index];
	note->value = value[index];
	return 0;
}

static const struct source_class class = { .get_note = get_note };
static struct source source = { .class = &class };

static void add(const char *its_key, const char *its_value)
{
	ck_assert_uint_lt(notes, NOTES);
	key[notes] = strdup(its_key);
	value[notes++] = strdup(its_value);
}

static void forget(void)
{
	while (notes) {
		free(key[--notes]);
		free(value[notes]);
	}
}

static const struct pxt_trace_damage *get(const void *from, size_t index)
{
	ck_assert_ptr_eq(from, place);
	return index < kept ? &place[index] : NULL;
}

/* Those that are kept, out of so many. */
static void note(uint64_t count)
{
	struct damage_noting noting = { 0 };
	struct posix_trace_note_np found;

	while (!damage_noting_next(&noting, count, get, place, &found))
		add(found.key, found.value);
}

static size_t met;

static void compare(const struct pxt_trace_damage *damage, void *argument)
{
	ck_assert_ptr_eq(argument, &met);
	ck_assert_uint_eq(damage->offset, place[met].offset);
	ck_assert_uint_eq(damage->len, place[met].len);
	ck_assert_str_eq(damage->why, place[met++].why);
}

static size_t list(void)
{
	met = 0;
	ck_assert_uint_eq(damage_notes_list(&source, 7, compare, &met), met);
	return met;
}

START_TEST(what_is_noted_is_read_again)
{
	for (kept = 0; kept < PLACES; kept++) {
		place[kept].offset = UINT64_MAX - kept;
		place[kept].len = kept * kept;
		memset(place[kept].why, 'w', kept % PXT_TRACE_WHY);
	}
	note(PLACES + 5);
	ck_assert_uint_eq(damage_notes_count(&source, 7), PLACES + 5);
	ck_assert_uint_eq(list(), PLACES);
	ck_assert_uint_eq(damage_notes_count(&source, 0), 0);
	for (unsigned i = 0; i < notes; i++) {
		ck_assert(damage_notes_has(key[i]));
		ck_assert_uint_le(strlen(value[i]),
				  POSIX_TRACE_NOTE_VALUE_MAX_NP);
	}
}
END_TEST

START_TEST(no_damage_needs_no_note)
{
	kept = 0;
	note(0);
	ck_assert_uint_eq(notes, 0);
	ck_assert_uint_eq(damage_notes_count(&source, 7), 0);
	note(3); /* none of which was kept */
	ck_assert_uint_eq(notes, 1);
	ck_assert_uint_eq(damage_notes_count(&source, 7), 3);
	ck_assert_uint_eq(list(), 0);
}
END_TEST

START_TEST(a_reason_is_one_line)
{
	place[0] = (struct pxt_trace_damage){ 1, 2, "one\n3 4 two" };
	kept = 1;
	note(1);
	strcpy(place[0].why, "one 3 4 two");
	ck_assert_uint_eq(list(), 1);
}
END_TEST

START_TEST(what_somebody_else_noted_is_passed_over)
{
	const struct pxt_trace_damage wanted[] = { { 5, 6, "this" },
						   { 7, 8, "" },
						   { 9, 0, "that" } };

	memcpy(place, wanted, sizeof(wanted));
	add("damages.1", "1 1 another key");
	add("damage.1", "5 6 this\n-1 2 x\n 1 2 x\n1\n2 3\n99999999999999999999"
			" 1 x\n\n\n7 8 \n1 2");
	add("damage.", "x\n9 0 that");
	add("damage", "many");
	ck_assert_uint_eq(list(), 3);
	ck_assert_uint_eq(damage_notes_count(&source, 7), 0);
	ck_assert(!damage_notes_has("damages.1"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("damage_notes");
	TCase *tcase = tcase_create("damage_notes");

	tcase_add_checked_fixture(tcase, NULL, forget);
	tcase_add_test(tcase, what_is_noted_is_read_again);
	tcase_add_test(tcase, no_damage_needs_no_note);
	tcase_add_test(tcase, a_reason_is_one_line);
	tcase_add_test(tcase, what_somebody_else_noted_is_passed_over);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
