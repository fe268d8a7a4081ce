/*
 * traced.h - whether any stream traces the process
 *
 * As the macro posix_trace_event() asks: two loads, and no call.
 */
#ifndef FIRMWARE_COMMON_TRACED_H
#define FIRMWARE_COMMON_TRACED_H

#include <stdbool.h>

#include <trace_np.h>

/* True also before the first event, which finds out. */
static inline bool firmware_is_traced(void)
{
#ifdef posix_trace_event
	const unsigned long *word =
		__atomic_load_n(&__posix_trace_home->__word, __ATOMIC_ACQUIRE);

	return !word || __atomic_load_n(word, __ATOMIC_RELAXED) & 0xffff;
#else
	return true;
#endif
}

#endif
