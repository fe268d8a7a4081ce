#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "format/threadx/events.h"
#include "format/threadx/threadx.h"
#include "run.h"
#include "threadx_maker.h"

enum { THREAD = 1, QUEUE = 3, SEMAPHORE = 4, SEND = 69 };

static struct made made;
static struct pxt_settings settings;
static struct pxt_trace *trace;
static struct pxt_feed *feed;
static struct pxt_import import;
static struct posix_trace_item_np item;
static struct posix_trace_layout_np layout;
static struct posix_trace_value_np values[POSIX_TRACE_FIELDS_MAX_NP];
static unsigned fields;
static int unavailable;

static void create(void)
{
	made = (struct made){ .word = 4, .name_size = 8, .base = 0x1000 };
	settings = (struct pxt_settings){ 0 };
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
}

static void end(void)
{
	if (feed)
		pxt_format_threadx.import->close(&import);
	pxt_feed_close(feed);
	feed = NULL;
}

static void release(void)
{
	end();
	ck_assert_int_eq(pxt_trace_error(trace), 0);
	pxt_trace_close(trace);
}

static int begin(void)
{
	ck_assert_int_eq(pxt_feed_open_memory(made.data, made.len, &feed), 0);
	import = (struct pxt_import){
		.feed = feed,
		.trace = trace,
		.settings = &settings,
	};
	return pxt_format_threadx.import->open(&import);
}

static void set(const char *text)
{
	ck_assert(pxt_settings_add(&settings, text));
}

static void next_item(int kind)
{
	ck_assert_int_eq(pxt_format_threadx.import->next(&import, &item,
							 &unavailable),
			 0);
	ck_assert_int_eq(unavailable, 0);
	ck_assert_int_eq(item.kind, kind);
}

static void next_event(void)
{
	const char *description;

	next_item(POSIX_TRACE_ITEM_EVENT_NP);
	description = pxt_trace_type_description(trace,
						 item.info.posix_event_id);
	ck_assert_int_eq(posix_trace_layout_parse_np(description, &layout), 0);
	fields = posix_trace_layout_decode_np(&layout, item.data, item.data_len,
					      values);
}

static const struct posix_trace_value_np *field(const char *name)
{
	for (unsigned i = 0; i < fields; i++)
		if (!strcmp(values[i].field->name, name))
			return &values[i];
	return NULL;
}

static unsigned long long number(const char *name)
{
	const struct posix_trace_value_np *value = field(name);
	struct posix_trace_number_np found;

	ck_assert_ptr_nonnull(value);
	ck_assert_int_eq(posix_trace_value_number_np(&layout, value, 0, &found),
			 0);
	return found.as.u;
}

static void text(const char *name, const char *expected)
{
	const struct posix_trace_value_np *value = field(name);

	ck_assert_ptr_nonnull(value);
	ck_assert_uint_eq(value->len, strlen(expected));
	ck_assert_mem_eq(value->data, expected, value->len);
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

static void no_more(void)
{
	ck_assert_int_eq(pxt_format_threadx.import->next(&import, &item,
							 &unavailable),
			 0);
	ck_assert_int_eq(unavailable, 1);
}

/* Four events of a thread, a full ring. */
static void make(void)
{
	made.slots = 2;
	made.capacity = 4;
	made_begin(&made);
	made_object(&made, 0, false, THREAD, 0x100, "main");
	made_object(&made, 1, false, QUEUE, 0x200, "orders");
	for (unsigned i = 0; i < 4; i++)
		made_event(&made, i, 0x100, SEND, 1000 + 10 * i, 0x200);
}

static void refuses(const char *why)
{
	ck_assert_int_eq(begin(), EBADMSG);
	ck_assert_str_eq(pxt_trace_get_refusal(trace), why);
	end();
}

static void refuses_setting(const char *setting, const char *why)
{
	settings = (struct pxt_settings){ 0 };
	set(setting);
	ck_assert_int_eq(begin(), EINVAL);
	ck_assert_str_eq(pxt_trace_get_refusal(trace), why);
	end();
}

static bool is_told(const char *part)
{
	const char *tale;
	bool found = false;

	while ((tale = pxt_trace_next_tale(trace)))
		found |= strstr(tale, part) != NULL;
	return found;
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

/* Holes of a text that the memory was sent as. */

static struct pxt_hole hole;
static const struct pxt_holes holes = { &hole, 1, 1 };

static void begin_with_hole(size_t at, size_t len)
{
	hole = (struct pxt_hole){ at, at + len };
	memset(made.data + at, 0, len);
	ck_assert_int_eq(pxt_feed_open_memory(made.data, made.len, &feed), 0);
	pxt_feed_set_holes(feed, &holes);
	import = (struct pxt_import){
		.feed = feed,
		.trace = trace,
		.settings = &settings,
	};
	ck_assert_int_eq(pxt_format_threadx.import->open(&import), 0);
}

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
	{ 0, 10, NULL },
	{ 1, 10, NULL },
	{ 2, 0, "do not change" },
	{ 2, 10, "too few time stamps" },
	{ 3, 10, NULL },
	{ 4, 0, "do not change" },
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
	ck_assert_int_eq(write(end_of_pipe[1], made.data + 100,
			       made.len - 100),
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
	Suite *suite = suite_create("threadx");
	TCase *tcase = tcase_create("threadx");

	tcase_add_checked_fixture(tcase, create, release);
	tcase_add_loop_test(tcase, all_orders_and_words_say_the_same, 0, 4);
	tcase_add_test(tcase,
		       a_ring_that_never_filled_ends_at_its_current_slot);
	tcase_add_test(tcase, addresses_wrap_at_four_gigabytes);
	tcase_add_test(tcase, a_base_of_another_place_is_told);
	tcase_add_test(tcase, slots_without_padding_are_seen);
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
	tcase_add_test(tcase, a_full_ring_is_full_without_its_oldest_event);
	tcase_add_test(tcase,
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
	tcase_add_test(tcase, a_trace_that_is_written_is_waited_for);
	tcase_add_loop_test(tcase, buffers_in_one_file_are_one_trace, 0, 64);
	tcase_add_loop_test(tcase,
			    a_buffer_that_was_cut_ends_where_the_next_begins, 1,
			    97);
	tcase_add_test(tcase, what_follows_and_is_none_is_ignored);
	tcase_add_test(tcase, a_second_buffer_that_is_broken_is_damage);
	tcase_add_test(
		tcase,
		damage_in_a_second_buffer_is_told_by_its_place_in_the_file);
	tcase_add_test(tcase, probes_are_sure_of_what_fits);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
