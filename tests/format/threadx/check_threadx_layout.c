/*
 * check_threadx_layout.c - size, ticks and layout of a trace that is written for ThreadX
 */
#include "format/threadx/round_trip.h"
#include "run.h"

static void say(const char *setting)
{
	ck_assert(pxt_settings_add(&settings, setting));
}

START_TEST(what_has_no_place_is_counted)
{
	const uint64_t order[3] = { UINT64_C(1) << 40 };

	begin();
	put(11, USER, order, sizeof(order));
	put(11, TEXT, "hello", 6);
	put(11, UNDESCRIBED, "12345678901234567", 17);
	ck_assert_int_eq(exporter->put(&export,
				       &(struct posix_trace_item_np){
					       .kind = POSIX_TRACE_ITEM_LOSS_NP,
				       }),
			 0);
	finish(records, 1000);
	ck_assert_uint_eq(lost("cut to 32 bits"), 1);
	ck_assert_uint_eq(lost("texts"), 1);
	ck_assert_uint_eq(lost("beyond 16 bytes"), 1);
	ck_assert_uint_eq(lost("places where events are missing"), 1);
}
END_TEST

START_TEST(ticks_are_those_that_were_asked_for)
{
	begin();
	put_plain(11);
	now += 123;
	put_plain(11);
	finish(records, 1000);
	ck_assert_uint_eq(records[3].stamp - records[2].stamp, 10);
	ck_assert_uint_eq(lost("times rounded to ticks of 1000000 Hz"), 1);
}
END_TEST

START_TEST(a_long_pause_makes_ticks_longer)
{
	begin();
	put_plain(11);
	now += UINT64_C(7200) * SECOND - 10000;
	put_plain(11);
	finish(records, 1000);
	ck_assert_uint_eq(records[3].stamp - records[2].stamp, 720000000);
}
END_TEST

START_TEST(a_pause_too_long_for_what_was_asked_is_told)
{
	say("hz=1000000000");
	begin();
	put_plain(11);
	now += UINT64_C(10) * SECOND;
	put_plain(11);
	finish(records, 1000);
	ck_assert_uint_eq(lost("too long for 32 bits"), 1);
}
END_TEST

START_TEST(a_small_buffer_keeps_what_is_newest)
{
	const size_t room = 10;
	char size[32];

	snprintf(size, sizeof(size), "size=%zu", 48 + 1 * 48 + room * 32 + 5);
	say(size);
	say("registry=1");
	begin();
	for (int i = 0; i < 100; i++)
		put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), room);
	ck_assert_uint_eq(records[room - 1].stamp, 2 + 990);
	ck_assert_uint_eq(lost("older than the buffer"), 92);
	ck_assert_uint_eq(out.len, 48 + 48 + room * 32 + 5);
}
END_TEST

START_TEST(layouts_are_as_they_were_asked_for)
{
	say("word=8");
	say("order=big");
	say("name_size=12");
	say("registry=20");
	begin();
	put_object(12, MUTEX_LOCK);
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 4);
	ck_assert_str_eq(pxt_trace_get_note(trace, "ulong_bytes"), "8");
	ck_assert_str_eq(pxt_trace_get_note(trace, "byte_order"), "big");
	ck_assert_str_eq(pxt_trace_get_note(trace, "object_name_size"), "12");
	ck_assert_str_eq(pxt_trace_get_note(trace, "registry_slots"), "20");
	ck_assert_str_eq(name_of(records[2].info[0]), "guard");
}
END_TEST

START_TEST(a_trace_of_nothing_is_one)
{
	begin();
	ck_assert_uint_eq(finish(records, 1000), 0);
}
END_TEST

START_TEST(an_error_of_writing_is_one)
{
	begin();
	put_plain(11);
	out.err = ENOSPC;
	ck_assert_int_eq(exporter->finish(&export), ENOSPC);
}
END_TEST

static const char *const wrong[] = {
	"size=0",	"size=x", "registry=0", "name_size=5",
	"name_size=64", "hz=0",	  "word=2",	"order=middle",
};

START_TEST(a_wrong_setting_is_refused)
{
	char key[16];

	say(wrong[_i]);
	ck_assert_int_eq(exporter->open(&export), EINVAL);
	snprintf(key, sizeof(key), "%.*s", (int)strcspn(wrong[_i], "="),
		 wrong[_i]);
	ck_assert_ptr_nonnull(strstr(export.why, key));
}
END_TEST

START_TEST(a_size_without_room_is_refused)
{
	say("size=60");
	begin();
	put_plain(11);
	ck_assert_int_eq(exporter->finish(&export), EINVAL);
	ck_assert_ptr_nonnull(strstr(export.why, "size=60"));
}
END_TEST

START_TEST(names_may_be_as_long_as_a_header_can_say)
{
	static struct memory made = { .output.write = keep };
	static struct reading reading;
	struct pxt_threadx_buffer buffer = {
		.word = _i ? 8 : 4,
		.name_size = UINT16_MAX,
		.mask = UINT32_MAX,
		.base = 0x1000,
		.slots = 1,
		.capacity = 1,
		.reserved = { 0xaaaaaaaa, 0xbbbbbbbb, 0xcccccccc },
	};
	const struct pxt_threadx_entry entry = {
		.details = { .type = PXT_THREADX_THREAD },
		.address = 0x100,
	};
	const struct pxt_threadx_words event = { { 0x100, 0, 6, 1 } };

	made.len = 0;
	ck_assert_int_eq(pxt_threadx_buffer_enter(&buffer, &entry, "main"), 0);
	ck_assert_int_eq(pxt_threadx_buffer_add(&buffer, &event), 0);
	ck_assert_int_eq(pxt_threadx_buffer_write(&buffer, &made.output), 0);
	pxt_threadx_buffer_fini(&buffer);
	ck_assert_uint_gt(made.len, UINT16_MAX);

	begin_reading(&reading, &made);
	convert_items(&reading);
	ck_assert_uint_eq(out.len, made.len);
	ck_assert_int_eq(memcmp(out.bytes, made.bytes, made.len), 0);
	end_reading(&reading);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threadx_layout");
	TCase *tests = tcase_create("threadx_export");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, what_has_no_place_is_counted);
	tcase_add_test(tests, ticks_are_those_that_were_asked_for);
	tcase_add_test(tests, a_long_pause_makes_ticks_longer);
	tcase_add_test(tests, a_pause_too_long_for_what_was_asked_is_told);
	tcase_add_test(tests, a_small_buffer_keeps_what_is_newest);
	tcase_add_test(tests, layouts_are_as_they_were_asked_for);
	tcase_add_test(tests, a_trace_of_nothing_is_one);
	tcase_add_test(tests, an_error_of_writing_is_one);
	tcase_add_loop_test(tests, names_may_be_as_long_as_a_header_can_say, 0,
			    2);
	tcase_add_loop_test(tests, a_wrong_setting_is_refused, 0, 8);
	tcase_add_test(tests, a_size_without_room_is_refused);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
