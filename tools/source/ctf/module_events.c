/*
 * module_events.c - LTTng-UST's events about programs and shared objects
 *
 * Those of lttng_ust_dl tell of calls of dlopen() and dlclose(), which need not
 * load or unload anything.
 */
#include <string.h>

#include "source/ctf/module_events.h"

static const struct {
	const char *name;
	enum ctf_module_event event;
} events[] = {
	{ "lttng_ust_lib:build_id", CTF_MODULE_ID },
	{ "lttng_ust_lib:load", CTF_MODULE_IS_THERE },
	{ "lttng_ust_lib:unload", CTF_MODULE_UNLOAD },
	{ "lttng_ust_statedump:bin_info", CTF_MODULE_IS_THERE },
	{ "lttng_ust_statedump:build_id", CTF_MODULE_ID },
	{ "lttng_ust_statedump:end", CTF_MODULE_DUMPED },
	{ "lttng_ust_statedump:start", CTF_MODULE_DUMP },
};

enum ctf_module_event ctf_module_event(const char *name)
{
	for (size_t i = 0; name && i < sizeof(events) / sizeof(*events); i++)
		if (!strcmp(events[i].name, name))
			return events[i].event;
	return CTF_MODULE_NONE;
}

static bool are_in_stream(const bt_stream_class *class)
{
	const uint64_t count = bt_stream_class_get_event_class_count(class);

	for (uint64_t i = 0; i < count; i++)
		if (ctf_module_event(bt_event_class_get_name(
			    bt_stream_class_borrow_event_class_by_index_const(
				    class, i))) == CTF_MODULE_IS_THERE)
			return true;
	return false;
}

bool ctf_module_events_are_in(const bt_trace *trace)
{
	const bt_trace_class *class = bt_trace_borrow_class_const(trace);
	const uint64_t count = bt_trace_class_get_stream_class_count(class);

	for (uint64_t i = 0; i < count; i++)
		if (are_in_stream(
			    bt_trace_class_borrow_stream_class_by_index_const(
				    class, i)))
			return true;
	return false;
}

/* A member's number; 0: there is none. */
static uint64_t number_of(const bt_field *payload, const char *name)
{
	int64_t number = 0;

	return ctf_facts_member_number(payload, name, &number) ?
		       (uint64_t)number :
		       0;
}

static void take_id(struct ctf_frame_module *module, const bt_field *payload)
{
	const bt_field *id =
		bt_field_structure_borrow_member_field_by_name_const(
			payload, "build_id");
	uint64_t length = 0;
	int64_t byte;

	if (id && bt_field_class_type_is(bt_field_get_class_type(id),
					 BT_FIELD_CLASS_TYPE_ARRAY))
		length = bt_field_array_get_length(id);
	if (length > CTF_MODULE_ID_MOST)
		return;
	for (uint64_t i = 0; i < length; i++) {
		if (!ctf_facts_field_number(
			    bt_field_array_borrow_element_field_by_index_const(
				    id, i),
			    &byte))
			return;
		module->id[i] = (uint8_t)byte;
	}
	module->id_len = (uint8_t)length;
}

static const char *path_of(const bt_field *payload)
{
	const char *path = ctf_facts_member_text(payload, "path");

	return path ? path : "";
}

void ctf_module_event_put(struct ctf_frames *frames,
			  enum ctf_module_event event, uint64_t time,
			  int32_t pid, const bt_field *payload)
{
	struct ctf_frame_module module = {
		.time = time,
		.pid = pid,
		.event = (uint8_t)event,
	};
	int64_t is_pic;

	if (payload) {
		module.start = number_of(payload, "baddr");
		module.size = number_of(payload, "memsz");
		module.has_id = number_of(payload, "has_build_id") != 0;
		module.is_linked =
			ctf_facts_member_number(payload, "is_pic", &is_pic) &&
			!is_pic;
		take_id(&module, payload);
	}
	ctf_frames_begin(frames, CTF_FRAME_MODULE);
	ctf_frames_put(frames, &module, sizeof(module));
	ctf_frames_put_text(frames, payload ? path_of(payload) : "");
	ctf_frames_end(frames);
}
