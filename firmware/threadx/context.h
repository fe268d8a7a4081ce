/*
 * context.h - what runs: a thread, an interrupt, or initialization
 *
 * Without a kernel each thread of Linux is a thread of ThreadX, registered as an
 * object at its first event. Safe in signal handlers.
 */
#ifndef FIRMWARE_THREADX_CONTEXT_H
#define FIRMWARE_THREADX_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

struct threadx_context {
	uint32_t word; /* of the event: what runs */
	uint32_t
		priority; /* of the event: its priority, or what it interrupts */
	const char *name;
	size_t name_len;
};

/* Gets the context of the caller. */
void threadx_context_get(struct threadx_context *context);

/* Learns where a kernel's threads have their priorities. */
struct pxt_threadx_kernel;
void threadx_context_learn(const struct pxt_threadx_kernel *kernel);

/* Registers the calling thread, unless there is a kernel that has threads. */
void threadx_context_register(void);

/* The depth of interrupts, as the kernel says, or the calls of this thread. */
uint32_t threadx_context_state(void);

/* The caller enters an interrupt, or leaves it. */
void threadx_context_enter(void);
void threadx_context_leave(void);

#endif
