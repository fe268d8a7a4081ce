/*
 * switches.c - firmware of ThreadX that is built with switches of its own, and
 * reads its trace buffer by the structures of tx_trace.h
 *
 * Writes the buffer to the file of the first argument.
 */
#include <stdio.h>

/* What the switches may name */
static unsigned extensions, evaluated;
extern unsigned counted;
unsigned counted = 0x100;

#include "tx_api.h"
#include "tx_trace.h"

static ULONG memory[1024];

static ULONG evaluate(void)
{
	return ++evaluated;
}

static void print_header(void)
{
	const TX_TRACE_HEADER *header = _tx_trace_header_ptr;

	printf("header %d, mask %#lx, names of %d, reserved %#lx\n",
	       header->tx_trace_header_id == TX_TRACE_VALID,
	       (unsigned long)header->tx_trace_header_timer_valid_mask,
	       header->tx_trace_header_object_name_size,
	       (unsigned long)header->tx_trace_header_reserved4);
}

static void print_object(void)
{
	const TX_TRACE_OBJECT_ENTRY *entry = _tx_trace_registry_start_ptr;

	while (entry->tx_trace_object_entry_type != TX_TRACE_OBJECT_TYPE_QUEUE)
		entry++;
	printf("object %d, %lu, %s\n", entry->tx_trace_object_entry_available,
	       (unsigned long)entry->tx_trace_object_entry_param_1,
	       entry->tx_trace_object_entry_name);
}

static void print_event(const TX_TRACE_BUFFER_ENTRY *entry)
{
	printf("event %lu",
	       (unsigned long)entry->tx_trace_buffer_entry_event_id);
#ifdef TX_MISRA_ENABLE
	printf(", i2 %lu", (unsigned long)entry->tx_trace_buffer_entry_info_2);
#else
	printf(", i2 %lu",
	       (unsigned long)entry->tx_trace_buffer_entry_information_field_2);
#endif
#ifdef WITH_STAMPS
	printf(", %#lx",
	       (unsigned long)entry->tx_trace_buffer_entry_time_stamp);
#endif
	printf("\n");
}

int main(int argc, char **argv)
{
	const TX_TRACE_BUFFER_ENTRY *entry;
	FILE *file;

	TX_TRACE_INITIALIZE
	TX_TRACE_OBJECT_REGISTER(TX_TRACE_OBJECT_TYPE_QUEUE, memory,
				 "a queue of orders", 8, 1)
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_SEND, memory, evaluate(), 0, 0,
				TX_TRACE_QUEUE_EVENTS)
	printf("evaluated %u\n", evaluated);
	printf("enable %u\n", tx_trace_enable(memory, sizeof(memory), 4));
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_SEND, memory, evaluate(), 0, 0,
				TX_TRACE_QUEUE_EVENTS)
	tx_trace_user_event_insert(TX_TRACE_USER_EVENT_START, 0, 7, 0, 0);
	print_header();
	print_object();
	tx_trace_disable();
	for (entry = _tx_trace_buffer_start_ptr;
	     entry->tx_trace_buffer_entry_thread_pointer; entry++)
		print_event(entry);
	printf("extensions %u\n", extensions);
	file = argc > 1 ? fopen(argv[1], "w") : NULL;
	if (file) {
		fwrite(memory, 1, sizeof(memory), file);
		fclose(file);
	}
	return 0;
}
