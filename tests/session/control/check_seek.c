/*
 * check_seek.c - posix_trace_seek_np() goes to where reading would come to
 *
 * On logs of several threads that were recorded just now. What a seek gives is
 * compared with all that the log has, read from the beginning.
 */
#include <trace_np.h>

#include "tracing.h"

enum {
	RECORDERS = 3,
	ITEMS_MAX = 1 << 18,
	SEEKS = 100,
	COMPARED = 20,
	STREAM = 65536,
};

struct seen {
	int kind;
	pid_t tid;
	trace_event_id_t type;
	int64_t begin_ns;
	int64_t end_ns; /* of a loss; else the same */
	struct mark mark;
};

static trace_event_id_t type;
static struct seen all[ITEMS_MAX];
static unsigned count;

static void setup(void)
{
	type = type_of("event");
}

static bool next_seen(trace_id_t log, struct seen *seen)
{
	struct posix_trace_item_np item;
	int none = -1;

	assert_ok(posix_trace_getnext_item_np(log, &item, &none));
	if (none)
		return false;
	memset(seen, 0, sizeof(*seen));
	seen->kind = item.kind;
	seen->tid = item.tid;
	seen->type = item.info.posix_event_id;
	seen->begin_ns = seen->end_ns = ns_of(item.info.posix_timestamp);
	if (item.kind == POSIX_TRACE_ITEM_LOSS_NP) {
		seen->type = 0;
		seen->end_ns = ns_of(item.lost_end);
	} else if (item.data_len >= sizeof(seen->mark)) {
		memcpy(&seen->mark, item.data, sizeof(seen->mark));
	}
	return true;
}

static void read_all(int fd)
{
	trace_id_t log = open_log(fd);

	count = 0;
	while (count < ITEMS_MAX && next_seen(log, &all[count]))
		count++;
	assert_ok(posix_trace_close(log));
}

static int go_to(trace_id_t log, int64_t ns)
{
	const struct timespec time = { .tv_sec = ns / NS_PER_S,
				       .tv_nsec = ns % NS_PER_S };

	return posix_trace_seek_np(log, &time);
}

static void expect_from(trace_id_t log, int64_t ns, unsigned limit)
{
	struct seen seen;
	unsigned i = 0;

	while (i < count && all[i].end_ns < ns)
		i++;
	assert_ok(go_to(log, ns));
	for (; i < count && limit; i++, limit--) {
		ck_assert(next_seen(log, &seen));
		ck_assert_mem_eq(&seen, &all[i], sizeof(seen));
	}
	if (limit)
		ck_assert(!next_seen(log, &seen));
}

static void expect_times(trace_id_t log)
{
	struct timespec first, last;

	assert_ok(posix_trace_get_times_np(log, &first, &last));
	ck_assert_int_eq(ns_of(first), all[0].begin_ns);
	ck_assert_int_eq(ns_of(last), all[count - 1].end_ns);
}

static void expect_seeking(int fd)
{
	struct seen begin;
	trace_id_t log;

	read_all(fd);
	ck_assert_uint_gt(count, 0);
	log = open_log(fd);
	expect_times(log);
	ck_assert(next_seen(log, &begin));
	ck_assert_mem_eq(&begin, &all[0], sizeof(begin));
	for (unsigned i = 0; i < SEEKS; i++) {
		const struct seen *seen =
			&all[i * UINT64_C(7919) % SEEKS * count / SEEKS];

		expect_from(log, seen->end_ns + (int)(i % 3) - 1, COMPARED);
		expect_from(log, seen->begin_ns, COMPARED);
		if (i % 16)
			continue;
		assert_ok(posix_trace_rewind(log));
		ck_assert(next_seen(log, &(struct seen){ 0 }));
	}
	expect_from(log, 0, count);
	expect_from(log, all[count / 2].end_ns, count);
	expect_from(log, all[count - 1].end_ns, count);
	expect_from(log, all[count - 1].end_ns + 1, count);
	expect_times(log);
	assert_ok(posix_trace_close(log));
}

/* A stream to a log, as some thread after another fills it. */

struct recording {
	int fd;
	trace_id_t trid;
	uint32_t events; /* of each thread */
	bool flushes;	 /* on request, beside what the stream does itself */
};

static struct recording now;

static trace_id_t create(int fd, int stream_policy, int log_policy,
			 size_t log_size)
{
	trace_attr_t attr = attr_of(STREAM, 0);
	trace_id_t trid;

	assert_ok(posix_trace_attr_setstreamfullpolicy(&attr, stream_policy));
	assert_ok(posix_trace_attr_setlogfullpolicy(&attr, log_policy));
	if (log_size)
		assert_ok(posix_trace_attr_setlogsize(&attr, log_size));
	assert_ok(posix_trace_create_withlog(0, &attr, fd, &trid));
	assert_ok(posix_trace_start(trid));
	return trid;
}

static void *record_some(void *argument)
{
	const uint32_t me = (uint32_t)(uintptr_t)argument;

	for (uint32_t i = 0; i < now.events; i++) {
		record(type, me, i);
		if (!(i % 200))
			nap_ms(1);
		if (now.flushes && !(i % 777))
			assert_ok(posix_trace_flush(now.trid));
	}
	return NULL;
}

static void record_by_threads(uint32_t events)
{
	pthread_t thread[RECORDERS];

	now.events = events;
	for (uintptr_t i = 0; i < RECORDERS; i++)
		assert_ok(pthread_create(&thread[i], NULL, record_some,
					 (void *)i));
	for (unsigned i = 0; i < RECORDERS; i++)
		assert_ok(pthread_join(thread[i], NULL));
}

START_TEST(a_log_of_several_threads_is_found_through)
{
	static const int policies[] = { POSIX_TRACE_FLUSH, POSIX_TRACE_LOOP,
					POSIX_TRACE_UNTIL_FULL };

	now.fd = make_file();
	now.trid = create(now.fd, policies[_i], POSIX_TRACE_APPEND, 0);
	now.flushes = true;
	record_by_threads(10000);
	assert_ok(posix_trace_shutdown(now.trid));
	expect_seeking(now.fd);
}
END_TEST

START_TEST(full_logs_are_found_through)
{
	static const int policies[] = { POSIX_TRACE_LOOP,
					POSIX_TRACE_UNTIL_FULL };

	now.fd = make_file();
	now.trid = create(now.fd, POSIX_TRACE_FLUSH, policies[_i], 256 << 10);
	record_by_threads(10000);
	if (_i == 0) {
		/* Or once a second there is more in it. */
		assert_ok(posix_trace_stop(now.trid));
		assert_ok(posix_trace_flush(now.trid));
		expect_seeking(now.fd);
	}
	assert_ok(posix_trace_shutdown(now.trid));
	expect_seeking(now.fd);
}
END_TEST

/* Too fast for the stream: then there are losses, and times within them. */
START_TEST(a_loss_that_covers_the_time_is_delivered)
{
	trace_id_t log;
	bool any = false;

	now.fd = make_file();
	now.trid =
		create(now.fd, POSIX_TRACE_UNTIL_FULL, POSIX_TRACE_APPEND, 0);
	for (unsigned i = 0; i < 5; i++) {
		for (uint32_t j = 0; j < 4000; j++)
			record(type, 0, j);
		nap_ms(1);
		assert_ok(posix_trace_flush(now.trid));
	}
	assert_ok(posix_trace_shutdown(now.trid));
	expect_seeking(now.fd);

	log = open_log(now.fd);
	for (unsigned i = 0; i < count; i++) {
		if (all[i].kind != POSIX_TRACE_ITEM_LOSS_NP)
			continue;
		any = true;
		expect_from(log, all[i].begin_ns + 1, COMPARED);
		expect_from(log, all[i].end_ns, COMPARED);
		expect_from(log, all[i].end_ns + 1, COMPARED);
	}
	ck_assert(any);
}
END_TEST

START_TEST(the_log_of_a_killed_controller_is_found_through)
{
	pid_t child;
	int status;

	now.fd = make_file();
	child = fork();
	if (!child) {
		now.trid = create(now.fd, POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND,
				  0);
		record_by_threads(10000);
		raise(SIGKILL);
	}
	ck_assert_int_gt(child, 0);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status));
	expect_seeking(now.fd);
}
END_TEST

START_TEST(a_growing_log_goes_on_at_the_time)
{
	struct seen seen;
	trace_id_t log;
	int64_t ns;

	now.fd = make_file();
	now.trid = create(now.fd, POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND, 0);
	record_by_threads(500);
	assert_ok(posix_trace_flush(now.trid));

	log = open_log(now.fd);
	record(type, 7, 7); /* too early */
	ns = now_ns() + 5 * NS_PER_MS;
	assert_ok(go_to(log, ns));
	ck_assert(!next_seen(log, &seen));
	assert_ok(posix_trace_flush(now.trid));
	nap_ms(10);
	record(type, 8, 8);
	assert_ok(posix_trace_flush(now.trid));
	do
		ck_assert(next_seen(log, &seen));
	while (seen.type != type);
	ck_assert_uint_eq(seen.mark.who, 8);
	ck_assert_int_ge(seen.begin_ns, ns);
	record_by_threads(500);
	assert_ok(posix_trace_shutdown(now.trid));

	read_all(now.fd);
	expect_from(log, 0, count);
	expect_from(log, ns, count);
}
END_TEST

START_TEST(only_prerecorded_streams_and_times_will_do)
{
	const struct timespec zero = { 0, 0 }, low = { 0, -1 };
	const struct timespec high = { 0, NS_PER_S };
	struct timespec first, last;
	trace_id_t log;

	now.fd = make_file();
	now.trid = create(now.fd, POSIX_TRACE_FLUSH, POSIX_TRACE_APPEND, 0);
	assert_invalid(posix_trace_seek_np(now.trid, &zero));
	assert_invalid(posix_trace_get_times_np(now.trid, &first, &last));
	assert_ok(posix_trace_shutdown(now.trid));
	assert_invalid(posix_trace_seek_np(now.trid, &zero));

	log = open_log(now.fd);
	assert_invalid(posix_trace_seek_np(log, NULL));
	assert_invalid(posix_trace_seek_np(log, &low));
	assert_invalid(posix_trace_seek_np(log, &high));
	assert_ok(posix_trace_seek_np(log, &zero));
	assert_invalid(posix_trace_get_times_np(log, NULL, &last));
	assert_invalid(posix_trace_get_times_np(log, &first, NULL));
	assert_ok(posix_trace_close(log));
	assert_invalid(posix_trace_seek_np(log, &zero));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("posix_trace_seek_np");
	TCase *logs = tcase_create("logs");

	tcase_add_checked_fixture(logs, setup, NULL);
	tcase_set_timeout(logs, 30);
	tcase_add_loop_test(logs, a_log_of_several_threads_is_found_through, 0,
			    3);
	tcase_add_loop_test(logs, full_logs_are_found_through, 0, 2);
	tcase_add_test(logs, a_loss_that_covers_the_time_is_delivered);
	tcase_add_test(logs, the_log_of_a_killed_controller_is_found_through);
	tcase_add_test(logs, a_growing_log_goes_on_at_the_time);
	tcase_add_test(logs, only_prerecorded_streams_and_times_will_do);
	suite_add_tcase(suite, logs);

	return run_suite(suite);
}
