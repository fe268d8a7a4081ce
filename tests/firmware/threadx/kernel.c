/*
 * kernel.c - a program with a kernel in the place of ThreadX's, in small
 *
 * It is compiled as the sources of the kernel are, with tx_trace_front.h before
 * it: it has types of its own, threads that run by turns under one mutex, a timer
 * that interrupts them, and words that it completes after an insert. Prints what
 * it finds in the trace buffer.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <string.h>

typedef unsigned int UINT;
typedef unsigned int ULONG;
typedef unsigned char UCHAR;

typedef struct {
	ULONG id;
	const char *name;
	UINT tx_thread_priority;
	UINT state;
	UINT tx_thread_preempt_threshold;
} TX_THREAD;

enum { TURNS = 100, DISABLE = 1, INTERNAL = 1, QUEUE = 0x40 };

/* The trace, as the kernel's own headers declare it */
UINT _tx_trace_enable(void *start, ULONG size, ULONG registry_entries);
UINT _tx_trace_disable(void);
UINT _tx_trace_user_event_insert(ULONG, ULONG, ULONG, ULONG, ULONG);
UINT _tx_trace_interrupt_control(UINT posture);
void _tx_trace_isr_enter_insert(ULONG isr_id);
void _tx_trace_isr_exit_insert(ULONG isr_id);
void _tx_trace_object_register(UCHAR, void *, char *, ULONG, ULONG);
extern ULONG *_tx_trace_buffer_current_ptr;
extern ULONG *_tx_trace_buffer_start_ptr;

/* What the library asks of a kernel */
TX_THREAD *volatile _tx_thread_current_ptr;
volatile ULONG _tx_thread_system_state = 0xF0F0F0F0;
volatile ULONG _tx_thread_preempt_disable = 3;
UINT _tx_thread_interrupt_control(UINT posture);

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static __thread UINT depth;

UINT _tx_thread_interrupt_control(UINT posture)
{
	const UINT before = depth > 0;

	if (posture == DISABLE && !depth++)
		pthread_mutex_lock(&mutex);
	else if (posture != DISABLE && depth)
		for (; depth; depth--)
			if (depth == 1)
				pthread_mutex_unlock(&mutex);
	return before;
}

static ULONG memory[1 << 16];
static ULONG queue[4];
static TX_THREAD threads[] = {
	{ 1, "producer", 5, 0, 4 },
	{ 2, "consumer", 7, 0, 7 },
};

/* A suspension whose next thread is known later */
static void suspend(TX_THREAD *thread, TX_THREAD *next)
{
	ULONG *const slot = _tx_trace_buffer_current_ptr;
	ULONG stamp = 0;

	TX_TRACE_IN_LINE_INSERT(2, thread, 4, &stamp, 0, INTERNAL)
	if (slot)
		stamp = slot[3];
	if (slot && slot[2] == 2 && slot[3] == stamp)
		slot[7] = (ULONG)(unsigned long)next;
}

static void *run(void *argument)
{
	TX_THREAD *const thread = argument;

	for (ULONG i = 0; i < TURNS; i++) {
		const UINT before = _tx_thread_interrupt_control(DISABLE);

		_tx_thread_current_ptr = thread;
		TX_TRACE_IN_LINE_INSERT(69, queue, i, 0, i, QUEUE)
		_tx_trace_user_event_insert(5000, i, 0, 0, 0);
		if (i == TURNS / 2) {
			_tx_thread_system_state = 1;
			_tx_trace_isr_enter_insert(9);
			_tx_trace_isr_exit_insert(9);
			_tx_thread_system_state = 0;
		}
		suspend(thread, &threads[thread == threads]);
		_tx_thread_current_ptr = NULL;
		_tx_thread_interrupt_control(before);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	const ULONG *event;
	pthread_t thread[2];
	FILE *file;

	for (int i = 0; i < 2; i++)
		_tx_trace_object_register(
			1, &threads[i],
			i ? (char *)"consumer" : (char *)"producer", 0, 0);
	TX_TRACE_IN_LINE_INSERT(60, queue, 1, queue, 16, QUEUE)
	printf("enable %u\n", _tx_trace_enable(memory, sizeof(memory), 4));
	event = _tx_trace_buffer_start_ptr;
	printf("initialization %x %x\n", event[0], event[1]);
	_tx_thread_system_state = 0;
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, run, &threads[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	_tx_thread_current_ptr = &threads[0];
	printf("posture %u, ", _tx_trace_interrupt_control(DISABLE));
	printf("%u\n", _tx_trace_interrupt_control(0));
	printf("events %u\n", (UINT)(_tx_trace_buffer_current_ptr - event) / 8);
	printf("disable %u\n", _tx_trace_disable());
	file = argc > 1 ? fopen(argv[1], "w") : NULL;
	if (file) {
		fwrite(memory, 1, sizeof(memory), file);
		fclose(file);
	}
	return 0;
}
