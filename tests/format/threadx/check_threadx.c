/* check_threadx.c - what traces of ThreadX say */
#include <check.h>
#include <errno.h>
#include <stdio.h>

#include "format/threadx/made_capture.h"
#include "run.h"

static void set(const char *text)
{
	ck_assert(pxt_settings_add(&settings, text));
}

static void named(const char *expected)
{
	ck_assert_str_eq(pxt_trace_type_name(trace, item.info.posix_event_id),
			 expected);
}

static long long ns(void)
{
	return item.info.posix_timestamp.tv_sec * 1000000000LL +
	       item.info.posix_timestamp.tv_nsec;
}

static void refuses_setting(const char *setting, const char *why)
{
	settings = (struct pxt_settings){ 0 };
	set(setting);
	ck_assert_int_eq(begin(), EINVAL);
	ck_assert_str_eq(pxt_trace_get_refusal(trace), why);
	end();
}

START_TEST(all_orders_and_words_say_the_same)
{
	static const char *const systems[] = {
		"ThreadX, 32 bits, little-endian",
		"ThreadX, 32 bits, big-endian",
		"ThreadX, 64 bits, little-endian",
		"ThreadX, 64 bits, big-endian",
	};
	const char *name;

	made.big = _i & 1;
	made.word = _i & 2 ? 8 : 4;
	make();
	made_current(&made, 1);
	ck_assert_int_eq(begin(), 0);
	ck_assert_str_eq(pxt_trace_get_system(trace), systems[_i]);
	next_event();
	named("TX_QUEUE_SEND");
	ck_assert_uint_eq(number("queue_ptr"), 0x200);
	ck_assert_uint_eq(number("raw_time_stamp"), 1010);
	ck_assert_uint_eq(number("priority"), 5);
	text("context_name", "main");
	name = pxt_trace_get_thread(trace, PXT_TRACE_PID, item.tid);
	ck_assert_str_eq(name, "main");
	for (int i = 0; i < 3; i++)
		next_event();
	ck_assert_uint_eq(number("raw_time_stamp"), 1000);
	no_more();
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
}
END_TEST

START_TEST(a_ring_that_never_filled_ends_at_its_current_slot)
{
	make();
	made_event(&made, 2, 0, SEND, 7, 0);
	made_current(&made, 2);
	ck_assert_int_eq(begin(), 0);
	ck_assert_str_eq(pxt_trace_get_note(trace, "wrapped"), "false");
	next_event();
	ck_assert_uint_eq(number("raw_time_stamp"), 1000);
	next_event();
	no_more();
}
END_TEST

START_TEST(addresses_wrap_at_four_gigabytes)
{
	made.base = 0xffffffc0;
	make();
	made_current(&made, 3);
	ck_assert_int_eq(begin(), 0);
	next_event();
	ck_assert_uint_eq(number("raw_time_stamp"), 1030);
}
END_TEST

START_TEST(a_base_of_another_place_is_told)
{
	make();
	made_header(&made, 2, 0x5000);
	ck_assert_int_eq(begin(), 0);
	ck_assert(is_told("addresses do not fit"));
	next_event();
	text("context_name", "main");
}
END_TEST

START_TEST(slots_without_padding_are_seen)
{
	make();
	/* As another writer would have it: 6 bytes of a name, no holes. */
	made_word(&made, 18, 6, 2);
	made_header(&made, 5, made.base + 48 + 2 * 22);
	made_header(&made, 6, made.base + 48 + 2 * 22);
	made_header(&made, 7, made.base + 48 + 2 * 22 + 32);
	made_header(&made, 8, made.base + 48 + 2 * 22);
	ck_assert_int_eq(begin(), 0);
	ck_assert_str_eq(pxt_trace_get_note(trace, "registry_slots"), "2");
	ck_assert(is_told("22 bytes, without padding"));
}
END_TEST

/* Slots 2, 3, 0, 1 in the order of time: who is not known is the oldest. */
START_TEST(a_full_ring_is_full_without_its_oldest_event)
{
	make();
	made_current(&made, 2);
	begin_with_hole(made_events(&made) + 2 * 32, 16);
	ck_assert_str_eq(pxt_trace_get_note(trace, "wrapped"), "true");
	next_item(POSIX_TRACE_ITEM_LOSS_NP);
	next_event();
	ck_assert_uint_eq(number("raw_time_stamp"), 1030);
	next_event();
	next_event();
	no_more();
}
END_TEST

START_TEST(a_current_pointer_of_nothing_leaves_the_order_of_the_file)
{
	make();
	made_event(&made, 2, 0, 0, 0, 0);
	made_header(&made, 8, made.base + made_events(&made) + 5);
	ck_assert_int_eq(begin(), 0);
	for (int i = 0; i < 3; i++)
		next_event();
	ck_assert_uint_eq(number("raw_time_stamp"), 1030);
	no_more();
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
}
END_TEST

START_TEST(contexts_that_are_no_threads_have_no_priority)
{
	make();
	made_event(&made, 0, 0xf0f0f0f0, 6, 1000, 0);
	made_event(&made, 1, 0xffffffff, 3, 1000, 0);
	made_event(&made, 2, 0xf0f0f0f1, 6, 1000, 0);
	ck_assert_int_eq(begin(), 0);
	next_event();
	text("context_name", "Initialize");
	ck_assert_ptr_null(field("priority"));
	next_event();
	text("context_name", "Interrupt");
	ck_assert_ptr_null(field("priority"));
	ck_assert_str_eq(pxt_trace_get_thread(trace, PXT_TRACE_PID, item.tid),
			 "Interrupt");
	next_event();
	text("context_name", "unregistered thread");
	ck_assert_uint_eq(number("threshold"), 5);
	ck_assert_str_eq(pxt_trace_get_thread(trace, PXT_TRACE_PID, item.tid),
			 "unregistered thread 0xf0f0f0f1");
}
END_TEST

START_TEST(the_priority_of_a_new_thread_is_another_one)
{
	make();
	made_event(&made, 0, 0x100, 100, 1000, 0x300);
	ck_assert_int_eq(begin(), 0);
	next_event();
	named("TX_THREAD_CREATE");
	ck_assert_uint_eq(number("new_priority"), 2);
	ck_assert_uint_eq(number("priority"), 5);
}
END_TEST

START_TEST(a_live_object_is_the_one_of_its_address)
{
	struct posix_trace_object_np object;

	made.slots = 5;
	made.capacity = 1;
	made_begin(&made);
	made_object(&made, 0, false, QUEUE, 0x100, "queue");
	made_object(&made, 1, true, THREAD, 0x100, "gone");
	made_object(&made, 2, false, THREAD, 0x100, "live");
	made_object(&made, 3, true, SEMAPHORE, 0x100, "sema");
	made_object(&made, 4, true, 0, 0x100, "none");
	made_event(&made, 0, 0x100, SEND, 0, 0x100);
	ck_assert_int_eq(begin(), 0);
	ck_assert_int_eq(pxt_trace_get_object(trace, PXT_TRACE_PID, 0x100,
					      "thread", NULL, &object),
			 0);
	ck_assert_str_eq(object.name, "live");
	ck_assert_ptr_nonnull(strstr(object.details, "slot=2 available=0"));
	ck_assert_int_eq(pxt_trace_get_object(trace, PXT_TRACE_PID, 0x100,
					      "queue", NULL, &object),
			 0);
	ck_assert_str_eq(object.name, "queue");
	ck_assert_ptr_nonnull(
		strstr(pxt_trace_get_note(trace, "other_object_1"),
		       "thread 0x100 slot=1 available=1"));
	next_event();
	ck_assert_str_eq(pxt_trace_get_thread(trace, PXT_TRACE_PID, item.tid),
			 "live");
	/* As TraceX has it. */
	text("context_name", "gone");
}
END_TEST

START_TEST(cores_are_in_the_id)
{
	make();
	made_event(&made, 0, 0x100, 0x03000000 | SEND, 1000, 0x200);
	made_event(&made, 1, 0x100, 0x11001, 1000, 0x200);
	made_event(&made, 2, 0x100, 7, 1000, 0x200);
	ck_assert_int_eq(begin(), 0);
	next_event();
	named("TX_QUEUE_SEND");
	ck_assert_uint_eq(number("core"), 3);
	next_event();
	named("USER_4097");
	ck_assert_uint_eq(number("i1"), 0x200);
	ck_assert_uint_eq(number("raw_event_id"), 0x11001);
	next_event();
	named("UNKNOWN_7");
}
END_TEST

/* Time */

START_TEST(times_begin_with_the_first_stamp)
{
	make();
	ck_assert_int_eq(begin(), 0);
	next_event();
	ck_assert_int_eq(ns(), 1000);
	ck_assert_uint_eq(number("relative_ticks"), 0);
	next_event();
	ck_assert_int_eq(ns(), 1010);
	ck_assert_uint_eq(number("relative_ticks"), 10);
	ck_assert(is_told("-o hz=N"));
}
END_TEST

START_TEST(times_that_begin_too_far_away_begin_with_zero)
{
	made.word = 8;
	made.mask = UINT64_MAX;
	make();
	for (unsigned i = 0; i < 4; i++)
		made_event(&made, i, 0x100, SEND, 1000 - 10 * i, 0x200);
	ck_assert_int_eq(begin(), 0);
	next_event();
	ck_assert_int_eq(ns(), 0);
	next_event();
	ck_assert_int_eq(ns(), 10);
}
END_TEST

START_TEST(a_rate_makes_ticks_times)
{
	make();
	set(_i ? "ticks_per_us=10" : "hz=10000000");
	set("start=0");
	ck_assert_int_eq(begin(), 0);
	next_event();
	ck_assert_int_eq(ns(), 0);
	next_event();
	ck_assert_int_eq(ns(), 1000);
	ck_assert(!is_told("-o hz=N"));
}
END_TEST

START_TEST(a_count_may_go_down_and_wrap)
{
	static const unsigned stamps[] = { 20, 10, 0, 65526 };

	made.mask = 0xffff;
	make();
	for (unsigned i = 0; i < 4; i++)
		made_event(&made, i, 0x100, SEND, 0xabc0000 | stamps[i], 0x200);
	ck_assert_int_eq(begin(), 0);
	ck_assert_str_eq(pxt_trace_get_note(trace, "direction"), "down");
	for (unsigned i = 0; i < 4; i++) {
		next_event();
		ck_assert_uint_eq(number("relative_ticks"), 10 * i);
	}
	ck_assert(is_told("count down"));
}
END_TEST

/* As many events, their step, and what is said of it. */
static const struct {
	unsigned events, step;
	const char *told;
} stamps_told[] = {
	{ 0, 10, NULL },	   { 1, 10, NULL },
	{ 2, 0, "do not change" }, { 2, 10, "too few time stamps" },
	{ 3, 10, NULL },	   { 4, 0, "do not change" },
};

START_TEST(stamps_that_tell_no_direction_are_told)
{
	static const char *const tales[] = { "do not change",
					     "too few time stamps",
					     "count down" };
	const char *const told = stamps_told[_i].told;
	const char *tale;
	bool found = false;

	make();
	for (unsigned i = 0; i < 4; i++)
		made_event(&made, i, i < stamps_told[_i].events ? 0x100 : 0,
			   SEND, 1000 + i * stamps_told[_i].step, 0x200);
	made_current(&made, stamps_told[_i].events % 4);
	ck_assert_int_eq(begin(), 0);
	while ((tale = pxt_trace_next_tale(trace)))
		for (size_t i = 0; i < 3; i++)
			if (strstr(tale, tales[i])) {
				ck_assert_pstr_eq(told, tales[i]);
				found = true;
			}
	ck_assert_int_eq(found, told != NULL);
}
END_TEST

START_TEST(a_user_knows_better_than_a_vote)
{
	make();
	set("direction=down");
	ck_assert_int_eq(begin(), 0);
	next_event();
	next_event();
	ck_assert_uint_eq(number("relative_ticks"), 0x100000000 - 10);
}
END_TEST

START_TEST(a_modulus_is_guessed_and_not_applied)
{
	static const unsigned stamps[] = { 999999970, 999999980, 999999990, 5 };

	make();
	for (unsigned i = 0; i < 4; i++)
		made_event(&made, i, 0x100, SEND, stamps[i], 0x200);
	if (_i)
		set("modulus=1000000000");
	set("direction=up");
	ck_assert_int_eq(begin(), 0);
	for (unsigned i = 0; i < 4; i++)
		next_event();
	ck_assert_uint_eq(number("relative_ticks"),
			  _i ? 35 : 0x100000000 - 999999970 + 5);
	ck_assert_int_eq(is_told("modulus=1000000000"), !_i);
}
END_TEST

START_TEST(settings_that_are_wrong_are_refused)
{
	make();
	refuses_setting("hz=0", "hz=0: no number of ticks in a second");
	refuses_setting("direction=left",
			"direction=left: neither up nor down");
	refuses_setting("modulus=1",
			"modulus=1: no number of ticks from one zero to the "
			"next");
	refuses_setting("start=-1", "start=-1: no number of ticks");
	refuses_setting("generation=new",
			"generation=new: neither current nor old");
	refuses_setting("ticks_per_us=x",
			"ticks_per_us=x: no number of ticks in a microsecond, "
			"up to 1000000; hz= takes others");
	refuses_setting("events=/nowhere/at/all",
			"events: /nowhere/at/all: No such file or directory");
}
END_TEST

/* Meaning */

START_TEST(generations_differ_in_some_ids)
{
	make();
	made_event(&made, 0, 0x100, 441, 0, 0);
	made_event(&made, 1, 0x100, 448, 0, 0);
	made_event(&made, 2, 0x100, 957, 0, 0);
	made_event(&made, 3, 0x100, 446, 0, 0);
	if (_i)
		set("generation=old");
	ck_assert_int_eq(begin(), 0);
	next_event();
	named(_i ? "NX_IP_STATIC_ROUTE_ADD" : "NX_IP_STATIC_ROUTE_ENABLE");
	next_event();
	named(_i ? "NX_TCP_SOCKET_BYTES_AVAILABLE" :
		   "NX_UDP_SOCKET_INTERFACE_CLEAR");
	next_event();
	named(_i ? "UX_DEVICE_CLASS_RNDIS_MSG_SET" :
		   "UX_DEVICE_CLASS_PIMA_DEVICE_RESET");
	next_event();
	named(_i ? "NX_IP_INTERFACE_INFO_GET" :
		   "NX_TCP_SOCKET_WINDOW_UPDATE_NOTIFY_SET");
	ck_assert_int_eq(is_told("generation=old"), !_i);
}
END_TEST

START_TEST(addresses_of_the_net_are_texts)
{
	make();
	made_event(&made, 0, 0x100, 309, 0, 0x200);
	made_word(&made, made_events(&made) + 20, 0xc0a8010a, 4);
	ck_assert_int_eq(begin(), 0);
	next_event();
	named("NX_INTERNAL_IP_SEND");
	text("destination_ip_address", "192.168.1.10");
	ck_assert_uint_eq(number("i2"), 0xc0a8010a);
}
END_TEST

START_TEST(all_events_can_be_described)
{
	for (unsigned id = 0; id < PXT_THREADX_FIRST_USER; id++) {
		if (!pxt_threadx_event(id, PXT_THREADX_CURRENT))
			continue;
		made.word = _i ? 8 : 4;
		make();
		made_event(&made, 0, 0x100, id, 0, 0);
		ck_assert_int_eq(begin(), 0);
		next_event();
		ck_assert_uint_eq(number("event_id"), id);
		ck_assert_uint_eq(number("threshold"), 5);
		ck_assert_uint_eq(number("i4"), 4);
		end();
	}
}
END_TEST

/* Of the user */

static char path[64];

static void write_custom(const char *definitions)
{
	FILE *file;

	snprintf(path, sizeof(path), "check_threadx.%d.trxc", (int)getpid());
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(definitions, file);
	fclose(file);
}

static void set_custom(const char *definitions)
{
	static char setting[80];

	write_custom(definitions);
	snprintf(setting, sizeof(setting), "events=%s", path);
	settings = (struct pxt_settings){ 0 };
	set(setting);
}

START_TEST(events_of_the_user_have_their_names)
{
	make();
	made_event(&made, 0, 0x100, 4096, 0, 0x200);
	made_event(&made, 1, 0x100, 65535, 0, 0x200);
	made_event(&made, 2, 0x100, 4097, 0, 0x200);
	set_custom("4095, a comment\r\nStart\r\n"
		   "65535,Last,L,(0,0,0),(1,1,1),long,,size_t,priority\r\n"
		   "\r\n"
		   "4096, Motor on ,MO,(0,0,0),(1,1,1),Motor speed,2nd, , "
		   "context\r\n"
		   "End\r\nso on");
	ck_assert_int_eq(begin(), 0);
	next_event();
	named("Motor on");
	ck_assert_uint_eq(number("Motor_speed"), 0x200);
	ck_assert_uint_eq(number("_2nd"), 2);
	ck_assert_uint_eq(number("context_"), 4);
	ck_assert_uint_eq(number("i3"), 3);
	next_event();
	named("Last");
	ck_assert_uint_eq(number("long_"), 0x200);
	ck_assert_uint_eq(number("size_t_"), 3);
	ck_assert_uint_eq(number("priority_"), 4);
	ck_assert_uint_eq(number("priority"), 5);
	next_event();
	named("USER_4097");
	unlink(path);
}
END_TEST

static void refuses_custom(const char *definitions, const char *why)
{
	make();
	set_custom(definitions);
	ck_assert_int_eq(begin(), EINVAL);
	ck_assert_str_eq(pxt_trace_get_refusal(trace), why);
	end();
	unlink(path);
}

START_TEST(labels_may_be_the_same)
{
	make();
	made_event(&made, 0, 0x100, 4096, 0, 0x200);
	set_custom("\xef\xbb\xbfStart\n"
		   "4096,a,b,(0,0,0),(1,1,1),i1,i1,i1_,i1\nEnd\n");
	ck_assert_int_eq(begin(), 0);
	next_event();
	ck_assert_uint_eq(number("i1_"), 0x200);
	ck_assert_uint_eq(number("i1__"), 2);
	ck_assert_uint_eq(number("i1___"), 3);
	ck_assert_uint_eq(number("i1____"), 4);
	ck_assert_uint_eq(number("i1"), 0x200);
	unlink(path);
}
END_TEST

START_TEST(files_that_define_nothing_are_refused)
{
	refuses_custom("4096,a,b\n",
		       "events: line 1: there is no line \"Start\" up to here");
	refuses_custom("Start\n4096,a,b\n",
		       "events: line 2: has less than 13 columns");
	refuses_custom("Start\n4095,a,b,(0,0,0),(1,1,1),a,b,c,d\n",
		       "events: line 2: its number is none from 4096 to 65535");
	refuses_custom("Start\n4096,,b,(0,0,0),(1,1,1),a,b,c,d\n",
		       "events: line 2: has no name");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threadx");
	TCase *tcase = tcase_create("threadx");

	tcase_add_checked_fixture(tcase, create, release);
	tcase_add_loop_test(tcase, all_orders_and_words_say_the_same, 0, 4);
	tcase_add_test(tcase,
		       a_ring_that_never_filled_ends_at_its_current_slot);
	tcase_add_test(tcase, addresses_wrap_at_four_gigabytes);
	tcase_add_test(tcase, a_base_of_another_place_is_told);
	tcase_add_test(tcase, slots_without_padding_are_seen);
	tcase_add_test(tcase, a_full_ring_is_full_without_its_oldest_event);
	tcase_add_test(
		tcase,
		a_current_pointer_of_nothing_leaves_the_order_of_the_file);
	tcase_add_test(tcase, contexts_that_are_no_threads_have_no_priority);
	tcase_add_test(tcase, the_priority_of_a_new_thread_is_another_one);
	tcase_add_test(tcase, a_live_object_is_the_one_of_its_address);
	tcase_add_test(tcase, cores_are_in_the_id);
	tcase_add_test(tcase, times_begin_with_the_first_stamp);
	tcase_add_test(tcase, times_that_begin_too_far_away_begin_with_zero);
	tcase_add_loop_test(tcase, a_rate_makes_ticks_times, 0, 2);
	tcase_add_test(tcase, a_count_may_go_down_and_wrap);
	tcase_add_loop_test(tcase, stamps_that_tell_no_direction_are_told, 0,
			    sizeof(stamps_told) / sizeof(stamps_told[0]));
	tcase_add_test(tcase, a_user_knows_better_than_a_vote);
	tcase_add_loop_test(tcase, a_modulus_is_guessed_and_not_applied, 0, 2);
	tcase_add_test(tcase, settings_that_are_wrong_are_refused);
	tcase_add_loop_test(tcase, generations_differ_in_some_ids, 0, 2);
	tcase_add_test(tcase, addresses_of_the_net_are_texts);
	tcase_add_loop_test(tcase, all_events_can_be_described, 0, 2);
	tcase_add_test(tcase, events_of_the_user_have_their_names);
	tcase_add_test(tcase, labels_may_be_the_same);
	tcase_add_test(tcase, files_that_define_nothing_are_refused);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
