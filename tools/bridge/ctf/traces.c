/*
 * traces.c - origins as traces of CTF
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bridge/ctf/trace_uuid.h"
#include "bridge/ctf/traces.h"

/* Members. The class is taken over. */
static bool append(bt_field_class *context, const char *name,
		   bt_field_class *class, unsigned bits)
{
	bool done;

	if (class && bits)
		bt_field_class_integer_set_field_value_range(class, bits);
	done = class &&
	       !bt_field_class_structure_append_member(context, name, class);
	bt_field_class_put_ref(class);
	return done;
}

/* In the order of CTF_CONTEXT_... */
static bool make_context(struct ctf_trace *trace)
{
	bt_trace_class *class = trace->class;
	bt_field_class *context = bt_field_class_structure_create(class);
	bt_field_class *ip = bt_field_class_integer_unsigned_create(class);
	bool done;

	if (ip)
		bt_field_class_integer_set_preferred_display_base(
			ip,
			BT_FIELD_CLASS_INTEGER_PREFERRED_DISPLAY_BASE_HEXADECIMAL);
	done = context &&
	       append(context, "vpid",
		      bt_field_class_integer_signed_create(class), 32) &&
	       append(context, "vtid",
		      bt_field_class_integer_signed_create(class), 32) &&
	       append(context, "procname", bt_field_class_string_create(class),
		      0) &&
	       append(context, "ip", ip, 64) &&
	       !bt_stream_class_set_event_common_context_field_class(
		       trace->streams, context);
	bt_field_class_put_ref(context);
	return done;
}

static bool is_known(const unsigned char id[16])
{
	static const unsigned char unknown[16];

	return memcmp(id, unknown, sizeof(unknown));
}

/* The clock has the UUID of the machine's boot, as LTTng's has. */
static bool make_streams(struct ctf_trace *trace, struct ctf_writer *writer,
			 const struct source_origin *origin)
{
	trace->clock = bt_clock_class_create(writer->component);
	trace->streams = bt_stream_class_create(trace->class);
	if (!trace->clock || !trace->streams ||
	    bt_clock_class_set_name(trace->clock, "realtime") ||
	    bt_stream_class_set_default_clock_class(trace->streams,
						    trace->clock))
		return false;
	if (is_known(origin->boot))
		bt_clock_class_set_uuid(trace->clock, origin->boot);
	bt_stream_class_set_supports_packets(trace->streams, BT_TRUE, BT_TRUE,
					     BT_TRUE);
	bt_stream_class_set_supports_discarded_events(trace->streams, BT_TRUE,
						      BT_TRUE);
	return make_context(trace);
}

static bool set_text(bt_trace *trace, const char *key, const char *text)
{
	return !bt_trace_set_environment_entry_string(trace, key, text);
}

/* "Linux 6.1.0 x86_64" */
static bool set_system(bt_trace *trace, const char *system)
{
	const size_t len = strncmp(system, "Linux ", 6) ? strlen(system) : 5;
	char name[sizeof(((struct source_origin *)NULL)->system)];

	snprintf(name, sizeof(name), "%.*s", (int)len, system);
	return set_text(trace, "sysname", name) &&
	       (!system[len] ||
		set_text(trace, "kernel_release", system + len + 1));
}

static bool set_uuid(bt_trace *trace, const unsigned char uuid[16])
{
	char text[CTF_UUID_TEXT];

	if (!is_known(uuid))
		return true;
	ctf_uuid_print(text, uuid);
	bt_trace_set_uuid(trace, uuid);
	return set_text(trace, CTF_LOG_UUID, text);
}

static bool make_trace(struct ctf_trace *trace,
		       const struct source_origin *origin)
{
	const char *name = *origin->host ? origin->host : "trace";

	trace->trace = bt_trace_create(trace->class);
	if (!trace->trace)
		return false;
	return set_uuid(trace->trace, origin->uuid) &&
	       !bt_trace_set_name(trace->trace, name) &&
	       set_text(trace->trace, "hostname", origin->host) &&
	       set_text(trace->trace, "tracer_name", "posixtrace") &&
	       !bt_trace_set_environment_entry_integer(trace->trace,
						       "tracer_major", 0) &&
	       !bt_trace_set_environment_entry_integer(trace->trace,
						       "tracer_minor", 1) &&
	       set_text(trace->trace, "trace_name", name) &&
	       set_system(trace->trace, origin->system);
}

int ctf_trace_make(struct ctf_trace *trace, struct ctf_writer *writer,
		   const struct source_origin *origin)
{
	trace->class = bt_trace_class_create(writer->component);
	if (trace->class && make_streams(trace, writer, origin) &&
	    make_trace(trace, origin))
		return 0;
	bt_current_thread_clear_error();
	return ENOMEM;
}

void ctf_trace_fini(struct ctf_trace *trace)
{
	for (size_t i = 0; i < trace->count; i++)
		bt_event_class_put_ref(trace->event[i].class);
	free(trace->event);
	pxt_map_fini(&trace->numbers);
	bt_trace_put_ref(trace->trace);
	bt_clock_class_put_ref(trace->clock);
	bt_stream_class_put_ref(trace->streams);
	bt_trace_class_put_ref(trace->class);
}

/* Makes a class, which takes the place of one of another description. */
static int make_class(struct ctf_trace *trace, struct source *source,
		      trace_event_id_t type,
		      const struct posix_trace_layout_np *layout,
		      size_t *number)
{
	char description[POSIX_TRACE_DESCRIPTION_MAX_NP + 1] = "";
	char name[TRACE_EVENT_NAME_MAX + 1];
	struct ctf_class class = { .class = NULL };
	int err;

	if (source_get_name(source, type, name) || !*name)
		snprintf(name, sizeof(name), "event");
	if (source_get_description(source, type, description,
				   sizeof(description)))
		*description = '\0';
	if (pxt_array_reserve(&trace->event, &trace->room, trace->count + 1,
			      sizeof(class)))
		return ENOMEM;
	err = ctf_class_make(&class, trace->streams, name, description, layout);
	if (err)
		return err;
	trace->event[trace->count++] = class;
	*number = trace->count;
	return 0;
}

int ctf_trace_class(struct ctf_trace *trace, struct source *source,
		    const struct posix_trace_item_np *item,
		    const struct posix_trace_layout_np *layout,
		    struct ctf_class **class)
{
	const trace_event_id_t type = item->info.posix_event_id;
	size_t *number = pxt_map_at_number(&trace->numbers,
					   (uint64_t)type << 1 | !layout);
	int err = number ? 0 : ENOMEM;

	if (!err && (!*number || trace->event[*number - 1].layout != layout))
		err = make_class(trace, source, type, layout, number);
	if (!err)
		*class = &trace->event[*number - 1];
	return err;
}
