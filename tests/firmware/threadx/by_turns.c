/*
 * by_turns.c - firmware of ThreadX whose buffers change under interrupts, and whose
 * clock counts how often it is read
 *
 *	by_turns halves		two buffers, by the notification of a full one
 *	by_turns again		one memory, which a handler begins anew
 *
 * Compiled with OWN_CLOCK, the scene halves has a clock of its own.
 */
#ifdef OWN_CLOCK
static unsigned reads;
#define TX_TRACE_TIME_SOURCE ((ULONG)++reads)
#endif

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "tx_api.h"
#include "tx_trace.h"

enum {
	HEADER = 48,
	EVENT = 32,
	WORDS = EVENT / 4,
	SLOTS = 16,
	EVENTS = 4000000,
	INTERRUPTS = 3000,
	EVERY = 50, /* microseconds, an interrupt */
	ID = 5000,
	FILLED = 0xAA,
	IN_A_ROW = 8, /* interrupts between two events of the program */
};

static volatile unsigned interrupts;

static void set_timer(long us)
{
	const struct itimerval timer = { { 0, us }, { 0, us } };

	setitimer(ITIMER_REAL, &timer, NULL);
}

static void start_interrupts(void (*handler)(int signal))
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = handler;
	action.sa_flags = SA_RESTART;
	sigaction(SIGALRM, &action, NULL);
	set_timer(EVERY);
}

/* Two halves: each is kept when it is full, and then the other one is enabled. */

static ULONG half[2][(HEADER + EVENT * SLOTS) / 4];
static unsigned char is_kept[EVENTS];
static volatile ULONG number;
static volatile unsigned program_events;
static volatile int notifies;
static unsigned wrong_header, enabled;

static void enable(int which)
{
	enabled++;
	tx_trace_enable(half[which], sizeof(half[0]), 0);
}

static void keep(const ULONG *from)
{
	for (unsigned i = 0; i < SLOTS; i++, from += WORDS)
		if (from[0] && from[2] == ID && from[4] < EVENTS)
			is_kept[from[4]] = 1;
}

static void on_full(VOID *header)
{
	static int current;

	notifies = 1;
	wrong_header += header != half[current];
	keep(half[current] + HEADER / 4);
	tx_trace_disable();
	current = !current;
	enable(current);
	notifies = 0;
}

static void record(void)
{
	const ULONG i = __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED);

	if (i < EVENTS)
		tx_trace_user_event_insert(ID, i, 0, 0, 0);
}

/* A slow machine has time for handlers alone; what these put off has limited
 * room. */
static void interrupt(int signal)
{
	static unsigned before, in_a_row;

	(void)signal;
	if (notifies)
		return;
	interrupts++;
	in_a_row = program_events == before ? in_a_row + 1 : 1;
	before = program_events;
	if (in_a_row > IN_A_ROW)
		return;
	record();
	record();
}

static int halves(void)
{
	unsigned missing = 0;

	tx_trace_buffer_full_notify(on_full);
	enable(0);
	start_interrupts(interrupt);
	for (; interrupts < INTERRUPTS && number < EVENTS; program_events++)
		record();
	set_timer(0);
	/* What is not kept yet is in the half that is not full. */
	keep((const ULONG *)_tx_trace_buffer_start_ptr);
	tx_trace_disable();
	for (ULONG i = 0; i < number && i < EVENTS; i++)
		missing += !is_kept[i];
	printf("missing %u, wrong header %u\n", missing, wrong_header);
#ifdef OWN_CLOCK
	/* Two events of its own are in each half that is enabled. */
	printf("reads %s\n",
	       reads > number + 2 * enabled ? "too many" : "once");
#endif
	return 0;
}

/* The memory begins anew, with one slot or three, whatever is interrupted. */

static ULONG memory[(HEADER + 3 * EVENT) / 4 + 4 * WORDS];
static unsigned slots = 3, behind;

static void check_behind(void)
{
	const unsigned char *at = (const unsigned char *)memory;

	for (size_t i = HEADER + slots * EVENT; i < sizeof(memory); i++)
		if (at[i] != FILLED) {
			behind++;
			return;
		}
}

static void begin_again(int signal)
{
	(void)signal;
	interrupts++;
	check_behind();
	/* Elsewhere the insert has a slot that it may still write to. */
	if ((VOID *)_tx_trace_buffer_current_ptr != &memory[HEADER / 4])
		return;
	tx_trace_disable();
	slots = slots == 3 ? 1 : 3;
	memset(memory, FILLED, sizeof(memory));
	tx_trace_enable(memory, HEADER + slots * EVENT, 0);
}

static int again(void)
{
	memset(memory, FILLED, sizeof(memory));
	tx_trace_enable(memory, HEADER + slots * EVENT, 0);
	start_interrupts(begin_again);
	while (interrupts < INTERRUPTS)
		tx_trace_user_event_insert(ID, 0, 0, 0, 0);
	set_timer(0);
	printf("behind %u\n", behind);
	return 0;
}

int main(int argc, char **argv)
{
	return argc > 1 && !strcmp(argv[1], "again") ? again() : halves();
}
