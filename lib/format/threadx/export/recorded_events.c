/* recorded_events.c - writing ThreadX's events that a program on Linux recorded */
#include "format/threadx/export/recorded_events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define NO_SLOT UINT64_MAX

/* An object that was registered again has another slot, or other parameters. */
static struct pxt_threadx_entry *
find_same(const struct pxt_threadx_buffer *buffer,
	  const struct pxt_threadx_entry *entry, const char *name)
{
	for (size_t i = 0; i < buffer->entries; i++) {
		struct pxt_threadx_entry *other = &buffer->entry[i];

		if (other->address == entry->address &&
		    other->details.type == entry->details.type &&
		    !strcmp(other->name, name))
			return other;
	}
	return NULL;
}

static int take(struct pxt_threadx_buffer *buffer, struct pxt_export *export,
		const struct posix_trace_object_np *object)
{
	struct pxt_threadx_entry entry = { .address = object->address };
	struct pxt_threadx_entry *same;
	char name[UINT8_MAX + 1];
	size_t len;

	if (!pxt_threadx_details_parse_object(&entry.details, object->details))
		return 0;
	if (!pxt_threadx_details_number(object->details, "slot",
					&entry.details.slot))
		entry.details.slot = NO_SLOT;
	len = strnlen(object->name, sizeof(name) - 1);
	memcpy(name, object->name, len);
	if (len >= buffer->name_size) {
		pxt_export_lose(export, "ends of names");
		len = buffer->name_size - 1u;
	}
	name[len] = '\0';
	same = find_same(buffer, &entry, name);
	if (!same)
		return pxt_threadx_buffer_enter(buffer, &entry, name);
	same->details = entry.details;
	return 0;
}

/* True if a later object has the slot. */
static bool is_taken(const struct pxt_threadx_buffer *buffer, size_t index)
{
	for (size_t i = index + 1; i < buffer->entries; i++)
		if (buffer->entry[i].details.slot ==
		    buffer->entry[index].details.slot)
			return true;
	return false;
}

static bool is_replaced(const struct pxt_threadx_buffer *buffer, size_t index)
{
	for (size_t i = index + 1; i < buffer->entries; i++)
		if (buffer->entry[i].address == buffer->entry[index].address)
			return true;
	return false;
}

/* The last object of a slot keeps it; others get slots behind all of these. */
static void place(struct pxt_threadx_buffer *buffer)
{
	uint64_t next = 0;

	for (size_t i = 0; i < buffer->entries; i++) {
		struct pxt_threadx_details *details = &buffer->entry[i].details;

		details->available = is_replaced(buffer, i);
		if (details->slot >= PXT_THREADX_REGISTRY_MOST ||
		    is_taken(buffer, i))
			details->slot = NO_SLOT;
		else if (details->slot >= next)
			next = details->slot + 1;
	}
	for (size_t i = 0; i < buffer->entries; i++)
		if (buffer->entry[i].details.slot == NO_SLOT)
			buffer->entry[i].details.slot = next++;
	buffer->slots = next;
}

int pxt_threadx_recorded_events_end(struct pxt_threadx_buffer *buffer,
				    struct pxt_export *export, unsigned origin,
				    pid_t pid)
{
	struct posix_trace_object_np object;
	int err = 0;

	for (size_t i = 0; !err; i++) {
		err = export->view->list_object(export->view, origin, i,
						&object);
		if (!err && object.pid == pid)
			err = take(buffer, export, &object);
	}
	if (err != ESRCH)
		return err;
	place(buffer);
	buffer->capacity = buffer->events;
	return 0;
}
