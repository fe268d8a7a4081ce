/*
 * arguments.c - the fields of events as arguments of Perfetto's track events
 */
#include <stdlib.h>
#include <string.h>

#include "bridge/perfetto/arguments.h"
#include "event/data.h"
#include "view/reason.h"

enum { OTHERS = 8 }; /* arguments besides fields */

void arguments_init(struct arguments *arguments, struct bridge *bridge,
		    struct packets *packets)
{
	arguments->bridge = bridge;
	arguments->packets = packets;
	bridge_values_init(&arguments->values, bridge);
}

void arguments_fini(struct arguments *arguments)
{
	bridge_values_fini(&arguments->values);
}

/* Adds an argument. NULL: an error. */
static Perfetto__DebugAnnotation *add(struct arguments *arguments,
				      uint64_t name)
{
	struct packets *packets = arguments->packets;
	Perfetto__TrackEvent *event = &packets->event;
	Perfetto__DebugAnnotation *added =
		packets_take(packets, sizeof(*added));

	if (!event->debug_annotations)
		event->debug_annotations = packets_take(
			packets, (POSIX_TRACE_FIELDS_MAX_NP + OTHERS) *
					 sizeof(*event->debug_annotations));
	if (!added || !event->debug_annotations)
		return NULL;
	perfetto__debug_annotation__init(added);
	added->has_name_iid = true;
	added->name_iid = name;
	event->debug_annotations[event->n_debug_annotations++] = added;
	return added;
}

static Perfetto__DebugAnnotation *add_named(struct arguments *arguments,
					    const char *name)
{
	return add(arguments, packets_name(arguments->packets, PACKETS_ARGUMENT,
					   name, strlen(name)));
}

/* is_name: the text will come again. */
static void set_text(struct packets *packets, Perfetto__DebugAnnotation *added,
		     const char *text, size_t len, bool is_name)
{
	char *copy;

	if (is_name || packets_is_frequent(packets, text, len)) {
		added->has_string_value_iid = true;
		added->string_value_iid =
			packets_name(packets, PACKETS_TEXT, text, len);
		return;
	}
	copy = packets_take(packets, len);
	if (!copy)
		return;
	memcpy(copy, text, len);
	added->has_string_value = true;
	added->string_value = packets_bytes(copy, len);
}

static void set_value(struct packets *packets, Perfetto__DebugAnnotation *added,
		      const struct bridge_value *value, bool is_name)
{
	switch (value->kind) {
	case BRIDGE_UNSIGNED:
		added->has_uint_value = true;
		added->uint_value = value->as.u;
		return;
	case BRIDGE_SIGNED:
		added->has_int_value = true;
		added->int_value = value->as.s;
		return;
	case BRIDGE_FLOAT:
		added->has_double_value = true;
		added->double_value = value->as.f;
		return;
	case BRIDGE_BOOL:
		added->has_bool_value = true;
		added->bool_value = value->as.u != 0;
		return;
	case BRIDGE_ADDRESS:
		added->has_pointer_value = true;
		added->pointer_value = value->as.u;
		return;
	case BRIDGE_TEXT_VALUE:
		set_text(packets, added, value->text, value->len, is_name);
	}
}

/* Texts other than those of text fields are names of constants and objects. */
static void set_element(struct arguments *arguments,
			Perfetto__DebugAnnotation *added,
			const struct posix_trace_value_np *from, size_t index)
{
	const bool is_name = from->field->kind != POSIX_TRACE_FIELD_TEXT_NP;
	struct packets *packets = arguments->packets;
	struct bridge_value value;

	if (!packets->error)
		packets->error = bridge_values_get(&arguments->values, from,
						   index, &value);
	if (!packets->error)
		set_value(packets, added, &value, is_name);
}

static void set_array(struct arguments *arguments,
		      Perfetto__DebugAnnotation *added,
		      const struct posix_trace_value_np *from)
{
	struct packets *packets = arguments->packets;
	Perfetto__DebugAnnotation *element =
		packets_take(packets, from->count * sizeof(*element));
	Perfetto__DebugAnnotation **list =
		packets_take(packets, from->count * sizeof(*list));

	if (!element || !list)
		return;
	for (size_t i = 0; i < from->count; i++) {
		list[i] = &element[i];
		perfetto__debug_annotation__init(list[i]);
		set_element(arguments, list[i], from, i);
	}
	added->array_values = list;
	added->n_array_values = from->count;
}

static void put_value(struct arguments *arguments, uint64_t name,
		      const struct posix_trace_value_np *from)
{
	const bool is_array = from->field->flags & POSIX_TRACE_FIELD_ARRAY_NP &&
			      from->field->kind != POSIX_TRACE_FIELD_TEXT_NP;
	Perfetto__DebugAnnotation *added = add(arguments, name);

	if (!added)
		return;
	if (is_array)
		set_array(arguments, added, from);
	else
		set_element(arguments, added, from, 0);
}

/* Finds the number of a field's name, which its type keeps. */
static uint64_t find_name(struct arguments *arguments,
			  struct packets_type *type,
			  const struct posix_trace_value_np *from)
{
	const struct posix_trace_layout_np *layout =
		arguments->bridge->fields->layout;
	const size_t field = (size_t)(from->field - layout->field);
	const char *name = from->field->name;
	uint64_t *number = &type->argument[field];

	if (!*number)
		*number = packets_name(arguments->packets, PACKETS_ARGUMENT,
				       name, strlen(name));
	return *number;
}

static void put_fields(struct arguments *arguments)
{
	const struct fields *fields = arguments->bridge->fields;
	struct packets_type *type = packets_type(
		arguments->packets, fields->item->info.posix_event_id);

	for (unsigned i = 0; type && i < fields->count; i++)
		put_value(arguments,
			  find_name(arguments, type, &fields->values[i]),
			  &fields->values[i]);
}

static void put_rest(struct arguments *arguments)
{
	const bool is_described = arguments->bridge->is_described;
	Perfetto__DebugAnnotation *added;
	struct bridge_value value;
	int err;

	err = bridge_values_rest(&arguments->values, &value);
	if (err == ENODATA)
		return;
	if (err && !arguments->packets->error)
		arguments->packets->error = err;
	added = add_named(arguments, is_described ? "rest" : "data");
	if (added)
		set_value(arguments->packets, added, &value, false);
}

void arguments_put(struct arguments *arguments)
{
	if (arguments->bridge->is_described)
		put_fields(arguments);
	put_rest(arguments);
	if (data_is_cut(arguments->bridge->item))
		arguments_put_flag(arguments, "cut");
}

void arguments_put_loss(struct arguments *arguments)
{
	const struct posix_trace_item_np *item = arguments->bridge->item;
	Perfetto__DebugAnnotation *added;
	char reason[REASON_SIZE];

	added = item->lost ? add_named(arguments, "lost") : NULL;
	if (added) {
		added->has_uint_value = true;
		added->uint_value = item->lost;
	}
	reason_of(item, reason);
	added = *reason ? add_named(arguments, "reason") : NULL;
	if (added)
		set_text(arguments->packets, added, reason, strlen(reason),
			 true);
}

void arguments_put_flag(struct arguments *arguments, const char *name)
{
	Perfetto__DebugAnnotation *added = add_named(arguments, name);

	if (!added)
		return;
	added->has_bool_value = true;
	added->bool_value = true;
}

void arguments_put_address(struct arguments *arguments, const char *name,
			   uint64_t address)
{
	Perfetto__DebugAnnotation *added = add_named(arguments, name);

	if (!added)
		return;
	added->has_pointer_value = true;
	added->pointer_value = address;
}
