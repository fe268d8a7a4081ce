/* objects.c - objects of the firmware: in its registry, and in streams */
#include "firmware/threadx/objects.h"

#include <stdbool.h>
#include <string.h>

#include <trace_np.h>

#include "firmware/threadx/buffer.h"
#include "firmware/threadx/exclusion.h"
#include "format/threadx/kinds.h"
#include "format/bounded_text.h"

enum { NAME = POSIX_TRACE_OBJECT_NAME_MAX_NP + 1 };

/* A remembered object. */
struct entry {
	struct threadx_object object; /* the name is not used */
	bool is_there;
	bool is_untold; /* to streams, as its slot is another one */
	size_t slot;
	char name[NAME];
};

/* Guarded by the exclusion */
static struct entry entries[THREADX_OBJECTS_MAX];
static size_t used; /* entries that were there once */

/* ThreadX registers objects that are there in this order; others follow. */
static const uint8_t types[] = { 1, 2, 6, 3, 4, 5, 7, 8 };

static void copy_name(char to[NAME], const char *name)
{
	const size_t len = name ? strnlen(name, NAME - 1) : 0;

	if (len)
		memcpy(to, name, len);
	to[len] = '\0';
}

static void make_slot(struct pxt_threadx_slot *slot, const struct entry *entry)
{
	*slot = (struct pxt_threadx_slot){
		.type = entry->object.type,
		.reserved1 = entry->object.reserved[0],
		.reserved2 = entry->object.reserved[1],
		.address = entry->object.address,
		.parameter = { entry->object.parameter[0],
			       entry->object.parameter[1] },
		.name = entry->name,
		.name_len = strlen(entry->name),
	};
}

static void enter(struct entry *entry)
{
	struct pxt_threadx_slot slot;

	make_slot(&slot, entry);
	entry->slot = threadx_buffer_enter(&slot);
}

static void tell(const struct entry *entry)
{
	char kind[PXT_THREADX_KIND_SIZE], details[PXT_THREADX_DETAILS_SIZE];
	struct pxt_threadx_slot slot;

	make_slot(&slot, entry);
	pxt_threadx_kind_put(kind, slot.type);
	pxt_threadx_details_put(details, entry->slot, &slot);
	posix_trace_object_register_np(kind, slot.address, entry->name,
				       details);
}

static struct entry *find_free(void)
{
	for (size_t i = 0; i < used; i++)
		if (!entries[i].is_there)
			return &entries[i];
	return used < THREADX_OBJECTS_MAX ? &entries[used++] : NULL;
}

static struct entry *find(uint32_t address, int type)
{
	for (size_t i = used; i; i--) {
		struct entry *entry = &entries[i - 1];

		if (entry->is_there && entry->object.address == address &&
		    (type < 0 || entry->object.type == type))
			return entry;
	}
	return NULL;
}

static void remember(const struct entry *entry)
{
	struct entry *place = find(entry->object.address, entry->object.type);

	if (!place)
		place = find_free();
	if (place)
		*place = *entry;
}

/* The notification of a full buffer has the exclusion from the insert. False: a
 * handler within an insert. */
static bool begin(bool *is_owner)
{
	*is_owner = threadx_exclusion_begin();
	return *is_owner || threadx_exclusion_is_lent;
}

static void end(bool is_owner)
{
	if (is_owner)
		threadx_exclusion_end();
}

void threadx_objects_add(const struct threadx_object *object)
{
	bool is_owner;
	struct entry entry = {
		.object = *object,
		.is_there = true,
		.slot = PXT_THREADX_NO_SLOT,
	};

	copy_name(entry.name, object->name);
	if (begin(&is_owner)) {
		enter(&entry);
		remember(&entry);
		end(is_owner);
	}
	tell(&entry);
}

static void untell(uint8_t type, uint32_t address)
{
	char kind[PXT_THREADX_KIND_SIZE];

	pxt_threadx_kind_put(kind, type);
	posix_trace_object_unregister_np(kind, address);
}

/* Types of ThreadX and its middleware. */
enum { FIRST_TYPE = 1, LAST_TYPE = 28 };

void threadx_objects_remove(uint32_t address)
{
	struct entry *entry;
	bool is_owner;
	int type = -1;

	if (begin(&is_owner)) {
		entry = find(address, -1);
		if (entry) {
			type = entry->object.type;
			entry->is_there = false;
		}
		threadx_buffer_leave(address);
		end(is_owner);
	}
	if (type >= 0) {
		untell((uint8_t)type, address);
		return;
	}
	/* Not remembered: whatever it is. */
	for (uint8_t other = FIRST_TYPE; other <= LAST_TYPE; other++)
		untell(other, address);
}

static bool is_late(uint8_t type)
{
	return !memchr(types, type, sizeof(types));
}

static void enter_anew(struct entry *entry)
{
	const size_t before = entry->slot;

	enter(entry);
	entry->is_untold = entry->slot != before;
}

void threadx_objects_enter(void)
{
	for (size_t t = 0; t < sizeof(types); t++)
		for (size_t i = 0; i < used; i++)
			if (entries[i].is_there &&
			    entries[i].object.type == types[t])
				enter_anew(&entries[i]);
	for (size_t i = 0; i < used; i++)
		if (entries[i].is_there && is_late(entries[i].object.type))
			enter_anew(&entries[i]);
}

/* Takes what streams do not know of an entry. False: there are no more. */
static bool take_untold(size_t index, struct entry *entry)
{
	bool is_entry = false;

	if (!threadx_exclusion_begin())
		return false;
	if (index < used) {
		*entry = entries[index];
		entries[index].is_untold = false;
		is_entry = true;
	}
	threadx_exclusion_end();
	return is_entry;
}

void threadx_objects_tell(void)
{
	struct entry entry;

	for (size_t i = 0; take_untold(i, &entry); i++)
		if (entry.is_there && entry.is_untold)
			tell(&entry);
}

void threadx_objects_tell_buffer(const void *start, uint32_t left_out)
{
	char details[32];
	struct pxt_bounded_text text = { details, sizeof(details), 0 };

	pxt_bounded_text_put(&text, "left_out=", NULL);
	pxt_bounded_text_decimal(&text, left_out);
	posix_trace_object_register_np("trace_buffer",
				       (uint32_t)(uintptr_t)start, "", details);
}
