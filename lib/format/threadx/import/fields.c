/* fields.c - meaning of information words */
#include "format/threadx/import/fields.h"

#include <string.h>

/* Values of enumerated words. */
#define THREAD_STATE                                                         \
	"ready, completed, terminated, suspended, sleep, queue, semaphore, " \
	"event_flags, block_memory, byte_memory, io_driver, file, tcp_ip, "  \
	"mutex, priority_change"
#define TCP_STATE                                                   \
	"closed = 1, listen, syn_sent, syn_received, established, " \
	"close_wait, fin_wait_1, fin_wait_2, closing, timed_wait, last_ack"
#define WAIT_OPTION "no_wait = 0, wait_forever = 0xffffffff"
#define FLAGS_OPTION "or, or_clear, and, and_clear"
#define PACKET_STATUS "allocated = 0xaaaaaaaa, free = 0xffffffff"

static const struct {
	const char *name;
	const char *values; /* values of an enumeration; NULL: none */
	const char *attributes;
} known[] = {
	{ "actual_status", NULL, "hex" },
	{ "attributes", NULL, "hex" },
	{ "audio_control", NULL, "hex" },
	{ "audio_sampling", NULL, "hex" },
	{ "available_bytes", NULL, "counter, unit(B)" },
	{ "available_packets", NULL, "counter" },
	{ "block_size", NULL, "unit(B)" },
	{ "buffer", NULL, "hex" },
	{ "buffer_start", NULL, "hex" },
	{ "bytes_read", NULL, "unit(B)" },
	{ "bytes_received", NULL, "unit(B)" },
	{ "bytes_sent", NULL, "unit(B)" },
	{ "bytes_written", NULL, "unit(B)" },
	{ "byte_written", NULL, "unit(B)" },
	{ "class", NULL, "hex" },
	{ "class_entry", NULL, "hex" },
	{ "configuration", NULL, "hex" },
	{ "current_count", NULL, "counter" },
	{ "current_flags", NULL, "hex" },
	{ "data_size", NULL, "unit(B)" },
	{ "data_start", NULL, "hex" },
	{ "default_pool", NULL, "object(packet_pool), hex" },
	{ "desired_state", TCP_STATE, NULL },
	{ "device_owner", NULL, "hex" },
	{ "dst_address", NULL, "hex" },
	{ "enable", "no_activate, activate", NULL },
	{ "enqueued", NULL, "counter" },
	{ "entity", NULL, "hex" },
	{ "entry_function", NULL, "hex" },
	{ "file_ptr", NULL, "object(file), hex" },
	{ "file_size", NULL, "unit(B)" },
	{ "flags_to_set", NULL, "hex" },
	{ "get_option", FLAGS_OPTION, NULL },
	{ "group_ptr", NULL, "object(event_flags), hex" },
	{ "hcd", NULL, "hex" },
	{ "header_0", NULL, "hex" },
	{ "header_word_0", NULL, "hex" },
	{ "header_word_1", NULL, "hex" },
	{ "inheritance", "no_inherit, inherit", NULL },
	{ "initial_ticks", NULL, "unit(ticks)" },
	{ "ip_address_change_notify", NULL, "hex" },
	{ "ip_address_lsw", NULL, "hex" },
	{ "ip_ptr", NULL, "object(ip), hex" },
	{ "isr_number", NULL, "key" },
	{ "media", NULL, "hex" },
	{ "media_driver", NULL, "hex" },
	{ "media_ptr", NULL, "object(media), hex" },
	{ "memory_size", NULL, "unit(B)" },
	{ "mutex_ptr", NULL, "object(mutex), hex" },
	{ "needed_status", NULL, "hex" },
	{ "new_interrupt_posture", NULL, "hex" },
	{ "new_state", THREAD_STATE, NULL },
	{ "next_thread", NULL, "object(thread), hex" },
	{ "next_thread_ptr", NULL, "object(thread), hex" },
	{ "notify_callback", NULL, "hex" },
	{ "object", NULL, "hex" },
	{ "object_buffer", NULL, "hex" },
	{ "open_type", "read, write, fast_read", NULL },
	{ "owning_thread", NULL, "object(thread), hex" },
	{ "packet_length", NULL, "unit(B)" },
	{ "packet_size", NULL, "unit(B)" },
	{ "packet_status", PACKET_STATUS, "hex" },
	{ "parent", NULL, "hex" },
	{ "payload_size", NULL, "unit(B)" },
	{ "physical_lsw", NULL, "hex" },
	{ "physical_msw", NULL, "hex" },
	{ "pima_device", NULL, "hex" },
	{ "pima_event", NULL, "hex" },
	{ "pima_session", NULL, "hex" },
	{ "pool_size", NULL, "unit(B)" },
	{ "pool_start", NULL, "hex" },
	{ "previous_state", THREAD_STATE, NULL },
	{ "printer", NULL, "hex" },
	{ "queue_ptr", NULL, "object(queue), hex" },
	{ "queue_size", NULL, "unit(B)" },
	{ "queue_start", NULL, "hex" },
	{ "raw_packet_filter", NULL, "hex" },
	{ "receive_notify", NULL, "hex" },
	{ "related_object", NULL, "object, hex" },
	{ "remaining_blocks", NULL, "counter" },
	{ "requested_flags", NULL, "hex" },
	{ "requested_length", NULL, "unit(B)" },
	{ "reschedule_ticks", NULL, "unit(ticks)" },
	{ "router_addr_lsw", NULL, "hex" },
	{ "scratch_memory", NULL, "hex" },
	{ "scratch_memory_size", NULL, "unit(B)" },
	{ "semaphore_ptr", NULL, "object(semaphore), hex" },
	{ "set_option", FLAGS_OPTION, NULL },
	{ "size_requested", NULL, "unit(B)" },
	{ "sleep_value", NULL, "unit(ticks)" },
	{ "socket_state", TCP_STATE, NULL },
	{ "source_short_name", NULL, "hex" },
	{ "source_unicode", NULL, "hex" },
	{ "src_address", NULL, "hex" },
	{ "stack_size", NULL, "unit(B)" },
	{ "stack_start", NULL, "hex" },
	{ "storage", NULL, "hex" },
	{ "storage_id_array", NULL, "hex" },
	{ "tcp_socket_ptr", NULL, "object(tcp_socket), hex" },
	{ "thread_ptr", NULL, "object(thread), hex" },
	{ "thread_state", THREAD_STATE, NULL },
	{ "timer_ptr", NULL, "object(timer), hex" },
	{ "transfer_request", NULL, "hex" },
	{ "udp_socket_ptr", NULL, "object(udp_socket), hex" },
	{ "usbx_error_code", NULL, "hex" },
	{ "volume_source", NULL, "hex" },
	{ "wait_option", WAIT_OPTION, NULL },
};

/* clang-format off */
static const char *const addresses[] = {
	"destination_ip", "destination_ip_address", "gateway_address",
	"group_address",  "ip_address",		    "net_mask",
	"network_address", "network_mask",	    "next_hop",
	"next_hop_address", "peer_ip_address",	    "server_ip",
	"source_ip_address", "target_ip_address",
};
/* clang-format on */

static bool ends_with(const char *name, const char *end)
{
	const size_t len = strlen(name), tail = strlen(end);

	return len >= tail && !strcmp(name + len - tail, end);
}

/* Possible IPv6 addresses have only their last word here. */
static bool is_of_ipv4_and_6(const char *event)
{
	return !strncmp(event, "NXD_", 4) || strstr(event, "_PING6") ||
	       strstr(event, "_ND_");
}

bool pxt_threadx_field_is_ip(const struct pxt_threadx_event *event,
			     unsigned word)
{
	if (event->id >= PXT_THREADX_FIRST_USER ||
	    is_of_ipv4_and_6(event->name))
		return false;
	for (size_t i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++)
		if (!strcmp(addresses[i], event->word[word]))
			return true;
	return false;
}

const char *pxt_threadx_field_span(const struct pxt_threadx_event *event)
{
	switch (event->id) {
	case 1:
		return "[[end(suspended)]]; ";
	case 2:
		return "[[begin(suspended)]]; ";
	case 3:
		return "[[begin(isr)]]; ";
	case 4:
		return "[[end(isr)]]; ";
	default:
		return "";
	}
}

/* Words whose names alone do not determine the kind of object. */
static const char *object_of(const struct pxt_threadx_event *event,
			     const char *name)
{
	const bool is_host = !strncmp(event->name, "UX_HOST", 7);

	if (!strcmp(name, "pool_ptr"))
		return event->id < 20 ? "object(block_pool), hex" :
		       event->id < 30 ? "object(byte_pool), hex" :
					"object(packet_pool), hex";
	if (!strcmp(name, "socket_ptr"))
		return strstr(event->name, "_UDP_") ?
			       "object(udp_socket), hex" :
			       "object(tcp_socket), hex";
	if (!strcmp(name, "class_instance"))
		return is_host ? "object(usb_host_class), hex" :
				 "object(usb_device_class), hex";
	if (!strcmp(name, "device"))
		return is_host ? "object(usb_host_device), hex" :
				 "object(usb_device), hex";
	if (!strcmp(name, "endpoint"))
		return is_host ? "object(usb_host_endpoint), hex" :
				 "object(usb_device_endpoint), hex";
	if (!strcmp(name, "interface"))
		return is_host ? "object(usb_host_interface), hex" :
				 "object(usb_device_interface), hex";
	return NULL;
}

static const char *attributes_of(const struct pxt_threadx_event *event,
				 const char *name)
{
	const char *object = object_of(event, name);

	if (object)
		return object;
	/* Waiting events have the thread in common. */
	if (!strcmp(name, "thread_ptr") && event->id <= 2)
		return "object(thread), hex, key";
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(known[i].name, name))
			return known[i].attributes;
	return ends_with(name, "_ptr") || ends_with(name, "_pointer") ||
			       ends_with(name, "_name") ||
			       ends_with(name, "_instance") ?
		       "hex" :
		       NULL;
}

static const char *values_of(const struct pxt_threadx_event *event,
			     const char *name)
{
	/* States of a socket, not of a thread. */
	if (event->id > 2 &&
	    (!strcmp(name, "previous_state") || !strcmp(name, "new_state")))
		return TCP_STATE;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(known[i].name, name))
			return known[i].values;
	return NULL;
}

/* The details of all events have a priority, too: that of the running
 * thread. */
static const char *name_of(const char *name)
{
	return !strcmp(name, "priority") ? "new_priority" : name;
}

void pxt_threadx_field_put(struct pxt_bounded_text *text, const char *type,
			   const struct pxt_threadx_event *event, unsigned word)
{
	const char *const name = event->word[word];
	const char *values, *attributes;

	if (event->id >= PXT_THREADX_FIRST_USER) {
		pxt_bounded_text_put(text, type, " ", name, " [[hex]]; ", NULL);
		return;
	}
	if (pxt_threadx_field_is_ip(event, word)) {
		pxt_bounded_text_put(text, "char ", name, "[16]; ", NULL);
		return;
	}
	values = values_of(event, name);
	attributes = attributes_of(event, name);
	if (values)
		pxt_bounded_text_put(text, "enum : ", type, " { ", values,
				     " } ", name_of(name),
				     attributes ? " [[hex]]; " : "; ", NULL);
	else if (attributes)
		pxt_bounded_text_put(text, type, " ", name, " [[", attributes,
				     "]]; ", NULL);
	else
		pxt_bounded_text_put(text, type, " ", name_of(name), "; ",
				     NULL);
}
