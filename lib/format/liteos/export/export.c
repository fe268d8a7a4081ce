/* export.c - writing LiteOS: choice of the writer, and settings */
#include "format/liteos/export/export.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/liteos/liteos.h"
#include "format/liteos/message.h"

enum { BUFFER_MAX = 65535, SECOND = 1000000000 };

static const char missing[] = "places where events are missing";

static int refuse(struct pxt_export *export, const char *key, const char *what)
{
	snprintf(export->why, sizeof(export->why), "%s=%.60s: %s", key,
		 pxt_settings_get(export->settings, key), what);
	return EINVAL;
}

static int take_layout(struct pxt_export *export, struct pxt_liteos_out *out)
{
	const char *text = pxt_settings_get(export->settings, "layout");

	out->has_layout = text;
	if (!pxt_liteos_layout_parse(text ? text : "a32", &out->layout))
		return refuse(export, "layout",
			      "no layout, as a32,core,count,p6 is one");
	return 0;
}

static int take_settings(struct pxt_export *export, struct pxt_liteos_out *out)
{
	const struct pxt_settings *settings = export->settings;
	unsigned kind = 0, order = 2;
	uint64_t hz = 0;

	if (!pxt_settings_choice(settings, "kind", "tlv|offline", &kind))
		return refuse(export, "kind", "neither tlv nor offline");
	if (!pxt_settings_choice(settings, "endian", "little|big", &order))
		return refuse(export, "endian", "neither little nor big");
	if (!pxt_settings_number(settings, "hz", 1, UINT32_MAX, &hz))
		return refuse(export, "hz", "no frequency in hertz");
	if (!pxt_settings_number(settings, "size", 1, BUFFER_MAX, &out->size))
		return refuse(export, "size", "not 1 to 65535 bytes");
	out->writer =
		kind ? &pxt_liteos_buffer_writer : &pxt_liteos_message_writer;
	out->has_order = order < 2;
	out->big = order == 1;
	out->has_hz = hz;
	out->hz = hz ? (uint32_t)hz : SECOND;
	return take_layout(export, out);
}

static void close_export(struct pxt_export *export)
{
	struct pxt_liteos_out *out = export->state;

	if (!out)
		return;
	if (out->writing)
		out->writer->close(out);
	pxt_liteos_conversion_fini(&out->conversion);
	free(out);
	export->state = NULL;
}

static int open_export(struct pxt_export *export)
{
	struct pxt_liteos_out *out = calloc(1, sizeof(*out));
	int err;

	if (!out)
		return ENOMEM;
	out->export = export;
	out->session = UINT32_MAX;
	pxt_liteos_conversion_init(&out->conversion, export);
	export->state = out;
	err = take_settings(export, out);
	if (!err)
		err = out->writer->open(out);
	if (err)
		close_export(export);
	return err;
}

/* Traces of LiteOS keep their form where the user gives none. */
static void keep_form(struct pxt_liteos_out *out, unsigned origin)
{
	const char *layout =
		pxt_liteos_conversion_note(out->export, origin, "layout");
	const char *order =
		pxt_liteos_conversion_note(out->export, origin, "byteOrder");
	struct pxt_liteos_layout parsed;

	if (!out->has_layout && layout &&
	    pxt_liteos_layout_parse(layout, &parsed)) {
		out->layout = parsed;
		out->has_tree = true;
	}
	if (!out->has_order && order)
		out->big = !strcmp(order, "big");
}

/* ... and so they do with the frequency of their clock. */
static void keep_clock(struct pxt_liteos_out *out, unsigned origin)
{
	uint64_t hz;

	if (!out->has_hz &&
	    pxt_liteos_conversion_fact(out->export, origin, "clockFreq", &hz) &&
	    hz <= UINT32_MAX)
		out->hz = (uint32_t)hz;
}

static int survey(struct pxt_export *export,
		  const struct posix_trace_item_np *item)
{
	struct pxt_liteos_out *out = export->state;
	int err;

	if (!item)
		return 0;
	err = pxt_liteos_conversion_meet(&out->conversion, item);
	return !err && out->conversion.first.is_known ? ECANCELED : err;
}

/* Each session of a stream has a clock; a buffer has one. */
static void take_clock(struct pxt_liteos_out *out,
		       const struct posix_trace_item_np *item,
		       const struct pxt_liteos_origin *origin)
{
	char key[32];
	uint64_t hz;

	if (out->has_hz || out->writer != &pxt_liteos_message_writer ||
	    !origin->has_session || origin->session == out->session)
		return;
	out->session = origin->session;
	snprintf(key, sizeof(key), "clockFreq.%u", out->session);
	if ((pxt_liteos_conversion_fact(out->export, item->origin, key, &hz) ||
	     pxt_liteos_conversion_fact(out->export, item->origin, "clockFreq",
					&hz)) &&
	    hz <= UINT32_MAX)
		out->hz = (uint32_t)hz;
}

static char tree_of(const struct pxt_liteos_shape *shape,
		    const struct pxt_liteos_origin *origin)
{
	if (shape->pid || shape->links)
		return 'a';
	if (origin->has_offset && pxt_liteos_message_may_lack_pid(shape))
		return 'u';
	return shape->width == 8 ? 'l' : 'm';
}

static uint8_t most(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

/* Messages and text have no layout: a buffer gets room for all parts of their
 * events, unless the user chose a layout. The first event of LiteOS determines
 * the tree, which adding a process id would change. */
static void make_room(struct pxt_liteos_out *out,
		      const struct pxt_liteos_shape *shape,
		      const struct pxt_liteos_origin *origin)
{
	struct pxt_liteos_layout *layout = &out->layout;
	struct pxt_liteos_shape *room = &layout->shape;

	if (out->has_layout)
		return;
	if (origin->is_native && !out->has_tree) {
		out->has_tree = true;
		layout->tree = tree_of(shape, origin);
		*room = (struct pxt_liteos_shape){
			.params = out->any_others ? room->params : 0,
		};
	}
	room->width = most(room->width, shape->width);
	room->params = most(room->params, shape->params);
	room->core |= shape->core;
	room->count |= shape->count;
	room->links |= shape->links && layout->tree == 'a';
	room->pid = layout->tree == 'a';
	if (room->width == 8) {
		layout->align4 = false;
		layout->tree = layout->tree == 'm' ? 'l' : layout->tree;
	}
	pxt_liteos_layout_place(layout);
}

/* Other systems' events get the parts that those of LiteOS have, and, in
 * messages, room for some values. */
static void choose_shape(struct pxt_liteos_out *out)
{
	struct pxt_liteos_shape *shape = &out->conversion.shape;

	*shape = out->layout.shape;
	shape->links = false;
	if (!out->has_layout && out->writer == &pxt_liteos_message_writer)
		shape->params = most(shape->params, PXT_LITEOS_PARAMS);
}

/* The clock of a program that recorded by LiteOS's interface. */
static void keep_ticks(struct pxt_liteos_out *out)
{
	const struct pxt_liteos_first *first = &out->conversion.first;

	out->is_recorded = first->is_known;
	out->clock = (struct pxt_liteos_clock){
		.is_kept = first->is_known,
		.origin = first->origin,
		.ticks = first->ticks,
		.time = first->time,
	};
}

/* Prepares for the first item. */
static void begin(struct pxt_liteos_out *out,
		  const struct posix_trace_item_np *item)
{
	const struct pxt_liteos_first *first = &out->conversion.first;
	const struct pxt_liteos_origin origin = {
		.is_native = true,
		.has_offset = first->is_message,
	};

	out->is_begun = true;
	out->begins_with_gap = out->has_gap;
	out->origin = item->origin;
	out->tasks_of = first->is_known ? first->origin : item->origin;
	if (!pxt_liteos_conversion_native_origin(out->export, &out->tasks_of))
		keep_ticks(out);
	keep_form(out, first->is_known ? first->origin : item->origin);
	keep_clock(out, item->origin);
	if (first->is_known)
		make_room(out, &first->shape, &origin);
	choose_shape(out);
}

/* True if the event's counter is written: the counter of the first event that has
 * one, on that board alone. A child process has a copy of its program's. */
static bool is_counted(struct pxt_liteos_out *out,
		       const struct posix_trace_item_np *item,
		       const struct pxt_liteos_shape *shape, bool is_native)
{
	const pid_t pid = item->info.posix_pid;

	if (!out->conversion.first.is_known)
		return true;
	if (!is_native || !shape->count)
		return false;
	if (!out->has_counter) {
		out->has_counter = true;
		out->counter_origin = item->origin;
		out->counter_pid = pid;
	}
	return item->origin == out->counter_origin &&
	       (!out->is_recorded || pid == out->counter_pid);
}

/* Events that the counter does not count have the number of the one before, or
 * of the first: no number is missing then. A gap waits for one that is
 * counted. */
static void count_beside(struct pxt_liteos_out *out,
			 const struct pxt_liteos_shape *shape,
			 struct pxt_liteos_frame *frame, bool is_native)
{
	const struct pxt_liteos_first *first = &out->conversion.first;

	if (is_native && shape->count)
		pxt_export_lose(out->export,
				"event counters of a second board");
	frame->count = first->count;
	if (out->has_frames)
		frame->count = out->next_count - 1;
	if (out->has_gap && !first->shape.count && !out->has_counter) {
		pxt_export_lose(out->export, missing);
		out->has_gap = false;
		out->gap = 0;
	}
}

/* Event counters may express a gap, too; that of the first message says nothing,
 * as streams begin anywhere. */
static void put_gap(struct pxt_liteos_out *out,
		    const struct pxt_liteos_shape *shape,
		    struct pxt_liteos_frame *frame, bool is_native)
{
	const bool is_message = out->writer == &pxt_liteos_message_writer;
	const bool keeps =
		is_message ? out->has_frames : out->layout.shape.count;
	bool has_counts = keeps && shape->count;

	if (out->has_gap && has_counts && is_native) {
		has_counts = frame->count != out->next_count;
	} else if (out->has_gap && has_counts) {
		has_counts = out->gap && out->gap < UINT32_MAX;
		frame->count += has_counts ? (uint32_t)out->gap : 0;
		out->conversion.recorded = frame->count + 1;
	}
	if (out->has_gap && !has_counts)
		pxt_export_lose(out->export, missing);
	out->has_gap = false;
	out->gap = 0;
	out->next_count = frame->count + 1;
	out->has_frames = true;
}

static void keep_gap(struct pxt_liteos_out *out, uint64_t lost)
{
	if (out->has_gap && (!lost || !out->gap))
		out->gap = 0;
	else
		out->gap += lost;
	out->has_gap = true;
}

/* A child process has tasks of its own; frames may tell it. */
static bool is_of_second_board(const struct pxt_liteos_out *out,
			       const struct posix_trace_item_np *item,
			       const struct pxt_liteos_shape *shape)
{
	return item->origin != out->tasks_of ||
	       (out->is_recorded && !shape->pid &&
		item->info.posix_pid != out->conversion.first.pid);
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct pxt_liteos_out *out = export->state;
	struct pxt_liteos_origin origin;
	struct pxt_liteos_shape shape;
	struct pxt_liteos_frame frame;
	int err;

	if (item->origin < PXT_LITEOS_ORIGINS && item->origin >= out->origins)
		out->origins = item->origin + 1;
	if (item->kind != POSIX_TRACE_ITEM_EVENT_NP) {
		keep_gap(out, item->lost);
		return 0;
	}
	if (!out->is_begun)
		begin(out, item);
	err = pxt_liteos_conversion_frame(&out->conversion, item, &shape,
					  &frame, &origin);
	if (err)
		return err;
	if (origin.is_native)
		take_clock(out, item, &origin);
	pxt_liteos_clock_fit(&out->clock, export, out->hz, item,
			     origin.is_native, &frame);
	if (origin.is_native && is_of_second_board(out, item, &shape))
		pxt_export_lose(export, "events of a second board: their tasks "
					"are taken for those of the first");
	if (!frame.type) {
		pxt_export_lose(export, "events of no type");
		return 0;
	}
	make_room(out, &shape, &origin);
	out->any_others |= !origin.is_native;
	if (is_counted(out, item, &shape, origin.is_native))
		put_gap(out, &shape, &frame, origin.is_native);
	else
		count_beside(out, &shape, &frame, origin.is_native);
	return out->writer->put(out, item, &shape, &frame, &origin);
}

/* Importers give an object without a name that of its number. */
static bool is_number(const struct posix_trace_object_np *object)
{
	char number[24];

	snprintf(number, sizeof(number), "%llu", object->address);
	return !strcmp(object->name, number);
}

/* The format has names of tasks only. */
static void lose_names(struct pxt_export *export, unsigned origin)
{
	struct pxt_view *view = export->view;
	struct posix_trace_object_np object;

	for (size_t i = 0; !view->list_object(view, origin, i, &object); i++)
		if (*object.name && !is_number(&object) &&
		    strcmp(object.kind, "task") &&
		    strcmp(object.kind, "thread"))
			pxt_export_lose(export, "names of objects");
}

/* Messages describe themselves. */
static int write_layout(struct pxt_liteos_out *out)
{
	struct pxt_output *beside = out->export->beside;
	char layout[PXT_LITEOS_LAYOUT_TEXT], line[80];
	int len;

	if (!beside || out->writer != &pxt_liteos_buffer_writer)
		return 0;
	pxt_liteos_layout_print(&out->layout, layout);
	len = snprintf(line, sizeof(line), "layout=%s\n", layout);
	return beside->write(beside, line, (size_t)len);
}

static int finish(struct pxt_export *export)
{
	struct pxt_liteos_out *out = export->state;
	int err;

	for (unsigned i = 0; export->view->list_object && i < out->origins; i++)
		if (!pxt_liteos_conversion_is_native(export, i))
			lose_names(export, i);
	if (out->has_gap)
		pxt_export_lose(export, missing);
	if (!out->is_begun) {
		keep_form(out, 0);
		keep_clock(out, 0);
	}
	err = out->writer->finish(out);
	return err ? err : write_layout(out);
}

/* The details are those that liteos/import/tasks.c writes for a table entry;
 * tasks outside of a table have no priority. */
static bool read_details(const char *details, struct pxt_liteos_listed *entry)
{
	int end = 0;

	if (sscanf(details, "priority=%" SCNu32 "%n", &entry->priority, &end) !=
	    1)
		return false;
	entry->has_slot =
		sscanf(details + end, " slot=%" SCNu32, &entry->slot) == 1;
	return true;
}

/* A task of a child process has a number that the program's own one may have,
 * too, whose name counts. */
static bool has_namesake(struct pxt_liteos_out *out,
			 const struct posix_trace_object_np *task)
{
	const pid_t pid = out->conversion.first.pid;
	struct pxt_view *view = out->export->view;
	struct posix_trace_object_np own;

	if (!out->is_recorded || task->pid == pid || !view->get_object ||
	    view->get_object(view, out->tasks_of, pid, task->address, "task",
			     NULL, &own) ||
	    own.pid != pid || strcmp(own.kind, "task"))
		return false;
	if (strcmp(own.name, task->name))
		pxt_export_lose(out->export,
				"names of tasks of a child process");
	return true;
}

/* A program names tasks that it did not create while it was traced, too. */
static bool is_listed(struct pxt_liteos_out *out,
		      struct pxt_liteos_listed *entry)
{
	const struct posix_trace_object_np *object = &entry->object;

	entry->priority = 0;
	entry->has_slot = false;
	if (strcmp(object->kind, "task"))
		return false;
	return (read_details(object->details, entry) ||
		(out->is_recorded && *object->name)) &&
	       !has_namesake(out, object);
}

bool pxt_liteos_next_task(struct pxt_liteos_out *out, size_t *at,
			  struct pxt_liteos_listed *entry)
{
	struct pxt_view *view = out->export->view;
	struct posix_trace_object_np *object = &entry->object;

	if (!view->list_object)
		return false;
	while (!view->list_object(view, out->tasks_of, (*at)++, object)) {
		if (!is_listed(out, entry))
			continue;
		entry->word = (uint32_t)object->address;
		return true;
	}
	return false;
}

void pxt_liteos_task_name(struct pxt_liteos_out *out, const char *name,
			  uint8_t *to)
{
	const size_t len = strlen(name);

	memset(to, 0, PXT_LITEOS_NAME_LEN);
	memcpy(to, name,
	       len < PXT_LITEOS_NAME_LEN ? len : PXT_LITEOS_NAME_LEN - 1);
	if (len >= PXT_LITEOS_NAME_LEN)
		pxt_export_lose(out->export, "names cut to 31 bytes");
}

void pxt_liteos_thread_name(struct pxt_liteos_out *out,
			    const struct posix_trace_item_np *item, char *name)
{
	struct pxt_view *view = out->export->view;
	const pid_t pid = item->info.posix_pid;
	const char *found = NULL;

	if (view->get_thread)
		found = view->get_thread(view, item->origin, pid, item->tid);
	if (!found && view->get_process)
		found = view->get_process(view, item->origin, pid);
	if (found && *found)
		snprintf(name, 64, "%s", found);
	else
		snprintf(name, 64, "%d/%d", (int)pid, (int)item->tid);
}

const struct pxt_exporter pxt_liteos_exporter = {
	.beside = ".events",
	.open = open_export,
	.survey = survey,
	.survey_is_optional = true,
	.put = put,
	.finish = finish,
	.close = close_export,
};
