/* kinds.c - kinds of ThreadX objects, and their details */
#include "format/threadx/kinds.h"

#include <string.h>

#include "format/bounded_text.h"

enum {
	THREAD = 1,
	PRIORITY_PRESENT = 0x80, /* flag in the first reserved byte */
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

void pxt_threadx_kind_put(char kind[PXT_THREADX_KIND_SIZE], unsigned type)
{
	struct pxt_bounded_text text = { kind, PXT_THREADX_KIND_SIZE, 0 };
	const char *known = pxt_threadx_kind(type);

	pxt_bounded_text_put(&text, known ? known : "type_", NULL);
	if (!known)
		pxt_bounded_text_decimal(&text, type);
}

static void put_number(struct pxt_bounded_text *text, const char *key,
		       uint64_t number)
{
	pxt_bounded_text_put(text, text->len ? " " : "", key, "=", NULL);
	pxt_bounded_text_decimal(text, number);
}

static void put_address(struct pxt_bounded_text *text, const char *key,
			uint64_t address)
{
	pxt_bounded_text_put(text, " ", key, "=", NULL);
	pxt_bounded_text_hex(text, address);
}

static void put_parameters(struct pxt_bounded_text *text,
			   const struct pxt_threadx_slot *slot)
{
	for (unsigned i = 0; slot->type < TYPES && i < 2; i++) {
		const char *name = types[slot->type].parameter[i];

		if (name && !i && types[slot->type].is_address)
			put_address(text, name, slot->parameter[i]);
		else if (name)
			put_number(text, name, slot->parameter[i]);
	}
}

void pxt_threadx_details_put(char details[PXT_THREADX_DETAILS_SIZE],
			     size_t index, const struct pxt_threadx_slot *slot)
{
	struct pxt_bounded_text text = { details, PXT_THREADX_DETAILS_SIZE, 0 };

	if (index != PXT_THREADX_NO_SLOT) {
		put_number(&text, "slot", index);
		put_number(&text, "available", slot->available);
	}
	put_number(&text, "type", slot->type);
	put_number(&text, "reserved1", slot->reserved1);
	put_number(&text, "reserved2", slot->reserved2);
	put_address(&text, "param1", slot->parameter[0]);
	put_address(&text, "param2", slot->parameter[1]);
	if (slot->type == THREAD && slot->reserved1 & PRIORITY_PRESENT)
		put_number(&text, "priority",
			   (slot->reserved1 & 3u) << 8 | slot->reserved2);
	put_parameters(&text, slot);
}
