/* foreign_event.c - events of other systems, to be converted to ThreadX */
#include "format/threadx/export/foreign_event.h"

#include <errno.h>
#include <string.h>

#include "format/threadx/details.h"

enum { NARROW = 4 }; /* bytes of a word */

/* A LiteOS task's word is not the number of its thread. */
static uint64_t object_number(const struct pxt_threadx_foreign_event *event,
			      const char *kind, uint64_t number)
{
	const struct posix_trace_item_np *item = event->item;
	struct pxt_view *view = event->export->view;
	struct posix_trace_object_np object;

	if (strcmp(kind, "task") ||
	    view->get_object(view, item->origin, item->info.posix_pid, number,
			     kind, &item->info.posix_timestamp, &object) ||
	    strcmp(object.kind, kind))
		return number;
	pxt_threadx_details_number(object.details, "thread", &number);
	return number;
}

struct pxt_threadx_key
pxt_threadx_foreign_event_key(const struct pxt_threadx_foreign_event *event,
			      unsigned type, uint64_t number)
{
	return (struct pxt_threadx_key){
		.origin = event->item->origin,
		.pid = pxt_threadx_conversion_pid(
			event->conversion, event->export, event->item->origin,
			event->item->info.posix_pid),
		.type = type,
		.number = number,
	};
}

int pxt_threadx_foreign_event_get(struct pxt_threadx_foreign_event *event,
				  unsigned type, uint64_t number, size_t *found)
{
	const pid_t pid = event->item->info.posix_pid;
	const struct pxt_threadx_key key =
		pxt_threadx_foreign_event_key(event, type, number);
	int err;

	err = pxt_threadx_objects_get(&event->conversion->objects, &key, found);
	if (!err && !pxt_threadx_foreign_event_object_at(event, *found)->pid)
		pxt_threadx_foreign_event_object_at(event, *found)->pid = pid;
	return err;
}

const struct posix_trace_value_np *
pxt_threadx_foreign_event_field(const struct pxt_threadx_foreign_event *event,
				const char *name)
{
	for (unsigned i = 0; i < event->values; i++)
		if (!strcmp(event->value[i].field->name, name))
			return &event->value[i];
	return NULL;
}

bool pxt_threadx_foreign_event_number(
	const struct pxt_threadx_foreign_event *event,
	const struct posix_trace_value_np *value, uint64_t *number)
{
	struct posix_trace_number_np found;

	if (posix_trace_value_number_np(event->layout, value, 0, &found) ||
	    found.kind == POSIX_TRACE_FIELD_FLOAT_NP)
		return false;
	*number = found.as.u;
	return true;
}

int pxt_threadx_foreign_event_object(struct pxt_threadx_foreign_event *event,
				     unsigned type)
{
	uint64_t number;

	event->has_object = false;
	for (unsigned i = 0; type && i < event->values; i++) {
		const char *kind = event->value[i].field->object;

		if (!kind ||
		    (*kind && pxt_threadx_objects_type(kind) != type) ||
		    !pxt_threadx_foreign_event_number(event, &event->value[i],
						      &number))
			continue;
		event->has_object = true;
		return pxt_threadx_foreign_event_get(
			event, type, object_number(event, kind, number),
			&event->object);
	}
	return 0;
}

/* Words */

static uint64_t narrow(const struct pxt_threadx_foreign_event *event,
		       const struct posix_trace_number_np *number)
{
	const bool is_signed = number->kind != POSIX_TRACE_FIELD_UNSIGNED_NP;
	uint64_t value = number->as.u;

	if (number->kind == POSIX_TRACE_FIELD_FLOAT_NP)
		value = (uint64_t)pxt_export_round(event->export, number->as.f);
	if (event->buffer->word <= NARROW && value != (uint32_t)value &&
	    !(is_signed && value == (uint64_t)(int64_t)(int32_t)value))
		pxt_export_lose(event->export, "numbers cut to 32 bits");
	return value;
}

int pxt_threadx_foreign_event_word(struct pxt_threadx_foreign_event *event,
				   const struct posix_trace_value_np *value,
				   uint64_t *word)
{
	const char *kind = value->field->object;
	struct posix_trace_number_np number;
	unsigned type;
	size_t found;
	int err;

	*word = 0;
	if (posix_trace_value_number_np(event->layout, value, 0, &number))
		return 0;
	type = kind && number.kind != POSIX_TRACE_FIELD_FLOAT_NP ?
		       pxt_threadx_objects_type(kind) :
		       0;
	/* Labelled numbers, as "nobody", are not objects. */
	if (type && number.label)
		return 0;
	if (!type) {
		*word = narrow(event, &number);
		return 0;
	}
	err = pxt_threadx_foreign_event_get(
		event, type, object_number(event, kind, number.as.u), &found);
	if (err == ENOSPC)
		pxt_export_lose(event->export, "objects beyond a million");
	else if (!err)
		*word = pxt_threadx_foreign_event_object_at(event, found)
				->address;
	return err == ENOSPC ? 0 : err;
}
