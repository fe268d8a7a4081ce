/*
 * own_clock.c - firmware of ThreadX, C and C++, with switches of its own in
 * tx_user.h: a counter of 16 bits is its clock
 */
#define TX_INCLUDE_USER_DEFINE_FILE
#include <stdio.h>

#include "tx_api.h"
#include "tx_trace.h"

static ULONG memory[256];
unsigned counted = 0xFFF0;
unsigned extended;

int main(void)
{
	const ULONG *event;

	tx_trace_enable(memory, sizeof(memory), 0);
	for (ULONG i = 0; i < 5; i++)
		tx_trace_user_event_insert(TX_TRACE_USER_EVENT_START, i, 0, 0,
					   0);
	event = (const ULONG *)_tx_trace_buffer_start_ptr;
	printf("mask %#lx, stamps", (unsigned long)memory[1]);
	for (int i = 0; i < 7; i++)
		printf(" %#lx", (unsigned long)event[8 * i + 3] & 0xFFFF);
	printf("\nextended %d\n", extended >= counted / 0x1000);
	return 0;
}
