#include <sys/utsname.h>
#include <trace_np.h>

#include "tracing.h"

static trace_event_id_t type;

static void setup(void)
{
	type = type_of("event");
}

static bool next_item(trace_id_t trid, struct posix_trace_item_np *item)
{
	int unavailable = -1;

	assert_ok(posix_trace_getnext_item_np(trid, item, &unavailable));
	ck_assert_int_ne(unavailable, -1);
	return !unavailable;
}

static int make_log(uint32_t events)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < events; i++)
		record(type, 0, i);
	assert_ok(posix_trace_shutdown(trid));
	return fd;
}

START_TEST(items_are_the_events_and_more_about_them)
{
	trace_id_t trid = open_log(make_log(100));
	struct posix_trace_item_np item;

	ck_assert(next_item(trid, &item));
	ck_assert_uint_eq(item.info.posix_event_id, POSIX_TRACE_START);
	for (uint32_t i = 0; i < 100; i++) {
		const struct mark mark = { 0, i };

		ck_assert(next_item(trid, &item));
		ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_EVENT_NP);
		ck_assert_uint_eq(item.info.posix_event_id, type);
		ck_assert_int_eq(item.info.posix_pid, getpid());
		ck_assert_int_eq(item.tid, gettid());
		ck_assert_uint_eq(item.data_len, sizeof(mark));
		ck_assert_mem_eq(item.data, &mark, sizeof(mark));
		ck_assert_uint_eq(item.lost, 0);
	}
	ck_assert(next_item(trid, &item));
	ck_assert_uint_eq(item.info.posix_event_id, POSIX_TRACE_STOP);
	for (int i = 0; i < 3; i++)
		ck_assert(!next_item(trid, &item));
}
END_TEST

static int is_wanted(trace_event_id_t event)
{
	int wanted = -1;

	errno = 99;
	assert_ok(posix_trace_eventid_wanted_np(event, &wanted));
	ck_assert_int_eq(errno, 99);
	return wanted;
}

START_TEST(events_are_wanted_while_a_stream_records_them)
{
	const trace_event_id_t other = type_of("other");
	trace_event_set_t set;
	trace_id_t trid, second;

	ck_assert_int_eq(is_wanted(type), 0);
	assert_ok(posix_trace_create(0, NULL, &trid));
	ck_assert_int_eq(is_wanted(type), 0);
	assert_ok(posix_trace_start(trid));
	ck_assert_int_eq(is_wanted(type), 1);
	ck_assert_int_eq(is_wanted(POSIX_TRACE_UNNAMED_USEREVENT), 1);
	ck_assert_int_eq(is_wanted(POSIX_TRACE_START), 0);
	ck_assert_int_eq(is_wanted(other + 1), 0);
	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(type, &set));
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	ck_assert_int_eq(is_wanted(type), 0);
	ck_assert_int_eq(is_wanted(other), 1);

	assert_ok(posix_trace_create(0, NULL, &second));
	assert_ok(posix_trace_start(second));
	ck_assert_int_eq(is_wanted(type), 1);
	assert_ok(posix_trace_stop(second));
	ck_assert_int_eq(is_wanted(type), 0);
	assert_ok(posix_trace_shutdown(second));
	assert_ok(posix_trace_stop(trid));
	ck_assert_int_eq(is_wanted(other), 0);
	assert_ok(posix_trace_shutdown(trid));
	ck_assert_int_eq(posix_trace_eventid_wanted_np(type, NULL), EINVAL);
}
END_TEST

static void next_loss(trace_id_t trid, unsigned long long count,
		      const char *reason)
{
	struct posix_trace_item_np item;

	ck_assert(next_item(trid, &item));
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert_uint_eq(item.lost, count);
	ck_assert_int_eq(item.info.posix_pid, getpid());
	ck_assert_int_eq(item.tid, gettid());
	ck_assert_uint_eq(item.data_len, strlen(reason));
	ck_assert_mem_eq(item.data, reason, strlen(reason));
}

static void next_type(trace_id_t trid, trace_event_id_t wanted)
{
	struct posix_trace_item_np item;

	ck_assert(next_item(trid, &item));
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_EVENT_NP);
	ck_assert_uint_eq(item.info.posix_event_id, wanted);
}

START_TEST(what_a_caller_has_lost_is_told_in_its_place)
{
	struct posix_trace_totals_np totals;
	struct posix_trace_status_info status;
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	errno = 99;
	posix_trace_lose_np(1, EBADMSG);
	assert_ok(posix_trace_start(trid));
	record(type, 0, 1);
	posix_trace_lose_np(0, EBADMSG);
	posix_trace_lose_np(2, EBADMSG);
	record(type, 0, 2);
	posix_trace_lose_np(3, EOVERFLOW);
	posix_trace_lose_np(4, EINVAL);
	ck_assert_int_eq(errno, 99);
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_get_totals_np(trid, &totals));
	ck_assert_uint_eq(totals.lost, 9);
	ck_assert_uint_eq(totals.unreached, 9);
	ck_assert_int_eq(totals.unreached_reason, EOVERFLOW);
	assert_ok(posix_trace_get_status(trid, &status));
	ck_assert_int_eq(status.posix_stream_overrun_status,
			 POSIX_TRACE_OVERRUN);
	assert_ok(posix_trace_stop(trid));
	posix_trace_lose_np(5, EBADMSG);
	assert_ok(posix_trace_shutdown(trid));
	posix_trace_lose_np(6, EBADMSG);

	trid = open_log(fd);
	next_type(trid, POSIX_TRACE_START);
	next_type(trid, type);
	next_loss(trid, 2, "data of the program could not be read as an event");
	next_type(trid, type);
	for (unsigned i = 3; i <= 4; i++)
		next_loss(trid, i,
			  "the program's records came faster than they could "
			  "be kept");
}
END_TEST

START_TEST(a_full_stream_counts_what_a_caller_has_lost)
{
	struct posix_trace_totals_np totals;
	const unsigned many = 1 << 20;
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, POSIX_TRACE_UNTIL_FULL, 0);

	assert_ok(posix_trace_start(trid));
	for (unsigned i = 0; i < many; i++)
		posix_trace_lose_np(1, EBADMSG);
	assert_ok(posix_trace_get_totals_np(trid, &totals));
	ck_assert_uint_eq(totals.lost, many);
	ck_assert_uint_lt(totals.unreached, many);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

START_TEST(items_tell_where_they_are_in_the_log)
{
	int fd = make_log(100);
	trace_id_t trid = open_log(fd);
	struct posix_trace_item_np item;
	unsigned long long before = 0;
	struct mark mark;

	ck_assert(next_item(trid, &item));
	for (uint32_t i = 0; i < 100; i++) {
		ck_assert(next_item(trid, &item));
		ck_assert_uint_gt(item.offset, before);
		ck_assert_uint_gt(item.data_offset, item.offset);
		ck_assert_int_eq(
			pread(fd, &mark, sizeof(mark), (off_t)item.data_offset),
			sizeof(mark));
		ck_assert_mem_eq(item.data, &mark, sizeof(mark));
		before = item.data_offset;
	}
}
END_TEST

static int noted(trace_id_t trid, const char *key, const char *value)
{
	struct posix_trace_note_np note;
	int times = 0;

	for (unsigned i = 0; !posix_trace_get_note_np(trid, 0, i, &note); i++)
		times += !strcmp(note.key, key) && !strcmp(note.value, value);
	return times;
}

START_TEST(a_stream_that_runs_can_note_something_in_its_log)
{
	char longest[POSIX_TRACE_NOTE_VALUE_MAX_NP + 1] = "";
	int fd = make_file(), other = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0), log;

	memset(longest, 'v', sizeof(longest) - 1);
	assert_ok(posix_trace_note_np(trid, "before", longest));
	assert_ok(posix_trace_start(trid));
	record(type, 0, 0);
	assert_ok(posix_trace_note_np(trid, "twice", "first"));
	assert_ok(posix_trace_note_np(trid, "twice", "second"));
	log = open_log(fd);
	ck_assert_int_eq(noted(log, "before", longest), 1);
	assert_ok(posix_trace_close(log));
	assert_ok(posix_trace_switch_log_np(trid, other, NULL));
	assert_ok(posix_trace_note_np(trid, "after", ""));
	assert_ok(posix_trace_shutdown(trid));

	log = open_log(fd);
	ck_assert_int_eq(noted(log, "before", longest), 1);
	ck_assert_int_eq(noted(log, "twice", "first"), 0);
	ck_assert_int_eq(noted(log, "twice", "second"), 1);
	ck_assert_int_eq(noted(log, "after", ""), 0);
	log = open_log(other);
	ck_assert_int_eq(noted(log, "before", longest), 0);
	ck_assert_int_eq(noted(log, "after", ""), 1);
}
END_TEST

START_TEST(notes_that_are_none_are_refused)
{
	char key[POSIX_TRACE_NOTE_KEY_MAX_NP + 2] = "";
	char value[POSIX_TRACE_NOTE_VALUE_MAX_NP + 2] = "";
	trace_id_t trid = create_logged_for(0, make_file(), 0, 0);
	struct posix_trace_status_info status;

	memset(key, 'k', sizeof(key) - 1);
	memset(value, 'v', sizeof(value) - 1);
	assert_invalid(posix_trace_note_np(trid, "", "value"));
	assert_invalid(posix_trace_note_np(trid, key, "value"));
	assert_invalid(posix_trace_note_np(trid, "key", value));
	assert_invalid(posix_trace_note_np(trid, NULL, "value"));
	assert_invalid(posix_trace_note_np(trid, "key", NULL));
	assert_ok(posix_trace_get_status(trid, &status));
	ck_assert_int_eq(status.posix_stream_flush_error, 0);
	assert_invalid(posix_trace_note_np(create_for(0, 0, 0), "key", "v"));
	assert_invalid(posix_trace_note_np(open_log(make_log(1)), "key", "v"));
	assert_ok(posix_trace_shutdown(trid));
	assert_invalid(posix_trace_note_np(trid, "key", "value"));
}
END_TEST

/* Much too fast for a small stream: some events find no room. All are in the
 * log, or in a loss that lies where they are missing. */
START_TEST(losses_are_items_in_their_place)
{
	const uint32_t count = SANITIZED ? 200000 : 1000000;
	uint64_t lost = 0, events = 0, in_losses = 0;
	struct posix_trace_totals_np totals;
	struct posix_trace_item_np item;
	int fd = make_file(), overflows = 0;
	trace_id_t trid = create_logged_for(0, fd, 8192, 0);
	int64_t begun = now_ns(), ended;

	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < count; i++)
		record(type, 0, i);
	assert_ok(posix_trace_stop(trid));
	ended = now_ns();
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_get_totals_np(trid, &totals));
	assert_ok(posix_trace_shutdown(trid));

	trid = open_log(fd);
	while (next_item(trid, &item)) {
		if (item.kind == POSIX_TRACE_ITEM_LOSS_NP) {
			int64_t from = ns_of(item.info.posix_timestamp);

			ck_assert_uint_gt(item.lost, 0);
			ck_assert_int_le(from, ns_of(item.lost_end));
			ck_assert_int_ge(from, begun - CLOCK_TOLERANCE_NS);
			ck_assert_int_le(ns_of(item.lost_end),
					 now_ns() + CLOCK_TOLERANCE_NS);
			in_losses += item.lost;
			overflows++;
		} else if (item.info.posix_event_id == type) {
			const struct mark *mark = item.data;

			ck_assert_uint_ge(mark->number, events + lost);
			lost = mark->number - events;
			events++;
		}
	}
	ck_assert_int_ge(ended, begun);
	ck_assert_uint_gt(events, 0);
	ck_assert_uint_eq(in_losses + events, count);
	ck_assert_uint_eq(totals.lost, in_losses);
	ck_assert_int_eq(status_of(trid).posix_stream_overrun_status,
			 overflows ? POSIX_TRACE_OVERRUN :
				     POSIX_TRACE_NO_OVERRUN);
}
END_TEST

static void *record_one(void *argument)
{
	record(type, 1, 1);
	return argument;
}

START_TEST(totals_count_events_threads_and_bytes)
{
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);
	struct posix_trace_totals_np totals;
	pthread_t thread;
	struct stat st;

	assert_ok(posix_trace_get_totals_np(trid, &totals));
	ck_assert_uint_eq(totals.events, 0);
	assert_ok(posix_trace_start(trid));
	for (uint32_t i = 0; i < 100; i++)
		record(type, 0, i);
	for (int i = 0; i < 2; i++) {
		assert_ok(pthread_create(&thread, NULL, record_one, NULL));
		assert_ok(pthread_join(thread, NULL));
	}
	assert_ok(posix_trace_flush(trid));
	assert_ok(posix_trace_get_totals_np(trid, &totals));
	ck_assert_uint_eq(totals.events, 2 + 102);
	ck_assert_uint_eq(totals.lost, 0);
	ck_assert_uint_ge(totals.threads, 2); /* ids may be used again */
	ck_assert_uint_le(totals.threads, 3);
	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_eq(st.st_size, totals.log_bytes);
}
END_TEST

START_TEST(a_log_knows_its_process)
{
	trace_id_t trid = open_log(make_log(1));
	struct posix_trace_process_np process = { .pid = -1 };
	struct got got;

	while (log_next(trid, &got))
		;
	assert_ok(posix_trace_get_process_np(trid, 0, getpid(), &process));
	ck_assert_int_eq(process.pid, getpid());
	ck_assert_str_eq(process.name, "check_posix_trace_np");
	ck_assert_ptr_nonnull(strstr(process.command, "check_posix_trace_np"));
	ck_assert_int_eq(posix_trace_get_process_np(trid, 0, 1 << 30, &process),
			 ESRCH);
}
END_TEST

START_TEST(a_log_knows_what_was_in_memory)
{
	static const char here;
	trace_id_t trid = open_log(make_log(10));
	struct posix_trace_module_np module;

	assert_ok(posix_trace_get_module_np(trid, 0, getpid(), &here, &module));
	ck_assert_ptr_nonnull(strstr(module.path, "check_posix_trace_np"));
	ck_assert(module.start <= (const void *)&here);
	ck_assert(module.end > (const void *)&here);
	ck_assert(!module.build_id == !module.build_id_len);
	assert_ok(posix_trace_get_module_np(
		trid, 0, getpid(), (const char *)module.end - 1, &module));
	ck_assert_int_eq(posix_trace_get_module_np(trid, 0, getpid(), (void *)1,
						   &module),
			 ESRCH);
	ck_assert_int_eq(
		posix_trace_get_module_np(trid, 1, getpid(), &here, &module),
		ESRCH);
	ck_assert_int_eq(
		posix_trace_get_module_np(trid, 0, 1 << 30, &here, &module),
		ESRCH);
}
END_TEST

START_TEST(a_log_tells_of_itself)
{
	const int fd = make_log(10), other = make_log(10);
	struct posix_trace_log_np log, second;
	trace_id_t trid = open_log(fd);
	struct utsname host;
	struct stat st;

	assert_ok(posix_trace_get_log_np(trid, &log));
	ck_assert_uint_eq(log.version, 3);
	ck_assert_int_eq(log.target, getpid());
	ck_assert(log.clock == POSIX_TRACE_CLOCK_MONOTONIC_NP ?
			  log.tick_ns == 1 :
			  log.tick_ns > 0.01 && log.tick_ns < 100);
	ck_assert_int_eq(log.complete, 1);
	ck_assert_int_eq(uname(&host), 0);
	ck_assert_str_eq(log.host, host.nodename);
	ck_assert_ptr_nonnull(strstr(log.system, host.release));

	assert_ok(posix_trace_get_log_np(open_log(other), &second));
	ck_assert_mem_ne(log.uuid, second.uuid, sizeof(log.uuid));
	ck_assert_mem_eq(log.boot, second.boot, sizeof(log.boot));
	ck_assert_int_eq(log.clock_sync, second.clock_sync);
	if (log.clock_sync != POSIX_TRACE_SYNC_KEPT_NP) {
		ck_assert_int_eq(log.clock_offset_ns, 0);
		ck_assert_uint_eq(log.clock_error_ns, 0);
	}

	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_eq(ftruncate(fd, st.st_size - 5), 0);
	assert_ok(posix_trace_get_log_np(open_log(fd), &log));
	ck_assert_int_eq(log.complete, 0);
}
END_TEST

/* As many as reading finds, and where one reads is where one was. */
START_TEST(a_log_counts_what_it_has)
{
	struct posix_trace_count_np counted;
	struct posix_trace_item_np item;
	trace_id_t trid = open_log(make_log(20000));
	uint64_t events = 0, lost = 0;

	ck_assert(next_item(trid, &item));
	assert_ok(posix_trace_count_np(trid, &counted));
	ck_assert_uint_gt(counted.chunks, 1);
	do {
		events += item.kind == POSIX_TRACE_ITEM_EVENT_NP;
		lost += item.lost;
	} while (next_item(trid, &item));
	ck_assert_uint_gt(events, 2);
	ck_assert_uint_eq(counted.events, events);
	ck_assert_uint_eq(counted.lost, lost);
	ck_assert_uint_gt(counted.event_bytes, events * 24);
	ck_assert_uint_eq(counted.stored_bytes, counted.event_bytes);
}
END_TEST

START_TEST(a_log_without_events_has_no_times)
{
	struct timespec first, last;
	int fd = make_file();
	trace_id_t trid = create_logged_for(0, fd, 0, 0);

	assert_ok(posix_trace_shutdown(trid));
	trid = open_log(fd);
	ck_assert_int_eq(posix_trace_get_times_np(trid, &first, &last),
			 ENODATA);
}
END_TEST

/* A damaged section costs itself, and is told. */
START_TEST(damage_is_told)
{
	int fd = make_log(10);
	struct posix_trace_damage_np damage;
	trace_id_t trid = open_log(fd);
	struct got got;
	struct stat st;

	while (log_next(trid, &got))
		;
	assert_ok(posix_trace_get_damage_np(trid, &damage));
	ck_assert_uint_eq(damage.count, 0);
	assert_ok(posix_trace_close(trid));

	ck_assert_int_eq(fstat(fd, &st), 0);
	ck_assert_int_eq(ftruncate(fd, st.st_size - 5), 0);
	trid = open_log(fd);
	while (log_next(trid, &got))
		;
	assert_ok(posix_trace_get_damage_np(trid, &damage));
	ck_assert_uint_eq(damage.count, 1);
	ck_assert_uint_gt(damage.offset, 0);
	ck_assert_uint_lt(damage.offset, st.st_size);
	ck_assert_str_ne(damage.what, "");
}
END_TEST

START_TEST(streams_of_the_wrong_kind_are_refused)
{
	trace_id_t log = open_log(make_log(1)), trid = create_for(0, 0, 0);
	struct posix_trace_process_np process;
	struct posix_trace_module_np module;
	struct posix_trace_totals_np totals;
	struct posix_trace_damage_np damage;
	struct posix_trace_count_np count;
	struct posix_trace_item_np item;
	struct posix_trace_log_np told;
	int none;

	assert_invalid(posix_trace_getnext_item_np(trid, &item, &none));
	assert_invalid(posix_trace_getnext_item_np(log, NULL, &none));
	assert_invalid(posix_trace_getnext_item_np(log, &item, NULL));
	assert_invalid(posix_trace_get_totals_np(trid, &totals));
	assert_invalid(posix_trace_get_totals_np(log, &totals));
	assert_invalid(posix_trace_get_process_np(trid, 0, getpid(), &process));
	assert_invalid(posix_trace_get_process_np(log, 0, getpid(), NULL));
	assert_invalid(
		posix_trace_get_module_np(trid, 0, getpid(), NULL, &module));
	assert_invalid(posix_trace_get_module_np(log, 0, getpid(), NULL, NULL));
	assert_invalid(posix_trace_get_damage_np(trid, &damage));
	assert_invalid(posix_trace_get_damage_np(log, NULL));
	assert_invalid(posix_trace_get_log_np(trid, &told));
	assert_invalid(posix_trace_get_log_np(log, NULL));
	assert_invalid(posix_trace_count_np(trid, &count));
	assert_invalid(posix_trace_count_np(log, NULL));
}
END_TEST

START_TEST(the_version_is_that_of_the_generation_version)
{
	trace_attr_t attr = attr_of(0, 0);
	char version[TRACE_NAME_MAX];

	assert_ok(posix_trace_attr_getgenversion(&attr, version));
	ck_assert_ptr_nonnull(strstr(version, posix_trace_version_np()));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_np");
	TCase *tcase = tcase_create("posix_trace_np");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, events_are_wanted_while_a_stream_records_them);
	tcase_add_test(tcase, items_are_the_events_and_more_about_them);
	tcase_add_test(tcase, what_a_caller_has_lost_is_told_in_its_place);
	tcase_add_test(tcase, a_full_stream_counts_what_a_caller_has_lost);
	tcase_add_test(tcase, items_tell_where_they_are_in_the_log);
	tcase_add_test(tcase, a_stream_that_runs_can_note_something_in_its_log);
	tcase_add_test(tcase, notes_that_are_none_are_refused);
	tcase_add_test(tcase, losses_are_items_in_their_place);
	tcase_add_test(tcase, totals_count_events_threads_and_bytes);
	tcase_add_test(tcase, a_log_knows_its_process);
	tcase_add_test(tcase, a_log_knows_what_was_in_memory);
	tcase_add_test(tcase, a_log_tells_of_itself);
	tcase_add_test(tcase, a_log_counts_what_it_has);
	tcase_add_test(tcase, a_log_without_events_has_no_times);
	tcase_add_test(tcase, damage_is_told);
	tcase_add_test(tcase, streams_of_the_wrong_kind_are_refused);
	tcase_add_test(tcase, the_version_is_that_of_the_generation_version);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
