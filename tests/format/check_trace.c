#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "format/trace.h"
#include "run.h"

static struct pxt_trace *trace;
static struct posix_trace_item_np item;
static struct posix_trace_object_np object;

static void create(void)
{
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
}

static void release(void)
{
	ck_assert_int_eq(pxt_trace_error(trace), 0);
	pxt_trace_close(trace);
}

START_TEST(a_type_is_a_name_and_a_description)
{
	const trace_event_id_t a = pxt_trace_type(trace, "a", "int x");
	const trace_event_id_t b = pxt_trace_type(trace, "a", NULL);

	ck_assert_uint_ge(a, 16);
	ck_assert_uint_ne(a, b);
	ck_assert_uint_eq(pxt_trace_type(trace, "a", "int x"), a);
	ck_assert_uint_eq(pxt_trace_type(trace, "a", ""), b);
	ck_assert_str_eq(pxt_trace_type_name(trace, b), "a");
	ck_assert_str_eq(pxt_trace_type_description(trace, a), "int x");
	ck_assert_ptr_null(pxt_trace_type_description(trace, b));
	ck_assert_ptr_null(pxt_trace_type_name(trace, 15));
	ck_assert_ptr_null(pxt_trace_type_name(trace, b + 1));

	pxt_trace_rewind(trace);
	ck_assert_uint_eq(pxt_trace_type(trace, "a", NULL), b);
}
END_TEST

START_TEST(types_beyond_the_last_have_no_name)
{
	trace_event_id_t last = 0;
	char name[16];

	for (int i = 0; i < 5000; i++) {
		snprintf(name, sizeof(name), "%d", i);
		last = pxt_trace_type(trace, name, NULL);
	}
	ck_assert_uint_eq(last, POSIX_TRACE_UNNAMED_USEREVENT);
}
END_TEST

START_TEST(a_name_is_what_was_told_last)
{
	pxt_trace_thread(trace, 1, 2, "old");
	pxt_trace_thread(trace, 1, 2, "new");
	pxt_trace_thread(trace, 1, 0, "nobody");
	pxt_trace_process(trace, 7, "p");
	ck_assert_str_eq(pxt_trace_get_thread(trace, 1, 2), "new");
	ck_assert_ptr_null(pxt_trace_get_thread(trace, 2, 2));
	ck_assert_str_eq(pxt_trace_get_process(trace, 7), "p");
	ck_assert_ptr_null(pxt_trace_get_process(trace, PXT_TRACE_PID));
	pxt_trace_set_name(trace, "board");
	ck_assert_str_eq(pxt_trace_get_process(trace, PXT_TRACE_PID), "board");
}
END_TEST

/* The object that was there at a time, "kind/name". */
static const char *at(uint64_t ns, uint64_t address, const char *kind)
{
	const struct timespec when = { .tv_nsec = (long)ns };
	static char text[64];

	if (pxt_trace_get_object(trace, 1, address, kind, &when, &object))
		return "";
	snprintf(text, sizeof(text), "%s/%s", object.kind, object.name);
	return text;
}

START_TEST(an_object_has_a_name_for_each_kind)
{
	pxt_trace_object(trace, 1, 0x10, "queue", "jobs", "size=4");
	pxt_trace_now(trace, 5);
	pxt_trace_object(trace, 1, 0x10, "mutex", NULL, NULL);
	ck_assert_str_eq(at(9, 0x10, "queue"), "queue/jobs");
	ck_assert_str_eq(object.details, "size=4");
	ck_assert_str_eq(at(9, 0x10, ""), "mutex/");
	ck_assert_str_eq(at(9, 0x10, "timer"), "mutex/");
	ck_assert_str_eq(at(4, 0x10, ""), "queue/jobs");
	ck_assert_int_eq(
		pxt_trace_get_object(trace, 2, 0x10, "", NULL, &object), ESRCH);
	pxt_trace_rewind(trace);
	ck_assert_int_eq(pxt_trace_list_object(trace, 0, &object), ESRCH);
}
END_TEST

START_TEST(each_name_of_an_object_has_its_time)
{
	pxt_trace_now(trace, 10);
	pxt_trace_object(trace, 1, 0x10, "queue", "a", NULL);
	pxt_trace_now(trace, 20);
	pxt_trace_object(trace, 1, 0x10, "queue", "a", NULL);
	pxt_trace_object(trace, 1, 0x10, "queue", "b", NULL);
	ck_assert_str_eq(at(1, 0x10, "queue"), "queue/a");
	ck_assert_str_eq(at(19, 0x10, ""), "queue/a");
	ck_assert_str_eq(at(20, 0x10, "queue"), "queue/b");
	/* Before it was there nobody knows what was. */
	ck_assert_str_eq(at(9, 0x10, "timer"), "");
	/* In the same moment the last one counts. */
	pxt_trace_object(trace, 1, 0x10, "queue", "c", NULL);
	ck_assert_str_eq(at(20, 0x10, ""), "queue/c");
	ck_assert_int_eq(pxt_trace_list_object(trace, 1, &object), 0);
	ck_assert_int_eq(pxt_trace_list_object(trace, 2, &object), ESRCH);
}
END_TEST

START_TEST(no_two_objects_of_an_address_begin_at_one_time)
{
	pxt_trace_now(trace, 10);
	pxt_trace_object(trace, 1, 0x10, "ao", "a", NULL);
	pxt_trace_object(trace, 1, 0x10, "actor", "b", NULL);
	ck_assert_str_eq(at(11, 0x10, ""), "actor/b");
	ck_assert_int_eq(object.since.tv_nsec, 11);
	/* A clock that goes back changes nothing of that. */
	pxt_trace_now(trace, 5);
	pxt_trace_object(trace, 1, 0x10, "timer", "c", NULL);
	ck_assert_str_eq(at(20, 0x10, ""), "timer/c");
	ck_assert_str_eq(at(10, 0x10, ""), "ao/a");
}
END_TEST

START_TEST(what_was_learned_is_known_when_it_is_read_again)
{
	pxt_trace_object(trace, 1, 0x10, "queue", "early", NULL);
	pxt_trace_thread(trace, 1, 2, "2");
	pxt_trace_thread(trace, 1, 2, "late");
	pxt_trace_system(trace, "late");
	pxt_trace_note(trace, "key", "late");
	pxt_trace_learned(trace);
	pxt_trace_rewind(trace);
	pxt_trace_thread(trace, 1, 2, "2");
	pxt_trace_system(trace, "early");
	pxt_trace_note(trace, "key", "early");
	pxt_trace_object(trace, 1, 0x20, "queue", "new", NULL);
	ck_assert_str_eq(at(0, 0x10, "queue"), "queue/early");
	ck_assert_str_eq(at(0, 0x20, "queue"), "");
	ck_assert_str_eq(pxt_trace_get_thread(trace, 1, 2), "late");
	ck_assert_str_eq(pxt_trace_get_system(trace), "late");
	ck_assert_str_eq(pxt_trace_get_note(trace, "key"), "late");
}
END_TEST

START_TEST(an_object_that_is_named_for_ever_takes_no_more_than_a_log_keeps)
{
	static char details[POSIX_TRACE_OBJECT_DETAILS_MAX_NP + 1];
	char name[16];
	size_t count = 0;

	memset(details, 'x', sizeof(details) - 1);
	for (unsigned i = 0; i < 20000; i++) {
		pxt_trace_now(trace, i);
		snprintf(name, sizeof(name), "%u", i);
		pxt_trace_object(trace, 1, 0x10, "queue", name, details);
	}
	while (!pxt_trace_list_object(trace, count, &object))
		count++;
	ck_assert_uint_gt(count, 10000);
	ck_assert_uint_lt(count, 20000);
	ck_assert_ptr_nonnull(pxt_trace_next_tale(trace));
}
END_TEST

START_TEST(a_note_is_what_was_told_last)
{
	const char *key;

	pxt_trace_note(trace, "mask", "%#x", 0xffff);
	pxt_trace_note(trace, "base", "%d", 1);
	pxt_trace_note(trace, "mask", "%d", 2);
	ck_assert_str_eq(pxt_trace_get_note(trace, "mask"), "2");
	ck_assert_ptr_null(pxt_trace_get_note(trace, "none"));
	ck_assert_str_eq(pxt_trace_list_note(trace, 1, &key), "1");
	ck_assert_str_eq(key, "base");
	ck_assert_ptr_null(pxt_trace_list_note(trace, 2, &key));
}
END_TEST

START_TEST(what_no_log_holds_is_cut)
{
	static char text[8192];

	memset(text, 'x', sizeof(text) - 1);
	pxt_trace_object(trace, 1, 0x10, "queue", text, text);
	ck_assert_str_eq(
		pxt_trace_next_tale(trace),
		"names of more than 255 bytes are cut there, a log has "
		"no room for more");
	ck_assert_int_eq(pxt_trace_list_object(trace, 0, &object), 0);
	ck_assert_uint_eq(strlen(object.name), POSIX_TRACE_OBJECT_NAME_MAX_NP);
	ck_assert_uint_eq(strlen(object.details),
			  POSIX_TRACE_OBJECT_DETAILS_MAX_NP);
	pxt_trace_thread(trace, 1, 2, text);
	ck_assert_uint_eq(strlen(pxt_trace_get_thread(trace, 1, 2)),
			  POSIX_TRACE_THREAD_NAME_MAX_NP);
	/* Characters are left out as a whole. */
	memcpy(text + POSIX_TRACE_OBJECT_NAME_MAX_NP - 1, "\xc3\xbc", 2);
	pxt_trace_object(trace, 1, 0x20, "queue", text, "");
	ck_assert_int_eq(pxt_trace_list_object(trace, 1, &object), 0);
	ck_assert_uint_eq(strlen(object.name),
			  POSIX_TRACE_OBJECT_NAME_MAX_NP - 1);
	pxt_trace_note(trace, "key", "%s", text);
	ck_assert_uint_eq(strlen(pxt_trace_get_note(trace, "key")),
			  POSIX_TRACE_NOTE_VALUE_MAX_NP);
}
END_TEST

START_TEST(names_of_types_are_cut_where_a_log_has_no_more_room)
{
	char name[TRACE_EVENT_NAME_MAX + 2] = { 0 };
	trace_event_id_t whole;

	memset(name, 'n', TRACE_EVENT_NAME_MAX);
	whole = pxt_trace_type(trace, name, NULL);
	ck_assert_str_eq(pxt_trace_type_name(trace, whole), name);
	name[TRACE_EVENT_NAME_MAX] = 'x';
	ck_assert_uint_eq(pxt_trace_type(trace, name, NULL), whole);
}
END_TEST

START_TEST(of_much_damage_the_first_places_are_kept)
{
	for (unsigned i = 0; i < 5000; i++)
		pxt_trace_damage(trace, i, 1, "bad %u", i);
	ck_assert_uint_eq(pxt_trace_damages(trace), 5000);
	ck_assert_str_eq(pxt_trace_get_damage(trace, 17)->why, "bad 17");
	ck_assert_ptr_null(pxt_trace_get_damage(trace, 4999));
}
END_TEST

START_TEST(a_line_is_told_once)
{
	pxt_trace_tell(trace, "one");
	pxt_trace_tell(trace, "one");
	ck_assert_str_eq(pxt_trace_next_tale(trace), "one");
	ck_assert_ptr_null(pxt_trace_next_tale(trace));
	pxt_trace_rewind(trace);
	pxt_trace_tell(trace, "one");
	ck_assert_ptr_null(pxt_trace_next_tale(trace));
}
END_TEST

START_TEST(times_are_shifted_and_never_before_1970)
{
	pxt_trace_event(trace, &item, 16, 5, 1, 2, "x", 1);
	ck_assert_int_eq(item.info.posix_timestamp.tv_nsec, 5);
	ck_assert_int_eq(item.tid, 2);
	pxt_trace_shift(trace, 2000000000);
	pxt_trace_event(trace, &item, 16, 5, 1, 2, "x", 1);
	ck_assert_int_eq(item.info.posix_timestamp.tv_sec, 2);
	pxt_trace_shift(trace, -6);
	pxt_trace_event(trace, &item, 16, 5, 1, 2, "x", 1);
	ck_assert_int_eq(item.info.posix_timestamp.tv_sec, 0);
	ck_assert_int_eq(item.info.posix_timestamp.tv_nsec, 0);
	pxt_trace_event(trace, &item, 16, UINT64_MAX, 1, 2, "x", 1);
	ck_assert_int_eq(item.info.posix_timestamp.tv_sec,
			 INT64_MAX / 1000000000);

	pxt_trace_shift(trace, 0);
	pxt_trace_loss(trace, &item, 1, 3, 7, "because of %d", 1);
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert_int_eq(item.lost_end.tv_nsec, 3);
	ck_assert_uint_eq(item.lost, 7);
	ck_assert_mem_eq(item.data, "because of 1", item.data_len);
	/* It ends where it ends, also if the clock went back. */
	pxt_trace_loss(trace, &item, 9, 4, 7, "late");
	ck_assert_int_eq(item.info.posix_timestamp.tv_nsec, 4);
	ck_assert_int_eq(item.lost_end.tv_nsec, 9);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("trace");
	TCase *c = tcase_create("trace");

	tcase_add_checked_fixture(c, create, release);
	tcase_add_test(c, a_type_is_a_name_and_a_description);
	tcase_add_test(c, types_beyond_the_last_have_no_name);
	tcase_add_test(c, a_name_is_what_was_told_last);
	tcase_add_test(c, an_object_has_a_name_for_each_kind);
	tcase_add_test(c, each_name_of_an_object_has_its_time);
	tcase_add_test(c, no_two_objects_of_an_address_begin_at_one_time);
	tcase_add_test(c, what_was_learned_is_known_when_it_is_read_again);
	tcase_add_test(
		c,
		an_object_that_is_named_for_ever_takes_no_more_than_a_log_keeps);
	tcase_add_test(c, a_note_is_what_was_told_last);
	tcase_add_test(c, what_no_log_holds_is_cut);
	tcase_add_test(c, names_of_types_are_cut_where_a_log_has_no_more_room);
	tcase_add_test(c, of_much_damage_the_first_places_are_kept);
	tcase_add_test(c, a_line_is_told_once);
	tcase_add_test(c, times_are_shifted_and_never_before_1970);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
