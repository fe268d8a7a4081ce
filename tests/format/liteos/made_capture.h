/*
 * made_capture.h - traces of LiteOS that tests make, and their events
 */
#ifndef FORMAT_LITEOS_MADE_CAPTURE_H
#define FORMAT_LITEOS_MADE_CAPTURE_H

#include <check.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "format/liteos/events.h"
#include "format/liteos/import/guess.h"
#include "format/liteos/layout.h"
#include "format/liteos/liteos.h"
#include "format/liteos/message.h"
#include "format/liteos/word.h"

enum { ROOM = 1 << 22 };

static struct pxt_trace *trace;
static struct pxt_settings settings;
static struct pxt_import import;
static struct posix_trace_item_np item;
static struct posix_trace_layout_np layout;

static uint8_t bytes[ROOM];
static size_t len;

static inline void create(void)
{
	settings.count = 0;
	len = 0;
	memset(bytes, 0, sizeof(bytes));
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
	import = (struct pxt_import){ .trace = trace, .settings = &settings };
}

static inline void release(void)
{
	pxt_format_liteos.import->close(&import);
	pxt_feed_close(import.feed);
	ck_assert_int_eq(pxt_trace_error(trace), 0);
	pxt_trace_close(trace);
}

static inline void set(const char *text)
{
	ck_assert(pxt_settings_add(&settings, text));
}

static inline int open_bytes(void)
{
	ck_assert_int_eq(pxt_feed_open_memory(bytes, len, &import.feed), 0);
	return pxt_format_liteos.import->open(&import);
}

static inline void opens(void)
{
	ck_assert_int_eq(open_bytes(), 0);
}

static inline bool next(void)
{
	int unavailable = 0;

	ck_assert_int_eq(
		pxt_format_liteos.import->next(&import, &item, &unavailable),
		0);
	return !unavailable;
}

static inline void is_event(const char *name)
{
	ck_assert(next());
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_EVENT_NP);
	ck_assert_str_eq(pxt_trace_type_name(trace, item.info.posix_event_id),
			 name);
}

static inline void is_loss(uint64_t lost)
{
	ck_assert(next());
	ck_assert_int_eq(item.kind, POSIX_TRACE_ITEM_LOSS_NP);
	ck_assert_uint_eq(item.lost, lost);
}

static inline void is_thread(const char *name)
{
	const char *is =
		pxt_trace_get_thread(trace, item.info.posix_pid, item.tid);

	ck_assert_ptr_nonnull(is);
	ck_assert_str_eq(is, name);
}

static inline void is_at(uint64_t ns)
{
	ck_assert_uint_eq((uint64_t)item.info.posix_timestamp.tv_sec *
					  1000000000 +
				  (uint64_t)item.info.posix_timestamp.tv_nsec,
			  ns);
}

/* A field of the item, or of its enumeration the name. */
static inline struct posix_trace_number_np field(const char *name)
{
	struct posix_trace_value_np value[POSIX_TRACE_FIELDS_MAX_NP];
	struct posix_trace_number_np number = { 0 };
	unsigned count;

	ck_assert_int_eq(posix_trace_layout_parse_np(
				 pxt_trace_type_description(
					 trace, item.info.posix_event_id),
				 &layout),
			 0);
	count = posix_trace_layout_decode_np(&layout, item.data, item.data_len,
					     value);
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(value[i].field->name, name)) {
			posix_trace_value_number_np(&layout, &value[i], 0,
						    &number);
			return number;
		}
	ck_abort_msg("no field %s", name);
	return number;
}

static inline bool was_told(const char *words)
{
	const char *tale;
	bool told = false;

	while ((tale = pxt_trace_next_tale(trace)))
		told |= !!strstr(tale, words);
	return told;
}

static inline void put_head(unsigned objects, unsigned object_size,
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

static inline void add(const struct pxt_liteos_message *message)
{
	bool cut;

	len += pxt_liteos_message_write(message, false, bytes + len, &cut);
	ck_assert(!cut);
}

static inline void add_head(uint32_t version, uint32_t hz)
{
	const struct pxt_liteos_message message = {
		.type = PXT_LITEOS_HEAD,
		.endian = PXT_LITEOS_ENDIAN,
		.version = version,
		.clock_freq = hz,
	};

	add(&message);
}

static inline void add_task(uint32_t id, const char *name)
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

static inline struct pxt_liteos_message
event_of(uint32_t type, uint32_t task, uint64_t time, uint64_t identity)
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

static inline void add_event(uint32_t type, uint32_t task, uint64_t time,
			     uint64_t identity)
{
	const struct pxt_liteos_message message =
		event_of(type, task, time, identity);

	add(&message);
}

/* Text */

static inline void add_text(const char *text)
{
	memcpy(bytes + len, text, strlen(text));
	len += strlen(text);
}

#define TITLE                                                          \
	"Index   Time(cycles)      EventType      CurPid   CurTask   " \
	"Identity      params    \n"

#define TITLE_COUNTED                                                       \
	"Index   Time(cycles)      EventType      CurTask   Identity      " \
	"cpuId      hwiActive   taskLockCnt eventCount params    \n"

#endif
