/* check_liteos_export.c - traces go back to LiteOS as they were */
#include <check.h>

#include "format/liteos/round_trip.h"
#include "run.h"

static void comes_back(const char *name, const char *kind)
{
	read_capture(name);
	set(&writing, kind);
	through(data, data_len);
	is_the_same(name, data, data_len);
	free(data);
	again();
}

START_TEST(a_buffer_is_written_as_it_was)
{
	comes_back("a32-ooo-wrapped.raw", "kind=offline");
	comes_back("a32-ext-allmods.raw", "kind=offline");
	ck_assert_uint_eq(lost("are missing"), 0);
	comes_back("m32-default-wrapped.raw", "kind=offline");
	comes_back("m32-al4-p4.raw", "kind=offline");
	comes_back("l64-ext-smp4.raw", "kind=offline");
	comes_back("synthetic-be-a32-ext.raw", "kind=offline");
	comes_back("a32-empty.raw", "kind=offline");
}
END_TEST

START_TEST(an_online_stream_is_written_as_it_was)
{
	comes_back("a64-online-nopid.tlv", "kind=tlv");
	comes_back("a32-online-2sessions.tlv", "kind=tlv");
}
END_TEST

static void add_task(uint32_t id, const char *name)
{
	uint8_t text[PXT_LITEOS_NAME_LEN] = { 0 };
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_OBJ,
		.id = id,
		.priority = 5,
		.name = text,
	};

	memcpy(text, name, strlen(name));
	add(&message);
}

START_TEST(a_task_is_told_where_it_was)
{
	begin_stream();
	add_task(1, "first");
	add_event(0x803, 1);
	add_task(9, "second");
	add_event(PXT_LITEOS_TASK_CREATE, 2);
	add_task(9, "second");
	/* An interrupt came between. */
	add_event(0x24, 3);
	add_event(0x25, 4);
	add_event(PXT_LITEOS_TASK_PRIOSET, 5);
	add_event(PXT_LITEOS_TASK_PRIOSET, 6);
	add_task(3, "not recorded");
	add_event(0x803, 7);
	end_stream();
	through(made_up, made_up_len);
	is_the_same("stream", made_up, made_up_len);
}
END_TEST

/* A buffer has one clock. */
START_TEST(what_is_between_two_ticks_is_counted)
{
	static const uint64_t ticks[] = { 1, 2, 0, 1 };
	struct posix_trace_item_np item;

	made_up_len = 0;
	begin_session(3);
	add_event(0x803, 1);
	end_stream();
	begin_session(30);
	add_event(0x803, 20);
	add_event(0x803, 1);
	end_stream();
	begin_session(6);
	add_event(0x803, 2);
	end_stream();
	set(&writing, "kind=offline");
	through(made_up, made_up_len);
	ck_assert_uint_eq(lost("between two ticks"), 1);
	memcpy(read_again, written, written_len);
	again();
	open_reader(read_again, written_len);
	for (int i = 0; i < 4; i++) {
		ck_assert(next(&item));
		ck_assert_uint_eq(field(&item, "curTime"), ticks[i]);
	}
	close_reader();
}
END_TEST

START_TEST(each_session_keeps_its_clock)
{
	begin_stream();
	add_event(0x803, 1001);
	end_stream();
	begin_session(24000000);
	add_event(0x803, 100000001);
	end_stream();
	begin_session(1000);
	add_event(0x803, 100003);
	end_stream();
	through(made_up, made_up_len);
	is_the_same("stream", made_up, made_up_len);
}
END_TEST

START_TEST(a_task_that_is_told_twice_keeps_both_priorities)
{
	begin_stream();
	add_task(1, "first");
	add_task(1, "again");
	add_task(1, "first");
	add_event(0x803, 1);
	add_task(1, "a name with 31 bytes, the most ");
	add_event(0x803, 2);
	end_stream();
	through(made_up, made_up_len);
	is_the_same("stream", made_up, made_up_len);
}
END_TEST

START_TEST(a_flood_of_tasks_goes_with_several_events)
{
	char name[32];

	begin_stream();
	for (unsigned i = 0; i < 2000; i++) {
		snprintf(name, sizeof(name), "task number %u", i);
		add_task(i + 1, name);
	}
	for (unsigned i = 0; i < 10; i++)
		add_event(0x803, i);
	end_stream();
	through(made_up, made_up_len);
	ck_assert_uint_eq(written_len, made_up_len);
}
END_TEST

/* A detail that says it is of this system need not be. */
START_TEST(a_line_of_tasks_that_is_none_is_left_out)
{
	static const char text[] = "1 2 one\n4294967296 1 x\n3 4 three\n";
	const char *at = text, *name;
	size_t len = sizeof(text) - 1, name_len;
	uint32_t id, priority;

	ck_assert(pxt_liteos_announced_tasks_next(&at, &len, &id, &priority,
						  &name, &name_len));
	ck_assert_uint_eq(id, 1);
	ck_assert_uint_eq(priority, 2);
	ck_assert_uint_eq(name_len, 3);
	ck_assert(!pxt_liteos_announced_tasks_next(&at, &len, &id, &priority,
						   &name, &name_len));
	at = "7 8";
	len = 3;
	ck_assert(!pxt_liteos_announced_tasks_next(&at, &len, &id, &priority,
						   &name, &name_len));
}
END_TEST

/* Of events the same ones, in that order, with the same times. */
static void is_equal_after_import(const char *name, const char *kind)
{
	static uint8_t first[ROOM];
	size_t events, len;

	read_capture(name);
	set(&writing, kind);
	events = through(data, data_len);
	memcpy(first, written, written_len);
	len = written_len;
	again();
	set(&writing, kind);
	ck_assert_uint_eq(through(first, len), events);
	is_the_same(name, first, len);
	free(data);
	again();
}

START_TEST(what_may_look_otherwise_is_equal_after_import)
{
	is_equal_after_import("m32-objs-partial.dump.tlv", "kind=tlv");
	is_equal_after_import("m32-objs-partial.dump.tlv", "kind=offline");
	is_equal_after_import("a32-online-2sessions.tlv", "kind=offline");
	is_equal_after_import("l64-ext-smp4.raw", "kind=tlv");
	is_equal_after_import("m32-default-wrapped.txt", "kind=tlv");
	is_equal_after_import("damaged-flipped.tlv", "kind=tlv");
}
END_TEST

static uint64_t word(const struct pxt_liteos_layout *of)
{
	const uint64_t low = chance(3) ? chance(1000) : chance(1U << 31);

	return of->shape.width == 8 && chance(3) == 0 ?
		       low | (uint64_t)chance(1 << 20) << 32 :
		       low;
}

static void make_frame(const struct pxt_liteos_layout *of,
		       struct pxt_liteos_frame *frame, uint64_t time,
		       uint32_t count)
{
	static const uint32_t types[] = { 0x24,	 0x25,	 0x40,	 0x41,
					  0x45,	 0x82,	 0x100,	 0x202,
					  0x800, 0x1002, 0x4001, 0xfffffff3 };

	memset(frame, 0, sizeof(*frame));
	frame->type = types[chance(12)];
	frame->task = chance(20) | (chance(3) << 16);
	frame->pid = of->shape.pid ? chance(30) : 0;
	frame->core = of->shape.core ?
			      chance(4) | chance(2) << 8 | chance(16) << 12 |
				      chance(of->shape.params + 1U) << 16 :
			      0;
	frame->count = of->shape.count ? count : 0;
	frame->time = time;
	frame->identity = word(of);
	for (int i = 0; of->shape.links && i < PXT_LITEOS_LINKS; i++)
		frame->link[i] = word(of);
	for (int i = 0; i < of->shape.params; i++)
		frame->param[i] = word(of);
}
static size_t made_len;

static size_t make_buffer(const struct pxt_liteos_layout *of, bool big,
			  uint8_t *to)
{
	const size_t slots = 1 + chance(40);
	const size_t objects = chance(5);
	const size_t from = 24 + 40 * objects;
	const size_t first = chance((uint32_t)slots);
	const size_t used = chance(3) ? slots : chance((uint32_t)slots) + 1;
	const size_t len = from + slots * of->size + chance(of->size);
	struct pxt_liteos_frame frame;
	uint64_t time = chance(1 << 30);

	memset(to, 0, len);
	pxt_liteos_set32(to, big, PXT_LITEOS_ENDIAN);
	pxt_liteos_set32(to + 4, big, 1 + chance(1000000000));
	pxt_liteos_set16(to + 12, big, (uint16_t)len);
	pxt_liteos_set16(to + 14, big, 40);
	pxt_liteos_set16(to + 16, big, of->size);
	pxt_liteos_set16(to + 18, big, 24);
	pxt_liteos_set16(to + 20, big, (uint16_t)from);
	for (size_t i = 0; i < objects; i++) {
		uint8_t *at = to + 24 + 40 * i;

		/* The same again, where generations are not counted. */
		pxt_liteos_set32(at, big, 0x10001 + chance(3));
		pxt_liteos_set32(at + 4, big, chance(32));
		snprintf((char *)at + 8, 32, "task-%zu", i);
	}
	for (size_t i = 0; i < used; i++) {
		const size_t slot = used == slots ? (first + i) % slots : i;

		time += 1 + chance(100000);
		make_frame(of, &frame, time, (uint32_t)(i + 7));
		pxt_liteos_layout_put(of, big, &frame,
				      to + from + slot * of->size);
	}
	return len;
}

START_TEST(any_buffer_is_written_as_it_was)
{
	struct pxt_liteos_layout of;
	char text[PXT_LITEOS_LAYOUT_TEXT], setting[64];
	size_t len;

	seed = (uint64_t)_i + 1;
	choose_layout(&of);
	pxt_liteos_layout_print(&of, text);
	snprintf(setting, sizeof(setting), "layout=%s", text);
	set(&reading, setting);
	set(&writing, "kind=offline");
	len = make_buffer(&of, chance(2), made);
	through(made, len);
	is_the_same(text, made, len);
}
END_TEST

/* What is to be read next, laid out as is told beside it. */
static void become_a_buffer(const void *messages, size_t len)
{
	static char layout[80]; /* settings are borrowed */

	set(&writing, "kind=offline");
	through(messages, len);
	ck_assert_uint_eq(export.losses, 0);
	memcpy(made, written, written_len);
	made_len = written_len;
	ck_assert_int_eq(sscanf(beside_text, "layout=%70s", layout + 7), 1);
	memcpy(layout, "layout=", 7);
	again();
	set(&reading, layout);
}

START_TEST(any_buffer_becomes_messages_and_a_buffer_again)
{
	static uint8_t messages[ROOM];
	struct pxt_liteos_layout of;
	char text[PXT_LITEOS_LAYOUT_TEXT], setting[64];
	size_t len, events;

	seed = (uint64_t)_i + 1000;
	choose_layout(&of);
	/* All of it fits a message. */
	of.shape.links = false;
	of.shape.params %= 4;
	pxt_liteos_layout_place(&of);
	pxt_liteos_layout_print(&of, text);
	snprintf(setting, sizeof(setting), "layout=%s", text);
	set(&reading, setting);
	len = make_buffer(&of, chance(2), made);
	events = through(made, len);
	ck_assert_uint_eq(lost("fits a message"), 0);
	len = written_len;
	memcpy(messages, written, len);

	again();
	ck_assert_uint_eq(through(messages, len), events);
	is_the_same(text, messages, len);
	again();
	become_a_buffer(messages, len);
	ck_assert_uint_eq(through(made, made_len), events);
	is_the_same(text, messages, len);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("liteos_export");
	TCase *tc = tcase_create("export");

	tcase_add_checked_fixture(tc, create, release);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_buffer_is_written_as_it_was);
	tcase_add_test(tc, an_online_stream_is_written_as_it_was);
	tcase_add_test(tc, a_task_is_told_where_it_was);
	tcase_add_test(tc, what_is_between_two_ticks_is_counted);
	tcase_add_test(tc, each_session_keeps_its_clock);
	tcase_add_test(tc, a_task_that_is_told_twice_keeps_both_priorities);
	tcase_add_test(tc, a_flood_of_tasks_goes_with_several_events);
	tcase_add_test(tc, a_line_of_tasks_that_is_none_is_left_out);
	tcase_add_test(tc, what_may_look_otherwise_is_equal_after_import);
	tcase_add_loop_test(tc, any_buffer_is_written_as_it_was, 0, 100);
	tcase_add_loop_test(tc, any_buffer_becomes_messages_and_a_buffer_again,
			    0, 50);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
