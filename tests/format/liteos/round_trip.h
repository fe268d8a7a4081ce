/*
 * round_trip.h - traces that are written for LiteOS, and read again
 */
#ifndef FORMAT_LITEOS_ROUND_TRIP_H
#define FORMAT_LITEOS_ROUND_TRIP_H

#include <check.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/announced_tasks.h"
#include "format/liteos/events.h"
#include "format/liteos/layout.h"
#include "format/liteos/liteos.h"
#include "format/liteos/message.h"
#include "format/liteos/word.h"
#include "format/trace_view.h"

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

static inline int take(struct pxt_output *output, const void *data, size_t len)
{
	(void)output;
	ck_assert_uint_le(len, ROOM - written_len);
	memcpy(written + written_len, data, len);
	written_len += len;
	return 0;
}

static struct pxt_output output = { take };

static char beside_text[4096];

static inline int take_beside(struct pxt_output *beside, const void *data,
			      size_t len)
{
	(void)beside;
	ck_assert_uint_lt(strlen(beside_text) + len, sizeof(beside_text));
	strncat(beside_text, data, len);
	return 0;
}

static struct pxt_output beside = { take_beside };

static struct trace_view view;

static inline void create(void)
{
	reading.count = writing.count = 0;
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
	trace_view_init(&view, trace);
}

static inline void release(void)
{
	ck_assert_int_eq(pxt_trace_error(trace), 0);
	trace_view_fini(&view);
	pxt_trace_close(trace);
}

static inline void again(void)
{
	release();
	create();
}

static inline int open_writer(void)
{
	memset(&export, 0, sizeof(export));
	export.view = &view.view;
	export.out = &output;
	export.beside = &beside;
	export.settings = &writing;
	written_len = 0;
	*beside_text = '\0';
	return pxt_format_liteos.export->open(&export);
}

static inline void set(struct pxt_settings *settings, const char *text)
{
	ck_assert(pxt_settings_add(settings, text));
}

static inline void open_reader(const void *data, size_t len)
{
	import = (struct pxt_import){ .trace = trace, .settings = &reading };
	ck_assert_int_eq(pxt_feed_open_memory(data, len, &feed), 0);
	import.feed = feed;
	ck_assert_int_eq(pxt_format_liteos.import->open(&import), 0);
}

static inline void close_reader(void)
{
	pxt_format_liteos.import->close(&import);
	pxt_feed_close(feed);
}

static inline bool next(struct posix_trace_item_np *item)
{
	int unavailable = 0;

	ck_assert_int_eq(
		pxt_format_liteos.import->next(&import, item, &unavailable), 0);
	return !unavailable;
}

/* Read, and write as it is read. Gives how many events. */
static inline size_t through(const void *data, size_t len)
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

static inline uint64_t lost(const char *what)
{
	for (size_t i = 0; i < export.losses; i++)
		if (strstr(export.loss[i].what, what))
			return export.loss[i].count;
	return 0;
}

static inline void is_the_same(const char *name, const void *data, size_t len)
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

static inline void read_capture(const char *name)
{
	const char *top = getenv("top_srcdir");
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/data/liteos/%s", top ? top : ".",
		 name);
	file = fopen(path, "rb");
	ck_assert_msg(file, "%s", path);
	data = malloc(ROOM);
	ck_assert(data);
	data_len = fread(data, 1, ROOM, file);
	fclose(file);
}

static inline uint64_t field(const struct posix_trace_item_np *item,
			     const char *name)
{
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
	const struct posix_trace_layout_np *layout;
	struct posix_trace_number_np number;
	unsigned count;

	layout = view.view.get_layout(&view.view, item->info.posix_event_id);
	ck_assert_ptr_nonnull(layout);
	count = posix_trace_layout_decode_np(layout, item->data, item->data_len,
					     value);
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(value[i].field->name, name)) {
			ck_assert_int_eq(posix_trace_value_number_np(
						 layout, &value[i], 0, &number),
					 0);
			return number.as.u;
		}
	ck_abort_msg("no field %s", name);
	return 0;
}

/* Messages */

static uint8_t made_up[ROOM];
static size_t made_up_len;

static inline void add(const struct pxt_liteos_message *message)
{
	bool cut;

	made_up_len += pxt_liteos_message_write(message, false,
						made_up + made_up_len, &cut);
}

static inline void add_event(uint32_t type, uint64_t time)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_EVENTS,
		.shape = { .width = 4, .params = 3, .pid = true },
		.frame = { .type = type, .time = time, .identity = 9 },
	};

	add(&message);
}

static inline void begin_session(uint32_t hz)
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

static inline void begin_stream(void)
{
	made_up_len = 0;
	begin_session(1000);
}

static inline void end_stream(void)
{
	const struct pxt_liteos_message notice = {
		.type = PXT_LITEOS_NOTIFY,
		.command = PXT_LITEOS_SYS_STOP,
		.param = PXT_LITEOS_NOTIFY_PARAM,
	};

	add(&notice);
}

/* Generated traces */

static uint64_t seed;

static inline uint32_t chance(uint32_t below)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(seed >> 33) % below;
}

static inline void choose_layout(struct pxt_liteos_layout *of)
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

static uint8_t made[ROOM];

#endif
