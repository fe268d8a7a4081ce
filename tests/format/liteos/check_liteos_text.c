/* check_liteos_text.c - dumps of LiteOS as the console prints them */
#include <check.h>

#include "format/liteos/made_capture.h"
#include "run.h"

/* With a line that is missing before the first, or none. */
START_TEST(a_full_ring_that_is_printed_begins_with_a_loss)
{
	add_text("***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 1\n" TITLE_COUNTED
		 "0 0x9 0x803 0x4 0x30 0 0 0 9 0x0\n");
	if (!_i)
		add_text("1 0x7 0x803 0x4 0x30 0 0 0 7 0x0\n");
	add_text("2 0x8 0x803 0x4 0x30 0 0 0 8 0x0\n"
		 "***TraceInfo end***\n");
	opens();
	is_loss(7);
	if (_i)
		is_loss(1);
	else
		is_event("SEM_POST");
	is_event("SEM_POST");
	is_at(8);
	is_event("SEM_POST");
	is_at(9);
	ck_assert(!next());
}
END_TEST

/* Of what is in both nothing is lost; and what began anew lost its own. */
START_TEST(a_ring_that_is_printed_again_loses_what_is_in_neither)
{
	add_text("***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 0\n" TITLE_COUNTED
		 "0 0x5 0x803 0x4 0x30 0 0 0 5 0x0\n"
		 "1 0x6 0x803 0x4 0x30 0 0 0 6 0x0\n"
		 "***TraceInfo end***\n"
		 "***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 1\n" TITLE_COUNTED
		 "0 0x7 0x803 0x4 0x30 0 0 0 7 0x0\n"
		 "1 0x6 0x803 0x4 0x30 0 0 0 6 0x0\n"
		 "***TraceInfo end***\n"
		 "***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 0\n" TITLE_COUNTED
		 "0 0x14 0x803 0x4 0x30 0 0 0 12 0x0\n"
		 "***TraceInfo end***\n"
		 "***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 0\n" TITLE_COUNTED
		 "0 0x3 0x803 0x4 0x30 0 0 0 3 0x0\n"
		 "***TraceInfo end***\n");
	opens();
	is_loss(5);
	for (int i = 0; i < 4; i++)
		is_event("SEM_POST");
	is_loss(4);
	is_event("SEM_POST");
	is_loss(3);
	is_event("SEM_POST");
	ck_assert(!next());
}
END_TEST

START_TEST(a_table_that_was_copied_is_read)
{
	add_text("as the manual has it:\n"
		 "CurEvtIndex = 1\n"
		 "Index   Time(cycles)      EventType      CurTask   Identity"
		 "      params    \n"
		 "0       0x2               0x803          0x4       0x30\n");
	opens();
	is_event("SEM_POST");
	is_at(2);
	is_thread("task 4");
	ck_assert(!next());
}
END_TEST

START_TEST(a_line_that_is_no_row_is_a_loss_in_its_place)
{
	add_text("***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 0\n" TITLE "0 0x1 0x803 0x2 0x4 0x30 0x0\n"
		 "1 0x2 0x803 0x2 0x4 0x30 0xyz\n"
		 "2 0x3 0x803 0x2 0x4 0x30 0x0 0x0\n"
		 "3 0x4 0x803 0x2 0x4 0x30 0x0\n"
		 "***TraceInfo end***\n");
	opens();
	is_event("SEM_POST");
	is_loss(2);
	is_event("SEM_POST");
	is_at(4);
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 2);
}
END_TEST

START_TEST(a_line_of_others_between_rows_is_no_loss)
{
	add_text("***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 0\n" TITLE "0 0x1 0x803 0x2 0x4 0x30 0x0\n"
		 "[ERR] the network is down\n"
		 "1 0x2 0x803 0x2 0x4 0x30 0x0\n"
		 "4 0x5 0x803 0x2 0x4 0x30 0x0\n"
		 "***TraceInfo end***\n");
	opens();
	is_event("SEM_POST");
	is_event("SEM_POST");
	is_loss(2);
	is_event("SEM_POST");
	is_at(5);
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
}
END_TEST

/* Somebody typed while it was printed; the first line tells of too many. */
START_TEST(a_row_behind_a_prompt_is_one)
{
	add_text("***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 0\n" TITLE
		 "0 0x1 0x803 0x2 0x4 0x30 0x0 uart: overrun\n"
		 "OHOS # 1 0x2 0x803 0x2 0x4 0x30 0x0\n"
		 "2 0x3 0x803 0x2 0x4 0x30 0x0\n"
		 "# 7 4 0x5 0x803 0x2 0x4 0x30 0x0\n"
		 "***TraceInfo end***\n");
	opens();
	is_loss(1);
	is_event("SEM_POST");
	is_at(2);
	is_event("SEM_POST");
	is_at(3);
	is_loss(1);
	is_event("SEM_POST");
	is_at(5);
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
}
END_TEST

/* As terminals put it before each line. */
START_TEST(the_time_of_a_terminal_is_passed_over)
{
	add_text("[12:00:00.123] # trace_dump\r\n"
		 "[12:00:00.201] ***TraceInfo begin***\r\n"
		 "[12:00:00.202] clockFreq = 1000000000\r\n"
		 "[12:00:00.203] CurEvtIndex = 1\r\n"
		 "[12:00:00.203] " TITLE
		 "[12:00:00.204] 0 0x2 0x803 0x2 0x4 0x30 0x0\r\n"
		 "[12:00:00.205] 1 0x1 0x803 0x2 0x4 0x30 0x0\r\n"
		 "[12:00:00.206] ***TraceInfo end***\r\n");
	opens();
	is_event("SEM_POST");
	is_at(1);
	is_event("SEM_POST");
	is_at(2);
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
}
END_TEST

/* Of a module that no kernel has, which the mask let through alone. */
START_TEST(shifted_columns_are_seen_by_a_vendor_s_type)
{
	add_text("***TraceInfo begin***\nclockFreq = 1000000000\n"
		 "CurEvtIndex = 0\n"
		 "Index   Time(cycles)      EventType      CurTask   "
		 "Identity      params    \n"
		 "0 0x400100000007 0x2 0x4 0xbad 0x30 0x0\n"
		 "***TraceInfo end***\n");
	opens();
	is_event("TYPE_0x4001");
	is_at(7);
	ck_assert_uint_eq(field("curTask").as.u, 2);
	ck_assert_uint_eq(field("identity").as.u, 4);
	ck_assert(was_told("the columns are shifted"));
}
END_TEST

START_TEST(a_console_may_have_said_much_before)
{
	while (len < 300000)
		add_text("uart: ready 0xff\r\n");
	if (_i) {
		add_head(1, 1000000000);
		add_event(0x803, 1, 7, 1);
	} else {
		add_text("clockFreq = 1000000000\nCurEvtIndex = 0\n" TITLE
			 "0 0x7 0x803 0x2 0x4 0x30 0x0\n");
	}
	opens();
	if (_i)
		is_loss(0);
	is_event("SEM_POST");
	is_at(7);
	ck_assert_uint_eq(pxt_trace_get_damage(trace, 0)->offset, _i ? 0 : len);
}
END_TEST

START_TEST(commands_may_be_cut_and_wrong)
{
	static const char text[] = "\1\0\0\0\0\0\r\n\4\0\0\0\0\0\r"
				   "\2\0\0\0\0\0\x0c\n\3\0\r";

	memcpy(bytes, text, sizeof(text) - 1);
	len = sizeof(text) - 1;
	opens();
	is_event("START");
	is_event("RECORD_DUMP");
	is_event("STOP");
	ck_assert(!field("accepted").as.u);
	is_loss(1);
	ck_assert(!next());
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("liteos_text");
	TCase *tc = tcase_create("import");

	tcase_add_checked_fixture(tc, create, release);
	tcase_add_loop_test(tc, a_full_ring_that_is_printed_begins_with_a_loss,
			    0, 2);
	tcase_add_test(tc,
		       a_ring_that_is_printed_again_loses_what_is_in_neither);
	tcase_add_test(tc, a_table_that_was_copied_is_read);
	tcase_add_test(tc, a_line_that_is_no_row_is_a_loss_in_its_place);
	tcase_add_test(tc, a_line_of_others_between_rows_is_no_loss);
	tcase_add_test(tc, a_row_behind_a_prompt_is_one);
	tcase_add_test(tc, the_time_of_a_terminal_is_passed_over);
	tcase_add_test(tc, shifted_columns_are_seen_by_a_vendor_s_type);
	tcase_add_loop_test(tc, a_console_may_have_said_much_before, 0, 2);
	tcase_add_test(tc, commands_may_be_cut_and_wrong);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
