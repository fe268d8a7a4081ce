/* A log counts the objects that it has missed, and takes no others for them. */
#include "objects.h"

enum { TABLE = 16384 }; /* objects */

/* The logs of streams that loop are written when they end, or when that is
 * asked for. */
static trace_id_t looping(int fd, int inheritance)
{
	trace_attr_t attr = attr_of(0, 0);
	trace_id_t trid;

	assert_ok(
		posix_trace_attr_setstreamfullpolicy(&attr, POSIX_TRACE_LOOP));
	assert_ok(posix_trace_attr_setinherited(&attr, inheritance));
	ck_assert_int_eq(ftruncate(fd, 0), 0);
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	return trid;
}

static void loop(void)
{
	assert_ok(posix_trace_shutdown(stream));
	stream = looping(file, POSIX_TRACE_CLOSE_FOR_CHILD);
}

static void have(uint64_t address, const char *name)
{
	assert_ok(posix_trace_object_register_np("jar", address, name, NULL));
	use(address);
	assert_ok(posix_trace_object_unregister_np("jar", address));
}

/* Objects elsewhere that are not used. */
static void pass(int count)
{
	for (int i = 0; i < count; i++) {
		assert_ok(posix_trace_object_register_np("jar", 100 + i, "x",
							 NULL));
		assert_ok(posix_trace_object_unregister_np("jar", 100 + i));
	}
}

static void assert_missed(trace_id_t log, const char *wanted)
{
	struct posix_trace_note_np note;

	for (unsigned i = 0; !posix_trace_get_note_np(log, 0, i, &note); i++)
		if (!strcmp(note.key, "objects_missed")) {
			ck_assert_ptr_nonnull(wanted);
			ck_assert_str_eq(note.value, wanted);
			return;
		}
	ck_assert_ptr_null(wanted);
}

/* No object, or one without a name. */
static void assert_next_unnamed(trace_id_t log)
{
	const char *const name = next_name(log);

	ck_assert_str_eq(name ? name : "", "");
}

/* The events of two objects that were missed are before it. */
static void assert_wax_behind_two(trace_id_t log, const char *missed)
{
	assert_next_unnamed(log);
	assert_next_unnamed(log);
	assert_next(log, "wax");
	assert_missed(log, missed);
}

START_TEST(what_no_log_has_seen_is_counted_and_is_no_later_object)
{
	loop();
	have(7, "honey");
	have(7, "jam");
	pass(TABLE + 10);
	have(7, "wax");

	assert_wax_behind_two(finished_log(), "13");
}
END_TEST

START_TEST(what_is_missed_is_no_earlier_object)
{
	trace_id_t log;

	loop();
	assert_ok(posix_trace_object_register_np("jar", 7, "honey", NULL));
	use(7);
	assert_ok(posix_trace_flush(stream));
	assert_ok(posix_trace_object_unregister_np("jar", 7));
	have(7, "jam");
	pass(TABLE);
	use(7);
	assert_ok(posix_trace_flush(stream));
	have(7, "wax");

	log = finished_log();
	assert_next(log, "honey");
	assert_wax_behind_two(log, "1");
}
END_TEST

START_TEST(what_is_seen_is_not_missed_whatever_its_names)
{
	trace_id_t log;

	loop();
	assert_ok(posix_trace_object_register_np("jar", 6, "tea", NULL));
	for (int i = 0; i < 3; i++) {
		have(7, "honey");
		assert_ok(posix_trace_object_name_np("jar", 6, "jam"));
		pass(TABLE - 2);
		assert_ok(posix_trace_object_name_np("jar", 6, "ink"));
		assert_ok(posix_trace_flush(stream));
	}
	use(6);

	log = finished_log();
	for (int i = 0; i < 3; i++)
		assert_next(log, "honey");
	assert_next(log, "ink");
	assert_missed(log, NULL);
}
END_TEST

START_TEST(what_was_named_late_is_that_of_earlier_events_all_the_same)
{
	trace_id_t log;

	loop();
	use(8);
	pass(TABLE + 1);
	assert_ok(posix_trace_object_name_np("jar", 8, "jam"));
	use(8);

	log = finished_log();
	assert_next(log, "jam");
	assert_next(log, "jam");
	assert_missed(log, "2");
}
END_TEST

START_TEST(each_log_counts_what_it_has_missed)
{
	const int second = make_file(), other_file = make_file();
	trace_id_t log, other;

	loop();
	assert_ok(posix_trace_object_register_np("jar", 7, "honey", NULL));
	other = looping(other_file, POSIX_TRACE_CLOSE_FOR_CHILD);
	pass(TABLE + 4);
	assert_ok(posix_trace_switch_log_np(stream, second, NULL));
	assert_ok(posix_trace_flush(stream));
	pass(2);
	assert_ok(posix_trace_shutdown(other));

	log = finished_log();
	assert_missed(log, "5");
	assert_ok(posix_trace_close(log));
	log = open_log(second);
	assert_missed(log, NULL);
	assert_ok(posix_trace_close(log));
	log = open_log(other_file);
	assert_missed(log, "7");
	close(second);
	close(other_file);
}
END_TEST

START_TEST(what_was_there_at_a_switch_is_missed_if_it_is_gone)
{
	const int second = make_file();
	trace_id_t log;

	loop();
	have(8, "jam");
	assert_ok(posix_trace_object_register_np("jar", 7, "honey", NULL));
	assert_ok(posix_trace_switch_log_np(stream, second, NULL));
	use(7);
	assert_ok(posix_trace_object_unregister_np("jar", 7));
	pass(TABLE + 4);
	have(7, "wax");
	assert_ok(posix_trace_shutdown(stream));

	log = open_log(second);
	assert_next_unnamed(log);
	assert_next(log, "wax");
	assert_missed(log, "6");
	close(second);
}
END_TEST

START_TEST(objects_of_before_the_stream_are_not_missed)
{
	trace_id_t log;

	have(7, "honey");
	pass(TABLE + 10);
	loop();
	have(7, "jam");

	log = finished_log();
	assert_next(log, "jam");
	assert_missed(log, NULL);
}
END_TEST

/* The process's objects live, and the process is gone. */
static void be_killed(void)
{
	for (int i = 0; i < TABLE; i++)
		if (posix_trace_object_register_np("jar", i, "x", NULL))
			_exit(1);
	use(7);
	_exit(0);
}

START_TEST(what_the_dead_have_left_is_missed_when_its_place_is_taken)
{
	trace_id_t log;
	int status;
	pid_t child;

	assert_ok(posix_trace_shutdown(stream));
	stream = looping(file, POSIX_TRACE_INHERITED);
	child = fork();
	if (!child)
		be_killed();
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	pass(3);

	log = finished_log();
	assert_missed(log, "3");
}
END_TEST

START_TEST(what_is_forgotten_is_no_later_object_of_an_active_stream)
{
	struct timespec before, late;

	clock_gettime(CLOCK_REALTIME, &before);
	nap_ms(1);
	have(7, "honey");
	clock_gettime(CLOCK_REALTIME, &late);
	nap_ms(1);
	assert_ok(posix_trace_object_register_np("jar", 7, "jam", NULL));
	ck_assert_str_eq(name_at(stream, getpid(), 7, &before), "honey");
	pass(TABLE);
	ck_assert_ptr_null(name_at(stream, getpid(), 7, &before));
	ck_assert_ptr_null(name_at(stream, getpid(), 7, &late));
	ck_assert_str_eq(name_at(stream, getpid(), 7, NULL), "jam");
}
END_TEST

static Suite *missed_suite(void)
{
	Suite *suite = suite_create("posix_trace_object_missed_np");
	TCase *tcase = tcase_create("core");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase,
		       what_no_log_has_seen_is_counted_and_is_no_later_object);
	tcase_add_test(tcase, what_is_missed_is_no_earlier_object);
	tcase_add_test(tcase, what_is_seen_is_not_missed_whatever_its_names);
	tcase_add_test(
		tcase,
		what_was_named_late_is_that_of_earlier_events_all_the_same);
	tcase_add_test(tcase, each_log_counts_what_it_has_missed);
	tcase_add_test(tcase,
		       what_was_there_at_a_switch_is_missed_if_it_is_gone);
	tcase_add_test(tcase, objects_of_before_the_stream_are_not_missed);
	tcase_add_test(
		tcase,
		what_the_dead_have_left_is_missed_when_its_place_is_taken);
	tcase_add_test(
		tcase,
		what_is_forgotten_is_no_later_object_of_an_active_stream);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return run_suite(missed_suite());
}
