/* check_liteos_buffer.c - buffers of LiteOS that are written */
#include <check.h>
#include <errno.h>

#include "format/liteos/round_trip.h"
#include "run.h"

/* 65536 + 3 slots, of which three are ever used. */
START_TEST(slots_that_16_bits_do_not_count_stay_blank)
{
	const size_t all = 24 + 24 * (65536 + 3);
	struct pxt_liteos_frame frame = { .type = 0x803 };
	struct pxt_liteos_layout of;

	ck_assert(pxt_liteos_layout_parse("m32,p0", &of));
	memset(made, 0, all);
	pxt_liteos_set32(made, false, PXT_LITEOS_ENDIAN);
	pxt_liteos_set32(made + 4, false, 1000);
	pxt_liteos_set16(made + 12, false, (uint16_t)all);
	pxt_liteos_set16(made + 14, false, 40);
	pxt_liteos_set16(made + 16, false, of.size);
	pxt_liteos_set16(made + 18, false, 24);
	pxt_liteos_set16(made + 20, false, 24);
	for (unsigned i = 0; i < 3; i++) {
		frame.time = 10 + (i + 1) % 3;
		pxt_liteos_layout_put(&of, false, &frame,
				      made + 24 + i * of.size);
	}
	set(&reading, "layout=m32,p0");
	set(&writing, "kind=offline");
	through(made, all);
	is_the_same("buffer", made, all);
}
END_TEST

START_TEST(a_layout_reads_as_it_is_printed)
{
	struct pxt_liteos_layout of, parsed;
	char text[PXT_LITEOS_LAYOUT_TEXT];

	seed = (uint64_t)_i;
	choose_layout(&of);
	pxt_liteos_layout_print(&of, text);
	ck_assert(pxt_liteos_layout_parse(text, &parsed));
	ck_assert_mem_eq(&of, &parsed, sizeof(of));
}
END_TEST

/* Of other systems */

static void put_foreign(const char *name, const char *description, pid_t tid,
			uint64_t ns, const void *bytes, size_t len)
{
	struct posix_trace_item_np item;

	pxt_trace_event(trace, &item, pxt_trace_type(trace, name, description),
			ns, 42, tid, bytes, len);
	ck_assert_int_eq(pxt_format_liteos.export->put(&export, &item), 0);
}

static void write_foreign(void)
{
	const uint64_t wide[] = { 0x123456789, 5 };
	const uint32_t narrow[] = { 3, 4 };

	pxt_trace_system(trace, "Linux");
	pxt_trace_thread(trace, 42, 100, "a thread with a name of many bytes");
	ck_assert_int_eq(open_writer(), 0);
	put_foreign("first", "uint64_t a; uint64_t b [[key]]", 100, 1000, wide,
		    sizeof(wide));
	put_foreign("second", "uint32_t a, b", 101, 2000, narrow,
		    sizeof(narrow));
	put_foreign("first", "uint64_t a; uint64_t b [[key]]", 101, 3000, wide,
		    sizeof(wide));
	put_foreign("third", "char text[2]", 100, 4000, "a", 2);
	put_foreign("fourth", NULL, 100, 5000, "a", 2);
	ck_assert_int_eq(pxt_format_liteos.export->finish(&export), 0);
	pxt_format_liteos.export->close(&export);
}

static void is_foreign(void)
{
	static uint8_t bytes[ROOM];
	struct posix_trace_item_np item;
	const size_t len = written_len;

	memcpy(bytes, written, len);
	again();
	open_reader(bytes, len);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x40000000);
	ck_assert_uint_eq(field(&item, "identity"), 5);
	ck_assert_uint_eq(field(&item, "p1"), 0x23456789);
	ck_assert_uint_eq(field(&item, "curPid"), 42);
	ck_assert_int_eq(item.info.posix_timestamp.tv_nsec, 1000);
	ck_assert_str_eq(
		pxt_trace_get_thread(trace, item.info.posix_pid, item.tid),
		"a thread with a name of many by");
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x40000001);
	ck_assert_uint_eq(field(&item, "identity"), 3);
	ck_assert_uint_eq(field(&item, "p1"), 4);
	ck_assert_uint_eq(field(&item, "curTask"), 2);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x40000000);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x40000002);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x40000003);
	ck_assert(!next(&item));
	close_reader();
}

START_TEST(other_events_are_those_of_no_module)
{
	set(&writing, _i ? "kind=offline" : "kind=tlv");
	write_foreign();
	ck_assert_uint_eq(lost("32 bits"), 2);
	ck_assert_uint_eq(lost("texts"), 1);
	ck_assert_uint_eq(lost("without a description"), 1);
	ck_assert_uint_eq(lost("31 bytes"), 1);
	ck_assert_int_eq(!!strstr(beside_text, "layout=a32\n"), _i);
	ck_assert_ptr_nonnull(
		strstr(beside_text, "0x40000000\tfirst\tb:key\ta\n"));
	ck_assert_ptr_nonnull(strstr(beside_text, "0x40000003\tfourth\n"));
	is_foreign();
}
END_TEST

static void put_gap(uint64_t missing)
{
	struct posix_trace_item_np item;

	pxt_trace_loss(trace, &item, 0, 0, missing, "full");
	ck_assert_int_eq(pxt_format_liteos.export->put(&export, &item), 0);
}

/* Gaps of three, of nobody knows how many, and of one at the end. */
static void write_gaps(const char *layout)
{
	const uint32_t values[] = { 3, 4 };

	set(&writing, "kind=offline");
	set(&writing, layout);
	pxt_trace_system(trace, "Linux");
	ck_assert_int_eq(open_writer(), 0);
	put_foreign("event", "uint32_t a, b", 1, 1, values, 8);
	put_gap(1);
	put_gap(2);
	put_foreign("event", "uint32_t a, b", 1, 2, values, 8);
	put_gap(0);
	put_foreign("event", "uint32_t a, b", 1, 3, values, 8);
	put_gap(1);
	ck_assert_int_eq(pxt_format_liteos.export->finish(&export), 0);
	pxt_format_liteos.export->close(&export);
}

START_TEST(a_counter_tells_what_is_missing)
{
	struct posix_trace_item_np item;

	write_gaps("layout=a32,count");
	ck_assert_uint_eq(lost("are missing"), 2);
	open_reader(written, written_len);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventCount"), 0);
	ck_assert(next(&item));
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert_uint_eq(item.lost, 3);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventCount"), 4);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventCount"), 5);
	close_reader();
}
END_TEST

START_TEST(without_a_counter_what_is_missing_is_counted)
{
	write_gaps("layout=a32");
	ck_assert_uint_eq(lost("are missing"), 3);
}
END_TEST

/* Of a ring that is full the oldest would be behind a step back. */
START_TEST(a_step_back_leaves_a_slot_blank)
{
	static const uint64_t times[] = { 10, 30, 20, 40 };
	static const uint8_t blank[40];
	struct posix_trace_item_np item;

	begin_stream();
	for (int i = 0; i < 4; i++)
		add_event(0x803, times[i]);
	end_stream();
	set(&writing, "kind=offline");
	if (_i)
		set(&writing, "size=184");
	through(made_up, made_up_len);
	ck_assert_uint_eq(lost("older"), _i);
	ck_assert_uint_eq(written_len, 24 + (_i ? 4 : 5) * 40);
	ck_assert_mem_eq(written + written_len - 40, blank, 40);
	memcpy(read_again, written, written_len);
	again();
	open_reader(read_again, written_len);
	for (int i = _i; i < 4; i++) {
		ck_assert(next(&item));
		ck_assert_uint_eq(field(&item, "curTime"), times[i]);
	}
	ck_assert(!next(&item));
	close_reader();
}
END_TEST

START_TEST(times_that_go_on_need_no_blank_slot)
{
	begin_stream();
	for (int i = 0; i < 4; i++)
		add_event(0x803, 10U * (unsigned)(i / 2));
	end_stream();
	set(&writing, "kind=offline");
	through(made_up, made_up_len);
	ck_assert_uint_eq(written_len, 24 + 4 * 40);
}
END_TEST

START_TEST(a_counter_that_began_before_tells_no_loss_that_was_not_told)
{
	struct pxt_liteos_message message = {
		.type = PXT_LITEOS_EVENTS,
		.shape = { .width = 4, .params = 3, .count = true },
		.frame = { .type = 0x803, .identity = 9, .count = 7 },
	};
	struct posix_trace_item_np item;

	begin_stream();
	add(&message);
	message.frame.count = 8;
	add(&message);
	set(&writing, "kind=offline");
	through(made_up, made_up_len);
	ck_assert_uint_eq(written_len, 24 + 3 * 40);
	memcpy(read_again, written, written_len);
	again();
	open_reader(read_again, written_len);
	ck_assert(next(&item));
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_EVENT_NP);
	close_reader();
}
END_TEST

/* The first has less than those that follow. */
START_TEST(a_buffer_has_room_for_all_that_comes)
{
	const struct pxt_liteos_message first = {
		.type = PXT_LITEOS_EVENTS,
		.shape = { .width = 4, .params = 1 },
		.frame = { .type = 0x803, .time = 1, .identity = 9 },
	};
	const struct pxt_liteos_message second = {
		.type = PXT_LITEOS_EVENTS,
		.shape = { .width = 8,
			   .params = 4,
			   .core = true,
			   .count = true },
		.frame = { .type = 0x803,
			   .time = 2,
			   .identity = 1ULL << 40,
			   .param = { 0, 0, 0, 1ULL << 50 },
			   .count = 1 },
	};
	struct posix_trace_item_np item;

	begin_stream();
	add(&first);
	add(&second);
	set(&writing, "kind=offline");
	through(made_up, made_up_len);
	ck_assert_uint_eq(export.losses, 0);
	ck_assert_str_eq(beside_text, "layout=l64,core,count,p4\n");
	memcpy(read_again, written, written_len);
	again();
	set(&reading, "layout=l64,core,count,p4");
	open_reader(read_again, written_len);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "curTime"), 1);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "identity"), 1ULL << 40);
	close_reader();
}
END_TEST

START_TEST(a_buffer_keeps_the_newest)
{
	struct posix_trace_item_np item;

	set(&writing, "kind=offline");
	set(&writing, "size=200");
	write_foreign();
	/* Two tasks of 40 bytes and a head of 24 leave room for two frames. */
	ck_assert_uint_eq(written_len, 200);
	ck_assert_uint_eq(lost("older"), 3);
	open_reader(written, written_len);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x40000002);
	ck_assert(next(&item));
	ck_assert(!next(&item));
	close_reader();
}
END_TEST

START_TEST(more_types_than_there_are_numbers_share_the_last)
{
	char name[16];

	pxt_trace_system(trace, "Linux");
	ck_assert_int_eq(open_writer(), 0);
	for (int i = 0; i < 300; i++) {
		snprintf(name, sizeof(name), "%d", i);
		put_foreign(name, "uint32_t a", 1, 1, "1234", 4);
		*beside_text = '\0';
	}
	ck_assert_int_eq(pxt_format_liteos.export->finish(&export), 0);
	pxt_format_liteos.export->close(&export);
	ck_assert_uint_eq(lost("names of types"), 300 - 17 * 16);
}
END_TEST

START_TEST(what_a_layout_has_no_room_for_is_counted)
{
	read_capture("a32-ext-allmods.raw");
	set(&writing, "kind=offline");
	set(&writing, "layout=m32");
	through(data, data_len);
	ck_assert_uint_eq(lost("process ids"), 101);
	ck_assert_uint_eq(lost("core words"), 101);
	ck_assert_uint_eq(lost("event counters"), 101);
	ck_assert_uint_gt(lost("more than there are params"), 0);
	free(data);
}
END_TEST

/* Most of them had more. */
START_TEST(a_core_word_counts_the_params_that_are_left)
{
	struct posix_trace_item_np item;

	read_capture("a32-ext-allmods.raw");
	set(&writing, "kind=offline");
	set(&writing, "layout=a32,core,p2");
	through(data, data_len);
	free(data);
	memcpy(read_again, written, written_len);
	again();
	set(&reading, "layout=a32,core,p2");
	open_reader(read_again, written_len);
	while (next(&item))
		ck_assert_uint_le(field(&item, "paramCount"), 2);
	close_reader();
}
END_TEST

/* Nobody prints it. Of a user's event those count that are not zero. */
START_TEST(a_core_word_of_a_text_counts_what_a_kernel_records)
{
	static const unsigned recorded[] = { 2, 1, 0, 3, 2, 0 };
	static const char text[] =
		"***TraceInfo begin***\nclockFreq = 1000000000\n"
		"CurEvtIndex = 6\n"
		"Index   Time(cycles)      EventType      CurTask   Identity   "
		"   cpuId      hwiActive   taskLockCnt params    \n"
		"0 0x1 0x803 0x4 0x30 1 0 2 0x0 0x0 0x0\n"
		"1 0x2 0x103 0x4 0x30 1 0 2 0x0 0x0 0x0\n"
		"2 0x3 0x24 0x4 0x3 1 1 2 0x0 0x0 0x0\n"
		"3 0x4 0x202 0x4 0x3 1 0 2 0x0 0x0 0x0\n"
		"4 0x5 0xfffffff1 0x4 0x3 1 0 2 0x0 0x7 0x0\n"
		"5 0x6 0x4001 0x4 0x3 1 0 2 0x0 0x0 0x0\n"
		"6 0x0 0x0 0x0 0x0 0 0 0 0x0 0x0 0x0\n"
		"***TraceInfo end***\n";
	struct posix_trace_item_np item;

	set(&writing, _i ? "kind=offline" : "kind=tlv");
	through(text, sizeof(text) - 1);
	ck_assert_uint_eq(lost("numbers of params"), 2);
	memcpy(read_again, written, written_len);
	again();
	set(&reading, "layout=m32,core");
	open_reader(read_again, written_len);
	for (int i = 0; i < 6; i++) {
		ck_assert(next(&item));
		ck_assert_uint_eq(field(&item, "paramCount"), recorded[i]);
		ck_assert_uint_eq(field(&item, "taskLockCnt"), 2);
	}
	close_reader();
}
END_TEST

START_TEST(nothing_is_a_session_or_a_frame_that_is_blank)
{
	set(&writing, _i ? "kind=offline" : "kind=tlv");
	ck_assert_int_eq(open_writer(), 0);
	ck_assert_int_eq(pxt_format_liteos.export->finish(&export), 0);
	pxt_format_liteos.export->close(&export);
	ck_assert_uint_eq(written_len, _i ? 24 + 40 : 18 + 24 + 18);
}
END_TEST

static const char *const wrong[] = {
	"kind=raw",	  "layout=",	      "layout=x32",
	"layout=a32,p99", "layout=m64",	      "layout=m32,lr",
	"layout=a64,al4", "size=0",	      "size=65536",
	"hz=0",		  "hz=4294967296",    "endian=pdp",
	"layout=a32,,p",  "layout=a32,core,",
};

START_TEST(a_wrong_setting_is_refused_by_its_name)
{
	set(&writing, wrong[_i]);
	ck_assert_int_eq(open_writer(), EINVAL);
	ck_assert_ptr_nonnull(strstr(export.why, wrong[_i]));
	ck_assert_ptr_null(export.state);
}
END_TEST

START_TEST(a_buffer_without_room_is_refused)
{
	set(&writing, "kind=offline");
	set(&writing, "size=60");
	ck_assert_int_eq(open_writer(), 0);
	ck_assert_int_eq(pxt_format_liteos.export->finish(&export), EINVAL);
	ck_assert_ptr_nonnull(strstr(export.why, "size=60"));
	pxt_format_liteos.export->close(&export);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("liteos_buffer");
	TCase *tc = tcase_create("export");

	tcase_add_checked_fixture(tc, create, release);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, slots_that_16_bits_do_not_count_stay_blank);
	tcase_add_loop_test(tc, a_layout_reads_as_it_is_printed, 0, LAYOUTS);
	tcase_add_loop_test(tc, other_events_are_those_of_no_module, 0, 2);
	tcase_add_test(tc, a_counter_tells_what_is_missing);
	tcase_add_test(tc, without_a_counter_what_is_missing_is_counted);
	tcase_add_loop_test(tc, a_step_back_leaves_a_slot_blank, 0, 2);
	tcase_add_test(tc, times_that_go_on_need_no_blank_slot);
	tcase_add_test(
		tc,
		a_counter_that_began_before_tells_no_loss_that_was_not_told);
	tcase_add_test(tc, a_buffer_has_room_for_all_that_comes);
	tcase_add_test(tc, a_buffer_keeps_the_newest);
	tcase_add_test(tc, more_types_than_there_are_numbers_share_the_last);
	tcase_add_test(tc, what_a_layout_has_no_room_for_is_counted);
	tcase_add_test(tc, a_core_word_counts_the_params_that_are_left);
	tcase_add_loop_test(
		tc, a_core_word_of_a_text_counts_what_a_kernel_records, 0, 2);
	tcase_add_loop_test(tc, nothing_is_a_session_or_a_frame_that_is_blank,
			    0, 2);
	tcase_add_loop_test(tc, a_wrong_setting_is_refused_by_its_name, 0,
			    sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(tc, a_buffer_without_room_is_refused);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
