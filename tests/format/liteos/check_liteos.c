/* check_liteos.c - messages and dumps of LiteOS are read */
#include <check.h>

#include "format/liteos/made_capture.h"
#include "run.h"

static int line[2]; /* a pipe, in place of a serial line */

static void open_line(void)
{
	ck_assert_int_eq(pipe2(line, O_NONBLOCK), 0);
	ck_assert_int_eq(pxt_feed_open(line[0], &import.feed), 0);
	pxt_feed_grows(import.feed);
	ck_assert_int_eq(pxt_format_liteos.import->open(&import), 0);
}

static void sends(const void *what, size_t size)
{
	ck_assert_int_eq(write(line[1], what, size), (ssize_t)size);
}

static void add_notice(uint32_t command)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_NOTIFY,
		.command = command,
		.param = PXT_LITEOS_NOTIFY_PARAM,
	};

	add(&message);
}

static void add_counted(uint64_t time, uint32_t count)
{
	struct pxt_liteos_message message = event_of(0x800, 1, time, 0);

	message.shape.count = true;
	message.frame.count = count;
	add(&message);
}

/* Orders */

START_TEST(orders_are_commands_of_seven_bytes)
{
	static const uint8_t mask[] = { 3, 0, 0, 0, 0x60, 0, 0x0d, 0x0a };
	const struct pxt_importer *importer = pxt_format_liteos.import;
	uint8_t order[8];

	ck_assert_uint_eq(importer->order("start", order, 8), 8);
	ck_assert_mem_eq(order, "\1\0\0\0\0\0\r\n", 8);
	ck_assert_uint_eq(importer->order("stop", order, 8), 8);
	ck_assert_mem_eq(order, "\2\0\0\0\0\0\r\n", 8);
	ck_assert_uint_eq(importer->order("dump", order, 8), 8);
	ck_assert_mem_eq(order, "\4\0\0\0\0\0\r\n", 8);
	ck_assert_uint_eq(importer->order("mask=TASK,HWI", order, 8), 8);
	ck_assert_mem_eq(order, mask, 8);
	ck_assert_uint_eq(importer->order("mask=0x80000000|ipc", order, 8), 8);
	ck_assert_mem_eq(order, "\3\x80\0\x20\0\0\r\n", 8);
}
END_TEST

START_TEST(what_is_no_order_is_none)
{
	const struct pxt_importer *importer = pxt_format_liteos.import;
	uint8_t order[8];

	ck_assert_uint_eq(importer->order("restart", order, 8), 0);
	ck_assert_uint_eq(importer->order("mask=", order, 8), 0);
	ck_assert_uint_eq(importer->order("mask=TASK,", order, 8), 0);
	ck_assert_uint_eq(importer->order("mask=4294967296", order, 8), 0);
	ck_assert_uint_eq(importer->order("mask=1x", order, 8), 0);
	ck_assert_uint_eq(importer->order("start", order, 7), 0);
}
END_TEST

/* Threads */

START_TEST(events_of_an_interrupt_are_its_own)
{
	add_head(1, 1000000000);
	add_event(PXT_LITEOS_HWI_IN, 7, 1, 40);
	add_event(0x803, 7, 2, 1);
	add_event(PXT_LITEOS_HWI_IN, 7, 3, 41);
	add_event(0x803, 7, 4, 1);
	add_event(PXT_LITEOS_HWI_OUT, 7, 5, 41);
	add_event(0x803, 7, 6, 1);
	add_event(PXT_LITEOS_HWI_OUT, 7, 7, 40);
	add_event(0x803, 7, 8, 1);
	opens();
	is_event("HWI_RESPONSE_IN");
	is_thread("interrupt 40");
	is_event("SEM_POST");
	is_thread("interrupt 40");
	is_event("HWI_RESPONSE_IN");
	is_thread("interrupt 41");
	is_event("SEM_POST");
	is_thread("interrupt 41");
	is_event("HWI_RESPONSE_OUT");
	is_thread("interrupt 41");
	is_event("SEM_POST");
	is_thread("interrupt 40");
	is_event("HWI_RESPONSE_OUT");
	is_thread("interrupt 40");
	is_event("SEM_POST");
	is_thread("task 7");
}
END_TEST

START_TEST(an_interrupt_ends_with_its_task)
{
	add_head(1, 1000000000);
	add_event(PXT_LITEOS_HWI_IN, 7, 1, 40);
	add_event(PXT_LITEOS_TASK_SWITCH, 7, 2, 8);
	add_event(0x803, 7, 3, 1);
	opens();
	is_event("HWI_RESPONSE_IN");
	is_event("TASK_SWITCH");
	is_thread("task 7");
	is_event("SEM_POST");
	is_thread("task 7");
}
END_TEST

START_TEST(a_counter_tells_of_messages_that_never_came)
{
	add_head(1, 1000000000);
	add_counted(1, 5);
	add_counted(3, 7); /* an interrupt: */
	add_counted(2, 6);
	add_counted(4, 8);
	add_counted(5, 109);
	add_counted(6, 110);
	/* The device began anew. */
	add_counted(7, 0);
	add_counted(8, 1);
	add_counted(9, 3);
	opens();
	for (int i = 0; i < 4; i++)
		is_event("SEM_CREATE");
	is_loss(100);
	for (int i = 0; i < 4; i++)
		is_event("SEM_CREATE");
	is_loss(1);
	is_event("SEM_CREATE");
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
}
END_TEST

START_TEST(what_comes_late_is_not_missing)
{
	static const uint32_t counts[] = { 5, 8, 6, 12, 9, 11, 13 };

	add_head(_i, 1000000000);
	for (unsigned i = 0; i < 7; i++)
		add_counted(i + 1, counts[i]);
	opens();
	if (!_i)
		is_loss(5);
	is_event("SEM_CREATE");
	is_loss(1); /* 7 */
	is_event("SEM_CREATE");
	is_event("SEM_CREATE");
	is_loss(1); /* 10 */
	for (int i = 0; i < 4; i++)
		is_event("SEM_CREATE");
	ck_assert(!next());
}
END_TEST

/* A line does not say what will come: a step as of an interrupt is taken for
 * one. */
START_TEST(a_live_stream_is_not_waited_for)
{
	add_head(1, 1000000000);
	add_counted(1, 5);
	add_counted(2, 8);
	open_line();
	sends(bytes, len);
	is_event("SEM_CREATE");
	is_event("SEM_CREATE");
	len = 0;
	add_counted(3, 6);
	add_counted(4, 109);
	sends(bytes, len);
	is_event("SEM_CREATE");
	is_loss(100);
	is_event("SEM_CREATE");
	ck_assert(!next());
	close(line[1]);
	close(line[0]);
}
END_TEST

START_TEST(console_text_between_events_that_are_counted_is_no_loss)
{
	add_head(1, 1000000000);
	add_counted(1, 5);
	memcpy(bytes + len, "hello\r\n", 7);
	len += 7;
	add_counted(2, 6);
	opens();
	is_event("SEM_CREATE");
	is_event("SEM_CREATE");
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
}
END_TEST

START_TEST(another_name_is_another_thread)
{
	pid_t first;

	add_head(1, 1000000000);
	add_event(0x803, 7, 1, 1);
	add_task(7, "old");
	add_event(0x803, 7, 2, 1);
	add_task(7, "old");
	add_event(0x803, 7, 3, 1);
	add_task(7, "new");
	add_event(0x803, 7, 4, 1);
	add_event(0x803, 0, 5, 1);
	opens();
	is_event("SEM_POST");
	is_thread("task 7");
	is_event("SEM_POST");
	is_thread("old");
	first = item.tid;
	ck_assert_int_eq(first, 7);
	is_event("SEM_POST");
	ck_assert_int_eq(item.tid, first);
	is_event("SEM_POST");
	is_thread("new");
	ck_assert_int_ne(item.tid, first);
	is_event("SEM_POST");
	ck_assert_int_eq(item.tid, 65536);
}
END_TEST

START_TEST(a_generation_is_the_same_task_while_it_has_the_name)
{
	struct posix_trace_object_np object;
	pid_t first;

	add_head(0, 1000000000);
	add_task(0x10007, "worker");
	add_task(0x20007, "worker");
	add_task(0x30007, "other");
	add_event(0x803, 0x10007, 1, 1);
	add_event(0x803, 0x20007, 2, 1);
	add_event(0x803, 0x30007, 3, 1);
	add_event(PXT_LITEOS_TASK_SWITCH, 0x50007, 4, 7);
	opens();
	is_event("SEM_POST");
	is_thread("worker");
	first = item.tid;
	is_event("SEM_POST");
	ck_assert_int_eq(item.tid, first);
	is_event("SEM_POST");
	is_thread("other");
	ck_assert_int_ne(item.tid, first);
	/* A generation that nobody named has the name of the newest before it,
	 * and a plain number that of the newest. */
	is_event("TASK_SWITCH");
	is_thread("other");
	ck_assert_int_eq(pxt_trace_get_object(trace, PXT_TRACE_PID, 7, "task",
					      NULL, &object),
			 0);
	ck_assert_str_eq(object.name, "other");
}
END_TEST

/* The table is a ring: entries of older generations are gone first. */
START_TEST(a_generation_before_all_that_have_names_has_the_first)
{
	pid_t first;

	add_head(0, 1000000000);
	add_task(0x20007, "worker");
	add_task(0x30007, "other");
	add_event(0x803, 0x10007, 1, 1);
	add_event(0x803, 0x20007, 2, 1);
	opens();
	is_event("SEM_POST");
	is_thread("worker");
	first = item.tid;
	is_event("SEM_POST");
	is_thread("worker");
	ck_assert_int_eq(item.tid, first);
}
END_TEST

/* Streams */

START_TEST(a_message_that_is_not_whole_is_waited_for)
{
	size_t half;

	open_line();
	ck_assert(!next());

	add_head(1, 1000000000);
	half = len + 20;
	add_event(0x803, 1, 42, 1);
	sends(bytes, half);
	ck_assert(!next());
	sends(bytes + half, len - half);
	is_event("SEM_POST");
	is_at(42);
	ck_assert(!next());
	close(line[1]);
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
	close(line[0]);
}
END_TEST

/* Bytes move when more are asked for: an address sanitizer sees who looks where
 * they were. */
START_TEST(an_end_within_a_message_is_damage)
{
	open_line();
	add_head(1, 1000000000);
	add_event(0x803, 1, 42, 1);
	sends(bytes, len - 1);
	ck_assert(!next());
	close(line[1]);
	ck_assert(next());
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	close(line[0]);
}
END_TEST

START_TEST(what_is_no_message_is_skipped_and_told)
{
	const struct pxt_trace_damage *damage;

	add_head(1, 1000000000);
	add_counted(1, 10);
	memcpy(bytes + len, "\xff\3\x30\0 text", 9);
	len += 9;
	add_counted(2, 13);
	opens();
	is_event("SEM_CREATE");
	is_loss(2);
	is_event("SEM_CREATE");
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	damage = pxt_trace_get_damage(trace, 0);
	ck_assert_uint_eq(damage->len, 9);
	ck_assert_uint_eq(damage->offset, 24 + 54);
}
END_TEST

START_TEST(a_type_that_the_checksum_does_not_cover_is_seen_by_tags)
{
	add_head(1, 1000000000);
	add_event(0x803, 1, 1, 1);
	add_event(0x803, 1, 2, 1);
	bytes[24 + 1] = PXT_LITEOS_OBJ;
	opens();
	is_loss(0);
	is_event("SEM_POST");
	is_at(2);
	ck_assert(!next());
}
END_TEST

START_TEST(sessions_are_counted)
{
	add_notice(PXT_LITEOS_SYS_START);
	add_head(1, 1000000000);
	add_event(0x803, 1, 1, 1);
	add_notice(PXT_LITEOS_SYS_STOP);
	add_notice(PXT_LITEOS_SYS_START);
	add_head(1, 500000000);
	add_event(0x803, 1, 1, 1);
	opens();
	is_event("SEM_POST");
	ck_assert_uint_eq(field("session").as.u, 1);
	is_at(1);
	is_event("SEM_POST");
	ck_assert_uint_eq(field("session").as.u, 2);
	is_at(2);
	ck_assert(!next());
	ck_assert_str_eq(pxt_trace_get_note(trace, "sessions"), "2");
}
END_TEST

START_TEST(before_a_head_the_clock_is_that_of_the_next)
{
	add_event(0x803, 1, 100, 1);
	add_head(1, 500000000);
	add_event(0x803, 1, 100, 1);
	if (_i)
		set("hz=1000000");
	opens();
	is_event("SEM_POST");
	is_at(_i ? 100000 : 200);
	is_event("SEM_POST");
	is_at(_i ? 100000 : 200);
	ck_assert_int_eq(was_told("that of the next one is taken, 500000000"),
			 !_i);
}
END_TEST

START_TEST(without_a_head_a_tick_is_a_nanosecond)
{
	add_event(0x803, 1, 100, 1);
	opens();
	is_event("SEM_POST");
	is_at(100);
	ck_assert(was_told("a tick counts as 1 ns"));
}
END_TEST

START_TEST(a_clock_of_no_frequency_counts_ticks)
{
	add_head(1, 0);
	add_event(0x803, 1, 100, 1);
	opens();
	is_event("SEM_POST");
	is_at(100);
	ck_assert(was_told("does not tell the frequency"));
}
END_TEST

START_TEST(a_dump_begins_with_its_oldest)
{
	add_head(0, 1000000000);
	add_event(0x803, 1, 103, 1);
	add_event(0x803, 1, 104, 1);
	add_event(0x803, 1, 101, 1);
	add_event(0x803, 1, 102, 1);
	opens();
	for (uint64_t at = 101; at <= 104; at++) {
		is_event("SEM_POST");
		is_at(at);
	}
	ck_assert(!next());
}
END_TEST

/* In order, or with the oldest in the middle, or damaged; of one that is not full
 * nobody knows. */
START_TEST(the_dump_of_a_full_ring_begins_with_a_loss)
{
	add_head(0, 1000000000);
	for (unsigned i = 0; i < 4; i++)
		add_counted(30 + (i + (unsigned)_i) % 4,
			    30 + (i + (unsigned)_i) % 4);
	if (_i == 2)
		bytes[len - 54 - 1] ^= 1;
	opens();
	is_loss(30 + (_i == 2));
	for (unsigned i = _i == 2; i < 4; i++)
		is_event("SEM_CREATE");
	ck_assert(!next());
}
END_TEST

START_TEST(a_session_ends_a_dump)
{
	add_head(0, 1000000000);
	add_event(0x803, 1, 3, 1);
	add_event(0x803, 1, 2, 1);
	add_notice(PXT_LITEOS_SYS_START);
	add_event(0x803, 1, 5, 1);
	add_event(0x803, 1, 4, 1);
	opens();
	is_event("SEM_POST");
	is_at(2);
	is_event("SEM_POST");
	is_at(3);
	is_event("SEM_POST");
	is_at(5);
	is_event("SEM_POST");
	is_at(4);
	ck_assert(!next());
}
END_TEST

START_TEST(the_counter_tells_the_oldest_better_than_time)
{
	add_head(0, 1000000000);
	add_counted(300, 7);
	add_counted(100, 8);
	add_counted(200, 5);
	add_counted(250, 6);
	opens();
	is_loss(5);
	for (uint64_t count = 5; count <= 8; count++) {
		is_event("SEM_CREATE");
		ck_assert_uint_eq(field("eventCount").as.u, count);
	}
	ck_assert(!next());
}
END_TEST

START_TEST(dumps_may_follow_one_another)
{
	add_text("login:\r\n*** TraceInfo begin ***\r\n"
		 "clockFreq = 1000000000\r\nCurEvtIndex = 1\r\n" TITLE
		 "0 0x2 0x803 0x2 0x4 0x30 0x0\r\n"
		 "1 0x1 0x803 0x2 0x4 0x30 0x0\r\n"
		 "***TraceInfo end***\r\n# \r\n"
		 "***TraceInfo begin***\nclockFreq = 500000000\n"
		 "CurEvtIndex = 0\n" TITLE "0 0x3 0x803 0x2 0x4 0x30 0x0\n");
	opens();
	is_event("SEM_POST");
	is_at(1);
	is_event("SEM_POST");
	is_at(2);
	is_event("SEM_POST");
	is_at(6);
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	ck_assert_str_eq(pxt_trace_get_damage(trace, 0)->why,
			 "the dump has no end");
}
END_TEST

/* They print one lock less than there is. */
START_TEST(a_blank_slot_of_many_processors_is_no_event)
{
	add_text("***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 2\n" TITLE_COUNTED
		 "0 0x1 0x803 0x4 0x30 1 0 0 8 0x0\n"
		 "1 0x2 0x803 0x4 0x30 3 1 2 9 0x0\n"
		 "2 0x0 0x0 0x0 0x0 0 0 4294967295 0 0x0\n"
		 "3 0x0 0x0 0x0 0x0 0 0 4294967295 0 0x0\n"
		 "***TraceInfo end***\n");
	opens();
	is_event("SEM_POST");
	ck_assert_uint_eq(field("cpuid").as.u, 1);
	is_event("SEM_POST");
	ck_assert_uint_eq(field("taskLockCnt").as.u, 2);
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("liteos");
	TCase *tc = tcase_create("import");

	tcase_add_checked_fixture(tc, create, release);
	tcase_add_test(tc, orders_are_commands_of_seven_bytes);
	tcase_add_test(tc, what_is_no_order_is_none);
	tcase_add_test(tc, events_of_an_interrupt_are_its_own);
	tcase_add_test(tc, an_interrupt_ends_with_its_task);
	tcase_add_test(tc, a_counter_tells_of_messages_that_never_came);
	tcase_add_loop_test(tc, what_comes_late_is_not_missing, 0, 2);
	tcase_add_test(tc, a_live_stream_is_not_waited_for);
	tcase_add_test(tc,
		       console_text_between_events_that_are_counted_is_no_loss);
	tcase_add_test(tc, another_name_is_another_thread);
	tcase_add_test(tc, a_generation_is_the_same_task_while_it_has_the_name);
	tcase_add_test(tc,
		       a_generation_before_all_that_have_names_has_the_first);
	tcase_add_test(tc, a_message_that_is_not_whole_is_waited_for);
	tcase_add_test(tc, an_end_within_a_message_is_damage);
	tcase_add_test(tc, what_is_no_message_is_skipped_and_told);
	tcase_add_test(tc,
		       a_type_that_the_checksum_does_not_cover_is_seen_by_tags);
	tcase_add_test(tc, sessions_are_counted);
	tcase_add_loop_test(tc, before_a_head_the_clock_is_that_of_the_next, 0,
			    2);
	tcase_add_test(tc, without_a_head_a_tick_is_a_nanosecond);
	tcase_add_test(tc, a_clock_of_no_frequency_counts_ticks);
	tcase_add_test(tc, a_dump_begins_with_its_oldest);
	tcase_add_loop_test(tc, the_dump_of_a_full_ring_begins_with_a_loss, 0,
			    3);
	tcase_add_test(tc, a_session_ends_a_dump);
	tcase_add_test(tc, the_counter_tells_the_oldest_better_than_time);
	tcase_add_test(tc, dumps_may_follow_one_another);
	tcase_add_test(tc, a_blank_slot_of_many_processors_is_no_event);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
