/*
 * made_capture.h - traces of ThreadX that tests make, and their events
 */
#ifndef FORMAT_THREADX_MADE_CAPTURE_H
#define FORMAT_THREADX_MADE_CAPTURE_H

#include <check.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "format/threadx/events.h"
#include "format/threadx/threadx.h"
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

static inline void create(void)
{
	made = (struct made){ .word = 4, .name_size = 8, .base = 0x1000 };
	settings = (struct pxt_settings){ 0 };
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
}

static inline void end(void)
{
	if (feed)
		pxt_format_threadx.import->close(&import);
	pxt_feed_close(feed);
	feed = NULL;
}

static inline void release(void)
{
	end();
	ck_assert_int_eq(pxt_trace_error(trace), 0);
	pxt_trace_close(trace);
}

static inline int begin(void)
{
	ck_assert_int_eq(pxt_feed_open_memory(made.data, made.len, &feed), 0);
	import = (struct pxt_import){
		.feed = feed,
		.trace = trace,
		.settings = &settings,
	};
	return pxt_format_threadx.import->open(&import);
}

static inline void next_item(int kind)
{
	ck_assert_int_eq(
		pxt_format_threadx.import->next(&import, &item, &unavailable),
		0);
	ck_assert_int_eq(unavailable, 0);
	ck_assert_int_eq(item.kind, kind);
}

static inline void next_event(void)
{
	const char *description;

	next_item(POSIX_TRACE_ITEM_EVENT_NP);
	description =
		pxt_trace_type_description(trace, item.info.posix_event_id);
	ck_assert_int_eq(posix_trace_layout_parse_np(description, &layout), 0);
	fields = posix_trace_layout_decode_np(&layout, item.data, item.data_len,
					      values);
}

static inline const struct posix_trace_value_np *field(const char *name)
{
	for (unsigned i = 0; i < fields; i++)
		if (!strcmp(values[i].field->name, name))
			return &values[i];
	return NULL;
}

static inline unsigned long long number(const char *name)
{
	const struct posix_trace_value_np *value = field(name);
	struct posix_trace_number_np found;

	ck_assert_ptr_nonnull(value);
	ck_assert_int_eq(posix_trace_value_number_np(&layout, value, 0, &found),
			 0);
	return found.as.u;
}

static inline void text(const char *name, const char *expected)
{
	const struct posix_trace_value_np *value = field(name);

	ck_assert_ptr_nonnull(value);
	ck_assert_uint_eq(value->len, strlen(expected));
	ck_assert_mem_eq(value->data, expected, value->len);
}

static inline void no_more(void)
{
	ck_assert_int_eq(
		pxt_format_threadx.import->next(&import, &item, &unavailable),
		0);
	ck_assert_int_eq(unavailable, 1);
}

/* Four events of a thread, a full ring. */
static inline void make(void)
{
	made.slots = 2;
	made.capacity = 4;
	made_begin(&made);
	made_object(&made, 0, false, THREAD, 0x100, "main");
	made_object(&made, 1, false, QUEUE, 0x200, "orders");
	for (unsigned i = 0; i < 4; i++)
		made_event(&made, i, 0x100, SEND, 1000 + 10 * i, 0x200);
}

static inline bool is_told(const char *part)
{
	const char *tale;
	bool found = false;

	while ((tale = pxt_trace_next_tale(trace)))
		found |= strstr(tale, part) != NULL;
	return found;
}

/* Holes of a text that the memory was sent as. */

static struct pxt_hole hole;
static const struct pxt_holes holes = { &hole, 1, 1 };

static inline void begin_with_hole(size_t at, size_t len)
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

#endif
