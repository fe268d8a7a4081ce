/*
 * late_objects.c - firmware of ThreadX whose interrupts register and unregister
 * objects, whatever they interrupt
 *
 *	late_objects FILE		several threads; the buffer goes to the file
 *	late_objects FILE BURST		one thread, and so many objects at a time
 *
 * Prints how the registry differs from what was registered. Only where a burst is
 * larger than what can be put off it may lack some.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tx_api.h"
#include "tx_trace.h"

enum {
	HEADER = 48,
	SLOT = 48,
	SLOTS = 8192,
	OBJECTS = 3000,
	THREADS = 4,
	LIVE = 200, /* of each thread */
	EVERY = 50, /* microseconds, an interrupt */
	TYPE = 3,
	ID = 5000,
	INTERRUPT_ID = 6000,
};

static ULONG memory[1 << 18], other_memory[1 << 18];

/* An object each: its address, and whether it is there */
static char object[OBJECTS], of_thread[THREADS][2 * LIVE];
static unsigned char is_there[OBJECTS], thread_has[THREADS][2 * LIVE];
static char name[OBJECTS][8];

static _Atomic unsigned next;
static _Atomic int is_over, interrupted;
static _Atomic unsigned done[THREADS]; /* events that a thread has inserted */
static unsigned burst = 1;

/* Registers an object, and inserts an event of it. Of three objects one is there for
 * ever, one is gone at once, and one is gone when its thread is interrupted
 * again. */
static void interrupt_once(unsigned i)
{
	static __thread unsigned last = OBJECTS;

	TX_TRACE_OBJECT_REGISTER(TYPE, &object[i], name[i], i, 0)
	TX_TRACE_IN_LINE_INSERT(INTERRUPT_ID, &object[i], i, 0, 0,
				TX_TRACE_USER_EVENTS)
	is_there[i] = i % 3 != 0;
	if (!is_there[i])
		TX_TRACE_OBJECT_UNREGISTER(&object[i])
	if (i % 3 != 1)
		return;
	if (last < OBJECTS) {
		TX_TRACE_OBJECT_UNREGISTER(&object[last])
		is_there[last] = 0;
	}
	last = i;
}

static void interrupt(int signal)
{
	(void)signal;
	for (unsigned i = 0; i < burst; i++) {
		const unsigned mine = next++;

		if (mine >= OBJECTS) {
			is_over = 1;
			return;
		}
		interrupt_once(mine);
	}
	interrupted = 1;
}

/* Inserts events, and at first registers objects, of which every other one
 * stays. */
static void *work(void *argument)
{
	const unsigned number = *(const unsigned *)argument;

	for (unsigned i = 0; !is_over; i++) {
		TX_TRACE_IN_LINE_INSERT(ID + number, i, 0, 0, 0,
					TX_TRACE_USER_EVENTS)
		done[number]++;
		if (i % 64 || i / 64 >= 2 * LIVE)
			continue;
		TX_TRACE_OBJECT_REGISTER(TYPE, &of_thread[number][i / 64],
					 "thread's", i / 64, 0)
		thread_has[number][i / 64] = i / 64 % 2;
		if (i / 64 % 2 == 0)
			TX_TRACE_OBJECT_UNREGISTER(&of_thread[number][i / 64])
	}
	return NULL;
}

static void pause_shortly(void)
{
	const struct timespec every = { 0, EVERY * 1000 };

	nanosleep(&every, NULL);
}

/* Until the thread has ended what was interrupted: a busy machine lets it wait, and
 * what others put off meanwhile adds up. */
static void interrupt_thread(pthread_t thread, unsigned number)
{
	unsigned was;

	interrupted = 0;
	pthread_kill(thread, SIGUSR1);
	while (!interrupted && !is_over)
		pause_shortly();
	was = done[number];
	while (done[number] - was < 2 && !is_over)
		pause_shortly();
}

static void run(unsigned threads)
{
	static unsigned number[THREADS];
	pthread_t thread[THREADS];
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = interrupt;
	action.sa_flags = SA_RESTART;
	sigaction(SIGUSR1, &action, NULL);
	for (unsigned i = 0; i < threads; i++) {
		number[i] = i;
		pthread_create(&thread[i], NULL, work, &number[i]);
	}
	for (unsigned i = 0; !is_over; i = (i + 1) % threads)
		interrupt_thread(thread[i], i);
	for (unsigned i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
}

/* How the registry in a memory differs from what is there */

struct difference {
	unsigned missing, twice, left, wrong;
};

static void compare(struct difference *difference, const ULONG *registry,
		    const char *from, const unsigned char *is, size_t objects,
		    const char *object_name)
{
	const ULONG base = (ULONG)(unsigned long)from;
	unsigned char *const seen = calloc(objects, 1);

	for (size_t s = 0; s < SLOTS; s++) {
		const ULONG *const slot = registry + s * SLOT / 4;
		const ULONG i = slot[1] - base;

		if (*(const char *)slot || !slot[1] || i >= objects)
			continue;
		difference->twice += seen[i];
		difference->left += !is[i];
		difference->wrong +=
			slot[2] != i ||
			strcmp((const char *)&slot[4],
			       object_name ? object_name : name[i]) != 0;
		seen[i] = 1;
	}
	for (size_t i = 0; i < objects; i++)
		difference->missing += is[i] && !seen[i];
	free(seen);
}

static void print(const char *when, const ULONG *from)
{
	const ULONG *const registry = from + HEADER / 4;
	struct difference difference = { 0, 0, 0, 0 };

	compare(&difference, registry, object, is_there, OBJECTS, NULL);
	for (unsigned i = 0; i < THREADS; i++)
		compare(&difference, registry, of_thread[i], thread_has[i],
			2 * LIVE, "thread's");
	printf("%s: missing %u, twice %u, left %u, wrong %u\n", when,
	       difference.missing, difference.twice, difference.left,
	       difference.wrong);
}

int main(int argc, char **argv)
{
	FILE *const file = argc > 1 ? fopen(argv[1], "w") : NULL;

	if (!file)
		return 2;
	if (argc > 2)
		burst = (unsigned)atoi(argv[2]);
	for (unsigned i = 0; i < OBJECTS; i++)
		snprintf(name[i], sizeof(name[i]), "o%u", i % OBJECTS);
	tx_trace_enable(memory, sizeof(memory), SLOTS);
	run(argc > 2 ? 1 : THREADS);
	tx_trace_disable();
	print("registry", memory);
	fwrite(memory, 1, sizeof(memory), file);
	fclose(file);
	tx_trace_enable(other_memory, sizeof(other_memory), SLOTS);
	print("remembered", other_memory);
	tx_trace_disable();
	return 0;
}
