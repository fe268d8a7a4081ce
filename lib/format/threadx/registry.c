/* registry.c - objects of a ThreadX trace */
#include "format/threadx/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

enum {
	THREAD = 1,
	PRIORITY_PRESENT = 0x80, /* flag in the first reserved byte */
	MOST_NOTES = 100,	 /* maximum notes about replaced objects */
};

/* Indexed by type: the kind, and names of the parameters. */
static const struct {
	const char *kind;
	const char *parameter[2];
	bool is_address; /* the first parameter */
} types[] = {
	[1] = { "thread", { "stack_start", "stack_size" }, true },
	[2] = { "timer", { "initial_ticks", "reschedule_ticks" }, false },
	[3] = { "queue", { "memory_size", "message_size" }, false },
	[4] = { "semaphore", { "initial_count", NULL }, false },
	[5] = { "mutex", { "inheritance", NULL }, false },
	[6] = { "event_flags", { NULL, NULL }, false },
	[7] = { "block_pool", { "pool_size", "block_size" }, false },
	[8] = { "byte_pool", { "pool_size", NULL }, false },
	[9] = { "media", { "fat_cache_entries", "sector_cache_size" }, false },
	[10] = { "file", { NULL, NULL }, false },
	[11] = { "ip", { "stack_start", "stack_size" }, true },
	[12] = { "packet_pool", { "payload_size", "packets" }, false },
	[13] = { "tcp_socket", { "type_of_service", "window_size" }, false },
	[14] = { "udp_socket",
		 { "type_of_service", "receive_queue_maximum" },
		 false },
	[21] = { "usb_host_device", { "port_index", NULL }, false },
	[22] = { "usb_host_interface", { NULL, NULL }, false },
	[23] = { "usb_host_endpoint", { NULL, NULL }, false },
	[24] = { "usb_host_class", { NULL, NULL }, false },
	[25] = { "usb_device", { NULL, NULL }, false },
	[26] = { "usb_device_interface", { NULL, NULL }, false },
	[27] = { "usb_device_endpoint", { NULL, NULL }, false },
	[28] = { "usb_device_class", { NULL, NULL }, false },
};

enum { TYPES = sizeof(types) / sizeof(types[0]) };

const char *pxt_threadx_kind(unsigned type)
{
	return type < TYPES ? types[type].kind : NULL;
}

unsigned pxt_threadx_kind_find(const char *kind)
{
	for (unsigned type = 0; type < TYPES; type++)
		if (types[type].kind && !strcmp(types[type].kind, kind))
			return type;
	return 0;
}

/* Prints everything in the slot, named by its type. */
static void print_details(char *text, size_t size, size_t index,
			  const struct pxt_threadx_slot *slot)
{
	int len;

	len = snprintf(text, size,
		       "slot=%zu available=%u type=%u reserved1=%u "
		       "reserved2=%u param1=0x%" PRIx64 " param2=0x%" PRIx64,
		       index, slot->available, slot->type, slot->reserved1,
		       slot->reserved2, slot->parameter[0], slot->parameter[1]);
	if (slot->type == THREAD && slot->reserved1 & PRIORITY_PRESENT)
		len += snprintf(text + len, size - (size_t)len, " priority=%u",
				(slot->reserved1 & 3u) << 8 | slot->reserved2);
	for (unsigned i = 0; slot->type < TYPES && i < 2; i++) {
		const char *name = types[slot->type].parameter[i];

		if (name && !i && types[slot->type].is_address)
			len += snprintf(text + len, size - (size_t)len,
					" %s=0x%" PRIx64, name,
					slot->parameter[i]);
		else if (name)
			len += snprintf(text + len, size - (size_t)len,
					" %s=%" PRIu64, name,
					slot->parameter[i]);
	}
}

static void print_kind(char *text, size_t size, unsigned type)
{
	const char *kind = pxt_threadx_kind(type);

	if (kind)
		snprintf(text, size, "%s", kind);
	else
		snprintf(text, size, "type_%u", type);
}

/* The previous object of that address moves to the notes. */
static void note_other(struct pxt_trace *trace, uint64_t address,
		       const char *kind, unsigned *notes)
{
	struct posix_trace_object_np other;
	char key[32];

	if (*notes == MOST_NOTES ||
	    pxt_trace_get_object(trace, PXT_TRACE_PID, address, kind, NULL,
				 &other) ||
	    strcmp(other.kind, kind))
		return;
	snprintf(key, sizeof(key), "other_object_%u", ++*notes);
	pxt_trace_note(trace, key, "%s 0x%" PRIx64 " %s name=%s", kind, address,
		       other.details, other.name);
}

static void tell_object(struct pxt_trace *trace, size_t index,
			const struct pxt_threadx_slot *slot, unsigned *notes)
{
	char kind[32], name[PXT_THREADX_NAME_MAX + 1], details[256];

	print_kind(kind, sizeof(kind), slot->type);
	snprintf(name, sizeof(name), "%.*s", (int)slot->name_len, slot->name);
	print_details(details, sizeof(details), index, slot);
	note_other(trace, slot->address, kind, notes);
	pxt_trace_object(trace, PXT_TRACE_PID, slot->address, kind, name,
			 details);
}

/* Threads are numbered in slot order, and named by the rule of registry.h. */
static int name_thread(struct pxt_threadx_contexts *contexts,
		       const struct pxt_threadx_slot *slot)
{
	struct pxt_threadx_context *context;

	context = pxt_threadx_contexts_find(contexts, slot->address);
	if (!context)
		context = pxt_threadx_contexts_add(contexts, slot->address,
						   slot->name, slot->name_len);
	else if (!pxt_threadx_context_name(context, slot->name, slot->name_len))
		return ENOMEM;
	if (!context)
		return ENOMEM;
	context->is_registered = true;
	return 0;
}

static bool is_thread(const struct pxt_threadx_slot *slot)
{
	return slot->type == THREAD && slot->address != PXT_THREADX_INTERRUPT &&
	       slot->address != PXT_THREADX_INITIALIZE;
}

/* Announces objects that are live, or those that are not. ENOMEM. */
static int tell_objects(const struct pxt_threadx_image *image, bool live,
			struct pxt_threadx_contexts *contexts,
			struct pxt_trace *trace, unsigned *notes)
{
	struct pxt_threadx_slot slot;
	int err = 0;

	for (size_t i = 0; !err && i < image->registry_present; i++) {
		pxt_threadx_image_slot(image, i, &slot);
		if (!slot.type || !slot.available != live)
			continue;
		tell_object(trace, i, &slot, notes);
		if (is_thread(&slot))
			err = name_thread(contexts, &slot);
	}
	return err;
}

int pxt_threadx_registry_tell(const struct pxt_threadx_image *image,
			      struct pxt_threadx_contexts *contexts,
			      struct pxt_trace *trace)
{
	struct pxt_threadx_slot slot;
	unsigned notes = 0;
	int err = 0;

	for (size_t i = 0; !err && i < image->registry_present; i++) {
		pxt_threadx_image_slot(image, i, &slot);
		if (is_thread(&slot))
			err = name_thread(contexts, &slot);
	}
	if (!err)
		err = tell_objects(image, false, contexts, trace, &notes);
	if (!err)
		err = tell_objects(image, true, contexts, trace, &notes);
	return err;
}

int pxt_threadx_registry_name(const struct pxt_threadx_image *image,
			      struct pxt_threadx_contexts *contexts)
{
	struct pxt_threadx_slot slot;
	int err = 0;

	for (size_t i = image->registry_present; !err && i; i--) {
		pxt_threadx_image_slot(image, i - 1, &slot);
		if (is_thread(&slot))
			err = name_thread(contexts, &slot);
	}
	return err;
}
