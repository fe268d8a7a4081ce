/*
 * threadx_line.c - a bottling line whose controller was written for ThreadX, with
 * its event trace
 *
 *	posixtrace record -o line.ptl -- examples/threadx_line line.trx
 *	posixtrace stat line.ptl
 *	posixtrace show line.trx
 *
 * There is no kernel: threads of Linux and a signal handler take the places of
 * its threads and interrupts. The trace buffer goes to the file of the argument,
 * for TraceX.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

#include "tx_api.h"
#include "tx_trace.h"

enum { BOTTLES = 200, BELT = 8, SENSOR = 3 };

/* Events of the user */
enum { FILL_BEGIN = TX_TRACE_USER_EVENT_START, FILL_END };

static ULONG trace_memory[64 * 1024 / sizeof(ULONG)];

/* The belt between both machines, a queue of ThreadX in the trace */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t change;
	ULONG bottle[BELT], count;
} belt = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { 0 }, 0 };

static void put_on_belt(ULONG bottle)
{
	pthread_mutex_lock(&belt.lock);
	while (belt.count == BELT)
		pthread_cond_wait(&belt.change, &belt.lock);
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_SEND, &belt, bottle,
				TX_WAIT_FOREVER, belt.count,
				TX_TRACE_QUEUE_EVENTS)
	belt.bottle[belt.count++] = bottle;
	pthread_cond_signal(&belt.change);
	pthread_mutex_unlock(&belt.lock);
}

static ULONG take_from_belt(void)
{
	ULONG bottle;

	pthread_mutex_lock(&belt.lock);
	while (!belt.count)
		pthread_cond_wait(&belt.change, &belt.lock);
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_QUEUE_RECEIVE, &belt, 0,
				TX_WAIT_FOREVER, belt.count,
				TX_TRACE_QUEUE_EVENTS)
	bottle = belt.bottle[--belt.count];
	pthread_cond_signal(&belt.change);
	pthread_mutex_unlock(&belt.lock);
	return bottle;
}

static void *fill(void *unused)
{
	for (ULONG bottle = 1; bottle <= BOTTLES; bottle++) {
		tx_trace_user_event_insert(FILL_BEGIN, bottle, 0, 0, 0);
		if (bottle % 50 == 0)
			raise(SIGUSR1);
		tx_trace_user_event_insert(FILL_END, bottle, 750, 0, 0);
		put_on_belt(bottle);
	}
	return unused;
}

/* The level sensor */
static void interrupt(int signal)
{
	(void)signal;
	tx_trace_isr_enter_insert(SENSOR);
	tx_trace_isr_exit_insert(SENSOR);
}

static void work(void)
{
	pthread_t filler;
	ULONG sum = 0;

	pthread_create(&filler, NULL, fill, NULL);
	for (int i = 0; i < BOTTLES; i++)
		sum += take_from_belt();
	pthread_join(filler, NULL);
	printf("%d bottles, sum %lu\n", BOTTLES, (unsigned long)sum);
}

static void write_trace(const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file) {
		perror(path);
		return;
	}
	fwrite(trace_memory, 1, sizeof(trace_memory), file);
	fclose(file);
}

int main(int argc, char **argv)
{
	signal(SIGUSR1, interrupt);
	if (tx_trace_enable(trace_memory, sizeof(trace_memory), 16)) {
		fprintf(stderr, "no trace\n");
		return 1;
	}
	TX_TRACE_OBJECT_REGISTER(TX_TRACE_OBJECT_TYPE_QUEUE, &belt, "belt",
				 sizeof(belt.bottle), 1)
	work();
	tx_trace_disable();
	if (argc > 1)
		write_trace(argv[1]);
	return 0;
}
