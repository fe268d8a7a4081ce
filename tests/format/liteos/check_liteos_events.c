/* check_liteos_events.c - what events of LiteOS say */
#include <check.h>
#include <stdio.h>

#include "format/liteos/made_capture.h"
#include "run.h"

/* Values */

START_TEST(values_have_names_by_the_tree)
{
	struct pxt_liteos_message message =
		event_of(PXT_LITEOS_TASK_CREATE, 1, 1, 2);

	message.frame.param[0] = 4;
	add_head(1, 1000000000);
	add(&message);
	message.shape.pid = true;
	message.frame.pid = 3;
	add(&message);
	opens();
	is_event("TASK_CREATE");
	ck_assert_str_eq(field("taskStatus").label, "ready");
	ck_assert_int_eq(item.info.posix_pid, PXT_TRACE_PID);
	is_event("TASK_CREATE");
	ck_assert_str_eq(field("taskStatus").label, "running");
	ck_assert_int_eq(item.info.posix_pid, 3);
}
END_TEST

static void add_timer(uint64_t first, uint64_t second, uint64_t third)
{
	struct pxt_liteos_message message =
		event_of(PXT_LITEOS_SWTMR_START, 1, 1, 2);

	message.frame.param[0] = first;
	message.frame.param[1] = second;
	message.frame.param[2] = third;
	add(&message);
}

/* A message without process ids, of as many params; with one more of them it has
 * no room for any. */
static void add_switch(unsigned params)
{
	struct pxt_liteos_message message =
		event_of(PXT_LITEOS_TASK_SWITCH, 1, 1, 2);

	message.shape.width = 8;
	message.shape.core = message.shape.count = true;
	message.shape.params = (uint8_t)params;
	message.frame.param[1] = 8;
	message.frame.param[3] = 4;
	add(&message);
}

START_TEST(states_that_may_be_of_two_trees_have_the_names_of_both)
{
	static const char *const states[] = {
		"ready",
		"x4_a_running_l_ready",
		"running",
		"ready",
	};
	static const char *const says[] = { NULL, NULL, "a64", "l64" };
	char setting[16];

	if (says[_i]) {
		snprintf(setting, sizeof(setting), "layout=%s", says[_i]);
		set(setting);
	}
	add_head(1, 1000000000);
	add_switch(_i ? 6 : 5);
	opens();
	is_event("TASK_SWITCH");
	ck_assert_str_eq(field("newTaskStatus").label, states[_i]);
	ck_assert_uint_eq(field("newTaskStatus").as.u, 4);
	ck_assert_int_eq(was_told("it may be of liteos_a"), _i == 1);
}
END_TEST

/* Whatever runs then: the frames of another have process ids. */
START_TEST(states_of_a_buffer_are_those_of_its_layout)
{
	static const char *const layouts[] = { "l64,p6", "u64,p6", "a64,p6" };
	static const char *const states[] = {
		"ready",
		"x4_a_running_l_ready",
		"running",
	};
	struct pxt_liteos_frame frame = {
		.type = PXT_LITEOS_TASK_SWITCH,
		.task = 1,
		.identity = 2,
		.param = { 5, 8, 3, 4 },
	};
	struct pxt_liteos_layout of;
	char setting[32];

	ck_assert(pxt_liteos_layout_parse(layouts[_i % 3], &of));
	if (_i < 3) {
		snprintf(setting, sizeof(setting), "layout=%s", layouts[_i]);
		set(setting);
	}
	put_head(0, 40, &of, 20);
	for (unsigned i = 0; i < 20; i++) {
		frame.time = 100 * i;
		pxt_liteos_layout_put(&of, false, &frame,
				      bytes + 24 + i * of.size);
	}
	opens();
	is_event("TASK_SWITCH");
	ck_assert_str_eq(field("newTaskStatus").label, states[_i % 3]);
}
END_TEST

START_TEST(timers_tell_which_params_they_have)
{
	add_head(1, 1000000000);
	add_timer(1, 100, 0);
	add_timer(1, 0, 100);
	opens();
	is_event("SWTMR_START");
	ck_assert_uint_eq(field("interval").as.u, 100);
	ck_assert(!was_told("overrun"));
	is_event("SWTMR_START");
	ck_assert_uint_eq(field("interval").as.u, 100);
	ck_assert_uint_eq(field("overrun").as.u, 0);
	ck_assert(was_told("overrun"));
}
END_TEST

START_TEST(timers_have_the_params_that_are_said)
{
	set("old_timer=1");
	add_head(1, 1000000000);
	add_timer(1, 100, 0);
	opens();
	is_event("SWTMR_START");
	ck_assert_uint_eq(field("overrun").as.u, 100);
	ck_assert(!was_told("overrun"));
}
END_TEST

START_TEST(the_old_numbers_have_names_of_their_own)
{
	set("dialect=old");
	add_head(1, 1000000000);
	add_event(0x22, 1, 1, 33);
	add_event(0x46, 1, 2, 3);
	add_event(0x103, 1, 3, 3);
	add_event(0xfffffff1, 1, 4, 3);
	opens();
	is_event("TRACE_HWI_RESPONSE_IN");
	is_thread("interrupt 33");
	is_event("TRACE_TASK_SWITCH");
	is_thread("task 1");
	is_event("TRACE_MEM_INFO");
	ck_assert_uint_eq(field("identity").as.u, 3);
	is_event("TYPE_0xfffffff1");
}
END_TEST

START_TEST(a_mask_lets_pass_what_the_system_would)
{
	set("mask=SEM,0x40");
	add_head(1, 1000000000);
	add_event(0x803, 1, 1, 1);
	add_event(PXT_LITEOS_HWI_IN, 1, 2, 9);
	add_event(PXT_LITEOS_TASK_SWITCH, 1, 3, 1);
	add_event(0xfffffff3, 1, 4, 1);
	opens();
	is_event("SEM_POST");
	is_event("TASK_SWITCH");
	is_event("USER_3");
	ck_assert(!next());
}
END_TEST

START_TEST(the_lower_bits_of_a_mask_count_in_one_tree)
{
	struct pxt_liteos_layout of;
	struct pxt_liteos_frame frame = { .type = 0x24 };

	set("mask=0x45");
	set(_i ? "layout=l32" : "layout=m32");
	ck_assert(pxt_liteos_layout_parse("m32", &of));
	put_head(0, 40, &of, 1);
	pxt_liteos_layout_put(&of, false, &frame, bytes + 24);
	opens();
	ck_assert_int_eq(next(), _i);
}
END_TEST

START_TEST(many_strange_types_share_a_name)
{
	unsigned named = 0;

	add_head(1, 1000000000);
	for (unsigned i = 0; i < 1000; i++)
		add_event(0x4000 + (i << 4), 1, i, i);
	opens();
	while (next())
		named += !!strcmp(
			pxt_trace_type_name(trace, item.info.posix_event_id),
			"TYPE_OTHER");
	ck_assert_uint_eq(named, 512);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("liteos_events");
	TCase *tc = tcase_create("import");

	tcase_add_checked_fixture(tc, create, release);
	tcase_add_test(tc, values_have_names_by_the_tree);
	tcase_add_loop_test(
		tc, states_that_may_be_of_two_trees_have_the_names_of_both, 0,
		4);
	/* The last is guessed. */
	tcase_add_loop_test(tc, states_of_a_buffer_are_those_of_its_layout, 0,
			    4);
	tcase_add_test(tc, timers_tell_which_params_they_have);
	tcase_add_test(tc, timers_have_the_params_that_are_said);
	tcase_add_test(tc, the_old_numbers_have_names_of_their_own);
	tcase_add_test(tc, a_mask_lets_pass_what_the_system_would);
	tcase_add_loop_test(tc, the_lower_bits_of_a_mask_count_in_one_tree, 0,
			    2);
	tcase_add_test(tc, many_strange_types_share_a_name);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
