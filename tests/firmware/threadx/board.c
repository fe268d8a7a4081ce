/*
 * board.c - firmware of ThreadX that traces all that its interface has
 *
 * Prints what each call returns, and writes its trace buffer to a file when that
 * is given.
 */
#include <stdio.h>
#include <string.h>

#include "tx_api.h"
#include "tx_trace.h"

enum { SLOTS = 8, EVENTS = 64, SIZE = 48 + SLOTS * 48 + EVENTS * 32 };

static ULONG memory[SIZE / 4];
static ULONG queue[8], semaphore[4], pool[2];
static CHAR *const long_name = (CHAR *)"a name of more than thirty-one bytes";

static void print(const char *call, UINT result)
{
	printf("%s %#x\n", call, result);
}

static void before_the_trace(void)
{
	TX_TRACE_INITIALIZE
	TX_TRACE_OBJECT_REGISTER(TX_TRACE_OBJECT_TYPE_QUEUE, queue, "orders",
				 32, 2)
	print("disable", tx_trace_disable());
	print("user event", tx_trace_user_event_insert(4096, 1, 2, 3, 4));
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_FLUSH, queue, 0, 0, 0,
				TX_TRACE_QUEUE_EVENTS)
	print("filter", tx_trace_event_filter(TX_TRACE_QUEUE_EVENTS));
}

static void begin(void)
{
	print("no memory", tx_trace_enable(TX_NULL, SIZE, SLOTS));
	print("no size", tx_trace_enable(memory, 0, 0));
	print("too small", tx_trace_enable(memory, 48 + 31, 0));
	print("too many objects", tx_trace_enable(memory, SIZE, 0xFFFFFFFF));
	print("enable", tx_trace_enable(memory, SIZE, SLOTS));
	print("again", tx_trace_enable(memory, SIZE, SLOTS));
	print("again, too small", tx_trace_enable(memory, 48 + 31, 0));
}

static void work(ULONG id)
{
	TX_TRACE_OBJECT_REGISTER(TX_TRACE_OBJECT_TYPE_SEMAPHORE, semaphore,
				 "free", 3, 0)
	TX_TRACE_OBJECT_REGISTER(TX_TRACE_OBJECT_TYPE_BLOCK_POOL, pool,
				 long_name, 4096, 64)
	TX_TRACE_OBJECT_REGISTER(40, &memory, TX_NULL, 1, 2)
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_SEND, queue, &memory,
				TX_WAIT_FOREVER, 1, TX_TRACE_QUEUE_EVENTS)
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_BLOCK_ALLOCATE, pool, 0, TX_NO_WAIT,
				63, TX_TRACE_BLOCK_POOL_EVENTS)
	print("user event", tx_trace_user_event_insert(id, 1, 2, 3, 4));
	tx_trace_isr_enter_insert(7);
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_SEMAPHORE_PUT, semaphore, 3, 0, 0,
				TX_TRACE_SEMAPHORE_EVENTS)
	tx_trace_isr_enter_insert(8);
	tx_trace_isr_exit_insert(8);
	tx_trace_isr_exit_insert(7);
}

static void filter(ULONG id)
{
	print("filter", tx_trace_event_filter(TX_TRACE_QUEUE_EVENTS |
					      TX_TRACE_USER_EVENTS));
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_SEND, queue, id++,
				TX_WAIT_FOREVER, 1, TX_TRACE_QUEUE_EVENTS)
	print("user event", tx_trace_user_event_insert(id, 1, 2, 3, 4));
	printf("evaluated %d\n", id != 5000);
	print("unfilter", tx_trace_event_unfilter(TX_TRACE_USER_EVENTS));
	TX_TRACE_IN_LINE_INSERT(id++, 1, 2, 3, 4, TX_TRACE_USER_EVENTS)
	printf("evaluated %d\n", id != 5000);
}

static void end(void)
{
	print("unknown", tx_trace_user_event_insert(199, 1, 2, 3, 4));
	print("posture", tx_interrupt_control(TX_INT_DISABLE));
	print("posture", tx_interrupt_control(TX_INT_ENABLE));
	print("large id",
	      tx_trace_user_event_insert(0x10000 + 300, 1, 0x01020304, 3, 1));
	TX_TRACE_OBJECT_UNREGISTER(semaphore)
	print("disable", tx_trace_disable());
	print("user event", tx_trace_user_event_insert(5000, 1, 2, 3, 4));
	TX_TRACE_OBJECT_UNREGISTER(queue)
}

int main(int argc, char **argv)
{
	FILE *file = argc > 1 ? fopen(argv[1], "w") : NULL;

	memset(memory, 0x5a, sizeof(memory));
	before_the_trace();
	begin();
	work(5000);
	filter(5000);
	end();
	if (file) {
		fwrite(memory, 1, sizeof(memory), file);
		fclose(file);
	}
	return 0;
}
