/* Signal handlers that record, whatever they interrupt. */
#include <sched.h>

#include "event.h"

static volatile sig_atomic_t handled;

static void on_signal(int number)
{
	(void)number;
	record(other, HANDLER, (uint32_t)handled);
	handled++;
}

/* SIG-01 */
START_TEST(a_handlers_event_stands_where_it_was_made)
{
	trace_id_t trid = start_stream(0);

	handle(SIGUSR1, on_signal, 0);
	drain(trid);
	record(type, MAIN, 0);
	raise(SIGUSR1);
	record(type, MAIN, 1);

	assert_next_mark(trid, type, MAIN, 0);
	assert_next_mark(trid, other, HANDLER, 0);
	assert_next_mark(trid, type, MAIN, 1);
}
END_TEST

/* SIG-02 SIG-03 */
START_TEST(a_storm_of_signals_damages_nothing)
{
	trace_id_t trid = start_stream(BIG);
	uint32_t i = 0;

	handle(SIGALRM, on_signal, SA_RESTART);
	storm(100);
	while (i < MANY || (handled < 100 && i < 400000))
		record(type, MAIN, i++);
	storm(0);
	ck_assert_int_gt(handled, 0);
	assert_rows(trid, i, (uint32_t)handled);
}
END_TEST

static _Atomic bool enough;

static void *send_signals(void *argument)
{
	pthread_t *thread = argument;

	while (!enough) {
		pthread_kill(*thread, SIGUSR1);
		sched_yield();
	}
	return NULL;
}

/* SIG-02 SIG-03 */
START_TEST(signals_of_another_thread_damage_nothing)
{
	trace_id_t trid = start_stream(BIG);
	pthread_t self = pthread_self(), sender;

	handle(SIGUSR1, on_signal, 0);
	assert_ok(pthread_create(&sender, NULL, send_signals, &self));
	for (uint32_t i = 0; i < MANY; i++)
		record(type, MAIN, i);
	enough = true;
	assert_ok(pthread_join(sender, NULL));
	assert_rows(trid, MANY, (uint32_t)handled);
}
END_TEST

static void on_nested(int number)
{
	record(other, HANDLER, (uint32_t)number);
	if (number < SIGRTMIN + 20)
		raise(number + 1);
	record(other, HANDLER, (uint32_t)number);
}

/* SIG-02: handlers in handlers, none inside an event. */
START_TEST(nested_handlers_all_record)
{
	trace_id_t trid = start_stream(0);

	/* Handlers may be put off: then they do not nest. */
	if (SANITIZED)
		return;
	for (int i = SIGRTMIN; i <= SIGRTMIN + 20; i++)
		handle(i, on_nested, 0);
	drain(trid);
	raise(SIGRTMIN);
	for (int i = SIGRTMIN; i <= SIGRTMIN + 20; i++)
		assert_next_mark(trid, other, HANDLER, (uint32_t)i);
	for (int i = SIGRTMIN + 20; i >= SIGRTMIN; i--)
		assert_next_mark(trid, other, HANDLER, (uint32_t)i);
	assert_empty(trid);
}
END_TEST

/* SIG-04 */
START_TEST(a_handler_may_interrupt_all_other_functions)
{
	trace_id_t trid = start_stream(BIG);
	const int64_t end = now_ns() + NS_PER_S;
	struct got got;

	handle(SIGALRM, on_signal, SA_RESTART);
	storm(100);
	for (int i = 0; now_ns() < end; i++) {
		trace_id_t second = start_stream(0);
		int fd = make_file();
		trace_id_t logged = create_logged_for(0, fd, 0, 0);

		type_numbered(i % 500);
		status_of(trid);
		assert_ok(posix_trace_start(logged));
		assert_ok(posix_trace_flush(logged));
		try_next(second, &got);
		assert_ok(posix_trace_stop(second));
		assert_ok(posix_trace_shutdown(logged));
		assert_ok(posix_trace_shutdown(second));
		close(fd);
	}
	storm(0);
	ck_assert_int_gt(handled, 10);
	assert_rows(trid, 0, (uint32_t)handled);
}
END_TEST

static void on_rain(int number)
{
	(void)number;
	handled++;
}

/* FLT-22: every call counts, as FILTER tells. */
START_TEST(signals_do_not_interrupt_a_change_of_filter)
{
	trace_id_t trid = start_stream(0);
	pthread_t self = pthread_self(), sender;
	trace_event_set_t sets[2], set;
	struct got got;

	handle(SIGUSR1, on_rain, 0);
	assert_ok(posix_trace_eventset_empty(&sets[0]));
	assert_ok(posix_trace_eventset_empty(&sets[1]));
	assert_ok(posix_trace_eventset_add(other, &sets[1]));
	drain(trid);
	assert_ok(pthread_create(&sender, NULL, send_signals, &self));
	for (int i = 1; i < 300 || (handled < 10 && i < 100000); i++) {
		assert_ok(posix_trace_set_filter(trid, &sets[i % 2],
						 POSIX_TRACE_SET_EVENTSET));
		assert_ok(posix_trace_get_filter(trid, &set));
		ck_assert_mem_eq(&set, &sets[i % 2], sizeof(set));
		assert_next_is(trid, POSIX_TRACE_FILTER, &got);
		ck_assert_uint_eq(got.len, 2 * sizeof(set));
		ck_assert_mem_eq(got.data + sizeof(set), &set, sizeof(set));
		assert_empty(trid);
	}
	enough = true;
	assert_ok(pthread_join(sender, NULL));
	ck_assert_int_gt(handled, 0);
	assert_ok(posix_trace_shutdown(trid));
}
END_TEST

static volatile sig_atomic_t errno_changed;

static void on_signal_with_errno(int number)
{
	int saved = errno;

	(void)number;
	errno = 4711;
	record(other, HANDLER, (uint32_t)handled);
	errno_changed |= errno != 4711;
	errno = saved;
	handled++;
}

static void *write_under_storm(void *argument)
{
	static unsigned char stack[65536];
	const stack_t alternative = {
		.ss_sp = stack,
		.ss_size = SANITIZED ? sizeof(stack) : 16384,
	};
	pthread_t self = pthread_self(), sender;
	stack_t saved;

	(void)argument;
	if (sigaltstack(&alternative, &saved))
		return NULL;
	raise(SIGUSR1); /* the thread's first event is in a handler */
	if (pthread_create(&sender, NULL, send_signals, &self))
		return NULL;
	for (uint32_t i = 0; i < MANY; i++) {
		errno = 4712;
		record(type, MAIN, i);
		errno_changed |= errno != 4712;
	}
	enough = true;
	pthread_join(sender, NULL);
	sigaltstack(&saved, NULL);
	return (void *)1;
}

/* SIG-05 SIG-06 */
START_TEST(a_handler_needs_little_stack_and_leaves_errno)
{
	trace_id_t trid = start_stream(BIG);
	pthread_t thread;
	void *result;

	handle(SIGUSR1, on_signal_with_errno, SA_ONSTACK);
	assert_ok(pthread_create(&thread, NULL, write_under_storm, NULL));
	assert_ok(pthread_join(thread, &result));
	ck_assert_ptr_nonnull(result);
	ck_assert(!errno_changed);
	assert_rows(trid, MANY, (uint32_t)handled);
}
END_TEST

static TCase *signals(void)
{
	TCase *tcase = tcase_create("signals");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_set_timeout(tcase, 20);
	tcase_add_test(tcase, a_handlers_event_stands_where_it_was_made);
	tcase_add_test(tcase, a_storm_of_signals_damages_nothing);
	tcase_add_test(tcase, signals_of_another_thread_damage_nothing);
	tcase_add_test(tcase, nested_handlers_all_record);
	tcase_add_test(tcase, a_handler_may_interrupt_all_other_functions);
	tcase_add_test(tcase, signals_do_not_interrupt_a_change_of_filter);
	tcase_add_test(tcase, a_handler_needs_little_stack_and_leaves_errno);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_event_signals");

	suite_add_tcase(suite, signals());
	return run_suite(suite);
}
