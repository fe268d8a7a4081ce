/* check_threadx_export.c - ThreadX traces that are written */
#include <errno.h>
#include <string.h>

#include "format/threadx/export/buffer.h"
#include "format/threadx/export/objects.h"
#include "format/threadx/record.h"
#include "format/threadx/threadx.h"
#include "format/trace_view.h"
#include "run.h"

enum { TYPES = 1 << 12, MOST = 1 << 20, SECOND = 1000000000 };

/* Where bytes go */

struct memory {
	struct pxt_sink sink;
	uint8_t bytes[MOST];
	size_t len;
	int err;
};

static int keep(struct pxt_sink *sink, const void *data, size_t len)
{
	struct memory *memory = (struct memory *)sink;

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

static const char *get_name(struct pxt_view *view, trace_event_id_t type)
{
	(void)view;
	return names[type];
}

static const struct posix_trace_layout_np *get_layout(struct pxt_view *view,
						      trace_event_id_t type)
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

static const char *get_process(struct pxt_view *view, unsigned origin,
			       pid_t pid)
{
	(void)view;
	(void)origin;
	(void)pid;
	return "prog";
}

static const char *get_thread(struct pxt_view *view, unsigned origin, pid_t pid,
			      pid_t tid)
{
	(void)view;
	(void)origin;
	(void)pid;
	return tid == 11 ? "worker" : NULL;
}

static const char *get_system(struct pxt_view *view, unsigned origin)
{
	(void)view;
	(void)origin;
	return recorded_on;
}

static const char *get_note(struct pxt_view *view, unsigned origin,
			    const char *key)
{
	(void)view;
	(void)origin;
	(void)key;
	return NULL;
}

static int get_object(struct pxt_view *view, unsigned origin, pid_t pid,
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
		.pid = 10, .address = address, .kind = "mutex",
		.name = "guard", .details = "inheritance=1",
	};
	return 0;
}

static int list_object(struct pxt_view *view, unsigned origin, size_t index,
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

static void forget_trace(void)
{
	trace_view_fini(&known);
	pxt_trace_close(trace);
	trace = NULL;
	trace_view_init(&known, NULL);
}

static struct memory out = { .sink.write = keep };
static struct memory beside = { .sink.write = keep };
static struct pxt_settings settings;
static struct pxt_export export;
static const struct pxt_exporter *exporter;

static void forget(void)
{
	for (size_t i = 0; i < TYPES; i++) {
		free(layouts[i]);
		layouts[i] = NULL;
		names[i] = descriptions[i] = NULL;
	}
}

static void setup(void)
{
	exporter = pxt_format_threadx.export;
	recorded_on = "Linux 6.1.0 x86_64";
	settings = (struct pxt_settings){ 0 };
	out.len = beside.len = 0;
	out.err = 0;
	export = (struct pxt_export){
		.view = &view,
		.out = &out.sink,
		.beside = &beside.sink,
		.settings = &settings,
	};
}

static void teardown(void)
{
	exporter->close(&export);
	forget_trace();
	forget();
}

static void say(const char *setting)
{
	ck_assert(pxt_settings_add(&settings, setting));
}

static uint64_t lost(const char *what)
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

static void begin_reading(struct reading *reading, const struct memory *from)
{
	memset(reading, 0, sizeof(*reading));
	forget_trace();
	forget();
	ck_assert_int_eq(pxt_trace_create(&trace), 0);
	trace_view_init(&known, trace);
	ck_assert_int_eq(pxt_feed_open_memory(from->bytes, from->len,
					      &reading->feed),
			 0);
	reading->import = (struct pxt_import){
		.feed = reading->feed,
		.trace = trace,
		.settings = &reading->settings,
	};
	ck_assert_int_eq(pxt_format_threadx.import->open(&reading->import), 0);
}

static bool next_item(struct reading *reading, struct posix_trace_item_np *item)
{
	int unavailable;

	ck_assert_int_eq(pxt_format_threadx.import->next(&reading->import, item,
							 &unavailable),
			 0);
	return !unavailable;
}

static bool read_next(struct reading *reading,
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

static void end_reading(struct reading *reading)
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
	PROCESS = 10,
};

static uint64_t now; /* ns */

static void describe(void)
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
	now = UINT64_C(1700000000) * SECOND;
}

static void begin(void)
{
	describe();
	ck_assert_int_eq(exporter->open(&export), 0);
}

static void put(pid_t tid, trace_event_id_t type, const void *data, size_t len)
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

static void put_object(pid_t tid, trace_event_id_t type)
{
	const uint64_t mutex = 0x1000;

	put(tid, type, &mutex, sizeof(mutex));
}

/* One that its program calls by a handle. */
static void put_thread(pid_t tid, trace_event_id_t type, uint64_t handle)
{
	put(tid, type, &handle, sizeof(handle));
}

static void put_name(pid_t tid, uint64_t handle, const char *name)
{
	uint8_t data[64];
	const size_t len = strlen(name) + 1;

	memcpy(data, &handle, sizeof(handle));
	memcpy(data + sizeof(handle), name, len);
	put(tid, THREAD_NAME, data, sizeof(handle) + len);
}

static void put_plain(pid_t tid)
{
	put(tid, UNDESCRIBED, "\1\2\3\4\5", 5);
}

/* Finish, and read it. Gives how many events there are. */
static size_t finish(struct pxt_threadx_record *records, size_t most)
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

static const char *name_of(uint64_t address)
{
	struct posix_trace_object_np object;

	ck_assert_int_eq(pxt_trace_get_object(trace, PXT_TRACE_PID, address, "",
					      NULL, &object),
			 0);
	return object.name;
}

/* Its creator may be the first to tell of a thread, or not. */
START_TEST(a_thread_is_one_whatever_it_is_called_by)
{
	uint64_t first, second;

	begin();
	put_thread(20, THREAD_CREATE, 0x7f0000001000);
	put_thread(21, THREAD_START, 0x7f0000001000);
	put_name(21, 0x7f0000001000, "first");
	put_thread(22, THREAD_START, 0x7f0000002000);
	put_name(20, 0x7f0000002000, "second");
	put_thread(20, THREAD_CREATE, 0x7f0000002000);
	put_plain(21);
	put_plain(22);
	ck_assert_uint_eq(finish(records, 1000), 2 + 8);
	first = records[8].context;
	second = records[9].context;
	ck_assert_uint_eq(records[2].id, 100);
	ck_assert_uint_eq(records[2].info[0], first);
	ck_assert_uint_eq(records[7].id, 100);
	ck_assert_uint_eq(records[7].info[0], second);
	ck_assert_str_eq(name_of(first), "first");
	ck_assert_str_eq(name_of(second), "second");
	ck_assert_uint_eq(pxt_trace_list_object(trace, 3,
						&(struct posix_trace_object_np){
							.pid = 0 }),
			  ESRCH);
}
END_TEST

START_TEST(a_handle_may_be_the_next_threads)
{
	begin();
	for (pid_t tid = 21; tid < 23; tid++) {
		put_thread(20, THREAD_CREATE, 0x7f0000001000);
		put_thread(tid, THREAD_START, 0x7f0000001000);
		put(tid, THREAD_EXIT, "\0\0\0\0\0\0\0", 8);
	}
	put_thread(23, THREAD_START, 0x7f0000001000);
	put_thread(20, THREAD_CREATE, 0x7f0000001000);
	ck_assert_uint_eq(finish(records, 1000), 2 + 8);
	ck_assert_uint_eq(records[2].info[0], records[3].context);
	ck_assert_uint_eq(records[5].info[0], records[6].context);
	ck_assert_uint_eq(records[9].info[0], records[8].context);
	ck_assert_uint_ne(records[3].context, records[6].context);
	ck_assert_uint_ne(records[6].context, records[8].context);
}
END_TEST

START_TEST(an_event_of_the_user_keeps_its_numbers)
{
	const struct {
		uint64_t id;
		int32_t price;
		float weight;
		uint8_t side, fifth;
	} order = { 7, -5, 2, 1, 9 };

	begin();
	put(11, USER, &order, sizeof(order));
	ck_assert_uint_eq(finish(records, 1000), 3);
	ck_assert_uint_eq(records[2].id, 4096);
	ck_assert_uint_eq(records[2].info[0], 7);
	ck_assert_uint_eq(records[2].info[1], (uint32_t)-5);
	ck_assert_uint_eq(records[2].info[2], 2);
	ck_assert_uint_eq(records[2].info[3], 1);
	ck_assert_uint_eq(lost("beyond four"), 1);
	ck_assert_str_eq(name_of(records[2].context), "worker");
}
END_TEST

START_TEST(it_begins_with_events_whose_stamps_rise)
{
	begin();
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 3);
	ck_assert_uint_eq(records[0].id, 6);
	ck_assert_uint_eq(records[1].id, 6);
	for (unsigned i = 0; i < 3; i++)
		ck_assert_uint_eq(records[i].stamp, i);
	ck_assert_str_eq(pxt_trace_get_note(trace, "direction"), "up");
}
END_TEST

START_TEST(what_nobody_described_is_in_the_words)
{
	begin();
	put_plain(12);
	finish(records, 1000);
	ck_assert_uint_eq(records[2].info[0], 0x04030201);
	ck_assert_uint_eq(records[2].info[1], 5);
	ck_assert_str_eq(name_of(records[2].context), "prog/12");
}
END_TEST

START_TEST(a_file_beside_it_says_what_its_own_events_are)
{
	static const char line[] =
		"\r\nStart\r\n4096, order_ sent, OS, (0,96,160), "
		"(255,255,255), id, price, weight, side\r\nEnd\r\n";
	const uint64_t order[3] = { 0 };

	begin();
	put(11, USER, order, sizeof(order));
	ck_assert_int_eq(exporter->finish(&export), 0);
	beside.bytes[beside.len] = '\0';
	ck_assert_ptr_nonnull(strstr((char *)beside.bytes, line));
}
END_TEST

START_TEST(who_waits_is_suspended_and_goes_on)
{
	begin();
	put_object(12, MUTEX_LOCK);
	put_object(11, MUTEX_WAIT);
	put_object(12, MUTEX_UNLOCK);
	put_object(11, MUTEX_LOCK);
	put_object(11, MUTEX_UNLOCK);
	ck_assert_uint_eq(finish(records, 1000), 8);

	/* 12 gets it, and 11 asks for it, and waits. */
	ck_assert_uint_eq(records[2].id, 52);
	ck_assert_str_eq(name_of(records[2].info[0]), "guard");
	ck_assert_uint_eq(records[2].info[2], 0);
	ck_assert_uint_eq(records[3].id, 52);
	ck_assert_uint_eq(records[3].info[2], records[2].context);
	ck_assert_uint_eq(records[3].info[3], 1);
	ck_assert_uint_eq(records[4].id, 2);
	ck_assert_uint_eq(records[4].info[0], records[3].context);
	ck_assert_uint_eq(records[4].info[1], 13);
	ck_assert_uint_eq(records[4].info[3], records[2].context);

	/* 12 lets go: 11 runs, and its asking is not told twice. */
	ck_assert_uint_eq(records[5].id, 57);
	ck_assert_uint_eq(records[5].info[1], records[2].context);
	ck_assert_uint_eq(records[6].id, 1);
	ck_assert_uint_eq(records[6].context, records[2].context);
	ck_assert_uint_eq(records[6].info[3], records[3].context);
	ck_assert_uint_eq(records[7].id, 57);
	ck_assert_uint_eq(records[7].context, records[3].context);
}
END_TEST

START_TEST(a_lone_thread_is_resumed_by_an_interrupt)
{
	begin();
	put_object(11, MUTEX_WAIT);
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 6);
	ck_assert_uint_eq(records[3].id, 2);
	ck_assert_uint_eq(records[3].info[3], 0);
	ck_assert_uint_eq(records[4].id, 1);
	ck_assert_uint_eq(records[4].context, 0xffffffff);
	ck_assert_uint_eq(records[5].id, 4096);
}
END_TEST

START_TEST(who_waits_resumes_nobody)
{
	begin();
	put_object(11, MUTEX_WAIT);
	put_object(12, MUTEX_WAIT);
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 8);
	ck_assert_uint_eq(records[5].id, 2);
	ck_assert_uint_eq(records[5].info[3], 0);
	ck_assert_uint_eq(records[6].id, 1);
	ck_assert_uint_eq(records[6].context, 0xffffffff);
}
END_TEST

START_TEST(an_event_without_its_object_is_one_of_the_user)
{
	begin();
	descriptions[MUTEX_LOCK] = "uint64_t mutex";
	put_object(11, MUTEX_LOCK);
	ck_assert_uint_eq(finish(records, 1000), 3);
	ck_assert_uint_eq(records[2].id, 4096);
	ck_assert_uint_eq(records[2].info[0], 0x1000);
}
END_TEST

START_TEST(what_has_no_place_is_counted)
{
	const uint64_t order[3] = { UINT64_C(1) << 40 };

	begin();
	put(11, USER, order, sizeof(order));
	put(11, TEXT, "hello", 6);
	put(11, UNDESCRIBED, "12345678901234567", 17);
	ck_assert_int_eq(exporter->put(&export,
				       &(struct posix_trace_item_np){
					       .kind = POSIX_TRACE_ITEM_LOSS_NP,
				       }),
			 0);
	finish(records, 1000);
	ck_assert_uint_eq(lost("cut to 32 bits"), 1);
	ck_assert_uint_eq(lost("texts"), 1);
	ck_assert_uint_eq(lost("beyond 16 bytes"), 1);
	ck_assert_uint_eq(lost("places where events are missing"), 1);
}
END_TEST

START_TEST(ticks_are_those_that_were_asked_for)
{
	begin();
	put_plain(11);
	now += 123;
	put_plain(11);
	finish(records, 1000);
	ck_assert_uint_eq(records[3].stamp - records[2].stamp, 10);
	ck_assert_uint_eq(lost("times rounded to ticks of 1000000 Hz"), 1);
}
END_TEST

START_TEST(a_long_pause_makes_ticks_longer)
{
	begin();
	put_plain(11);
	now += UINT64_C(7200) * SECOND - 10000;
	put_plain(11);
	finish(records, 1000);
	ck_assert_uint_eq(records[3].stamp - records[2].stamp, 720000000);
}
END_TEST

START_TEST(a_pause_too_long_for_what_was_asked_is_told)
{
	say("hz=1000000000");
	begin();
	put_plain(11);
	now += UINT64_C(10) * SECOND;
	put_plain(11);
	finish(records, 1000);
	ck_assert_uint_eq(lost("too long for 32 bits"), 1);
}
END_TEST

START_TEST(a_small_buffer_keeps_what_is_newest)
{
	const size_t room = 10;
	char size[32];

	snprintf(size, sizeof(size), "size=%zu", 48 + 1 * 48 + room * 32 + 5);
	say(size);
	say("registry=1");
	begin();
	for (int i = 0; i < 100; i++)
		put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), room);
	ck_assert_uint_eq(records[room - 1].stamp, 2 + 990);
	ck_assert_uint_eq(lost("older than the buffer"), 92);
	ck_assert_uint_eq(out.len, 48 + 48 + room * 32 + 5);
}
END_TEST

START_TEST(layouts_are_as_they_were_asked_for)
{
	say("word=8");
	say("order=big");
	say("name_size=12");
	say("registry=20");
	begin();
	put_object(12, MUTEX_LOCK);
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 4);
	ck_assert_str_eq(pxt_trace_get_note(trace, "ulong_bytes"), "8");
	ck_assert_str_eq(pxt_trace_get_note(trace, "byte_order"), "big");
	ck_assert_str_eq(pxt_trace_get_note(trace, "object_name_size"), "12");
	ck_assert_str_eq(pxt_trace_get_note(trace, "registry_slots"), "20");
	ck_assert_str_eq(name_of(records[2].info[0]), "guard");
}
END_TEST

START_TEST(a_trace_of_nothing_is_one)
{
	begin();
	ck_assert_uint_eq(finish(records, 1000), 0);
}
END_TEST

START_TEST(an_error_of_writing_is_one)
{
	begin();
	put_plain(11);
	out.err = ENOSPC;
	ck_assert_int_eq(exporter->finish(&export), ENOSPC);
}
END_TEST

static const char *const wrong[] = {
	"size=0",      "size=x",       "registry=0", "name_size=5",
	"name_size=64", "hz=0",	       "word=2",     "order=middle",
};

START_TEST(a_wrong_setting_is_refused)
{
	char key[16];

	say(wrong[_i]);
	ck_assert_int_eq(exporter->open(&export), EINVAL);
	snprintf(key, sizeof(key), "%.*s", (int)strcspn(wrong[_i], "="),
		 wrong[_i]);
	ck_assert_ptr_nonnull(strstr(export.why, key));
}
END_TEST

START_TEST(a_size_without_room_is_refused)
{
	say("size=60");
	begin();
	put_plain(11);
	ck_assert_int_eq(exporter->finish(&export), EINVAL);
	ck_assert_ptr_nonnull(strstr(export.why, "size=60"));
}
END_TEST

/* Of LiteOS, too */
START_TEST(tasks_switch_and_interrupts_have_a_context)
{
	const uint32_t task = 11, number = 5;

	recorded_on = "LiteOS";
	begin();
	put(12, TASK_SWITCH, &task, sizeof(task));
	put(900, HWI_IN, &number, sizeof(number));
	put_plain(900);
	put(900, HWI_OUT, &number, sizeof(number));
	put_plain(11);
	ck_assert_uint_eq(finish(records, 1000), 7);
	ck_assert_uint_eq(records[2].id, 6);
	ck_assert_str_eq(name_of(records[2].context), "worker");
	ck_assert_uint_eq(records[3].id, 3);
	ck_assert_uint_eq(records[3].context, 0xffffffff);
	ck_assert_uint_eq(records[3].priority, records[2].context);
	ck_assert_uint_eq(records[3].info[1], number);
	ck_assert_uint_eq(records[4].context, 0xffffffff);
	ck_assert_uint_eq(records[5].id, 4);
	ck_assert_uint_eq(records[6].context, records[2].context);
}
END_TEST

START_TEST(a_queue_is_read_or_written)
{
	const uint32_t data[][2] = { { 3, 0 }, { 3, 1 } };

	recorded_on = "LiteOS";
	begin();
	put(11, QUEUE_RW, data[0], sizeof(data[0]));
	put(11, QUEUE_RW, data[1], sizeof(data[1]));
	ck_assert_uint_eq(finish(records, 1000), 4);
	ck_assert_uint_eq(records[2].id, 68);
	ck_assert_uint_eq(records[3].id, 69);
	ck_assert_uint_eq(records[2].info[0], records[3].info[0]);
}
END_TEST

/* Of ThreadX beside Linux */
START_TEST(an_event_of_threadx_beside_others_keeps_its_meaning)
{
	const uint32_t data[] = { 0x1000, 0x777, 0x80100010, 52, 99, 0,
				  0x1000, 5, 0x777, 1 };
	static const char description[] =
		"[[packed]]; uint32_t mutex_ptr [[object(mutex)]]; "
		"uint32_t context [[hex, detail]]; uint32_t raw_priority; "
		"uint32_t raw_event_id; uint32_t raw_time_stamp; "
		"uint32_t relative_ticks; uint32_t i1; uint32_t i2; "
		"uint32_t i3; uint32_t i4";

	begin();
	put_plain(11);
	names[USER] = "TX_MUTEX_GET";
	descriptions[USER] = description;
	put(3, USER, data, sizeof(data));
	ck_assert_uint_eq(finish(records, 1000), 4);
	ck_assert_uint_eq(records[3].id, 52);
	ck_assert_uint_eq(records[3].priority, 0x80100010);
	ck_assert_str_eq(name_of(records[3].info[0]), "guard");
	ck_assert_uint_eq(records[3].info[1], 5);
	ck_assert_uint_eq(records[3].stamp, 12);
	ck_assert_uint_ne(records[3].context, 0x777);
}
END_TEST

START_TEST(events_of_two_users_have_ids_of_their_own)
{
	const uint32_t data[] = { 0x777, 0, 0x2001000, 99, 0, 1, 2, 3, 4 };

	begin();
	put_plain(11);
	names[USER] = "USER_4096";
	descriptions[USER] =
		"uint32_t context [[detail]]; uint32_t raw_priority [[detail]];"
		"uint32_t raw_event_id [[detail]]; "
		"uint32_t raw_time_stamp [[detail]]; "
		"uint32_t relative_ticks [[detail]]; "
		"uint32_t i1; uint32_t i2; uint32_t i3; uint32_t i4";
	put(3, USER, data, sizeof(data));
	ck_assert_uint_eq(finish(records, 1000), 4);
	ck_assert_uint_eq(records[2].id, 4096);
	ck_assert_uint_eq(records[3].id, 0x2001001);
	ck_assert_uint_eq(records[3].info[3], 4);
}
END_TEST

/* Traces that are made by chance go back as they were */

static uint64_t dice;

static uint64_t throw(uint64_t sides)
{
	dice = dice * 6364136223846793005 + 1442695040888963407;
	return (dice >> 33) % sides;
}

static void make_registry(struct pxt_threadx_buffer *buffer)
{
	for (uint64_t slot = 0; slot < buffer->slots; slot++) {
		struct pxt_threadx_entry entry = {
			.details = {
				.slot = slot,
				.available = (uint8_t)throw(2),
				.type = (uint8_t)(1 + throw(28)),
				.reserved1 = (uint8_t)throw(256),
				.reserved2 = (uint8_t)throw(256),
				.parameter = { throw(1 << 20), throw(4) },
			},
			.address = 0x1000 + 0x10 * throw(100),
		};
		char name[8];

		snprintf(name, sizeof(name), "n%u", (unsigned)throw(1000));
		if (buffer->name_size <= strlen(name))
			*name = '\0';
		if (throw(4))
			ck_assert_int_eq(pxt_threadx_buffer_enter(buffer,
								  &entry,
								  name),
					 0);
	}
}

static void make_events(struct pxt_threadx_buffer *buffer, size_t count)
{
	static const uint64_t contexts[] = { 0x1000, 0x1010, 0x1020,
					     0xffffffff, 0xf0f0f0f0 };
	uint64_t stamp = throw(1 << 30);

	for (size_t i = 0; i < count; i++) {
		struct pxt_threadx_words words;

		for (int j = 0; j < 8; j++)
			words.word[j] = throw(1u << 31);
		words.word[0] = contexts[throw(5)];
		words.word[2] = throw(3) ? throw(130) : throw(1 << 17);
		words.word[3] = stamp & buffer->mask;
		stamp += throw(1000);
		ck_assert_int_eq(pxt_threadx_buffer_add(buffer, &words), 0);
	}
}

static void make(struct pxt_threadx_buffer *buffer)
{
	*buffer = (struct pxt_threadx_buffer){
		.word = throw(2) ? 8 : 4,
		.big = throw(2),
		.name_size = (uint16_t)(1 + throw(40)),
		.reserved1 = (uint16_t)throw(2),
		.mask = throw(2) ? 0xffff : 0xffffffff,
		.base = 0x1000 * throw(1 << 20),
		.registry = throw(4) ? 0 : 0x1000 * throw(1 << 20),
		.reserved = { 0xaaaaaaaa, 0xbbbbbbbb, throw(9) },
		.slots = throw(30),
		.capacity = 1 + throw(60),
	};
	make_registry(buffer);
	if (throw(2)) {
		buffer->first = throw(buffer->capacity);
		make_events(buffer, buffer->capacity);
	} else {
		make_events(buffer, throw(buffer->capacity));
	}
	buffer->size = pxt_threadx_buffer_size(buffer) + throw(20);
}

static void convert_items(struct reading *reading)
{
	struct posix_trace_item_np item;

	export.view = &known.view;
	ck_assert_int_eq(exporter->open(&export), 0);
	while (next_item(reading, &item))
		ck_assert_int_eq(exporter->put(&export, &item), 0);
	ck_assert_int_eq(exporter->finish(&export), 0);
}

START_TEST(a_trace_goes_back_as_it_was)
{
	static struct memory made = { .sink.write = keep };
	static struct reading reading;
	struct pxt_threadx_buffer buffer;

	dice = (uint64_t)_i;
	made.len = 0;
	make(&buffer);
	ck_assert_int_eq(pxt_threadx_buffer_write(&buffer, &made.sink), 0);
	pxt_threadx_buffer_fini(&buffer);

	begin_reading(&reading, &made);
	convert_items(&reading);
	ck_assert_uint_eq(out.len, made.len);
	ck_assert_int_eq(memcmp(out.bytes, made.bytes, made.len), 0);
	ck_assert_uint_eq(export.losses, 0);
	end_reading(&reading);
}
END_TEST

START_TEST(names_may_be_as_long_as_a_header_can_say)
{
	static struct memory made = { .sink.write = keep };
	static struct reading reading;
	struct pxt_threadx_buffer buffer = {
		.word = _i ? 8 : 4,
		.name_size = UINT16_MAX,
		.mask = UINT32_MAX,
		.base = 0x1000,
		.slots = 1,
		.capacity = 1,
		.reserved = { 0xaaaaaaaa, 0xbbbbbbbb, 0xcccccccc },
	};
	const struct pxt_threadx_entry entry = {
		.details = { .type = PXT_THREADX_THREAD },
		.address = 0x100,
	};
	const struct pxt_threadx_words event = { { 0x100, 0, 6, 1 } };

	made.len = 0;
	ck_assert_int_eq(pxt_threadx_buffer_enter(&buffer, &entry, "main"), 0);
	ck_assert_int_eq(pxt_threadx_buffer_add(&buffer, &event), 0);
	ck_assert_int_eq(pxt_threadx_buffer_write(&buffer, &made.sink), 0);
	pxt_threadx_buffer_fini(&buffer);
	ck_assert_uint_gt(made.len, UINT16_MAX);

	begin_reading(&reading, &made);
	convert_items(&reading);
	ck_assert_uint_eq(out.len, made.len);
	ck_assert_int_eq(memcmp(out.bytes, made.bytes, made.len), 0);
	end_reading(&reading);
}
END_TEST

/* What a log says of a buffer may be anything. */
static const char *const noted[][2] = {
	{ "event_capacity", "18446744073709551615" },
	{ "event_capacity", "100000000" },
	{ "registry_slots", "0xffffffffffffffff" },
	{ "registry_slots", "50000000" },
	{ "file_bytes", "18446744073709551615" },
	{ "file_bytes", "4000000000" },
	{ "current_index", "4000000000" },
	{ "event_count", "0x" },
	{ "ulong_bytes", "3" },
	{ "object_name_size", "-1" },
};

START_TEST(no_note_makes_it_write_more_than_there_could_be)
{
	static struct memory made = { .sink.write = keep };
	static struct reading reading;
	struct pxt_threadx_buffer buffer;

	dice = 7;
	made.len = 0;
	make(&buffer);
	ck_assert_int_eq(pxt_threadx_buffer_write(&buffer, &made.sink), 0);
	pxt_threadx_buffer_fini(&buffer);
	begin_reading(&reading, &made);
	pxt_trace_note(trace, noted[_i][0], "%s", noted[_i][1]);
	convert_items(&reading);
	ck_assert_uint_lt(out.len, made.len + 4096);
	end_reading(&reading);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("threadx_export");
	TCase *tests = tcase_create("threadx_export");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, a_thread_is_one_whatever_it_is_called_by);
	tcase_add_test(tests, a_handle_may_be_the_next_threads);
	tcase_add_test(tests, an_event_of_the_user_keeps_its_numbers);
	tcase_add_test(tests, it_begins_with_events_whose_stamps_rise);
	tcase_add_test(tests, what_nobody_described_is_in_the_words);
	tcase_add_test(tests, a_file_beside_it_says_what_its_own_events_are);
	tcase_add_test(tests, who_waits_is_suspended_and_goes_on);
	tcase_add_test(tests, a_lone_thread_is_resumed_by_an_interrupt);
	tcase_add_test(tests, who_waits_resumes_nobody);
	tcase_add_test(tests, an_event_without_its_object_is_one_of_the_user);
	tcase_add_test(tests, what_has_no_place_is_counted);
	tcase_add_test(tests, ticks_are_those_that_were_asked_for);
	tcase_add_test(tests, a_long_pause_makes_ticks_longer);
	tcase_add_test(tests, a_pause_too_long_for_what_was_asked_is_told);
	tcase_add_test(tests, a_small_buffer_keeps_what_is_newest);
	tcase_add_test(tests, layouts_are_as_they_were_asked_for);
	tcase_add_test(tests, a_trace_of_nothing_is_one);
	tcase_add_test(tests, an_error_of_writing_is_one);
	tcase_add_loop_test(tests, names_may_be_as_long_as_a_header_can_say, 0,
			    2);
	tcase_add_loop_test(tests, a_wrong_setting_is_refused, 0, 8);
	tcase_add_test(tests, a_size_without_room_is_refused);
	tcase_add_test(tests, tasks_switch_and_interrupts_have_a_context);
	tcase_add_test(tests, a_queue_is_read_or_written);
	tcase_add_test(tests,
		       an_event_of_threadx_beside_others_keeps_its_meaning);
	tcase_add_test(tests, events_of_two_users_have_ids_of_their_own);
	tcase_add_loop_test(tests, a_trace_goes_back_as_it_was, 0, 200);
	tcase_add_loop_test(tests,
			    no_note_makes_it_write_more_than_there_could_be, 0,
			    10);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
