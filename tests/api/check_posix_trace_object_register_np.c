#include "objects.h"

START_TEST(events_have_the_name_that_was_valid_then)
{
	trace_id_t log;

	assert_ok(posix_trace_object_register_np("jar", 7, "honey", "size=3"));
	use(7);
	assert_ok(posix_trace_object_register_np("jar", 7, "jam", NULL));
	use(7);
	assert_ok(posix_trace_object_unregister_np("jar", 7));
	nap_ms(1);
	use(7);
	assert_ok(posix_trace_object_register_np("jar", 7, "tea", NULL));
	use(7);

	log = finished_log();
	assert_next(log, "honey");
	ck_assert_str_eq(object.details, "size=3");
	assert_next(log, "jam");
	assert_next(log, "");
	assert_next(log, "tea");
}
END_TEST

START_TEST(a_name_that_comes_later_is_that_of_all_events)
{
	trace_id_t log;

	assert_ok(posix_trace_object_register_np("jar", 7, NULL, "size=3"));
	use(7);
	assert_ok(posix_trace_flush(stream));
	assert_ok(posix_trace_object_name_np("jar", 7, "honey"));
	use(7);
	assert_ok(posix_trace_object_name_np("jar", 8, "jam"));
	use(8);

	log = finished_log();
	assert_next(log, "honey");
	ck_assert_str_eq(object.details, "size=3");
	assert_next(log, "honey");
	assert_next(log, "jam");
}
END_TEST

START_TEST(an_object_that_was_there_before_has_its_name_in_earlier_events)
{
	struct timespec before, later = { .tv_sec = 1 };
	trace_id_t log;

	clock_gettime(CLOCK_REALTIME, &before);
	later.tv_sec += before.tv_sec + 1000;
	use(7);
	use(8);
	assert_ok(posix_trace_flush(stream));
	assert_ok(posix_trace_object_register_since_np("jar", 7, "honey", NULL,
						       &before));
	assert_ok(posix_trace_object_register_np("jar", 8, "jam", NULL));
	use(7);
	use(8);
	nap_ms(1);
	/* Both have others now, that were not there before them. */
	assert_ok(posix_trace_object_register_since_np("jar", 7, "wax", NULL,
						       &later));
	assert_ok(posix_trace_object_register_since_np("jar", 8, "ink", NULL,
						       &before));
	use(7);
	use(8);

	log = finished_log();
	assert_next(log, "honey");
	assert_next(log, "jam");
	assert_next(log, "honey");
	assert_next(log, "jam");
	assert_next(log, "wax");
	assert_next(log, "ink");
	assert_invalid(posix_trace_object_register_since_np("jar", 7, "x", NULL,
							    NULL));
	later.tv_nsec = -1;
	assert_invalid(posix_trace_object_register_since_np("jar", 7, "x", NULL,
							    &later));
}
END_TEST

START_TEST(an_object_begins_behind_one_that_has_ended)
{
	struct timespec before;
	trace_id_t log;

	clock_gettime(CLOCK_REALTIME, &before);
	assert_ok(posix_trace_object_register_np("jar", 7, "honey", NULL));
	use(7);
	assert_ok(posix_trace_object_unregister_np("jar", 7));
	nap_ms(1);
	use(7);
	assert_ok(posix_trace_object_register_since_np("jar", 7, "jam", NULL,
						       &before));

	log = finished_log();
	assert_next(log, "honey");
	assert_next(log, "jam");
}
END_TEST

START_TEST(who_was_there_before_the_stream_is_told_too)
{
	trace_id_t log;
	struct got got;

	assert_ok(posix_trace_shutdown(stream));
	close(file);
	assert_ok(posix_trace_object_register_np("jar", 7, "honey", NULL));
	setup();
	use(7);
	log = finished_log();
	next(log, &got);
	ck_assert_str_eq(name_at(log, getpid(), 7, NULL), "honey");
}
END_TEST

START_TEST(the_next_log_of_a_stream_tells_them_again)
{
	const int second = make_file();
	trace_id_t log;

	assert_ok(posix_trace_object_register_np("jar", 7, "honey", NULL));
	assert_ok(posix_trace_object_register_np("jar", 8, "jam", NULL));
	use(7);
	assert_ok(posix_trace_object_unregister_np("jar", 8));
	assert_ok(posix_trace_switch_log_np(stream, second, NULL));
	use(7);
	assert_ok(posix_trace_shutdown(stream));

	log = open_log(second);
	assert_next(log, "honey");
	ck_assert_str_eq(name_at(log, getpid(), 8, NULL), "");
	assert_ok(posix_trace_close(log));
	log = open_log(file);
	assert_next(log, "honey");
	close(second);
}
END_TEST

static void be_child(void)
{
	use(7);
	use(8);
	if (posix_trace_object_unregister_np("jar", 7) ||
	    posix_trace_object_register_np("jar", 8, "ink", NULL))
		_exit(1);
	nap_ms(1);
	use(7);
	use(8);
	_exit(0);
}

START_TEST(a_child_has_what_its_parent_had)
{
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t log;
	int status;
	pid_t child;

	assert_ok(posix_trace_shutdown(stream));
	assert_ok(posix_trace_attr_setinherited(&attr, POSIX_TRACE_INHERITED));
	ck_assert_int_eq(ftruncate(file, 0), 0);
	assert_ok(posix_trace_create_withlog(0, &attr, file, &stream));
	assert_ok(posix_trace_start(stream));
	assert_ok(posix_trace_object_register_np("jar", 7, "honey", NULL));
	assert_ok(posix_trace_object_register_np("jar", 8, "jam", NULL));
	child = fork();
	if (!child)
		be_child();
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	assert_ok(posix_trace_object_name_np("jar", 7, "wax"));
	use(7);
	use(8);

	log = finished_log();
	assert_next(log, "wax"); /* which is its parent's name of it */
	assert_next(log, "jam");
	assert_next(log, "");
	assert_next(log, "ink");
	assert_next(log, "wax");
	assert_next(log, "jam");
}
END_TEST

START_TEST(an_active_stream_knows_them_too)
{
	struct timespec before;

	assert_ok(posix_trace_object_register_np("jar", 7, "honey", NULL));
	ck_assert_str_eq(name_at(stream, getpid(), 7, NULL), "honey");
	nap_ms(1);
	clock_gettime(CLOCK_REALTIME, &before);
	nap_ms(1);
	assert_ok(posix_trace_object_unregister_np("jar", 7));
	nap_ms(1);
	ck_assert_str_eq(name_at(stream, getpid(), 7, NULL), "");
	ck_assert_str_eq(name_at(stream, getpid(), 7, &before), "honey");
	ck_assert_ptr_null(name_at(stream, getpid(), 8, NULL));
	ck_assert_ptr_null(name_at(stream, 1, 7, NULL));
}
END_TEST

static void count(const struct posix_trace_object_np *one, void *counted)
{
	if (!strcmp(one->kind, "jar"))
		++*(int *)counted;
}

static void assert_kind(trace_id_t trid, uint64_t address, const char *wanted,
			const char *found)
{
	const int err = posix_trace_get_object_np(trid, 0, getpid(), address,
						  wanted, NULL, &object);

	ck_assert_int_eq(err, found ? 0 : ESRCH);
	if (found)
		ck_assert_str_eq(object.kind, found);
}

static void assert_kinds(trace_id_t trid)
{
	assert_kind(trid, 7, "socket", "fd");
	assert_kind(trid, 7, "event", "fd");
	assert_kind(trid, 7, NULL, "fd");
	assert_kind(trid, 7, "jar", NULL);
	assert_kind(trid, 8, "mug", "jar");
	assert_kind(trid, 8, "event", "jar");
	assert_kind(trid, 8, NULL, "jar");
	assert_kind(trid, 8, "fd", NULL);
	assert_kind(trid, 9, "mug", "jar");
	assert_kind(trid, 9, "socket", "fd");
	assert_kind(trid, 9, NULL, "jar");
	assert_kind(trid, 10, NULL, "fd");
	assert_kind(trid, 0, "jar", "jar");
	assert_kind(trid, 0, "socket", "fd");
	assert_kind(trid, 0, "mug", NULL);
}

START_TEST(neither_descriptors_nor_what_is_at_0_are_other_objects)
{
	assert_ok(posix_trace_object_register_np("fd", 7, "file", NULL));
	assert_ok(posix_trace_object_register_np("jar", 8, "honey", NULL));
	assert_ok(posix_trace_object_register_np("fd", 9, "file", NULL));
	assert_ok(posix_trace_object_register_np("jar", 10, "honey", NULL));
	assert_ok(posix_trace_object_register_np("fd", 0, "file", NULL));
	assert_ok(posix_trace_object_register_np("jar", 0, "honey", NULL));
	nap_ms(1);
	assert_ok(posix_trace_object_register_np("jar", 9, "honey", NULL));
	assert_ok(posix_trace_object_register_np("fd", 10, "file", NULL));

	assert_kinds(stream);
	assert_kinds(finished_log());
}
END_TEST

START_TEST(an_active_stream_lists_those_that_are_there)
{
	int counted = 0;

	for (int i = 0; i < 10; i++)
		assert_ok(posix_trace_object_register_np("jar", i, "x", NULL));
	assert_ok(posix_trace_object_unregister_np("jar", 3));
	assert_ok(posix_trace_list_objects_np(stream, 0, count, &counted));
	ck_assert_int_eq(counted, 9);
	assert_ok(posix_trace_list_objects_np(stream, 1, count, &counted));
	ck_assert_int_eq(counted, 9);
}
END_TEST

START_TEST(all_of_a_range_are_gone_at_once)
{
	int counted = 0;

	for (int i = 0; i < 10; i++)
		assert_ok(posix_trace_object_register_np("jar", i, "x", NULL));
	assert_ok(posix_trace_object_register_np("jars", 5, "x", NULL));
	assert_ok(posix_trace_object_unregister_all_np("jar", 3, 7));
	assert_ok(posix_trace_list_objects_np(stream, 0, count, &counted));
	ck_assert_int_eq(counted, 5);
	ck_assert_ptr_nonnull(name_at(stream, getpid(), 2, NULL));
	ck_assert_ptr_nonnull(name_at(stream, getpid(), 8, NULL));
	assert_ok(posix_trace_object_register_np("jar", 5, "new", NULL));
	ck_assert_str_eq(name_at(stream, getpid(), 5, NULL), "new");
	assert_ok(posix_trace_get_object_np(stream, 0, getpid(), 5, "jars",
					    NULL, &object));
	assert_ok(posix_trace_object_unregister_all_np("jar", 0, ULLONG_MAX));
	assert_ok(posix_trace_object_unregister_all_np("jar", 0, ULLONG_MAX));
	counted = 0;
	assert_ok(posix_trace_list_objects_np(stream, 0, count, &counted));
	ck_assert_int_eq(counted, 0);
	assert_invalid(posix_trace_object_unregister_all_np("jar", 2, 1));
	assert_invalid(posix_trace_object_unregister_all_np(NULL, 1, 2));
}
END_TEST

START_TEST(a_log_tells_how_many_found_no_room)
{
	struct posix_trace_note_np note;
	trace_id_t log;
	int missed = 0;

	for (int i = 0; i < 17000; i++) {
		const int err =
			posix_trace_object_register_np("jar", i, "x", NULL);

		if (err && err != ENOSPC)
			ck_abort_msg("%s", strerror(err));
		missed += !!err;
	}
	ck_assert_int_eq(missed, 17000 - 16384);
	use(16000);

	log = finished_log();
	assert_next(log, "x");
	assert_ok(posix_trace_get_note_np(log, 0, 0, &note));
	ck_assert_str_eq(note.key, "objects_missed");
	ck_assert_str_eq(note.value, "616");
}
END_TEST

/* The hook */

static int asked, wanted;

static int answer(const struct posix_trace_object_np *one, void *argument)
{
	ck_assert_ptr_eq(argument, &asked);
	asked++;
	/* Nobody is asked about that. */
	posix_trace_object_wanted_np("jar", 1);
	errno = EBADF;
	object = *one;
	return wanted;
}

START_TEST(the_hook_is_asked_once)
{
	errno = 0;
	posix_trace_object_hook_np(answer, &asked);
	ck_assert_uint_ne(*posix_trace_object_hooked_np(), 0);
	wanted = 1;
	assert_ok(posix_trace_object_register_np("jar", 7, "honey", NULL));
	ck_assert_int_eq(asked, 1);
	ck_assert_int_ne(posix_trace_object_wanted_np("jar", 7), 0);
	wanted = 0;
	ck_assert_int_ne(posix_trace_object_wanted_np("jar", 7), 0);
	ck_assert_int_eq(asked, 1);

	/* First seen by an event. */
	ck_assert_int_eq(posix_trace_object_wanted_np("jar", 8), 0);
	ck_assert_int_eq(posix_trace_object_wanted_np("jar", 8), 0);
	ck_assert_int_eq(asked, 2);

	/* Another name is another question, and so is another object. */
	assert_ok(posix_trace_object_name_np("jar", 7, "wax"));
	ck_assert_int_eq(asked, 3);
	ck_assert_int_eq(posix_trace_object_wanted_np("jar", 7), 0);
	assert_ok(posix_trace_object_unregister_np("jar", 7));
	wanted = 1;
	ck_assert_int_ne(posix_trace_object_wanted_np("jar", 7), 0);
	ck_assert_int_eq(asked, 4);
	ck_assert_int_eq(errno, 0);
}
END_TEST

START_TEST(another_hook_is_asked_anew_and_none_wants_all)
{
	wanted = 0;
	posix_trace_object_hook_np(answer, &asked);
	ck_assert_int_eq(posix_trace_object_wanted_np("jar", 7), 0);
	wanted = 1;
	posix_trace_object_hook_np(answer, &asked);
	ck_assert_int_ne(posix_trace_object_wanted_np("jar", 7), 0);
	wanted = 0;
	posix_trace_object_hook_np(answer, &asked);
	ck_assert_int_eq(posix_trace_object_wanted_np("jar", 7), 0);
	posix_trace_object_hook_np(NULL, NULL);
	ck_assert_uint_eq(*posix_trace_object_hooked_np(), 0);
	ck_assert_int_ne(posix_trace_object_wanted_np("jar", 7), 0);
	ck_assert_int_eq(asked, 3);
}
END_TEST

START_TEST(what_no_object_has_is_invalid)
{
	char name[POSIX_TRACE_OBJECT_NAME_MAX_NP + 2] = { 0 };

	assert_invalid(posix_trace_object_register_np(NULL, 1, "a", NULL));
	assert_invalid(posix_trace_object_register_np("", 1, "a", NULL));
	assert_invalid(posix_trace_object_name_np("jar", 1, NULL));
	assert_invalid(posix_trace_object_name_np(NULL, 1, "a"));
	assert_invalid(posix_trace_object_unregister_np(NULL, 1));
	assert_invalid(posix_trace_object_unregister_np("", 1));
	assert_invalid(posix_trace_object_unregister_all_np("", 1, 2));
	memset(name, 'n', sizeof(name) - 1);
	assert_invalid(posix_trace_object_register_np("jar", 1, name, NULL));
	assert_invalid(posix_trace_object_name_np("jar", 1, name));
	ck_assert_int_ne(posix_trace_object_wanted_np(NULL, 1), 0);
	/* What nobody knows ends without a word. */
	assert_ok(posix_trace_object_unregister_np("jar", 99));
}
END_TEST

static Suite *object_suite(void)
{
	Suite *suite = suite_create("posix_trace_object_np");
	TCase *tcase = tcase_create("core");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, events_have_the_name_that_was_valid_then);
	tcase_add_test(tcase, a_name_that_comes_later_is_that_of_all_events);
	tcase_add_test(
		tcase,
		an_object_that_was_there_before_has_its_name_in_earlier_events);
	tcase_add_test(tcase, an_object_begins_behind_one_that_has_ended);
	tcase_add_test(tcase, who_was_there_before_the_stream_is_told_too);
	tcase_add_test(tcase, the_next_log_of_a_stream_tells_them_again);
	tcase_add_test(tcase, a_child_has_what_its_parent_had);
	tcase_add_test(tcase, an_active_stream_knows_them_too);
	tcase_add_test(tcase,
		       neither_descriptors_nor_what_is_at_0_are_other_objects);
	tcase_add_test(tcase, an_active_stream_lists_those_that_are_there);
	tcase_add_test(tcase, all_of_a_range_are_gone_at_once);
	tcase_add_test(tcase, a_log_tells_how_many_found_no_room);
	tcase_add_test(tcase, the_hook_is_asked_once);
	tcase_add_test(tcase, another_hook_is_asked_anew_and_none_wants_all);
	tcase_add_test(tcase, what_no_object_has_is_invalid);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return run_suite(object_suite());
}
