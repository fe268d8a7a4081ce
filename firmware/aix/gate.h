/*
 * gate.h - the word of the process that says whether hooks are recorded
 *
 * It holds for channel 0 alone. While the process has a session of its own
 * there that session decides, and hooks are recorded. A child has its parent's
 * gate.
 */
#ifndef FIRMWARE_AIX_GATE_H
#define FIRMWARE_AIX_GATE_H

#include <stdatomic.h>
#include <stdbool.h>

enum {
	GATE_SHUT = 1,	  /* trcoff() */
	GATE_ENDED = 2,	  /* trcstop(), for good */
	GATE_SESSION = 4, /* the process has a session on channel 0 */
	GATE_ALWAYS = 8,  /* POSIXTRACE_FIRMWARE says so */
};

extern _Atomic unsigned gate;

/* The number of calls that have controlled sessions or the gate. */
extern _Atomic unsigned gate_controls;

static inline bool gate_lets_pass(unsigned value)
{
	return value < GATE_SHUT || value >= GATE_SESSION;
}

static inline bool gate_is_open(void)
{
	return gate_lets_pass(
		atomic_load_explicit(&gate, memory_order_relaxed));
}

static inline void gate_set(unsigned bits)
{
	atomic_fetch_or_explicit(&gate, bits, memory_order_relaxed);
}

static inline void gate_reset(unsigned bits)
{
	atomic_fetch_and_explicit(&gate, ~bits, memory_order_relaxed);
}

#endif
