/* Data that a function makes at its place in a stream. */
#include <trace_np.h>

#include "event.h"

enum { WHERE = 0x1234567 };

static unsigned calls;
static size_t made_len = sizeof(struct mark);
static bool interrupts;

/* Each test is for both clocks that a stream may have. */
static void choose_clock(int slow)
{
	if (slow)
		setenv("POSIXTRACE_CLOCK", "monotonic", 1);
}

static uint64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* When the event began. */
static uint64_t begun_ns;

/* That of CLOCK_MONOTONIC was read in the event. */
static void assert_stamp(const struct posix_trace_stamp_np *stamp)
{
	ck_assert(!stamp->counter != !stamp->monotonic_ns);
	if (getenv("POSIXTRACE_CLOCK"))
		ck_assert_uint_gt(stamp->monotonic_ns, 0);
	if (!stamp->monotonic_ns)
		return;
	ck_assert_uint_ge(stamp->monotonic_ns, begun_ns);
	ck_assert_uint_le(stamp->monotonic_ns, monotonic_ns());
}

static size_t make(void *argument, void *data,
		   struct posix_trace_stamp_np stamp)
{
	assert_stamp(&stamp);
	calls++;
	if (interrupts)
		raise(SIGUSR1);
	if (made_len <= sizeof(struct mark))
		memcpy(data, argument, made_len);
	return made_len;
}

static int record_in_place(uint32_t number)
{
	struct mark mark = { .who = MAIN, .number = number };

	begun_ns = monotonic_ns();
	return posix_trace_event_in_place_np(type, sizeof(mark), make, &mark,
					     (void *)WHERE);
}

/* Now and then an event has to go another way, as has the first one. */
static bool reach_maker(uint32_t number, int result)
{
	const unsigned before = calls;

	for (int i = 0; i < 1000; i++) {
		record(other, MAIN, 0);
		if (record_in_place(number) == result && calls > before)
			return true;
	}
	return false;
}

/* The next event that is none of these. */
static void assert_next_made(trace_id_t trid, struct got *got)
{
	do
		ck_assert(try_next(trid, got));
	while (!is_user(got) ||
	       (got->info.posix_event_id == other && got->mark.who == MAIN));
}

static void assert_next_number(trace_id_t trid, uint32_t number)
{
	struct got got;

	assert_next_made(trid, &got);
	ck_assert_uint_eq(got.info.posix_event_id, type);
	assert_mark(&got, MAIN, number);
}

START_TEST(data_that_is_made_in_place_comes_back)
{
	trace_id_t trid;
	struct got got;

	choose_clock(_i);
	trid = start_stream(0);
	errno = ENOTTY;
	ck_assert(reach_maker(7, 0));
	ck_assert_int_eq(errno, ENOTTY);
	record(type, MAIN, 8);

	assert_next_made(trid, &got);
	assert_mark(&got, MAIN, 7);
	ck_assert_uint_eq(got.info.posix_event_id, type);
	ck_assert_ptr_eq(got.info.posix_prog_address, (void *)WHERE);
	assert_next_number(trid, 8);
	assert_empty(trid);
}
END_TEST

START_TEST(what_is_not_made_is_no_event)
{
	trace_id_t trid;

	choose_clock(_i);
	trid = start_stream(0);
	ck_assert(reach_maker(1, 0));
	made_len = POSIX_TRACE_NOT_MADE_NP;
	ck_assert(reach_maker(2, EAGAIN));
	made_len = sizeof(struct mark) + 1;
	ck_assert(reach_maker(3, EAGAIN));
	record(type, MAIN, 4);

	assert_next_number(trid, 1);
	assert_next_number(trid, 4);
	assert_empty(trid);
}
END_TEST

static void assert_not_asked(void)
{
	const unsigned before = calls;

	for (int i = 0; i < 3; i++) {
		record(other, MAIN, 0);
		ck_assert_int_eq(record_in_place(1), EAGAIN);
	}
	ck_assert_uint_eq(calls, before);
}

START_TEST(nothing_is_made_where_there_is_no_place)
{
	trace_event_set_t set;
	trace_id_t trid;

	choose_clock(_i);
	assert_not_asked();
	trid = start_stream(0);
	record(type, MAIN, 0);
	posix_trace_event_in_place_np(POSIX_TRACE_START, 1, make, &set, NULL);
	posix_trace_event_in_place_np(type + 1000, 1, make, &set, NULL);
	posix_trace_event_in_place_np(type, SIZE_MAX / 2, make, &set, NULL);
	ck_assert_uint_eq(calls, 0);
	assert_ok(posix_trace_eventset_empty(&set));
	assert_ok(posix_trace_eventset_add(type, &set));
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_SET_EVENTSET));
	assert_not_asked();
	assert_ok(posix_trace_set_filter(trid, &set, POSIX_TRACE_SUB_EVENTSET));
	start_stream(0);
	assert_not_asked();
}
END_TEST

static void on_signal(int number)
{
	(void)number;
	record(other, HANDLER, 0);
}

/* Its event is the later one of the two. */
START_TEST(a_handler_records_while_data_is_made)
{
	trace_id_t trid;
	struct got got;

	choose_clock(_i);
	trid = start_stream(0);
	handle(SIGUSR1, on_signal, 0);
	interrupts = true;
	ck_assert(reach_maker(1, 0));

	assert_next_number(trid, 1);
	assert_next_made(trid, &got);
	assert_mark(&got, HANDLER, 0);
	assert_empty(trid);
}
END_TEST

static TCase *making(void)
{
	TCase *tcase = tcase_create("making");

	tcase_add_checked_fixture(tcase, setup, NULL);
	tcase_add_loop_test(tcase, data_that_is_made_in_place_comes_back, 0, 2);
	tcase_add_loop_test(tcase, what_is_not_made_is_no_event, 0, 2);
	tcase_add_loop_test(tcase, nothing_is_made_where_there_is_no_place, 0,
			    2);
	tcase_add_loop_test(tcase, a_handler_records_while_data_is_made, 0, 2);
	return tcase;
}

int main(void)
{
	Suite *suite = suite_create("posix_trace_event_in_place_np");

	suite_add_tcase(suite, making());
	return run_suite(suite);
}
