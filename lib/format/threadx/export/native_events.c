/* native_events.c - writing ThreadX's own events unchanged */
#include "format/threadx/export/native_events.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 1 << 22 }; /* bytes */

static uint64_t note(struct pxt_view *view, unsigned origin, const char *key,
		     uint64_t otherwise)
{
	const char *text = view->get_note(view, origin, key);
	uint64_t number;
	char *end;

	if (!text || *text < '0' || *text > '9')
		return otherwise;
	errno = 0;
	number = strtoull(text, &end, 0);
	return errno || *end ? otherwise : number;
}

bool pxt_threadx_native_events_has(struct pxt_threadx_shapes *shapes,
				   struct pxt_view *view,
				   const struct posix_trace_item_np *item,
				   struct pxt_threadx_words *words)
{
	struct posix_trace_value_np values[POSIX_TRACE_FIELDS_MAX_NP];
	const trace_event_id_t type = item->info.posix_event_id;
	const struct posix_trace_layout_np *layout =
		view->get_layout(view, type);
	const struct pxt_threadx_shape *shape =
		pxt_threadx_shapes_get(shapes, type, layout);
	struct pxt_threadx_record record;
	unsigned count;

	if (!layout || !shape)
		return false;
	count = posix_trace_layout_decode_np(layout, item->data, item->data_len,
					     values);
	if (!pxt_threadx_shape_read(shape, layout, values, count, &record))
		return false;
	words->word[0] = record.context;
	words->word[1] = record.priority;
	words->word[2] = record.id;
	words->word[3] = record.stamp;
	memcpy(&words->word[4], record.info, sizeof(record.info));
	return true;
}

void pxt_threadx_native_events_begin(struct pxt_threadx_buffer *buffer,
				     struct pxt_view *view, unsigned origin)
{
	const char *order = view->get_note(view, origin, "byte_order");

	buffer->big = order && !strcmp(order, "big");
	buffer->word = note(view, origin, "ulong_bytes", 4) == 8 ? 8 : 4;
	buffer->name_size =
		(uint16_t)note(view, origin, "object_name_size", 32);
	buffer->reserved1 = (uint16_t)note(view, origin, "reserved1", 0);
	buffer->mask = note(view, origin, "timer_valid_mask", UINT32_MAX);
	buffer->base = note(view, origin, "base_address", 0);
	buffer->registry = note(view, origin, "registry_start", 0);
	buffer->reserved[0] = note(view, origin, "reserved2", 0xaaaaaaaa);
	buffer->reserved[1] = note(view, origin, "reserved3", 0xbbbbbbbb);
	buffer->reserved[2] = note(view, origin, "reserved4", 0xcccccccc);
}

/* The registry */

static int enter(struct pxt_threadx_buffer *buffer, uint64_t address,
		 const char *details, const char *name)
{
	struct pxt_threadx_entry entry = { .address = address };

	if (!pxt_threadx_details_parse(&entry.details, details))
		return 0;
	return pxt_threadx_buffer_enter(buffer, &entry, name);
}

/* Objects whose address was reused: "KIND 0xADDRESS DETAILS name=NAME". */
static int enter_others(struct pxt_threadx_buffer *buffer,
			struct pxt_view *view, unsigned origin)
{
	int err = 0;

	for (unsigned i = 1; !err; i++) {
		const char *text, *address, *name;
		char key[32];

		snprintf(key, sizeof(key), "other_object_%u", i);
		text = view->get_note(view, origin, key);
		if (!text)
			break;
		address = strchr(text, ' ');
		name = strstr(text, " name=");
		if (address && name)
			err = enter(buffer, strtoull(address, NULL, 0), text,
				    name + strlen(" name="));
	}
	return err;
}

static int enter_objects(struct pxt_threadx_buffer *buffer,
			 struct pxt_view *view, unsigned origin)
{
	struct posix_trace_object_np object;
	int err = 0;

	for (size_t i = 0; !err; i++) {
		err = view->list_object(view, origin, i, &object);
		if (err)
			break;
		err = enter(buffer, object.address, object.details,
			    object.name);
	}
	return err && err != ESRCH ? err : enter_others(buffer, view, origin);
}

static uint64_t slots_of(const struct pxt_threadx_buffer *buffer)
{
	uint64_t slots = 0;

	for (size_t i = 0; i < buffer->entries; i++)
		if (buffer->entry[i].details.slot >= slots &&
		    buffer->entry[i].details.slot < UINT32_MAX)
			slots = buffer->entry[i].details.slot + 1;
	return slots;
}

/* Events */

/* Complete events go to their old slots. */
static void place_events(struct pxt_threadx_buffer *buffer,
			 struct pxt_view *view, unsigned origin)
{
	const uint64_t capacity = note(view, origin, "event_capacity", 0);
	const uint64_t at = note(view, origin, "current_index", 0);
	const char *wrapped = view->get_note(view, origin, "wrapped");

	buffer->first = 0;
	buffer->has_current = false;
	if (buffer->events > capacity) {
		buffer->capacity = buffer->events;
		return;
	}
	buffer->capacity = capacity;
	if (buffer->events != note(view, origin, "event_count", 0))
		return;
	if (wrapped && !strcmp(wrapped, "true") && at < capacity)
		buffer->first = at;
	buffer->current = note(view, origin, "current", 0) -
			  note(view, origin, "buffer_start", 0);
	buffer->has_current = true;
}

static void forget_places(struct pxt_threadx_buffer *buffer)
{
	buffer->first = buffer->size = buffer->registry = 0;
	buffer->has_current = false;
}

/* Buffers are seldom nearly empty, and not large then. */
static bool is_likely(const struct pxt_threadx_buffer *buffer)
{
	const uint64_t size = pxt_threadx_buffer_size(buffer);
	const uint64_t used =
		buffer->events * pxt_threadx_buffer_event_size(buffer) +
		buffer->entries * pxt_threadx_buffer_entry_size(buffer);

	return size <= PXT_THREADX_BUFFER_MOST && size / 16 <= used + SMALL;
}

int pxt_threadx_native_events_end(struct pxt_threadx_buffer *buffer,
				  struct pxt_export *export, unsigned origin,
				  bool keep)
{
	struct pxt_view *view = export->view;
	int err;

	err = enter_objects(buffer, view, origin);
	if (err)
		return err;
	buffer->slots = note(view, origin, "registry_slots", 0);
	if (buffer->slots < slots_of(buffer))
		buffer->slots = slots_of(buffer);
	place_events(buffer, view, origin);
	buffer->size = note(view, origin, "file_bytes", 0);
	if (!keep)
		forget_places(buffer);
	if (is_likely(buffer))
		return 0;

	/* Implausible notes: a log may say anything. */
	buffer->slots = slots_of(buffer);
	buffer->capacity = buffer->events;
	forget_places(buffer);
	return 0;
}
