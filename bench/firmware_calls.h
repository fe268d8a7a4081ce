/*
 * firmware_calls.h - a program that measures the tracing calls of a system
 *
 * Each system has a program of its own, as a library may decide at the start of
 * a program what the calls do, and stand before the C library's functions. The
 * program is a list of calls, and firmware_measure() is all of main().
 */
#ifndef FIRMWARE_CALLS_H
#define FIRMWARE_CALLS_H

#include <stdbool.h>

#include "result.h"

struct firmware_call {
	const char *name;
	/* The call, n times. arg is NULL. */
	void (*burst)(void *arg, unsigned n);
	/* The system's own work for the same, such as writing to its buffer.
	 * NULL: nothing that a host has, which is an empty function. */
	void (*own)(void *arg, unsigned n);
	bool is_off; /* by the system's own masks: no stream has the event */
};

/* The measurements of a call. In the row the floor is, for an event that is
 * recorded, posix_trace_event() with as much data and then the system's own
 * work; for one that is not, the latter alone. */
struct firmware_row {
	struct result_row row;
	bool is_recorded;
	/* Processor time beyond the system's own: in events if it is recorded,
	 * else in nanoseconds. */
	double cost;
};

/* Measures the calls in turns, and writes the number of rows, an unsigned, and
 * the rows to standard output. argv: ROUNDS EVENTS. */
int firmware_measure(const struct firmware_call *call, unsigned calls, int argc,
		     char **argv);

#endif
