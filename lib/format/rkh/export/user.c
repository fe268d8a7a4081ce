/* user.c - events of other traces as RKH's user events */
#include "format/rkh/export/user.h"

#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/rkh/events.h"
#include "format/rkh/items.h"

enum {
	SECOND = 1000000000,
	USUAL_HZ = 1000000,
	USUAL_HZ_TOLD = 0x4240, /* value of RKH's port to Linux */
	USUAL_USERS = 8,	/* frame size that Trazer can read */
	USUAL_FRAME = 255,
	LEAST_FRAME = 32,
	AO_STEP = 16,
	RELEASE = 0x3400,
};

/* Announcements */

struct type {
	trace_event_id_t id;
	unsigned number;
	bool is_shared;
};

struct thread {
	unsigned origin;
	pid_t pid, tid;
	uint64_t address;
};

struct object {
	unsigned origin;
	pid_t pid;
	uint64_t address;
	char *name;
};

static int order_of(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int by_id(const void *a, const void *b)
{
	const struct type *left = a, *right = b;

	return order_of(left->id, right->id);
}

static int by_thread(const void *a, const void *b)
{
	const struct thread *left = a, *right = b;
	int order = order_of(left->origin, right->origin);

	if (!order)
		order = order_of((uint64_t)left->pid, (uint64_t)right->pid);
	return order ? order :
		       order_of((uint64_t)left->tid, (uint64_t)right->tid);
}

static int by_address(const void *a, const void *b)
{
	const struct object *left = a, *right = b;
	int order = order_of(left->origin, right->origin);

	if (!order)
		order = order_of((uint64_t)left->pid, (uint64_t)right->pid);
	return order ? order : order_of(left->address, right->address);
}

/* Returns the node equal to `like`, adding a copy if there is none. NULL: no
 * memory. */
static void *get(void **tree, const void *like, size_t size,
		 int (*compare)(const void *a, const void *b), bool *is_new)
{
	void **found = tfind(like, tree, compare);
	void *copy;

	*is_new = !found;
	if (found)
		return *found;
	copy = malloc(size);
	if (!copy)
		return NULL;
	memcpy(copy, like, size);
	if (tsearch(copy, tree, compare))
		return copy;
	free(copy);
	return NULL;
}

static void free_object(void *node)
{
	struct object *object = node;

	free(object->name);
	free(object);
}

void pxt_rkh_user_fini(struct pxt_rkh_user *user)
{
	tdestroy(user->types, free);
	tdestroy(user->threads, free);
	tdestroy(user->objects, free_object);
}

/* Beginning */

static int check(const struct pxt_settings *settings, const char *key,
		 uint64_t least, uint64_t most, uint64_t *value, char *why)
{
	if (pxt_settings_number(settings, key, least, most, value))
		return 0;
	snprintf(why, PXT_RKH_WHY, "%s: not a number that may be", key);
	return EINVAL;
}

int pxt_rkh_user_init(struct pxt_rkh_user *user,
		      const struct pxt_settings *settings, char *why)
{
	uint64_t users = USUAL_USERS, frame = USUAL_FRAME;
	int err;

	err = check(settings, "users", 1, PXT_RKH_GROUP_SIZE, &users, why);
	if (!err)
		err = check(settings, "frame", LEAST_FRAME, 1 << 19, &frame,
			    why);
	user->users = (unsigned)users;
	user->frame = frame;
	return err;
}

static uint16_t told_rate(uint64_t hz, struct pxt_export *export)
{
	if (hz == USUAL_HZ)
		return USUAL_HZ_TOLD;
	if (hz > UINT16_MAX)
		pxt_export_lose(export, "a rate that has more than 16 bits");
	return (uint16_t)hz;
}

/* Writes the records that Trazer requires. */
void pxt_rkh_user_begin(struct pxt_rkh_user *user,
			struct pxt_rkh_writer *writer,
			const struct pxt_rkh_options *options,
			struct pxt_export *export)
{
	struct pxt_rkh_config config;

	user->hz = options->hz ? options->hz : USUAL_HZ;
	pxt_rkh_config_init(&config);
	config.release = RELEASE;
	config.hz = told_rate(user->hz, export);
	config.value[PXT_RKH_SENDER] = 1;
	config.value[PXT_RKH_QUE_LWMARK] = 1;
	config.value[PXT_RKH_MP_LWM] = 1;
	pxt_rkh_options_apply(options, &config);
	pxt_rkh_writer_flags(writer, 1);
	pxt_rkh_writer_config(writer, &config, 0);
}

/* Time */

static int64_t ns_of(const struct timespec *time)
{
	return (int64_t)time->tv_sec * SECOND + time->tv_nsec;
}

/* Times count from the first event, which may not be the earliest. */
static void set_time(struct pxt_rkh_user *user, struct pxt_export *export,
		     const struct posix_trace_item_np *item)
{
	const int64_t ns = ns_of(&item->info.posix_timestamp);
	uint64_t since, seconds, rest;

	if (!user->has_begun)
		user->start_ns = ns;
	if (!user->has_begun && ns)
		pxt_export_lose(export, "the time of the first event, which is "
					"0 then");
	user->has_begun = true;
	since = ns < user->start_ns ? 0 : (uint64_t)(ns - user->start_ns);
	if (ns < user->start_ns)
		pxt_export_lose(export, "times before that of the first event");
	seconds = since / SECOND;
	rest = since % SECOND * user->hz;
	if (rest % SECOND)
		pxt_export_lose(export, "times that are finer than a stamp");
	user->ticks = seconds * user->hz + rest / SECOND;
}

/* Frames */

/* Bytes left in a frame, besides its checksum. */
static size_t frame_rest(const struct pxt_rkh_user *user,
			 const struct pxt_rkh_writer *writer)
{
	const size_t used = writer->len + writer->config.value[PXT_RKH_CHK];

	return used < user->frame ? user->frame - used : 0;
}

/* The sequence number tells how many frames are missing before. */
static void begin(struct pxt_rkh_user *user, struct pxt_rkh_writer *writer,
		  unsigned number)
{
	const uint64_t missing =
		user->missing < UINT8_MAX ? user->missing : UINT8_MAX;

	user->seq = (uint8_t)(user->seq + missing);
	user->missing = 0;
	pxt_rkh_writer_begin(
		writer,
		pxt_rkh_number_id(number, writer->config.value[PXT_RKH_TE_ID]),
		user->seq++, user->ticks);
}

/* Names that do not fit are cut. */
static void put_name(const struct pxt_rkh_user *user,
		     struct pxt_rkh_writer *writer, struct pxt_export *export,
		     const char *name)
{
	const size_t room = frame_rest(user, writer);
	const size_t len = strlen(name);

	if (len >= room)
		pxt_export_lose(export, "ends of names");
	pxt_rkh_writer_text(writer, name,
			    len < room ? len :
			    room       ? room - 1 :
					 0);
}

static uint64_t cut(uint64_t value, unsigned width, struct pxt_export *export)
{
	const unsigned unused = 64 - 8 * width;
	const uint64_t shorter = width < 8 ? value << unused >> unused : value;

	if (shorter != value)
		pxt_export_lose(export, "addresses that are cut");
	return shorter;
}

/* Symbols */

enum {
	EN = 5 * PXT_RKH_GROUP_SIZE, /* FWK_EN */
	EX = 5 * PXT_RKH_GROUP_SIZE + 1,
	OBJ = 5 * PXT_RKH_GROUP_SIZE + 6,
	TUSR = 5 * PXT_RKH_GROUP_SIZE + 11,
	AO = 5 * PXT_RKH_GROUP_SIZE + 14,
	USERS = PXT_RKH_USERS * PXT_RKH_GROUP_SIZE,
};

static void name_address(struct pxt_rkh_user *user,
			 struct pxt_rkh_writer *writer,
			 struct pxt_export *export, unsigned number,
			 uint64_t address, const char *name)
{
	const unsigned width = writer->config.value[PXT_RKH_PTR];

	begin(user, writer, number);
	pxt_rkh_writer_number(writer, cut(address, width, export), width);
	put_name(user, writer, export, name);
	pxt_rkh_writer_end(writer);
}

/* The last number is shared by types that come late. */
static const struct type *type_of(struct pxt_rkh_user *user,
				  struct pxt_rkh_writer *writer,
				  struct pxt_export *export, const char *name,
				  trace_event_id_t id)
{
	struct type like = { .id = id };
	const struct type *type;
	bool is_new;

	like.is_shared = user->options + 1 >= user->users;
	like.number = like.is_shared ? user->users - 1 : user->options;
	type = get(&user->types, &like, sizeof(like), by_id, &is_new);
	if (!type)
		writer->error = ENOMEM;
	if (!type || !is_new || user->options == user->users)
		return type;
	user->options++;
	begin(user, writer, TUSR);
	pxt_rkh_writer_number(writer, like.number,
			      writer->config.value[PXT_RKH_TE_ID]);
	put_name(user, writer, export, like.is_shared ? "other" : name);
	pxt_rkh_writer_end(writer);
	return type;
}

static void thread_name(struct pxt_view *view,
			const struct posix_trace_item_np *item, char *name,
			size_t size)
{
	const pid_t pid = item->info.posix_pid;
	const char *thread =
		view->get_thread(view, item->origin, pid, item->tid);
	char number[16], copy[128];
	const char *process;

	snprintf(number, sizeof(number), "%d", (int)item->tid);
	snprintf(copy, sizeof(copy), "%s", thread ? thread : number);
	process = view->get_process(view, item->origin, pid);
	if (process)
		snprintf(name, size, "%s/%s", process, copy);
	else
		snprintf(name, size, "%d/%s", (int)pid, copy);
}

static const struct thread *thread_of(struct pxt_rkh_user *user,
				      struct pxt_rkh_writer *writer,
				      struct pxt_export *export,
				      const struct posix_trace_item_np *item)
{
	const unsigned width = writer->config.value[PXT_RKH_PTR];
	const struct thread like = {
		.origin = item->origin,
		.pid = item->info.posix_pid,
		.tid = item->tid,
		/* Addresses unlikely to be those of a process's objects. */
		.address = (UINT64_C(0xf) << (8 * width - 4)) + user->last_ao,
	};
	const struct thread *thread;
	char name[256];
	bool is_new;

	if (!like.pid)
		return NULL;
	thread = get(&user->threads, &like, sizeof(like), by_thread, &is_new);
	if (!thread)
		writer->error = ENOMEM;
	if (!thread || !is_new)
		return thread;
	user->last_ao += AO_STEP;
	thread_name(export->view, item, name, sizeof(name));
	name_address(user, writer, export, AO, thread->address, name);
	return thread;
}

static void name_object(struct pxt_rkh_user *user,
			struct pxt_rkh_writer *writer,
			struct pxt_export *export,
			const struct posix_trace_item_np *item,
			const char *kind, uint64_t address)
{
	struct object like = { item->origin, item->info.posix_pid, address,
			       NULL };
	struct posix_trace_object_np known;
	struct object *object;
	bool is_new;

	if (export->view->get_object(export->view, item->origin,
				     item->info.posix_pid, address, kind,
				     &item->info.posix_timestamp, &known) ||
	    !*known.name)
		return;
	object = get(&user->objects, &like, sizeof(like), by_address, &is_new);
	if (!object) {
		writer->error = ENOMEM;
		return;
	}
	if (object->name && !strcmp(object->name, known.name))
		return;
	free(object->name);
	object->name = strdup(known.name);
	if (!object->name) {
		writer->error = ENOMEM;
		return;
	}
	name_address(user, writer, export, OBJ, address, object->name);
}

/* Items */

struct putting {
	const struct pxt_rkh_user *user;
	struct pxt_rkh_writer *writer;
	struct pxt_export *export;
	const struct posix_trace_layout_np *layout;
	bool is_full;
};

/* True if an item of len bytes and its format byte fit. After the first that
 * does not, none do. */
static bool fits(struct putting *putting, size_t len)
{
	if (putting->is_full)
		return false;
	putting->is_full = frame_rest(putting->user, putting->writer) < len + 1;
	if (putting->is_full)
		pxt_export_lose(putting->export,
				"events that are longer than a record may be");
	return !putting->is_full;
}

static void put_number(struct putting *putting, enum pxt_rkh_item item,
		       uint64_t value)
{
	const unsigned width =
		pxt_rkh_item_width(item, &putting->writer->config);

	if (!fits(putting, width))
		return;
	pxt_rkh_writer_number(putting->writer, item, 1);
	pxt_rkh_writer_number(putting->writer, value, width);
}

/* Texts are cut to the room. */
static void put_text(struct putting *putting, const char *text, size_t len)
{
	const size_t room = frame_rest(putting->user, putting->writer);

	len = strnlen(text, len);
	if (!fits(putting, len + 1 < room ? len + 1 : 1))
		return;
	if (len + 2 > room) {
		len = room - 2;
		fits(putting, room);
	}
	pxt_rkh_writer_number(putting->writer, PXT_RKH_STR, 1);
	pxt_rkh_writer_text(putting->writer, text, len);
}

static void put_memory(struct putting *putting, const uint8_t *bytes,
		       size_t len)
{
	do {
		const size_t room = frame_rest(putting->user, putting->writer);
		size_t part = len < UINT8_MAX ? len : UINT8_MAX;

		if (!fits(putting, 1))
			return;
		if (part + 2 > room)
			part = room - 2;
		pxt_rkh_writer_number(putting->writer, PXT_RKH_MEM, 1);
		pxt_rkh_writer_number(putting->writer, part, 1);
		pxt_rkh_writer_bytes(putting->writer, bytes, part);
		bytes += part;
		len -= part;
	} while (len);
}

static void put_digits(struct putting *putting, const char *digits)
{
	pxt_export_lose(putting->export, "numbers that are written as texts");
	put_text(putting, digits, strlen(digits));
}

static void put_unsigned(struct putting *putting, size_t size, uint64_t value,
			 bool hex)
{
	char digits[24];

	if (value > UINT32_MAX) {
		snprintf(digits, sizeof(digits),
			 hex ? "0x%" PRIx64 : "%" PRIu64, value);
		put_digits(putting, digits);
	} else {
		put_number(putting,
			   hex	     ? PXT_RKH_X32 :
			   size == 1 ? PXT_RKH_U8 :
			   size == 2 ? PXT_RKH_U16 :
				       PXT_RKH_U32,
			   value);
	}
}

static void put_signed(struct putting *putting, size_t size, int64_t value)
{
	char digits[24];

	if (value < INT32_MIN || value > INT32_MAX) {
		snprintf(digits, sizeof(digits), "%" PRId64, value);
		put_digits(putting, digits);
	} else {
		put_number(putting,
			   size == 1 ? PXT_RKH_I8 :
			   size == 2 ? PXT_RKH_I16 :
				       PXT_RKH_I32,
			   (uint64_t)value);
	}
}

/* The shortest text that reads back as the same number. */
static void print_float(char *digits, size_t size, double number)
{
	int precision = 6;

	do
		snprintf(digits, size, "%.*g", precision, number);
	while (precision++ < 17 && strtod(digits, NULL) != number);
}

static void put_element(struct putting *putting,
			const struct posix_trace_value_np *value, size_t index)
{
	const struct posix_trace_field_np *field = value->field;
	struct posix_trace_number_np number;
	char digits[32];

	if (posix_trace_value_number_np(putting->layout, value, index, &number))
		return;
	if (number.label) {
		put_text(putting, number.label, strlen(number.label));
	} else if (number.kind == POSIX_TRACE_FIELD_FLOAT_NP) {
		print_float(digits, sizeof(digits), number.as.f);
		put_digits(putting, digits);
	} else if (number.kind == POSIX_TRACE_FIELD_SIGNED_NP) {
		put_signed(putting, field->size, number.as.s);
	} else if (field->flags & POSIX_TRACE_FIELD_OBJECT_NP) {
		put_number(putting, PXT_RKH_OBJ,
			   cut(number.as.u,
			       putting->writer->config.value[PXT_RKH_PTR],
			       putting->export));
	} else {
		put_unsigned(putting, field->size, number.as.u,
			     field->flags & POSIX_TRACE_FIELD_HEX_NP);
	}
}

static void put_value(struct putting *putting,
		      const struct posix_trace_value_np *value)
{
	const struct posix_trace_field_np *field = value->field;

	if (field->kind == POSIX_TRACE_FIELD_TEXT_NP)
		put_text(putting, value->data, value->len);
	else if (field->flags & POSIX_TRACE_FIELD_ARRAY_NP &&
		 field->size == 1 &&
		 field->kind == POSIX_TRACE_FIELD_UNSIGNED_NP)
		put_memory(putting, value->data, value->len);
	else
		for (size_t i = 0; i < value->count && !putting->is_full; i++)
			put_element(putting, value, i);
}

static bool is_text(const uint8_t *data, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (data[i] < ' ' || data[i] == 0x7f)
			return false;
	return len;
}

static void put_raw(struct putting *putting,
		    const struct posix_trace_item_np *item)
{
	if (is_text(item->data, item->data_len))
		put_text(putting, item->data, item->data_len);
	else if (item->data_len)
		put_memory(putting, item->data, item->data_len);
}

/* Events */

static void name_objects(struct pxt_rkh_user *user,
			 struct pxt_rkh_writer *writer,
			 struct pxt_export *export,
			 const struct posix_trace_layout_np *layout,
			 const struct posix_trace_item_np *item,
			 const struct posix_trace_value_np *values,
			 unsigned count)
{
	struct posix_trace_number_np number;

	for (unsigned i = 0; i < count; i++) {
		const struct posix_trace_field_np *field = values[i].field;

		if (!(field->flags & POSIX_TRACE_FIELD_OBJECT_NP))
			continue;
		for (size_t j = 0; j < values[i].count; j++)
			if (!posix_trace_value_number_np(layout, &values[i], j,
							 &number))
				name_object(user, writer, export, item,
					    field->object, number.as.u);
	}
}

static void put_items(struct putting *putting,
		      const struct posix_trace_item_np *item,
		      const struct posix_trace_value_np *values, unsigned count)
{
	if (!putting->layout) {
		put_raw(putting, item);
		return;
	}
	if (count)
		pxt_export_lose(putting->export,
				"events whose fields have no names");
	for (unsigned i = 0; i < count; i++)
		if (!(values[i].field->flags & POSIX_TRACE_FIELD_DETAIL_NP))
			put_value(putting, &values[i]);
}

/* Two events of the tracing system have equivalents in RKH. */
static bool put_systems(struct pxt_rkh_user *user,
			struct pxt_rkh_writer *writer,
			struct pxt_export *export, trace_event_id_t type)
{
	switch (type) {
	case POSIX_TRACE_START:
		begin(user, writer, EN);
		pxt_rkh_writer_end(writer);
		return true;
	case POSIX_TRACE_STOP:
		begin(user, writer, EX);
		pxt_rkh_writer_end(writer);
		return true;
	case POSIX_TRACE_FILTER:
	case POSIX_TRACE_OVERFLOW:
	case POSIX_TRACE_RESUME:
	case POSIX_TRACE_FLUSH_START:
	case POSIX_TRACE_FLUSH_STOP:
	case POSIX_TRACE_ERROR:
		pxt_export_lose(export, "events of the tracing system");
		return true;
	default:
		return false;
	}
}

void pxt_rkh_user_put(struct pxt_rkh_user *user, struct pxt_rkh_writer *writer,
		      struct pxt_export *export, const char *name,
		      const struct posix_trace_layout_np *layout,
		      const struct posix_trace_item_np *item)
{
	struct putting putting = { user, writer, export, layout, false };
	struct posix_trace_value_np values[POSIX_TRACE_FIELDS_MAX_NP];
	const struct thread *thread;
	const struct type *type;
	unsigned count = 0;

	set_time(user, export, item);
	if (put_systems(user, writer, export, item->info.posix_event_id))
		return;
	if (layout)
		count = posix_trace_layout_decode_np(layout, item->data,
						     item->data_len, values);
	type = type_of(user, writer, export, name, item->info.posix_event_id);
	thread = thread_of(user, writer, export, item);
	name_objects(user, writer, export, layout, item, values, count);
	if (!type)
		return;
	pxt_export_lose_place(export, item);
	begin(user, writer, USERS + type->number);
	if (thread)
		put_number(&putting, PXT_RKH_OBJ, thread->address);
	if (type->is_shared)
		put_text(&putting, name, strlen(name));
	put_items(&putting, item, values, count);
	pxt_rkh_writer_end(writer);
}

void pxt_rkh_user_lose(struct pxt_rkh_user *user, struct pxt_export *export,
		       uint64_t lost)
{
	const uint64_t before = user->missing;

	if (!lost)
		pxt_export_lose(export, "losses of an unknown number of "
					"events, which are shown as one");
	if (__builtin_add_overflow(before, lost ? lost : 1, &user->missing))
		user->missing = UINT64_MAX;
	if (before <= UINT8_MAX && user->missing > UINT8_MAX)
		pxt_export_lose(export, "losses of more than 255 events, which "
					"are shown as 255");
}

void pxt_rkh_user_end(struct pxt_rkh_user *user, struct pxt_export *export)
{
	if (user->missing)
		pxt_export_lose(export, "losses behind the last event");
}
