/*
 * under_fire.c - firmware of ThreadX whose trace is used by threads, interrupts
 * and children at once, or has hardly any room
 *
 * The first argument is the scene; a second one a file for the trace buffer.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tx_api.h"
#include "tx_trace.h"

enum {
	HEADER = 48,
	SLOT = 48,
	EVENT = 32,
	THREADS = 4,
	TURNS = 4000,
	INTERRUPTS = 100,
	EVERY = 200, /* microseconds, an interrupt */
	OBJECTS = 4000,
	FIRST_ID = 5000, /* of the threads, each of which has its own */
	ISR_ID = 6000,
};

static ULONG memory[1 << 20], other_memory[1 << 10];
static FILE *dump;

static void write_memory(const void *from, size_t size)
{
	if (dump)
		fwrite(from, 1, size, dump);
}

/* One slot */

static unsigned full;

static void count_full(VOID *header)
{
	full += header == memory;
}

static int one(void)
{
	const size_t size = HEADER + EVENT;

	tx_trace_buffer_full_notify(count_full);
	printf("enable %u, ", tx_trace_enable(memory, size, 0));
	printf("full %u\n", full);
	for (ULONG i = 0; i < 5; i++)
		tx_trace_user_event_insert(FIRST_ID, i, 0, 0, 0);
	printf("full %u, last %u\n", full, memory[(HEADER + 16) / 4]);
	tx_trace_buffer_full_notify(TX_NULL);
	tx_trace_user_event_insert(FIRST_ID, 5, 0, 0, 0);
	printf("full %u, last %u\n", full, memory[(HEADER + 16) / 4]);
	write_memory(memory, size);
	return 0;
}

/* Stamps beside the clock, for longer than the library goes without it */

static ULONG nanoseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (ULONG)((unsigned long long)now.tv_sec * 1000000000ULL +
		       (unsigned long long)now.tv_nsec);
}

static int is_before(ULONG one, ULONG other)
{
	return one != other && other - one < 1U << 31;
}

static int clocks(void)
{
	enum { LASTING = 100000000, NEAR = 5000 }; /* ns */
	const ULONG *const stamp = &memory[HEADER / 4 + 3];
	unsigned back = 0, early = 0, late = 0;
	ULONG begin, before, after, last;

	tx_trace_enable(memory, HEADER + EVENT, 0);
	begin = nanoseconds();
	last = begin - NEAR;
	do {
		before = nanoseconds();
		tx_trace_user_event_insert(FIRST_ID, 0, 0, 0, 0);
		after = nanoseconds();
		back += is_before(*stamp, last);
		early += is_before(*stamp, before - NEAR);
		late += is_before(after + NEAR, *stamp);
		last = *stamp;
	} while (after - begin < LASTING);
	printf("back %u, early %u, late %u\n", back, early, late);
	return 0;
}

/* A registry that is full */

static void print_registry(const char *when, unsigned slots)
{
	printf("%s, %lu free:", when,
	       (unsigned long)_tx_trace_available_registry_entries);
	for (unsigned i = 0; i < slots; i++) {
		const char *slot = (const char *)memory + HEADER + i * SLOT;

		printf(" %d/%d/%s", slot[0], slot[1], slot + 16);
	}
	printf("\n");
}

static int registry(void)
{
	static char objects[8];

	memset(memory, 0, 4096);
	tx_trace_enable(memory, 4096, 3);
	print_registry("thread", 3);
	TX_TRACE_OBJECT_REGISTER(3, &objects[0], "a", 0, 0)
	TX_TRACE_OBJECT_REGISTER(4, &objects[1], "b", 0, 0)
	TX_TRACE_OBJECT_REGISTER(5, &objects[2], "c", 0, 0)
	print_registry("full", 3);
	TX_TRACE_OBJECT_UNREGISTER(&objects[0])
	print_registry("deleted", 3);
	TX_TRACE_OBJECT_REGISTER(6, &objects[3], "d", 0, 0)
	TX_TRACE_OBJECT_UNREGISTER(&objects[7])
	TX_TRACE_OBJECT_UNREGISTER(TX_NULL)
	print_registry("reused", 3);
	for (int i = 0; i < 5; i++)
		TX_TRACE_IN_LINE_INSERT(TX_TRACE_MUTEX_GET, &objects[2], i, 0,
					0, TX_TRACE_MUTEX_EVENTS)
	write_memory(memory, 4096);
	return 0;
}

/* Two buffers by turns */

static UINT codes[2];

static void swap(VOID *header)
{
	VOID *const next = header == memory ? other_memory : memory;

	codes[0] |= tx_trace_disable();
	write_memory(header, 4096);
	codes[1] |= tx_trace_enable(next, 4096, 4);
}

static int notify(void)
{
	VOID *const current = memory;

	tx_trace_buffer_full_notify(swap);
	tx_trace_enable(current, 4096, 4);
	for (ULONG i = 0; i < 1000; i++)
		tx_trace_user_event_insert(FIRST_ID, i, 0, 0, 0);
	tx_trace_disable();
	printf("codes %u %u\n", codes[0], codes[1]);
	write_memory(_tx_trace_header_ptr, 4096);
	return 0;
}

/* Threads and interrupts */

static _Atomic int interrupts;

static void interrupt(int signal)
{
	(void)signal;
	tx_trace_isr_enter_insert(1);
	TX_TRACE_IN_LINE_INSERT(ISR_ID, interrupts, 0, 0, 0,
				TX_TRACE_USER_EVENTS)
	tx_trace_isr_exit_insert(1);
	interrupts++;
}

static void (*interrupt_handler)(int signal);

/* The next interrupt is set when one ends: on a slow machine, too, what is
 * interrupted goes on in between. */
static void set_interrupt(void)
{
	const struct itimerval once = { { 0, 0 }, { 0, EVERY } };

	setitimer(ITIMER_REAL, &once, NULL);
}

static void handle_interrupt(int signal)
{
	interrupt_handler(signal);
	set_interrupt();
}

static void start_interrupts(void (*handler)(int signal))
{
	struct sigaction action;

	interrupt_handler = handler;
	memset(&action, 0, sizeof(action));
	action.sa_handler = handle_interrupt;
	action.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &action, NULL);
	set_interrupt();
}

static void stop_interrupts(void)
{
	const struct itimerval never = { { 0, 0 }, { 0, 0 } };

	setitimer(ITIMER_REAL, &never, NULL);
	signal(SIGALRM, SIG_IGN);
}

static void *work(void *argument)
{
	const ULONG number = *(const ULONG *)argument;

	for (ULONG i = 0; i < TURNS; i++) {
		TX_TRACE_IN_LINE_INSERT(FIRST_ID + number, i, 0, 0, 0,
					TX_TRACE_USER_EVENTS)
		TX_TRACE_OBJECT_REGISTER(3, &memory[number], "queue", i, 0)
		TX_TRACE_OBJECT_UNREGISTER(&memory[number])
	}
	return NULL;
}

static void run_threads(void)
{
	pthread_t thread[THREADS];
	ULONG number[THREADS];

	for (ULONG i = 0; i < THREADS; i++) {
		number[i] = i;
		pthread_create(&thread[i], NULL, work, &number[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}

/* Interrupts come until there were enough; then the buffer is complete. */
static int end_under_fire(void)
{
	while (interrupts < INTERRUPTS)
		pause();
	stop_interrupts();
	printf("disable %u\n", tx_trace_disable());
	write_memory(memory, sizeof(memory));
	return 0;
}

static int threads(void)
{
	tx_trace_enable(memory, sizeof(memory), 16);
	start_interrupts(interrupt);
	run_threads();
	for (int i = 0; i < 5 * TURNS && interrupts < INTERRUPTS; i++)
		tx_trace_user_event_insert(FIRST_ID + THREADS, 0, 0, 0, 0);
	return end_under_fire();
}

/* One thread alone, for long, until others come */

enum { ALONE = 5 * TURNS };

static pthread_barrier_t together;

static void insert_many(ULONG number, ULONG first)
{
	for (ULONG i = 0; i < ALONE; i++)
		tx_trace_user_event_insert(FIRST_ID + number, first + i, 0, 0,
					   0);
}

static void *join_in(void *unused)
{
	pthread_barrier_wait(&together);
	insert_many(THREADS + 1, 0);
	return unused;
}

static int alone(void)
{
	pthread_t thread;

	pthread_barrier_init(&together, NULL, 2);
	tx_trace_enable(memory, sizeof(memory), 16);
	start_interrupts(interrupt);
	pthread_create(&thread, NULL, join_in, NULL);
	insert_many(THREADS, 0);
	pthread_barrier_wait(&together);
	insert_many(THREADS, ALONE);
	pthread_join(thread, NULL);
	insert_many(THREADS, 2 * ALONE);
	run_threads();
	return end_under_fire();
}

/* Each event of threads and interrupts is the first one of its type. */

static _Atomic int next_type;

static void open_type(void)
{
	TX_TRACE_IN_LINE_INSERT(TX_TRACE_USER_EVENT_START + next_type++, 0, 0,
				0, 0, TX_TRACE_USER_EVENTS)
}

/* The next one comes when something else had its time, too. */
static void interrupt_types(int signal)
{
	const struct itimerval once = { { 0, 0 }, { 0, EVERY / 4 } };

	open_type();
	interrupt(signal);
	setitimer(ITIMER_REAL, &once, NULL);
}

static void *open_types(void *unused)
{
	for (int i = 0; i < 1000; i++)
		open_type();
	return unused;
}

static int open_all(void)
{
	pthread_t thread;

	start_interrupts(interrupt_types);
	pthread_create(&thread, NULL, open_types, NULL);
	open_types(NULL);
	pthread_join(thread, NULL);
	stop_interrupts();
	return 0;
}

/* Each child has names of its own. */
static int types(void)
{
	enum { CHILDREN = 20 };
	int status, ended = 0;

	tx_trace_enable(memory, sizeof(memory), 16);
	for (int i = 0; i < CHILDREN; i++) {
		const pid_t pid = fork();

		if (!pid)
			_exit(open_all());
		ended += pid > 0 && waitpid(pid, &status, 0) == pid && !status;
	}
	printf("ended %d, disable %u\n", ended, tx_trace_disable());
	return 0;
}

/* A handler changes buffers, whatever it interrupts. */

static _Atomic unsigned wrong;

static void interrupt_buffers(int signal)
{
	const ULONG turn = (ULONG)interrupts;

	wrong |= tx_trace_disable() & ~(UINT)TX_NOT_DONE;
	if (turn % 50 == 49)
		TX_TRACE_INITIALIZE
	wrong |= tx_trace_enable(turn % 2 ? memory : other_memory,
				 HEADER + SLOT * (turn % 4) +
					 EVENT * (turn % 7) + EVENT,
				 turn % 4) &
		 ~(UINT)TX_NOT_DONE;
	interrupt(signal);
}

/* To enter all objects takes longer than it is between two interrupts. */
static void *change_registry(void *unused)
{
	for (ULONG i = 0; i < 3 * INTERRUPTS || interrupts < INTERRUPTS; i++) {
		TX_TRACE_OBJECT_REGISTER(3, &memory[i % 8], TX_NULL, i, 0)
		tx_trace_user_event_insert(FIRST_ID, i, 0, 0, 0);
		TX_TRACE_OBJECT_UNREGISTER(&memory[i % 8])
		tx_trace_disable();
		tx_trace_enable(memory, sizeof(memory), OBJECTS + i % 5);
	}
	return unused;
}

static int buffers(void)
{
	static char objects[OBJECTS];

	for (int i = 0; i < OBJECTS; i++)
		TX_TRACE_OBJECT_REGISTER(4, &objects[i], "object", 0, 0)
	start_interrupts(interrupt_buffers);
	change_registry(NULL);
	stop_interrupts();
	tx_trace_disable();
	printf("wrong %u, disable %#x\n", wrong, tx_trace_disable());
	return 0;
}

/* The trace is enabled, disabled and filtered meanwhile; one slot, or some. */
static int changes(void)
{
	static ULONG size = HEADER + EVENT;
	pthread_t thread;
	ULONG number = 0;

	start_interrupts(interrupt);
	pthread_create(&thread, NULL, work, &number);
	for (int i = 0; i < TURNS; i++) {
		tx_trace_enable(memory, size + i % 3 * 1000, i % 5);
		tx_trace_event_filter(TX_TRACE_INTERNAL_EVENTS);
		tx_trace_user_event_insert(FIRST_ID + 1, i, 0, 0, 0);
		tx_trace_event_unfilter(TX_TRACE_INTERNAL_EVENTS);
		tx_trace_disable();
	}
	pthread_join(thread, NULL);
	while (interrupts < INTERRUPTS)
		pause();
	stop_interrupts();
	printf("disable %#x\n", tx_trace_disable());
	return 0;
}

/* Children, whose other threads are gone, in the middle of a long search */

static _Atomic int is_over;

static void *search(void *unused)
{
	while (!is_over)
		TX_TRACE_OBJECT_UNREGISTER(&is_over)
	return unused;
}

static int child(void)
{
	const char *const before = (const char *)_tx_trace_buffer_current_ptr;
	int wrong = 0;

	for (ULONG i = 0; i < 10; i++)
		wrong |= tx_trace_user_event_insert(FIRST_ID + 1, i, 0, 0, 0);
	wrong |= (const char *)_tx_trace_buffer_current_ptr !=
		 before + 10 * EVENT;
	return wrong | tx_trace_disable();
}

static int children(void)
{
	pthread_t thread;
	int status, wrong = 0;

	tx_trace_enable(memory, sizeof(memory), 10000);
	pthread_create(&thread, NULL, search, NULL);
	for (int i = 0; i < 50; i++) {
		const pid_t pid = fork();

		if (!pid)
			_exit(child());
		wrong |= pid < 0 || waitpid(pid, &status, 0) != pid || status;
	}
	is_over = 1;
	pthread_join(thread, NULL);
	printf("children %d\n", wrong);
	return 0;
}

/* Threads that end in the middle of an insert, by a handler, or cancelled */

static void end_thread(int signal)
{
	(void)signal;
	pthread_exit(NULL);
}

static void *insert_for_ever(void *counter)
{
	_Atomic unsigned *const inserted = counter;
	int before;

	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
	for (ULONG i = 0;; i++, ++*inserted)
		tx_trace_user_event_insert(FIRST_ID, i, 0, 0, 0);
	return NULL;
}

/* Each third of them is the favourite, of those that there can be. */
static void end_one(int number)
{
	const unsigned wanted = number % 3 ? 10 : 5 * TURNS;
	_Atomic unsigned inserted = 0;
	pthread_t thread;

	pthread_create(&thread, NULL, insert_for_ever, &inserted);
	while (inserted < wanted)
		;
	if (number % 2)
		pthread_kill(thread, SIGUSR1);
	else
		pthread_cancel(thread);
	pthread_join(thread, NULL);
}

static int ends(void)
{
	enum { ENDS = 200 };
	struct sigaction action;
	int missing = 0;

	memset(&action, 0, sizeof(action));
	action.sa_handler = end_thread;
	sigaction(SIGUSR1, &action, NULL);
	tx_trace_enable(memory, sizeof(memory), 16);
	for (int i = 0; i < ENDS; i++) {
		const VOID *before;

		end_one(i);
		before = _tx_trace_buffer_current_ptr;
		tx_trace_user_event_insert(FIRST_ID + 1, (ULONG)i, 0, 0, 0);
		missing += before == _tx_trace_buffer_current_ptr;
	}
	printf("missing %d, disable %u\n", missing, tx_trace_disable());
	return 0;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*play)(void);
	} scenes[] = {
		{ "one", one },		{ "registry", registry },
		{ "clocks", clocks },	{ "notify", notify },
		{ "threads", threads }, { "alone", alone },
		{ "types", types },	{ "buffers", buffers },
		{ "changes", changes }, { "children", children },
		{ "ends", ends },
	};

	dump = argc > 2 ? fopen(argv[2], "w") : NULL;
	for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++)
		if (argc > 1 && !strcmp(argv[1], scenes[i].name)) {
			const int status = scenes[i].play();

			if (dump)
				fclose(dump);
			return status;
		}
	return 2;
}
