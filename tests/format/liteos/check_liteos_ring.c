/* check_liteos_ring.c - buffers of LiteOS: heads, names, holes and layouts */
#include <check.h>
#include <errno.h>

#include "format/liteos/made_capture.h"
#include "run.h"

/* Buffers */

START_TEST(a_name_is_as_long_as_the_head_says)
{
	struct pxt_liteos_layout of;
	struct pxt_liteos_frame frame = { .type = 0x803, .task = 0x10004 };

	ck_assert(pxt_liteos_layout_parse("m32", &of));
	put_head(1, 24, &of, 1);
	pxt_liteos_set32(bytes + 24, false, 0x10004);
	memcpy(bytes + 32, "sixteen bytes...", 16);
	pxt_liteos_layout_put(&of, false, &frame, bytes + 48);
	opens();
	is_event("SEM_POST");
	is_thread("sixteen bytes...");
	ck_assert(!next());
}
END_TEST

/* Frames with these times in the slots of a buffer. */
static void put_times(const uint64_t *times, unsigned frames, bool counted)
{
	struct pxt_liteos_frame frame = { .type = 0x803, .task = 4 };
	struct pxt_liteos_layout of;

	set(counted ? "layout=m32,count" : "layout=m32");
	ck_assert(pxt_liteos_layout_parse(counted ? "m32,count" : "m32", &of));
	put_head(0, 40, &of, frames);
	for (unsigned i = 0; i < frames; i++) {
		frame.time = counted ? 5 : times[i];
		frame.count = (uint32_t)times[i];
		frame.identity = (uint32_t)times[i];
		pxt_liteos_layout_put(&of, false, &frame,
				      bytes + 24 + i * of.size);
	}
}

#define NAME_32 "a name of thirty-two bytes, just"

static void has_damage(uint64_t offset, uint64_t size, const char *why)
{
	const struct pxt_trace_damage *damage = pxt_trace_get_damage(trace, 0);

	ck_assert_uint_eq(pxt_trace_damages(trace), 1);
	ck_assert_uint_eq(damage->offset, offset);
	ck_assert_uint_eq(damage->len, size);
	ck_assert_ptr_nonnull(strstr(damage->why, why));
}

/* Of a buffer, whose entries may have more room, of a message, and of a text. */
START_TEST(a_name_without_an_end_is_taken_and_told)
{
	static const char *const names[] = { NAME_32, NAME_32 " and more",
					     NAME_32, NAME_32,
					     NAME_32 " and more" };
	static const unsigned sizes[] = { 40, 80 };
	struct pxt_liteos_frame frame = { .type = 0x803, .task = 4 };
	struct pxt_liteos_layout of;
	uint64_t at = 32;

	ck_assert(pxt_liteos_layout_parse("m32", &of));
	if (_i < 2) {
		put_head(1, sizes[_i], &of, 1);
		pxt_liteos_set32(bytes + 24, false, 4);
		memcpy(bytes + at, names[_i], strlen(names[_i]));
		pxt_liteos_layout_put(&of, false, &frame,
				      bytes + 24 + sizes[_i]);
	} else if (_i == 2) {
		at = 0;
		add_task(4, names[_i]);
		add_event(0x803, 4, 1, 2);
	} else {
		add_text("***TraceInfo begin***\nclockFreq = 1000000000\n"
			 "CurObjIndex = 0\n"
			 "Index   TaskID   TaskPrio   TaskName \n");
		at = len;
		add_text("0       0x4    5          ");
		add_text(names[_i]);
		add_text("\n\nCurEvtIndex = 1\n" TITLE
			 "0 0x1 0x803 0x2 0x4 0x30 0x0\n"
			 "***TraceInfo end***\n");
	}
	opens();
	is_event("SEM_POST");
	is_thread(NAME_32);
	has_damage(at, strlen(names[_i]),
		   strlen(names[_i]) > 32 ? "more than 32" : "without an end");
}
END_TEST

/* A part of a frame is none. */
START_TEST(bytes_behind_the_last_frame_are_slack_if_there_are_all)
{
	static const uint64_t times[] = { 1, 2, 3 };
	static const char *const slack[] = { "8", "0", "5" };
	static const unsigned cut[] = { 0, 10, 3 };

	put_times(times, 3, false);
	len += 8;
	pxt_liteos_set16(bytes + 12, false, (uint16_t)len);
	len -= cut[_i];
	opens();
	ck_assert_str_eq(pxt_trace_get_note(trace, "slackBytes"), slack[_i]);
	if (_i == 1)
		ck_assert_str_eq(pxt_trace_get_note(trace, "partialBytes"),
				 "30");
	else
		ck_assert_ptr_null(pxt_trace_get_note(trace, "partialBytes"));
}
END_TEST

START_TEST(a_head_has_sixteen_bits_of_a_length)
{
	struct pxt_liteos_layout of;
	struct pxt_liteos_frame frame = { .type = 0x803, .task = 4 };

	ck_assert(pxt_liteos_layout_parse("m32", &of));
	put_head(0, 40, &of, 2500);
	for (unsigned i = 0; i < 2500; i++) {
		frame.time = i;
		pxt_liteos_layout_put(&of, false, &frame,
				      bytes + 24 + i * of.size);
	}
	opens();
	for (unsigned i = 0; i < 2500; i++)
		is_event("SEM_POST");
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
	ck_assert(was_told("modulo 65536"));
}
END_TEST

/* Slots that were never used, of a buffer with counters. */
static void add_room(unsigned slots)
{
	len += 40 * slots;
	pxt_liteos_set16(bytes + 12, false, (uint16_t)len);
}

START_TEST(a_counter_tells_of_frames_that_are_not_there)
{
	static const uint64_t counts[] = { 5, 7, 6, 8, 109, 110, 113 };

	put_times(counts, 7, true);
	add_room(1);
	opens();
	for (int i = 0; i < 4; i++)
		is_event("SEM_POST");
	is_loss(100);
	is_event("SEM_POST");
	is_event("SEM_POST");
	is_loss(2);
	is_event("SEM_POST");
	ck_assert(!next());
}
END_TEST

START_TEST(a_hole_is_not_counted_twice)
{
	static const uint64_t counts[] = { 5, 6, 7, 8, 9, 15 };

	put_times(counts, 6, true);
	memset(bytes + 24 + 3 * 40, 0, 2 * 40);
	add_room(1);
	opens();
	for (int i = 0; i < 3; i++)
		is_event("SEM_POST");
	is_loss(2);
	is_loss(5);
	is_event("SEM_POST");
	ck_assert(!next());
}
END_TEST

START_TEST(a_hole_at_the_start_is_not_counted_twice)
{
	static const uint64_t counts[] = { 5, 6, 7, 8, 9 };

	put_times(counts, 5, true);
	memset(bytes + 24, 0xa5, 40);
	opens();
	is_loss(5);
	is_loss(1);
	for (int i = 0; i < 4; i++)
		is_event("SEM_POST");
	ck_assert(!next());
}
END_TEST

/* The second slot is the oldest, says the counter. The damage of both would go
 * on from the newest to the oldest. */
START_TEST(a_ring_of_nothing_but_damage_is_lost_once)
{
	static const uint64_t counts[] = { 9, 8 };

	put_times(counts, 2, true);
	pxt_liteos_set64(bytes + 24 + 40 + 8, false, 1000000000000);
	opens();
	is_loss(1);
	is_loss(1);
	ck_assert(!next());
}
END_TEST

START_TEST(a_buffer_that_is_just_full_begins_with_its_first_slot)
{
	static const uint64_t times[] = { 0, 2, 1, 3, 4, 5 };

	put_times(times, 6, _i);
	opens();
	for (unsigned i = 0; i < 6; i++) {
		is_event("SEM_POST");
		ck_assert_uint_eq(field("semId").as.u, times[i]);
	}
	ck_assert(!next());
}
END_TEST

START_TEST(a_full_buffer_begins_behind_the_step_over_all)
{
	static const uint64_t times[] = { 7, 9, 8, 3, 5, 4, 6 };

	put_times(times, 7, _i);
	opens();
	if (_i)
		is_loss(3);
	for (unsigned i = 3; i < 7 + 3; i++) {
		is_event("SEM_POST");
		ck_assert_uint_eq(field("semId").as.u, times[i % 7]);
	}
	ck_assert(!next());
}
END_TEST

/* The one of 65536 + 3 slots that has three of them. */
START_TEST(slots_are_counted_with_16_bits)
{
	static const uint64_t times[] = { 40, 20, 30 };
	const size_t more = 32 * 65536;

	put_times(times, 3, false);
	memset(bytes + len, 0, more);
	len += more;
	pxt_liteos_set16(bytes + 12, false, (uint16_t)len);
	opens();
	for (unsigned i = 1; i < 1 + 3; i++) {
		is_event("SEM_POST");
		ck_assert_uint_eq(field("semId").as.u, times[i % 3]);
	}
	ck_assert(!next());
	ck_assert_str_eq(pxt_trace_get_note(trace, "capacity"), "3");
}
END_TEST

START_TEST(what_is_behind_a_buffer_is_damage)
{
	struct pxt_liteos_layout of;
	struct pxt_liteos_frame frame = { .type = 0x803, .task = 4 };

	ck_assert(pxt_liteos_layout_parse("m32", &of));
	put_head(0, 40, &of, 1);
	pxt_liteos_layout_put(&of, false, &frame, bytes + 24);
	memset(bytes + len, 'x', 100);
	len += 100;
	opens();
	is_event("SEM_POST");
	ck_assert(!next());
	ck_assert_uint_eq(pxt_trace_get_damage(trace, 0)->offset, 24 + 32);
	ck_assert_uint_eq(pxt_trace_get_damage(trace, 0)->len, 100);
}
END_TEST

START_TEST(objects_of_no_size_are_none)
{
	struct pxt_liteos_layout of;
	struct pxt_liteos_frame frame = { .type = 0x803, .task = 4 };

	ck_assert(pxt_liteos_layout_parse("m32", &of));
	put_head(1, 8, &of, 1);
	pxt_liteos_set16(bytes + 14, false, (uint16_t)_i);
	pxt_liteos_layout_put(&of, false, &frame, bytes + 32);
	opens();
	is_event("SEM_POST");
	is_thread("task 4");
}
END_TEST

/* Guessing */

static uint64_t seed;

static uint32_t chance(uint32_t below)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(seed >> 33) % below;
}

/* As a kernel fills it. */
static void fill(const struct pxt_liteos_layout *of,
		 struct pxt_liteos_frame *frame, uint64_t time, uint32_t count)
{
	static const uint32_t types[] = { 0x24,	 0x25,	0x45,  0x43,
					  0x100, 0x802, 0x202, 0xfffffff2 };
	const struct pxt_liteos_event *event;
	unsigned params = 4;

	memset(frame, 0, sizeof(*frame));
	frame->type = types[chance(8)];
	event = pxt_liteos_event_find(frame->type);
	if (event)
		params = pxt_liteos_event_params(event);
	if (params > of->shape.params)
		params = of->shape.params;
	frame->task = 1 + chance(9);
	frame->pid = 1 + chance(9);
	frame->time = time;
	frame->count = count;
	frame->identity = 1 + chance(60);
	frame->core = chance(2) | (uint32_t)(event && frame->type < 0x40) << 8 |
		      params << 16;
	for (int i = 0; i < PXT_LITEOS_LINKS; i++)
		frame->link[i] = 0x40200000 + chance(100000);
	for (unsigned i = 0; i < params; i++)
		frame->param[i] = 1 + chance(30);
}

static const char *const guessable[] = {
	"a32",
	"m32",
	"a32,core,count,p6",
	"m32,core,count",
	"a32,core",
	"m32,count",
	"a32,count,p4",
	"m32,p4,al4",
	"a32,al4",
	"l64",
	"l64,core,count,p6",
	"a64",
	"a64,core",
	"a64,core,count",
	"a32,lr",
	"a32,core,count,lr",
	"a64,lr,p5",
	"m32,p6",
	"a32,p0",
	"m32,core,p0",
	"l64,p1",
	"a32,p4",
};

START_TEST(a_layout_is_guessed_from_what_frames_look_like)
{
	struct pxt_liteos_layout of, guessed;
	struct pxt_liteos_frame frame;
	char text[PXT_LITEOS_LAYOUT_TEXT];
	uint64_t time = 1000000;
	bool sure;

	seed = 99;
	ck_assert(pxt_liteos_layout_parse(guessable[_i], &of));
	for (unsigned i = 0; i < 100; i++) {
		time += 1000 + chance(10000);
		fill(&of, &frame, time, i + 5);
		pxt_liteos_layout_put(&of, false, &frame, bytes + i * of.size);
	}
	ck_assert(
		pxt_liteos_guess(bytes, 100, of.size, false, &guessed, &sure));
	pxt_liteos_layout_print(&guessed, text);
	ck_assert_str_eq(text, guessable[_i]);
	ck_assert(sure);
}
END_TEST

/* What another system recorded, and somebody wrote as LiteOS. */
START_TEST(a_value_that_counts_is_no_counter)
{
	struct pxt_liteos_layout of, guessed;
	char text[PXT_LITEOS_LAYOUT_TEXT];
	bool sure;

	ck_assert(pxt_liteos_layout_parse("a32", &of));
	for (unsigned i = 0; i < 100; i++) {
		const struct pxt_liteos_frame frame = {
			.type = 0x4001,
			.task = 1,
			.pid = 123456,
			.time = 1790000000000000000 + i * 1000,
			.identity = 0x9355e718 + i % 3,
			.param = { i, i / 2 },
		};

		pxt_liteos_layout_put(&of, false, &frame, bytes + i * of.size);
	}
	ck_assert(
		pxt_liteos_guess(bytes, 100, of.size, false, &guessed, &sure));
	pxt_liteos_layout_print(&guessed, text);
	ck_assert_str_eq(text, "a32");
	ck_assert(sure);
}
END_TEST

START_TEST(a_size_that_no_layout_has_is_not_guessed)
{
	struct pxt_liteos_layout guessed;
	bool sure;

	ck_assert(!pxt_liteos_guess(bytes, 1, 25, false, &guessed, &sure));
	ck_assert(!pxt_liteos_guess(bytes, 1, 2000, false, &guessed, &sure));
}
END_TEST

/* Refusing */

static const char *const wrong[] = {
	"layout=b32", "mask=NONE", "hz=0",	  "hz=1k",
	"kind=raw",   "kind=",	   "old_timer=2", "dialect=older",
};

START_TEST(a_wrong_setting_is_refused_by_its_name)
{
	set(wrong[_i]);
	add_head(1, 1);
	ck_assert_int_eq(open_bytes(), EINVAL);
	ck_assert_ptr_nonnull(strstr(pxt_trace_get_refusal(trace), wrong[_i]));
}
END_TEST

START_TEST(what_is_not_of_liteos_is_refused)
{
	add_text("anything");
	ck_assert_int_eq(open_bytes(), EBADMSG);
	ck_assert_ptr_nonnull(
		strstr(pxt_trace_get_refusal(trace), "OpenHarmony 1.x"));
}
END_TEST

START_TEST(nothing_is_refused)
{
	ck_assert_int_eq(open_bytes(), EBADMSG);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("liteos_ring");
	TCase *tc = tcase_create("import");

	tcase_add_checked_fixture(tc, create, release);
	tcase_add_test(tc, a_name_is_as_long_as_the_head_says);
	tcase_add_loop_test(tc, a_name_without_an_end_is_taken_and_told, 0, 5);
	tcase_add_loop_test(
		tc, bytes_behind_the_last_frame_are_slack_if_there_are_all, 0,
		3);
	tcase_add_test(tc, a_head_has_sixteen_bits_of_a_length);
	tcase_add_test(tc, a_hole_at_the_start_is_not_counted_twice);
	tcase_add_test(tc, a_ring_of_nothing_but_damage_is_lost_once);
	tcase_add_loop_test(
		tc, a_buffer_that_is_just_full_begins_with_its_first_slot, 0,
		2);
	tcase_add_loop_test(tc, a_full_buffer_begins_behind_the_step_over_all,
			    0, 2);
	tcase_add_test(tc, a_counter_tells_of_frames_that_are_not_there);
	tcase_add_test(tc, a_hole_is_not_counted_twice);
	tcase_add_test(tc, slots_are_counted_with_16_bits);
	tcase_add_test(tc, what_is_behind_a_buffer_is_damage);
	tcase_add_loop_test(tc, objects_of_no_size_are_none, 0, 9);
	tcase_add_loop_test(tc, a_layout_is_guessed_from_what_frames_look_like,
			    0, sizeof(guessable) / sizeof(guessable[0]));
	tcase_add_test(tc, a_value_that_counts_is_no_counter);
	tcase_add_test(tc, a_size_that_no_layout_has_is_not_guessed);
	tcase_add_loop_test(tc, a_wrong_setting_is_refused_by_its_name, 0,
			    sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(tc, what_is_not_of_liteos_is_refused);
	tcase_add_test(tc, nothing_is_refused);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
