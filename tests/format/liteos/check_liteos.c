#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/liteos/events.h"
#include "format/liteos/import/guess.h"
#include "format/liteos/layout.h"
#include "format/liteos/liteos.h"
#include "format/liteos/message.h"
#include "format/liteos/word.h"
#include "run.h"

enum { ROOM = 1 << 22 };

static struct pxt_trace *trace;
static struct pxt_settings settings;
static struct pxt_import import;
static struct posix_trace_item_np item;
static struct posix_trace_layout_np layout;

static uint8_t bytes[ROOM];
static size_t len;
static int line[2]; /* a pipe, in place of a serial line */

static void create(void)
{
	settings.count = 0;
	len = 0;
	memset(bytes, 0, sizeof(bytes));
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
	import = (struct pxt_import){ .trace = trace, .settings = &settings };
}

static void release(void)
{
	pxt_format_liteos.import->close(&import);
	pxt_feed_close(import.feed);
	ck_assert_int_eq(pxt_trace_error(trace), 0);
	pxt_trace_close(trace);
}

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

static void set(const char *text)
{
	ck_assert(pxt_settings_add(&settings, text));
}

static int open_bytes(void)
{
	ck_assert_int_eq(pxt_feed_open_memory(bytes, len, &import.feed), 0);
	return pxt_format_liteos.import->open(&import);
}

static void opens(void)
{
	ck_assert_int_eq(open_bytes(), 0);
}

static bool next(void)
{
	int unavailable = 0;

	ck_assert_int_eq(pxt_format_liteos.import->next(&import, &item,
							&unavailable),
			 0);
	return !unavailable;
}

static void is_event(const char *name)
{
	ck_assert(next());
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_EVENT_NP);
	ck_assert_str_eq(pxt_trace_type_name(trace, item.info.posix_event_id),
			 name);
}

static void is_loss(uint64_t lost)
{
	ck_assert(next());
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert_uint_eq(item.lost, lost);
}

static void is_thread(const char *name)
{
	const char *is = pxt_trace_get_thread(trace, item.info.posix_pid,
					      item.tid);

	ck_assert_ptr_nonnull(is);
	ck_assert_str_eq(is, name);
}

static void is_at(uint64_t ns)
{
	ck_assert_uint_eq((uint64_t)item.info.posix_timestamp.tv_sec *
					  1000000000 +
				  (uint64_t)item.info.posix_timestamp.tv_nsec,
			  ns);
}

/* A field of the item, or of its enumeration the name. */
static struct posix_trace_number_np field(const char *name)
{
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
	struct posix_trace_number_np number = { 0 };
	unsigned count;

	ck_assert_int_eq(posix_trace_layout_parse_np(
				 pxt_trace_type_description(
					 trace, item.info.posix_event_id),
				 &layout),
			 0);
	count = posix_trace_layout_decode_np(&layout, item.data,
					     item.data_len, value);
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(value[i].field->name, name)) {
			posix_trace_value_number_np(&layout, &value[i], 0,
						    &number);
			return number;
		}
	ck_abort_msg("no field %s", name);
	return number;
}

static bool was_told(const char *words)
{
	const char *tale;
	bool told = false;

	while ((tale = pxt_trace_next_tale(trace)))
		told |= !!strstr(tale, words);
	return told;
}

static void put_head(unsigned objects, unsigned object_size,
		     const struct pxt_liteos_layout *of, unsigned frames)
{
	const unsigned from = 24 + objects * object_size;

	len = from + frames * of->size;
	pxt_liteos_set32(bytes, false, PXT_LITEOS_ENDIAN);
	pxt_liteos_set32(bytes + 4, false, 1000000000);
	pxt_liteos_set16(bytes + 12, false, (uint16_t)len);
	pxt_liteos_set16(bytes + 14, false, (uint16_t)object_size);
	pxt_liteos_set16(bytes + 16, false, of->size);
	pxt_liteos_set16(bytes + 18, false, 24);
	pxt_liteos_set16(bytes + 20, false, (uint16_t)from);
}

/* Making messages */

static void add(const struct pxt_liteos_message *message)
{
	bool cut;

	len += pxt_liteos_message_write(message, false, bytes + len, &cut);
	ck_assert(!cut);
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

static void add_head(uint32_t version, uint32_t hz)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_HEAD,
		.endian = PXT_LITEOS_ENDIAN,
		.version = version,
		.clock_freq = hz,
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

static struct pxt_liteos_message event_of(uint32_t type, uint32_t task,
					  uint64_t time, uint64_t identity)
{
	return (struct pxt_liteos_message){
		.type = PXT_LITEOS_EVENTS,
		.shape = { .width = 4, .params = 3 },
		.frame = {
			.type = type,
			.task = task,
			.time = time,
			.identity = identity,
		},
	};
}

static void add_event(uint32_t type, uint32_t task, uint64_t time,
		      uint64_t identity)
{
	const struct pxt_liteos_message message =
		event_of(type, task, time, identity);

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
		"ready", "x4_a_running_l_ready", "running", "ready",
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
		"ready", "x4_a_running_l_ready", "running",
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
		named += !!strcmp(pxt_trace_type_name(
					  trace, item.info.posix_event_id),
				  "TYPE_OTHER");
	ck_assert_uint_eq(named, 512);
}
END_TEST

/* Text */

static void add_text(const char *text)
{
	memcpy(bytes + len, text, strlen(text));
	len += strlen(text);
}

#define TITLE \
	"Index   Time(cycles)      EventType      CurPid   CurTask   " \
	"Identity      params    \n"

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

#define TITLE_COUNTED \
	"Index   Time(cycles)      EventType      CurTask   Identity      " \
	"cpuId      hwiActive   taskLockCnt eventCount params    \n"

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
	ck_assert_uint_eq(pxt_trace_get_damage(trace, 0)->offset,
			  _i ? 0 : len);
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
	static const uint32_t types[] = { 0x24, 0x25, 0x45, 0x43, 0x100,
					  0x802, 0x202, 0xfffffff2 };
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

static const char *const layouts[] = {
	"a32",	      "m32",		"a32,core,count,p6", "m32,core,count",
	"a32,core",   "m32,count",	"a32,count,p4",	     "m32,p4,al4",
	"a32,al4",    "l64",		"l64,core,count,p6", "a64",
	"a64,core",   "a64,core,count", "a32,lr",	     "a32,core,count,lr",
	"a64,lr,p5",  "m32,p6",		"a32,p0",	     "m32,core,p0",
	"l64,p1",     "a32,p4",
};

START_TEST(a_layout_is_guessed_from_what_frames_look_like)
{
	struct pxt_liteos_layout of, guessed;
	struct pxt_liteos_frame frame;
	char text[PXT_LITEOS_LAYOUT_TEXT];
	uint64_t time = 1000000;
	bool sure;

	seed = 99;
	ck_assert(pxt_liteos_layout_parse(layouts[_i], &of));
	for (unsigned i = 0; i < 100; i++) {
		time += 1000 + chance(10000);
		fill(&of, &frame, time, i + 5);
		pxt_liteos_layout_put(&of, false, &frame, bytes + i * of.size);
	}
	ck_assert(pxt_liteos_guess(bytes, 100, of.size, false, &guessed,
				   &sure));
	pxt_liteos_layout_print(&guessed, text);
	ck_assert_str_eq(text, layouts[_i]);
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
	ck_assert(pxt_liteos_guess(bytes, 100, of.size, false, &guessed,
				   &sure));
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
	"layout=b32", "mask=NONE", "hz=0",	 "hz=1k",
	"kind=raw",   "kind=",	   "old_timer=2", "dialect=older",
};

START_TEST(a_wrong_setting_is_refused_by_its_name)
{
	set(wrong[_i]);
	add_head(1, 1);
	ck_assert_int_eq(open_bytes(), EINVAL);
	ck_assert_ptr_nonnull(
		strstr(pxt_trace_get_refusal(trace), wrong[_i]));
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
	tcase_add_test(
		tc, console_text_between_events_that_are_counted_is_no_loss);
	tcase_add_test(tc, another_name_is_another_thread);
	tcase_add_test(tc, a_generation_is_the_same_task_while_it_has_the_name);
	tcase_add_test(tc,
		       a_generation_before_all_that_have_names_has_the_first);
	tcase_add_test(tc, a_message_that_is_not_whole_is_waited_for);
	tcase_add_test(tc, an_end_within_a_message_is_damage);
	tcase_add_test(tc, what_is_no_message_is_skipped_and_told);
	tcase_add_test(
		tc, a_type_that_the_checksum_does_not_cover_is_seen_by_tags);
	tcase_add_test(tc, sessions_are_counted);
	tcase_add_loop_test(tc, before_a_head_the_clock_is_that_of_the_next, 0, 2);
	tcase_add_test(tc, without_a_head_a_tick_is_a_nanosecond);
	tcase_add_test(tc, a_clock_of_no_frequency_counts_ticks);
	tcase_add_test(tc, a_dump_begins_with_its_oldest);
	tcase_add_loop_test(tc, the_dump_of_a_full_ring_begins_with_a_loss,
			    0, 3);
	tcase_add_test(tc, a_session_ends_a_dump);
	tcase_add_test(tc, the_counter_tells_the_oldest_better_than_time);
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
	tcase_add_loop_test(
		tc, the_lower_bits_of_a_mask_count_in_one_tree, 0, 2);
	tcase_add_test(tc, many_strange_types_share_a_name);
	tcase_add_test(tc, dumps_may_follow_one_another);
	tcase_add_test(tc, a_blank_slot_of_many_processors_is_no_event);
	tcase_add_loop_test(tc, a_full_ring_that_is_printed_begins_with_a_loss,
			    0, 2);
	tcase_add_test(
		tc, a_ring_that_is_printed_again_loses_what_is_in_neither);
	tcase_add_test(tc, a_table_that_was_copied_is_read);
	tcase_add_test(tc, a_line_that_is_no_row_is_a_loss_in_its_place);
	tcase_add_test(tc, a_line_of_others_between_rows_is_no_loss);
	tcase_add_test(tc, a_row_behind_a_prompt_is_one);
	tcase_add_test(tc, the_time_of_a_terminal_is_passed_over);
	tcase_add_test(tc, shifted_columns_are_seen_by_a_vendor_s_type);
	tcase_add_loop_test(tc, a_console_may_have_said_much_before, 0, 2);
	tcase_add_test(tc, commands_may_be_cut_and_wrong);
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
			    0, sizeof(layouts) / sizeof(layouts[0]));
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
