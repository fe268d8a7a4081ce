/*
 * check_cancellation.c - threads that are cancelled in the library
 *
 * Those that wait for an event can be; everything that is no cancellation
 * point for the standard is none here.
 */
#include "running_stream.h"

/* With a cancellation pending */

static int record_events(void)
{
	for (uint32_t i = 0; i < 1000; i++)
		record(type, 0, i);
	return 0;
}

static int use_names(void)
{
	char name[TRACE_EVENT_NAME_MAX + 1];
	trace_event_id_t one, two, three;
	int err;

	/* The first name of all may have files to open. */
	err = posix_trace_eventid_open("one", &one);
	err |= posix_trace_trid_eventid_open(trid, "two", &two);
	err |= posix_trace_trid_eventid_open(trid, "one", &three);
	err |= posix_trace_eventid_get_name(trid, two, name);
	err |= posix_trace_eventid_get_name(trid, POSIX_TRACE_START, name);
	return err || !posix_trace_eventid_equal(trid, one, three) ||
	       posix_trace_eventid_equal(trid, one, two);
}

static int stop_and_start(void)
{
	int err = 0;

	for (int i = 0; i < 100; i++) {
		err |= posix_trace_stop(trid);
		err |= posix_trace_start(trid);
	}
	return err;
}

static int try_to_read(void)
{
	struct got got;
	int unavailable = -1, err;

	record(type, 1, 2);
	for (int i = 0; i < 2; i++) {
		err = posix_trace_trygetnext_event(trid, &got.info, got.data,
						   ROOM, &got.len,
						   &unavailable);
		if (err || (unavailable != 0) != i)
			return 1;
	}
	return 0;
}

static int use_sets(void)
{
	trace_event_set_t set;
	int member = 0, err;

	err = posix_trace_eventset_empty(&set);
	err |= posix_trace_eventset_fill(&set, POSIX_TRACE_ALL_EVENTS);
	err |= posix_trace_eventset_del(type, &set);
	err |= posix_trace_eventset_add(type, &set);
	err |= posix_trace_eventset_ismember(type, &set, &member);
	return err || !member;
}

static int set_attributes(trace_attr_t *attr)
{
	int err;

	err = posix_trace_attr_setname(attr, "name");
	err |= posix_trace_attr_setinherited(attr, POSIX_TRACE_INHERITED);
	err |= posix_trace_attr_setlogfullpolicy(attr, POSIX_TRACE_APPEND);
	err |= posix_trace_attr_setstreamfullpolicy(attr, POSIX_TRACE_FLUSH);
	err |= posix_trace_attr_setlogsize(attr, 1 << 20);
	err |= posix_trace_attr_setmaxdatasize(attr, 100);
	err |= posix_trace_attr_setstreamsize(attr, 1 << 20);
	return err;
}

static int get_attributes(const trace_attr_t *attr)
{
	char text[TRACE_NAME_MAX];
	struct timespec time;
	size_t size;
	int value, err;

	err = posix_trace_attr_getname(attr, text);
	err |= posix_trace_attr_getgenversion(attr, text);
	err |= posix_trace_attr_getclockres(attr, &time);
	err |= posix_trace_attr_getcreatetime(attr, &time);
	err |= posix_trace_attr_getinherited(attr, &value);
	err |= posix_trace_attr_getlogfullpolicy(attr, &value);
	err |= posix_trace_attr_getstreamfullpolicy(attr, &value);
	err |= posix_trace_attr_getlogsize(attr, &size);
	err |= posix_trace_attr_getmaxdatasize(attr, &size);
	err |= posix_trace_attr_getstreamsize(attr, &size);
	err |= posix_trace_attr_getmaxsystemeventsize(attr, &size);
	err |= posix_trace_attr_getmaxusereventsize(attr, 10, &size);
	return err;
}

static int use_attributes(void)
{
	trace_attr_t attr;

	return posix_trace_attr_init(&attr) || set_attributes(&attr) ||
	       get_attributes(&attr) || posix_trace_attr_destroy(&attr);
}

static int (*const deeds[])(void) = {
	record_events,	/* CAN-01 */
	use_names,	/* CAN-02 */
	stop_and_start, /* CAN-03 */
	try_to_read,	/* CAN-04 */
	use_sets,	/* CAN-05 */
	use_attributes, /* CAN-06 */
};

static void *do_cancelled(void *deed)
{
	pthread_cancel(pthread_self());
	return (*(int (**)(void))deed)() ? NULL : deed;
}

/* CAN-01 CAN-02 CAN-03 CAN-04 CAN-05 CAN-06: in a thread that has never used
 * the library, and so has everything to set up. */
START_TEST(a_pending_cancellation_lets_a_thread_through)
{
	int (*deed)(void) = deeds[_i];
	pthread_t thread;
	void *result;

	assert_ok(pthread_create(&thread, NULL, do_cancelled, (void *)&deed));
	assert_ok(pthread_join(thread, &result));
	ck_assert_ptr_eq(result, (void *)&deed);
}
END_TEST

/* CAN-01 CAN-02: nor has its process. */
START_TEST(a_pending_cancellation_lets_the_first_thread_of_a_child_through)
{
	pid_t child = fork();
	trace_event_id_t other;

	/* No assertion here: these write, and that is a cancellation point. */
	if (!child) {
		pthread_cancel(pthread_self());
		leave(posix_trace_eventid_open("of the child", &other) ||
		      other == type);
	}
	assert_exits_0(child);
}
END_TEST

/* Waiting readers */

struct waiter {
	pthread_t thread;
	bool has_limit;
	bool is_cancelled; /* from the beginning */
	bool is_patient;   /* disables cancellation */
	_Atomic pid_t tid; /* known once it is about to wait */
	int err;
	int none;
	bool was_cleaned_up;
	struct got got;
};

static void clean_up(void *argument)
{
	struct waiter *waiter = argument;

	waiter->was_cleaned_up = true;
}

static int wait_for_event(struct waiter *waiter)
{
	const struct timespec limit = in_ms(1000000);
	struct got *got = &waiter->got;

	if (waiter->has_limit)
		return posix_trace_timedgetnext_event(
			trid, &got->info, got->data, ROOM, &got->len,
			&waiter->none, &limit);
	return posix_trace_getnext_event(trid, &got->info, got->data, ROOM,
					 &got->len, &waiter->none);
}

static void *wait_here(void *argument)
{
	struct waiter *waiter = argument;

	if (waiter->is_patient)
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	if (waiter->is_cancelled)
		pthread_cancel(pthread_self());
	atomic_store(&waiter->tid, gettid());
	pthread_cleanup_push(clean_up, waiter);
	waiter->err = wait_for_event(waiter);
	pthread_cleanup_pop(0);
	return waiter;
}

static bool is_asleep(pid_t tid)
{
	char path[64], text[256] = "";
	const char *end;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return true; /* it has ended */
	ck_assert_int_ge(read(fd, text, sizeof(text) - 1), 0);
	close(fd);
	end = strrchr(text, ')');
	return end && end[2] == 'S';
}

static void begin_waiting(struct waiter *waiter)
{
	assert_ok(pthread_create(&waiter->thread, NULL, wait_here, waiter));
	while (!atomic_load(&waiter->tid) ||
	       (!waiter->is_cancelled && !is_asleep(waiter->tid)))
		nap_ms(1);
}

static void assert_cancelled(struct waiter *waiter)
{
	void *result;

	assert_ok(pthread_join(waiter->thread, &result));
	ck_assert_ptr_eq(result, PTHREAD_CANCELED);
	ck_assert(waiter->was_cleaned_up);
}

static void assert_delivered(struct waiter *waiter, uint32_t who,
			     uint32_t number)
{
	void *result;

	assert_ok(pthread_join(waiter->thread, &result));
	ck_assert_ptr_eq(result, waiter);
	assert_ok(waiter->err);
	ck_assert_int_eq(waiter->none, 0);
	assert_mark(&waiter->got, who, number);
}

/* The lowest bits of the number of a round. */
static struct waiter waiter_of(int round)
{
	return (struct waiter){
		.has_limit = round & 1,
		.is_cancelled = round & 2,
		.none = -1,
	};
}

/* The stream is none the worse: nothing was taken, others can wait, and the
 * shutdown returns. */
static void assert_unharmed(void)
{
	struct waiter next = waiter_of(0);

	record(type, 5, 6);
	assert_next_mark(trid, type, 5, 6);
	begin_waiting(&next);
	record(type, 7, 8);
	assert_delivered(&next, 7, 8);
	assert_empty(trid);
	assert_ok(posix_trace_stop(trid));
	ck_assert_uint_eq(drain(trid), 1);
	assert_ok(posix_trace_shutdown(trid));
}

/* BLK-10: without and with a limit, while it waits and before that. */
START_TEST(a_waiting_reader_can_be_cancelled)
{
	struct waiter waiter = waiter_of(_i);

	begin_waiting(&waiter);
	if (!waiter.is_cancelled)
		assert_ok(pthread_cancel(waiter.thread));
	assert_cancelled(&waiter);
	assert_unharmed();
}
END_TEST

/* BLK-10: who was not cancelled gets the event. */
START_TEST(of_several_waiting_readers_one_can_be_cancelled)
{
	struct waiter waiters[] = { waiter_of(0), waiter_of(1), waiter_of(0) };

	for (size_t i = 0; i < ARRAY_LEN(waiters); i++)
		begin_waiting(&waiters[i]);
	for (int i = 0; i < 2; i++) {
		assert_ok(pthread_cancel(waiters[i].thread));
		assert_cancelled(&waiters[i]);
	}
	record(type, 1, 2);
	assert_delivered(&waiters[2], 1, 2);
	assert_unharmed();
}
END_TEST

/* BLK-10: and the thread that wants none is left alone. */
START_TEST(a_reader_that_disabled_cancellation_waits_on)
{
	struct waiter waiter = waiter_of(_i);

	waiter.is_patient = true;
	begin_waiting(&waiter);
	if (!waiter.is_cancelled)
		assert_ok(pthread_cancel(waiter.thread));
	nap_ms(20);
	record(type, 1, 2);
	assert_delivered(&waiter, 1, 2);
	assert_unharmed();
}
END_TEST

static unsigned count_fds(void)
{
	unsigned count = 0;

	for (int fd = 0; fd < 1000; fd++)
		count += fcntl(fd, F_GETFD) != -1;
	return count;
}

/* BLK-10: nothing of the stream is kept by the readers that are gone. */
START_TEST(cancelled_readers_leave_nothing_behind)
{
	const unsigned fds = count_fds();

	for (int i = 0; i < TRACE_SYS_MAX + 10; i++) {
		struct waiter waiter = waiter_of(i & 1);

		assert_ok(posix_trace_shutdown(trid));
		trid = create_for(0, 0, 0);
		begin_waiting(&waiter);
		assert_ok(pthread_cancel(waiter.thread));
		assert_cancelled(&waiter);
	}
	ck_assert_uint_eq(count_fds(), fds);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cancellation");
	TCase *tcase = tcase_create("cancellation");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_loop_test(tcase, a_pending_cancellation_lets_a_thread_through,
			    0, ARRAY_LEN(deeds));
	tcase_add_test(
		tcase,
		a_pending_cancellation_lets_the_first_thread_of_a_child_through);
	tcase_add_loop_test(tcase, a_waiting_reader_can_be_cancelled, 0, 4);
	tcase_add_test(tcase, of_several_waiting_readers_one_can_be_cancelled);
	tcase_add_loop_test(tcase, a_reader_that_disabled_cancellation_waits_on,
			    0, 4);
	tcase_add_test(tcase, cancelled_readers_leave_nothing_behind);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
