/*
 * export.c - writing a trace in CTF
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/array.h"
#include "bridge/ctf/export.h"
#include "bridge/ctf/own_folder.h"
#include "bridge/ctf/room.h"
#include "bridge/ctf/streams.h"
#include "bridge/ctf/trace_uuid.h"
#include "bridge/ctf/traces.h"
#include "common/stamp.h"
#include "write/export/view.h"

/* Bytes of metadata, at most as a rule. */
enum { METADATA_HEAD = 4096, METADATA_CLASS = 2048 };

struct ctf_export {
	struct pxt_export *export;
	struct source *source;
	struct fields *fields;
	struct ctf_writer writer;
	struct ctf_streams streams;
	struct ctf_trace **trace; /* traces by origin, or NULL */
	size_t traces;
	struct pxt_map processes; /* processes so far */
	bool is_whole;
};

/* Each stream has a file. */
static void allow_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) ||
	    limit.rlim_cur >= limit.rlim_max)
		return;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* The library does not tell why a file could not be written. */
static int find_reason(struct ctf_export *ctf, int err)
{
	const int reason = err == EIO && ctf->writer.is_broken ?
				   ctf_room_find_reason(ctf->export->folder) :
				   0;

	if (reason)
		*ctf->export->why = '\0';
	return reason ? reason : err;
}

static int open_ctf(struct pxt_export *export)
{
	struct export_view *view = export_view_of(export->view);
	struct ctf_export *ctf = calloc(1, sizeof(*ctf));

	if (!ctf)
		return ENOMEM;
	export->state = ctf;
	ctf->export = export;
	ctf->source = view->source;
	ctf->fields = &view->fields;
	ctf->streams.writer = &ctf->writer;
	ctf->writer.why = export->why;
	ctf->writer.size = sizeof(export->why);
	allow_files();
	return find_reason(ctf, ctf_writer_open(&ctf->writer, export->folder));
}

/* Traces, and streams */

static int make_trace(struct ctf_export *ctf, unsigned number,
		      struct ctf_trace **trace)
{
	struct source_origin origin;

	if (source_get_origin(ctf->source, number, &origin))
		origin = (struct source_origin){ .host = "" };
	*trace = calloc(1, sizeof(**trace));
	return *trace ? ctf_trace_make(*trace, &ctf->writer, &origin) : ENOMEM;
}

static int find_trace(struct ctf_export *ctf, unsigned number,
		      struct ctf_trace **trace)
{
	const size_t before = ctf->traces;
	int err = 0;

	if (pxt_array_reserve(&ctf->trace, &ctf->traces, (size_t)number + 1,
			      sizeof(struct ctf_trace *)))
		return ENOMEM;
	for (size_t i = before; i < ctf->traces; i++)
		ctf->trace[i] = NULL;
	if (!ctf->trace[number])
		err = make_trace(ctf, number, &ctf->trace[number]);
	*trace = ctf->trace[number];
	return err;
}

static void lose_name(struct ctf_export *ctf, const struct ctf_stream *stream)
{
	char name[POSIX_TRACE_THREAD_NAME_MAX_NP + 1];

	if (stream->tid &&
	    !source_get_thread(ctf->source, stream->origin, stream->pid,
			       stream->tid, name, sizeof(name)) &&
	    strcmp(name, stream->name))
		pxt_export_lose(ctf->export, "names of threads");
}

static void count_module(const struct posix_trace_module_np *module,
			 void *argument)
{
	struct ctf_export *ctf = argument;

	(void)module;
	pxt_export_lose(ctf->export,
			"files of programs, by which addresses have names");
}

/* Counts what is not carried of a process, once. */
static void lose_process(struct ctf_export *ctf,
			 const struct ctf_stream *stream)
{
	const uint32_t key[2] = { stream->origin, (uint32_t)stream->pid };
	size_t *is_known = pxt_map_at(&ctf->processes, key, sizeof(key));

	if (is_known && !*is_known)
		source_list_modules(ctf->source, stream->origin, stream->pid,
				    count_module, ctf);
	if (is_known)
		*is_known = 1;
}

/* A packet's events have the name that the process has at its beginning. */
static void name_process(struct ctf_export *ctf, struct ctf_stream *stream)
{
	struct posix_trace_process_np process;

	if (!source_get_process(ctf->source, stream->origin, stream->pid,
				&process))
		snprintf(stream->name, sizeof(stream->name), "%s",
			 process.name);
}

static int find_stream(struct ctf_export *ctf,
		       const struct posix_trace_item_np *item,
		       struct ctf_trace **trace, struct ctf_stream **stream)
{
	const size_t before = ctf->streams.count;
	int err;

	err = find_trace(ctf, item->origin, trace);
	if (!err)
		err = ctf_streams_get(
			&ctf->streams, item->origin, item->info.posix_pid,
			item->tid, (*trace)->streams, (*trace)->trace, stream);
	if (!err && ctf->streams.count > before) {
		name_process(ctf, *stream);
		lose_name(ctf, *stream);
		lose_process(ctf, *stream);
	}
	return err;
}

/* Items */

static void set_context(const struct ctf_stream *stream, bt_event *event,
			const struct posix_trace_item_np *item)
{
	bt_field *context = bt_event_borrow_common_context_field(event);

	bt_field_integer_signed_set_value(
		bt_field_structure_borrow_member_field_by_index(
			context, CTF_CONTEXT_VPID),
		stream->pid);
	bt_field_integer_signed_set_value(
		bt_field_structure_borrow_member_field_by_index(
			context, CTF_CONTEXT_VTID),
		stream->tid);
	bt_field_string_set_value(
		bt_field_structure_borrow_member_field_by_index(
			context, CTF_CONTEXT_PROCNAME),
		stream->name);
	bt_field_integer_unsigned_set_value(
		bt_field_structure_borrow_member_field_by_index(context,
								CTF_CONTEXT_IP),
		(uintptr_t)item->info.posix_prog_address);
}

static uint64_t ns_of(const struct timespec *time)
{
	const int64_t ns = stamp_ns(time);

	return ns < 0 ? 0 : (uint64_t)ns;
}

/* NULL: the data is not what its description says. */
static const struct posix_trace_layout_np *
find_layout(struct ctf_export *ctf, const struct posix_trace_item_np *item)
{
	struct fields *fields = ctf->fields;
	size_t rest;

	return fields_decode(fields, item) &&
			       fields->count == fields->layout->fields &&
			       !fields_rest(fields, &rest) ?
		       fields->layout :
		       NULL;
}

static int put_event(struct ctf_export *ctf,
		     const struct posix_trace_item_np *item)
{
	const uint64_t time = ns_of(&item->info.posix_timestamp);
	struct ctf_stream *stream;
	struct ctf_class *class;
	struct ctf_trace *trace;
	uint64_t ns = time;
	bt_message *message;
	bt_event *event;
	int err;

	err = find_stream(ctf, item, &trace, &stream);
	if (!err)
		err = ctf_trace_class(trace, ctf->source, item,
				      find_layout(ctf, item), &class);
	if (!err)
		err = ctf_stream_event(&ctf->streams, stream, &ns);
	if (err)
		return err;
	if (stream->events == 1)
		name_process(ctf, stream);
	if (ns != time)
		pxt_export_lose(ctf->export,
				"times that went back in a thread, written as "
				"that of the event before");
	message =
		bt_message_event_create_with_packet_and_default_clock_snapshot(
			ctf->writer.iterator, class->class, stream->packet, ns);
	if (!message)
		return ENOMEM;
	event = bt_message_event_borrow_event(message);
	set_context(stream, event, item);
	if (!ctf_class_set(class, event, ctf->fields, item))
		pxt_export_lose(ctf->export,
				"arrays of more than 1,048,576 elements, which "
				"are cut");
	return ctf_writer_put(&ctf->writer, message);
}

static int put_loss(struct ctf_export *ctf,
		    const struct posix_trace_item_np *item)
{
	struct ctf_stream *stream;
	struct ctf_trace *trace;
	bool was_cut;
	int err;

	err = find_stream(ctf, item, &trace, &stream);
	if (!err)
		err = ctf_stream_loss(&ctf->streams, stream,
				      ns_of(&item->info.posix_timestamp),
				      ns_of(&item->lost_end),
				      item->lost ? item->lost : 1, &was_cut);
	if (err)
		return err;
	if (!item->lost)
		pxt_export_lose(ctf->export,
				"losses of an unknown number, written as 1");
	if (item->data_len)
		pxt_export_lose(ctf->export, "reasons of losses");
	if (was_cut)
		pxt_export_lose(ctf->export,
				"intervals of losses, written from the event "
				"before");
	return 0;
}

static int put(struct pxt_export *export,
	       const struct posix_trace_item_np *item)
{
	struct ctf_export *ctf = export->state;

	return find_reason(ctf, item->kind == POSIX_TRACE_ITEM_LOSS_NP ?
					put_loss(ctf, item) :
					put_event(ctf, item));
}

/* The end */

static void lose_facts(struct ctf_export *ctf, unsigned origin)
{
	struct posix_trace_object_np object;
	struct posix_trace_note_np note;
	size_t objects = 0;
	unsigned notes = 0;

	while (!ctf->export->view->list_object(ctf->export->view, origin,
					       objects, &object))
		objects++;
	while (!source_get_note(ctf->source, origin, notes, &note))
		notes++;
	if (objects)
		pxt_export_lose_more(ctf->export,
				     "objects, of which the numbers are there",
				     objects);
	if (notes)
		pxt_export_lose_more(ctf->export, "notes of the log", notes);
}

/* The sink ends the process if it has no room for the metadata, which it writes when
 * a trace is released. */
static int check_room(struct ctf_export *ctf)
{
	size_t bytes = 0;
	int err;

	for (size_t i = 0; i < ctf->traces; i++)
		if (ctf->trace[i])
			bytes += METADATA_HEAD +
				 ctf->trace[i]->count * METADATA_CLASS;
	err = bytes ? ctf_room_check(ctf->export->folder, bytes) : 0;
	ctf->writer.is_broken = err;
	return err;
}

static int finish(struct pxt_export *export)
{
	struct ctf_export *ctf = export->state;
	int err;

	for (size_t i = 0; i < ctf->traces; i++)
		if (ctf->trace[i])
			lose_facts(ctf, (unsigned)i);
	err = ctf_streams_end(&ctf->streams);
	if (!err)
		err = ctf_writer_end(&ctf->writer);
	if (!err)
		err = check_room(ctf);
	ctf->is_whole = !err;
	return find_reason(ctf, err);
}

/* State of a broken writer stays, and is no leak for those who look for one. */
static struct ctf_export *broken;

/* The sink writes the metadata of a trace when nothing refers to it any
 * more. */
static void close_ctf(struct pxt_export *export)
{
	struct ctf_export *ctf = export->state;

	if (!ctf)
		return;
	export->state = NULL;
	if (ctf->writer.is_broken) {
		broken = ctf;
		return;
	}
	while (ctf->writer.taken < ctf->writer.count)
		bt_message_put_ref(ctf->writer.message[ctf->writer.taken++]);
	ctf_streams_fini(&ctf->streams);
	for (size_t i = 0; i < ctf->traces; i++) {
		if (!ctf->trace[i])
			continue;
		ctf_trace_fini(ctf->trace[i]);
		free(ctf->trace[i]);
	}
	free(ctf->trace);
	pxt_map_fini(&ctf->processes);
	ctf_writer_close(&ctf->writer);
	if (ctf->is_whole)
		ctf_uuids_set(export->folder);
	free(ctf);
}

const struct pxt_exporter ctf_exporter = {
	.owns_folder = ctf_own_folder_is,
	.remove_folder = ctf_own_folder_remove,
	.open = open_ctf,
	.put = put,
	.finish = finish,
	.close = close_ctf,
};
