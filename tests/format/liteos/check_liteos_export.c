#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/events.h"
#include "format/liteos/layout.h"
#include "format/liteos/liteos.h"
#include "format/liteos/message.h"
#include "format/liteos/told.h"
#include "format/liteos/word.h"
#include "format/trace_view.h"
#include "run.h"

enum {
	ROOM = 1 << 21,
	LAYOUTS = 64,
};

/* Reading, and writing what is read */

static struct pxt_trace *trace;
static struct pxt_feed *feed;
static struct pxt_settings reading, writing;
static struct pxt_import import;
static struct pxt_export export;

static uint8_t written[ROOM], read_again[ROOM];
static size_t written_len;

static int take(struct pxt_sink *sink, const void *data, size_t len)
{
	(void)sink;
	ck_assert_uint_le(len, ROOM - written_len);
	memcpy(written + written_len, data, len);
	written_len += len;
	return 0;
}

static struct pxt_sink sink = { take };

static char beside_text[4096];

static int take_beside(struct pxt_sink *beside, const void *data, size_t len)
{
	(void)beside;
	ck_assert_uint_lt(strlen(beside_text) + len, sizeof(beside_text));
	strncat(beside_text, data, len);
	return 0;
}

static struct pxt_sink beside = { take_beside };

static struct trace_view view;

static void create(void)
{
	reading.count = writing.count = 0;
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
	trace_view_init(&view, trace);
}

static void release(void)
{
	ck_assert_int_eq(pxt_trace_error(trace), 0);
	trace_view_fini(&view);
	pxt_trace_close(trace);
}

static void again(void)
{
	release();
	create();
}

static int open_writer(void)
{
	memset(&export, 0, sizeof(export));
	export.view = &view.view;
	export.out = &sink;
	export.beside = &beside;
	export.settings = &writing;
	written_len = 0;
	*beside_text = '\0';
	return pxt_format_liteos.export->open(&export);
}

static void set(struct pxt_settings *settings, const char *text)
{
	ck_assert(pxt_settings_add(settings, text));
}

static void open_reader(const void *data, size_t len)
{
	import = (struct pxt_import){ .trace = trace, .settings = &reading };
	ck_assert_int_eq(pxt_feed_open_memory(data, len, &feed), 0);
	import.feed = feed;
	ck_assert_int_eq(pxt_format_liteos.import->open(&import), 0);
}

static void close_reader(void)
{
	pxt_format_liteos.import->close(&import);
	pxt_feed_close(feed);
}

static bool next(struct posix_trace_item_np *item)
{
	int unavailable = 0;

	ck_assert_int_eq(pxt_format_liteos.import->next(&import, item,
							&unavailable),
			 0);
	return !unavailable;
}

/* Read, and write as it is read. Gives how many events. */
static size_t through(const void *data, size_t len)
{
	struct posix_trace_item_np item;
	size_t events = 0;

	open_reader(data, len);
	ck_assert_int_eq(open_writer(), 0);
	while (next(&item)) {
		events += item.kind == POSIX_TRACE_ITEM_EVENT_NP;
		ck_assert_int_eq(pxt_format_liteos.export->put(&export, &item),
				 0);
	}
	ck_assert_int_eq(pxt_format_liteos.export->finish(&export), 0);
	pxt_format_liteos.export->close(&export);
	close_reader();
	return events;
}

static uint64_t lost(const char *what)
{
	for (size_t i = 0; i < export.losses; i++)
		if (strstr(export.loss[i].what, what))
			return export.loss[i].count;
	return 0;
}

static void is_the_same(const char *name, const void *data, size_t len)
{
	ck_assert_msg(written_len == len, "%s: %zu bytes of %zu", name,
		      written_len, len);
	for (size_t i = 0; i < len; i++)
		ck_assert_msg(written[i] == ((const uint8_t *)data)[i],
			      "%s: byte %zu", name, i);
}

/* Captures */

static uint8_t *data;
static size_t data_len;

static void read_capture(const char *name)
{
	const char *top = getenv("top_srcdir");
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/data/liteos/%s",
		 top ? top : ".", name);
	file = fopen(path, "rb");
	ck_assert_msg(file, "%s", path);
	data = malloc(ROOM);
	ck_assert(data);
	data_len = fread(data, 1, ROOM, file);
	fclose(file);
}

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

static uint64_t field(const struct posix_trace_item_np *item, const char *name)
{
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
	const struct posix_trace_layout_np *layout;
	struct posix_trace_number_np number;
	unsigned count;

	layout = view.view.get_layout(&view.view, item->info.posix_event_id);
	ck_assert_ptr_nonnull(layout);
	count = posix_trace_layout_decode_np(layout, item->data,
					     item->data_len, value);
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(value[i].field->name, name)) {
			ck_assert_int_eq(posix_trace_value_number_np(
						 layout, &value[i], 0,
						 &number),
					 0);
			return number.as.u;
		}
	ck_abort_msg("no field %s", name);
	return 0;
}

/* Messages */

static uint8_t made_up[ROOM];
static size_t made_up_len;

static void add(const struct pxt_liteos_message *message)
{
	bool cut;

	made_up_len += pxt_liteos_message_write(message, false,
						made_up + made_up_len, &cut);
}

static void add_event(uint32_t type, uint64_t time)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_EVENTS,
		.shape = { .width = 4, .params = 3, .pid = true },
		.frame = { .type = type, .time = time, .identity = 9 },
	};

	add(&message);
}

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

static void begin_session(uint32_t hz)
{
	const struct pxt_liteos_message notice = {
		.type = PXT_LITEOS_NOTIFY,
		.command = PXT_LITEOS_SYS_START,
		.param = PXT_LITEOS_NOTIFY_PARAM,
	};
	const struct pxt_liteos_message head = {
		.type = PXT_LITEOS_HEAD,
		.endian = PXT_LITEOS_ENDIAN,
		.version = 1,
		.clock_freq = hz,
	};

	add(&notice);
	add(&head);
}

static void begin_stream(void)
{
	made_up_len = 0;
	begin_session(1000);
}

static void end_stream(void)
{
	const struct pxt_liteos_message notice = {
		.type = PXT_LITEOS_NOTIFY,
		.command = PXT_LITEOS_SYS_STOP,
		.param = PXT_LITEOS_NOTIFY_PARAM,
	};

	add(&notice);
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

	ck_assert(pxt_liteos_told_next(&at, &len, &id, &priority, &name,
				       &name_len));
	ck_assert_uint_eq(id, 1);
	ck_assert_uint_eq(priority, 2);
	ck_assert_uint_eq(name_len, 3);
	ck_assert(!pxt_liteos_told_next(&at, &len, &id, &priority, &name,
					&name_len));
	at = "7 8";
	len = 3;
	ck_assert(!pxt_liteos_told_next(&at, &len, &id, &priority, &name,
					&name_len));
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

/* Generated traces */

static uint64_t seed;

static uint32_t chance(uint32_t below)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(seed >> 33) % below;
}

static void choose_layout(struct pxt_liteos_layout *of)
{
	static const char *const trees[] = { "a32", "m32", "l32", "a64",
					     "l64" };

	pxt_liteos_layout_parse(trees[chance(5)], of);
	of->shape.params = (uint8_t)chance(9);
	of->shape.core = chance(2);
	of->shape.count = chance(2);
	of->shape.links = of->tree == 'a' && chance(4) == 0;
	of->align4 = of->shape.width == 4 && chance(4) == 0;
	pxt_liteos_layout_place(of);
}

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
	static const uint32_t types[] = { 0x24,	 0x25,	0x40,	0x41, 0x45,
					  0x82,	 0x100, 0x202,	0x800, 0x1002,
					  0x4001, 0xfffffff3 };

	memset(frame, 0, sizeof(*frame));
	frame->type = types[chance(12)];
	frame->task = chance(20) | (chance(3) << 16);
	frame->pid = of->shape.pid ? chance(30) : 0;
	frame->core = of->shape.core ? chance(4) | chance(2) << 8 |
					       chance(16) << 12 |
					       chance(of->shape.params + 1U)
						       << 16 :
				       0;
	frame->count = of->shape.count ? count : 0;
	frame->time = time;
	frame->identity = word(of);
	for (int i = 0; of->shape.links && i < PXT_LITEOS_LINKS; i++)
		frame->link[i] = word(of);
	for (int i = 0; i < of->shape.params; i++)
		frame->param[i] = word(of);
}

static uint8_t made[ROOM];
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

	pxt_trace_event(trace, &item,
			pxt_trace_type(trace, name, description), ns, 42, tid,
			bytes, len);
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
	ck_assert_uint_eq(field(&item, "eventType"), 0x4000);
	ck_assert_uint_eq(field(&item, "identity"), 5);
	ck_assert_uint_eq(field(&item, "p1"), 0x23456789);
	ck_assert_uint_eq(field(&item, "curPid"), 42);
	ck_assert_int_eq(item.info.posix_timestamp.tv_nsec, 1000);
	ck_assert_str_eq(pxt_trace_get_thread(trace, item.info.posix_pid,
					      item.tid),
			 "a thread with a name of many by");
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x4001);
	ck_assert_uint_eq(field(&item, "identity"), 3);
	ck_assert_uint_eq(field(&item, "p1"), 4);
	ck_assert_uint_eq(field(&item, "curTask"), 2);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x4000);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x4002);
	ck_assert(next(&item));
	ck_assert_uint_eq(field(&item, "eventType"), 0x4003);
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
	ck_assert_ptr_nonnull(strstr(beside_text, "0x4000\tfirst\tb:key\ta\n"));
	ck_assert_ptr_nonnull(strstr(beside_text, "0x4003\tfourth\n"));
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
		.shape = { .width = 8, .params = 4, .core = true,
			   .count = true },
		.frame = { .type = 0x803, .time = 2, .identity = 1ULL << 40,
			   .param = { 0, 0, 0, 1ULL << 50 }, .count = 1 },
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
	ck_assert_uint_eq(field(&item, "eventType"), 0x4002);
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
	"kind=raw",	 "layout=",	   "layout=x32",     "layout=a32,p99",
	"layout=m64",	 "layout=m32,lr",  "layout=a64,al4", "size=0",
	"size=65536",	 "hz=0",	   "hz=4294967296",  "endian=pdp",
	"layout=a32,,p", "layout=a32,core,",
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
