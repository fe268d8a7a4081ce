/*
 * round_trip.h - traces that are written for ThreadX, and read again
 */
#ifndef FORMAT_THREADX_ROUND_TRIP_H
#define FORMAT_THREADX_ROUND_TRIP_H

#include <check.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "format/threadx/export/buffer.h"
#include "format/threadx/export/objects.h"
#include "format/threadx/record.h"
#include "format/threadx/threadx.h"
#include "format/trace_view.h"

enum { TYPES = 1 << 12, MOST = 1 << 20, SECOND = 1000000000 };

/* Where bytes go */

struct memory {
	struct pxt_output output;
	uint8_t bytes[MOST];
	size_t len;
	int err;
};

static inline int keep(struct pxt_output *output, const void *data, size_t len)
{
	struct memory *memory = (struct memory *)output;

	if (memory->err)
		return memory->err;
	ck_assert_uint_le(memory->len + len, MOST);
	memcpy(memory->bytes + memory->len, data, len);
	memory->len += len;
	return 0;
}

/* What exporters ask: of what tests say */

static const char *recorded_on;
static struct posix_trace_layout_np *layouts[TYPES];
static const char *names[TYPES];
static const char *descriptions[TYPES];

static inline const char *get_name(struct pxt_view *view, trace_event_id_t type)
{
	(void)view;
	return names[type];
}

static inline const struct posix_trace_layout_np *
get_layout(struct pxt_view *view, trace_event_id_t type)
{
	const char *text = descriptions[type];

	(void)view;
	if (!text || layouts[type])
		return layouts[type];
	layouts[type] = malloc(sizeof(*layouts[type]));
	ck_assert_ptr_nonnull(layouts[type]);
	ck_assert_int_eq(posix_trace_layout_parse_np(text, layouts[type]), 0);
	return layouts[type];
}

static inline const char *get_process(struct pxt_view *view, unsigned origin,
				      pid_t pid)
{
	(void)view;
	(void)origin;
	(void)pid;
	return "prog";
}

static inline const char *get_thread(struct pxt_view *view, unsigned origin,
				     pid_t pid, pid_t tid)
{
	(void)view;
	(void)origin;
	(void)pid;
	return tid == 11 ? "worker" : NULL;
}

static inline const char *get_system(struct pxt_view *view, unsigned origin)
{
	(void)view;
	(void)origin;
	return recorded_on;
}

static inline const char *get_note(struct pxt_view *view, unsigned origin,
				   const char *key)
{
	(void)view;
	(void)origin;
	(void)key;
	return NULL;
}

static inline int get_object(struct pxt_view *view, unsigned origin, pid_t pid,
			     uint64_t address, const char *kind,
			     const struct timespec *when,
			     struct posix_trace_object_np *object)
{
	(void)view;
	(void)origin;
	(void)pid;
	(void)kind;
	(void)when;
	if (address != 0x1000)
		return ESRCH;
	*object = (struct posix_trace_object_np){
		.pid = 10,
		.address = address,
		.kind = "mutex",
		.name = "guard",
		.details = "inheritance=1",
	};
	return 0;
}

static inline int list_object(struct pxt_view *view, unsigned origin,
			      size_t index,
			      struct posix_trace_object_np *object)
{
	(void)view;
	(void)origin;
	(void)index;
	(void)object;
	return ESRCH;
}

static struct pxt_view view = {
	.get_name = get_name,
	.get_layout = get_layout,
	.get_process = get_process,
	.get_thread = get_thread,
	.get_system = get_system,
	.get_note = get_note,
	.get_object = get_object,
	.list_object = list_object,
};

/* What was read */

static struct pxt_trace *trace;
static struct trace_view known;

static inline void forget_trace(void)
{
	trace_view_fini(&known);
	pxt_trace_close(trace);
	trace = NULL;
	trace_view_init(&known, NULL);
}

static struct memory out = { .output.write = keep };
static struct memory beside = { .output.write = keep };
static struct pxt_settings settings;
static struct pxt_export export;
static const struct pxt_exporter *exporter;

static inline void forget(void)
{
	for (size_t i = 0; i < TYPES; i++) {
		free(layouts[i]);
		layouts[i] = NULL;
		names[i] = descriptions[i] = NULL;
	}
}

static inline void setup(void)
{
	exporter = pxt_format_threadx.export;
	recorded_on = "Linux 6.1.0 x86_64";
	settings = (struct pxt_settings){ 0 };
	out.len = beside.len = 0;
	out.err = 0;
	export = (struct pxt_export){
		.view = &view,
		.out = &out.output,
		.beside = &beside.output,
		.settings = &settings,
	};
}

static inline void teardown(void)
{
	exporter->close(&export);
	forget_trace();
	forget();
}

static inline uint64_t lost(const char *what)
{
	for (size_t i = 0; i < export.losses; i++)
		if (strstr(export.loss[i].what, what))
			return export.loss[i].count;
	return 0;
}

/* Reading back */

struct reading {
	struct pxt_feed *feed;
	struct pxt_import import;
	struct pxt_settings settings;
	struct pxt_threadx_shapes shapes;
};

static inline void begin_reading(struct reading *reading,
				 const struct memory *from)
{
	memset(reading, 0, sizeof(*reading));
	forget_trace();
	forget();
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
	trace_view_init(&known, trace);
	ck_assert_int_eq(
		pxt_feed_open_memory(from->bytes, from->len, &reading->feed),
		0);
	reading->import = (struct pxt_import){
		.feed = reading->feed,
		.trace = trace,
		.settings = &reading->settings,
	};
	ck_assert_int_eq(pxt_format_threadx.import->open(&reading->import), 0);
}

static inline bool next_item(struct reading *reading,
			     struct posix_trace_item_np *item)
{
	int unavailable;

	ck_assert_int_eq(pxt_format_threadx.import->next(&reading->import, item,
							 &unavailable),
			 0);
	return !unavailable;
}

static inline bool read_next(struct reading *reading,
			     struct pxt_threadx_record *record)
{
	struct posix_trace_value_np values[POSIX_TRACE_FIELDS_MAX_NP];
	const struct posix_trace_layout_np *layout;
	const struct pxt_threadx_shape *shape;
	struct posix_trace_item_np item;
	unsigned count;

	if (!next_item(reading, &item))
		return false;
	layout = known.view.get_layout(&known.view, item.info.posix_event_id);
	shape = pxt_threadx_shapes_get(&reading->shapes,
				       item.info.posix_event_id, layout);
	ck_assert_ptr_nonnull(shape);
	count = posix_trace_layout_decode_np(layout, item.data, item.data_len,
					     values);
	ck_assert(pxt_threadx_shape_read(shape, layout, values, count, record));
	return true;
}

static inline void end_reading(struct reading *reading)
{
	pxt_format_threadx.import->close(&reading->import);
	pxt_feed_close(reading->feed);
}

/* What tests record, on Linux */

enum {
	USER = 100,
	MUTEX_WAIT,
	MUTEX_LOCK,
	MUTEX_UNLOCK,
	TEXT,
	UNDESCRIBED,
	TASK_SWITCH,
	HWI_IN,
	HWI_OUT,
	QUEUE_RW,
	THREAD_CREATE,
	THREAD_START,
	THREAD_NAME,
	THREAD_EXIT,
	SLEEP,
	SLEEP_END,
	PROCESS = 10,
};

static uint64_t now; /* ns */

static inline void describe(void)
{
	names[USER] = "order, sent";
	descriptions[USER] = "uint64_t id; int32_t price; float weight; "
			     "uint8_t side; uint8_t fifth";
	names[MUTEX_WAIT] = "mutex_wait";
	descriptions[MUTEX_WAIT] = "[[begin(mutex)]]; "
				   "uint64_t mutex [[object(mutex)]]";
	names[MUTEX_LOCK] = "mutex_lock";
	descriptions[MUTEX_LOCK] = "[[end(mutex)]]; "
				   "uint64_t mutex [[object(mutex)]]";
	names[MUTEX_UNLOCK] = "mutex_unlock";
	descriptions[MUTEX_UNLOCK] = "uint64_t mutex [[object(mutex)]]";
	names[TEXT] = "text";
	descriptions[TEXT] = "char *text";
	names[UNDESCRIBED] = "plain";
	names[TASK_SWITCH] = "TASK_SWITCH";
	descriptions[TASK_SWITCH] = "uint32_t taskId [[object(task)]]";
	names[HWI_IN] = "HWI_RESPONSE_IN";
	names[HWI_OUT] = "HWI_RESPONSE_OUT";
	descriptions[HWI_IN] = descriptions[HWI_OUT] = "uint32_t hwiNum";
	names[QUEUE_RW] = "QUEUE_RW";
	descriptions[QUEUE_RW] = "uint32_t queueId [[object(queue)]]; "
				 "enum { read, write } operateType";
	names[THREAD_CREATE] = "thread_create";
	names[THREAD_START] = "thread_start";
	descriptions[THREAD_CREATE] = descriptions[THREAD_START] =
		"uint64_t thread [[object(thread)]]";
	names[THREAD_NAME] = "thread_name";
	descriptions[THREAD_NAME] =
		"uint64_t thread [[object(thread)]]; char *name";
	names[THREAD_EXIT] = "thread_exit";
	descriptions[THREAD_EXIT] = "uint64_t value";
	names[SLEEP] = "sleep";
	names[SLEEP_END] = "sleep_end";
	descriptions[SLEEP] = "[[begin(sleep)]]; uint64_t ticks";
	descriptions[SLEEP_END] = "[[end(sleep)]]; int32_t error";
	now = UINT64_C(1700000000) * SECOND;
}

static inline void begin(void)
{
	describe();
	ck_assert_int_eq(exporter->open(&export), 0);
}

static inline void put(pid_t tid, trace_event_id_t type, const void *data,
		       size_t len)
{
	const struct posix_trace_item_np item = {
		.kind = POSIX_TRACE_ITEM_EVENT_NP,
		.tid = tid,
		.info.posix_event_id = type,
		.info.posix_pid = PROCESS,
		.info.posix_timestamp = { .tv_sec = (time_t)(now / SECOND),
					  .tv_nsec = (long)(now % SECOND) },
		.data = data,
		.data_len = len,
	};

	now += 10000;
	ck_assert_int_eq(exporter->put(&export, &item), 0);
}

static inline void put_object(pid_t tid, trace_event_id_t type)
{
	const uint64_t mutex = 0x1000;

	put(tid, type, &mutex, sizeof(mutex));
}

static inline void put_plain(pid_t tid)
{
	put(tid, UNDESCRIBED, "\1\2\3\4\5", 5);
}

/* Finish, and read it. Gives how many events there are. */
static inline size_t finish(struct pxt_threadx_record *records, size_t most)
{
	static struct reading reading;
	size_t count = 0;

	ck_assert_int_eq(exporter->finish(&export), 0);
	begin_reading(&reading, &out);
	while (count < most && read_next(&reading, &records[count]))
		count++;
	ck_assert_uint_eq(pxt_trace_damages(trace), 0);
	end_reading(&reading);
	return count;
}

static struct pxt_threadx_record records[1000];

static inline const char *name_of(uint64_t address)
{
	struct posix_trace_object_np object;

	ck_assert_int_eq(pxt_trace_get_object(trace, PXT_TRACE_PID, address, "",
					      NULL, &object),
			 0);
	return object.name;
}

static inline void convert_items(struct reading *reading)
{
	struct posix_trace_item_np item;

	export.view = &known.view;
	ck_assert_int_eq(exporter->open(&export), 0);
	while (next_item(reading, &item))
		ck_assert_int_eq(exporter->put(&export, &item), 0);
	ck_assert_int_eq(exporter->finish(&export), 0);
}

#endif
