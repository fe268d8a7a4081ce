/*
 * mapping.c - the messages of libbabeltrace2 as frames
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "source/ctf/mapping.h"

void ctf_mapping_fini(struct ctf_mapping *mapping)
{
	ctf_plans_fini(&mapping->plans);
	ctf_threads_fini(&mapping->threads);
}

/* The origin */

static const char *text_of(const bt_trace *trace, const char *key)
{
	const bt_value *value =
		bt_trace_borrow_environment_entry_value_by_name_const(trace,
								      key);

	return value && bt_value_get_type(value) == BT_VALUE_TYPE_STRING ?
		       bt_value_string_get(value) :
		       "";
}

/* Times of a system other than Linux may count from an unknown start. */
static void name_system(const bt_trace *trace, char system[128])
{
	const char *tracer = text_of(trace, "tracer_name");
	const char *sysname = text_of(trace, "sysname");

	if (*sysname)
		snprintf(system, 128, "%s%s%s", sysname,
			 *text_of(trace, "kernel_release") ? " " : "",
			 text_of(trace, "kernel_release"));
	else if (!strncmp(tracer, "lttng", 5))
		snprintf(system, 128, "Linux");
	else
		snprintf(system, 128, "CTF%s%s", *tracer ? ", " : "", tracer);
}

/* The clock's UUID is that of the machine's boot if LTTng or posixtrace has
 * written it. */
static void find_boot(const bt_stream *stream, const bt_trace *trace,
		      unsigned char boot[16])
{
	const char *tracer = text_of(trace, "tracer_name");
	const bt_clock_class *clock =
		bt_stream_class_borrow_default_clock_class_const(
			bt_stream_borrow_class_const(stream));
	const bt_uuid uuid = clock ? bt_clock_class_get_uuid(clock) : NULL;

	if (uuid &&
	    (!strncmp(tracer, "lttng", 5) || !strcmp(tracer, "posixtrace")))
		memcpy(boot, uuid, 16);
}

/* Several traces of one directory are one. */
static void note_origin(struct ctf_mapping *mapping, const bt_stream *stream)
{
	const bt_trace *trace = bt_stream_borrow_trace_const(stream);
	struct ctf_frame_origin origin = { .host = "" };
	const char *host = text_of(trace, "hostname");
	const bt_uuid uuid = bt_trace_get_uuid(trace);

	if (!strcmp(text_of(trace, "tracer_name"), "posixtrace"))
		mapping->threads.is_ours = true;
	if (!strcmp(text_of(trace, "domain"), "kernel"))
		mapping->threads.is_kernel = true;
	if (mapping->has_origin) {
		if (strncmp(host, mapping->host, sizeof(mapping->host) - 1))
			ctf_frames_text(
				mapping->frames, CTF_FRAME_TELL,
				"traces of several hosts are shown as one; "
				"name their directories to have them apart");
		return;
	}
	mapping->has_origin = true;
	snprintf(mapping->host, sizeof(mapping->host), "%s", host);
	snprintf(origin.host, sizeof(origin.host), "%s", host);
	name_system(trace, origin.system);
	origin.is_ours = mapping->threads.is_ours;
	find_boot(stream, trace, origin.boot);
	if (uuid)
		memcpy(origin.uuid, uuid, sizeof(origin.uuid));
	ctf_frames_begin(mapping->frames, CTF_FRAME_ORIGIN);
	ctf_frames_put(mapping->frames, &origin, sizeof(origin));
	ctf_frames_end(mapping->frames);
}

/* Times */

/* Times before 1970 become 1970; ones that 64 bits cannot hold are those of the
 * item before. */
static uint64_t time_of(struct ctf_mapping *mapping,
			const bt_clock_snapshot *clock)
{
	int64_t ns;

	if (!clock || bt_clock_snapshot_get_ns_from_origin(clock, &ns)) {
		bt_current_thread_clear_error();
		return mapping->last;
	}
	return ns < 0 ? 0 : (uint64_t)ns;
}

static uint64_t time_of_event(struct ctf_mapping *mapping,
			      const bt_message *message)
{
	if (bt_message_event_borrow_stream_class_default_clock_class_const(
		    message))
		return time_of(
			mapping,
			bt_message_event_borrow_default_clock_snapshot_const(
				message));
	if (!mapping->has_no_clock)
		ctf_frames_text(mapping->frames, CTF_FRAME_TELL,
				"events without a time have that of the event "
				"before");
	mapping->has_no_clock = true;
	return mapping->last;
}

/* Events */

static void find_fields(struct ctf_fields *fields, const bt_event *event)
{
	const bool has_packet =
		bt_stream_class_supports_packets(bt_stream_borrow_class_const(
			bt_event_borrow_stream_const(event)));

	fields->field[CTF_PAYLOAD] = bt_event_borrow_payload_field_const(event);
	fields->field[CTF_SPECIFIC] =
		bt_event_borrow_specific_context_field_const(event);
	fields->field[CTF_COMMON] =
		bt_event_borrow_common_context_field_const(event);
	fields->field[CTF_PACKET] =
		has_packet ? bt_packet_borrow_context_field_const(
				     bt_event_borrow_packet_const(event)) :
			     NULL;
}

static void tell_cut(struct ctf_mapping *mapping)
{
	static const char what[] =
		"texts and arrays of more than 1 MiB are cut there";

	if (mapping->plans.has_cut)
		ctf_frames_text(mapping->frames, CTF_FRAME_TELL, "%s", what);
	mapping->plans.has_cut = false;
}

static int put_event(struct ctf_mapping *mapping, const bt_message *message)
{
	const bt_event *event = bt_message_event_borrow_event_const(message);
	struct ctf_plan_class *class = ctf_plans_class(&mapping->plans, event);
	struct ctf_frame_event head = { .time = time_of_event(mapping,
							      message) };
	const struct ctf_plan *plan;
	struct ctf_thread thread;
	struct ctf_fields fields;
	int64_t ip;

	find_fields(&fields, event);
	plan = class ? ctf_plans_find(&mapping->plans, class, &fields) : NULL;
	if (!plan)
		return ENOMEM;
	thread = ctf_threads_find(&mapping->threads, &class->facts, &fields);
	head.pid = thread.pid;
	head.tid = thread.tid;
	head.type = plan->type;
	if (ctf_facts_number(&class->facts, CTF_FACT_IP, &fields, &ip))
		head.ip = (uint64_t)ip;
	mapping->last = head.time;
	if (class->module_event)
		ctf_module_event_put(mapping->frames, class->module_event,
				     head.time, head.pid,
				     fields.field[CTF_PAYLOAD]);
	ctf_frames_begin(mapping->frames, CTF_FRAME_EVENT);
	ctf_frames_put(mapping->frames, &head, sizeof(head));
	ctf_plan_put(&mapping->plans, plan, &fields);
	ctf_frames_end(mapping->frames);
	tell_cut(mapping);
	if (class->teaches)
		ctf_threads_learn(&mapping->threads,
				  bt_event_class_get_name(class->class),
				  &class->facts, &fields);
	return 0;
}

/* Modules */

/* An event of a thread of LTTng's in that process. */
static int put_module(struct ctf_mapping *mapping, const bt_message *message)
{
	const bt_event *event = bt_message_event_borrow_event_const(message);
	struct ctf_plan_class *class = ctf_plans_class(&mapping->plans, event);
	struct ctf_fields fields;
	int64_t pid;

	mapping->is_done = !mapping->has_modules;
	if (!class)
		return ENOMEM;
	find_fields(&fields, event);
	if (!class->module_event ||
	    !ctf_facts_process(&class->facts, &fields, &pid))
		return 0;
	ctf_module_event_put(mapping->frames, class->module_event,
			     time_of_event(mapping, message), (int32_t)pid,
			     fields.field[CTF_PAYLOAD]);
	/* The reader of the modules may want no more. */
	ctf_frames_flush(mapping->frames);
	return 0;
}

/* All streams begin before the first event. */
static int find_modules(struct ctf_mapping *mapping, const bt_message *message)
{
	switch (bt_message_get_type(message)) {
	case BT_MESSAGE_TYPE_STREAM_BEGINNING:
		mapping->has_modules |=
			ctf_module_events_are_in(bt_stream_borrow_trace_const(
				bt_message_stream_beginning_borrow_stream_const(
					message)));
		return 0;
	case BT_MESSAGE_TYPE_EVENT:
		return put_module(mapping, message);
	default:
		return 0;
	}
}

/* Losses */

/* A stream of posixtrace is a thread, and called "PID-TID"; the name here has
 * the path of the file. */
static struct ctf_thread thread_of(const struct ctf_mapping *mapping,
				   const bt_stream *stream)
{
	const char *name = bt_stream_get_name(stream);
	const char *slash = name ? strrchr(name, '/') : NULL;
	struct ctf_thread thread = { 0, 0 };

	if (slash)
		name = slash + 1;
	if (!mapping->threads.is_ours || !name ||
	    sscanf(name, "%9d-%9d", &thread.pid, &thread.tid) != 2)
		thread = (struct ctf_thread){ 0, 0 };
	return thread;
}

static void put_loss(struct ctf_mapping *mapping, const bt_stream *stream,
		     const bt_clock_snapshot *from, const bt_clock_snapshot *to,
		     uint64_t lost, const char *reason)
{
	const struct ctf_thread thread = thread_of(mapping, stream);
	const struct ctf_frame_loss loss = {
		.from = time_of(mapping, from),
		.to = time_of(mapping, to ? to : from),
		.lost = lost,
		.pid = thread.pid,
		.tid = thread.tid,
	};

	mapping->last = loss.to;
	ctf_frames_begin(mapping->frames, CTF_FRAME_LOSS);
	ctf_frames_put(mapping->frames, &loss, sizeof(loss));
	ctf_frames_put_text(mapping->frames, reason);
	ctf_frames_end(mapping->frames);
}

static void put_discarded_events(struct ctf_mapping *mapping,
				 const bt_message *message)
{
	const bt_stream *stream =
		bt_message_discarded_events_borrow_stream_const(message);
	const bool has_times =
		bt_stream_class_discarded_events_have_default_clock_snapshots(
			bt_stream_borrow_class_const(stream));
	uint64_t count = 0;

	if (bt_message_discarded_events_get_count(message, &count) !=
	    BT_PROPERTY_AVAILABILITY_AVAILABLE)
		count = 0;
	put_loss(
		mapping, stream,
		has_times ?
			bt_message_discarded_events_borrow_beginning_default_clock_snapshot_const(
				message) :
			NULL,
		has_times ?
			bt_message_discarded_events_borrow_end_default_clock_snapshot_const(
				message) :
			NULL,
		count, "discarded");
}

/* The number of events in the packets is unknown. */
static void put_discarded_packets(struct ctf_mapping *mapping,
				  const bt_message *message)
{
	const bt_stream *stream =
		bt_message_discarded_packets_borrow_stream_const(message);
	const bool has_times =
		bt_stream_class_discarded_packets_have_default_clock_snapshots(
			bt_stream_borrow_class_const(stream));
	char reason[64] = "packets discarded";
	uint64_t count;

	if (bt_message_discarded_packets_get_count(message, &count) ==
	    BT_PROPERTY_AVAILABILITY_AVAILABLE)
		snprintf(reason, sizeof(reason), "%llu packet%s discarded",
			 (unsigned long long)count, count == 1 ? "" : "s");
	put_loss(
		mapping, stream,
		has_times ?
			bt_message_discarded_packets_borrow_beginning_default_clock_snapshot_const(
				message) :
			NULL,
		has_times ?
			bt_message_discarded_packets_borrow_end_default_clock_snapshot_const(
				message) :
			NULL,
		0, reason);
}

int ctf_mapping_put(struct ctf_mapping *mapping, const bt_message *message)
{
	if (mapping->wants_modules)
		return find_modules(mapping, message);
	switch (bt_message_get_type(message)) {
	case BT_MESSAGE_TYPE_STREAM_BEGINNING:
		note_origin(mapping,
			    bt_message_stream_beginning_borrow_stream_const(
				    message));
		return 0;
	case BT_MESSAGE_TYPE_EVENT:
		return put_event(mapping, message);
	case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
		put_discarded_events(mapping, message);
		return 0;
	case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
		put_discarded_packets(mapping, message);
		return 0;
	default:
		return 0;
	}
}
