/* Threads that record at the same time. */
#include <limits.h>
#include <sched.h>

#include "event.h"

/* Threads */

/* THR-01 THR-02 THR-03 */
START_TEST(threads_lose_nothing_and_keep_their_order)
{
	uint32_t next[THREADS] = { 0 };
	trace_id_t trid = start_stream(BIG);
	pthread_t thread[THREADS];
	struct got got;

	for (uintptr_t t = 0; t < THREADS; t++)
		assert_ok(pthread_create(&thread[t], NULL, write_many,
					 (void *)t));
	for (int t = 0; t < THREADS; t++)
		assert_ok(pthread_join(thread[t], NULL));

	assert_next_is(trid, POSIX_TRACE_START, &got);
	while (try_next(trid, &got)) {
		ck_assert_uint_eq(got.info.posix_event_id, type);
		ck_assert_uint_lt(got.mark.who, THREADS);
		ck_assert(pthread_equal(got.info.posix_thread_id,
					thread[got.mark.who]));
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	}
	for (int t = 0; t < THREADS; t++)
		ck_assert_uint_eq(next[t], MANY / THREADS);
}
END_TEST

/* THR-05 GET-02 GET-03 GET-15: the reader keeps up, or has room to spare. */
START_TEST(reading_along_loses_and_repeats_nothing)
{
	uint32_t next[4] = { 0 }, count = 0;
	trace_id_t trid = start_stream(BIG);
	pthread_t thread[4];
	struct got got;
	int64_t last = 0;

	for (uintptr_t t = 0; t < 4; t++)
		assert_ok(pthread_create(&thread[t], NULL, write_many,
					 (void *)t));
	while (count < 4 * (MANY / THREADS)) {
		await_next(trid, &got);
		ck_assert_int_ge(ns_of(got.info.posix_timestamp),
				 last - CLOCK_TOLERANCE_NS);
		last = ns_of(got.info.posix_timestamp);
		if (!is_user(&got))
			continue;
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
		count++;
	}
	for (int t = 0; t < 4; t++)
		assert_ok(pthread_join(thread[t], NULL));
	assert_empty(trid);
}
END_TEST

static void *write_one(void *argument)
{
	record(type, MAIN, (uint32_t)(uintptr_t)argument);
	return NULL;
}

/* SIZ-06: what threads leave behind, the next ones use. */
START_TEST(threads_that_come_and_go_share_the_room)
{
	enum { COMERS = SANITIZED ? 500 : 3000 };
	trace_id_t trid = start_stream(1 << 20);
	pthread_t thread;
	struct got got;

	for (uintptr_t t = 0; t < COMERS; t++) {
		assert_ok(pthread_create(&thread, NULL, write_one, (void *)t));
		assert_ok(pthread_join(thread, NULL));
	}
	assert_next_is(trid, POSIX_TRACE_START, &got);
	for (uint32_t t = 0; t < COMERS; t++)
		assert_next_mark(trid, type, MAIN, t);
	assert_empty(trid);
}
END_TEST

static pthread_barrier_t all_there;

static void *write_one_and_stay(void *argument)
{
	pthread_barrier_wait(&all_there);
	record(type, MAIN, (uint32_t)(uintptr_t)argument);
	pthread_barrier_wait(&all_there);
	return NULL;
}

/* All live at one time, in a stream of the default size. */
START_TEST(more_threads_than_the_stream_has_chunks_lose_nothing)
{
	enum { ALL = 1500 };
	static pthread_t thread[ALL];
	trace_id_t trid = start_stream(256 << 10);
	uint64_t seen = 0;
	struct got got;

	assert_ok(pthread_barrier_init(&all_there, NULL, ALL + 1));
	for (uintptr_t t = 0; t < ALL; t++)
		assert_ok(pthread_create(&thread[t], NULL, write_one_and_stay,
					 (void *)t));
	pthread_barrier_wait(&all_there);
	pthread_barrier_wait(&all_there);
	for (int t = 0; t < ALL; t++)
		assert_ok(pthread_join(thread[t], NULL));
	assert_next_is(trid, POSIX_TRACE_START, &got);
	while (try_next(trid, &got)) {
		ck_assert_uint_eq(got.info.posix_event_id, type);
		seen += got.mark.number + 1;
	}
	ck_assert_uint_eq(seen, (uint64_t)ALL * (ALL + 1) / 2);
}
END_TEST

/* A thread with the smallest stack there is, all signals blocked. */
START_TEST(a_tiny_stack_is_enough)
{
	trace_id_t trid = start_stream(BIG);
	pthread_attr_t small;
	sigset_t all, saved;
	pthread_t thread;

	pthread_attr_init(&small);
	assert_ok(pthread_attr_setstacksize(
		&small, SANITIZED ? 65536 : (size_t)PTHREAD_STACK_MIN));
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &saved);
	assert_ok(pthread_create(&thread, &small, write_many, NULL));
	pthread_sigmask(SIG_SETMASK, &saved, NULL);
	assert_ok(pthread_join(thread, NULL));
	ck_assert_uint_eq(drain(trid), 1 + MANY / THREADS);
}
END_TEST

static void *write_cancelled(void *argument)
{
	(void)argument;
	pthread_cancel(pthread_self());
	for (uint32_t i = 0; i < 1000; i++)
		record(type, MAIN, i);
	return (void *)1;
}

/* CAN-01 */
START_TEST(a_cancelled_thread_records_on)
{
	trace_id_t trid = start_stream(0);
	pthread_t thread;
	void *result;

	assert_ok(pthread_create(&thread, NULL, write_cancelled, NULL));
	assert_ok(pthread_join(thread, &result));
	ck_assert_ptr_eq(result, (void *)1);
	ck_assert_uint_eq(drain(trid), 1 + 1000);
}
END_TEST

static void *come_and_go(void *argument)
{
	for (int i = 0; i < (SANITIZED ? 20 : 100); i++) {
		trace_id_t trid;
		trace_attr_t attr;

		if (posix_trace_attr_init(&attr) ||
		    posix_trace_create(0, &attr, &trid) ||
		    posix_trace_start(trid) || posix_trace_stop(trid) ||
		    posix_trace_shutdown(trid))
			return argument;
	}
	return NULL;
}

/* THR-08 */
START_TEST(streams_come_and_go_while_threads_write)
{
	trace_id_t trid = start_stream(BIG);
	pthread_t writer[2], controller[2];
	uint32_t next[2] = { 0 };
	struct got got;
	void *result;

	for (uintptr_t t = 0; t < 2; t++)
		assert_ok(pthread_create(&writer[t], NULL, write_many,
					 (void *)t));
	for (int t = 0; t < 2; t++)
		assert_ok(pthread_create(&controller[t], NULL, come_and_go,
					 (void *)1));
	for (int t = 0; t < 2; t++) {
		assert_ok(pthread_join(controller[t], &result));
		ck_assert_ptr_null(result);
		assert_ok(pthread_join(writer[t], NULL));
	}

	assert_next_is(trid, POSIX_TRACE_START, &got);
	while (try_next(trid, &got))
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	ck_assert_uint_eq(next[0], MANY / THREADS);
	ck_assert_uint_eq(next[1], MANY / THREADS);
}
END_TEST

/* What one thread does over and over, from wherever it is in its list. */

static trace_id_t shared;

static int ask_status(uint32_t i)
{
	struct posix_trace_status_info status;

	(void)i;
	return posix_trace_get_status(shared, &status) ||
	       status.posix_stream_status != POSIX_TRACE_RUNNING;
}

static int change_filter(uint32_t i)
{
	trace_event_set_t set;
	int err;

	err = posix_trace_eventset_empty(&set);
	err |= posix_trace_eventset_add(other, &set);
	err |= posix_trace_set_filter(shared, &set,
				      i % 2 ? POSIX_TRACE_ADD_EVENTSET :
					      POSIX_TRACE_SUB_EVENTSET);
	return err || posix_trace_get_filter(shared, &set);
}

static int name_types(uint32_t i)
{
	char wanted[32], name[TRACE_EVENT_NAME_MAX + 1] = "";
	trace_event_id_t opened;

	snprintf(wanted, sizeof(wanted), "name %u", (unsigned)(i % 500));
	return posix_trace_trid_eventid_open(shared, wanted, &opened) ||
	       posix_trace_eventid_get_name(shared, opened, name) ||
	       strcmp(name, wanted) != 0;
}

static int walk_the_list(uint32_t i)
{
	trace_event_id_t listed;
	int none;

	return i % 100 ? posix_trace_eventtypelist_getnext_id(shared, &listed,
							      &none) :
			 posix_trace_eventtypelist_rewind(shared);
}

static int ask_attributes(uint32_t i)
{
	trace_attr_t attr;
	size_t size;

	(void)i;
	return posix_trace_get_attr(shared, &attr) ||
	       posix_trace_attr_getstreamsize(&attr, &size) || size < BIG;
}

static int (*const chores[])(uint32_t) = {
	ask_status,	ask_status,	change_filter, change_filter,
	name_types,	name_types,	walk_the_list, walk_the_list,
	ask_attributes, ask_attributes,
};

static _Atomic bool done;

static void *do_chore(void *argument)
{
	int (*chore)(uint32_t) = *(int (*const *)(uint32_t))argument;

	for (uint32_t i = 0; !done; i++) {
		if (chore(i))
			return NULL;
		sched_yield();
	}
	return argument;
}

/* THR-09 THR-05: two threads for each chore, two that write, one reads. */
START_TEST(streams_are_handled_while_threads_write_and_read)
{
	pthread_t worker[ARRAY_LEN(chores)], writer[2];
	uint32_t next[2] = { 0 };
	struct got got;
	void *result;

	shared = start_stream(BIG);
	for (size_t i = 0; i < ARRAY_LEN(chores); i++)
		assert_ok(pthread_create(&worker[i], NULL, do_chore,
					 (void *)(uintptr_t)&chores[i]));
	for (uintptr_t t = 0; t < ARRAY_LEN(writer); t++)
		assert_ok(pthread_create(&writer[t], NULL, write_many,
					 (void *)t));
	while (next[0] + next[1] < 2 * (MANY / THREADS)) {
		await_next(shared, &got);
		if (got.info.posix_event_id != type)
			continue;
		ck_assert_uint_lt(got.mark.who, ARRAY_LEN(next));
		assert_mark(&got, got.mark.who, next[got.mark.who]++);
	}
	done = true;
	for (size_t i = 0; i < ARRAY_LEN(chores); i++) {
		assert_ok(pthread_join(worker[i], &result));
		ck_assert_msg(result != NULL, "chore %zu failed", i);
	}
	for (size_t t = 0; t < ARRAY_LEN(writer); t++)
		assert_ok(pthread_join(writer[t], NULL));
	assert_ok(posix_trace_shutdown(shared));
}
END_TEST

static TCase *threads(void)
{
	TCase *tcase = tcase_create("threads");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, threads_lose_nothing_and_keep_their_order);
	tcase_add_test(tcase, reading_along_loses_and_repeats_nothing);
	tcase_add_test(tcase, threads_that_come_and_go_share_the_room);
	tcase_add_test(tcase,
		       more_threads_than_the_stream_has_chunks_lose_nothing);
	tcase_add_test(tcase, a_tiny_stack_is_enough);
	tcase_add_test(tcase, a_cancelled_thread_records_on);
	tcase_add_test(tcase, streams_come_and_go_while_threads_write);
	tcase_add_test(tcase, streams_are_handled_while_threads_write_and_read);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_event_threads");

	suite_add_tcase(suite, threads());
	return run_suite(suite);
}
