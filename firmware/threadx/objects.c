/* objects.c - objects of the firmware: in its registry, and in streams */
#include "firmware/threadx/objects.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include <trace_np.h>

#include "firmware/threadx/buffer.h"
#include "firmware/threadx/exclusion.h"
#include "firmware/threadx/pending.h"
#include "format/threadx/kinds.h"
#include "format/bounded_text.h"

/* A remembered object. */
struct entry {
	struct threadx_named_object named;
	bool is_there;
	bool is_untold; /* to streams, as its slot is another one */
	size_t slot;
};

/* Guarded by the exclusion */
static struct entry entries[THREADX_OBJECTS_MAX];
static size_t used; /* entries that were there once */

/* ThreadX registers objects that are there in this order; others follow. */
static const uint8_t types[] = { 1, 2, 6, 3, 4, 5, 7, 8 };

static void make_slot(struct pxt_threadx_slot *slot, const struct entry *entry)
{
	const struct threadx_object *object = &entry->named.object;

	*slot = (struct pxt_threadx_slot){
		.type = object->type,
		.reserved1 = object->reserved[0],
		.reserved2 = object->reserved[1],
		.address = object->address,
		.parameter = { object->parameter[0], object->parameter[1] },
		.name = entry->named.name,
		.name_len = strlen(entry->named.name),
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
	posix_trace_object_register_np(kind, slot.address, entry->named.name,
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

		if (entry->is_there && entry->named.object.address == address &&
		    (type < 0 || entry->named.object.type == type))
			return entry;
	}
	return NULL;
}

static void remember(const struct entry *entry)
{
	struct entry *place =
		find(entry->named.object.address, entry->named.object.type);

	if (!place)
		place = find_free();
	if (place)
		*place = *entry;
}

/* Changes that streams have, and registries lack. */
static _Atomic uint32_t left_out;

static void leave_out(void)
{
	atomic_fetch_add_explicit(&left_out, 1, memory_order_relaxed);
}

uint32_t threadx_objects_left_out(void)
{
	return atomic_load_explicit(&left_out, memory_order_relaxed);
}

/* How the caller has the exclusion. */
enum holding {
	NOTHING,
	OWNED,
	BORROWED, /* by the notification of a full buffer, from the insert */
	SHARED,	  /* it interrupted the owner, and may put off what it does */
};

/* A handler that interrupts the borrower puts off what it does. Objects are rare, and
 * missing for good: an owner that lost its processor is waited for. */
static enum holding begin(void)
{
	if (threadx_exclusion_begin_patiently())
		return OWNED;
	if (threadx_exclusion_is_lent) {
		threadx_exclusion_is_lent = false;
		return BORROWED;
	}
	return threadx_exclusion_is_mine() ? SHARED : NOTHING;
}

static void end(enum holding holding)
{
	if (holding == OWNED)
		threadx_exclusion_end();
	else if (holding == BORROWED)
		threadx_exclusion_is_lent = true;
}

/* What was put off before is done before. */
static bool may_change(enum holding holding)
{
	return (holding == OWNED || holding == BORROWED) &&
	       threadx_pending_is_empty();
}

static void add(struct entry *entry)
{
	enter(entry);
	remember(entry);
}

void threadx_objects_add(const struct threadx_object *object, const char *name)
{
	enum holding holding;
	struct entry entry = {
		.named = { .object = *object },
		.is_there = true,
		.slot = PXT_THREADX_NO_SLOT,
	};

	threadx_object_set_name(&entry.named, name);
	holding = begin();
	if (may_change(holding))
		add(&entry);
	else if (!holding || !threadx_pending_add_object(&entry.named))
		leave_out();
	end(holding);
	tell(&entry);
}

/* Streams know it already, but for its slot. */
void threadx_objects_add_late(const struct threadx_named_object *object)
{
	struct entry entry = {
		.named = { .object = object->object },
		.is_there = true,
	};

	threadx_object_set_name(&entry.named, object->name);
	add(&entry);
	tell(&entry);
}

static void untell(int type, uint32_t address)
{
	char kind[PXT_THREADX_KIND_SIZE];

	pxt_threadx_kind_put(kind, (unsigned)type);
	posix_trace_object_unregister_np(kind, address);
}

/* Types of ThreadX and its middleware. */
enum { FIRST_TYPE = 1, LAST_TYPE = 28, NO_TYPE = -1 };

/* An object that is not remembered may have any type. */
static void untell_all(uint32_t address)
{
	for (int type = FIRST_TYPE; type <= LAST_TYPE; type++)
		untell(type, address);
}

/* Returns the type of the object. NO_TYPE: it is not remembered. */
static int forget(uint32_t address)
{
	struct entry *const entry = find(address, NO_TYPE);

	threadx_buffer_leave(address);
	if (!entry)
		return NO_TYPE;
	entry->is_there = false;
	return entry->named.object.type;
}

static void tell_end(int type, uint32_t address)
{
	if (type == NO_TYPE)
		untell_all(address);
	else
		untell(type, address);
}

/* Streams are told of what is put off when it is done, as its type is known
 * then. */
void threadx_objects_remove(uint32_t address)
{
	const enum holding holding = begin();
	bool is_put_off = false;
	int type = NO_TYPE;

	if (may_change(holding))
		type = forget(address);
	else if (holding && threadx_pending_add_end(address))
		is_put_off = true;
	else
		leave_out();
	end(holding);
	if (!is_put_off)
		tell_end(type, address);
}

void threadx_objects_remove_late(uint32_t address)
{
	tell_end(forget(address), address);
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
			    entries[i].named.object.type == types[t])
				enter_anew(&entries[i]);
	for (size_t i = 0; i < used; i++)
		if (entries[i].is_there &&
		    is_late(entries[i].named.object.type))
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

void threadx_objects_tell_buffer(const void *start, uint32_t left_out_events)
{
	char details[64];
	struct pxt_bounded_text text = { details, sizeof(details), 0 };
	const uint32_t objects = threadx_objects_left_out();

	pxt_bounded_text_put(&text, "left_out=", NULL);
	pxt_bounded_text_decimal(&text, left_out_events);
	if (objects) {
		pxt_bounded_text_put(&text, " objects_left_out=", NULL);
		pxt_bounded_text_decimal(&text, objects);
	}
	posix_trace_object_register_np("trace_buffer",
				       (uint32_t)(uintptr_t)start, "", details);
}
