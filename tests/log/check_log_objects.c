/* check_log_objects.c - objects and notes, and what damage makes of them */
#include "log/log_notes.h"
#include "log/log_objects.h"
#include "run.h"
#include "sample.h"

static int fd;
static uint64_t end_at, first_at; /* where these sections are */

/* At 0x10 one after another; at 0x20 two, at any time. */
static const struct pxt_log_object objects[] = {
	{ 1, 100, 0x10, 3000, "queue", "third", "" },
	{ 1, 100, 0x10, 1000, "queue", "first", "size=4" },
	{ 1, 100, 0x10, 2000, "mutex", "between", "" },
	{ 1, 100, 0x20, 0, "queue", "q", "" },
	{ 1, 100, 0x20, 0, "mutex", "m", "" },
	{ 1, 100, 0x10, 1000, "queue", "told again", "size=5" },
	{ 0, 100, 0x10, 0, "queue", "of another origin", "" },
	{ 1, 101, 0x10, 0, "queue", "of another process", "" },
	{ 1, 100, 0x30, -5, "timer", "", "" },
};

static const struct pxt_log_note notes[] = {
	{ 0, "version", "1" }, { 1, "version", "2" }, { 0, "clock", "100 Hz" },
	{ 0, "version", "3" }, { 0, "empty", "" },
};

enum {
	OBJECTS = sizeof(objects) / sizeof(objects[0]),
	NOTES = sizeof(notes) / sizeof(notes[0]),
};

static void setup(void)
{
	struct pxt_log_writer *writer;
	struct pxt_log_header header;

	fd = sample_file();
	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(fd, &header, &writer), 0);
	first_at = pxt_log_length(writer);
	for (unsigned i = 0; i < OBJECTS; i++)
		ck_assert_int_eq(pxt_log_put_object(writer, &objects[i]), 0);
	for (unsigned i = 0; i < NOTES; i++)
		ck_assert_int_eq(pxt_log_put_note(writer, &notes[i]), 0);
	end_at = pxt_log_length(writer);
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	pxt_log_writer_close(writer);
}

static void teardown(void)
{
	close(fd);
}

static void expect(struct pxt_log_reader *reader, uint64_t address,
		   int64_t when, const char *kind, const char *name)
{
	const struct pxt_log_object wanted = {
		.origin = 1,
		.pid = 100,
		.address = address,
		.since_ns = when,
		.kind = kind,
	};
	const struct pxt_log_object *found =
		pxt_log_reader_object(reader, &wanted);

	if (!name) {
		ck_assert_ptr_null(found);
		return;
	}
	ck_assert_ptr_nonnull(found);
	ck_assert_str_eq(found->name, name);
}

static void expect_note(const struct pxt_log_reader *reader, uint32_t origin,
			unsigned index, const char *key, const char *value)
{
	const struct pxt_log_note *note =
		pxt_log_reader_note(reader, origin, index);

	ck_assert_ptr_nonnull(note);
	ck_assert_str_eq(note->key, key);
	ck_assert_str_eq(note->value, value);
}

static void expect_notes(const struct pxt_log_reader *reader)
{
	expect_note(reader, 0, 0, "version", "3");
	expect_note(reader, 0, 1, "clock", "100 Hz");
	expect_note(reader, 0, 2, "empty", "");
	ck_assert_ptr_null(pxt_log_reader_note(reader, 0, 3));
	expect_note(reader, 1, 0, "version", "2");
	ck_assert_ptr_null(pxt_log_reader_note(reader, 2, 0));
}

static void expect_log(void)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	expect(reader, 0x10, 1000, "queue", "told again");
	expect_notes(reader);
	pxt_log_reader_close(reader);
}

START_TEST(an_address_is_that_of_one_object_after_another)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	expect(reader, 0x10, 999, "", "told again");
	expect(reader, 0x10, 1999, "", "told again");
	expect(reader, 0x10, 2000, "", "between");
	expect(reader, 0x10, 2999, "", "between");
	expect(reader, 0x10, 3000, "", "third");
	expect(reader, 0x10, INT64_MAX, "", "third");
	expect(reader, 0x11, 3000, "", NULL);
	expect(reader, 0x30, 0, "", "");
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(one_of_the_kind_comes_before_any_other)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	expect(reader, 0x10, 2000, "queue", "told again");
	expect(reader, 0x10, 1, "mutex", "between");
	expect(reader, 0x10, 5000, "mutex", "between");
	expect(reader, 0x20, 5000, "queue", "q");
	expect(reader, 0x20, 5000, "mutex", "m");
	expect(reader, 0x20, 5000, "timer", "m");
	expect(reader, 0x10, 2000, "timer", "between");
	expect(reader, 0x10, 999, "timer", NULL);
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(what_was_found_before_is_no_answer_for_another_time)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	for (int i = 0; i < 3; i++) {
		expect(reader, 0x10, 1999, "queue", "told again");
		expect(reader, 0x10, 2999, "queue", "told again");
		expect(reader, 0x10, 3000, "queue", "third");
		expect(reader, 0x10, 0, "queue", "told again");
		expect(reader, 0x10, 2500, "mutex", "between");
		expect(reader, 0x20, 5000, "queue", "q");
		expect(reader, 0x20, 5000, "mutex", "m");
		expect(reader, 0x10, 4000, "timer", "third");
		expect(reader, 0x10, 4000, "", "third");
	}
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(all_are_listed_once_as_they_were_told)
{
	static const char *const names[] = {
		"third", "between",    "q",
		"m",	 "told again", "of another process",
		"",
	};
	const struct pxt_log_object *object = NULL;
	struct pxt_log_reader *reader;

	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	for (unsigned i = 0; i < 7; i++) {
		object = pxt_log_reader_next_object(reader, 1, object);
		ck_assert_ptr_nonnull(object);
		ck_assert_str_eq(object->name, names[i]);
	}
	ck_assert_ptr_null(pxt_log_reader_next_object(reader, 1, object));
	ck_assert_ptr_null(pxt_log_reader_next_object(reader, 7, NULL));
	pxt_log_reader_close(reader);
}
END_TEST

static void damage_the_first(void)
{
	static const uint8_t zeroes[64];

	ck_assert_int_eq(pwrite(fd, zeroes, sizeof(zeroes), (off_t)first_at),
			 sizeof(zeroes));
}

START_TEST(the_end_has_them_all)
{
	struct pxt_log_reader *reader;

	damage_the_first();
	expect_log();
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	expect(reader, 0x10, 3000, "", "third");
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(without_end_the_sections_tell_but_for_damaged_ones)
{
	struct pxt_log_reader *reader;

	ck_assert_int_eq(ftruncate(fd, (off_t)end_at), 0);
	expect_log();
	damage_the_first();
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	expect(reader, 0x10, 3000, "", "between");
	expect_notes(reader);
	pxt_log_reader_close(reader);
}
END_TEST

/* As when reading comes to a section that the survey has taken. */
START_TEST(to_read_on_tells_nothing_twice)
{
	struct pxt_log_reader *reader;
	struct pxt_merge *merge;
	struct pxt_event event;

	ck_assert_int_eq(ftruncate(fd, (off_t)end_at), 0);
	ck_assert_int_eq(pxt_log_open(fd, &reader), 0);
	ck_assert_int_eq(
		pxt_merge_create(pxt_log_reader_source(reader), &merge), 0);
	ck_assert_int_eq(pxt_merge_next(merge, &event), ENODATA);
	expect(reader, 0x10, 1000, "queue", "told again");
	expect_notes(reader);
	pxt_merge_close(merge);
	pxt_log_reader_close(reader);
}
END_TEST

START_TEST(who_goes_on_with_a_log_keeps_them)
{
	struct pxt_log_writer *writer;

	ck_assert_int_eq(ftruncate(fd, (off_t)end_at), 0);
	ck_assert_int_eq(pxt_log_resume(fd, NULL, NULL, &writer), 0);
	ck_assert_int_eq(pxt_log_put_end(writer, &sample_end), 0);
	pxt_log_writer_close(writer);
	damage_the_first();
	expect_log();
}
END_TEST

static char *text_of(size_t len)
{
	static char text[8192];

	memset(text, 'x', len);
	text[len] = '\0';
	return text;
}

static int put_object(struct pxt_log_writer *writer, size_t kind, size_t name,
		      size_t details)
{
	char *texts[] = { strdup(text_of(kind)), strdup(text_of(name)),
			  strdup(text_of(details)) };
	const struct pxt_log_object object = {
		.kind = texts[0],
		.name = texts[1],
		.details = texts[2],
	};
	const int err = pxt_log_put_object(writer, &object);

	for (unsigned i = 0; i < 3; i++)
		free(texts[i]);
	return err;
}

START_TEST(what_is_too_long_or_nothing_is_refused)
{
	struct pxt_log_note note = { 0, "", "value" };
	struct pxt_log_writer *writer;
	struct pxt_log_header header;

	sample_header(&header);
	ck_assert_int_eq(pxt_log_create(fd, &header, &writer), 0);
	ck_assert_int_eq(put_object(writer, 63, 255, 4095), 0);
	ck_assert_int_eq(put_object(writer, 64, 255, 4095), EINVAL);
	ck_assert_int_eq(put_object(writer, 63, 256, 4095), EINVAL);
	ck_assert_int_eq(put_object(writer, 63, 255, 4096), EINVAL);
	ck_assert_int_eq(put_object(writer, 0, 255, 4095), EINVAL);
	ck_assert_int_eq(pxt_log_put_note(writer, &note), EINVAL);
	note.key = text_of(64);
	ck_assert_int_eq(pxt_log_put_note(writer, &note), EINVAL);
	note.key = "key";
	note.value = text_of(4096);
	ck_assert_int_eq(pxt_log_put_note(writer, &note), EINVAL);
	note.value = text_of(4095);
	ck_assert_int_eq(pxt_log_put_note(writer, &note), 0);
	pxt_log_writer_close(writer);
}
END_TEST

/* Every prefix of a payload, and every byte of it another. */
START_TEST(no_bytes_are_trusted)
{
	uint8_t payload[PXT_LOG_OBJECT_MAX], copy[PXT_LOG_OBJECT_MAX];
	struct pxt_log_object object;
	struct pxt_log_note note;
	size_t len, note_len;

	ck_assert_int_eq(pxt_log_object_encode(&objects[1], payload, &len), 0);
	for (size_t i = 0; i < len; i++) {
		uint8_t *cut = malloc(i + 1);

		memcpy(cut, payload, i);
		ck_assert_int_eq(pxt_log_object_decode(&object, cut, i),
				 EBADMSG);
		free(cut);
		memcpy(copy, payload, len);
		copy[i] ^= 0xff;
		pxt_log_object_decode(&object, copy, len);
	}
	ck_assert_int_eq(pxt_log_note_encode(&notes[2], payload, &note_len), 0);
	for (size_t i = 0; i < note_len; i++)
		ck_assert_int_eq(pxt_log_note_decode(&note, payload, i),
				 EBADMSG);
	payload[4] = '\0';
	ck_assert_int_eq(pxt_log_note_decode(&note, payload, note_len),
			 EBADMSG);
}
END_TEST

START_TEST(there_are_so_many_notes)
{
	struct pxt_log_notes all = { .first = NULL };
	uint8_t payload[PXT_LOG_NOTE_MAX];
	char key[32];
	size_t len;

	for (unsigned i = 0; i < PXT_LOG_NOTES_MAX + 10; i++) {
		const struct pxt_log_note note = { 0, key, "value" };

		sprintf(key, "%u", i);
		pxt_log_note_encode(&note, payload, &len);
		ck_assert_int_eq(pxt_log_notes_add(&all, payload, len), 0);
	}
	ck_assert_ptr_nonnull(
		pxt_log_notes_get(&all, 0, PXT_LOG_NOTES_MAX - 1));
	ck_assert_ptr_null(pxt_log_notes_get(&all, 0, PXT_LOG_NOTES_MAX));
	pxt_log_notes_fini(&all);
}
END_TEST

START_TEST(memory_for_objects_is_bounded)
{
	struct pxt_log_object object = { .kind = "kind",
					 .name = "",
					 .details = text_of(4095) };
	struct pxt_log_objects known = { .first = NULL };
	uint8_t payload[PXT_LOG_OBJECT_MAX];
	unsigned listed = 0;
	size_t len;

	for (unsigned i = 0; i < 20000; i++) {
		object.address = i;
		pxt_log_object_encode(&object, payload, &len);
		ck_assert_int_eq(pxt_log_objects_add(&known, payload, len), 0);
	}
	for (const struct pxt_log_object *at = NULL;
	     (at = pxt_log_objects_next(&known, 0, at)); listed++)
		ck_assert_uint_eq(at->address, listed);
	ck_assert_uint_lt(listed, PXT_LOG_END_MAX / 4096);
	ck_assert_uint_gt(listed, PXT_LOG_END_MAX / 4352);
	pxt_log_objects_fini(&known);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("log_objects");
	TCase *tcase = tcase_create("log_objects");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, an_address_is_that_of_one_object_after_another);
	tcase_add_test(tcase, one_of_the_kind_comes_before_any_other);
	tcase_add_test(tcase,
		       what_was_found_before_is_no_answer_for_another_time);
	tcase_add_test(tcase, all_are_listed_once_as_they_were_told);
	tcase_add_test(tcase, the_end_has_them_all);
	tcase_add_test(tcase,
		       without_end_the_sections_tell_but_for_damaged_ones);
	tcase_add_test(tcase, to_read_on_tells_nothing_twice);
	tcase_add_test(tcase, who_goes_on_with_a_log_keeps_them);
	tcase_add_test(tcase, what_is_too_long_or_nothing_is_refused);
	tcase_add_test(tcase, no_bytes_are_trusted);
	tcase_add_test(tcase, there_are_so_many_notes);
	tcase_add_test(tcase, memory_for_objects_is_bounded);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
