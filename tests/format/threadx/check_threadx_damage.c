/*
 * check_threadx_damage.c - traces of ThreadX that cannot be, are cut, or follow one another
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>

#include "format/threadx/made_capture.h"
#include "run.h"

static void refuses(const char *why)
{
	ck_assert_int_eq(begin(), EBADMSG);
	ck_assert_str_eq(pxt_trace_get_refusal(trace), why);
	end();
}

START_TEST(headers_that_cannot_be_are_refused)
{
	make();
	made_header(&made, 5, made.base);
	made_header(&made, 6, made.base);
	refuses("the registry ends before it starts");
	make();
	made_header(&made, 7, made.base);
	refuses("the event area ends before it starts");
	made_header(&made, 7, made.base + made_events(&made));
	refuses("has no room for events");
	make();
	made.len = 47;
	refuses("control header truncated");
	made.len = 3;
	refuses("file too short");
	make();
	made.data[0] = 'X';
	refuses("bad trace identifier");
}
END_TEST

static void damaged(size_t index, uint64_t offset, uint64_t len,
		    const char *why)
{
	const struct pxt_trace_damage *damage =
		pxt_trace_get_damage(trace, index);

	ck_assert_ptr_nonnull(damage);
	ck_assert_str_eq(damage->why, why);
	ck_assert_uint_eq(damage->offset, offset);
	ck_assert_uint_eq(damage->len, len);
}

/* All that make() has made. */
static void has_all(void)
{
	struct posix_trace_object_np object;

	for (unsigned i = 0; i < 4; i++) {
		next_event();
		ck_assert_uint_eq(number("raw_time_stamp"), 1000 + 10 * i);
		text("context_name", "main");
	}
	no_more();
	ck_assert_int_eq(pxt_trace_get_object(trace, PXT_TRACE_PID, 0x200,
					      "queue", NULL, &object),
			 0);
	ck_assert_str_eq(object.name, "orders");
}

/* One of the addresses is off by some slots, or by no whole ones. */
START_TEST(an_address_that_the_others_contradict_is_damage)
{
	static const struct {
		unsigned word;
		const char *name;
	} addresses[] = {
		{ 3, "registry start" },
		{ 5, "registry end" },
		{ 6, "buffer start" },
	};
	static const int off[] = { 16, -16, 24, -24, 32, -32, 96, -96, 7 };
	const unsigned which = (unsigned)_i % 3;
	const unsigned number = addresses[which].word;
	uint64_t right, wrong;
	char why[128];

	made.word = _i < 3 * 9 ? 4 : 8;
	make();
	/* Two slots for events look like some for objects otherwise. */
	made_object(&made, 0, false, THREAD, 0x20000150, "main");
	for (unsigned i = 0; i < 4; i++)
		made_event(&made, i, 0x20000150, SEND, 1000 + 10 * i, 0x200);
	right = which ? made.base + made_events(&made) :
			made.base + made_registry(&made);
	wrong = right + (uint64_t)off[_i / 3 % 9];
	made_header(&made, number, wrong);
	snprintf(why, sizeof(why),
		 "%s 0x%llx does not fit the other addresses: taken as 0x%llx",
		 addresses[which].name, (unsigned long long)wrong,
		 (unsigned long long)right);
	ck_assert_int_eq(begin(), 0);
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	damaged(0, (uint64_t)number * made.word, made.word, why);
	has_all();
}
END_TEST

/* The name size that fills the registry with slots is found. */
START_TEST(a_name_size_that_does_not_fit_is_damage)
{
	static const unsigned sizes[] = { 0, 9, 13, 32, 33, 200, 65535 };
	char why[128];

	make();
	made_word(&made, 18, sizes[_i], 2);
	snprintf(why, sizeof(why),
		 "an object name size of %u does not fit the registry: taken "
		 "as 8",
		 sizes[_i]);
	ck_assert_int_eq(begin(), 0);
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	damaged(0, 18, 2, why);
	ck_assert_str_eq(pxt_trace_get_note(trace, "registry_slots"), "2");
	has_all();
}
END_TEST

/* Where no slots look like objects, it is as the header says. */
START_TEST(a_registry_of_no_whole_slots_is_damage)
{
	make();
	memset(made.data + 48, 0xff, 2 * 24);
	made_word(&made, 18, _i ? 60 : 12, 2);
	ck_assert_int_eq(begin(), 0);
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	if (_i)
		damaged(0, 48, 48,
			"48 bytes are no whole slot of the registry");
	else
		damaged(0, 48 + 28, 20,
			"20 bytes are no whole slot of the registry");
	for (int i = 0; i < 4; i++)
		next_event();
	no_more();
}
END_TEST

/* Slots that nobody took, and names as long as the room, are no reason to doubt
 * what the header says. */
START_TEST(a_registry_that_fits_is_as_it_says)
{
	make();
	memset(made.data + 48 + 16, 'x', 8);
	memset(made.data + 48 + 24, 0, 24);
	ck_assert_int_eq(begin(), 0);
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
	next_event();
	text("context_name", "xxxxxxxx");
}
END_TEST

START_TEST(an_event_area_of_no_whole_slots_is_damage)
{
	make();
	made_header(&made, 7, made.base + made_events(&made) + 4 * 32 - 10);
	ck_assert_int_eq(begin(), 0);
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	damaged(0, made_events(&made) + 3 * 32, 22,
		"22 bytes are no whole event");
	for (int i = 0; i < 3; i++)
		next_event();
	no_more();
}
END_TEST

/* As a writer may have it that aligns the events. */
START_TEST(bytes_between_registry_and_events_are_damage)
{
	make();
	memmove(made.data + 96 + 16, made.data + 96, 4 * 32);
	memset(made.data + 96, 0, 16);
	made.len += 16;
	for (unsigned word = 6; word <= 8; word++)
		made_header(&made, word,
			    made.base + 96 + 16 + (word == 7 ? 4 * 32 : 0));
	ck_assert_int_eq(begin(), 0);
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	damaged(0, 96, 16, "16 bytes are no whole slot of the registry");
	has_all();
}
END_TEST

START_TEST(a_size_that_nothing_backs_costs_nothing)
{
	struct posix_trace_object_np object;

	made.word = _i ? 8 : 4;
	make();
	made_header(&made, 7,
		    made.base + made_events(&made) +
			    (_i ? 1ull << 62 : 0x7ffff000));
	made_current(&made, 4);
	ck_assert_int_eq(begin(), 0);
	for (int i = 0; i < 4; i++)
		next_event();
	no_more();
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	ck_assert_int_eq(pxt_trace_list_object(trace, 2, &object), ESRCH);
}
END_TEST

START_TEST(what_a_cut_takes_is_told_in_its_place)
{
	make();
	made_current(&made, 1);
	made.len -= 33;
	ck_assert_int_eq(begin(), 0);
	next_event();
	ck_assert_uint_eq(number("raw_time_stamp"), 1010);
	next_item(POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert_uint_eq(item.lost, 2);
	next_event();
	ck_assert_uint_eq(number("raw_time_stamp"), 1000);
	no_more();
	ck_assert_str_eq(pxt_trace_get_damage(trace, 0)->why,
			 "file ends inside the event area: 2 of 4 entries "
			 "present");
}
END_TEST

START_TEST(a_registry_that_is_cut_keeps_what_it_has)
{
	struct posix_trace_object_np object;

	make();
	made.len = 48 + 24 + 1;
	ck_assert_int_eq(begin(), 0);
	ck_assert_int_eq(pxt_trace_list_object(trace, 0, &object), 0);
	ck_assert_str_eq(object.name, "main");
	ck_assert_int_eq(pxt_trace_list_object(trace, 1, &object), ESRCH);
	ck_assert_uint_eq(pxt_trace_damages(trace), 2);
	no_more();
}
END_TEST

START_TEST(a_slot_without_an_event_is_a_loss)
{
	make();
	made_event(&made, 1, 0, 0, 0, 0);
	made_event(&made, 2, 0, 0, 0, 0);
	ck_assert_int_eq(begin(), 0);
	next_event();
	next_item(POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert_uint_eq(item.lost, 2);
	next_event();
	ck_assert_uint_eq(number("raw_time_stamp"), 1030);
	no_more();
	ck_assert_uint_eq(pxt_trace_get_damage(trace, 0)->offset,
			  made_events(&made) + 32);
	ck_assert_uint_eq(pxt_trace_get_damage(trace, 0)->len, 64);
}
END_TEST

START_TEST(an_event_of_which_not_all_was_sent_is_a_loss)
{
	make();
	begin_with_hole(made_events(&made) + 2 * 32 + 16, 1);
	next_event();
	next_event();
	next_item(POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert_uint_eq(item.lost, 1);
	next_event();
	ck_assert_uint_eq(number("raw_time_stamp"), 1030);
	no_more();
}
END_TEST

/* Growing */

START_TEST(a_trace_that_is_written_is_waited_for)
{
	int end_of_pipe[2];

	make();
	ck_assert_int_eq(pipe2(end_of_pipe, O_NONBLOCK), 0);
	ck_assert_int_eq(pxt_feed_open(end_of_pipe[0], &feed), 0);
	import = (struct pxt_import){
		.feed = feed,
		.trace = trace,
		.settings = &settings,
	};
	ck_assert_int_eq(pxt_format_threadx.import->open(&import), 0);
	no_more();
	ck_assert_int_eq(write(end_of_pipe[1], made.data, 100), 100);
	no_more();
	ck_assert_int_eq(write(end_of_pipe[1], made.data + 100, made.len - 100),
			 (int)made.len - 100);
	for (int i = 0; i < 4; i++)
		next_event();
	no_more();
	close(end_of_pipe[0]);
	close(end_of_pipe[1]);
}
END_TEST

/* Several buffers in one file */

static void make_two(size_t slack)
{
	make();
	memset(made.data + made.len, 0xee, slack);
	memcpy(made.data + made.len + slack, made.data, made.len);
	made.len = 2 * made.len + slack;
}

START_TEST(buffers_in_one_file_are_one_trace)
{
	make_two(_i);
	ck_assert_int_eq(begin(), 0);
	for (int i = 0; i < 5; i++)
		next_event();
	ck_assert_uint_eq(number("relative_ticks"), 0x100000000);
	for (int i = 0; i < 3; i++)
		next_event();
	text("context_name", "main");
	no_more();
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
	ck_assert_str_eq(pxt_trace_get_note(trace, "buffers"), "2");
}
END_TEST

/* The first buffer lacks its last bytes; it is read up to the second one. */
START_TEST(a_buffer_that_was_cut_ends_where_the_next_begins)
{
	size_t second, cut = _i;

	make_two(0);
	second = made.len / 2;
	memmove(made.data + second - cut, made.data + second, second);
	made.len -= cut;
	ck_assert_int_eq(begin(), 0);
	for (size_t i = 0; i < 4 - (cut + 31) / 32; i++)
		next_event();
	next_item(POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert_uint_eq(item.lost, (cut + 31) / 32);
	for (int i = 0; i < 4; i++)
		next_event();
	no_more();
	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	ck_assert(is_told("another one begins at byte"));
}
END_TEST

START_TEST(what_follows_and_is_none_is_ignored)
{
	make_two(64);
	ck_assert_int_eq(begin(), 0);
	for (int i = 0; i < 4; i++)
		next_event();
	no_more();
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
}
END_TEST

START_TEST(a_second_buffer_that_is_broken_is_damage)
{
	size_t second;

	make_two(0);
	second = made.len / 2;
	made_word(&made, second + 28, 0, 4);
	ck_assert_int_eq(begin(), 0);
	for (int i = 0; i < 4; i++)
		next_event();
	no_more();
	no_more();
	ck_assert_uint_eq(pxt_trace_get_damage(trace, 0)->offset, second);
	ck_assert_str_eq(pxt_trace_get_damage(trace, 0)->why,
			 "another buffer: the event area ends "
			 "before it starts");
}
END_TEST

START_TEST(damage_in_a_second_buffer_is_told_by_its_place_in_the_file)
{
	make_two(16);
	made.len -= 40;
	ck_assert_int_eq(begin(), 0);
	for (int i = 0; i < 6; i++)
		next_event();
	next_item(POSIX_TRACE_ITEM_LOSS_NP);
	no_more();
	ck_assert_uint_eq(pxt_trace_get_damage(trace, 0)->offset,
			  made.len + 40 - 64);
}
END_TEST

START_TEST(probes_are_sure_of_what_fits)
{
	struct pxt_probe probe = { .start = made.data, .name = "" };

	make();
	probe.len = made.len;
	ck_assert_uint_eq(pxt_format_threadx.probe(&probe), PXT_PROBE_SURE);
	made_header(&made, 2, 0);
	ck_assert_uint_eq(pxt_format_threadx.probe(&probe), PXT_PROBE_LIKELY);
	probe.len = 20;
	ck_assert_uint_eq(pxt_format_threadx.probe(&probe), PXT_PROBE_LIKELY);
	made.data[3] = 0;
	ck_assert_uint_eq(pxt_format_threadx.probe(&probe), PXT_PROBE_NO);
	probe.len = 0;
	ck_assert_uint_eq(pxt_format_threadx.probe(&probe), PXT_PROBE_NO);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threadx_damage");
	TCase *tcase = tcase_create("threadx");

	tcase_add_checked_fixture(tcase, create, release);
	tcase_add_test(tcase, headers_that_cannot_be_are_refused);
	tcase_add_loop_test(tcase,
			    an_address_that_the_others_contradict_is_damage, 0,
			    2 * 9 * 3);
	tcase_add_loop_test(tcase, a_name_size_that_does_not_fit_is_damage, 0,
			    7);
	tcase_add_loop_test(tcase, a_registry_of_no_whole_slots_is_damage, 0,
			    2);
	tcase_add_test(tcase, a_registry_that_fits_is_as_it_says);
	tcase_add_test(tcase, an_event_area_of_no_whole_slots_is_damage);
	tcase_add_test(tcase, bytes_between_registry_and_events_are_damage);
	tcase_add_loop_test(tcase, a_size_that_nothing_backs_costs_nothing, 0,
			    2);
	tcase_add_test(tcase, what_a_cut_takes_is_told_in_its_place);
	tcase_add_test(tcase, a_registry_that_is_cut_keeps_what_it_has);
	tcase_add_test(tcase, a_slot_without_an_event_is_a_loss);
	tcase_add_test(tcase, an_event_of_which_not_all_was_sent_is_a_loss);
	tcase_add_test(tcase, a_trace_that_is_written_is_waited_for);
	tcase_add_loop_test(tcase, buffers_in_one_file_are_one_trace, 0, 64);
	tcase_add_loop_test(
		tcase, a_buffer_that_was_cut_ends_where_the_next_begins, 1, 97);
	tcase_add_test(tcase, what_follows_and_is_none_is_ignored);
	tcase_add_test(tcase, a_second_buffer_that_is_broken_is_damage);
	tcase_add_test(
		tcase,
		damage_in_a_second_buffer_is_told_by_its_place_in_the_file);
	tcase_add_test(tcase, probes_are_sure_of_what_fits);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
